// An endpoint of the network, to which a network interface is attached. In one cycle it takes at
// most one flit from the interface, and offers one flit to the interface. It has credits for the
// buffers of its router, and a buffer of its own for each traffic class. If WHOLE is 1, it offers
// all flits of a packet before those of another class.
module endpoint #(
    parameter int WHOLE = 0
) (
    input  logic                    clock,
    input  logic                    reset,
    // Signals of the network interface.
    input  logic                    inject,        // a flit is handed over; its class must be ready
    input  noc::flit_t              inject_flit,
    output logic [noc::CLASSES-1:0] inject_ready,
    output logic                    eject_valid,
    output noc::flit_t              eject_flit,    // a flit of the first class that has one
    input  logic                    eject,         // `eject_flit` is taken
    output logic                    refused,       // the circuit of the interface's open packet
    output logic                    needed,        // the interface's circuit keeps a packet off
    // The link to the router, then the link from it.
    output noc::forward_t           out,
    input  noc::back_t              out_back,
    input  noc::forward_t           in,
    output noc::back_t              in_back
);
  localparam int CLASSES = noc::CLASSES, COUNT = $clog2(noc::SLOTS + 1);

  logic [CLASSES-1:0] send, filled, take, offered;
  logic [noc::FLIT-1:0] oldest[CLASSES];
  logic [3:0] level;

  assign level = inject_flit.field >> noc::SHIFT;
  assign out.flit = inject_flit;
  assign in_back.refused = 1'b0;
  assign in_back.needed = 1'b0;
  assign eject_valid = offered != 0;
  assign take = eject ? offered & (~offered + 1'b1) : '0;

  always_ff @(posedge clock) refused <= !reset && out_back.refused;
  always_ff @(posedge clock) needed <= !reset && out_back.needed;

  generate
    if (WHOLE != 0) begin : gen_whole
      logic [CLASSES-1:0] passing;  // the class whose packet is being taken
      assign offered = filled & (passing != 0 ? passing : {CLASSES{1'b1}});
      always_ff @(posedge clock) begin
        if (reset) passing <= '0;
        else if (eject && eject_valid) passing <= eject_flit.last ? '0 : take;
      end
    end else begin : gen_any
      assign offered = filled;
    end
    for (genvar c = 0; c < CLASSES; c++) begin : gen_class
      localparam int LEVEL = noc::PER_LEVEL != 0 ? noc::LEVELS - 1 - (c - noc::FIRST) : 0;
      logic [COUNT-1:0] credits;

      assign send[c] = inject && (
          noc::CIRCUITS != 0 && inject_flit.on_circuit ? c == 0 :
          c >= noc::FIRST && (noc::PER_LEVEL == 0 || level == 4'(LEVEL)));
      assign inject_ready[c] = credits != 0;
      always_ff @(posedge clock) begin
        if (reset) credits <= COUNT'(noc::SLOTS);
        else credits <= credits + COUNT'(out_back.credit[c*noc::CHANNELS]) - COUNT'(send[c]);
      end

      buffer #(
          .WIDTH(noc::FLIT),
          .SLOTS(noc::SLOTS)
      ) buffer (
          .clock,
          .reset,
          .write(in.channel[c*noc::CHANNELS]),
          .written(in.flit),
          .take(take[c]),
          .filled(filled[c]),
          .oldest(oldest[c])
      );
    end
    // A network interface uses only the first channel of a class.
    for (genvar v = 0; v < noc::ALL; v++) begin : gen_channel
      assign out.channel[v] = v % noc::CHANNELS == 0 && send[v/noc::CHANNELS];
      assign in_back.credit[v] = v % noc::CHANNELS == 0 && take[v/noc::CHANNELS];
    end
  endgenerate

  always_comb begin
    eject_flit = '0;
    for (int c = CLASSES - 1; c >= 0; c--) if (offered[c]) eject_flit = oldest[c];
  end
endmodule
