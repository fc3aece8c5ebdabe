// Random bits in every cycle, different for each `number`: xorshift (Marsaglia, 2003).
module random_bits (
    input  logic        clock,
    input  logic        reset,
    input  logic [31:0] number,
    output logic [31:0] random
);
  function automatic logic [31:0] mixed(input logic [31:0] state);
    mixed = state ^ (state << 13);
    mixed = mixed ^ (mixed >> 17);
    mixed = mixed ^ (mixed << 5);
  endfunction

  always_ff @(posedge clock) begin
    if (reset) random <= 32'h2545f491 + number * 32'h9e3779b9;
    else random <= mixed(random);
  end
endmodule
