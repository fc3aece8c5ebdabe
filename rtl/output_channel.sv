// A virtual channel of an output: which inputs may have it, which one gets it, and the credits for
// the buffer at the end of its link.
module output_channel #(
    parameter int INPUTS   = 5,
    parameter int SLOTS    = 4,
    parameter int BY_LEVEL = 0,
    parameter int FIXED    = 0
) (
    input  logic                clock,
    input  logic                reset,
    input  logic [  INPUTS-1:0] requests,  // inputs whose oldest flit is routed here
    input  logic [  INPUTS-1:0] starters,  // inputs whose packets may start
    input  logic [  INPUTS-1:0] lasts,     // inputs whose oldest flit is the last of its packet
    input  logic [4*INPUTS-1:0] levels,
    input  logic                credit,    // a slot has become free
    input  logic                granted,   // passes the flit of `chosen` on in this cycle
    output logic                able,      // could pass one on
    output logic [  INPUTS-1:0] chosen
);
  localparam int COUNT = $clog2(SLOTS + 1);
  logic [COUNT-1:0] credits;
  logic [INPUTS-1:0] owner, candidates;  // the input whose packet is passing, if one is
  logic last;

  assign candidates = requests & (owner != 0 ? owner : starters);
  assign able = candidates != 0 && credits != 0;
  assign last = (chosen & lasts) != 0;

  arbiter #(
      .INPUTS(INPUTS),
      .BY_LEVEL(BY_LEVEL),
      .FIXED(FIXED)
  ) arbiter (
      .clock(clock),
      .reset(reset),
      .candidates(candidates),
      .levels(levels),
      .granted(granted),
      .last(last),
      .chosen(chosen)
  );

  always_ff @(posedge clock) begin
    if (reset) begin
      credits <= COUNT'(SLOTS);
      owner   <= '0;
    end else begin
      credits <= credits + COUNT'(credit) - COUNT'(granted);
      if (granted) owner <= last ? '0 : chosen;
    end
  end
endmodule
