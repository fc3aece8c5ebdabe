// The environment of a core with two ports of the OBI protocol, for instructions and for data. It
// has a memory that grants each request at once and answers in the next cycle, a console, and a
// record of the cycles in which instructions issue.
//   +image=FILE   the program's memory, one word per line
//   +issued=FILE  gets each instruction's address and the cycle in which it issues
//   +most=N       cycles after which the run ends
module obi_program (
    output reg clk = 0,
    output reg resetn = 0,
    input instr_req,
    input [31:0] instr_addr,
    output reg instr_rvalid,
    output reg [31:0] instr_rdata,
    input data_req,
    input data_we,
    input [3:0] data_be,
    input [31:0] data_addr,
    input [31:0] data_wdata,
    output reg data_rvalid,
    output reg [31:0] data_rdata,
    input issues,
    input [31:0] pc,
    input ends
);
  localparam [31:0] CONSOLE = 32'hf0000000;
  // The memory has 1 MB at each multiple of 2²⁸ bytes.
  localparam WORDS = 1 << 22;
  reg [31:0] memory[0:WORDS-1];
  reg [8191:0] image, issued;
  reg [31:0] cycle = 0, most;
  int file;
  wire [21:0] data_place = {data_addr[31:28], data_addr[19:2]};

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
    instr_rvalid <= instr_req && resetn;
    data_rvalid <= data_req && resetn;
    instr_rdata <= memory[{instr_addr[31:28], instr_addr[19:2]}];
    data_rdata <= memory[data_place];
    if (data_req && data_we && data_addr != CONSOLE)
      for (int lane = 0; lane < 4; lane++)
        if (data_be[lane]) memory[data_place][8*lane+:8] <= data_wdata[8*lane+:8];
    if (data_req && data_we && data_be[0] && data_addr == CONSOLE)
      $write("%c", data_wdata[7:0]);
    if (resetn && issues) $fwrite(file, "%u%u", pc, cycle);
    if (resetn && ends || cycle >= most) begin
      $fclose(file);
      $finish;
    end
  end
endmodule
