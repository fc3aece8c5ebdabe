// A router: input buffers, a crossbar, an arbiter for each virtual channel of an output. A flit
// leaves in the cycle in which it is granted; the links add the router's and their own cycles.
// Virtual channel k of class c is number c * CHANNELS + k of its port.
module router #(
    parameter int WIDTH     = 64,
    parameter int PORTS     = 5,
    parameter int CLASSES   = 1,
    parameter int CHANNELS  = 1,
    parameter int SLOTS     = 4,
    parameter int PASSES    = 0,
    parameter int ENDPOINTS = 16,
    parameter int LEVELS    = 1,
    parameter int BY_LEVEL  = 0,
    parameter int FIXED     = 0,
    parameter int CIRCUITS  = 0,
    parameter int ALL       = CLASSES * CHANNELS,
    parameter int ROUTE     = $clog2(PORTS) + CHANNELS - 1
) (
    input  logic                       clock,
    input  logic                       reset,
    input  logic [ENDPOINTS*ROUTE-1:0] routes,
    // By port, from the link behind it.
    input  logic [      PORTS*ALL-1:0] in_channel,   // one bit: the channel that gets the flit
    input  logic [    PORTS*WIDTH-1:0] in_flit,
    output logic [      PORTS*ALL-1:0] in_credit,    // channels in which a slot has become free
    output logic [          PORTS-1:0] in_refused,
    // By port, to the link behind it.
    output logic [      PORTS*ALL-1:0] out_channel,
    output logic [    PORTS*WIDTH-1:0] out_flit,
    input  logic [      PORTS*ALL-1:0] out_credit,
    input  logic [          PORTS-1:0] out_refused
);
  // Routers of the same parameters are compiled once.
  /* verilator hier_block */
  localparam int INPUTS = PORTS * CHANNELS;  // of a class
  localparam int BUFFERS = CLASSES * INPUTS;

  // By class, by input of the class.
  logic [BUFFERS-1:0] take, last, opens, closes;
  logic [BUFFERS*WIDTH-1:0] oldest;
  logic [4*BUFFERS-1:0] level;
  logic [BUFFERS*PORTS*CHANNELS-1:0] request;
  // By output.
  logic [PORTS*BUFFERS-1:0] grants;
  logic [PORTS-1:0] held;
  logic [PORTS*INPUTS-1:0] holder, relayed;
  // Inputs of the circuits' class whose open packet is refused here.
  logic [INPUTS-1:0] refused;

  generate
    for (genvar c = 0; c < CLASSES; c++) begin : gen_class
      for (genvar i = 0; i < INPUTS; i++) begin : gen_input
        localparam int P = i / CHANNELS;
        localparam int V = P * ALL + c * CHANNELS + i % CHANNELS;
        localparam int B = c * INPUTS + i;
        input_channel #(
            .WIDTH(WIDTH),
            .SLOTS(SLOTS),
            .PASSES(PASSES),
            .PORTS(PORTS),
            .CHANNELS(CHANNELS),
            .ENDPOINTS(ENDPOINTS),
            .LEVELS(LEVELS),
            .CIRCUITS(CIRCUITS)
        ) channel (
            .clock(clock),
            .reset(reset),
            .routes(routes),
            .write(in_channel[V]),
            .written(in_flit[P*WIDTH+:WIDTH]),
            .take(take[B]),
            .oldest(oldest[B*WIDTH+:WIDTH]),
            .request(request[B*PORTS*CHANNELS+:PORTS*CHANNELS]),
            .level(level[4*B+:4]),
            .last(last[B]),
            .opens(opens[B]),
            .closes(closes[B])
        );
        assign in_credit[V] = take[B];
      end
    end

    for (genvar q = 0; q < PORTS; q++) begin : gen_output
      logic [ALL*INPUTS-1:0] requests;
      for (genvar c = 0; c < CLASSES; c++) begin : gen_class
        for (genvar k = 0; k < CHANNELS; k++) begin : gen_channel
          for (genvar i = 0; i < INPUTS; i++) begin : gen_input
            assign requests[(c*CHANNELS+k)*INPUTS+i] =
                request[((c*INPUTS+i)*PORTS+q)*CHANNELS+k];
          end
        end
      end
      output_port #(
          .PORTS(PORTS),
          .CLASSES(CLASSES),
          .CHANNELS(CHANNELS),
          .SLOTS(SLOTS),
          .BY_LEVEL(BY_LEVEL),
          .FIXED(FIXED),
          .CIRCUITS(CIRCUITS)
      ) output_port (
          .clock(clock),
          .reset(reset),
          .requests(requests),
          .lasts(last),
          .levels(level),
          .opens(opens[INPUTS-1:0]),
          .closes(closes[INPUTS-1:0]),
          .credits(out_credit[q*ALL+:ALL]),
          .refused(out_refused[q]),
          .channel(out_channel[q*ALL+:ALL]),
          .grants(grants[q*BUFFERS+:BUFFERS]),
          .held(held[q]),
          .holder(holder[q*INPUTS+:INPUTS]),
          .relayed(relayed[q*INPUTS+:INPUTS])
      );
    end

    if (CIRCUITS != 0) begin : gen_refusals
      logic unused;  // only packets on circuits open and close
      assign unused = &{1'b0, opens, closes};
      // An open packet meets an output that is held for another input.
      always_comb begin
        refused = '0;
        for (int i = 0; i < INPUTS; i++)
          for (int q = 0; q < PORTS; q++)
            if (opens[i] && request[(i*PORTS+q)*CHANNELS] && held[q] && !holder[q*INPUTS+i])
              refused[i] = 1'b1;
      end
      always_comb begin
        for (int p = 0; p < PORTS; p++) begin
          in_refused[p] = refused[p*CHANNELS];
          for (int q = 0; q < PORTS; q++)
            in_refused[p] = in_refused[p] || relayed[q*INPUTS+p*CHANNELS];
        end
      end
    end else begin : gen_no_refusals
      logic unused;
      assign unused = &{1'b0, held, holder, relayed, opens, closes};
      assign refused = '0;
      assign in_refused = '0;
    end
  endgenerate

  always_comb begin
    take = BUFFERS'(refused);
    for (int q = 0; q < PORTS; q++) take = take | grants[q*BUFFERS+:BUFFERS];
    out_flit = '0;
    for (int q = 0; q < PORTS; q++)
      for (int b = 0; b < BUFFERS; b++)
        if (grants[q*BUFFERS+b])
          out_flit[q*WIDTH+:WIDTH] = out_flit[q*WIDTH+:WIDTH] | oldest[b*WIDTH+:WIDTH];
  end
endmodule
