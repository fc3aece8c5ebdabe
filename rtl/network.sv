// The routers, links and endpoints of a whole network. noc::PEERS defines the connections.
module network #(
    parameter int WHOLE = 0  // see `endpoint`
) (
    input  logic                                            clock,
    input  logic                                            reset,
    // Signals of all endpoints: see `endpoint`.
    input  logic [                      noc::ENDPOINTS-1:0] inject,
    input  logic [            noc::ENDPOINTS*noc::FLIT-1:0] inject_flit,
    output logic [         noc::ENDPOINTS*noc::CLASSES-1:0] inject_ready,
    output logic [                      noc::ENDPOINTS-1:0] eject_valid,
    output logic [            noc::ENDPOINTS*noc::FLIT-1:0] eject_flit,
    input  logic [                      noc::ENDPOINTS-1:0] eject,
    output logic [                      noc::ENDPOINTS-1:0] refused,
    output logic [                      noc::ENDPOINTS-1:0] needed,
    // For observation: for each port of each router, the flit that leaves in this cycle.
    output logic [noc::ROUTERS*noc::PORTS*noc::FORWARD-1:0] links
);
  // The ends of links are numbered: first the ports of all routers, then the endpoints.
  localparam int ALL_PORTS = noc::ROUTERS * noc::PORTS;
  localparam int ENDS = ALL_PORTS + noc::ENDPOINTS;
  localparam int FORWARD = noc::FORWARD, BACK = noc::BACK;
  // The register in a buffer is the last cycle of a link, unless flits can pass the buffer without
  // delay.
  localparam int REGISTER = noc::DELAY == 0 ? 0 : 1;

  logic [ENDS*FORWARD-1:0] in, out;
  logic [ENDS*BACK-1:0] in_back, out_back;
  assign links = out[ALL_PORTS*FORWARD-1:0];
  logic unused;  // credits and signals about circuits of ports that lead nowhere
  assign unused = &{1'b0, in_back};

  generate
    if (noc::MULTICAST == 0) begin : gen_one_target
      router router[noc::ROUTERS-1:0] (
          .clock, .reset,
          .routes(noc::ROUTES),
          .in(in[ALL_PORTS*FORWARD-1:0]),
          .in_back(in_back[ALL_PORTS*BACK-1:0]),
          .out(out[ALL_PORTS*FORWARD-1:0]),
          .out_back(out_back[ALL_PORTS*BACK-1:0])
      );
    end else begin : gen_multicasts
      multicast_router router[noc::ROUTERS-1:0] (
          .clock, .reset,
          .routes(noc::ROUTES),
          .in(in[ALL_PORTS*FORWARD-1:0]),
          .in_back(in_back[ALL_PORTS*BACK-1:0]),
          .out(out[ALL_PORTS*FORWARD-1:0]),
          .out_back(out_back[ALL_PORTS*BACK-1:0])
      );
    end
  endgenerate
  endpoint #(
      .WHOLE(WHOLE)
  ) endpoint[noc::ENDPOINTS-1:0] (
      .clock, .reset,
      .inject, .inject_flit, .inject_ready, .eject_valid, .eject_flit, .eject, .refused, .needed,
      .out(out[ENDS*FORWARD-1:ALL_PORTS*FORWARD]),
      .out_back(out_back[ENDS*BACK-1:ALL_PORTS*BACK]),
      .in(in[ENDS*FORWARD-1:ALL_PORTS*FORWARD]),
      .in_back(in_back[ENDS*BACK-1:ALL_PORTS*BACK])
  );
  generate
    for (genvar n = 0; n < ENDS; n++) begin : gen_link
      localparam int FAR = 32'(noc::PEERS[16*n+:16]) - 1;
      localparam int FLITS = n >= ALL_PORTS ? noc::DELAY - REGISTER
          : FAR >= ALL_PORTS ? noc::ROUTER + noc::DELAY - 1 : noc::ROUTER + noc::LINK - REGISTER;
      if (FAR < 0) begin : gen_nothing
        assign in[n*FORWARD+:FORWARD] = '0;
        assign out_back[n*BACK+:BACK] = '0;
      end else begin : gen_joined
        link #(
            .FLITS(FLITS)
        ) link (
            .clock,
            .reset,
            .from(out[n*FORWARD+:FORWARD]),
            .from_back(out_back[n*BACK+:BACK]),
            .to(in[FAR*FORWARD+:FORWARD]),
            .to_back(in_back[FAR*BACK+:BACK])
        );
      end
    end
  endgenerate
endmodule
