// The test bench's part at an endpoint with an AXI4 port: it writes a priority and reads it back,
// tries one that there is not, then sends packets to all endpoints, and reads one after each. Valid
// signals stay until they are accepted, and come at random; what comes back must stay, too.
module axi_agent (
    input  logic        clock,
    input  logic        reset,
    input  logic [31:0] number,
    output logic [ 3:0] aw_id,
    output logic [31:0] aw_addr,
    output logic        aw_valid,
    input  logic        aw_ready,
    output logic [31:0] w_data,
    output logic        w_last,
    output logic        w_valid,
    input  logic        w_ready,
    input  logic [ 3:0] b_id,
    input  logic [ 1:0] b_resp,
    input  logic        b_valid,
    output logic        b_ready,
    output logic [ 3:0] ar_id,
    output logic [31:0] ar_addr,
    output logic [ 7:0] ar_len,
    output logic        ar_valid,
    input  logic        ar_ready,
    input  logic [ 3:0] r_id,
    input  logic [31:0] r_data,
    input  logic [ 1:0] r_resp,
    input  logic        r_last,
    input  logic        r_valid,
    output logic        r_ready,
    output logic        done,
    output logic        failed
);
  localparam int ENDPOINTS = noc::ENDPOINTS, TARGET = noc::TARGET;
  // Every round has a write of BEATS beats, its response, and a read of as many beats.
  localparam int BEATS = 4;
  localparam int BAD = 1, FIRST = 2;  // rounds 0 and 1 are for registers, the others for packets
  localparam int SWEEPS = 8;  // packets to each endpoint
  localparam int ROUNDS = FIRST + SWEEPS * ENDPOINTS;
  logic [15:0] round, target;
  logic [7:0] beat, taken, source, come;
  logic [7:0] place[ENDPOINTS];  // by source: beats that have come
  logic addressed, answered, asked, in_packets;
  logic [31:0] random, expected;
  logic [1:0] response;
  // A response was offered in the cycle before, and not accepted.
  logic b_waited, r_waited;
  logic [5:0] b_before;
  logic [38:0] r_before;

  assign in_packets = round >= 16'(FIRST);
  assign target = 16'((number + 32'(round) - FIRST) % ENDPOINTS);
  assign source = r_data[31:24] % 8'(ENDPOINTS);
  assign come = place[source[TARGET-1:0]];
  assign done = round == 16'(ROUNDS);
  assign aw_id = round[3:0];
  assign ar_id = ~round[3:0];
  // The second round addresses the register of an endpoint that does not exist.
  assign aw_addr = in_packets ? {4'b0, target, 12'b0}
      : round == 16'(BAD) ? 32'h8001_0000 + 32'(4 * ENDPOINTS) : 32'h8000_0000;
  assign ar_addr = in_packets ? 32'h4000_0000 : aw_addr;
  assign ar_len = in_packets ? 8'(BEATS - 1) : 8'd0;
  // Packets of an endpoint have its own priority.
  assign w_data = in_packets ? {8'(number), round, beat} : 32'(number % 8);
  assign w_last = beat == ar_len;
  assign expected = in_packets ? {
      source,
      16'(FIRST + (number + ENDPOINTS - 32'(source)) % ENDPOINTS
          + 32'(come) / BEATS * ENDPOINTS),
      come % 8'(BEATS)
  } : w_data;
  assign response = round == 16'(BAD) ? 2'b10 : 2'b00;

  random_bits random_bits (
      .clock,
      .reset,
      .number,
      .random
  );

  always_ff @(posedge clock) begin
    b_ready <= random[1];
    r_ready <= random[2];
    b_waited <= !reset && b_valid && !b_ready;
    r_waited <= !reset && r_valid && !r_ready;
    b_before <= {b_id, b_resp};
    r_before <= {r_id, r_data, r_resp, r_last};
    if (reset) begin
      {round, beat, taken, addressed, answered, asked, failed} <= '0;
      for (int i = 0; i < ENDPOINTS; i++) place[i] <= '0;
      {aw_valid, w_valid, b_ready, ar_valid, r_ready} <= '0;
    end else if (!done) begin
      if ((b_waited && {b_valid, b_before} != {1'b1, b_id, b_resp})
          || (r_waited && {r_valid, r_before} != {1'b1, r_id, r_data, r_resp, r_last})) begin
        $display("failed: endpoint %0d: what was offered did not stay, in round %0d", number, round);
        failed <= 1'b1;
      end
      // The signals of the write.
      if (!addressed && !aw_valid) aw_valid <= random[3];
      if (aw_valid && aw_ready) begin
        aw_valid  <= 1'b0;
        addressed <= 1'b1;
      end
      if (!w_valid && beat <= ar_len) w_valid <= random[4];
      if (w_valid && w_ready) begin
        w_valid <= 1'b0;
        beat <= beat + 1'b1;
      end
      if (b_valid && b_ready) begin
        answered <= 1'b1;
        if (b_resp != response || b_id != aw_id) begin
          $display("failed: endpoint %0d: response %b to write %0d", number, b_resp, round);
          failed <= 1'b1;
        end
      end
      // The signals of the read, which reads registers after the write.
      if (!asked && !ar_valid && (in_packets || answered)) ar_valid <= random[5];
      if (ar_valid && ar_ready) begin
        ar_valid <= 1'b0;
        asked    <= 1'b1;
      end
      if (r_valid && r_ready) begin
        taken <= taken + 1'b1;
        if (in_packets) place[source[TARGET-1:0]] <= place[source[TARGET-1:0]] + 1'b1;
        if (r_resp != response || r_id != ar_id || r_last != (taken == ar_len)
            || (response == 0 && r_data != expected)) begin
          $display("failed: endpoint %0d: read %h, not %h, in round %0d", number, r_data, expected,
                   round);
          failed <= 1'b1;
        end
      end
      if (answered && asked && taken > ar_len) begin
        round <= round + 1'b1;
        {beat, taken, addressed, answered, asked} <= '0;
      end
    end
  end
endmodule
