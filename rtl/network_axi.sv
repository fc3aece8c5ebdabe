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
  generate
    for (genvar e = 0; e < noc::ENDPOINTS; e++) begin : gen_endpoint
      axi_port axi_port (
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
          .send_valid(send_valid[e]),
          .send_ready(send_ready[e]),
          .send_target(send_target[e*noc::TARGET+:noc::TARGET]),
          .send_data(send_data[e*noc::DATA+:noc::DATA]),
          .send_last(send_last[e]),
          .receive_valid(receive_valid[e]),
          .receive_ready(receive_ready[e]),
          .receive_data(receive_data[e*noc::DATA+:noc::DATA]),
          .register_write(register_write[e]),
          .register_address(register_address[e*17+:17]),
          .register_written(register_written[e*32+:32]),
          .register_value(register_value[e*32+:32]),
          .register_fault(register_fault[e])
      );
    end
  endgenerate
endmodule
