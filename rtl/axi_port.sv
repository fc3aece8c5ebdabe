// An AXI4 subordinate in front of a network interface (ARM IHI 0022: AXI4, bursts of the type INCR,
// one write and one read at a time).
//
//   0x0000_0000 + 0x1000 t   a write burst is a packet to endpoint t, a flit a beat
//   0x4000_0000              a read burst takes as many flits as have come or will come
//   0x8000_0000              the registers of the network interface, one word an access
//
// A beat is a whole word, so there are no AWSIZE, WSTRB and ARSIZE; WLAST ends a burst, not AWLEN.
module axi_port #(
    parameter int ID = 4
) (
    input  logic                   clock,
    input  logic                   reset,
    input  logic [         ID-1:0] aw_id,
    input  logic [           31:0] aw_addr,
    input  logic                   aw_valid,
    output logic                   aw_ready,
    input  logic [           31:0] w_data,
    input  logic                   w_last,
    input  logic                   w_valid,
    output logic                   w_ready,
    output logic [         ID-1:0] b_id,
    output logic [            1:0] b_resp,
    output logic                   b_valid,
    input  logic                   b_ready,
    input  logic [         ID-1:0] ar_id,
    input  logic [           31:0] ar_addr,
    input  logic [            7:0] ar_len,
    input  logic                   ar_valid,
    output logic                   ar_ready,
    output logic [         ID-1:0] r_id,
    output logic [           31:0] r_data,
    output logic [            1:0] r_resp,
    output logic                   r_last,
    output logic                   r_valid,
    input  logic                   r_ready,
    // The network interface.
    output logic                   send_valid,
    input  logic                   send_ready,
    output logic [noc::TARGET-1:0] send_target,
    output logic [           31:0] send_data,
    output logic                   send_last,
    input  logic                   receive_valid,
    output logic                   receive_ready,
    input  logic [           31:0] receive_data,
    output logic                   register_write,
    output logic [           16:0] register_address,
    output logic [           31:0] register_written,
    input  logic [           31:0] register_value,
    input  logic                   register_fault
);
  localparam logic [1:0] OKAY = 2'b00, SUBORDINATE_ERROR = 2'b10;

  // A write: its address, then its beats, then its response.
  logic writing, answering, to_registers, fits;
  logic [31:0] write_address;
  assign aw_ready = !writing && !answering;
  assign to_registers = write_address[31];
  assign fits = write_address[30:12] < 19'(noc::ENDPOINTS);
  // A packet for no endpoint is taken and dropped. Reads of registers wait for writes.
  assign w_ready = writing && (to_registers || !fits || send_ready);
  assign send_valid = writing && !to_registers && fits && w_valid;
  assign send_target = write_address[12+:noc::TARGET];
  assign send_data = w_data;
  assign send_last = w_last;
  assign register_write = writing && to_registers && w_valid;
  assign register_written = w_data;
  assign b_valid = answering;

  always_ff @(posedge clock) begin
    if (reset) begin
      writing   <= 1'b0;
      answering <= 1'b0;
      b_resp    <= OKAY;
    end else begin
      if (aw_valid && aw_ready) begin
        writing       <= 1'b1;
        write_address <= aw_addr;
        b_id          <= aw_id;
        b_resp        <= OKAY;
      end
      if (w_valid && w_ready) begin
        if (to_registers ? register_fault : !fits) b_resp <= SUBORDINATE_ERROR;
        if (w_last) begin
          writing   <= 1'b0;
          answering <= 1'b1;
        end
      end
      if (b_valid && b_ready) answering <= 1'b0;
    end
  end

  // A read: its address, then its beats. A beat is kept while it is offered, since another class's
  // flit may come before the one that waits, and registers change by themselves.
  logic reading, from_registers, fetches, may_fetch;
  logic [16:0] read_address;
  logic [7:0] left;
  assign ar_ready = !reading && !r_valid;
  assign register_address = register_write ? write_address[16:0] : read_address;
  assign may_fetch = reading && (!r_valid || r_ready);
  assign fetches = may_fetch && (from_registers ? !register_write : receive_valid);
  assign receive_ready = may_fetch && !from_registers;
  logic unused;
  assign unused = &{1'b0, ar_addr[30:17]};

  always_ff @(posedge clock) begin
    if (reset) begin
      reading <= 1'b0;
      r_valid <= 1'b0;
    end else begin
      if (ar_valid && ar_ready) begin
        reading        <= 1'b1;
        from_registers <= ar_addr[31];
        read_address   <= ar_addr[16:0];
        left           <= ar_len;
        r_id           <= ar_id;
      end
      if (fetches) begin
        r_valid <= 1'b1;
        r_data  <= from_registers ? register_value : receive_data;
        r_resp  <= from_registers && register_fault ? SUBORDINATE_ERROR : OKAY;
        r_last  <= left == 0;
        reading <= left != 0;
        left    <= left - 1'b1;
      end else if (r_ready) r_valid <= 1'b0;
    end
  end
endmodule
