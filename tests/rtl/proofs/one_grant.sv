// An output passes on at most one flit in a cycle, of an input that requests it, and only into a
// free slot; whatever its inputs do.
module one_grant #(
    parameter int PORTS    = 3,
    parameter int CLASSES  = 2,
    parameter int CHANNELS = 2,
    parameter int CIRCUITS = 1,
    parameter int FIXED    = 0,
    parameter int INPUTS   = PORTS * CHANNELS,
    parameter int ALL      = CLASSES * CHANNELS
) (
    input logic                        clock,
    input logic                        reset,
    input logic [      ALL*INPUTS-1:0] requests,
    input logic [  CLASSES*INPUTS-1:0] lasts,
    input logic [4*CLASSES*INPUTS-1:0] levels,
    input logic [          INPUTS-1:0] opens,
    input logic [          INPUTS-1:0] closes,
    input logic [             ALL-1:0] credits,
    input logic                        refused
);
  logic [ALL-1:0] channel;
  logic [CLASSES*INPUTS-1:0] grants;
  logic held;
  logic [INPUTS-1:0] holder, relayed;
  output_port #(
      .PORTS(PORTS),
      .CLASSES(CLASSES),
      .CHANNELS(CHANNELS),
      .SLOTS(2),
      .BY_LEVEL(4),
      .FIXED(FIXED),
      .CIRCUITS(CIRCUITS)
  ) port (
      .clock(clock),
      .reset(reset),
      .requests(requests),
      .lasts(lasts),
      .levels(levels & {CLASSES * INPUTS{4'd3}}),  // below BY_LEVEL
      .opens(opens),
      .closes(closes),
      .credits(credits),
      .refused(refused),
      .channel(channel),
      .grants(grants),
      .held(held),
      .holder(holder),
      .relayed(relayed)
  );
  logic [ALL*INPUTS-1:0] passing;
  always_comb begin
    passing = '0;
    for (int v = 0; v < ALL; v++)
      if (channel[v]) passing[v*INPUTS+:INPUTS] = grants[v/CHANNELS*INPUTS+:INPUTS];
    if (!reset) begin
      assert ((channel & (channel - 1'b1)) == 0);
      assert ((grants & (grants - 1'b1)) == 0);
      assert ((channel != 0) == (grants != 0));
      assert ((passing & ~requests) == 0);
    end
  end
endmodule
