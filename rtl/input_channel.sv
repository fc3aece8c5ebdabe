// A virtual channel of an input: its buffer, and the requests of its oldest flit. A flit is, from
// its lowest bit on: last of its packet; 4 bits of QoS field; on a circuit; target endpoint; data.
module input_channel #(
    parameter int WIDTH     = 64,
    parameter int SLOTS     = 4,
    parameter int PASSES    = 0,
    parameter int PORTS     = 5,
    parameter int CHANNELS  = 1,
    parameter int ENDPOINTS = 16,
    parameter int LEVELS    = 1,
    parameter int CIRCUITS  = 0,
    parameter int TARGET    = $clog2(ENDPOINTS),
    parameter int PORT      = $clog2(PORTS),
    parameter int ROUTE     = PORT + CHANNELS - 1
) (
    input  logic                       clock,
    input  logic                       reset,
    input  logic [ENDPOINTS*ROUTE-1:0] routes,   // by target: port, and channel where there are two
    input  logic                       write,
    input  logic [          WIDTH-1:0] written,
    input  logic                       take,
    output logic [          WIDTH-1:0] oldest,
    output logic [ PORTS*CHANNELS-1:0] request,  // by channel of the class, port by port
    output logic [                3:0] level,
    output logic                       last,
    output logic                       opens,
    output logic                       closes
);
  localparam int SHIFT = 3 - $clog2(LEVELS);

  logic filled, on_circuit;
  logic [3:0] field;
  logic [TARGET-1:0] target;
  logic [ROUTE-1:0] route;
  logic [PORT-1:0] port;
  logic second;

  buffer #(
      .WIDTH(WIDTH),
      .SLOTS(SLOTS),
      .PASSES(PASSES)
  ) buffer (
      .clock(clock),
      .reset(reset),
      .write(write),
      .written(written),
      .take(take),
      .filled(filled),
      .oldest(oldest)
  );

  assign last       = oldest[0];
  assign field      = oldest[4:1];
  assign on_circuit = CIRCUITS != 0 && oldest[5];
  assign target     = oldest[6+:TARGET];
  assign level      = field >> SHIFT;
  assign opens      = filled && on_circuit && field == 4'd8;
  assign closes     = filled && on_circuit && field == 4'd9;
  assign route      = routes[target*ROUTE+:ROUTE];
  assign port       = route[PORT-1:0];

  generate
    // Nothing on a circuit ever waits for another packet, and a link has one circuit.
    if (CHANNELS > 1) begin : gen_second
      assign second = route[ROUTE-1] && !on_circuit;
    end else begin : gen_only
      assign second = 1'b0;
    end
    for (genvar p = 0; p < PORTS; p++) begin : gen_port
      for (genvar k = 0; k < CHANNELS; k++) begin : gen_channel
        assign request[p*CHANNELS+k] = filled && port == PORT'(p) && second == 1'(k);
      end
    end
  endgenerate
endmodule
