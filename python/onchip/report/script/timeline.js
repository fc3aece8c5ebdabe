/* The time lines: calls as bars, messages as arrows, an overview with the window that is shown. */
const line = data.timeline;
if (line) {
  const canvas = by("line-canvas"), overview = by("overview-canvas"), find = by("line-find");
  const said = by("line-said"), chosen = by("line-chosen");
  const calls = words(line.calls), messages = words(line.messages), scale = line.scale;
  const firsts = words(line.firsts), lanes = line.lanes.length;
  const CALL = 5, MESSAGE = 10, ROWS = 40, ARROWS = 5000, HIGH = 18, SHORTEST = 20;
  let begin = 0, end = line.cycles, top = 0, left = 90, selected = -1, arrows = [];

  const shown = () => Math.min(lanes, ROWS);
  const plot = () => (canvas.clientWidth || 800) - left;
  const place = (cycle) => left + (cycle - begin) / (end - begin) * plot();
  const cycle_at = (x) => begin + (x - left) / plot() * (end - begin);
  const micros = (cycles) => `${Number((cycles / line.hertz * 1e6).toPrecision(4))} µs`;
  /* Finds the last index for which `holds` is true: it is at `low`, and is not at `high`. */
  const last_of = (low, high, holds) => {
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (holds(middle)) low = middle; else high = middle;
    }
    return low;
  };
  const lane_of = (call) => last_of(0, lanes, (lane) => firsts[lane] <= call);

  /* ---- Words for what is at the pointer ---- */

  const span = (from, to) => `cycles ${number(from)} to ${number(to)}, ${number(to - from)} ` +
    `(${micros(to - from)})`;
  const of_call = (call) => {
    const [from, to] = [calls[CALL * call] * scale, calls[CALL * call + 1] * scale];
    const [name, where] = calls.subarray(CALL * call + 3, CALL * call + CALL);
    return `${line.lanes[lane_of(call)]}: ${line.names[name]}${line.names[where]}, ` +
      span(from, to);
  };
  const of_message = (at) => {
    const [sent, received, from, to, bytes, tag, ...texts] = messages.subarray(at, at + MESSAGE);
    const [by, into, sent_at, received_at] = texts.map((index) => line.names[index]);
    return `Message from ${line.lanes[from]} to ${line.lanes[to]}: ${number(bytes)} bytes, ` +
      `tag ${tag | 0}, ${by}${sent_at} to ${into}${received_at}, ` +
      span(sent * scale, received * scale);
  };
  /* The index of the last call of a lane that begins at or before a cycle. If there is none, one
   * less than the index of the first call. */
  const last_call = (lane, cycle) =>
    last_of(firsts[lane] - 1, firsts[lane + 1], (at) => calls[CALL * at] * scale <= cycle);
  const near = (x, y) => arrows.find(([, from, to]) => distance(x, y, from, to) < 2.5);
  const what_is_at = (x, y) => {
    if (x < left || y >= shown() * HIGH) return "";
    const arrow = near(x, y), lane = top + Math.floor(y / HIGH), cycle = cycle_at(x);
    if (arrow) return of_message(arrow[0]);
    const call = last_call(lane, cycle), pixel = (end - begin) / plot();
    const is_in = (at) => at >= firsts[lane] && at < firsts[lane + 1] &&
      calls[CALL * at] * scale <= cycle + pixel && calls[CALL * at + 1] * scale >= cycle - pixel;
    for (const at of [call, call + 1]) if (is_in(at)) return of_call(at);
    const from = call >= firsts[lane] ? calls[CALL * call + 1] * scale : 0;
    const to = call + 1 < firsts[lane + 1] ? calls[CALL * call + CALL] * scale : line.cycles;
    return `${line.lanes[lane]}: computation, ${span(from, to)}`;
  };

  /* ---- Drawing ---- */

  const axis = (context, width) => {
    const rough = (end - begin) / Math.max(Math.floor(plot() / 110), 1);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
    const y = shown() * HIGH;
    context.fillStyle = context.strokeStyle = colour("text");
    context.lineWidth = 1;
    context.beginPath();
    for (let tick = Math.ceil(begin / step) * step; tick <= end; tick += step) {
      const x = place(tick), text = number(tick), half = context.measureText(text).width / 2;
      context.moveTo(x, y);
      context.lineTo(x, y + 5);
      context.textAlign = "center";
      context.fillText(text, Math.min(Math.max(x, left + half), width - half), y + 17);
    }
    context.stroke();
    context.textAlign = "left";
    context.fillText("cycles", 4, y + 17);
  };

  const bars = (context, width) => {
    const paints = line.kinds.map(colour), inks = paints.map(ink), text = colour("text");
    const none = colour("none");
    for (let row = 0; row < shown(); row++) {
      const lane = top + row, y = row * HIGH + 2;
      context.fillStyle = text;
      label(context, line.lanes[lane], 1, y + 12, left - 2);
      context.fillStyle = none;
      context.fillRect(left, y, width - left, HIGH - 4);
      let last = -1;
      for (let at = Math.max(last_call(lane, begin), firsts[lane]); at < firsts[lane + 1]; at++) {
        const from = calls[CALL * at] * scale, to = calls[CALL * at + 1] * scale;
        if (from > end) break;
        if (to < begin) continue;
        const x = Math.max(place(from), left), wide = Math.max(Math.min(place(to), width) - x, 1);
        if (x + wide <= last && at !== selected) continue;
        last = x + wide;
        context.fillStyle = paints[calls[CALL * at + 2]];
        context.fillRect(x, y, wide, HIGH - 4);
        context.fillStyle = inks[calls[CALL * at + 2]];
        label(context, line.names[calls[CALL * at + 3]], x, y + 11, wide);
        if (at === selected) {
          context.strokeStyle = text;
          context.lineWidth = 2;
          context.strokeRect(x, y - 1, wide, HIGH - 2);
        }
      }
    }
  };

  /* Draws the messages between lanes that are shown; returns how many there are. */
  const draw_messages = (context) => {
    const y_of = (lane) => (lane - top) * HIGH + HIGH / 2 + 1, bottom = top + shown();
    let seen = 0;
    arrows = [];
    context.strokeStyle = colour("arrow");
    context.lineWidth = 0.8;
    context.save();
    context.beginPath();
    context.rect(left, 0, plot(), shown() * HIGH);
    context.clip();
    context.beginPath();
    for (let at = 0; at < messages.length; at += MESSAGE) {
      const from = messages[at + 2], to = messages[at + 3];
      if (from < top || from >= bottom || to < top || to >= bottom) continue;
      const sent = messages[at] * scale, received = messages[at + 1] * scale;
      if (received < begin || sent > end) continue;
      seen++;
      if (arrows.length >= ARROWS) continue;
      const [x, y, z, w] = [place(sent), y_of(from), place(received), y_of(to)];
      arrows.push([at, [x, y], [z, w]]);
      context.moveTo(x, y);
      context.lineTo(z, w);
      if (z - x > 4) context.lineTo(z - 4, w + (from < to ? -4 : 4));
    }
    context.stroke();
    context.restore();
    return seen;
  };

  /* The picture of all lanes; made anew for another width or other colours. */
  let whole = null;
  const draw_overview = () => {
    const rows = Math.min(Math.max(lanes, 16), 64);
    const [context, width, height] = prepare(overview, rows);
    const wanted = `${overview.width} ${colour("mpi")}`;
    if (whole?.wanted !== wanted) {
      const picture = context.createImageData(overview.width, overview.height);
      const pixels = new Uint32Array(picture.data.buffer);
      const packed = ["none", ...line.kinds].map((kind) => {
        const [red, green, blue] = parts(colour(kind));
        return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
      });
      pixels.fill(packed[0]);
      const per = picture.width / (line.cycles / scale || 1);
      for (let lane = 0; lane < lanes; lane++) {
        const low = Math.floor(lane * picture.height / lanes);
        const high = Math.max(Math.floor((lane + 1) * picture.height / lanes), low + 1);
        for (let at = firsts[lane]; at < firsts[lane + 1]; at++) {
          const from = Math.min(Math.floor(calls[CALL * at] * per), picture.width - 1);
          const to = Math.min(Math.max(Math.floor(calls[CALL * at + 1] * per), from + 1),
            picture.width);
          for (let y = low; y < high; y++)
            pixels.fill(packed[1 + calls[CALL * at + 2]], y * picture.width + from,
              y * picture.width + to);
        }
      }
      whole = { wanted, picture };
    }
    context.putImageData(whole.picture, 0, 0);
    context.strokeStyle = colour("text");
    context.lineWidth = 2;
    const x = begin / line.cycles * width, wide = (end - begin) / line.cycles * width;
    context.strokeRect(x + 1, height * top / lanes + 1, Math.max(wide - 2, 2),
      Math.max(height * shown() / lanes - 2, 2));
  };

  const draw = () => {
    const [context, width] = prepare(canvas, shown() * HIGH + 24);
    const names = line.lanes.slice(top, top + shown());
    const longest = Math.max(...names.map((name) => context.measureText(name).width));
    left = Math.min(longest + 10, width * 0.4);
    bars(context, width);
    const seen = draw_messages(context);
    axis(context, width);
    draw_overview();
    said.textContent = `Cycles ${number(begin)} to ${number(end)}, ${line.lanes[top]} to ` +
      `${line.lanes[top + shown() - 1]}; ${number(seen)} messages` +
      (seen > arrows.length ? `, of which ${number(arrows.length)} are drawn.` : ".");
  };

  /* ---- Moving ---- */

  const show = (from, length, lane = top) => {
    length = Math.min(Math.max(length, SHORTEST), line.cycles);
    begin = Math.min(Math.max(from, 0), line.cycles - length);
    end = begin + length;
    top = Math.max(Math.min(Math.round(lane), lanes - shown()), 0);
    draw();
  };
  const zoom = (times, at = (begin + end) / 2) =>
    show(at - (at - begin) * times, (end - begin) * times);
  const move = (share) => show(begin + (end - begin) * share, end - begin);
  const actions = {
    "line-in": () => zoom(1 / 2),
    "line-out": () => zoom(2),
    "line-left": () => move(-1 / 4),
    "line-right": () => move(1 / 4),
    "line-up": () => show(begin, end - begin, top - ROWS / 2),
    "line-down": () => show(begin, end - begin, top + ROWS / 2),
    "line-all": () => show(0, line.cycles, 0),
  };
  for (const [id, action] of Object.entries(actions)) by(id).addEventListener("click", action);
  const keys = { "+": "line-in", "-": "line-out", ArrowLeft: "line-left", Home: "line-all",
    ArrowRight: "line-right", ArrowUp: "line-up", ArrowDown: "line-down" };
  canvas.addEventListener("keydown", (event) => {
    if (!keys[event.key]) return;
    event.preventDefault();
    actions[keys[event.key]]();
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const x = event.clientX - canvas.getBoundingClientRect().left;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
      move((event.deltaX || event.deltaY) / plot());
    else zoom(2 ** (event.deltaY / 300), cycle_at(Math.max(x, left)));
  }, { passive: false });
  /* Calls `moved` with the distance from the last place while a button is held. */
  const drag = (what, moved) => {
    let last = null;
    what.addEventListener("pointerdown", (event) => {
      last = [event.clientX, event.clientY];
      what.setPointerCapture?.(event.pointerId);
    });
    what.addEventListener("pointermove", (event) => {
      if (!last || !event.buttons) return;
      moved(event.clientX - last[0], event.clientY - last[1], event);
      last = [event.clientX, event.clientY];
    });
    for (const name of ["pointerup", "pointercancel"])
      what.addEventListener(name, () => { last = null; });
  };
  let rows = 0; // moved so far, in parts of a row
  drag(canvas, (x, y) => {
    rows -= y / HIGH;
    const whole_rows = Math.trunc(rows);
    rows -= whole_rows;
    show(begin - x / plot() * (end - begin), end - begin, top + whole_rows);
  });
  const centre = (event) => {
    const box = overview.getBoundingClientRect(), length = end - begin;
    const at = (event.clientX - box.left) / box.width * line.cycles;
    const lane = (event.clientY - box.top) / box.height * lanes;
    show(at - length / 2, length, lane - shown() / 2);
  };
  overview.addEventListener("pointerdown", centre);
  drag(overview, (x, y, event) => centre(event));

  /* ---- Choosing ---- */

  const choose = (call) => {
    selected = call;
    const [from, to] = [calls[CALL * call] * scale, calls[CALL * call + 1] * scale];
    const length = Math.min(end - begin, Math.max((to - from) * 8, SHORTEST));
    show((from + to - length) / 2, length, lane_of(call) - shown() / 2);
    chosen.textContent = of_call(call);
  };
  /* Goes to the lane of this name, or to the next call whose function or line contains the text. */
  const search = () => {
    const text = find.value.trim().toLowerCase();
    const lane = line.lanes.findIndex((name) => name.toLowerCase() === text);
    if (!text) return;
    if (lane >= 0) {
      show(begin, end - begin, lane - shown() / 2);
      chosen.textContent = `${line.lanes[lane]} is line ${lane - top + 1} of those shown.`;
      return;
    }
    const all = calls.length / CALL;
    for (let step = 1; step <= all; step++) {
      const call = (selected + step) % all;
      const [name, where] = calls.subarray(CALL * call + 3, CALL * call + CALL);
      if ((line.names[name] + line.names[where]).toLowerCase().includes(text)) return choose(call);
    }
    chosen.textContent = `No line and no call is called ${find.value}.`;
  };
  find.addEventListener("keydown", (event) => { if (event.key === "Enter") search(); });
  by("line-next").addEventListener("click", search);
  explain(canvas, what_is_at, (text) => { chosen.textContent = text; });
  redraws.push(draw);
}
