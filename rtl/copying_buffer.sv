// The buffer of an input whose packets may leave by several ports. Each port takes the flits of the
// oldest packet at its own pace. A slot becomes free when all ports of the packet have taken its
// flit. PASSES is as in `buffer`. Verilator may report a combinational loop here, which does not
// exist; `router` says why.
// verilator lint_off UNOPTFLAT
module copying_buffer #(
    parameter int PASSES = 0
) (
    input  logic                            clock,
    input  logic                            reset,
    input  logic                            write,
    input  logic [           noc::FLIT-1:0] written,
    input  logic [          noc::PORTS-1:0] ports,    // by which the oldest packet leaves
    input  logic [          noc::PORTS-1:0] passed,   // for each port: it takes its next flit
    output logic [           noc::FLIT-1:0] oldest,
    output logic [noc::PORTS*noc::FLIT-1:0] next,     // for each port: the flit that it takes next
    output logic [          noc::PORTS-1:0] waits,    // for each port: its next flit has arrived
    output logic                            freed     // the oldest flit's slot becomes free
);
  localparam int SLOTS = noc::SLOTS, PORTS = noc::PORTS, FLIT = noc::FLIT;
  localparam int INDEX = SLOTS > 1 ? $clog2(SLOTS) : 1;
  localparam int COUNT = $clog2(SLOTS + 1);

  logic [FLIT-1:0] slots [0:SLOTS-1];
  logic [INDEX-1:0] head, tail;
  logic [COUNT-1:0] length, present;
  logic [PORTS-1:0] gone, closed;  // by port: the oldest flit has left; its packet's last flit has
  logic is_last;

  function automatic logic [INDEX-1:0] after(input logic [INDEX-1:0] slot,
                                             input logic [COUNT-1:0] flits);
    logic [COUNT:0] sum;
    sum = (COUNT + 1)'(slot) + (COUNT + 1)'(flits);
    after = INDEX'(sum >= (COUNT + 1)'(SLOTS) ? sum - (COUNT + 1)'(SLOTS) : sum);
  endfunction

  assign present = length + COUNT'(PASSES != 0 && write);
  assign oldest = length != 0 || PASSES == 0 ? slots[head] : written;
  assign is_last = oldest[0];
  assign freed = present != 0 && (gone | passed | ~ports) == {PORTS{1'b1}};

  generate
    for (genvar p = 0; p < PORTS; p++) begin : gen_port
      logic [COUNT-1:0] left;  // number of flits in the buffer that have left by port p
      logic [FLIT-1:0] flit;
      assign flit = left != length || PASSES == 0 ? slots[after(head, left)] : written;
      assign next[p*FLIT+:FLIT] = flit;
      assign waits[p] = ports[p] && !closed[p] && left < present;
      assign gone[p] = left != 0;
      always_ff @(posedge clock) begin
        if (reset) begin
          left <= '0;
          closed[p] <= 1'b0;
        end else begin
          left <= left + COUNT'(passed[p]) - COUNT'(freed && ports[p]);
          closed[p] <= (closed[p] || (passed[p] && flit[0])) && !(freed && is_last);
        end
      end
    end
  endgenerate

  always_ff @(posedge clock) begin
    if (write) slots[tail] <= written;
    if (reset) begin
      head   <= '0;
      tail   <= '0;
      length <= '0;
    end else begin
      if (write) tail <= after(tail, COUNT'(1));
      if (freed) head <= after(head, COUNT'(1));
      length <= length + COUNT'(write) - COUNT'(freed);
    end
  end
endmodule
