// A link in one direction: flits take FORWARD cycles, credits and refusals come back after CREDIT.
// The register in the buffer, and the counter of credits, are one of these cycles each.
module link #(
    parameter int WIDTH   = 64,
    parameter int ALL     = 1,
    parameter int FORWARD = 1,
    parameter int CREDIT  = 1
) (
    input  logic             clock,
    input  logic             reset,
    input  logic [  ALL-1:0] from_channel,
    input  logic [WIDTH-1:0] from_flit,
    output logic [  ALL-1:0] from_credit,
    output logic             from_refused,
    output logic [  ALL-1:0] to_channel,
    output logic [WIDTH-1:0] to_flit,
    input  logic [  ALL-1:0] to_credit,
    input  logic             to_refused
);
  delay_line #(
      .WIDTH (ALL + WIDTH),
      .CYCLES(FORWARD)
  ) forward (
      .clock(clock),
      .reset(reset),
      .entering({from_channel, from_flit}),
      .leaving({to_channel, to_flit})
  );
  delay_line #(
      .WIDTH (ALL + 1),
      .CYCLES(CREDIT - 1)
  ) back (
      .clock(clock),
      .reset(reset),
      .entering({to_credit, to_refused}),
      .leaving({from_credit, from_refused})
  );
endmodule
