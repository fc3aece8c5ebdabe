// An output of a router. In each cycle, it passes a flit of the first traffic class that has a
// virtual channel able to pass one. The two channels of a class take turns.
module output_port (
    input  logic                            clock,
    input  logic                            reset,
    input  logic [noc::ALL*noc::INPUTS-1:0] requests,  // by channel and input of its class
    input  logic [        noc::BUFFERS-1:0] lasts,
    input  logic [      4*noc::BUFFERS-1:0] levels,    // by buffer
    input  logic [         noc::INPUTS-1:0] opens,     // inputs of the circuits' class
    input  logic [         noc::INPUTS-1:0] closes,
    input  noc::back_t                      back,
    output logic [            noc::ALL-1:0] channel,   // the channel whose flit passes
    output logic [        noc::BUFFERS-1:0] grants,    // the buffer of that flit
    output logic                            held,      // by a circuit
    output logic [         noc::INPUTS-1:0] holder,
    output logic [         noc::INPUTS-1:0] relayed,
    output logic [         noc::INPUTS-1:0] reported
);
  localparam int CLASSES = noc::CLASSES, CHANNELS = noc::CHANNELS, INPUTS = noc::INPUTS;
  logic [noc::ALL-1:0] able, keeps_off;
  logic [INPUTS-1:0] chosen[noc::ALL];
  logic [INPUTS-1:0] others;  // inputs that may start packets of the classes without circuits
  logic unused;  // unused without exclusive circuits
  assign unused = &{1'b0, others};

  generate
    for (genvar v = 0; v < noc::ALL; v++) begin : gen_channel
      localparam int C = v / CHANNELS;
      logic [INPUTS-1:0] starters;
      if (noc::CIRCUITS != 0 && v == 0) begin : gen_on_circuit
        assign starters = held ? holder : {INPUTS{1'b1}};
      end else if (noc::CIRCUITS == 1 && C > 0) begin : gen_beside
        assign starters = others;
      end else begin : gen_all
        assign starters = {INPUTS{1'b1}};
      end
      output_channel #(
          .COMPARED(v < CHANNELS || noc::PER_LEVEL == 0 ? noc::COMPARED : 0)
      ) virtual_channel (
          .clock,
          .reset,
          .requests(requests[v*INPUTS+:INPUTS]),
          .starters,
          .lasts(lasts[C*INPUTS+:INPUTS]),
          .levels(levels[4*C*INPUTS+:4*INPUTS]),
          .credit(back.credit[v]),
          .granted(channel[v]),
          .able(able[v]),
          .keeps_off(keeps_off[v]),
          .chosen(chosen[v])
      );
    end

    if (CHANNELS == 1) begin : gen_one_channel
      assign channel = able & (~able + 1'b1);
    end else begin : gen_turns
      // For each class, the channel that was served last: 0 or 1.
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

    if (noc::CIRCUITS != 0) begin : gen_circuit
      logic [INPUTS-1:0] passing;
      logic complete;
      assign passing = channel[0] ? chosen[0] : '0;
      circuit circuit (
          .clock,
          .reset,
          .passing,
          .opens((passing & opens) != 0),
          .closes((passing & closes) != 0),
          .refused(noc::QUEUE == 0 && back.refused),
          .keeps_off(keeps_off != 0),
          .needed(back.needed),
          .held,
          .holder,
          .complete,
          .relayed,
          .reported
      );
      for (genvar p = 0; p < noc::PORTS; p++) begin : gen_others
        assign others[p*CHANNELS+:CHANNELS] =
            {CHANNELS{!complete || holder[p*CHANNELS+:CHANNELS] != 0}};
      end
    end else begin : gen_no_circuit
      logic unused_circuit;
      assign unused_circuit = &{1'b0, opens, closes, back.refused, back.needed, keeps_off};
      assign held    = 1'b0;
      assign holder  = '0;
      assign relayed = '0;
      assign reported = '0;
      assign others  = {INPUTS{1'b1}};
    end
  endgenerate

  always_comb begin
    grants = '0;
    for (int v = 0; v < noc::ALL; v++)
      if (channel[v]) grants[v/CHANNELS*INPUTS+:INPUTS] = chosen[v];
  end
endmodule
