// Fixed priority: the candidate with the lowest number, as one bit of `chosen`.
module fixed_priority #(
    parameter int INPUTS = 5
) (
    input  logic [INPUTS-1:0] candidates,
    output logic [INPUTS-1:0] chosen
);
  assign chosen = candidates & (~candidates + 1'b1);
endmodule
