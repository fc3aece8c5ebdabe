// Random bits in every cycle, others for each NUMBER: xorshift (Marsaglia, 2003).
module random_bits #(
    parameter int NUMBER = 0
) (
    input  logic        clock,
    input  logic        reset,
    output logic [31:0] random
);
  function automatic logic [31:0] mixed(input logic [31:0] state);
    mixed = state ^ (state << 13);
    mixed = mixed ^ (mixed >> 17);
    mixed = mixed ^ (mixed << 5);
  endfunction

  always_ff @(posedge clock) begin
    if (reset) random <= 32'h2545f491 + 32'(NUMBER) * 32'h9e3779b9;
    else random <= mixed(random);
  end
endmodule
