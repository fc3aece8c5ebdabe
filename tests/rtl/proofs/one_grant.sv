// In each cycle an output passes on at most one flit, only of an input that requests it, and only
// into a free slot, whatever its inputs do.
package noc;
  localparam int PORTS = 3, ENDPOINTS = 4, DATA = 1, CLASSES = 2, CHANNELS = 2, SLOTS = 2,
      CREDIT = 1, DELAY = 1, LEVELS = 4, PER_LEVEL = 0, FIXED = 0, CIRCUITS = 1, QUEUE = 0,
      MULTICAST = 0;
  `include "noc.svh"
endpackage

module one_grant (
    input logic                            clock,
    input logic                            reset,
    input logic [noc::ALL*noc::INPUTS-1:0] requests,
    input logic [        noc::BUFFERS-1:0] lasts,
    input logic [      4*noc::BUFFERS-1:0] levels,
    input logic [         noc::INPUTS-1:0] opens,
    input logic [         noc::INPUTS-1:0] closes,
    input noc::back_t                      back
);
  localparam int ALL = noc::ALL, INPUTS = noc::INPUTS;
  logic [ALL-1:0] channel;
  logic [noc::BUFFERS-1:0] grants;
  logic held;
  logic [INPUTS-1:0] holder, relayed, reported;
  output_port port (
      .*,
      .levels(levels & {noc::BUFFERS{4'd3}})  // only four levels
  );
  logic [ALL*INPUTS-1:0] passing;
  always_comb begin
    passing = '0;
    for (int v = 0; v < ALL; v++)
      if (channel[v]) passing[v*INPUTS+:INPUTS] = grants[v/noc::CHANNELS*INPUTS+:INPUTS];
    if (!reset) begin
      assert ((channel & (channel - 1'b1)) == 0);
      assert ((grants & (grants - 1'b1)) == 0);
      assert ((channel != 0) == (grants != 0));
      assert ((passing & ~requests) == 0);
    end
  end
endmodule
