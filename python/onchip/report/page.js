"use strict";
/* Draws the pictures from the page's data; tables and sentences need no script. */
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const by = (id) => document.getElementById(id);
  const number = (value) => Math.round(value).toLocaleString("en");
  const percent = (share) => `${(100 * share).toFixed(1)} %`;

  /* Decodes little-endian words of 32 bits. */
  const words = (text) => {
    const letters = atob(text), bytes = new Uint8Array(letters.length);
    for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
    return new Uint32Array(bytes.buffer);
  };

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);

  /* Makes a canvas as sharp as the screen; returns its context, width and height. */
  const prepare = (canvas, height) => {
    const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth || 800;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    context.clearRect(0, 0, width, height);
    context.font = "12px system-ui, sans-serif";
    return [context, width, height];
  };

  const redraws = [];
  const drawAll = () => redraws.forEach((draw) => draw());

  /* Mixes two colours, both #rrggbb. */
  const between = (from, to, share) => {
    const parts = [1, 3, 5].map((at) => {
      const [a, b] = [from, to].map((text) => parseInt(text.trim().slice(at, at + 2), 16));
      return Math.round(a + (b - a) * Math.min(Math.max(share, 0), 1));
    });
    return `rgb(${parts.join(",")})`;
  };

  /* ---- The chip ------------------------------------------------------------------------- */

  const chip = data.chip;
  if (chip) {
    const slider = by("chip-time"), canvas = by("chip-canvas"), said = by("chip-said");
    const shares = words(chip.links), states = words(chip.states);
    const drawn = chip.arrows.length, cells = chip.tiles;
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

    const draw = () => {
      const at = window_of(), width = canvas.clientWidth || 800;
      const { height, step, side, centre, ends } = (chip.routers ? circle : grid)(width);
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
        context.beginPath();
        context.moveTo(...from);
        context.lineTo(...to);
        context.stroke();
      }
      for (const [from, to, level] of chip.marks[at]) {
        const [[x, y], [z, w]] = [centre(from), centre(to)], bend = step * 0.25;
        context.strokeStyle = colour(level ? "priority" : "circuit");
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
        `Packets that wait in interfaces at the end: ${number(most[2])}.` + chip.told[at];
      said.textContent = text;
      slider.setAttribute("aria-valuetext", text);
    };

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

  /* ---- Time lines ----------------------------------------------------------------------- */

  const line = data.timeline;
  if (line) {
    const canvas = by("line-canvas"), said = by("line-said");
    const calls = words(line.calls), messages = words(line.messages), scale = line.scale;
    const firsts = words(line.firsts), lanes = line.lanes.length, most_lanes = 40, most_arrows = 5000;
    let begin = 0, end = line.cycles, top = 0;

    const draw = () => {
      const shown = Math.min(lanes, most_lanes), high = 18;
      const [context, width] = prepare(canvas, shown * high + 24);
      const left = 90, place = (cycle) => left + (cycle - begin) / (end - begin) * (width - left);
      const paints = line.kinds.map((kind) => colour(kind));
      const text = colour("text"), none = colour("none"), waits = colour("arrow");
      const middle = new Map();
      for (let row = 0; row < shown; row++) {
        const lane = top + row, y = row * high + 2;
        middle.set(lane, y + high / 2 - 1);
        context.fillStyle = text;
        context.textAlign = "left";
        context.fillText(line.lanes[lane], 4, y + 12);
        context.fillStyle = none;
        context.fillRect(left, y, width - left, high - 4);
        let last = -1;
        for (let at = firsts[lane]; at < firsts[lane + 1]; at++) {
          const from = calls[3 * at] * scale, to = calls[3 * at + 1] * scale;
          if (to < begin || from > end) continue;
          const x = Math.max(place(from), left), wide = Math.max(place(to) - x, 1);
          if (x + wide <= last) continue;
          last = x + wide;
          context.fillStyle = paints[calls[3 * at + 2]];
          context.fillRect(x, y, wide, high - 4);
        }
      }
      context.strokeStyle = waits;
      context.lineWidth = 0.7;
      context.beginPath();
      let arrows = 0, seen = 0;
      for (let at = 0; at + 3 < messages.length; at += 4) {
        const sent = messages[at] * scale, received = messages[at + 1] * scale;
        if (received < begin || sent > end) continue;
        const from = middle.get(messages[at + 2]), to = middle.get(messages[at + 3]);
        if (from === undefined || to === undefined) continue;
        seen++;
        if (arrows >= most_arrows) continue;
        arrows++;
        const [x, z] = [place(sent), place(received)];
        context.moveTo(Math.max(x, left), from);
        context.lineTo(z, to);
        if (z - x > 4) {
          context.lineTo(z - 4, to + (from < to ? -4 : 4));
        }
      }
      context.stroke();
      context.fillStyle = text;
      context.fillText(number(begin), left, shown * high + 16);
      context.textAlign = "right";
      context.fillText(number(end), width - 4, shown * high + 16);
      said.textContent = `Cycles ${number(begin)} to ${number(end)}, ${line.lanes[top]} to ` +
        `${line.lanes[top + shown - 1]}; ${number(seen)} messages` +
        (seen > arrows ? `, of which ${number(arrows)} are drawn.` : ".");
    };

    const limit = (from, length) => {
      length = Math.min(Math.max(length, 20), line.cycles);
      begin = Math.min(Math.max(from, 0), line.cycles - length);
      end = begin + length;
      draw();
    };
    const actions = {
      "line-in": () => limit(begin + (end - begin) / 4, (end - begin) / 2),
      "line-out": () => limit(begin - (end - begin) / 2, (end - begin) * 2),
      "line-left": () => limit(begin - (end - begin) / 4, end - begin),
      "line-right": () => limit(begin + (end - begin) / 4, end - begin),
      "line-up": () => { top = Math.max(top - most_lanes / 2, 0); draw(); },
      "line-down": () => {
        top = Math.max(Math.min(top + most_lanes / 2, lanes - most_lanes), 0);
        draw();
      },
      "line-all": () => { top = 0; limit(0, line.cycles); },
    };
    for (const [id, action] of Object.entries(actions)) by(id).addEventListener("click", action);
    canvas.addEventListener("keydown", (event) => {
      const keys = { "+": "line-in", "-": "line-out", ArrowLeft: "line-left", Home: "line-all",
        ArrowRight: "line-right", ArrowUp: "line-up", ArrowDown: "line-down" };
      if (!keys[event.key]) return;
      event.preventDefault();
      actions[keys[event.key]]();
    });
    redraws.push(draw);
  }

  /* ---- Who sends to whom ---------------------------------------------------------------- */

  const matrix = data.matrix;
  if (matrix) {
    const canvas = by("matrix-canvas"), values = words(matrix.shares);
    redraws.push(() => {
      const cells = matrix.cells, side = Math.min(canvas.clientWidth || 400, 520);
      const [context] = prepare(canvas, side);
      const step = side / cells, none = colour("none"), hot = colour("hot");
      for (let at = 0; at < values.length; at++) {
        context.fillStyle = between(none, hot, values[at] ? 0.15 + 0.85 * values[at] / 1000 : 0);
        const [row, column] = [Math.floor(at / cells), at % cells];
        context.fillRect(column * step, row * step, Math.max(step - 0.5, 1), Math.max(step - 0.5, 1));
      }
    });
  }

  /* ---- The profile ---------------------------------------------------------------------- */

  const profile = data.profile;
  if (profile) {
    const canvas = by("profile-canvas"), high = 20;
    redraws.push(() => {
      const [context, width] = prepare(canvas, high * profile.rows.length);
      profile.rows.forEach((row, depth) => {
        for (const [name, from, share, kind] of row) {
          const x = width * from, wide = width * share;
          if (wide < 0.5) continue;
          context.fillStyle = colour(kind);
          context.fillRect(x, depth * high, Math.max(wide - 0.5, 0.5), high - 1);
          if (wide > 40) {
            context.save();
            context.beginPath();
            context.rect(x, depth * high, wide - 2, high);
            context.clip();
            context.fillStyle = colour("back");
            context.textAlign = "left";
            context.fillText(name, x + 4, depth * high + 14);
            context.restore();
          }
        }
      });
    });
  }

  drawAll();
  window.addEventListener("resize", drawAll);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  document.documentElement.dataset.drawn = Math.round(performance.now());
})();
