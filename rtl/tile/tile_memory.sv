// The memory of a tile, of 1 << WORD words, with one port for instructions and constants and one
// for all other accesses. A word is read in the cycle after its address.
module tile_memory #(
    parameter int WORD = 15
) (
    input  logic            clock,
    input  logic [WORD-1:0] code_address,
    output logic [    31:0] code,
    input  logic            used,
    input  logic [WORD-1:0] address,
    input  logic [     3:0] strobes,
    input  logic [    31:0] written,
    output logic [    31:0] word
);
  logic [31:0] words[0:(1<<WORD)-1];

  always_ff @(posedge clock) begin
    code <= words[code_address];
    if (used) begin
      word <= words[address];
      for (int lane = 0; lane < 4; lane++)
        if (strobes[lane]) words[address][8*lane+:8] <= written[8*lane+:8];
    end
  end
endmodule
