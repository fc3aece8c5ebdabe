// A router of a mesh with multicasts. It differs from `router`: it has one traffic class without
// circuits, and its inputs have `copying_buffer`s. A packet holds each output granted to it until
// its last flit has left there. Verilator may report a combinational loop here, which does not
// exist; `router` says why.
// verilator lint_off UNOPTFLAT
module multicast_router (
    input  logic                               clock,
    input  logic                               reset,
    input  logic [             noc::TABLE-1:0] routes,   // see noc::ROUTES
    // The links that arrive at each port, and the links that leave from it.
    input  logic [noc::PORTS*noc::FORWARD-1:0] in,
    output logic [   noc::PORTS*noc::BACK-1:0] in_back,
    output logic [noc::PORTS*noc::FORWARD-1:0] out,
    input  logic [   noc::PORTS*noc::BACK-1:0] out_back
);
  // With `hier_block`, Verilator compiles the router once, not once per instance.
  /* verilator hier_block */
  localparam int PORTS = noc::PORTS, FLIT = noc::FLIT;

  logic [PORTS*FLIT-1:0] next[PORTS];  // by input and output
  logic [PORTS-1:0] waits[PORTS], passed[PORTS];
  logic [4*PORTS-1:0] levels;  // by input
  logic [PORTS-1:0] chosen[PORTS];  // for each output, the input whose flit it passes on
  logic [PORTS-1:0] able;

  generate
    for (genvar p = 0; p < PORTS; p++) begin : gen_input
      logic [FLIT-1:0] oldest;
      logic [noc::DEST-1:0] target;
      logic [noc::ROUTE-1:0] route;
      logic [PORTS-1:0] ports;
      logic freed, unused;
      assign in_back[p*noc::BACK+:noc::BACK] = {freed, 2'b0};
      assign target = oldest[6+:noc::DEST];
      assign route = routes[target[noc::TARGET-1:0]*noc::ROUTE+:noc::ROUTE];
      assign levels[4*p+:4] = oldest[4:1] >> noc::SHIFT;
      assign unused = &{1'b0, oldest};
      branches #(
          .FROM(p)
      ) branches (
          .target,
          .place(routes[noc::TABLE-1-:8]),
          .port(route),
          .ports
      );
      copying_buffer #(
          .PASSES(noc::DELAY == 0 ? 1 : 0)
      ) buffer (
          .clock,
          .reset,
          .write(in[p*noc::FORWARD+FLIT]),
          .written(in[p*noc::FORWARD+:FLIT]),
          .ports,
          .passed(passed[p]),
          .oldest,
          .next(next[p]),
          .waits(waits[p]),
          .freed
      );
      for (genvar q = 0; q < PORTS; q++) begin : gen_output
        assign passed[p][q] = able[q] && chosen[q][p];
      end
    end

    for (genvar q = 0; q < PORTS; q++) begin : gen_output
      logic [FLIT-1:0] flit;
      logic [PORTS-1:0] requests, lasts;
      logic keeps_off, unused;  // the signals about circuits, which never come here
      assign unused = &{1'b0, out_back[q*noc::BACK+:2], keeps_off};
      for (genvar p = 0; p < PORTS; p++) begin : gen_input
        assign requests[p] = waits[p][q];
        assign lasts[p] = next[p][q*FLIT];
      end
      output_channel output_channel (
          .clock,
          .reset,
          .requests,
          .starters({PORTS{1'b1}}),
          .lasts,
          .levels,
          .credit(out_back[q*noc::BACK+2]),
          .granted(able[q]),
          .able(able[q]),
          .keeps_off,
          .chosen(chosen[q])
      );
      always_comb begin
        flit = '0;
        for (int p = 0; p < PORTS; p++) if (passed[p][q]) flit = flit | next[p][q*FLIT+:FLIT];
      end
      assign out[q*noc::FORWARD+:noc::FORWARD] = {able[q], flit};
    end
  endgenerate
endmodule
