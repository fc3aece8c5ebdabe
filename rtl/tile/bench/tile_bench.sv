// Runs a program on the tiles of a chip. The bench acts as the host: it prints the output of tiles,
// and ends processes.
//   +folder=PATH  the folder of the input and output files, where N is the number of a tile:
//                 memoryN   input: the tile's memory, one word per line
//                 loaded    input: four words for each tile, for its ports that a loader sets
//                 issuedN   output: each instruction's address and the cycle in which it issues
//                 consoleN  output: the text that the tile prints
//   +used=N       a bit for each tile that has a process
//   +most=N       cycles after which the run ends
module tile_bench #(
    parameter int WORD    = 15,
    parameter int COLUMNS = 2,
    parameter int MHZ     = 100,
    parameter int COUNTERS = 2,
    parameter int LATE    = 3
);
  localparam int TILES = noc::ENDPOINTS, OFFSET = WORD + 2;

  logic clock = 0, reset = 1;
  logic [31:0] cycle = 0, most;
  string folder;
  logic [31:0] loaded[4*TILES];
  logic [32*TILES-1:0] code_offset, process_record, data_base, data_bytes;
  logic [TILES-1:0] host_call, host_ends, fault, has_ended = '0, used;
  logic [32*TILES-1:0] host_number, host_result, fault_address;
  logic [128*TILES-1:0] host_arguments;

  always #1 clock = !clock;

  initial begin
    void'($value$plusargs("folder=%s", folder));
    void'($value$plusargs("most=%d", most));
    void'($value$plusargs("used=%d", used));
    $readmemh({folder, "/loaded"}, loaded);
    for (int n = 0; n < TILES; n++) begin
      code_offset[32*n+:32] = loaded[4*n];
      process_record[32*n+:32] = loaded[4*n+1];
      data_base[32*n+:32] = loaded[4*n+2];
      data_bytes[32*n+:32] = loaded[4*n+3];
    end
    #8 reset = 0;
  end

  tile_chip #(
      .WORD(WORD), .COLUMNS(COLUMNS), .MHZ(MHZ), .COUNTERS(COUNTERS), .LATE(LATE)
  ) chip (.*);

  generate
    for (genvar n = 0; n < TILES; n++) begin : gen_host
      localparam int EXIT = 1, WRITE = 3, RANK = 10, FINALIZED = 11;
      logic [31:0] number, buffer, count;
      int issued, console;
      assign number = host_number[32*n+:32];
      assign buffer = host_arguments[128*n+32+:32];
      assign count = host_arguments[128*n+64+:32];
      assign host_ends[n] = number == EXIT;
      assign host_result[32*n+:32] = number == WRITE ? count : '0;

      function automatic logic [7:0] byte_at(input logic [31:0] address);
        logic [OFFSET-1:0] offset;
        offset = address[OFFSET-1:0]
            + (address[31:28] == 1 ? data_base[32*n+:OFFSET]
            : address[31:28] == 0 ? code_offset[32*n+:OFFSET] - OFFSET'(32'h1000) : '0);
        byte_at = chip.gen_tile[n].tile.memory.words[offset[OFFSET-1:2]][8*offset[1:0]+:8];
      endfunction

      initial begin
        #1;
        $readmemh($sformatf("%s/memory%0d", folder, n), chip.gen_tile[n].tile.memory.words);
        issued = $fopen($sformatf("%s/issued%0d", folder, n), "wb");
        console = $fopen($sformatf("%s/console%0d", folder, n), "wb");
      end

      always @(posedge clock) begin
        if (chip.gen_tile[n].tile.core.launch_next_insn && used[n] && !has_ended[n])
          $fwrite(issued, "%u%u", chip.gen_tile[n].tile.core.next_pc, cycle);
        if (host_call[n]) begin
          if (number == WRITE)
            for (logic [31:0] at = 0; at < count; at++)
              $fwrite(console, "%c", byte_at(buffer + at));
          else if (number == EXIT) has_ended[n] <= 1'b1;
          else if (number != RANK && number != FINALIZED) begin
            $display("tile %0d makes call %0d of the host, which the test bench lacks", n, number);
            $finish;
          end
        end
        if (fault[n] && used[n]) begin
          $display("tile %0d can do nothing with address %h", n, fault_address[32*n+:32]);
          $finish;
        end
      end
    end
  endgenerate

  always @(posedge clock) begin
    cycle <= cycle + 1;
    if (has_ended == used) begin
      $display("ended");
      $finish;
    end else if (cycle == most) begin
      $display("no end after %0d cycles", most);
      $finish;
    end
  end
endmodule
