// Proves that rtl/highest_level.sv chooses the same input as papers/clustered/highest_level.sv,
// which is named `decoded` here.
module same_highest #(
    parameter int INPUTS = 5,
    parameter int LEVELS = 8
) (
    input logic [  INPUTS-1:0] candidates,
    input logic [4*INPUTS-1:0] levels
);
  logic [INPUTS-1:0] one, other;
  logic below;  // all levels are below LEVELS
  highest_level #(
      .INPUTS(INPUTS),
      .LEVELS(LEVELS)
  ) ours (
      .candidates(candidates),
      .levels(levels),
      .highest(one)
  );
  decoded #(
      .INPUTS(INPUTS),
      .LEVELS(LEVELS)
  ) straightforward (
      .candidates(candidates),
      .levels(levels),
      .highest(other)
  );
  always_comb begin
    below = 1'b1;
    for (int i = 0; i < INPUTS; i++) if ({1'b0, levels[4*i+:4]} >= 5'(LEVELS)) below = 1'b0;
    if (below) assert (one == other);
  end
endmodule
