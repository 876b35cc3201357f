// Linked views: small pictures of numbers that belong to the moment shown. Python computes every number and the words
// (pages/figures/views.py says what a view holds); here they are drawn, also half way between two moments. A module
// with views has s.seek(frame), which shows a frame, and report(s, delay).

const DASHES = {solid: [], dashed: [6, 4], dotted: [1.5, 4]};

/** Keep a figure for each view in s.views, made anew only where a view is of another kind than before. */
function linkViews(s, specs) {
  s.views ??= [];
  const kinds = list => list.map(spec => spec.kind + spec.title + JSON.stringify(spec.key)).join();
  if (kinds(specs) !== kinds(s.views.map(v => v.spec))) s.views = specs.map(spec => viewNode(s, spec));
  s.views.forEach((v, i) => { v.spec = specs[i]; });
}

function viewNode(s, spec) {
  const canvas = make("canvas", {class: spec.kind, role: "img"}), tip = make("p", {class: "tip", "aria-hidden": "true"});
  const keys = spec.key.map(({name, colour, dash}) =>
    make("span", {class: `key ${dash}`, style: `--colour: ${colour}; --dash: ${dash}`}, name));
  const caption = make("figcaption", {}, make("b", {}, spec.title), " ", ...keys);
  const v = {spec, canvas, node: make("figure", {class: `linked ${spec.kind}`}, caption, canvas, tip)};
  const place = event => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const read = event => {
    const words = v.read?.(...place(event));
    tip.textContent = words ?? "";
    tip.hidden = !words;
  };
  for (const kind of ["pointermove", "pointerdown"]) canvas.addEventListener(kind, read);
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  if (spec.kind === "curves") follow(canvas, event => s.seek(v.frameAt(...place(event))), () => report(s, 0));
  tip.hidden = true;
  return v;
}

/** state: two frames and how far it is from the first to the second, as {a, b, mix}. */
function drawViews(s, state) {
  for (const v of s.views) if (v.canvas.clientWidth) DRAW[v.spec.kind](s, v, state);
}

function describeViews(s, frame) {
  for (const v of s.views) v.canvas.setAttribute("aria-label", v.spec.alt[frame]);
}

// ---- for all kinds --------------------------------------------------------------------------------------------

/** Row of a moment: rows of one entry do not move. A gap on either side leaves the nearer frame's. */
function rowAt(rows, {a, b, mix}) {
  if (rows.length === 1) return rows[0];
  return rows[a].map((v, j) => mixed(v, rows[b][j], mix));
}
function mixed(v, w, mix) {
  if (v === null || w === null) return mix < 0.5 ? v : w;
  return blend(v, w, mix);
}

/** Axes, and maps from numbers to the canvas; `inside` keeps a point that lies outside on the edge. */
function plot(s, v) {
  const {c} = surface(s, v.canvas), box = plotBox(s, v.canvas), {names, logarithmic} = v.spec;
  const [to, from, marks] = logarithmic ? [Math.log10, u => 10 ** u, decades] : [u => u, u => u, ticks];
  const [[x0, x1], [y0, y1]] = [v.spec.x.map(to), v.spec.y.map(to)];
  const x = value => box.left + (to(value) - x0) / (x1 - x0) * box.width;
  const y = value => box.top + (y1 - to(value)) / (y1 - y0) * box.height;
  const inside = (at, up) => [x(clamp(at, ...v.spec.x)), y(clamp(up, ...v.spec.y))];
  const back = px => from(x0 + (px - box.left) / box.width * (x1 - x0));
  const between = (p, q, mix) => p === null || q === null ? mixed(p, q, mix) : from(blend(to(p), to(q), mix));
  return {c, box, x, y, inside, back, between, frame: () => axes(s, c, box, names, marks(x0, x1), marks(y0, y1), x, y)};
}

/** Powers of ten between two logarithms, and 2 and 5 times these where they are few; at most six. */
function decades(low, high) {
  const powers = Array.from({length: Math.floor(high) - Math.floor(low) + 1}, (_, k) => Math.floor(low) + k);
  const every = Math.ceil((high - low) / 6), units = high - low < 1.8 ? [1, 2, 5] : [1];
  const values = powers.filter(p => p % every === 0).flatMap(p => units.map(u => [u, p]));
  return values.filter(([u, p]) => Math.log10(u) + p >= low && Math.log10(u) + p <= high)
    .map(([u, p]) => [u * 10 ** p, power(u, p)]);
}

function power(unit, exponent) {
  if (exponent >= -2 && exponent < 4) return `${+(unit * 10 ** exponent).toPrecision(1)}`;
  const raised = `${exponent}`.replace(/./g, sign => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]);
  return unit === 1 ? `10${raised}` : `${unit}·10${raised}`;
}

function clipped(c, box, paint) {
  c.save();
  c.beginPath();
  c.rect(box.left - 1, box.top - 1, box.width + 2, box.height + 2);
  c.clip();
  paint();
  c.restore();
}

/** A line through points, broken where a number is missing. */
function polyline(c, xs, ys, x, y) {
  let open = false;
  c.beginPath();
  ys.forEach((value, k) => {
    if (value === null) { open = false; return; }
    if (open) c.lineTo(x(xs[k]), y(value)); else c.moveTo(x(xs[k]), y(value));
    open = true;
  });
}

/** A word that can be read over lines. */
function label(s, c, word, x, y, align, baseline) {
  c.strokeStyle = css(s.theme.paper, 0.8);
  c.lineWidth = 3;
  c.textAlign = align;
  c.textBaseline = baseline;
  c.strokeText(word, x, y);
  c.fillStyle = css(s.theme.ink, 0.85);
  c.fillText(word, x, y);
}

function strokeLine(c, {colour, dash}, width) {
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.setLineDash(DASHES[dash]);
  c.stroke();
  c.setLineDash([]);
}
