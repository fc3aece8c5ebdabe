/* What all drawings share: the data, colours, canvases, and the text at the pointer. */
const begun = performance.now();
const data = JSON.parse(document.getElementById("data").textContent);
const by = (id) => document.getElementById(id);
const number = (value) => Math.round(value).toLocaleString("en");
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/* Decodes little-endian words of 32 bits. */
const words = (text) => {
  if (Uint8Array.fromBase64) return new Uint32Array(Uint8Array.fromBase64(text).buffer);
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return new Uint32Array(bytes.buffer);
};

const colour = (name) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/* Splits a colour #rrggbb. */
const parts = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));

/* Mixes two colours, both #rrggbb. */
const between = (from, to, share) => {
  const [a, b] = [parts(from), parts(to)], most = Math.min(Math.max(share, 0), 1);
  return `rgb(${a.map((part, at) => Math.round(part + (b[at] - part) * most)).join(",")})`;
};

/* The colour of text or of background, whichever contrasts more with a bar of this colour. */
const ink = (bar) => {
  const weigh = (name) => {
    const [red, green, blue] = parts(name).map((part) => (part / 255) ** 2.2);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const contrast = (name) => Math.abs(Math.log(weigh(colour(name)) / weigh(bar)));
  return colour(contrast("text") > contrast("back") ? "text" : "back");
};

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

/* Writes a text in a bar, if a few letters of it have room. */
const label = (context, text, x, y, wide) => {
  if (wide < 24) return;
  context.save();
  context.beginPath();
  context.rect(x, y - 14, wide - 2, 20);
  context.clip();
  context.textAlign = "left";
  context.fillText(text, x + 3, y);
  context.restore();
};

/* The distance of a point from the line between two others, in pixels. */
const distance = (x, y, [a, b], [c, d]) => {
  const share = ((x - a) * (c - a) + (y - b) * (d - b)) / ((c - a) ** 2 + (d - b) ** 2 || 1);
  const on = Math.min(Math.max(share, 0), 1);
  return Math.hypot(a + on * (c - a) - x, b + on * (d - b) - y);
};

const redraws = [];
const drawAll = () => redraws.forEach((draw) => draw());

/* Shows what is at the pointer. `find` returns the text for a place in the canvas, or "". A click
 * calls `chosen` with the text and the place. */
const tip = by("tip");
const explain = (canvas, find, chosen = () => {}) => {
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const hide = () => { tip.hidden = true; };
  canvas.addEventListener("pointermove", (event) => {
    const text = event.buttons ? "" : find(...place(event));
    tip.hidden = !text;
    if (!text) return;
    tip.textContent = text;
    const room = document.documentElement.clientWidth - tip.offsetWidth - 4;
    tip.style.left = `${Math.max(Math.min(event.clientX + 14, room), 0)}px`;
    tip.style.top = `${event.clientY + 18}px`;
  });
  canvas.addEventListener("pointerleave", hide);
  canvas.addEventListener("pointerdown", hide);
  canvas.addEventListener("click", (event) => {
    const text = find(...place(event));
    if (text) chosen(text, ...place(event));
  });
};
