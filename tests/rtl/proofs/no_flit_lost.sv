// Flits through an output, a link and a buffer: all arrive, in order, and the buffer never has more
// than its slots, whenever flits are sent and taken. Each flit contains its number in the order.
package noc;
  localparam int PORTS = 2, ENDPOINTS = 4, DATA = 4, CLASSES = 1, CHANNELS = 1, SLOTS = 2,
      CREDIT = 1, DELAY = 1, LEVELS = 1, PER_LEVEL = 0, FIXED = 0, CIRCUITS = 0, QUEUE = 0,
      MULTICAST = 0;
  `include "noc.svh"
endpackage

module no_flit_lost (
    input logic clock,
    input logic reset,
    input logic offers,
    input logic takes
);
  localparam int SLOTS = noc::SLOTS, BITS = noc::DATA, HEAD = noc::FLIT - noc::DATA;
  logic able, keeps_off, filled, write, credit, take, refused, needed;
  logic [HEAD-1:0] head, oldest_head;
  logic [1:0] chosen;
  logic [BITS-1:0] sent, taken, written, oldest, inside;
  logic [BITS-1:0] stored;
  assign take = filled && takes;
  output_channel channel (
      .*,
      .requests({1'b0, offers}),
      .starters(2'b11),
      .lasts(2'b11),
      .levels('0),
      .granted(able)
  );
  link #(
      .FLITS(1)
  ) link (
      .*,
      .from({able, sent, HEAD'(0)}),
      .from_back({credit, refused, needed}),
      .to({write, written, head}),
      .to_back({take, 2'b0})
  );
  buffer #(
      .WIDTH(noc::FLIT),
      .SLOTS(SLOTS)
  ) buffer (
      .*,
      .written({written, head}),
      .oldest({oldest, oldest_head})
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
