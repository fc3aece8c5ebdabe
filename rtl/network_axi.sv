// Two networks, for requests and for responses, with AXI4 at each endpoint. Each endpoint has a
// subordinate, for the manager there (its signals begin with `m_`), and a manager, for the memory
// there (`s_`). `axi_port` documents the addresses, `axi_manager` the IDs. Each port is a vector
// with a part for each endpoint.
module network_axi #(
    parameter int BEATS = 16,
    parameter int OUTSTANDING = 8
) (
    input  logic                                       clock,
    input  logic                                       reset,
    input  logic [         noc::ENDPOINTS*noc::ID-1:0] m_aw_id,
    input  logic [noc::ENDPOINTS*noc::AXI_ADDRESS-1:0] m_aw,
    input  logic [                 noc::ENDPOINTS-1:0] m_aw_valid,
    output logic [                 noc::ENDPOINTS-1:0] m_aw_ready,
    input  logic [  noc::ENDPOINTS*noc::AXI_WRITE-1:0] m_w,
    input  logic [                 noc::ENDPOINTS-1:0] m_w_valid,
    output logic [                 noc::ENDPOINTS-1:0] m_w_ready,
    output logic [         noc::ENDPOINTS*noc::ID-1:0] m_b_id,
    output logic [               noc::ENDPOINTS*2-1:0] m_b_resp,
    output logic [                 noc::ENDPOINTS-1:0] m_b_valid,
    input  logic [                 noc::ENDPOINTS-1:0] m_b_ready,
    input  logic [         noc::ENDPOINTS*noc::ID-1:0] m_ar_id,
    input  logic [noc::ENDPOINTS*noc::AXI_ADDRESS-1:0] m_ar,
    input  logic [                 noc::ENDPOINTS-1:0] m_ar_valid,
    output logic [                 noc::ENDPOINTS-1:0] m_ar_ready,
    output logic [         noc::ENDPOINTS*noc::ID-1:0] m_r_id,
    output logic [   noc::ENDPOINTS*noc::AXI_READ-1:0] m_r,
    output logic [                 noc::ENDPOINTS-1:0] m_r_valid,
    input  logic [                 noc::ENDPOINTS-1:0] m_r_ready,
    output logic [      noc::ENDPOINTS*noc::OWNER-1:0] s_aw_id,
    output logic [noc::ENDPOINTS*noc::AXI_ADDRESS-1:0] s_aw,
    output logic [                 noc::ENDPOINTS-1:0] s_aw_valid,
    input  logic [                 noc::ENDPOINTS-1:0] s_aw_ready,
    output logic [  noc::ENDPOINTS*noc::AXI_WRITE-1:0] s_w,
    output logic [                 noc::ENDPOINTS-1:0] s_w_valid,
    input  logic [                 noc::ENDPOINTS-1:0] s_w_ready,
    input  logic [      noc::ENDPOINTS*noc::OWNER-1:0] s_b_id,
    input  logic [               noc::ENDPOINTS*2-1:0] s_b_resp,
    input  logic [                 noc::ENDPOINTS-1:0] s_b_valid,
    output logic [                 noc::ENDPOINTS-1:0] s_b_ready,
    output logic [      noc::ENDPOINTS*noc::OWNER-1:0] s_ar_id,
    output logic [noc::ENDPOINTS*noc::AXI_ADDRESS-1:0] s_ar,
    output logic [                 noc::ENDPOINTS-1:0] s_ar_valid,
    input  logic [                 noc::ENDPOINTS-1:0] s_ar_ready,
    input  logic [      noc::ENDPOINTS*noc::OWNER-1:0] s_r_id,
    input  logic [   noc::ENDPOINTS*noc::AXI_READ-1:0] s_r,
    input  logic [                 noc::ENDPOINTS-1:0] s_r_valid,
    output logic [                 noc::ENDPOINTS-1:0] s_r_ready,
    // Signals for packets that open and close circuits: see `network_interface`.
    output logic [                 noc::ENDPOINTS-1:0] asked,
    output logic [     noc::ENDPOINTS*noc::TARGET-1:0] asked_by,
    input  logic [                 noc::ENDPOINTS-1:0] answered
);
  localparam int ENDPOINTS = noc::ENDPOINTS;
  logic [ENDPOINTS*noc::TARGET-1:0] number;
  always_comb
    for (int e = 0; e < ENDPOINTS; e++) number[e*noc::TARGET+:noc::TARGET] = noc::TARGET'(e);

  logic [ENDPOINTS-1:0] send_valid, send_ready, send_last, receive_valid, receive_ready,
      receive_last, register_write, register_fault;
  logic [ENDPOINTS*noc::DEST-1:0] send_target, answer_target;
  logic [ENDPOINTS*4-1:0] send_way;
  logic [ENDPOINTS*noc::DATA-1:0] send_data, receive_data;
  logic [ENDPOINTS*17-1:0] register_address;
  logic [ENDPOINTS*32-1:0] register_written, register_value;
  network_stream #(.WHOLE(1)) requests (.*);

  logic [ENDPOINTS-1:0] answer_valid, answer_ready, come_valid, come_ready, come_last,
      no_register, none_asked;
  logic [ENDPOINTS*noc::TARGET-1:0] none_asked_by;
  logic [ENDPOINTS*4-1:0] no_way;
  logic [ENDPOINTS*noc::DATA-1:0] answer_data, come_data;
  logic [ENDPOINTS*32-1:0] no_value;
  logic unused;
  assign unused = &{1'b0, come_last, no_register, none_asked, none_asked_by, no_way, no_value};
  network_stream #(
      .QOS(0)
  ) responses (
      .clock, .reset,
      .send_valid(answer_valid),
      .send_ready(answer_ready),
      .send_target(answer_target),
      .send_data(answer_data),
      .send_last({ENDPOINTS{1'b1}}),
      .send_way(no_way),
      .receive_valid(come_valid),
      .receive_ready(come_ready),
      .receive_data(come_data),
      .receive_last(come_last),
      .register_write({ENDPOINTS{1'b0}}),
      .register_address({ENDPOINTS * 17{1'b0}}),
      .register_written({ENDPOINTS * 32{1'b0}}),
      .register_value(no_value),
      .register_fault(no_register),
      .asked(none_asked),
      .asked_by(none_asked_by),
      .answered({ENDPOINTS{1'b0}})
  );

  axi_port #(
      .BEATS(BEATS),
      .OUTSTANDING(OUTSTANDING)
  ) axi_port[ENDPOINTS-1:0] (
      .clock, .reset, .number,
      .aw_id(m_aw_id), .aw(m_aw), .aw_valid(m_aw_valid), .aw_ready(m_aw_ready),
      .w(m_w), .w_valid(m_w_valid), .w_ready(m_w_ready),
      .b_id(m_b_id), .b_resp(m_b_resp), .b_valid(m_b_valid), .b_ready(m_b_ready),
      .ar_id(m_ar_id), .ar(m_ar), .ar_valid(m_ar_valid), .ar_ready(m_ar_ready),
      .r_id(m_r_id), .r(m_r), .r_valid(m_r_valid), .r_ready(m_r_ready),
      .send_valid, .send_ready, .send_target, .send_data, .send_last, .send_way,
      .register_write, .register_address, .register_written, .register_value, .register_fault,
      .receive_valid(come_valid), .receive_ready(come_ready), .receive_data(come_data)
  );
  axi_manager axi_manager[ENDPOINTS-1:0] (
      .clock, .reset,
      .aw_id(s_aw_id), .aw(s_aw), .aw_valid(s_aw_valid), .aw_ready(s_aw_ready),
      .w(s_w), .w_valid(s_w_valid), .w_ready(s_w_ready),
      .b_id(s_b_id), .b_resp(s_b_resp), .b_valid(s_b_valid), .b_ready(s_b_ready),
      .ar_id(s_ar_id), .ar(s_ar), .ar_valid(s_ar_valid), .ar_ready(s_ar_ready),
      .r_id(s_r_id), .r(s_r), .r_valid(s_r_valid), .r_ready(s_r_ready),
      .receive_valid, .receive_ready, .receive_data, .receive_last,
      .send_valid(answer_valid), .send_ready(answer_ready), .send_target(answer_target),
      .send_data(answer_data)
  );
endmodule
