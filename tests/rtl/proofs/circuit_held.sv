// The grant of a circuit stays with its input until that input closes the circuit, or the circuit
// is refused. Meanwhile no flit of another input passes on the circuit's channel.
package noc;
  localparam int PORTS = 3, ENDPOINTS = 4, DATA = 1, CLASSES = 2, CHANNELS = 1, SLOTS = 2,
      CREDIT = 1, DELAY = 1, LEVELS = 1, PER_LEVEL = 0, FIXED = 0, CIRCUITS = 1, QUEUE = 0,
      MULTICAST = 0;
  `include "noc.svh"
endpackage

module circuit_held (
    input logic        clock,
    input logic        reset,
    input logic [11:0] requests,
    input logic [ 5:0] lasts,
    input logic [23:0] levels,
    input logic [ 2:0] opens,
    input logic [ 2:0] closes,
    input logic [ 1:0] credits,
    input logic        refused,
    input logic        needed
);
  logic [1:0] channel;
  logic [5:0] grants;
  logic held;
  logic [2:0] holder, relayed, reported;
  // A packet that opens or closes a circuit has a single flit.
  logic [5:0] ends;
  assign ends = lasts | {3'b0, opens | closes};
  output_port port (
      .*,
      .requests(requests[5:0]),
      .lasts(ends),
      .opens(opens & ~closes),
      .back({credits, refused, needed})
  );
  logic was_held, ended, started;
  logic [2:0] was_holder;
  initial started = 1'b0;
  always_ff @(posedge clock) begin
    started    <= 1'b1;
    was_held   <= held && !reset;
    was_holder <= holder;
    ended      <= refused || (channel[0] && (grants[2:0] & (opens | closes)) != 0);
  end
  always_comb begin
    if (started && was_held && !ended) begin
      assert (held);
      assert (holder == was_holder);
    end
  end
endmodule
