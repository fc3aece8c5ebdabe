// Selects the candidates with the highest priority level of all candidates. Levels are below
// LEVELS. The comparison of two inputs' levels does not depend on the output, so synthesis needs it
// only once for a router. If there are two levels, a level is one bit.
module highest_level #(
    parameter int INPUTS = 5,
    parameter int LEVELS = 8
) (
    input  logic [  INPUTS-1:0] candidates,
    input  logic [4*INPUTS-1:0] levels,
    output logic [  INPUTS-1:0] highest
);
  localparam int BITS = $clog2(LEVELS);
  logic unused;
  assign unused = &{1'b0, levels};
  generate
    if (LEVELS == 2) begin : gen_two
      logic [INPUTS-1:0] high;
      always_comb begin
        for (int i = 0; i < INPUTS; i++) high[i] = candidates[i] && levels[4*i];
        highest = high != 0 ? high : candidates;
      end
    end else begin : gen_more
      logic [INPUTS*INPUTS-1:0] above;  // for each input: the inputs with a higher level
      always_comb begin
        for (int i = 0; i < INPUTS; i++) begin
          for (int j = 0; j < INPUTS; j++)
            above[i*INPUTS+j] = levels[4*j+:BITS] > levels[4*i+:BITS];
          highest[i] = candidates[i] && (candidates & above[i*INPUTS+:INPUTS]) == 0;
        end
      end
    end
  endgenerate
endmodule
