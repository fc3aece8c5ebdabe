// Type: verilator --binary --top-module axi_bench -Wno-fatal noc.sv rtl/*.sv bench/*.sv
// Then obj_dir/Vaxi_bench prints a line that begins with passed or failed.
module axi_bench;
  logic clock, reset;
  int cycle, total;
  logic [noc::ENDPOINTS*4-1:0] aw_id, b_id, ar_id, r_id;
  logic [noc::ENDPOINTS*32-1:0] aw_addr, w_data, ar_addr, r_data;
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
  generate
    for (genvar e = 0; e < noc::ENDPOINTS; e++) begin : gen_agent
      axi_agent #(
          .NUMBER(e)
      ) agent (
          .clock,
          .reset,
          .aw_id(aw_id[e*4+:4]),
          .aw_addr(aw_addr[e*32+:32]),
          .aw_valid(aw_valid[e]),
          .aw_ready(aw_ready[e]),
          .w_data(w_data[e*32+:32]),
          .w_last(w_last[e]),
          .w_valid(w_valid[e]),
          .w_ready(w_ready[e]),
          .b_id(b_id[e*4+:4]),
          .b_resp(b_resp[e*2+:2]),
          .b_valid(b_valid[e]),
          .b_ready(b_ready[e]),
          .ar_id(ar_id[e*4+:4]),
          .ar_addr(ar_addr[e*32+:32]),
          .ar_len(ar_len[e*8+:8]),
          .ar_valid(ar_valid[e]),
          .ar_ready(ar_ready[e]),
          .r_id(r_id[e*4+:4]),
          .r_data(r_data[e*32+:32]),
          .r_resp(r_resp[e*2+:2]),
          .r_last(r_last[e]),
          .r_valid(r_valid[e]),
          .r_ready(r_ready[e]),
          .done(done[e]),
          .failed(failed[e])
      );
    end
  endgenerate
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
