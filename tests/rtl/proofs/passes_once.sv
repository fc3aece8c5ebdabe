// A router: every flit that is taken from a buffer leaves at exactly one output,
// unchanged, and nothing else leaves; whatever comes in, and whatever the state is.
module passes_once #(
    parameter int PORTS     = 3,
    parameter int ENDPOINTS = 4,
    parameter int WIDTH     = 6 + 2 + 1,
    parameter int CLASSES   = 2,
    parameter int ALL       = CLASSES,
    parameter int BUFFERS   = CLASSES * PORTS
) (
    input logic                   clock,
    input logic                   reset,
    input logic [2*ENDPOINTS-1:0] routes,
    input logic [  PORTS*ALL-1:0] in_channel,
    input logic [PORTS*WIDTH-1:0] in_flit,
    input logic [  PORTS*ALL-1:0] out_credit,
    input logic [      PORTS-1:0] out_refused
);
  logic [PORTS*ALL-1:0] in_credit, out_channel;
  logic [PORTS*WIDTH-1:0] out_flit;
  logic [PORTS-1:0] in_refused;
  router #(
      .WIDTH(WIDTH),
      .PORTS(PORTS),
      .CLASSES(CLASSES),
      .SLOTS(2),
      .ENDPOINTS(ENDPOINTS),
      .CIRCUITS(0)
  ) router (
      .clock(clock),
      .reset(reset),
      .routes(routes),
      .in_channel(in_channel),
      .in_flit(in_flit),
      .in_credit(in_credit),
      .in_refused(in_refused),
      .out_channel(out_channel),
      .out_flit(out_flit),
      .out_credit(out_credit),
      .out_refused(out_refused)
  );

  // Wires of the router, which flattening joins with these by name.
  (* hierconn *)logic [BUFFERS-1:0] \router.take ;
  (* hierconn *)logic [PORTS*BUFFERS-1:0] \router.grants ;
  (* hierconn *)logic [BUFFERS*WIDTH-1:0] \router.oldest ;
  logic [PORTS-1:0] outputs;
  always_comb begin
    outputs = '0;
    if (!reset) begin
      for (int b = 0; b < BUFFERS; b++) begin
        for (int q = 0; q < PORTS; q++) outputs[q] = \router.grants [q*BUFFERS+b];
        assert ((outputs & (outputs - 1'b1)) == 0);
        assert (\router.take [b] == (outputs != 0));
        for (int q = 0; q < PORTS; q++)
          if (outputs[q]) assert (out_flit[q*WIDTH+:WIDTH] == \router.oldest [b*WIDTH+:WIDTH]);
      end
      for (int q = 0; q < PORTS; q++)
        assert ((out_channel[q*ALL+:ALL] != 0) == (\router.grants [q*BUFFERS+:BUFFERS] != 0));
    end
  end
endmodule
