// A tile: PicoRV32, a memory, the core's registers, its counters, the synchronisation module, and
// both sides of a network interface, initiator and target. One port of the memory serves the core's
// instructions and constants. The other port serves the network first, and then the core's data.
module tile #(
    parameter int WORD    = 15,   // bits of a word's number in the memory
    parameter int COLUMNS = 2,
    parameter int MHZ     = 100,
    parameter int COUNTERS = 2,
    parameter int LATE    = 3     // see `served_access`
) (
    input  logic                   clock,
    input  logic                   reset,
    input  logic [noc::TARGET-1:0] number,
    // Values that a loader provides: the location of the code in the memory, the process record,
    // and the data window.
    input  logic [           31:0] code_offset,
    input  logic [          31:0] process_record,
    input  logic [           31:0] data_base,
    input  logic [           31:0] data_bytes,
    // The host. It answers calls in the same cycle, and may end the process.
    output logic                   host_call,
    output logic [           31:0] host_number,
    output logic [          127:0] host_arguments,
    input  logic [           31:0] host_result,
    input  logic                   host_ends,
    // `fault` is set for an access that the tile cannot carry out, and for an exception of the
    // core. `fault_address` is the address of the access; if the core has an exception, it is the
    // address at the core's memory interface.
    output logic                   fault,
    output logic [           31:0] fault_address,
    // The streams of `network_interface`. First come the requests of this tile and the answers to
    // them, then the requests of other tiles and the answers to those.
    output logic                   request_valid,
    input  logic                   request_ready,
    output logic [noc::TARGET-1:0] request_target,
    output logic [  noc::DATA-1:0] request_data,
    output logic                   request_last,
    input  logic                   answer_valid,
    output logic                   answer_ready,
    input  logic [  noc::DATA-1:0] answer_data,
    input  logic                   answer_last,
    input  logic                   served_valid,
    output logic                   served_ready,
    input  logic [  noc::DATA-1:0] served_data,
    input  logic                   served_last,
    output logic                   reply_valid,
    input  logic                   reply_ready,
    output logic [noc::TARGET-1:0] reply_target,
    output logic [  noc::DATA-1:0] reply_data,
    output logic                   reply_last
);
  localparam int OFFSET = WORD + 2, TARGET = noc::TARGET;

  logic trap, mem_valid, mem_instr, mem_ready, la_read, la_write;
  logic [31:0] mem_addr, mem_wdata, mem_rdata, la_addr, la_wdata;
  logic [3:0] mem_wstrb, la_wstrb;
  logic unknown, is_mhartid;
  logic [31:0] instruction;
  // PicoRV32 leaves `csrr rd, mhartid` to a coprocessor.
  assign is_mhartid = unknown && instruction[31:12] == {12'hf14, 5'd0, 3'd2}
      && instruction[6:0] == 7'b1110011;
  // verilator lint_off PINCONNECTEMPTY
  picorv32 #(
      .PROGADDR_RESET(32'h1000),
      .REGS_INIT_ZERO(1),
      .ENABLE_PCPI(1),
      .ENABLE_MUL(1),
      .ENABLE_DIV(1)
  ) core (
      .clk(clock), .resetn(!reset), .trap,
      .mem_valid, .mem_instr, .mem_ready, .mem_addr, .mem_wdata, .mem_wstrb, .mem_rdata,
      .mem_la_read(la_read), .mem_la_write(la_write), .mem_la_addr(la_addr),
      .mem_la_wdata(la_wdata), .mem_la_wstrb(la_wstrb),
      .pcpi_valid(unknown), .pcpi_insn(instruction), .pcpi_rs1(), .pcpi_rs2(),
      .pcpi_wr(1'b1), .pcpi_rd(32'(number)), .pcpi_wait(1'b0), .pcpi_ready(is_mhartid),
      .irq('0), .eoi(), .trace_valid(), .trace_data()
  );
  // verilator lint_on PINCONNECTEMPTY

  // The memory map (docs/memory-map.md). An access of the core begins in the cycle before
  // `mem_valid`. In that cycle its address is at `la_addr`.
  logic [31:0] seen;
  logic is_code, is_data, is_global, is_own, is_memory, is_device, is_register, is_remote;
  logic [TARGET-1:0] target;
  assign seen = mem_valid ? mem_addr : la_addr;
  assign is_code = seen[31:28] == 0 && seen[27:12] != 0;
  assign is_data = seen[31:28] == 1;
  assign is_register = seen[31:28] == 2 && seen[27:10] == 0;
  assign is_device = seen[31:30] == 1 && seen[29:19] < 11'(noc::ENDPOINTS);
  assign is_global = seen[31:30] == 2 && seen[29:OFFSET] < (30 - OFFSET)'(noc::ENDPOINTS);
  assign target = is_device ? seen[19+:TARGET] : seen[OFFSET+:TARGET];
  assign is_own = target == number;
  assign is_memory = is_data || (is_global && is_own);
  assign is_remote = (is_global || is_device) && !is_own;

  // The access that the core is making, in all cycles until it is ready.
  logic lasts, writes, on_register, on_device, on_remote, on_memory;
  assign lasts = mem_valid && !mem_instr && !reset;
  assign writes = mem_wstrb != 0;
  assign on_memory = lasts && is_memory;
  assign on_register = lasts && is_register;
  assign on_device = lasts && is_device && is_own;
  assign on_remote = lasts && is_remote;

  // The network interface's side for requests of other tiles.
  logic stores, stores_word, loads, loads_taken, on_sync;
  logic [31:0] store_address, load_address, store_written, word;
  logic [3:0] store_strobes;
  logic comes, comes_counter, loads_counter, came_counter;
  logic [31:0] come_address, come_word, counter_value, came_value, home_address;
  logic [3:0] come_strobes;
  logic [1:0] notifies, notes_taken;
  logic [63:0] note_address, note_word;
  served_access #(
      .LATE(LATE)
  ) served (
      .clock, .reset,
      .receive_valid(served_valid), .receive_ready(served_ready), .receive_data(served_data),
      .receive_last(served_last),
      .send_valid(reply_valid), .send_ready(reply_ready), .send_target(reply_target),
      .send_data(reply_data), .send_last(reply_last),
      .notifies(notifies[0]), .note_address(home_address), .note_word(note_word[31:0]),
      .comes_store(comes), .come_address, .come_strobes, .come_word,
      .stores, .store_address, .strobes(store_strobes), .written(store_written),
      .loads, .taken(loads_taken || loads_counter), .load_address,
      .word(came_counter ? came_value : word)
  );
  assign stores_word = stores && store_address[31];

  // The memory's second port serves stores of other tiles first, then loads of other tiles, then
  // the core.
  logic wants, granted, used, loads_word;
  logic [OFFSET-1:0] core_offset, memory_offset, code_address;
  logic [3:0] memory_strobes;
  logic [31:0] memory_written, code;
  assign loads_word = loads && load_address[31];
  assign loads_taken = loads_word && !stores_word;
  assign wants = mem_valid ? on_memory && !granted : is_memory && (la_write || la_read);
  assign used = stores_word || loads_word || wants;
  assign core_offset = seen[OFFSET-1:0] + (is_data ? data_base[OFFSET-1:0] : '0);
  always_comb begin
    if (stores_word) begin
      memory_offset = store_address[OFFSET-1:0];
      memory_strobes = store_strobes;
      memory_written = store_written;
    end else if (loads_word) begin
      memory_offset = load_address[OFFSET-1:0];
      memory_strobes = '0;
      memory_written = 'x;
    end else begin
      memory_offset = core_offset;
      memory_strobes = mem_valid ? mem_wstrb : la_write ? la_wstrb : '0;
      memory_written = mem_valid ? mem_wdata : la_wdata;
    end
  end
  assign code_address = seen[OFFSET-1:0] + code_offset[OFFSET-1:0] - OFFSET'(32'h1000);
  tile_memory #(
      .WORD(WORD)
  ) memory (
      .clock,
      .code_address(code_address[OFFSET-1:2]),
      .code,
      .used,
      .address(memory_offset[OFFSET-1:2]),
      .strobes(memory_strobes),
      .written(memory_written),
      .word
  );
  always_ff @(posedge clock) granted <= !reset && wants && !stores_word && !loads_word;

  // The network interface's side for requests of the core. A load waits for its answer.
  logic asked, room, answered, complete;
  logic [31:0] answer;
  remote_access remote (
      .clock, .reset, .number,
      .access(on_remote && !asked), .room, .target, .address(mem_addr), .strobes(mem_wstrb),
      .written(mem_wdata), .notifies(notifies[1]), .notified, .note_address(note_address[63:32]),
      .note_word(note_word[63:32]), .note_taken(notes_taken[1]), .answered, .answer, .complete,
      .send_valid(request_valid), .send_ready(request_ready), .send_target(request_target),
      .send_data(request_data), .send_last(request_last),
      .receive_valid(answer_valid), .receive_ready(answer_ready), .receive_data(answer_data),
      .receive_last(answer_last)
  );
  always_ff @(posedge clock)
    asked <= !reset && !answered && (asked || (on_remote && room && !writes));

  // After a fence, the next instruction waits until all stores have been acknowledged.
  logic fenced, held;
  logic [31:0] after_fence;
  assign held = fenced && mem_addr == after_fence && !complete;
  always_ff @(posedge clock) begin
    if (mem_valid && mem_instr && mem_ready) begin
      fenced <= code[6:0] == 7'b0001111 && code[14:12] == 0;
      after_fence <= mem_addr + 4;
    end
    if (reset) fenced <= 1'b0;
  end

  // Devices: the synchronisation module at 0x8000 of the window.
  logic flagged, sync_fault, network_fault, on_network_sync;
  logic [31:0] sync_value;
  assign on_sync = on_device && mem_addr[18:6] == 13'h200;
  assign on_network_sync = stores && !store_address[31] && store_address[18:6] == 13'h200;
  sync_module sync (
      .clock, .reset,
      .core_reads(on_sync && !writes), .core_writes(on_sync && writes),
      .core_register(mem_addr[5:0]), .core_written(mem_wdata), .value(sync_value),
      .core_fault(sync_fault),
      .network_writes(on_network_sync), .network_register(store_address[5:0]),
      .network_written(store_written), .network_fault, .happens(flagged)
  );

  // FPU_NEAREST reads 0, because no controller has a floating-point unit.
  localparam logic [18:0] NO_FPU = 19'h0a000;
  logic on_no_fpu;
  assign on_no_fpu = on_device && mem_addr[18:0] == NO_FPU;

  // Counters at 0x60000. In a cycle they serve one access: an arriving store first, then a load of
  // another tile, then the core.
  logic on_counter, counter_fault, uses_counter;
  logic [TARGET-1:0] notified;
  assign on_counter = on_device && mem_addr[18:12] == 7'h60;
  assign comes_counter = comes && !come_address[31] && come_address[18:12] == 7'h60;
  assign loads_counter = loads && !load_address[31] && !comes_counter;
  assign uses_counter = comes_counter || loads_counter || on_counter;
  counters #(
      .COUNTERS(COUNTERS), .OFFSET(OFFSET)
  ) counters (
      .clock, .reset, .number,
      .access(uses_counter), .writes(comes_counter || (!loads_counter && writes)),
      .place(comes_counter ? come_address[11:0] : loads_counter ? load_address[11:0]
          : mem_addr[11:0]),
      .written(comes_counter ? come_word : mem_wdata), .value(counter_value),
      .fault(counter_fault),
      .notifies, .address(note_address), .word(note_word), .taken(notes_taken)
  );
  assign notes_taken[0] = notifies[0];
  assign home_address = note_address[31:28] == 4'h1
      ? {1'b1, (31 - OFFSET)'(0), note_address[OFFSET-1:0] + data_base[OFFSET-1:0]}
      : note_address[31:0];
  assign notified = note_address[63] ? note_address[32+OFFSET+:TARGET] : note_address[51+:TARGET];
  always_ff @(posedge clock) begin
    came_counter <= loads_counter;
    came_value <= load_address[18:0] == NO_FPU ? '0 : counter_value;
  end

  logic register_ready, register_fault, has_ended;
  logic [31:0] register_value;
  core_registers #(
      .OFFSET(OFFSET), .COLUMNS(COLUMNS), .MHZ(MHZ), .COUNTERS(COUNTERS),
      .LATE(LATE)
  ) registers (
      .clock, .reset, .number, .process_record, .data_base, .data_bytes,
      .access(on_register && !has_ended), .writes, .register_address(mem_addr[9:0]),
      .written(mem_wdata),
      .value(register_value), .ready(register_ready), .fault(register_fault),
      .stored(stores_word), .stored_word({store_address[OFFSET-1:2], 2'b00}),
      .strobes(store_strobes), .flagged,
      .host_call, .host_arguments, .host_result
  );
  assign host_number = mem_wdata;
  always_ff @(posedge clock) has_ended <= !reset && (has_ended || (host_call && host_ends));

  always_comb begin
    mem_ready = 1'b1;
    mem_rdata = code;
    if (has_ended || (host_call && host_ends)) mem_ready = 1'b0;
    else if (mem_instr) mem_ready = !held;
    else if (is_memory) {mem_ready, mem_rdata} = {granted, word};
    else if (is_register) {mem_ready, mem_rdata} = {register_ready, register_value};
    else if (on_counter) {mem_ready, mem_rdata} = {!comes_counter && !loads_counter, counter_value};
    else if (is_device && is_own) mem_rdata = on_no_fpu ? '0 : sync_value;
    else if (is_remote) {mem_ready, mem_rdata} = {writes ? room : answered, answer};
  end

  // An access to a part of a word of a register or device is a fault, too.
  logic whole, bad_own, bad_store, bad_come, bad_load, late_counter;
  assign whole = !writes || mem_wstrb == '1;
  assign bad_own = lasts && !has_ended && !(is_memory || (is_code && !writes) || is_remote
      || (is_register && !register_fault && whole)
      || (on_sync && !sync_fault && whole) || (on_counter && whole) || (on_no_fpu && !writes));
  assign late_counter = store_address[18:12] == 7'h60;
  assign bad_come = uses_counter && (counter_fault || (comes_counter && come_strobes != '1));
  assign bad_store = stores && !store_address[31] && !late_counter
      && (!on_network_sync || network_fault || store_strobes != '1);
  assign bad_load = loads_counter && load_address[18:12] != 7'h60 && load_address[18:0] != NO_FPU;
  assign fault = !reset && (trap || bad_own || bad_store || bad_come || bad_load
      || (mem_valid && mem_instr && !is_code));
  assign fault_address = bad_store ? store_address : bad_load ? load_address
      : bad_come && comes_counter ? come_address : mem_addr;
  logic unused;
  assign unused = &{1'b0, code_address[1:0], memory_offset[1:0], code_offset[31:OFFSET],
                    instruction[11:7]};
endmodule
