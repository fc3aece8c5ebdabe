// Delays a value by CYCLES cycles.
module delay_line #(
    parameter int WIDTH = 1,
    parameter int CYCLES = 1
) (
    input  logic             clock,
    input  logic             reset,
    input  logic [WIDTH-1:0] entering,
    output logic [WIDTH-1:0] leaving
);
  generate
    if (CYCLES == 0) begin : gen_wire
      logic unused;
      assign unused  = &{1'b0, clock, reset};
      assign leaving = entering;
    end else begin : gen_stages
      // The line also stores the value that has just left. A line of one stage therefore needs no
      // code of its own.
      logic [(CYCLES+1)*WIDTH-1:0] stages;
      logic unused;
      always_ff @(posedge clock) begin
        if (reset) stages <= '0;
        else stages <= {stages[CYCLES*WIDTH-1:0], entering};
      end
      assign leaving = stages[CYCLES*WIDTH-1-:WIDTH];
      assign unused  = &{1'b0, stages[CYCLES*WIDTH+:WIDTH]};
    end
  endgenerate
endmodule
