// The arbiter of a virtual channel of an output. If packets of different priority levels share
// buffers, only candidates of the highest level are considered. Among these, round robin or fixed
// priority chooses. At most one bit of `chosen` is set. With round robin, an input that has been
// served is preferred until the last flit of its packet has passed.
module arbiter #(
    parameter int COMPARED = noc::COMPARED  // number of priority levels; 0 if there is only one
) (
    input  logic                     clock,
    input  logic                     reset,
    input  logic [  noc::INPUTS-1:0] candidates,
    input  logic [4*noc::INPUTS-1:0] levels,      // by input
    input  logic                     granted,     // `chosen` passes on its flit in this cycle
    input  logic                     last,        // that flit is the last one of its packet
    output logic [  noc::INPUTS-1:0] chosen
);
  localparam int INPUTS = noc::INPUTS;
  logic [INPUTS-1:0] highest;
  generate
    if (COMPARED != 0) begin : gen_levels
      highest_level #(
          .INPUTS(INPUTS),
          .LEVELS(COMPARED)
      ) levels_first (
          .candidates,
          .levels,
          .highest
      );
    end else begin : gen_one_level
      logic unused;
      assign unused  = &{1'b0, levels};
      assign highest = candidates;
    end

    if (noc::FIXED != 0) begin : gen_fixed
      logic unused;
      assign unused = &{1'b0, clock, reset, granted, last};
      fixed_priority #(.INPUTS(INPUTS)) policy (
          .candidates(highest),
          .chosen
      );
    end else begin : gen_round_robin
      localparam int INDEX = $clog2(INPUTS);
      logic [INDEX-1:0] first, served;
      round_robin #(.INPUTS(INPUTS)) policy (
          .candidates(highest),
          .first,
          .chosen
      );
      always_comb begin
        served = '0;
        for (int i = 0; i < INPUTS; i++) if (chosen[i]) served = INDEX'(i);
      end
      always_ff @(posedge clock) begin
        if (reset) first <= '0;
        else if (granted) begin
          if (!last) first <= served;
          else first <= served == INDEX'(INPUTS - 1) ? '0 : served + 1'b1;
        end
      end
    end
  endgenerate
endmodule
