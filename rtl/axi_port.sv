// An AXI4 subordinate, for a manager at an endpoint (ARM IHI 0022: AXI4). It sends each burst to an
// endpoint, where `axi_manager` issues it to a memory, and answers when the response has arrived.
// Addresses:
//
//   0x0000_0000 + (t << noc::WINDOW)   endpoint t; DECERR where there is none
//   0x8000_0000                        the registers of the network interface: a whole word each,
//                                      else SLVERR
//
// Bursts of one ID are answered in order: all outstanding bursts have one target and route, so a
// burst for another target waits. A write is sent when its last beat, or BEATS of its beats, have
// arrived. While a write of more beats is being sent, a slow manager keeps the route blocked for
// others. A response that the manager does not accept blocks the responses behind it. So a manager
// must never wait for other bursts to end before it sends beats or accepts responses.
module axi_port #(
    parameter int BEATS = 16,
    parameter int OUTSTANDING = 8  // largest number of bursts of one ID and direction
) (
    input  logic                    clock,
    input  logic                    reset,
    input  logic [ noc::TARGET-1:0] number,            // this endpoint's number
    input  logic [     noc::ID-1:0] aw_id,
    input  noc::axi_address_t       aw,
    input  logic                    aw_valid,
    output logic                    aw_ready,
    input  noc::axi_write_t         w,
    input  logic                    w_valid,
    output logic                    w_ready,
    output logic [     noc::ID-1:0] b_id,
    output logic [             1:0] b_resp,
    output logic                    b_valid,
    input  logic                    b_ready,
    input  logic [     noc::ID-1:0] ar_id,
    input  noc::axi_address_t       ar,
    input  logic                    ar_valid,
    output logic                    ar_ready,
    output logic [     noc::ID-1:0] r_id,
    output noc::axi_read_t          r,
    output logic                    r_valid,
    input  logic                    r_ready,
    // The signals of three parts: of the network interface for requests, of its registers, and of
    // the network interface for responses.
    output logic                    send_valid,
    input  logic                    send_ready,
    output logic [   noc::DEST-1:0] send_target,
    output logic [   noc::DATA-1:0] send_data,
    output logic                    send_last,
    input  logic [             3:0] send_way,
    output logic                    register_write,
    output logic [            16:0] register_address,
    output logic [            31:0] register_written,
    input  logic [            31:0] register_value,
    input  logic                    register_fault,
    input  logic                    receive_valid,
    output logic                    receive_ready,
    input  logic [   noc::DATA-1:0] receive_data
);
  localparam logic [1:0] OKAY = 2'b00, SUBORDINATE_ERROR = 2'b10, DECODE_ERROR = 2'b11;
  localparam logic [2:0] IDLE = 0, FIRST = 1, SECOND = 2, DATA = 3, HERE = 4, ANSWER = 5;
  localparam int TARGET = noc::TARGET, PLACE = TARGET + 4, COUNT = $clog2(BEATS + 1);

  // One write and one read wait here until they have been sent. The beats of writes wait in
  // `buffer`.
  logic write_waits, read_waits;
  noc::axi_address_t write, read, burst;
  logic [noc::ID-1:0] write_id, read_id, burst_id;
  noc::axi_write_t beat;
  logic filled, take, complete;
  logic [COUNT-1:0] beats, lasts;
  assign aw_ready = !write_waits;
  assign ar_ready = !read_waits;
  assign w_ready = beats != COUNT'(BEATS);
  assign complete = lasts != 0 || !w_ready;
  buffer #(
      .WIDTH(noc::AXI_WRITE),
      .SLOTS(BEATS)
  ) buffer (
      .clock,
      .reset,
      .write(w_valid && w_ready),
      .written(w),
      .take,
      .filled,
      .oldest(beat)
  );

  // The burst that is being sent, or that this module answers itself without sending it.
  logic [2:0] state;
  logic writes, prefers_read, is_here, nowhere, single, allowed, starts, ends, here_ends;
  logic write_idle, read_idle, write_allowed, read_allowed;
  logic [TARGET-1:0] target;
  logic [PLACE-1:0] place;
  logic [1:0] answer, written_answer;
  logic [7:0] left;
  noc::axi_head_t head;
  noc::axi_second_t second;
  assign burst = writes ? write : read;
  assign burst_id = writes ? write_id : read_id;
  assign target = burst.addr[noc::WINDOW+:TARGET];
  assign nowhere = {1'b0, target} >= (TARGET + 1)'(noc::ENDPOINTS);
  assign is_here = burst.addr[31] || nowhere;
  assign single = burst.len == 0 && burst.size == 3'd2;
  assign place = {send_way, target};
  assign allowed = is_here ? (writes ? write_idle : read_idle)
      : (writes ? write_allowed : read_allowed);
  assign head = {writes, number, burst_id, burst.len, burst.size, burst.burst, burst.qos};
  assign second = {burst.lock, burst.cache, burst.prot, burst.addr};
  assign send_valid = (state == FIRST && allowed && !is_here) || state == SECOND
      || (state == DATA && filled);
  assign send_target = noc::DEST'(target);
  assign send_data = state == FIRST ? noc::DATA'(head)
      : state == SECOND ? noc::DATA'(second) : noc::DATA'({beat.data, beat.strb});
  assign send_last = state == SECOND ? !writes : state == DATA && beat.last;
  assign starts = state == FIRST && send_valid && send_ready;
  assign ends = send_valid && send_ready && send_last;
  assign take = filled && (state == DATA ? send_ready : state == HERE && writes);
  assign register_write = take && state == HERE && burst.addr[31] && single && beat.last
      && beat.strb == 4'hf;
  assign register_address = burst.addr[16:0];
  assign register_written = beat.data;
  always_comb begin
    if (!burst.addr[31]) answer = DECODE_ERROR;
    else if (!single || register_fault || (writes && !register_write)) answer = SUBORDINATE_ERROR;
    else answer = OKAY;
  end

  // Responses. The responses to bursts that this module answers itself take precedence.
  noc::axi_response_t come;
  logic b_free, r_free, b_here, r_here, b_come, r_come;
  assign come = receive_data[noc::AXI_RESPONSE-1:0];
  assign b_free = !b_valid || b_ready;
  assign r_free = !r_valid || r_ready;
  assign b_here = state == ANSWER && writes && b_free;
  assign r_here = state == ANSWER && !writes && r_free;
  assign here_ends = b_here || (r_here && left == 0);
  assign receive_ready = come.write ? b_free && !b_here : r_free && !r_here;
  assign b_come = receive_valid && receive_ready && come.write;
  assign r_come = receive_valid && receive_ready && !come.write;
  logic unused;
  assign unused = &{1'b0, receive_data};

  axi_order #(
      .OUTSTANDING(OUTSTANDING),
      .PLACE(PLACE)
  ) write_order (
      .clock,
      .reset,
      .id(write_id),
      .place,
      .idle(write_idle),
      .allowed(write_allowed),
      .starts(starts && writes),
      .ends(b_come),
      .ended(come.id)
  );
  axi_order #(
      .OUTSTANDING(OUTSTANDING),
      .PLACE(PLACE)
  ) read_order (
      .clock,
      .reset,
      .id(read_id),
      .place,
      .idle(read_idle),
      .allowed(read_allowed),
      .starts(starts && !writes),
      .ends(r_come && come.last),
      .ended(come.id)
  );

  always_ff @(posedge clock) begin
    if (aw_valid && aw_ready) {write_id, write} <= {aw_id, aw};
    if (ar_valid && ar_ready) {read_id, read} <= {ar_id, ar};
    if (reset) begin
      {write_waits, read_waits, beats, lasts, state, writes, prefers_read} <= '0;
      {b_valid, r_valid, written_answer, left} <= '0;
    end else begin
      if (aw_valid && aw_ready) write_waits <= 1'b1;
      else if ((ends || here_ends) && writes) write_waits <= 1'b0;
      if (ar_valid && ar_ready) read_waits <= 1'b1;
      else if ((ends || here_ends) && !writes) read_waits <= 1'b0;
      beats <= beats + COUNT'(w_valid && w_ready) - COUNT'(take);
      lasts <= lasts + COUNT'(w_valid && w_ready && w.last) - COUNT'(take && beat.last);

      case (state)
        IDLE: begin
          writes <= write_waits && complete && !(read_waits && prefers_read);
          if ((write_waits && complete) || read_waits) state <= FIRST;
        end
        FIRST: begin
          prefers_read <= writes;
          left <= burst.len;
          if (!allowed) state <= IDLE;
          else if (is_here) state <= writes ? HERE : ANSWER;
          else if (send_ready) state <= SECOND;
        end
        SECOND: if (send_ready) state <= writes ? DATA : IDLE;
        DATA: if (ends) state <= IDLE;
        HERE:
        if (take) begin
          written_answer <= answer;
          if (beat.last) state <= ANSWER;
        end
        default: begin
          if (r_here) left <= left - 1'b1;
          if (here_ends) state <= IDLE;
        end
      endcase

      if (b_here || b_come) b_valid <= 1'b1;
      else if (b_ready) b_valid <= 1'b0;
      if (r_here || r_come) r_valid <= 1'b1;
      else if (r_ready) r_valid <= 1'b0;
    end
    if (b_here) {b_id, b_resp} <= {burst_id, written_answer};
    else if (b_come) {b_id, b_resp} <= {come.id, come.resp};
    if (r_here)
      {r_id, r} <= {burst_id, burst.addr[31] ? register_value : 32'b0, answer, left == 0};
    else if (r_come) {r_id, r} <= {come.id, come.data, come.resp, come.last};
  end
endmodule
