// Accesses to the QoS registers, one in each cycle, from accesses.hex. Each line has a byte for
// each of these: the field that a packet gets according to the model; kind; target; priority. The
// kinds are those of `rtl_fields` in binding/src/rtl.rs.
package noc;
  localparam int PORTS = 5, ENDPOINTS = 18, DATA = 32, CLASSES = 1, CHANNELS = 1, LEVELS = 8,
      PER_LEVEL = 0, CIRCUITS = 0, QUEUE = 0, MULTICAST = 0;
  `include "noc.svh"
endpackage

module registers_bench #(
    parameter int COUNT = 1
);
  logic clock, reset;
  logic [31:0] accesses[COUNT];
  int cycle;
  logic [7:0] field, kind, target, level;
  logic [31:0] value;
  logic [2:0] priority_of, circuit_priority;
  logic fault, on_circuit, opens, closes;
  logic [4:0] circuit_target;
  initial begin
    $readmemh("accesses.hex", accesses);
    cycle = -2;
    clock = 0;
    forever #1 clock = !clock;
  end
  assign reset = cycle < 0;
  assign {field, kind, target, level} = accesses[cycle < 0 ? 0 : cycle];
  qos_registers registers (
      .*,
      .write(kind < 4),
      .address(kind == 2 ? 17'h0 : kind == 3 ? 17'hc : 17'h10000 + 17'(4 * target)),
      .written(kind == 1 ? 32'hffff_ffff : 32'(level)),
      .target(target[4:0]),
      .sent(1'b0),
      .answered(1'b0),
      .refused(1'b0),
      .needed(1'b0)
  );
  always @(posedge clock) begin
    cycle <= cycle + 1;
    if (!reset && (fault || (kind == 4 && (8'(priority_of) != field || value != 32'(field))))) begin
      $display("access %0d: %0d, not %0d", cycle, priority_of, field);
      $finish;
    end else if (cycle == COUNT - 1) begin
      $display("the same");
      $finish;
    end
  end
endmodule
