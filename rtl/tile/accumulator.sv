// An accumulator of a core (docs/register-map.md): with one operation, it combines a word of its
// own tile and a word from each tile that comes before this tile on the tree of a rectangle. The
// tile writes the accumulator's registers, checks the address of the result, and sends what leaves:
// a store to the same register of the next tile's accumulator, or the result to all tiles of the
// rectangle.
module accumulator #(
    parameter int COLUMNS = 4,
    parameter int ROWS = 4
) (
    input logic clock,
    input logic reset,
    input logic [7:0] place,  // the tile's column and row
    // A register is written; `address` is its offset.
    input logic access,
    input logic [5:0] address,
    input logic [31:0] written,
    output logic fault,
    // A result that waits to leave, until it is taken.
    output logic leaves,
    output logic [2:0] operation,
    output logic [31:0] word,
    input logic taken,
    // The target: all tiles of the rectangle if this tile is the root, otherwise the next tile.
    output logic to_all,
    output logic [7:0] next,
    output logic [15:0] rectangle  // first and last column, first and last row
);
  localparam logic [5:0] TARGETS = 6'h00, RESULT = 6'h04, WORDS = 6'h20;
  localparam logic [15:0] WIDE = 16'(COLUMNS), TILES = 16'(COLUMNS * ROWS);

  function automatic logic [2:0] beside(input logic [3:0] distance, input logic [3:0] length);
    logic goes_on;
    beside  = '0;
    goes_on = 1'b1;
    for (int b = 0; b < 4; b++) begin
      goes_on = goes_on && !distance[b] && {1'b0, distance} + 5'(1 << b) <= {1'b0, length};
      beside  = beside + 3'(goes_on);
    end
  endfunction

  // Describes the place `at` in a column or row from `first` to `last`, whose root is in the
  // middle. The result has the number of places that pass their words to this one (4 bits), whether
  // this place is the root (1 bit), and the place to which it passes its own word (4 bits).
  function automatic logic [8:0] line(input logic [3:0] first, input logic [3:0] last,
                                      input logic [3:0] at);
    logic [3:0] root, distance, shorter, below;
    root = 4'(({1'b0, first} + {1'b0, last}) >> 1);
    distance = at < root ? root - at : at - root;
    shorter = distance & (distance - 4'd1);
    if (at == root) below = {1'b0, beside(4'd0, root - first)} + {1'b0, beside(4'd0, last - root)};
    else below = {1'b0, beside(distance, at < root ? root - first : last - root)};
    line = {below, at == root, at < root ? root - shorter : root + shorter};
  endfunction

  // The registers, and the rectangle that has been set up.
  logic [31:0] targets, value, combined;
  logic is_on, first_word, last_word, gives, is_inside;
  logic [4:0] came, expected;
  logic [2:0] of_words;
  logic [3:0] column_below, column_next, row_below, row_next;
  logic column_root, row_root;

  logic [15:0] wanted;
  logic [3:0] left, right, top, bottom;
  assign {bottom, top, right, left} = wanted;
  assign wanted = {
    4'(targets[31:16] / WIDE),
    4'(targets[15:0] / WIDE),
    4'(targets[31:16] % WIDE),
    4'(targets[15:0] % WIDE)
  };
  assign is_inside = targets[31:16] < TILES && targets[15:0] < TILES
      && left <= place[3:0] && place[3:0] <= right && top <= place[7:4] && place[7:4] <= bottom;

  assign {column_below, column_root, column_next} =
      line(rectangle[11:8], rectangle[15:12], place[7:4]);
  assign {row_below, row_root, row_next} =
      line(rectangle[3:0], rectangle[7:4], place[3:0]);
  assign to_all = column_root && row_root;
  assign next = column_root ? {place[7:4], row_next} : {column_next, place[3:0]};
  assign expected = 5'd1 + 5'(column_below) + (column_root ? 5'(row_below) : 5'd0);

  assign gives = access && address >= WORDS && address[1:0] == 0;
  assign first_word = came == 0;
  assign last_word = came + 5'd1 == expected;
  always_comb begin
    fault = 1'b0;
    if (gives) fault = !is_on || (!first_word && of_words != address[4:2]) || (last_word && leaves);
    else if (access && address == RESULT) fault = written != 0 && !is_inside;
    else if (access) fault = address != TARGETS;
  end

  always_comb begin
    case (address[4:2])
      3'd0: combined = value + written;
      3'd1: combined = $signed(value) < $signed(written) ? value : written;
      3'd2: combined = $signed(value) > $signed(written) ? value : written;
      3'd3: combined = value < written ? value : written;
      3'd4: combined = value > written ? value : written;
      3'd5: combined = value & written;
      3'd6: combined = value | written;
      default: combined = value ^ written;
    endcase
    if (first_word) combined = written;
  end

  always_ff @(posedge clock) begin
    if (taken) leaves <= 1'b0;
    if (gives && !fault) begin
      value <= combined;
      of_words <= address[4:2];
      came <= last_word ? '0 : came + 5'd1;
      if (last_word) begin
        leaves <= 1'b1;
        word <= combined;
        operation <= address[4:2];
      end
    end
    if (access && address == TARGETS) targets <= written;
    if (access && address == RESULT && !fault) begin
      is_on <= written != 0;
      rectangle <= wanted;
      came <= '0;
      leaves <= 1'b0;
    end
    if (reset) begin
      {is_on, leaves} <= '0;
      {came, targets} <= '0;
    end
  end
endmodule
