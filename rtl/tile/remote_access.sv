// Remote accesses of a core, and notifications of its counters. A request has a header, an address
// and, if it is a store, a word. Accesses leave in program order, and the network keeps them in
// order, so the accesses to one tile take effect in order. Accesses and notifications take turns.
module remote_access #(
    parameter int SLOTS = 4,  // largest number of accesses that wait to leave
    parameter int MOST  = 64  // largest number of unacknowledged stores
) (
    input  logic                   clock,
    input  logic                   reset,
    input  logic [noc::TARGET-1:0] number,
    // An access, which is taken if there is room. An access without strobes is a load.
    input  logic                   access,
    output logic                   room,
    input  logic [noc::TARGET-1:0] target,
    input  logic [           31:0] address,
    input  logic [            3:0] strobes,
    input  logic [           31:0] written,
    // A notification: a store that is not counted as unacknowledged.
    input  logic                   notifies,
    input  logic [noc::TARGET-1:0] notified,
    input  logic [           31:0] note_address,
    input  logic [           31:0] note_word,
    output logic                   note_taken,
    output logic                   answered,  // the load has its answer
    output logic [           31:0] answer,
    output logic                   complete,  // all stores are acknowledged
    // Streams of `network_interface`: requests, and the answers to them.
    output logic                   send_valid,
    input  logic                   send_ready,
    output logic [noc::TARGET-1:0] send_target,
    output logic [  noc::DATA-1:0] send_data,
    output logic                   send_last,
    input  logic                   receive_valid,
    output logic                   receive_ready,
    input  logic [  noc::DATA-1:0] receive_data,
    input  logic                   receive_last
);
  localparam int TARGET = noc::TARGET, WIDTH = TARGET + 68;
  localparam int COUNT = $clog2(SLOTS + 1), UNANSWERED = $clog2(MOST + 1);

  logic push, take, filled, acknowledged, second, chooses_note, is_note, note_first, of_note;
  logic [WIDTH-1:0] oldest;
  logic [COUNT-1:0] waiting;
  logic [UNANSWERED-1:0] stores;
  logic [1:0] part;
  logic [31:0] sent_address, sent_word, oldest_address, oldest_word, kept_address, kept_word;
  logic [TARGET-1:0] oldest_target;
  logic [3:0] sent_strobes;

  assign room = waiting != COUNT'(SLOTS) && stores != UNANSWERED'(MOST);
  assign push = access && room;
  buffer #(
      .WIDTH(WIDTH),
      .SLOTS(SLOTS)
  ) buffer (
      .clock,
      .reset,
      .write(push),
      .written({target, address, strobes, written}),
      .take,
      .filled,
      .oldest
  );
  assign {oldest_target, oldest_address, sent_strobes, oldest_word} = oldest;
  // The choice between an access and a notification is made with the header, and applies to the
  // whole packet.
  assign chooses_note = notifies && (!filled || note_first);
  assign of_note = part == 0 ? chooses_note : is_note;
  assign send_valid = filled || of_note;
  assign send_target = of_note ? notified : oldest_target;
  assign sent_address = is_note ? kept_address : oldest_address;
  assign sent_word = is_note ? kept_word : oldest_word;
  assign note_taken = part == 0 && chooses_note && send_ready;
  assign send_last = part == (of_note || sent_strobes != 0 ? 2'd2 : 2'd1);
  assign take = send_valid && send_ready && send_last && !of_note;
  assign send_data = noc::DATA'(part == 0 ? 32'({of_note, number, of_note ? 4'hf : sent_strobes})
      : part == 1 ? sent_address : sent_word);

  // An answer of one flit acknowledges a store or, if bit 1 is set, a notification. In an answer of
  // two flits, the second flit is the word that was loaded.
  assign receive_ready = 1'b1;
  assign acknowledged = receive_valid && receive_last && !second && !receive_data[1];
  assign answered = receive_valid && second;
  assign answer = receive_data[31:0];
  assign complete = stores == UNANSWERED'(acknowledged);

  always_ff @(posedge clock) begin
    if (part == 0) {kept_address, kept_word} <= {note_address, note_word};
    if (reset) begin
      {waiting, stores, part, second, is_note, note_first} <= '0;
    end else begin
      waiting <= waiting + COUNT'(push) - COUNT'(take);
      stores <= stores + UNANSWERED'(push && strobes != 0) - UNANSWERED'(acknowledged);
      if (send_valid && send_ready) begin
        part <= send_last ? '0 : part + 1'b1;
        is_note <= of_note && !send_last;
        note_first <= !of_note;
      end
      if (receive_valid) second <= !receive_last;
    end
  end
endmodule
