// Packets that open circuits wait for an output which a circuit holds. As soon as the output is
// free and has a credit, it is granted to a packet of the highest level. While a packet waits and
// no packet of a higher level is served, at most one circuit of each other input goes first.
package noc;
  localparam int PORTS = 3, ENDPOINTS = 4, DATA = 1, CLASSES = 2, CHANNELS = 1, SLOTS = 2,
      CREDIT = 1, DELAY = 1, LEVELS = 2, PER_LEVEL = 0, FIXED = 0, CIRCUITS = 1, QUEUE = 1,
      MULTICAST = 0;
  `include "noc.svh"
endpackage

module waiting_open_served (
    input logic       clock,
    input logic       reset,
    input logic [2:0] arrived,  // the inputs that have a flit on a circuit
    input logic [2:0] opening,
    input logic [2:0] closing,
    input logic [2:0] tails,
    input logic [2:0] urgent,   // level 1, not 0
    input logic       credit,
    input logic       refused,
    input logic       needed
);
  logic [1:0] channel;
  logic [5:0] grants;
  logic held;
  logic [2:0] holder, relayed, reported;

  // The state that `output_channel` and its arbiter keep, as far as it can be seen from outside.
  // The proof covers it, too.
  logic [1:0] credits;
  logic [2:0] owner;
  logic [1:0] first;

  // Packets that open or close circuits have one flit. Other packets pass only on an open circuit.
  // No packet opens a circuit on a circuit.
  logic [2:0] opens, closes, waits;
  assign opens  = opening & ~(held ? holder : 3'b0);
  assign closes = closing & ~owner & ~opens;
  assign waits  = arrived & (opens | (held ? holder : 3'b0));
  output_port port (
      .clock,
      .reset,
      .requests({3'b0, waits}),
      .lasts({3'b0, tails | opens | closes}),
      .levels({12'b0, 3'b0, urgent[2], 3'b0, urgent[1], 3'b0, urgent[0]}),
      .opens(opens),
      .closes(closes),
      .back({1'b0, credit && credits != 2'd2, refused, needed}),
      .channel,
      .grants,
      .held,
      .holder,
      .relayed,
      .reported
  );

  logic [2:0] granted;
  logic last;
  assign granted = channel[0] ? grants[2:0] : 3'b0;
  assign last = (granted & (tails | opens | closes)) != 0;
  function automatic logic [1:0] after(input logic [2:0] input_, input logic moves);
    case (input_)
      3'b001:  after = moves ? 2'd1 : 2'd0;
      3'b010:  after = moves ? 2'd2 : 2'd1;
      default: after = moves ? 2'd0 : 2'd2;
    endcase
  endfunction
  always_ff @(posedge clock) begin
    if (reset) begin
      credits <= 2'd2;
      owner   <= 3'b0;
      first   <= 2'd0;
    end else begin
      credits <= credits + 2'(credit && credits != 2'd2) - 2'(granted != 0);
      if (granted != 0) begin
        owner <= last ? 3'b0 : granted;
        first <= after(granted, last);
      end
    end
  end

  // For each input whose packet waits to open a circuit, the number of circuits of other inputs
  // that have opened meanwhile, counted anew after each circuit of a higher level.
  logic [1:0] passed[3];
  // The input that has the next turn, and for each input, the number of inputs that come before it,
  // counted from that turn.
  logic [1:0] turn;
  logic [2:0] before_it[3];
  assign turn = held ? after(holder, 1'b1) : first;
  generate
    for (genvar i = 0; i < 3; i++) begin : gen_input
      assign before_it[i] = turn <= 2'(i) ? 3'(i) - 3'(turn) : 3'(i) + 3'd3 - 3'(turn);
      always_ff @(posedge clock) begin
        if (reset || !waits[i] || !opens[i] || granted[i]) passed[i] <= 2'd0;
        else if ((granted & opens) != 0)
          passed[i] <= (granted & urgent) != 0 && !urgent[i] ? 2'd0 : passed[i] + 2'd1;
      end
    end
  endgenerate

  logic started;
  initial started = 1'b0;
  always_ff @(posedge clock) started <= 1'b1;
  always_comb begin
    if (started) begin
      assert (credits <= 2'd2 && first <= 2'd2);
      assert (owner == 0 || (held && owner == holder));
      assert (!held || holder == 3'b001 || holder == 3'b010 || holder == 3'b100);
      // An output that is free serves a waiting packet, of the highest level.
      if (!reset && !held && waits != 0 && credits != 0) assert ((granted & opens & waits) != 0);
      if (!held && granted != 0) assert ((granted & urgent) != 0 || (waits & urgent) == 0);
      // For each input, the circuits that have opened before its own, and the inputs whose turn
      // comes before its turn, are at most two together.
      for (int i = 0; i < 3; i++) assert (4'(passed[i]) + 4'(before_it[i]) <= 4'd2);
    end
  end
endmodule
