// A link in one direction. It delays flits by FLITS cycles, to which the register in the buffer at
// its end may add one. It delays credits and signals about circuits on their way back by
// network.credit - 1 cycles, to which a register at the sender adds one.
module link #(
    parameter int FLITS = 1
) (
    input  logic          clock,
    input  logic          reset,
    input  noc::forward_t from,
    output noc::back_t    from_back,
    output noc::forward_t to,
    input  noc::back_t    to_back
);
  delay_line #(
      .WIDTH (noc::FORWARD),
      .CYCLES(FLITS)
  ) forward (
      .clock,
      .reset,
      .entering(from),
      .leaving (to)
  );
  delay_line #(
      .WIDTH (noc::BACK),
      .CYCLES(noc::CREDIT - 1)
  ) back (
      .clock,
      .reset,
      .entering(to_back),
      .leaving (from_back)
  );
endmodule
