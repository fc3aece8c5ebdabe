// The network with streams and QoS registers at each endpoint; `network_interface` describes both.
// Each port is a vector with a part for each endpoint. If WHOLE is 1, the flits of a packet arrive
// one after the other even with several traffic classes.
module network_stream #(
    parameter int QOS   = 1,
    parameter int WHOLE = 0
) (
    input  logic                                  clock,
    input  logic                                  reset,
    input  logic [            noc::ENDPOINTS-1:0] send_valid,
    output logic [            noc::ENDPOINTS-1:0] send_ready,
    input  logic [  noc::ENDPOINTS*noc::DEST-1:0] send_target,
    input  logic [  noc::ENDPOINTS*noc::DATA-1:0] send_data,
    input  logic [            noc::ENDPOINTS-1:0] send_last,
    output logic [          noc::ENDPOINTS*4-1:0] send_way,
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
  logic [noc::ENDPOINTS-1:0] inject, eject_valid, eject, refused, needed;
  logic [noc::ENDPOINTS*noc::FLIT-1:0] inject_flit, eject_flit;
  logic [noc::ENDPOINTS*noc::CLASSES-1:0] inject_ready;
  logic [noc::ROUTERS*noc::PORTS*noc::FORWARD-1:0] links;
  logic [noc::ENDPOINTS*noc::TARGET-1:0] number;
  logic [noc::ENDPOINTS*4-1:0] receive_field;
  logic unused;
  assign unused = &{1'b0, links, receive_field};
  always_comb
    for (int e = 0; e < noc::ENDPOINTS; e++)
      number[e*noc::TARGET+:noc::TARGET] = noc::TARGET'(e);
  network #(.WHOLE(WHOLE)) network (.*);
  network_interface #(.QOS(QOS)) network_interface[noc::ENDPOINTS-1:0] (
      .clock, .reset, .number,
      .send_valid, .send_ready, .send_target, .send_data, .send_last, .send_way,
      .receive_valid, .receive_ready, .receive_data, .receive_last, .receive_field,
      .register_write, .register_address, .register_written, .register_value, .register_fault,
      .asked, .asked_by, .answered,
      .inject, .inject_flit, .inject_ready, .eject_valid, .eject_flit, .eject, .refused, .needed
  );
endmodule
