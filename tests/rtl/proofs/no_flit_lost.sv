// Flits through an output, a link and a buffer: all arrive, in order, and the buffer never has more
// than its slots, whenever they are sent and taken. A flit is its number.
module no_flit_lost #(
    parameter int SLOTS   = 2,
    parameter int FORWARD = 1,
    parameter int CREDIT  = 1
) (
    input logic clock,
    input logic reset,
    input logic offers,
    input logic takes
);
  localparam int BITS = 4;
  logic able, filled, write, credit, unused, take;
  logic [0:0] chosen;
  logic [BITS-1:0] sent, taken, written, oldest, inside;
  logic [BITS-1:0] stored;
  assign take = filled && takes;
  output_channel #(
      .INPUTS(2),
      .SLOTS(SLOTS)
  ) channel (
      .clock(clock),
      .reset(reset),
      .requests({1'b0, offers}),
      .starters(2'b11),
      .lasts(2'b11),
      .levels('0),
      .credit(credit),
      .granted(able),
      .able(able),
      .chosen({unused, chosen})
  );
  link #(
      .WIDTH(BITS),
      .ALL(1),
      .FORWARD(FORWARD),
      .CREDIT(CREDIT)
  ) link (
      .clock(clock),
      .reset(reset),
      .from_channel(able),
      .from_flit(sent),
      .from_credit(credit),
      .from_refused(),
      .to_channel(write),
      .to_flit(written),
      .to_credit(take),
      .to_refused(1'b0)
  );
  buffer #(
      .WIDTH(BITS),
      .SLOTS(SLOTS)
  ) buffer (
      .clock(clock),
      .reset(reset),
      .write(write),
      .written(written),
      .take(take),
      .filled(filled),
      .oldest(oldest)
  );
  assign inside = sent - taken;
  always_ff @(posedge clock) begin
    if (reset) {sent, taken, stored} <= '0;
    else begin
      if (able) sent <= sent + 1'b1;
      if (take) taken <= taken + 1'b1;
      if (write) stored <= stored + 1'b1;
    end
  end
  always_comb begin
    if (!reset) begin
      assert (inside <= BITS'(SLOTS));
      assert (BITS'(stored - taken) <= BITS'(SLOTS));
      if (filled) assert (oldest == taken);
      if (write) assert (written == stored);
    end
  end
endmodule
