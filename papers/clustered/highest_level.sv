// Does what rtl/highest_level.sv does, in another form: each output has a vector of requests for
// each level. Only figure 2 uses this module, and a test proves that both modules are equivalent.
module highest_level #(
    parameter int INPUTS = 5,
    parameter int LEVELS = 8
) (
    input  logic [  INPUTS-1:0] candidates,
    input  logic [4*INPUTS-1:0] levels,
    output logic [  INPUTS-1:0] highest
);
  logic [LEVELS*INPUTS-1:0] of_level;  // the candidates of each level
  logic [LEVELS-1:0] any;
  always_comb begin
    for (int l = 0; l < LEVELS; l++) begin
      for (int i = 0; i < INPUTS; i++)
        of_level[l*INPUTS+i] = candidates[i] && levels[4*i+:4] == 4'(l);
      any[l] = of_level[l*INPUTS+:INPUTS] != 0;
    end
    highest = '0;
    for (int l = 0; l < LEVELS; l++)
      if ((any >> l) == 1) highest = highest | of_level[l*INPUTS+:INPUTS];
  end
endmodule
