// The test bench's part at an endpoint. It sends PACKETS random packets by a stream, and checks
// that arriving packets are complete and in order. The data of a flit are its source, the packet's
// number among the packets from this source to this target, and the flit's position in the packet.
module stream_agent #(
    parameter int PACKETS = 200
) (
    input  logic                   clock,
    input  logic                   reset,
    input  logic [           31:0] number,            // the endpoint's number
    output logic                   send_valid,
    input  logic                   send_ready,
    output logic [  noc::DEST-1:0] send_target,
    output logic [  noc::DATA-1:0] send_data,
    output logic                   send_last,
    input  logic                   receive_valid,
    output logic                   receive_ready,
    input  logic [  noc::DATA-1:0] receive_data,
    input  logic                   receive_last,
    output logic                   register_write,
    output logic [           16:0] register_address,
    output logic [           31:0] register_written,
    input  logic                   register_fault,
    output logic [           31:0] arrived,           // number of packets
    output logic                   failed
);
  localparam int ENDPOINTS = noc::ENDPOINTS, TARGET = noc::TARGET;
  logic [31:0] random, sent;
  logic [7:0] position, length;
  logic [15:0] made[ENDPOINTS], expected[ENDPOINTS];
  logic [7:0] place[ENDPOINTS];
  logic [7:0] source;
  logic known;

  random_bits random_bits (
      .clock,
      .reset,
      .number,
      .random
  );

  assign send_valid = !register_write && sent < 32'(PACKETS);
  assign send_data = noc::DATA'({8'(number), made[send_target[TARGET-1:0]], position});
  assign send_last = position == length;
  assign source = receive_data[31:24];
  assign known = source < 8'(ENDPOINTS);
  // Before any packet is sent, each target gets a priority.
  assign register_address = 17'h10000 + 17'(4 * send_target);
  assign register_written = 32'((number + 32'(send_target)) % 8);

  always_ff @(posedge clock) begin
    receive_ready <= random[3:1] != 0;
    if (reset) begin
      register_write <= 1'b1;
      send_target <= '0;
      {sent, position, length, arrived, failed, receive_ready} <= '0;
      for (int i = 0; i < ENDPOINTS; i++) {made[i], expected[i], place[i]} <= '0;
    end else begin
      if (register_write) begin
        send_target <= send_target + 1'b1;
        if (32'(send_target) == ENDPOINTS - 1) begin
          register_write <= 1'b0;
          send_target <= '0;
        end
        if (register_fault) begin
          $display("failed: endpoint %0d cannot write a register", number);
          failed <= 1'b1;
        end
      end
      if (send_valid && send_ready) begin
        position <= position + 1'b1;
        if (send_last) begin
          position <= '0;
          sent <= sent + 1;
          made[send_target[TARGET-1:0]] <= made[send_target[TARGET-1:0]] + 1'b1;
          send_target <= noc::DEST'(TARGET'(random[15:0] % 16'(ENDPOINTS)));
          length <= {4'b0, random[23:20]};
        end
      end
      if (receive_valid && receive_ready) begin
        if (!known || receive_data[23:8] != expected[source[TARGET-1:0]]
            || receive_data[7:0] != place[source[TARGET-1:0]]) begin
          $display("failed: endpoint %0d got %h", number, receive_data);
          failed <= 1'b1;
        end else begin
          place[source[TARGET-1:0]] <= receive_last ? '0 : place[source[TARGET-1:0]] + 1'b1;
          if (receive_last) begin
            expected[source[TARGET-1:0]] <= expected[source[TARGET-1:0]] + 1'b1;
            arrived <= arrived + 1;
          end
        end
      end
    end
  end
endmodule
