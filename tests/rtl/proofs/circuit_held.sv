// The grant of a circuit is held for its input until that input closes it or it is refused; nothing
// of another input passes on the circuit's channel meanwhile.
module circuit_held (
    input logic        clock,
    input logic        reset,
    input logic [11:0] requests,
    input logic [ 5:0] lasts,
    input logic [23:0] levels,
    input logic [ 2:0] opens,
    input logic [ 2:0] closes,
    input logic [ 1:0] credits,
    input logic        refused
);
  logic [1:0] channel;
  logic [5:0] grants;
  logic held;
  logic [2:0] holder, relayed;
  // Packets on circuits that open or close one have a single flit.
  logic [5:0] ends;
  assign ends = lasts | {3'b0, opens | closes};
  output_port #(
      .PORTS(3),
      .CLASSES(2),
      .SLOTS(2),
      .CIRCUITS(1)
  ) port (
      .clock(clock),
      .reset(reset),
      .requests(requests[5:0]),
      .lasts(ends),
      .levels(levels),
      .opens(opens & ~closes),
      .closes(closes),
      .credits(credits),
      .refused(refused),
      .channel(channel),
      .grants(grants),
      .held(held),
      .holder(holder),
      .relayed(relayed)
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
