// What every picture here is drawn with: nodes, numbers in words, the theme's colours, axes and lines on a canvas.

const POSITIVE = [0, 114, 178], NEGATIVE = [213, 94, 0];

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const clamp = (v, low, high) => Math.min(high, Math.max(low, v));
const count = v => v.toLocaleString("en-US");
const decimal = v => v === null || v === undefined ? "–" : v.toFixed(3);
const bytes = v => v < 1e4 ? `${count(v)} B` : v < 1e7 ? `${count(Math.round(v / 1e3))} kB` : `${count(Math.round(v / 1e6))} MB`;
const percent = (v, digits = 1) => `${(100 * v).toFixed(digits)} %`;
const nearest = (values, v) => values.reduce((best, w, k) => Math.abs(w - v) < Math.abs(values[best] - v) ? k : best, 0);

/** A few figures with a real minus sign; a score of 0 is plainly 0. */
function short(v, figures = 3) {
  if (v === 0) return "0";
  const size = Math.abs(v), plain = size < 1e4 && size >= 1e-3;
  return (v < 0 ? "−" : "") + (plain ? size.toPrecision(figures) : size.toExponential(figures - 2));
}

const blend = (x, y, mix) => x + (y - x) * mix;

function ticks(low, high) {
  const raw = (high - low) / 4, power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (raw / power < 1.5 ? 1 : raw / power < 3.5 ? 2 : raw / power < 7.5 ? 5 : 10);
  const first = Math.ceil(low / step), number = Math.floor(high / step) - first + 1;
  const values = Array.from({length: number}, (_, k) => +((first + k) * step).toPrecision(6));
  return values.map(v => [v, `${v}`.replace("-", "−")]);
}

function rgb(colour) {
  const c = document.createElement("canvas").getContext("2d");
  c.fillStyle = colour;
  c.fillRect(0, 0, 1, 1);
  return [...c.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

// ---- theme and canvas -----------------------------------------------------------------------------------------

function readTheme(root) {
  const style = getComputedStyle(root), ink = rgb(style.color), paper = rgb(style.backgroundColor);
  const size = parseFloat(style.fontSize) * 0.8, dark = paper[0] + paper[1] + paper[2] < 384;
  const shades = new Uint32Array(256);
  for (let v = 0; v < 256; v++) {
    const u = (v - 128) / 127, strength = (dark ? 0.5 : 0.45) * Math.min(1, Math.abs(u)) ** 0.7;
    const [r, g, b] = paper.map((c, j) => Math.round(blend(c, (u > 0 ? POSITIVE : NEGATIVE)[j], strength)));
    shades[v] = 255 << 24 | b << 16 | g << 8 | r;
  }
  return {ink, paper, dark, shades, size, font: `${size * 0.9}px ${style.fontFamily}`};
}

const css = ([r, g, b], alpha = 1) => `rgb(${r} ${g} ${b} / ${alpha})`;

/** A canvas of as many pixels as the screen has, cleared, measured in CSS pixels. */
function surface(s, canvas) {
  const w = canvas.clientWidth, h = canvas.clientHeight, dpr = devicePixelRatio, c = canvas.getContext("2d");
  if (canvas.width !== Math.round(w * dpr) || canvas.height !== Math.round(h * dpr) || canvas.theme !== s.theme) {
    canvas.width = Math.round(w * dpr);
    canvas.height = Math.round(h * dpr);
    canvas.theme = s.theme;
    c.scale(dpr, dpr);
    c.font = s.theme.font;  // slow to parse, so only here
    c.lineJoin = c.lineCap = "round";
  }
  c.clearRect(0, 0, w, h);
  return {c, w, h};
}

function plotBox(s, canvas) {
  const t = s.theme.size, left = 2.6 * t, top = 1.7 * t;
  return {left, top, width: canvas.clientWidth - left - 0.9 * t, height: canvas.clientHeight - top - 2.7 * t};
}

function text(c, string, x, y, align = "left", baseline = "alphabetic") {
  c.textAlign = align;
  c.textBaseline = baseline;
  c.fillText(string, x, y);
}

function line(c, x0, y0, x1, y1) { c.beginPath(); c.moveTo(x0, y0); c.lineTo(x1, y1); c.stroke(); }

function axes(s, c, box, [xName, yName], xTicks, yTicks, x, y) {
  const {ink, size} = s.theme, bottom = box.top + box.height;
  c.strokeStyle = css(ink, 0.25);
  c.lineWidth = 1;
  c.strokeRect(box.left, box.top, box.width, box.height);
  c.fillStyle = css(ink, 0.75);
  xTicks.forEach(([v, label]) => text(c, label, x(v), bottom + 0.35 * size, "center", "top"));
  yTicks.forEach(([v, label]) => text(c, label, box.left - 0.4 * size, y(v), "right", "middle"));
  text(c, xName, box.left + box.width, bottom + 1.4 * size, "right", "top");
  text(c, yName, box.left, box.top - 0.5 * size);
}

function circle(c, x, y, r) { c.moveTo(x + r, y); c.arc(x, y, r, 0, 2 * Math.PI); }
function triangle(c, x, y, r) {
  c.moveTo(x, y - 1.25 * r);
  c.lineTo(x + 1.1 * r, y + 0.75 * r);
  c.lineTo(x - 1.1 * r, y + 0.75 * r);
  c.closePath();
}

/** Where things stand now. */
function dot(s, c, x, y) {
  c.beginPath();
  circle(c, x, y, 5);
  c.fillStyle = css(s.theme.ink);
  c.fill();
  c.strokeStyle = css(s.theme.paper);
  c.lineWidth = 2;
  c.stroke();
}

/** A line or ring that stands out on any ground: the present path in ink, with paper around it. */
function strokeOnPaper(s, c, width) {
  for (const [colour, extra] of [[s.theme.paper, 2.5], [s.theme.ink, 0]]) {
    c.strokeStyle = css(colour, extra ? 0.85 : 1);
    c.lineWidth = width + extra;
    c.stroke();
  }
}

/** Marching squares with linear interpolation; a saddle is split by the mean of its corners. */
function isolines(c, p, levels, gx, gy) {
  const {field, side} = p, cut = (a, b) => a / (a - b);
  for (let r = 0; r < side - 1; r++) {
    for (let q = 0; q < side - 1; q++) {
      const i = r * side + q, sw = field[i], se = field[i + 1], nw = field[i + side], ne = field[i + side + 1];
      const low = Math.min(sw, se, nw, ne), high = Math.max(sw, se, nw, ne);
      for (const level of levels) {
        if (level < low || level >= high) continue;
        const a = sw - level, b = se - level, d = nw - level, e = ne - level, ends = [];
        if (a > 0 !== b > 0) ends.push([gx(q + cut(a, b)), gy(r)]);
        if (b > 0 !== e > 0) ends.push([gx(q + 1), gy(r + cut(b, e))]);
        if (d > 0 !== e > 0) ends.push([gx(q + cut(d, e)), gy(r + 1)]);
        if (a > 0 !== d > 0) ends.push([gx(q), gy(r + cut(a, d))]);
        if (ends.length === 4 && a + b + d + e > 0 !== a > 0) ends.push(ends.shift());
        for (let k = 0; k < ends.length; k += 2) { c.moveTo(...ends[k]); c.lineTo(...ends[k + 1]); }
      }
    }
  }
}
