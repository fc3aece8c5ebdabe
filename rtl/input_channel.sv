// A virtual channel of an input: its buffer, and the requests of its oldest flit.
// If Verilator reports a combinational loop here, it does not exist; `router` says why.
// verilator lint_off UNOPTFLAT
module input_channel (
    input  logic                   clock,
    input  logic                   reset,
    input  logic [ noc::TABLE-1:0] routes,   // see noc::ROUTES
    input  logic                   write,
    input  noc::flit_t             written,
    input  logic                   take,
    output noc::flit_t             oldest,
    output logic [noc::INPUTS-1:0] request,  // one bit per port and channel of the class
    output logic [            3:0] level,
    output logic                   last,
    output logic                   opens,
    output logic                   closes
);
  logic filled, on_circuit;
  logic [noc::ROUTE-1:0] route;
  logic [noc::PORT-1:0] port;
  logic second;

  buffer #(
      .WIDTH(noc::FLIT),
      .SLOTS(noc::SLOTS),
      .PASSES(noc::DELAY == 0 ? 1 : 0)
  ) buffer (
      .clock,
      .reset,
      .write,
      .written,
      .take,
      .filled,
      .oldest
  );

  assign last       = oldest.last;
  assign on_circuit = noc::CIRCUITS != 0 && oldest.on_circuit;
  assign level      = (noc::QUEUE != 0 ? oldest.field & 4'd7 : oldest.field) >> noc::SHIFT;
  assign opens      = filled && on_circuit &&
      (oldest.field == 4'd8 || (noc::QUEUE != 0 && oldest.field[2:0] != 0 && !oldest.field[3]));
  assign closes     = filled && on_circuit && oldest.field == 4'd9;
  assign route      = routes[oldest.target*noc::ROUTE+:noc::ROUTE];
  assign port       = route[noc::PORT-1:0];

  generate
    // A packet on a circuit never waits for another packet, and a link has only one circuit, so
    // packets on circuits need no second channel.
    if (noc::CHANNELS > 1) begin : gen_second
      assign second = route[noc::ROUTE-1] && !on_circuit;
    end else begin : gen_only
      assign second = 1'b0;
    end
    for (genvar p = 0; p < noc::PORTS; p++) begin : gen_port
      for (genvar k = 0; k < noc::CHANNELS; k++) begin : gen_channel
        assign request[p*noc::CHANNELS+k] = filled && port == noc::PORT'(p) && second == 1'(k);
      end
    end
  endgenerate
endmodule
