// Accesses to an accumulator, one in each cycle, from accesses.hex. The first fields describe the
// access: the tile's row and column; the kind (0: the next accesses are to another tile, 1: a
// register is written, 2: the result leaves); the offset of the register; the word. The other
// fields are what the model shows after the access: fault; whether a result is to leave; root, plus
// 2 if the accumulator is set up; row and column of the next tile; operation; the word that leaves.
module accumulator_bench #(
    parameter int COUNT = 1,
    parameter int COLUMNS = 4,
    parameter int ROWS = 4
);
  logic clock, reset, ready;
  logic [107:0] accesses[COUNT];
  int cycle;
  logic [7:0] place, following, address_of;
  logic [3:0] kind, shown_leaves, shown_fault, shown_root, shown_operation;
  logic [31:0] written, shown_word;
  logic fault, leaves, to_all, was_fault;
  logic [2:0] operation;
  logic [31:0] word;
  logic [7:0] next;
  logic [15:0] rectangle;
  logic [15:0] unused;
  assign unused = rectangle;
  initial begin
    $readmemh("accesses.hex", accesses);
    cycle = -2;
    clock = 0;
    forever #1 clock = !clock;
  end
  assign {place, kind, address_of, written, shown_fault, shown_leaves, shown_root, following,
          shown_operation, shown_word} = accesses[cycle < 0 ? 0 : cycle];
  assign reset = cycle < 0 || kind == 0;
  accumulator #(
      .COLUMNS(COLUMNS),
      .ROWS(ROWS)
  ) unit (
      .clock, .reset, .place, .written, .fault, .leaves, .operation, .word, .to_all, .next,
      .rectangle,
      .access(kind == 1),
      .address(address_of[5:0]),
      .taken(kind == 2)
  );
  // The fault is shown in the cycle of the access, everything else after it.
  always @(posedge clock) was_fault <= fault && !reset;
  always @(negedge clock) begin
    if (cycle >= 0 && kind != 0 && cycle < COUNT) begin
      if (kind == 1 && was_fault != shown_fault[0]) begin
        $display("access %0d: fault %0d", cycle, was_fault);
        $finish;
      end
      if (leaves != shown_leaves[0]
          || (leaves && (operation != shown_operation[2:0] || word != shown_word))
          || (shown_root[1] && (to_all != shown_root[0] || (!to_all && next != following)))) begin
        $display("access %0d: %0d %0d %h %0d %h", cycle, leaves, operation, word, to_all, next);
        $finish;
      end
    end
    cycle <= cycle + 1;
    if (cycle == COUNT - 1) begin
      $display("the same");
      $finish;
    end
  end
endmodule
