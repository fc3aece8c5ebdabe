// Round robin: the first candidate from input `first` on, as one bit of `chosen`.
module round_robin #(
    parameter int INPUTS = 5,
    parameter int INDEX  = $clog2(INPUTS)
) (
    input  logic [INPUTS-1:0] candidates,
    input  logic [ INDEX-1:0] first,
    output logic [INPUTS-1:0] chosen
);
  logic [INPUTS-1:0] later, among;
  assign later  = candidates & ({INPUTS{1'b1}} << first);
  assign among  = later != 0 ? later : candidates;
  assign chosen = among & (~among + 1'b1);
endmodule
