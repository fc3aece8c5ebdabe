// A link in one direction. Flits take FLITS cycles; credits and refusals come back after
// network.credit cycles. The register in the buffer and the counter of credits account for one of
// these cycles each.
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
