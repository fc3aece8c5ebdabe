// A chip of tiles, with a network for requests and one for responses. Each port is a vector with a
// part for each tile.
module tile_chip #(
    parameter int WORD    = 15,
    parameter int COLUMNS = 2,
    parameter int MHZ     = 100,
    parameter int COUNTERS = 2,
    parameter int LATE    = 3
) (
    input  logic                            clock,
    input  logic                            reset,
    input  logic [ 32*noc::ENDPOINTS-1:0] code_offset,
    input  logic [32*noc::ENDPOINTS-1:0] process_record,
    input  logic [ 32*noc::ENDPOINTS-1:0] data_base,
    input  logic [ 32*noc::ENDPOINTS-1:0] data_bytes,
    output logic [    noc::ENDPOINTS-1:0] host_call,
    output logic [ 32*noc::ENDPOINTS-1:0] host_number,
    output logic [128*noc::ENDPOINTS-1:0] host_arguments,
    input  logic [ 32*noc::ENDPOINTS-1:0] host_result,
    input  logic [    noc::ENDPOINTS-1:0] host_ends,
    output logic [    noc::ENDPOINTS-1:0] fault,
    output logic [ 32*noc::ENDPOINTS-1:0] fault_address
);
  localparam int TILES = noc::ENDPOINTS, TARGET = noc::TARGET, DATA = noc::DATA;

  // The streams of both networks: the flits that tiles send, and the flits that they receive. The
  // lower parts belong to the network for requests.
  logic [2*TILES-1:0] send_valid, send_ready, send_last, receive_valid, receive_ready, receive_last;
  logic [2*TILES*TARGET-1:0] send_target;
  logic [2*TILES*DATA-1:0] send_data, receive_data;

  generate
    for (genvar n = 0; n < TILES; n++) begin : gen_tile
      localparam int A = TILES + n;  // index of the tile in the network for answers
      tile #(
          .WORD(WORD), .COLUMNS(COLUMNS), .MHZ(MHZ), .COUNTERS(COUNTERS), .LATE(LATE)
      ) tile (
          .clock, .reset, .number(TARGET'(n)),
          .code_offset(code_offset[32*n+:32]), .process_record(process_record[32*n+:32]),
          .data_base(data_base[32*n+:32]), .data_bytes(data_bytes[32*n+:32]),
          .host_call(host_call[n]), .host_number(host_number[32*n+:32]),
          .host_arguments(host_arguments[128*n+:128]), .host_result(host_result[32*n+:32]),
          .host_ends(host_ends[n]), .fault(fault[n]), .fault_address(fault_address[32*n+:32]),
          .request_valid(send_valid[n]), .request_ready(send_ready[n]),
          .request_target(send_target[TARGET*n+:TARGET]), .request_data(send_data[DATA*n+:DATA]),
          .request_last(send_last[n]),
          .answer_valid(receive_valid[A]), .answer_ready(receive_ready[A]),
          .answer_data(receive_data[DATA*A+:DATA]), .answer_last(receive_last[A]),
          .served_valid(receive_valid[n]), .served_ready(receive_ready[n]),
          .served_data(receive_data[DATA*n+:DATA]), .served_last(receive_last[n]),
          .reply_valid(send_valid[A]), .reply_ready(send_ready[A]),
          .reply_target(send_target[TARGET*A+:TARGET]), .reply_data(send_data[DATA*A+:DATA]),
          .reply_last(send_last[A])
      );
    end
    for (genvar k = 0; k < 2; k++) begin : gen_network
      localparam int N = k * TILES;
      logic [TILES-1:0] register_fault, asked;
      logic [TILES*TARGET-1:0] asked_by;
      logic [TILES*4-1:0] send_way;
      logic [TILES*32-1:0] register_value;
      network_stream #(
          .QOS(0),
          .WHOLE(1)
      ) network (
          .clock, .reset,
          .send_valid(send_valid[N+:TILES]), .send_ready(send_ready[N+:TILES]),
          .send_target(send_target[N*TARGET+:TILES*TARGET]),
          .send_data(send_data[N*DATA+:TILES*DATA]), .send_last(send_last[N+:TILES]), .send_way,
          .receive_valid(receive_valid[N+:TILES]), .receive_ready(receive_ready[N+:TILES]),
          .receive_data(receive_data[N*DATA+:TILES*DATA]), .receive_last(receive_last[N+:TILES]),
          .register_write('0), .register_address('0), .register_written('0), .register_value,
          .register_fault, .asked, .asked_by, .answered('0)
      );
      logic unused;
      assign unused = &{1'b0, register_fault, asked, asked_by, send_way, register_value};
    end
  endgenerate
endmodule
