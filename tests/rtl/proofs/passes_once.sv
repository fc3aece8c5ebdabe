// A router: every flit that is taken from a buffer leaves at exactly one output, unchanged, and no
// other flit leaves, for any inputs and any state.
package noc;
  localparam int PORTS = 3, ENDPOINTS = 4, DATA = 1, CLASSES = 2, CHANNELS = 1, SLOTS = 2,
      CREDIT = 1, DELAY = 1, LEVELS = 2, PER_LEVEL = 1, FIXED = 0, CIRCUITS = 0, QUEUE = 0,
      MULTICAST = 0;
  `include "noc.svh"
endpackage

module passes_once (
    input logic                               clock,
    input logic                               reset,
    input logic [             noc::TABLE-1:0] routes,
    input logic [noc::PORTS*noc::FORWARD-1:0] in,
    input logic [   noc::PORTS*noc::BACK-1:0] out_back
);
  localparam int PORTS = noc::PORTS, BUFFERS = noc::BUFFERS, FLIT = noc::FLIT;
  logic [PORTS*noc::BACK-1:0] in_back;
  logic [PORTS*noc::FORWARD-1:0] out;
  router router (.*);

  // Wires of the router, which flattening connects with these wires by name.
  (* hierconn *)logic [BUFFERS-1:0] \router.take , \router.grants[0] , \router.grants[1] ,
      \router.grants[2] ;
  (* hierconn *)logic [FLIT-1:0] \router.oldest[0] , \router.oldest[1] , \router.oldest[2] ,
      \router.oldest[3] , \router.oldest[4] , \router.oldest[5] ;
  logic [PORTS*BUFFERS-1:0] grants;  // by output
  logic [BUFFERS*FLIT-1:0] oldest;  // by buffer
  assign grants = {\router.grants[2] , \router.grants[1] , \router.grants[0] };
  assign oldest = {\router.oldest[5] , \router.oldest[4] , \router.oldest[3] ,
      \router.oldest[2] , \router.oldest[1] , \router.oldest[0] };
  logic [PORTS-1:0] outputs;
  always_comb begin
    outputs = '0;
    if (!reset) begin
      for (int b = 0; b < BUFFERS; b++) begin
        for (int q = 0; q < PORTS; q++) outputs[q] = grants[q*BUFFERS+b];
        assert ((outputs & (outputs - 1'b1)) == 0);
        assert (\router.take [b] == (outputs != 0));
        for (int q = 0; q < PORTS; q++)
          if (outputs[q]) assert (out[q*noc::FORWARD+:FLIT] == oldest[b*FLIT+:FLIT]);
      end
      for (int q = 0; q < PORTS; q++)
        assert ((out[q*noc::FORWARD+FLIT+:noc::ALL] != 0) == (grants[q*BUFFERS+:BUFFERS] != 0));
    end
  end
endmodule
