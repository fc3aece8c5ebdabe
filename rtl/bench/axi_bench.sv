// Type: verilator --binary --top-module axi_bench -Wno-fatal noc.sv rtl/*.sv bench/*.sv
// Then obj_dir/Vaxi_bench prints a line that begins with passed or failed.
module axi_bench;
  logic clock, reset;
  int cycle, total;
  localparam int ENDPOINTS = noc::ENDPOINTS;
  logic [ENDPOINTS*noc::ID-1:0] m_aw_id, m_b_id, m_ar_id, m_r_id;
  logic [ENDPOINTS*noc::OWNER-1:0] s_aw_id, s_b_id, s_ar_id, s_r_id;
  logic [ENDPOINTS*noc::AXI_ADDRESS-1:0] m_aw, m_ar, s_aw, s_ar;
  logic [ENDPOINTS*noc::AXI_WRITE-1:0] m_w, s_w;
  logic [ENDPOINTS*noc::AXI_READ-1:0] m_r, s_r;
  logic [ENDPOINTS*2-1:0] m_b_resp, s_b_resp;
  logic [ENDPOINTS*32-1:0] number;
  logic [ENDPOINTS-1:0] m_aw_valid, m_aw_ready, m_w_valid, m_w_ready, m_b_valid, m_b_ready,
      m_ar_valid, m_ar_ready, m_r_valid, m_r_ready, s_aw_valid, s_aw_ready, s_w_valid, s_w_ready,
      s_b_valid, s_b_ready, s_ar_valid, s_ar_ready, s_r_valid, s_r_ready, asked, answered, done,
      failed;
  logic [ENDPOINTS*noc::TARGET-1:0] asked_by;
  assign answered = '0;
  initial begin
    clock = 0;
    forever #1 clock = !clock;
  end
  initial cycle = 0;
  assign reset = cycle < 4;
  network_axi hardware (.*);
  always_comb for (int e = 0; e < ENDPOINTS; e++) number[e*32+:32] = e;
  axi_agent axi_agent[ENDPOINTS-1:0] (.*);
  always_comb begin
    total = 0;
    for (int e = 0; e < ENDPOINTS; e++) total = total + 32'(done[e]);
  end
  always @(posedge clock) begin
    cycle <= cycle + 1;
    if (!reset) begin
      if (failed != 0) $finish;
      else if (total == ENDPOINTS) begin
        $display("passed: %0d endpoints in %0d cycles", total, cycle);
        $finish;
      end else if (cycle == 200000) begin
        $display("failed: only %0d endpoints in %0d cycles", total, cycle);
        $finish;
      end
    end
  end
endmodule
