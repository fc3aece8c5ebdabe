// A core's own registers (docs/register-map.md): identity, arm and wait, and calls of the host.
module core_registers #(
    parameter int OFFSET  = 17,  // bits of an offset in the tile's memory
    parameter int COLUMNS = 2,
    parameter int MHZ     = 100,
    parameter int COUNTERS = 2,
    parameter int LATE    = 3    // see `served_access`
) (
    input  logic                   clock,
    input  logic                   reset,
    input  logic [noc::TARGET-1:0] number,
    // Values that a loader provides.
    input  logic [          31:0] process_record,
    input  logic [           31:0] data_base,
    input  logic [           31:0] data_bytes,
    // An access. It takes effect in a cycle in which `ready` is set.
    input  logic                   access,
    input  logic                   writes,
    input  logic [            9:0] register_address,
    input  logic [           31:0] written,
    output logic [           31:0] value,
    output logic                   ready,
    output logic                   fault,
    // Two events: `stored` says that another tile has stored a word into memory, `flagged` that
    // another tile has set a flag that the mask selects.
    input  logic                   stored,
    input  logic [     OFFSET-1:0] stored_word,
    input  logic [            3:0] strobes,
    input  logic                   flagged,
    // Calls of the host, which answers in the same cycle.
    output logic                   host_call,
    output logic [          127:0] host_arguments,
    input  logic [           31:0] host_result
);
  localparam logic [9:0] ARM_ADDRESS = 10'h040, ARM_BYTES = 10'h044, DEADLINE_LO = 10'h048;
  localparam logic [9:0] DEADLINE_HI = 10'h04c, WAIT = 10'h050, RECORD = 10'h054;
  localparam logic [9:0] HOST_CALL = 10'h210;
  localparam logic [9:0] HOST_RESULT = 10'h214;

  logic [31:0] arm_address, arm_bytes, record, result;
  logic [63:0] deadline, now;
  logic [1:0] events, happens;  // the events 8 and 1 of `WAIT`
  logic waits, is_late, arms;

  // Arm. A store is compared with the range that is armed in the cycle of the store, even if the
  // range changes in this cycle.
  logic [31:0] watched_bytes;
  logic [OFFSET:0] start, last, first_byte, last_byte;
  assign arms = access && writes && register_address == ARM_BYTES;
  assign watched_bytes = arms ? written : arm_bytes;
  assign start = {1'b0, arm_address[OFFSET-1:0]
      + (arm_address[31:28] == 4'h1 ? data_base[OFFSET-1:0] : '0)};
  assign last = start + watched_bytes[OFFSET:0] - 1'b1;
  assign first_byte = {1'b0, stored_word}
      + (strobes[0] ? 'd0 : strobes[1] ? 'd1 : strobes[2] ? 'd2 : 'd3);
  assign last_byte = {1'b0, stored_word}
      + (strobes[3] ? 'd3 : strobes[2] ? 'd2 : strobes[1] ? 'd1 : 'd0);
  assign happens = {flagged,
      stored && watched_bytes != 0 && first_byte <= last && last_byte >= start};

  // Wait. The simulator makes an access LATE + 1 cycles earlier than this module. A program that
  // reads the clock gets the number of the cycle after the issue of its load. Therefore a deadline
  // passes here LATE cycles after the cycle that it names.
  assign is_late = !deadline[63] && now >= deadline + 64'(LATE);
  assign waits = access && !writes && register_address == WAIT;
  assign ready = !waits || events != 0 || is_late;

  assign host_call = access && writes && register_address == HOST_CALL;

  always_comb begin
    value = '0;
    fault = 1'b0;
    casez (register_address)
      10'h000, 10'h004: value = 32'(number);
      10'h008: value = noc::ENDPOINTS;
      10'h00c, 10'h064: value = 1;  // number of cores of the tile, and of the process
      10'h010: value = OFFSET;  // TILE_SHIFT
      10'h014: value = COLUMNS;
      10'h018: value = MHZ;
      10'h020: value = process_record;
      10'h024: value = data_base;
      10'h028: value = data_bytes;
      10'h058: value = 64;  // LINE
      10'h030: value = COUNTERS;
      // Registers of parts that the tile lacks: DRAM, command buffers, queues, mutexes,
      // controllers, a number in the process and the tile, a kernel, multicasts, a cache, a window
      // of data in DRAM, a second level, and a timer. They read 0.
      10'h01c, 10'h02c, 10'h034, 10'h038, 10'h03c, 10'h05c, 10'h060, 10'h068, 10'h06c, 10'h070,
      10'h074, 10'h078, 10'h07c, 10'h080, 10'h088, 10'h08c, 10'h090, 10'h094, 10'h098,
      10'h09c, 10'h0a0, 10'h0a4, 10'h0a8: value = '0;
      ARM_ADDRESS: value = arm_address;
      ARM_BYTES: value = arm_bytes;
      DEADLINE_LO: value = deadline[31:0];
      DEADLINE_HI: value = deadline[63:32];
      WAIT: value = {28'b0, events[1], is_late, 1'b0, events[0]};
      RECORD: value = record;
      10'b10_0000_??00: value = host_arguments[32*register_address[3:2]+:32];
      HOST_RESULT: value = result;
      default: fault = access;
    endcase
    if (access && writes)
      casez (register_address)
        ARM_ADDRESS, ARM_BYTES, DEADLINE_LO, DEADLINE_HI, RECORD, 10'b10_0000_??00, HOST_CALL:
        fault = 1'b0;
        default: fault = 1'b1;
      endcase
  end

  always_ff @(posedge clock) begin
    now <= reset ? '0 : now + 1'b1;
    if (reset) begin
      {arm_address, arm_bytes, record, events, result} <= '0;
      host_arguments <= '0;
      deadline <= '1;
    end else begin
      events <= (arms || (waits && ready) ? '0 : events) | happens;
      if (host_call) result <= host_result;
      if (access && writes)
        casez (register_address)
          ARM_ADDRESS: arm_address <= written;
          ARM_BYTES: arm_bytes <= written;
          DEADLINE_LO: deadline[31:0] <= written;
          DEADLINE_HI: deadline[63:32] <= written;
          RECORD: record <= written;
          10'b10_0000_??00: host_arguments[32*register_address[3:2]+:32] <= written;
          default: ;
        endcase
    end
  end
endmodule
