// The synchronisation module of a core (docs/register-map.md): flags that any core sets, and that
// the core's own tile reads. If the core and the network write in one cycle, the core's write takes
// effect first.
module sync_module (
    input  logic        clock,
    input  logic        reset,
    input  logic        core_reads,
    input  logic        core_writes,
    input  logic [ 5:0] core_register,
    input  logic [31:0] core_written,
    output logic [31:0] value,
    output logic        core_fault,
    input  logic        network_writes,
    input  logic [ 5:0] network_register,
    input  logic [31:0] network_written,
    output logic        network_fault,
    output logic        happens  // a masked flag is set
);
  localparam logic [5:0] SET = 6'h00, CLEAR = 6'h04, READ = 6'h08, TAKE = 6'h0c, MASK = 6'h10;

  logic [31:0] flags, mask, now_mask, after_core, after_network;
  logic core_sets, sets;

  assign core_sets = core_writes && core_register == SET;
  assign sets = network_writes && network_register == SET;
  assign now_mask = core_writes && core_register == MASK ? core_written : mask;
  always_comb begin
    after_core = flags;
    if (core_sets) after_core = flags | core_written;
    if (core_writes && core_register == CLEAR) after_core = flags & ~core_written;
    if (core_reads && core_register == TAKE) after_core = flags & ~mask;
    after_network = after_core;
    if (sets) after_network = after_core | network_written;
    if (network_writes && network_register == CLEAR) after_network = after_core & ~network_written;
  end
  assign value = core_register == READ ? flags : core_register == TAKE ? flags & mask : mask;
  assign core_fault = core_writes
      ? core_register != SET && core_register != CLEAR && core_register != MASK
      : core_register != READ && core_register != TAKE && core_register != MASK;
  assign network_fault = network_writes && network_register != SET && network_register != CLEAR;
  assign happens = (core_sets && (core_written & mask) != 0)
      || (core_writes && core_register == MASK && (core_written & flags) != 0)
      || (sets && (network_written & now_mask) != 0);

  always_ff @(posedge clock) begin
    flags <= reset ? '0 : after_network;
    mask  <= reset ? '0 : now_mask;
  end
endmodule
