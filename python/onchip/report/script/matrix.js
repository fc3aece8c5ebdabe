/* The bytes that each rank sends to each other. */
const matrix = data.matrix;
if (matrix) {
  const canvas = by("matrix-canvas"), values = words(matrix.shares), bytes = words(matrix.bytes);
  const cells = matrix.cells, side = () => Math.min(canvas.clientWidth || 400, 520);
  redraws.push(() => {
    const [context, , height] = prepare(canvas, side());
    const step = height / cells, none = colour("none"), hot = colour("hot");
    for (let at = 0; at < values.length; at++) {
      context.fillStyle = between(none, hot, values[at] ? 0.15 + 0.85 * values[at] / 1000 : 0);
      const [row, column] = [Math.floor(at / cells), at % cells];
      context.fillRect(column * step, row * step, Math.max(step - 0.5, 1), Math.max(step - 0.5, 1));
    }
  });
  const ranks = (cell) => {
    const last = Math.min((cell + 1) * matrix.per, matrix.ranks) - 1;
    return last > cell * matrix.per ? `ranks ${cell * matrix.per} to ${last}` : `rank ${last}`;
  };
  explain(canvas, (x, y) => {
    const [column, row] = [x, y].map((part) => Math.floor(part / side() * cells));
    if (column >= cells || row >= cells) return "";
    return `From ${ranks(row)} to ${ranks(column)}: ${number(bytes[row * cells + column])} bytes`;
  });
}
