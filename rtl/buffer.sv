// The input buffer of a virtual channel: first in, first out. A flit that is written in a cycle can
// be taken from the next cycle on, or, if PASSES is 1, in the same cycle.
module buffer #(
    parameter int WIDTH  = 64,
    parameter int SLOTS  = 4,
    parameter int PASSES = 0
) (
    input  logic             clock,
    input  logic             reset,
    input  logic             write,
    input  logic [WIDTH-1:0] written,
    input  logic             take,
    output logic             filled,
    output logic [WIDTH-1:0] oldest
);
  localparam int INDEX = SLOTS > 1 ? $clog2(SLOTS) : 1;
  localparam int COUNT = $clog2(SLOTS + 1);

  logic [WIDTH-1:0] slots [0:SLOTS-1];
  logic [INDEX-1:0] head, tail;
  logic [COUNT-1:0] length;

  function automatic logic [INDEX-1:0] after(input logic [INDEX-1:0] slot);
    after = slot == INDEX'(SLOTS - 1) ? '0 : slot + 1'b1;
  endfunction

  assign filled = length != 0 || (PASSES != 0 && write);
  assign oldest = length != 0 || PASSES == 0 ? slots[head] : written;

  always_ff @(posedge clock) begin
    if (write) slots[tail] <= written;
    if (reset) begin
      head   <= '0;
      tail   <= '0;
      length <= '0;
    end else begin
      if (write) tail <= after(tail);
      if (take) head <= after(head);
      length <= length + COUNT'(write) - COUNT'(take);
    end
  end
endmodule
