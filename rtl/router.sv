// A router: input buffers, a crossbar, and an arbiter for each virtual channel of an output. A flit
// leaves in the cycle in which it is granted; the links add the cycles of the router and their own.
// Links between routers have registers, so no bit depends on itself. If ni.delay is 0, Verilator
// still reports a loop, because it does not distinguish the links within a vector.
// verilator lint_off UNOPTFLAT
module router (
    input  logic                               clock,
    input  logic                               reset,
    input  logic [             noc::TABLE-1:0] routes,
    // The links that arrive at each port, and the links that leave from it.
    input  logic [noc::PORTS*noc::FORWARD-1:0] in,
    output logic [   noc::PORTS*noc::BACK-1:0] in_back,
    output logic [noc::PORTS*noc::FORWARD-1:0] out,
    input  logic [   noc::PORTS*noc::BACK-1:0] out_back
);
  // With `hier_block`, Verilator compiles the router once, not once per instance.
  /* verilator hier_block */
  localparam int PORTS = noc::PORTS, CHANNELS = noc::CHANNELS;
  localparam int INPUTS = noc::INPUTS, BUFFERS = noc::BUFFERS, ALL = noc::ALL;

  logic [BUFFERS-1:0] take, last, opens, closes;
  logic [4*BUFFERS-1:0] level;  // by buffer
  logic [noc::FLIT-1:0] oldest[BUFFERS];
  logic [INPUTS-1:0] request[BUFFERS];  // one bit per port and channel of the class
  // For each output port, the buffers that send a flit to it in this cycle.
  logic [BUFFERS-1:0] grants[PORTS];
  logic [PORTS-1:0] held;
  logic [INPUTS-1:0] holder[PORTS], relayed[PORTS], reported[PORTS];
  // Inputs of the circuits' class. A bit is 1 if the oldest flit of the input's buffer is a packet
  // that opens a circuit, and this router refuses the packet.
  logic [INPUTS-1:0] refused;

  generate
    for (genvar p = 0; p < PORTS; p++) begin : gen_input
      logic [ALL-1:0] channel, credit;
      logic [noc::FLIT-1:0] flit;
      logic refusal, need;
      assign {channel, flit} = in[p*noc::FORWARD+:noc::FORWARD];
      assign in_back[p*noc::BACK+:noc::BACK] = {credit, refusal, need};
      for (genvar v = 0; v < ALL; v++) begin : gen_channel
        localparam int B = v / CHANNELS * INPUTS + p * CHANNELS + v % CHANNELS;
        input_channel virtual_channel (
            .clock,
            .reset,
            .routes,
            .write(channel[v]),
            .written(flit),
            .take(take[B]),
            .oldest(oldest[B]),
            .request(request[B]),
            .level(level[4*B+:4]),
            .last(last[B]),
            .opens(opens[B]),
            .closes(closes[B])
        );
        assign credit[v] = take[B];
      end
      always_comb begin
        refusal = refused[p*CHANNELS];
        need = 1'b0;
        for (int q = 0; q < PORTS; q++) begin
          refusal = refusal || relayed[q][p*CHANNELS];
          need = need || reported[q][p*CHANNELS];
        end
      end
    end

    for (genvar q = 0; q < PORTS; q++) begin : gen_output
      logic [ALL*INPUTS-1:0] requests;
      logic [ALL-1:0] channel;
      logic [noc::FLIT-1:0] flit;
      for (genvar v = 0; v < ALL; v++) begin : gen_channel
        for (genvar i = 0; i < INPUTS; i++) begin : gen_input
          assign requests[v*INPUTS+i] = request[v/CHANNELS*INPUTS+i][q*CHANNELS+v%CHANNELS];
        end
      end
      output_port output_port (
          .clock,
          .reset,
          .requests,
          .lasts(last),
          .levels(level),
          .opens(opens[INPUTS-1:0]),
          .closes(closes[INPUTS-1:0]),
          .back(out_back[q*noc::BACK+:noc::BACK]),
          .channel,
          .grants(grants[q]),
          .held(held[q]),
          .holder(holder[q]),
          .relayed(relayed[q]),
          .reported(reported[q])
      );
      always_comb begin
        flit = '0;
        for (int b = 0; b < BUFFERS; b++) if (grants[q][b]) flit = flit | oldest[b];
      end
      assign out[q*noc::FORWARD+:noc::FORWARD] = {channel, flit};
    end
  endgenerate

  logic unused;  // unused in networks without circuits, and by classes without circuits
  assign unused = &{1'b0, held, opens, closes};
  always_comb begin
    // A packet that opens a circuit is refused if its output is held for another input, unless such
    // packets may wait.
    refused = '0;
    if (noc::CIRCUITS != 0 && noc::QUEUE == 0)
      for (int i = 0; i < INPUTS; i++)
        for (int q = 0; q < PORTS; q++)
          if (opens[i] && request[i][q*CHANNELS] && held[q] && !holder[q][i]) refused[i] = 1'b1;
    take = BUFFERS'(refused);
    for (int q = 0; q < PORTS; q++) take = take | grants[q];
  end
endmodule
