// An AXI4 manager for the memory at an endpoint. The managers at all endpoints send their bursts as
// packets (`axi_port`), and this module issues these bursts to the memory. An ID at the memory
// consists of the endpoint from which a burst comes and the burst's ID at that endpoint. So the
// memory keeps the bursts of each manager and ID in order, and distinguishes exclusive accesses of
// different managers.
module axi_manager (
    input  logic                   clock,
    input  logic                   reset,
    output logic [ noc::OWNER-1:0] aw_id,
    output noc::axi_address_t      aw,
    output logic                   aw_valid,
    input  logic                   aw_ready,
    output noc::axi_write_t        w,
    output logic                   w_valid,
    input  logic                   w_ready,
    input  logic [ noc::OWNER-1:0] b_id,
    input  logic [            1:0] b_resp,
    input  logic                   b_valid,
    output logic                   b_ready,
    output logic [ noc::OWNER-1:0] ar_id,
    output noc::axi_address_t      ar,
    output logic                   ar_valid,
    input  logic                   ar_ready,
    input  logic [ noc::OWNER-1:0] r_id,
    input  noc::axi_read_t         r,
    input  logic                   r_valid,
    output logic                   r_ready,
    // Signals of the network interface for requests, then those of the interface for responses.
    input  logic                   receive_valid,
    output logic                   receive_ready,
    input  logic [  noc::DATA-1:0] receive_data,
    input  logic                   receive_last,
    output logic                   send_valid,
    input  logic                   send_ready,
    output logic [  noc::DEST-1:0] send_target,
    output logic [  noc::DATA-1:0] send_data
);
  localparam logic [1:0] FIRST = 0, SECOND = 1, DATA = 2;
  logic [1:0] state;
  noc::axi_head_t come, head;
  noc::axi_second_t second;
  noc::axi_address_t address;
  logic free, issues;
  logic [noc::TARGET-1:0] target;  // the response goes to this endpoint

  assign come = receive_data[noc::AXI_HEAD-1:0];
  assign second = receive_data[noc::AXI_SECOND-1:0];
  assign address = {second.addr, head.len, head.size, head.burst, second.lock, second.cache,
                    second.prot, head.qos};
  assign free = head.write ? !aw_valid || aw_ready : !ar_valid || ar_ready;
  assign issues = state == SECOND && receive_valid && free;
  assign receive_ready = state == FIRST || (state == SECOND ? free : w_ready);
  assign w = {receive_data[35:0], receive_last};
  assign w_valid = state == DATA && receive_valid;

  always_ff @(posedge clock) begin
    if (reset) begin
      state <= FIRST;
      {aw_valid, ar_valid} <= '0;
    end else begin
      if (state == FIRST && receive_valid) state <= SECOND;
      if (issues) state <= head.write ? DATA : FIRST;
      if (w_valid && w_ready && receive_last) state <= FIRST;
      if (issues && head.write) aw_valid <= 1'b1;
      else if (aw_ready) aw_valid <= 1'b0;
      if (issues && !head.write) ar_valid <= 1'b1;
      else if (ar_ready) ar_valid <= 1'b0;
    end
    if (state == FIRST) head <= come;
    if (issues && head.write) {aw_id, aw} <= {head.source, head.id, address};
    if (issues && !head.write) {ar_id, ar} <= {head.source, head.id, address};
  end

  // Responses to writes take precedence. They cannot delay beats of reads for long, because the
  // request of a write has at least three flits.
  assign send_valid = b_valid || r_valid;
  assign target = b_valid ? b_id[noc::OWNER-1:noc::ID] : r_id[noc::OWNER-1:noc::ID];
  assign send_target = noc::DEST'(target);
  assign send_data = noc::DATA'(b_valid ? {1'b1, b_id[noc::ID-1:0], 32'b0, b_resp, 1'b1}
                                        : {1'b0, r_id[noc::ID-1:0], r});
  assign b_ready = b_valid && send_ready;
  assign r_ready = !b_valid && send_ready;
  logic unused;
  assign unused = &{1'b0, receive_data};
endmodule
