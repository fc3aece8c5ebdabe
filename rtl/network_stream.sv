// The network with streams and QoS registers at each endpoint: see `network_interface`. Ports are
// by endpoint.
module network_stream (
    input  logic                                  clock,
    input  logic                                  reset,
    input  logic [            noc::ENDPOINTS-1:0] send_valid,
    output logic [            noc::ENDPOINTS-1:0] send_ready,
    input  logic [noc::ENDPOINTS*noc::TARGET-1:0] send_target,
    input  logic [  noc::ENDPOINTS*noc::DATA-1:0] send_data,
    input  logic [            noc::ENDPOINTS-1:0] send_last,
    output logic [            noc::ENDPOINTS-1:0] receive_valid,
    input  logic [            noc::ENDPOINTS-1:0] receive_ready,
    output logic [  noc::ENDPOINTS*noc::DATA-1:0] receive_data,
    output logic [            noc::ENDPOINTS-1:0] receive_last,
    input  logic [            noc::ENDPOINTS-1:0] register_write,
    input  logic [         noc::ENDPOINTS*17-1:0] register_address,
    input  logic [         noc::ENDPOINTS*32-1:0] register_written,
    output logic [         noc::ENDPOINTS*32-1:0] register_value,
    output logic [            noc::ENDPOINTS-1:0] register_fault,
    output logic [            noc::ENDPOINTS-1:0] asked,
    output logic [noc::ENDPOINTS*noc::TARGET-1:0] asked_by,
    input  logic [            noc::ENDPOINTS-1:0] answered
);
  logic [noc::ENDPOINTS-1:0] inject, eject_valid, eject, refused;
  logic [noc::ENDPOINTS*noc::FLIT-1:0] inject_flit, eject_flit;
  logic [noc::ENDPOINTS*noc::CLASSES-1:0] inject_ready;
  logic [noc::ROUTERS*noc::PORTS*noc::FORWARD-1:0] links;
  logic unused;
  assign unused = &{1'b0, links};
  network network (.*);
  generate
    for (genvar e = 0; e < noc::ENDPOINTS; e++) begin : gen_endpoint
      logic [3:0] receive_field;
      logic unused_field;
      assign unused_field = &{1'b0, receive_field};
      network_interface network_interface (
          .clock,
          .reset,
          .number(noc::TARGET'(e)),
          .receive_field,
          .send_valid(send_valid[e]),
          .send_ready(send_ready[e]),
          .send_target(send_target[e*noc::TARGET+:noc::TARGET]),
          .send_data(send_data[e*noc::DATA+:noc::DATA]),
          .send_last(send_last[e]),
          .receive_valid(receive_valid[e]),
          .receive_ready(receive_ready[e]),
          .receive_data(receive_data[e*noc::DATA+:noc::DATA]),
          .receive_last(receive_last[e]),
          .register_write(register_write[e]),
          .register_address(register_address[e*17+:17]),
          .register_written(register_written[e*32+:32]),
          .register_value(register_value[e*32+:32]),
          .register_fault(register_fault[e]),
          .asked(asked[e]),
          .asked_by(asked_by[e*noc::TARGET+:noc::TARGET]),
          .answered(answered[e]),
          .inject(inject[e]),
          .inject_flit(inject_flit[e*noc::FLIT+:noc::FLIT]),
          .inject_ready(inject_ready[e*noc::CLASSES+:noc::CLASSES]),
          .eject_valid(eject_valid[e]),
          .eject_flit(eject_flit[e*noc::FLIT+:noc::FLIT]),
          .eject(eject[e]),
          .refused(refused[e])
      );
    end
  endgenerate
endmodule
