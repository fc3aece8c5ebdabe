// An output of a router: in each cycle the first traffic class with a virtual channel that can pass
// a flit on does so; the two channels of a class take turns.
module output_port #(
    parameter int PORTS    = 5,
    parameter int CLASSES  = 1,
    parameter int CHANNELS = 1,  // of each class
    parameter int SLOTS    = 4,
    parameter int BY_LEVEL = 0,
    parameter int FIXED    = 0,
    parameter int CIRCUITS = 0,  // 0: none; 1: exclusive; 2: shared
    parameter int INPUTS   = PORTS * CHANNELS,  // of a class
    parameter int ALL      = CLASSES * CHANNELS
) (
    input  logic                        clock,
    input  logic                        reset,
    input  logic [      ALL*INPUTS-1:0] requests,  // by channel here, by input of its class
    input  logic [  CLASSES*INPUTS-1:0] lasts,     // by class, by input
    input  logic [4*CLASSES*INPUTS-1:0] levels,
    input  logic [          INPUTS-1:0] opens,     // of the class of the circuits
    input  logic [          INPUTS-1:0] closes,
    input  logic [             ALL-1:0] credits,
    input  logic                        refused,
    output logic [             ALL-1:0] channel,   // the one that passes a flit on
    output logic [  CLASSES*INPUTS-1:0] grants,    // the input that it comes from
    output logic                        held,      // by a circuit
    output logic [          INPUTS-1:0] holder,
    output logic [          INPUTS-1:0] relayed
);
  logic [ALL-1:0] able;
  logic [ALL*INPUTS-1:0] chosen;
  logic [INPUTS-1:0] others;  // the inputs whose packets may start beside a circuit

  generate
    for (genvar c = 0; c < CLASSES; c++) begin : gen_class
      for (genvar k = 0; k < CHANNELS; k++) begin : gen_channel
        localparam int V = c * CHANNELS + k;
        localparam int ON_CIRCUIT = CIRCUITS != 0 && V == 0 ? 1 : 0;
        localparam int BESIDE = CIRCUITS == 1 && c > 0 ? 1 : 0;
        output_channel #(
            .INPUTS(INPUTS),
            .SLOTS(SLOTS),
            .BY_LEVEL(BY_LEVEL),
            .FIXED(FIXED)
        ) virtual_channel (
            .clock(clock),
            .reset(reset),
            .requests(requests[V*INPUTS+:INPUTS]),
            .starters(ON_CIRCUIT != 0 && held ? holder : BESIDE != 0 ? others : {INPUTS{1'b1}}),
            .lasts(lasts[c*INPUTS+:INPUTS]),
            .levels(levels[4*c*INPUTS+:4*INPUTS]),
            .credit(credits[V]),
            .granted(channel[V]),
            .able(able[V]),
            .chosen(chosen[V*INPUTS+:INPUTS])
        );
      end
    end

    if (CHANNELS == 1) begin : gen_one_channel
      assign channel = able & (~able + 1'b1);
    end else begin : gen_turns
      // By class: the channel that was served last, 0 or 1.
      logic [CLASSES-1:0] served;
      always_comb begin
        channel = '0;
        for (int c = CLASSES - 1; c >= 0; c--) begin
          if (able[2*c] || able[2*c+1]) begin
            channel = '0;
            channel[2*c]   = able[2*c] && (served[c] || !able[2*c+1]);
            channel[2*c+1] = able[2*c+1] && (!served[c] || !able[2*c]);
          end
        end
      end
      always_ff @(posedge clock) begin
        for (int c = 0; c < CLASSES; c++) begin
          if (reset) served[c] <= 1'b0;
          else if (channel[2*c] || channel[2*c+1]) served[c] <= channel[2*c+1];
        end
      end
    end

    if (CIRCUITS != 0) begin : gen_circuit
      logic [INPUTS-1:0] passing;
      assign passing = channel[0] ? chosen[0+:INPUTS] : '0;
      circuit #(.INPUTS(INPUTS)) circuit (
          .clock(clock),
          .reset(reset),
          .passing(passing),
          .opens((passing & opens) != 0),
          .closes((passing & closes) != 0),
          .refused(refused),
          .held(held),
          .holder(holder),
          .relayed(relayed)
      );
      for (genvar p = 0; p < PORTS; p++) begin : gen_others
        assign others[p*CHANNELS+:CHANNELS] =
            {CHANNELS{!held || holder[p*CHANNELS+:CHANNELS] != 0}};
      end
    end else begin : gen_no_circuit
      logic unused;
      assign unused  = &{1'b0, opens, closes, refused, others};
      assign held    = 1'b0;
      assign holder  = '0;
      assign relayed = '0;
      assign others  = {INPUTS{1'b1}};
    end
  endgenerate

  always_comb begin
    grants = '0;
    for (int c = 0; c < CLASSES; c++)
      for (int k = 0; k < CHANNELS; k++)
        if (channel[c*CHANNELS+k])
          grants[c*INPUTS+:INPUTS] = chosen[(c*CHANNELS+k)*INPUTS+:INPUTS];
  end
endmodule
