// The counters of a core (docs/register-map.md). If an addition brings a counter to zero, the
// counter is reloaded and its notifications become pending. From the next cycle on, the network
// interface sends pending notifications one by one.
module counters #(
    parameter int COUNTERS = 2,
    parameter int OFFSET   = 17  // bits of an offset in a tile's memory
) (
    input  logic                   clock,
    input  logic                   reset,
    input  logic [noc::TARGET-1:0] number,
    // An access; `place` is its offset from the first counter.
    input  logic                   access,
    input  logic                   writes,
    input  logic [           11:0] place,
    input  logic [           31:0] written,
    output logic [           31:0] value,
    output logic                   fault,
    // The first pending notification with a word in this tile (part 0), and the first one with a
    // word elsewhere (part 1).
    output logic [            1:0] notifies,
    output logic [           63:0] address,
    output logic [           63:0] word,
    input  logic [            1:0] taken
);
  localparam int COUNTER = COUNTERS > 1 ? $clog2(COUNTERS) : 1, NOTES = 4 * COUNTERS;
  localparam int NOTE = $clog2(NOTES), TIMES = 8;  // TIMES: bits of a count of pending writes
  localparam logic [5:0] VALUE = 6'h00, SET = 6'h04, RELOAD = 6'h08;

  logic [31:0] values[0:COUNTERS-1], reloads[0:COUNTERS-1], addresses[0:NOTES-1], words[0:NOTES-1];
  logic [TIMES*NOTES-1:0] pending;
  logic [NOTES-1:0] is_there, is_home, is_pending;
  logic [COUNTER-1:0] counter;
  logic [NOTE-1:0] note;
  logic [31:0] sum;
  logic zero, is_note, is_address, home;

  assign counter = place[6+:COUNTER];
  assign note = NOTE'({place[11:6], place[4:3] ^ 2'd2});
  assign is_note = place[5:3] >= 3'd2 && place[5:3] < 3'd6;
  assign is_address = is_note && !place[2];
  assign sum = values[counter] + written;
  assign zero = access && writes && place[5:0] == VALUE && sum == 0;
  assign home = written[31:28] == 4'h1
      || (written[31] ? written[OFFSET+:noc::TARGET] : written[19+:noc::TARGET]) == number;
  assign value = is_note ? (is_address ? addresses[note] : words[note])
      : place[3] ? reloads[counter] : values[counter];
  assign fault = access && ({1'b0, place[11:6]} >= 7'(COUNTERS) || place[1:0] != 0
      || !(is_note || place[5:0] == VALUE || place[5:0] == RELOAD
      || (writes && place[5:0] == SET)));

  // The number of the first pending notification with a word in this tile, and the number of the
  // first one with a word elsewhere.
  logic [NOTE-1:0] first[2];
  always_comb begin
    for (int n = 0; n < NOTES; n++) is_pending[n] = pending[TIMES*n+:TIMES] != 0;
    notifies = {|(is_pending & ~is_home), |(is_pending & is_home)};
    first[0] = '0;
    first[1] = '0;
    for (int n = NOTES - 1; n >= 0; n--) if (is_pending[n]) first[is_home[n] ? 0 : 1] = NOTE'(n);
  end
  assign address = {addresses[first[1]], addresses[first[0]]};
  assign word = {words[first[1]], words[first[0]]};

`ifndef SYNTHESIS
  always_ff @(posedge clock)
    for (int n = 0; n < NOTES; n++)
      if (!reset && zero && counter == COUNTER'(n / 4) && is_there[n] && &pending[TIMES*n+:TIMES])
        $error("a notification is pending more than %0d times", 2 ** TIMES - 1);
`endif

  always_ff @(posedge clock) begin
    if (access && writes) begin
      if (is_note && !is_address) words[note] <= written;
      if (is_address) begin
        addresses[note] <= written;
        is_home[note] <= home;
      end
    end
    for (int n = 0; n < NOTES; n++) begin
      pending[TIMES*n+:TIMES] <= pending[TIMES*n+:TIMES]
          + TIMES'(zero && counter == COUNTER'(n / 4) && is_there[n])
          - TIMES'((taken[0] && first[0] == NOTE'(n) && is_home[n] && is_pending[n])
          || (taken[1] && first[1] == NOTE'(n) && !is_home[n] && is_pending[n]));
      if (access && writes && is_address && note == NOTE'(n)) begin
        pending[TIMES*n+:TIMES] <= '0;
        is_there[n] <= written != 0;
      end
    end
    for (int n = 0; n < COUNTERS; n++)
      if (access && writes && counter == COUNTER'(n)) begin
        if (place[5:0] == VALUE) values[n] <= zero ? reloads[n] : sum;
        if (place[5:0] == SET) values[n] <= written;
        if (place[5:0] == RELOAD) reloads[n] <= written;
      end
    if (reset) begin
      {pending, is_there} <= '0;
      for (int n = 0; n < COUNTERS; n++) begin
        values[n]  <= '0;
        reloads[n] <= '0;
      end
    end
  end
endmodule
