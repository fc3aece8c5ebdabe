// An output, a link and the buffer at its end: the credits, the flits on the link, those in the
// buffer and the credits on their way back are always as many as the buffer has slots. So it never
// overflows, whatever inputs request and whenever flits are taken.
module never_overflows #(
    parameter int INPUTS  = 3,
    parameter int SLOTS   = 3,
    parameter int FORWARD = 2,
    parameter int CREDIT  = 2
) (
    input logic                clock,
    input logic                reset,
    input logic [  INPUTS-1:0] requests,
    input logic [  INPUTS-1:0] lasts,
    input logic [4*INPUTS-1:0] levels,
    input logic                takes
);
  logic able, filled, oldest, write, written, credit, take, refused;
  logic [INPUTS-1:0] chosen;
  assign take = filled && takes;
  output_channel #(
      .INPUTS(INPUTS),
      .SLOTS(SLOTS)
  ) channel (
      .clock(clock),
      .reset(reset),
      .requests(requests),
      .starters({INPUTS{1'b1}}),
      .lasts(lasts),
      .levels(levels),
      .credit(credit),
      .granted(able),
      .able(able),
      .chosen(chosen)
  );
  link #(
      .WIDTH(1),
      .ALL(1),
      .FORWARD(FORWARD),
      .CREDIT(CREDIT)
  ) link (
      .clock(clock),
      .reset(reset),
      .from_channel(able),
      .from_flit(1'b0),
      .from_credit(credit),
      .from_refused(refused),
      .to_channel(write),
      .to_flit(written),
      .to_credit(take),
      .to_refused(1'b0)
  );
  buffer #(
      .WIDTH(1),
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

  // Registers of the parts, which flattening joins with these by name. A delay line keeps one value
  // more than it delays.
  (* hierconn *)logic [1:0] \channel.credits ;
  (* hierconn *)logic [1:0] \buffer.length ;
  (* hierconn *)logic [2*(FORWARD+1)-1:0] \link.forward.gen_stages.stages ;
  (* hierconn *)logic [2*CREDIT-1:0] \link.back.gen_stages.stages ;
  logic [4:0] total;
  always_comb begin
    total = 5'(\channel.credits ) + 5'(\buffer.length );
    for (int i = 0; i < FORWARD; i++) total = total + 5'(\link.forward.gen_stages.stages [2*i+1]);
    for (int i = 0; i < CREDIT - 1; i++) total = total + 5'(\link.back.gen_stages.stages [2*i+1]);
    if (!reset) begin
      assert (total == 5'(SLOTS));
      assert (\channel.credits <= 2'(SLOTS));
      assert (\buffer.length <= 2'(SLOTS));
      if (write) assert (\buffer.length < 2'(SLOTS));
    end
  end
endmodule
