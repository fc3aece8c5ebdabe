// Type: verilator --binary --top-module axi_bench -Wno-fatal noc.sv rtl/*.sv bench/*.sv
// Then obj_dir/Vaxi_bench prints a line that begins with passed or failed.
module axi_bench;
  logic clock, reset;
  int cycle, total;
  logic [noc::ENDPOINTS*4-1:0] aw_id, b_id, ar_id, r_id;
  logic [noc::ENDPOINTS*32-1:0] number, aw_addr, w_data, ar_addr, r_data;
  logic [noc::ENDPOINTS-1:0] aw_valid, aw_ready, w_last, w_valid, w_ready, b_valid, b_ready,
      ar_valid, ar_ready, r_last, r_valid, r_ready, asked, answered, done, failed;
  logic [noc::ENDPOINTS*2-1:0] b_resp, r_resp;
  logic [noc::ENDPOINTS*8-1:0] ar_len;
  logic [noc::ENDPOINTS*noc::TARGET-1:0] asked_by;
  assign answered = '0;
  initial begin
    clock = 0;
    forever #1 clock = !clock;
  end
  initial cycle = 0;
  assign reset = cycle < 4;
  network_axi hardware (.*);
  always_comb for (int e = 0; e < noc::ENDPOINTS; e++) number[e*32+:32] = e;
  axi_agent axi_agent[noc::ENDPOINTS-1:0] (.*);
  always_comb begin
    total = 0;
    for (int e = 0; e < noc::ENDPOINTS; e++) total = total + 32'(done[e]);
  end
  always @(posedge clock) begin
    cycle <= cycle + 1;
    if (!reset) begin
      if (failed != 0) $finish;
      else if (total == noc::ENDPOINTS) begin
        $display("passed: %0d endpoints in %0d cycles", total, cycle);
        $finish;
      end else if (cycle == 200000) begin
        $display("failed: only %0d endpoints in %0d cycles", total, cycle);
        $finish;
      end
    end
  end
endmodule
