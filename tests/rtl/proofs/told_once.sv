// A circuit that keeps a packet off its link is reported to the input that holds the circuit: in
// the next cycle at the latest, and once between the packet that opens it and its end.
package noc;
  localparam int PORTS = 3, ENDPOINTS = 4, DATA = 1, CLASSES = 2, CHANNELS = 1, SLOTS = 2,
      CREDIT = 1, DELAY = 1, LEVELS = 1, PER_LEVEL = 0, FIXED = 0, CIRCUITS = 1, QUEUE = 0,
      MULTICAST = 0;
  `include "noc.svh"
endpackage

module told_once (
    input logic       clock,
    input logic       reset,
    input logic [2:0] sends,
    input logic       opens,
    input logic       closes,
    input logic       refused,
    input logic       keeps_off,
    input logic       needed
);
  logic held, complete;
  logic [2:0] holder, relayed, reported, passing;
  // An output passes a packet of one input, and no packet that opens a circuit while it is held.
  assign passing = sends & (~sends + 1'b1);
  circuit circuit (
      .*,
      .keeps_off(keeps_off && held),
      .opens(opens && !held && passing != 0),
      .closes(closes && passing != 0)
  );
  logic started, told, was_kept_off;
  logic [2:0] was_holder;
  // A register of the circuit, which flattening connects with this register by name.
  (* hierconn *)logic \circuit.told ;
  initial started = 1'b0;
  always_ff @(posedge clock) begin
    started <= 1'b1;
    told <= !reset && !(opens && !held && passing != 0) && (told || reported != 0);
    was_kept_off <= held && keeps_off && !reset;
    was_holder <= holder;
  end
  always_comb begin
    if (!reset && held) begin
      assert (holder != 0);
      assert (!(told && reported != 0));
      assert (\circuit.told == (told || reported != 0));
    end
    if (started && was_kept_off && !reset) begin
      assert (told || reported == was_holder);
    end
  end
endmodule
