// An output, a link and the buffer at its end. The number of credits, of flits on the link, of
// flits in the buffer and of credits on their way back always add up to the slots of the buffer. So
// the buffer never overflows, whatever inputs request and whenever flits are taken.
package noc;
  localparam int PORTS = 3, ENDPOINTS = 4, DATA = 1, CLASSES = 1, CHANNELS = 1, SLOTS = 3,
      CREDIT = 2, DELAY = 1, LEVELS = 1, PER_LEVEL = 0, FIXED = 0, CIRCUITS = 0, QUEUE = 0,
      MULTICAST = 0;
  `include "noc.svh"
endpackage

module never_overflows #(
    parameter int FLITS = 2
) (
    input logic                     clock,
    input logic                     reset,
    input logic [  noc::INPUTS-1:0] requests,
    input logic [  noc::INPUTS-1:0] lasts,
    input logic [4*noc::INPUTS-1:0] levels,
    input logic                     takes
);
  localparam int SLOTS = noc::SLOTS, CREDIT = noc::CREDIT;
  logic able, keeps_off, filled, write, credit, take, refused, needed;
  logic [noc::FLIT-1:0] written, oldest;
  logic [noc::INPUTS-1:0] chosen;
  assign take = filled && takes;
  output_channel channel (
      .*,
      .starters({noc::INPUTS{1'b1}}),
      .granted(able)
  );
  link #(
      .FLITS(FLITS)
  ) link (
      .*,
      .from({able, noc::FLIT'(0)}),
      .from_back({credit, refused, needed}),
      .to({write, written}),
      .to_back({take, 2'b0})
  );
  buffer #(
      .WIDTH(noc::FLIT),
      .SLOTS(SLOTS)
  ) buffer (
      .*
  );

  // Registers of the parts, which flattening connects with these registers by name. A delay line
  // keeps one value more than its delay.
  (* hierconn *)logic [1:0] \channel.credits ;
  (* hierconn *)logic [1:0] \buffer.length ;
  (* hierconn *)logic [noc::FORWARD*(FLITS+1)-1:0] \link.forward.gen_stages.stages ;
  (* hierconn *)logic [noc::BACK*CREDIT-1:0] \link.back.gen_stages.stages ;
  logic [4:0] total;
  always_comb begin
    total = 5'(\channel.credits ) + 5'(\buffer.length );
    for (int i = 1; i <= FLITS; i++)
      total = total + 5'(\link.forward.gen_stages.stages [noc::FORWARD*i-1]);
    for (int i = 0; i < CREDIT - 1; i++)
      total = total + 5'(\link.back.gen_stages.stages [noc::BACK*i+noc::BACK-1]);
    if (!reset) begin
      assert (total == 5'(SLOTS));
      assert (\channel.credits <= 2'(SLOTS));
      assert (\buffer.length <= 2'(SLOTS));
      if (write) assert (\buffer.length < 2'(SLOTS));
    end
  end
endmodule
