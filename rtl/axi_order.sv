// Keeps the bursts of a manager in one direction, reads or writes, in order. Bursts of one ID must
// be answered in order. Therefore all outstanding bursts of an ID must have the same place: one
// target endpoint and one route.
module axi_order #(
    parameter int OUTSTANDING = 8,  // most outstanding bursts of one ID
    parameter int PLACE = 1
) (
    input  logic               clock,
    input  logic               reset,
    input  logic [noc::ID-1:0] id,
    input  logic [  PLACE-1:0] place,
    output logic               idle,     // no burst of this ID is outstanding
    output logic               allowed,  // a burst of this ID may be sent to `place`
    input  logic               starts,
    input  logic               ends,
    input  logic [noc::ID-1:0] ended
);
  localparam int IDS = 2 ** noc::ID, COUNT = $clog2(OUTSTANDING + 1);
  logic [IDS*COUNT-1:0] counts;
  logic [IDS*PLACE-1:0] places;
  logic [COUNT-1:0] count;

  assign count = counts[id*COUNT+:COUNT];
  assign idle = count == 0;
  assign allowed = idle || (count != COUNT'(OUTSTANDING) && places[id*PLACE+:PLACE] == place);

  generate
    for (genvar i = 0; i < IDS; i++) begin : gen_id
      logic more, less;
      assign more = starts && id == noc::ID'(i);
      assign less = ends && ended == noc::ID'(i);
      always_ff @(posedge clock) begin
        if (reset) counts[i*COUNT+:COUNT] <= '0;
        else counts[i*COUNT+:COUNT] <= counts[i*COUNT+:COUNT] + COUNT'(more) - COUNT'(less);
        if (more) places[i*PLACE+:PLACE] <= place;
      end
    end
  endgenerate
endmodule
