// Accesses of other tiles to a tile's memory and devices, and this tile's notifications to itself.
//
// A core reaches memory LATE cycles after the cycle in which the simulator issues its instruction.
// Stores of other tiles also take effect LATE cycles after their arrival, so that they and the
// core's accesses keep the simulator's order. The stores stay in order. An acknowledgement takes
// longer than LATE cycles, so a tile that has received it finds the store done. With LATE = 0,
// stores take effect at once. Stores to counters take effect at once, too, because the counters'
// notifications leave the tile.
module served_access #(
    parameter int LATE  = 3,
    parameter int SLOTS = 4   // largest number of answers that wait to leave
) (
    input  logic                   clock,
    input  logic                   reset,
    // Streams of `network_interface`: requests, and the answers to them.
    input  logic                   receive_valid,
    output logic                   receive_ready,
    input  logic [  noc::DATA-1:0] receive_data,
    input  logic                   receive_last,
    output logic                   send_valid,
    input  logic                   send_ready,
    output logic [noc::TARGET-1:0] send_target,
    output logic [  noc::DATA-1:0] send_data,
    output logic                   send_last,
    // A notification of this tile's counters that stores a word in this tile. The module serves it
    // like an arriving store, before the stores that arrive.
    input  logic                   notifies,
    input  logic [           31:0] note_address,
    input  logic [           31:0] note_word,
    // A store that has arrived.
    output logic                   comes_store,
    output logic [           31:0] come_address,
    output logic [            3:0] come_strobes,
    output logic [           31:0] come_word,
    // A store that takes effect in this cycle.
    output logic                   stores,
    output logic [           31:0] store_address,
    output logic [            3:0] strobes,
    output logic [           31:0] written,
    // A load. Its word arrives in the cycle after `taken`.
    output logic                   loads,
    input  logic                   taken,
    output logic [           31:0] load_address,
    input  logic [           31:0] word
);
  localparam int TARGET = noc::TARGET, WIDTH = TARGET + 34;
  localparam int COUNT = $clog2(SLOTS + 1);

  logic [1:0] part;
  logic [TARGET-1:0] source;
  logic [3:0] asked;  // byte strobes of the request
  logic [31:0] address, data, kept;
  logic ends, take, filled, is_load, answering, comes, has, of_note, answers_note;
  logic [COUNT-1:0] waiting;
  logic [WIDTH-1:0] oldest;

  assign data = receive_data[31:0];
  assign receive_ready = !receive_last
      || (waiting != COUNT'(SLOTS) && !(notifies && part == 2));
  assign ends = receive_valid && receive_ready && receive_last;

  assign comes_store = notifies || (ends && asked != 0);
  assign come_address = notifies ? note_address : address;
  assign come_strobes = notifies ? '1 : asked;
  assign come_word = notifies ? note_word : data;
  delay_line #(
      .WIDTH(69),
      .CYCLES(LATE)
  ) line (
      .clock,
      .reset,
      .entering({comes_store, come_address, come_strobes, come_word}),
      .leaving({stores, store_address, strobes, written})
  );

  buffer #(
      .WIDTH(WIDTH),
      .SLOTS(SLOTS)
  ) buffer (
      .clock,
      .reset,
      .write(ends),
      .written({source, of_note, asked == 0, data}),
      .take,
      .filled,
      .oldest
  );
  assign {send_target, answers_note, is_load, load_address} = oldest;
  assign loads = filled && is_load && !comes && !has;
  assign send_valid = filled && (!answering || comes || has);
  assign send_last = answering || !is_load;
  assign send_data = noc::DATA'(!answering ? 32'({answers_note, is_load}) : comes ? word : kept);
  assign take = send_valid && send_ready && send_last;

  always_ff @(posedge clock) begin
    if (comes) kept <= word;
    if (receive_valid && receive_ready) begin
      if (part == 0) {of_note, source, asked} <= data[TARGET+4:0];
      if (part == 1) address <= data;
    end
    if (reset) begin
      {part, waiting, answering, comes, has} <= '0;
    end else begin
      if (receive_valid && receive_ready) part <= receive_last ? '0 : part + 1'b1;
      waiting <= waiting + COUNT'(ends) - COUNT'(take);
      if (send_valid && send_ready) answering <= !send_last;
      comes <= loads && taken;
      has <= (comes || has) && !take;
    end
  end
endmodule
