// A virtual channel of an output. It knows the inputs that may use it, the input that may send
// next, and the credits for the buffer at the end of its link.
module output_channel #(
    parameter int COMPARED = noc::COMPARED
) (
    input  logic                     clock,
    input  logic                     reset,
    input  logic [  noc::INPUTS-1:0] requests,  // inputs whose oldest flit is routed here
    input  logic [  noc::INPUTS-1:0] starters,  // inputs whose packets may start here
    input  logic [  noc::INPUTS-1:0] lasts,     // inputs whose oldest flit ends its packet
    input  logic [4*noc::INPUTS-1:0] levels,    // by input
    input  logic                     credit,    // a slot has become free
    input  logic                     granted,   // the flit of `chosen` passes in this cycle
    output logic                     able,      // a flit could pass
    output logic                     keeps_off, // an input may not start a packet that it has
    output logic [  noc::INPUTS-1:0] chosen
);
  localparam int COUNT = $clog2(noc::SLOTS + 1);
  logic [COUNT-1:0] credits;
  logic [noc::INPUTS-1:0] owner, candidates;  // owner: the input whose packet is passing
  logic last;

  assign candidates = requests & (owner != 0 ? owner : starters);
  assign keeps_off = (requests & ~starters & ~owner) != 0;
  assign able = candidates != 0 && credits != 0;
  assign last = (chosen & lasts) != 0;

  arbiter #(
      .COMPARED(COMPARED)
  ) arbiter (
      .clock,
      .reset,
      .candidates,
      .levels,
      .granted,
      .last,
      .chosen
  );

  always_ff @(posedge clock) begin
    if (reset) begin
      credits <= COUNT'(noc::SLOTS);
      owner   <= '0;
    end else begin
      credits <= credits + COUNT'(credit) - COUNT'(granted);
      if (granted) owner <= last ? '0 : chosen;
    end
  end
endmodule
