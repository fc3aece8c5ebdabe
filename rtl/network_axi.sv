// The network with an AXI4 subordinate and QoS registers at each endpoint: see `axi_port`. Ports
// are by endpoint.
module network_axi (
    input  logic                                  clock,
    input  logic                                  reset,
    input  logic [          noc::ENDPOINTS*4-1:0] aw_id,
    input  logic [         noc::ENDPOINTS*32-1:0] aw_addr,
    input  logic [            noc::ENDPOINTS-1:0] aw_valid,
    output logic [            noc::ENDPOINTS-1:0] aw_ready,
    input  logic [         noc::ENDPOINTS*32-1:0] w_data,
    input  logic [            noc::ENDPOINTS-1:0] w_last,
    input  logic [            noc::ENDPOINTS-1:0] w_valid,
    output logic [            noc::ENDPOINTS-1:0] w_ready,
    output logic [          noc::ENDPOINTS*4-1:0] b_id,
    output logic [          noc::ENDPOINTS*2-1:0] b_resp,
    output logic [            noc::ENDPOINTS-1:0] b_valid,
    input  logic [            noc::ENDPOINTS-1:0] b_ready,
    input  logic [          noc::ENDPOINTS*4-1:0] ar_id,
    input  logic [         noc::ENDPOINTS*32-1:0] ar_addr,
    input  logic [          noc::ENDPOINTS*8-1:0] ar_len,
    input  logic [            noc::ENDPOINTS-1:0] ar_valid,
    output logic [            noc::ENDPOINTS-1:0] ar_ready,
    output logic [          noc::ENDPOINTS*4-1:0] r_id,
    output logic [         noc::ENDPOINTS*32-1:0] r_data,
    output logic [          noc::ENDPOINTS*2-1:0] r_resp,
    output logic [            noc::ENDPOINTS-1:0] r_last,
    output logic [            noc::ENDPOINTS-1:0] r_valid,
    input  logic [            noc::ENDPOINTS-1:0] r_ready,
    output logic [            noc::ENDPOINTS-1:0] asked,
    output logic [noc::ENDPOINTS*noc::TARGET-1:0] asked_by,
    input  logic [            noc::ENDPOINTS-1:0] answered
);
  logic [noc::ENDPOINTS-1:0] send_valid, send_ready, send_last, receive_valid, receive_ready,
      receive_last, register_write, register_fault;
  logic [noc::ENDPOINTS*noc::TARGET-1:0] send_target;
  logic [noc::ENDPOINTS*noc::DATA-1:0] send_data, receive_data;
  logic [noc::ENDPOINTS*17-1:0] register_address;
  logic [noc::ENDPOINTS*32-1:0] register_written, register_value;
  logic unused;
  assign unused = &{1'b0, receive_last};
  network_stream network (.*);
  axi_port axi_port[noc::ENDPOINTS-1:0] (
      .clock, .reset,
      .aw_id, .aw_addr, .aw_valid, .aw_ready, .w_data, .w_last, .w_valid, .w_ready,
      .b_id, .b_resp, .b_valid, .b_ready,
      .ar_id, .ar_addr, .ar_len, .ar_valid, .ar_ready,
      .r_id, .r_data, .r_resp, .r_last, .r_valid, .r_ready,
      .send_valid, .send_ready, .send_target, .send_data, .send_last,
      .receive_valid, .receive_ready, .receive_data,
      .register_write, .register_address, .register_written, .register_value, .register_fault
  );
endmodule
