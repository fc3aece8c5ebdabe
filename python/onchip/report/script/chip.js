/* The chip in the window of time that the slider chooses. */
const chip = data.chip;
if (chip) {
  const slider = by("chip-time"), canvas = by("chip-canvas"), said = by("chip-said");
  const shares = words(chip.links), states = words(chip.states);
  const drawn = chip.arrows.length, cells = chip.tiles;
  const others = new Set(chip.others);
  let playing = 0;

  const window_of = () => Number(slider.value);

  /* Places tiles and links: in a grid or, on a chip with a drawn topology, the routers in a circle
   * and their tiles outside. */
  const grid = (width) => {
    const columns = chip.columns, rows = Math.ceil(cells / columns);
    const step = Math.min(width / columns, 64, 640 / rows), side = step * 0.56;
    const left = (width - step * columns) / 2;
    const centre = (tile) => [left + step * (tile % columns + 0.5),
      step * (Math.floor(tile / columns) + 0.5)];
    const ends = ([tile, way]) => {
      const [x, y] = centre(tile), [dx, dy] = [[1, 0], [-1, 0], [0, 1], [0, -1]][way];
      const aside = step * 0.1;
      const from = [x + dx * side / 2 + dy * aside, y + dy * side / 2 - dx * aside];
      return [from, [from[0] + dx * (step - side), from[1] + dy * (step - side)]];
    };
    return { height: Math.ceil(step * rows) + 1, step, side, centre, ends };
  };
  const circle = (width) => {
    const routers = chip.routers, most = Math.max(...chip.order.map((order) => order + 1));
    const size = Math.min(width, 640), inner = size * (routers > 1 ? 0.28 : 0);
    const step = Math.min(64, (size / 2 - inner) / (most + 0.5), 5 * inner / routers || 64);
    const side = step * 0.7;
    const at = (router, radius) => {
      const angle = 2 * Math.PI * router / routers - Math.PI / 2;
      return [width / 2 + radius * Math.cos(angle), size / 2 + radius * Math.sin(angle)];
    };
    const centre = (tile) => tile < cells
      ? at(chip.router[tile], inner + step * (chip.order[tile] + 0.9))
      : at(chip.router[tile], inner);
    const ends = ([one, other]) => {
      const [from, to] = [at(one, inner), at(other, inner)];
      const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1, aside = 2.5 / long;
      const shift = [(to[1] - from[1]) * aside, (from[0] - to[0]) * aside];
      return [from, to].map(([x, y]) => [x + shift[0], y + shift[1]]);
    };
    return { height: size, step, side, centre, ends };
  };

  let placed = null;
  const draw = () => {
    const at = window_of(), width = canvas.clientWidth || 800;
    placed = (chip.routers ? circle : grid)(width);
    const { height, step, side, centre, ends } = placed;
    const [context] = prepare(canvas, height);
    const none = colour("none"), hot = colour("hot");
    const kinds = ["work", "network", "waiting"].map(colour);
    for (let tile = 0; tile < cells; tile++) {
      const [x, y] = centre(tile);
      let top = y - side / 2, rest = 1000;
      for (let kind = 0; kind < 3; kind++) {
        const share = states[(at * cells + tile) * 3 + kind], high = side * share / 1000;
        context.fillStyle = kinds[kind];
        context.fillRect(x - side / 2, top, side, high);
        top += high;
        rest -= share;
      }
      context.fillStyle = none;
      context.fillRect(x - side / 2, top, side, side * Math.max(rest, 0) / 1000);
      if (step > 30) {
        context.fillStyle = colour("text");
        context.textAlign = "center";
        context.fillText(tile, x, y - side / 2 - 2);
      }
    }
    context.lineWidth = Math.max(1.5, step / 14);
    for (let link = 0; link < drawn; link++) {
      const share = shares[at * drawn + link] / 1000, [from, to] = ends(chip.arrows[link]);
      context.strokeStyle = between(none, hot, Math.sqrt(share));
      context.setLineDash(others.has(link) ? [3, 2] : []);
      context.beginPath();
      context.moveTo(...from);
      context.lineTo(...to);
      context.stroke();
    }
    context.setLineDash([]);
    for (const [from, to, level] of chip.marks[at]) {
      const [[x, y], [z, w]] = [centre(from), centre(to)], bend = step * 0.25;
      context.strokeStyle = colour("mark");
      context.lineWidth = level ? 0.5 + level / 3 : 3;
      context.setLineDash(level ? [4, 3] : []);
      context.beginPath();
      context.moveTo(x, y);
      context.quadraticCurveTo((x + z) / 2 + bend, (y + w) / 2 - bend, z, w);
      context.stroke();
    }
    context.setLineDash([]);
  };

  const say = () => {
    const at = window_of(), begin = at ? chip.ends[at - 1] : 0, sum = [0, 0, 0];
    for (let tile = 0; tile < cells; tile++)
      for (let kind = 0; kind < 3; kind++) sum[kind] += states[(at * cells + tile) * 3 + kind];
    const used = Math.max(chip.used, 1) * 1000;
    const most = chip.busiest[at];
    const text = `Cycles ${number(begin)} to ${number(chip.ends[at])}. Cores work ` +
      `${percent(sum[0] / used)}, stall ${percent(sum[1] / used)}, sleep ` +
      `${percent(sum[2] / used)}. Busiest link: ${most[0]}, ${percent(most[1])} of the cycles. ` +
      `Packets that wait in interfaces at the end: ${number(most[2])}.` + chip.descriptions[at];
    said.textContent = text;
    slider.setAttribute("aria-valuetext", text);
  };

  const of_tile = (tile) => {
    const of = Array.from(states.subarray((window_of() * cells + tile) * 3).slice(0, 3));
    const [work, stall, sleep] = of.map((share) => percent(share / 1000));
    return `Tile ${tile}: its cores work ${work}, stall ${stall}, sleep ${sleep}.`;
  };
  const of_link = (link) => {
    const [one, other] = chip.arrows[link], share = shares[window_of() * drawn + link] / 1000;
    const name = chip.routers ? `from router ${one} to router ${other}`
      : `from tile ${one} to the ${["east", "west", "south", "north"][other]}`;
    return `Link ${name}: ${percent(share)} of the cycles`;
  };
  explain(canvas, (x, y) => {
    for (let tile = 0; tile < cells; tile++) {
      const [left, top] = placed.centre(tile);
      if (Math.max(Math.abs(x - left), Math.abs(y - top)) < placed.side / 2) return of_tile(tile);
    }
    for (let link = 0; link < drawn; link++)
      if (distance(x, y, ...placed.ends(chip.arrows[link])) < 3) return of_link(link);
    return "";
  });

  const update = () => { draw(); say(); };
  slider.addEventListener("input", update);
  by("chip-play").addEventListener("click", (event) => {
    clearInterval(playing);
    if (event.target.textContent === "Stop") {
      event.target.textContent = "Play";
      return;
    }
    event.target.textContent = "Stop";
    playing = setInterval(() => {
      slider.value = (window_of() + 1) % chip.ends.length;
      update();
    }, 100);
  });
  redraws.push(update);
}
