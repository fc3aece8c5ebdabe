// Routers, links and endpoints of a whole network, connected as PEERS says. Parameters are those of
// the chip file: SLOTS network.buffer_flits, SWITCH network.switch, LINK network.link, CREDIT
// network.credit, DELAY ni.delay, LEVELS network.levels, PER_LEVEL network.buffers, FIXED
// network.arbiter, CIRCUITS network.circuits.
module network #(
    parameter int ROUTERS   = 4,
    parameter int PORTS     = 5,
    parameter int ENDPOINTS = 4,
    parameter int DATA      = 64,  // bits of a flit's data
    parameter int CHANNELS  = 1,
    parameter int SLOTS     = 4,
    parameter int SWITCH    = 1,
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

  logic [ALL_PORTS*ALL-1:0] in_channel, in_credit, out_credit;
  logic [ALL_PORTS*WIDTH-1:0] in_flit;
  logic [ALL_PORTS-1:0] in_refused, out_refused;
  logic [ENDPOINTS*ALL-1:0] up_channel, up_credit, down_channel, down_credit;
  logic [ENDPOINTS*WIDTH-1:0] up_flit, down_flit;
  logic [ENDPOINTS-1:0] up_refused, down_refused;
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
          .out_channel(link_channel[r*PORTS*ALL+:PORTS*ALL]),
          .out_flit(link_flit[r*PORTS*WIDTH+:PORTS*WIDTH]),
          .out_credit(out_credit[r*PORTS*ALL+:PORTS*ALL]),
          .out_refused(out_refused[r*PORTS+:PORTS])
      );
    end

    for (genvar n = 0; n < ALL_PORTS; n++) begin : gen_port
      localparam int PEER = int'(PEERS[16*n+:16]);
      if (PEER == 0) begin : gen_nothing
        assign in_channel[n*ALL+:ALL]  = '0;
        assign in_flit[n*WIDTH+:WIDTH] = '0;
        assign out_credit[n*ALL+:ALL]  = '0;
        assign out_refused[n]          = 1'b0;
      end else if (PEER <= ALL_PORTS) begin : gen_link
        link #(
            .WIDTH(WIDTH),
            .ALL(ALL),
            .FORWARD(SWITCH + LINK - REGISTER),
            .CREDIT(CREDIT)
        ) link (
            .clock(clock),
            .reset(reset),
            .from_channel(link_channel[n*ALL+:ALL]),
            .from_flit(link_flit[n*WIDTH+:WIDTH]),
            .from_credit(out_credit[n*ALL+:ALL]),
            .from_refused(out_refused[n]),
            .to_channel(in_channel[(PEER-1)*ALL+:ALL]),
            .to_flit(in_flit[(PEER-1)*WIDTH+:WIDTH]),
            .to_credit(in_credit[(PEER-1)*ALL+:ALL]),
            .to_refused(in_refused[PEER-1])
        );
      end else begin : gen_endpoint
        localparam int E = PEER - 1 - ALL_PORTS;
        link #(
            .WIDTH(WIDTH),
            .ALL(ALL),
            .FORWARD(SWITCH + DELAY - 1),
            .CREDIT(CREDIT)
        ) down (
            .clock(clock),
            .reset(reset),
            .from_channel(link_channel[n*ALL+:ALL]),
            .from_flit(link_flit[n*WIDTH+:WIDTH]),
            .from_credit(out_credit[n*ALL+:ALL]),
            .from_refused(out_refused[n]),
            .to_channel(down_channel[E*ALL+:ALL]),
            .to_flit(down_flit[E*WIDTH+:WIDTH]),
            .to_credit(down_credit[E*ALL+:ALL]),
            .to_refused(down_refused[E])
        );
      end
    end

    for (genvar e = 0; e < ENDPOINTS; e++) begin : gen_endpoint
      localparam int HOME = int'(HOMES[16*e+:16]);
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
          .out_channel(up_channel[e*ALL+:ALL]),
          .out_flit(up_flit[e*WIDTH+:WIDTH]),
          .out_credit(up_credit[e*ALL+:ALL]),
          .out_refused(up_refused[e]),
          .in_channel(down_channel[e*ALL+:ALL]),
          .in_flit(down_flit[e*WIDTH+:WIDTH]),
          .in_credit(down_credit[e*ALL+:ALL]),
          .in_refused(down_refused[e])
      );
      link #(
          .WIDTH(WIDTH),
          .ALL(ALL),
          .FORWARD(DELAY - REGISTER),
          .CREDIT(CREDIT)
      ) up (
          .clock(clock),
          .reset(reset),
          .from_channel(up_channel[e*ALL+:ALL]),
          .from_flit(up_flit[e*WIDTH+:WIDTH]),
          .from_credit(up_credit[e*ALL+:ALL]),
          .from_refused(up_refused[e]),
          .to_channel(in_channel[HOME*ALL+:ALL]),
          .to_flit(in_flit[HOME*WIDTH+:WIDTH]),
          .to_credit(in_credit[HOME*ALL+:ALL]),
          .to_refused(in_refused[HOME])
      );
    end
  endgenerate
endmodule
