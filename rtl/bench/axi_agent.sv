// The test bench's part at an endpoint with AXI4: a manager and a memory. The manager writes a
// burst to the memory of each endpoint in turn and reads it back. The memory serves one burst at a
// time.
module axi_agent (
    input  logic                  clock,
    input  logic                  reset,
    input  logic [          31:0] number,
    output logic [   noc::ID-1:0] m_aw_id,
    output noc::axi_address_t     m_aw,
    output logic                  m_aw_valid,
    input  logic                  m_aw_ready,
    output noc::axi_write_t       m_w,
    output logic                  m_w_valid,
    input  logic                  m_w_ready,
    input  logic [   noc::ID-1:0] m_b_id,
    input  logic [           1:0] m_b_resp,
    input  logic                  m_b_valid,
    output logic                  m_b_ready,
    output logic [   noc::ID-1:0] m_ar_id,
    output noc::axi_address_t     m_ar,
    output logic                  m_ar_valid,
    input  logic                  m_ar_ready,
    input  logic [   noc::ID-1:0] m_r_id,
    input  noc::axi_read_t        m_r,
    input  logic                  m_r_valid,
    output logic                  m_r_ready,
    input  logic [noc::OWNER-1:0] s_aw_id,
    input  noc::axi_address_t     s_aw,
    input  logic                  s_aw_valid,
    output logic                  s_aw_ready,
    input  noc::axi_write_t       s_w,
    input  logic                  s_w_valid,
    output logic                  s_w_ready,
    output logic [noc::OWNER-1:0] s_b_id,
    output logic [           1:0] s_b_resp,
    output logic                  s_b_valid,
    input  logic                  s_b_ready,
    input  logic [noc::OWNER-1:0] s_ar_id,
    input  noc::axi_address_t     s_ar,
    input  logic                  s_ar_valid,
    output logic                  s_ar_ready,
    output logic [noc::OWNER-1:0] s_r_id,
    output noc::axi_read_t        s_r,
    output logic                  s_r_valid,
    input  logic                  s_r_ready,
    output logic                  done,
    output logic                  failed
);
  localparam int ENDPOINTS = noc::ENDPOINTS, BEATS = 4, WORDS = BEATS * ENDPOINTS;
  localparam int BITS = $clog2(WORDS);
  localparam logic [16:0] WORDS_RISING = {3'd2, 2'd1, 1'b0, 4'd0, 3'd0, 4'd0};  // size, burst, none

  // The manager. In round r it accesses the memory at endpoint r, by bursts of BEATS words.
  logic [15:0] round;
  logic [7:0] sent, come;
  logic addressed, asked, written;
  logic [31:0] address;
  assign done = round == 16'(ENDPOINTS);
  assign address = (32'(round) << noc::WINDOW) + number * BEATS * 4;
  assign {m_aw_id, m_ar_id} = {2{noc::ID'(number)}};
  assign m_aw = {address, 8'(BEATS - 1), WORDS_RISING};
  assign m_ar = m_aw;
  assign m_aw_valid = !reset && !done && !addressed;
  assign m_w = {8'(number), round, sent, 4'hf, sent == 8'(BEATS - 1)};
  assign m_w_valid = !reset && !done && sent < 8'(BEATS);
  assign m_b_ready = 1'b1;
  assign m_ar_valid = written && !asked;
  assign m_r_ready = 1'b1;
  always_ff @(posedge clock) begin
    if (reset) {round, sent, come, addressed, asked, written, failed} <= '0;
    else begin
      if (m_aw_valid && m_aw_ready) addressed <= 1'b1;
      if (m_w_valid && m_w_ready) sent <= sent + 1'b1;
      if (m_ar_valid && m_ar_ready) asked <= 1'b1;
      if (m_b_valid) begin
        written <= 1'b1;
        if (m_b_resp != 0 || m_b_id != m_aw_id) failed <= 1'b1;
      end
      if (m_r_valid) begin
        come <= come + 1'b1;
        if (m_r.data != {8'(number), round, come} || m_r.resp != 0 || m_r_id != m_ar_id
            || m_r.last != (come == 8'(BEATS - 1))) begin
          $display("failed: endpoint %0d has read %h from %0d", number, m_r.data, round);
          failed <= 1'b1;
        end
        if (m_r.last) begin
          round <= round + 1'b1;
          {sent, come, addressed, asked, written} <= '0;
        end
      end
    end
  end

  // The memory.
  logic [31:0] words[WORDS];
  logic [BITS-1:0] write_at, read_at;
  logic writing;
  logic [7:0] left;
  assign s_aw_ready = !writing && !s_b_valid;
  assign s_w_ready = writing;
  assign s_b_resp = '0;
  assign s_ar_ready = !s_r_valid;
  assign s_r = {words[read_at], 2'b0, left == 0};
  always_ff @(posedge clock) begin
    if (reset) {writing, s_b_valid, s_r_valid} <= '0;
    else begin
      if (s_aw_valid && s_aw_ready) begin
        writing <= 1'b1;
        s_b_id <= s_aw_id;
        write_at <= s_aw.addr[2+:BITS];
      end
      if (s_w_valid && s_w_ready) begin
        words[write_at] <= s_w.data;
        write_at <= write_at + 1'b1;
        if (s_w.last) {writing, s_b_valid} <= 2'b01;
      end
      if (s_b_valid && s_b_ready) s_b_valid <= 1'b0;
      if (s_ar_valid && s_ar_ready) begin
        s_r_valid <= 1'b1;
        s_r_id <= s_ar_id;
        read_at <= s_ar.addr[2+:BITS];
        left <= s_ar.len;
      end else if (s_r_valid && s_r_ready) begin
        s_r_valid <= left != 0;
        read_at <= read_at + 1'b1;
        left <= left - 1'b1;
      end
    end
  end
endmodule
