// The end of the network at a network interface, which hands over and takes one flit in a cycle:
// credits for the buffers of its router, and a buffer of its own for each traffic class.
module endpoint #(
    parameter int WIDTH     = 64,
    parameter int CLASSES   = 1,
    parameter int CHANNELS  = 1,
    parameter int SLOTS     = 4,
    parameter int LEVELS    = 1,
    parameter int PER_LEVEL = 0,
    parameter int CIRCUITS  = 0,
    parameter int ALL       = CLASSES * CHANNELS
) (
    input  logic               clock,
    input  logic               reset,
    // The network interface.
    input  logic               inject,        // hands over; its class must be ready
    input  logic [  WIDTH-1:0] inject_flit,
    output logic [CLASSES-1:0] inject_ready,
    output logic               eject_valid,
    output logic [  WIDTH-1:0] eject_flit,    // of the first class that has one
    input  logic               eject,         // takes it
    output logic               refused,       // the circuit that it asked for
    // The link to the router.
    output logic [    ALL-1:0] out_channel,
    output logic [  WIDTH-1:0] out_flit,
    input  logic [    ALL-1:0] out_credit,
    input  logic               out_refused,
    // The link from the router.
    input  logic [    ALL-1:0] in_channel,
    input  logic [  WIDTH-1:0] in_flit,
    output logic [    ALL-1:0] in_credit,
    output logic               in_refused
);
  localparam int COUNT = $clog2(SLOTS + 1);
  localparam int FIRST = CIRCUITS != 0 ? 1 : 0;
  localparam int SHIFT = 3 - $clog2(LEVELS);

  logic [CLASSES-1:0] send, filled, take;
  logic [CLASSES*WIDTH-1:0] oldest;
  logic [3:0] level;

  assign level      = inject_flit[4:1] >> SHIFT;
  assign out_flit   = inject_flit;
  assign in_refused = 1'b0;
  assign eject_valid = filled != 0;
  assign take = eject ? filled & (~filled + 1'b1) : '0;

  always_ff @(posedge clock) refused <= !reset && out_refused;

  generate
    for (genvar c = 0; c < CLASSES; c++) begin : gen_class
      localparam int LEVEL = PER_LEVEL != 0 ? LEVELS - 1 - (c - FIRST) : 0;
      logic [COUNT-1:0] credits;

      assign send[c] = inject && (
          CIRCUITS != 0 && inject_flit[5] ? c == 0 :
          c >= FIRST && (PER_LEVEL == 0 || level == 4'(LEVEL)));
      assign inject_ready[c] = credits != 0;
      always_ff @(posedge clock) begin
        if (reset) credits <= COUNT'(SLOTS);
        else credits <= credits + COUNT'(out_credit[c*CHANNELS]) - COUNT'(send[c]);
      end

      buffer #(
          .WIDTH(WIDTH),
          .SLOTS(SLOTS)
      ) buffer (
          .clock(clock),
          .reset(reset),
          .write(in_channel[c*CHANNELS]),
          .written(in_flit),
          .take(take[c]),
          .filled(filled[c]),
          .oldest(oldest[c*WIDTH+:WIDTH])
      );
      for (genvar k = 0; k < CHANNELS; k++) begin : gen_channel
        assign out_channel[c*CHANNELS+k] = k == 0 && send[c];
        assign in_credit[c*CHANNELS+k]   = k == 0 && take[c];
      end
    end
  endgenerate

  always_comb begin
    eject_flit = '0;
    for (int c = CLASSES - 1; c >= 0; c--)
      if (filled[c]) eject_flit = oldest[c*WIDTH+:WIDTH];
  end
endmodule
