// Routers, links and endpoints of a whole network, connected as PEERS says. Parameters are those of
// the chip file: SLOTS network.buffer_flits, ROUTER network.router, LINK network.link, CREDIT
// network.credit, DELAY ni.delay, LEVELS network.levels, PER_LEVEL network.buffers, FIXED
// network.arbiter, CIRCUITS network.circuits.
module network #(
    parameter int ROUTERS   = 4,
    parameter int PORTS     = 5,
    parameter int ENDPOINTS = 4,
    parameter int DATA      = 64,  // bits of a flit's data
    parameter int CHANNELS  = 1,
    parameter int SLOTS     = 4,
    parameter int ROUTER    = 1,
    parameter int LINK      = 1,
    parameter int CREDIT    = 1,
    parameter int DELAY     = 1,
    parameter int LEVELS    = 1,
    parameter int PER_LEVEL = 0,
    parameter int FIXED     = 0,
    parameter int CIRCUITS  = 0,
    parameter int TARGET    = $clog2(ENDPOINTS),
    parameter int WIDTH     = DATA + TARGET + 6,
    parameter int CLASSES   = (CIRCUITS != 0 ? 1 : 0) + (PER_LEVEL != 0 ? LEVELS : 1),
    parameter int ALL       = CLASSES * CHANNELS,
    parameter int ROUTE     = $clog2(PORTS) + CHANNELS - 1,
    // By port of a router: 0, or 1 + a port, or 1 + ROUTERS * PORTS + an endpoint; 16 bits each.
    parameter logic [ROUTERS*PORTS*16-1:0] PEERS = '0,
    // By endpoint: its port.
    parameter logic [ENDPOINTS*16-1:0] HOMES = '0,
    // By router, by target: see `input_channel`.
    parameter logic [ROUTERS*ENDPOINTS*ROUTE-1:0] ROUTES = '0
) (
    input  logic                         clock,
    input  logic                         reset,
    // By endpoint: see `endpoint`.
    input  logic [        ENDPOINTS-1:0] inject,
    input  logic [  ENDPOINTS*WIDTH-1:0] inject_flit,
    output logic [ENDPOINTS*CLASSES-1:0] inject_ready,
    output logic [        ENDPOINTS-1:0] eject_valid,
    output logic [  ENDPOINTS*WIDTH-1:0] eject_flit,
    input  logic [        ENDPOINTS-1:0] eject,
    output logic [        ENDPOINTS-1:0] refused,
    // What leaves each output of each router in this cycle, to be watched.
    output logic [    ROUTERS*PORTS*ALL-1:0] link_channel,
    output logic [  ROUTERS*PORTS*WIDTH-1:0] link_flit
);
  localparam int ALL_PORTS = ROUTERS * PORTS;
  // Levels that arbiters compare; the packets that open and close circuits have the fields 8 and 9.
  localparam int MARKS = CIRCUITS != 0 ? (9 >> (3 - $clog2(LEVELS))) + 1 : LEVELS;
  localparam int COMPARED = LEVELS > 1 && PER_LEVEL == 0 ? MARKS : 0;
  localparam int PASSES = DELAY == 0 ? 1 : 0;
  // The register in a buffer is the last cycle of a link, unless flits pass it.
  localparam int REGISTER = 1 - PASSES;

  // Ends of links: the ports of the routers, then the endpoints.
  localparam int ENDS = ALL_PORTS + ENDPOINTS;
  localparam logic [ENDS*16-1:0] FAR_ENDS = {HOMES, PEERS};

  logic [ENDS*ALL-1:0] in_channel, in_credit, out_channel, out_credit;
  logic [ENDS*WIDTH-1:0] in_flit, out_flit;
  logic [ENDS-1:0] in_refused, out_refused;
  assign link_channel = out_channel[ALL_PORTS*ALL-1:0];
  assign link_flit = out_flit[ALL_PORTS*WIDTH-1:0];
  logic unused;  // what comes back at ports that lead nowhere
  assign unused = &{1'b0, in_credit, in_refused};

  generate
    for (genvar r = 0; r < ROUTERS; r++) begin : gen_router
      router #(
          .WIDTH(WIDTH),
          .PORTS(PORTS),
          .CLASSES(CLASSES),
          .CHANNELS(CHANNELS),
          .SLOTS(SLOTS),
          .PASSES(PASSES),
          .ENDPOINTS(ENDPOINTS),
          .LEVELS(LEVELS),
          .BY_LEVEL(COMPARED),
          .FIXED(FIXED),
          .CIRCUITS(CIRCUITS)
      ) router (
          .clock(clock),
          .reset(reset),
          .routes(ROUTES[r*ENDPOINTS*ROUTE+:ENDPOINTS*ROUTE]),
          .in_channel(in_channel[r*PORTS*ALL+:PORTS*ALL]),
          .in_flit(in_flit[r*PORTS*WIDTH+:PORTS*WIDTH]),
          .in_credit(in_credit[r*PORTS*ALL+:PORTS*ALL]),
          .in_refused(in_refused[r*PORTS+:PORTS]),
          .out_channel(out_channel[r*PORTS*ALL+:PORTS*ALL]),
          .out_flit(out_flit[r*PORTS*WIDTH+:PORTS*WIDTH]),
          .out_credit(out_credit[r*PORTS*ALL+:PORTS*ALL]),
          .out_refused(out_refused[r*PORTS+:PORTS])
      );
    end

    for (genvar e = 0; e < ENDPOINTS; e++) begin : gen_endpoint
      localparam int END = ALL_PORTS + e;
      endpoint #(
          .WIDTH(WIDTH),
          .CLASSES(CLASSES),
          .CHANNELS(CHANNELS),
          .SLOTS(SLOTS),
          .LEVELS(LEVELS),
          .PER_LEVEL(PER_LEVEL),
          .CIRCUITS(CIRCUITS)
      ) endpoint (
          .clock(clock),
          .reset(reset),
          .inject(inject[e]),
          .inject_flit(inject_flit[e*WIDTH+:WIDTH]),
          .inject_ready(inject_ready[e*CLASSES+:CLASSES]),
          .eject_valid(eject_valid[e]),
          .eject_flit(eject_flit[e*WIDTH+:WIDTH]),
          .eject(eject[e]),
          .refused(refused[e]),
          .out_channel(out_channel[END*ALL+:ALL]),
          .out_flit(out_flit[END*WIDTH+:WIDTH]),
          .out_credit(out_credit[END*ALL+:ALL]),
          .out_refused(out_refused[END]),
          .in_channel(in_channel[END*ALL+:ALL]),
          .in_flit(in_flit[END*WIDTH+:WIDTH]),
          .in_credit(in_credit[END*ALL+:ALL]),
          .in_refused(in_refused[END])
      );
    end

    for (genvar n = 0; n < ENDS; n++) begin : gen_link
      localparam int FAR = int'(FAR_ENDS[16*n+:16]) - (n < ALL_PORTS ? 1 : 0);
      localparam int FORWARD = n >= ALL_PORTS ? DELAY - REGISTER
          : FAR >= ALL_PORTS ? ROUTER + DELAY - 1 : ROUTER + LINK - REGISTER;
      if (FAR < 0) begin : gen_nothing
        assign in_channel[n*ALL+:ALL]  = '0;
        assign in_flit[n*WIDTH+:WIDTH] = '0;
        assign out_credit[n*ALL+:ALL]  = '0;
        assign out_refused[n]          = 1'b0;
      end else begin : gen_joined
        link #(
            .WIDTH(WIDTH),
            .ALL(ALL),
            .FORWARD(FORWARD),
            .CREDIT(CREDIT)
        ) link (
            .clock(clock),
            .reset(reset),
            .from_channel(out_channel[n*ALL+:ALL]),
            .from_flit(out_flit[n*WIDTH+:WIDTH]),
            .from_credit(out_credit[n*ALL+:ALL]),
            .from_refused(out_refused[n]),
            .to_channel(in_channel[FAR*ALL+:ALL]),
            .to_flit(in_flit[FAR*WIDTH+:WIDTH]),
            .to_credit(in_credit[FAR*ALL+:ALL]),
            .to_refused(in_refused[FAR])
        );
      end
    end
  endgenerate
endmodule
