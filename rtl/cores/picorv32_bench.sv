// Runs a program on PicoRV32 with a memory that answers in the cycle of the request.
//   +image=FILE   the program's memory, one word per line
//   +issued=FILE  gets each instruction's address and the cycle in which it issues
//   +most=N       cycles after which the run ends
module core_bench;
  localparam [31:0] CONSOLE = 32'hf0000000;
  // The memory has 1 MB at each multiple of 2²⁸ bytes.
  localparam WORDS = 1 << 22;
  reg clk = 0, resetn = 0;
  reg [31:0] memory[0:WORDS-1];
  reg [8191:0] image, issued;
  reg [31:0] cycle = 0, most;
  int file;
  wire trap, mem_valid, mem_la_read;
  wire [31:0] mem_addr, mem_wdata, mem_la_addr;
  wire [3:0] mem_wstrb;
  reg [31:0] mem_rdata;
  wire [21:0] mem_place = {mem_addr[31:28], mem_addr[19:2]};

  picorv32 #(
      .PROGADDR_RESET(32'h80),
      .COMPRESSED_ISA(0),
      .ENABLE_MUL(1),
      .ENABLE_DIV(1)
  ) core (
      .clk, .resetn, .trap,
      .mem_valid, .mem_instr(), .mem_ready(1'b1),
      .mem_addr, .mem_wdata, .mem_wstrb, .mem_rdata,
      .mem_la_read, .mem_la_write(), .mem_la_addr, .mem_la_wdata(), .mem_la_wstrb(),
      .pcpi_valid(), .pcpi_insn(), .pcpi_rs1(), .pcpi_rs2(),
      .pcpi_wr(1'b0), .pcpi_rd(32'b0), .pcpi_wait(1'b0), .pcpi_ready(1'b0),
      .irq(32'b0), .eoi(), .trace_valid(), .trace_data()
  );

  always #1 clk = !clk;

  initial begin
    void'($value$plusargs("image=%s", image));
    void'($value$plusargs("issued=%s", issued));
    void'($value$plusargs("most=%d", most));
    $readmemh(image, memory);
    file = $fopen(issued, "wb");
    #8 resetn = 1;
  end

  always @(posedge clk) begin
    cycle <= cycle + 1;
    if (mem_la_read) mem_rdata <= memory[{mem_la_addr[31:28], mem_la_addr[19:2]}];
    if (mem_valid && mem_addr != CONSOLE)
      for (int lane = 0; lane < 4; lane++)
        if (mem_wstrb[lane]) memory[mem_place][8*lane+:8] <= mem_wdata[8*lane+:8];
    if (mem_valid && mem_wstrb[0] && mem_addr == CONSOLE) $write("%c", mem_wdata[7:0]);
    if (core.launch_next_insn) $fwrite(file, "%u%u", core.next_pc, cycle);
    if (resetn && trap || cycle >= most) begin
      $fclose(file);
      $finish;
    end
  end
endmodule
