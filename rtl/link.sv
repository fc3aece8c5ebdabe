// A link in one direction. Flits take FLITS cycles. Credits and refusals come back after
// network.credit cycles. One cycle of each of these delays is that of the register in the buffer or
// of the counter of credits.
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
