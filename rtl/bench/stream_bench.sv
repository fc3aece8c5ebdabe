// Type: verilator --binary --top-module stream_bench -Wno-fatal noc.sv rtl/*.sv bench/*.sv
// Then obj_dir/Vstream_bench prints a line that begins with passed or failed.
module stream_bench;
  logic clock, reset;
  int cycle, total;
  logic [noc::ENDPOINTS-1:0] send_valid, send_ready, send_last, receive_valid, receive_ready,
      receive_last, register_write, register_fault, asked, answered, failed;
  logic [noc::ENDPOINTS*noc::DEST-1:0] send_target;
  logic [noc::ENDPOINTS*noc::TARGET-1:0] asked_by;
  logic [noc::ENDPOINTS*noc::DATA-1:0] send_data, receive_data;
  logic [noc::ENDPOINTS*17-1:0] register_address;
  logic [noc::ENDPOINTS*4-1:0] send_way;
  logic [noc::ENDPOINTS*32-1:0] number, register_written, register_value, arrived;
  assign answered = '0;
  initial begin
    clock = 0;
    forever #1 clock = !clock;
  end
  initial cycle = 0;
  assign reset = cycle < 4;
  network_stream hardware (.*);
  always_comb for (int e = 0; e < noc::ENDPOINTS; e++) number[e*32+:32] = e;
  stream_agent stream_agent[noc::ENDPOINTS-1:0] (.*);
  always_comb begin
    total = 0;
    for (int e = 0; e < noc::ENDPOINTS; e++) total = total + arrived[e*32+:32];
  end
  always @(posedge clock) begin
    cycle <= cycle + 1;
    if (!reset) begin
      if (failed != 0) $finish;
      else if (total == noc::ENDPOINTS * 200) begin
        $display("passed: %0d packets in %0d cycles", total, cycle);
        $finish;
      end else if (cycle == 200000) begin
        $display("failed: only %0d packets in %0d cycles", total, cycle);
        $finish;
      end
    end
  end
endmodule
