// The four kinds of linked views, drawn: see views.js.

const DRAW = {spread: drawSpread, bars: drawBars, curves: drawCurves, path: drawPath};

/** Numbers along an axis, as a histogram or as dots on the first line, below lines; their mean and deviation on top. */
function drawSpread(s, v, state) {
  const {c, box, x, y, inside, back, frame} = plot(s, v), {spec} = v, bottom = box.top + box.height;
  const lines = spec.lines.map(line => ({...line, now: rowAt(line.y, state)}));
  frame();
  c.setLineDash([2, 4]);
  c.strokeStyle = css(s.theme.ink, 0.5);
  for (const mark of spec.marks) line(c, x(mark), box.top, x(mark), bottom);
  c.setLineDash([]);
  clipped(c, box, () => {
    if (spec.counts) drawCounts(c, spec, rowAt(spec.counts, state), box, x);
    if (spec.faint) drawFaint(s, c, spec, state, x, y);
    for (const one of lines) {
      polyline(c, one.x, one.now, x, y);
      strokeLine(c, one, 2.25);
    }
  });
  if (spec.dots) drawDots(s, c, spec, rowAt(spec.dots, state), rowAt(spec.heights, state), inside);
  const [mean, deviation] = rowAt(spec.moments, state);
  if (mean !== null) drawMoments(s, c, mean, deviation, box, at => inside(at, 0)[0]);
  v.read = px => {
    if (px < box.left || px > box.left + box.width) return null;
    const at = back(px), words = lines.map(one => `${one.name} ${short(one.now[nearest(one.x, at)])}`);
    return [`at ${short(at)}`, ...words, ...binWords(spec, state.a, at)].join(" · ");
  };
}

/** Quiet lines of which more and more are shown; the newest stand out a little. */
function drawFaint(s, c, spec, {a, b, mix}, x, y) {
  const [before, after] = [spec.faint_count[a], spec.faint_count[b]];
  spec.faint.slice(0, after).forEach((row, j) => {
    polyline(c, spec.faint_at, row, x, y);
    const there = j < before ? 1 : mix, newest = j >= spec.faint_count[Math.max(a - 1, 0)] || a === 0;
    strokeLine(c, {colour: css(s.theme.ink, there * (newest ? 0.45 : 0.16)), dash: "solid"}, 1);
  });
}

function drawCounts(c, spec, counts, box, x) {
  const edges = spec.edges, most = Math.max(...counts, 1e-9), bottom = box.top + box.height;
  counts.forEach((number, j) => {
    if (!number) return;
    const height = Math.max(2, number / most * 0.42 * box.height), left = x(edges[j]);
    c.fillStyle = spec.shades[j];
    c.fillRect(left, bottom - height, Math.max(1, x(edges[j + 1]) - left - 1), height);
  });
}

function binWords(spec, frame, at) {
  if (!spec.counts) return [];
  const j = spec.edges.findIndex((edge, k) => at < edge && k > 0) - 1, row = spec.counts[frame];
  return j < 0 || !row ? [] : [`${count(row[j])} between ${short(spec.edges[j])} and ${short(spec.edges[j + 1])}`];
}

/** Numbers where they lie on the first line; the area of a dot is its weight. */
function drawDots(s, c, spec, places, heights, inside) {
  const unit = 1.9 * s.theme.size;
  places.forEach((place, j) => {
    c.beginPath();
    circle(c, ...inside(place, heights[j]), unit * Math.sqrt(spec.weights[j]));
    c.fillStyle = spec.colour + "b0";
    c.fill();
    c.strokeStyle = css(s.theme.paper);
    c.lineWidth = 1.5;
    c.stroke();
  });
}

function drawMoments(s, c, mean, deviation, box, x) {
  const at = box.top + 0.9 * s.theme.size, half = 0.35 * s.theme.size, ends = [x(mean - deviation), x(mean + deviation)];
  c.beginPath();
  c.moveTo(ends[0], at);
  c.lineTo(ends[1], at);
  for (const end of ends) { c.moveTo(end, at - half); c.lineTo(end, at + half); }
  strokeOnPaper(s, c, 1.75);
  dot(s, c, x(mean), at);
}

/** Bars with their numbers; one that is longer than the axis is broken. */
function drawBars(s, v, state) {
  const {c, w, h} = surface(s, v.canvas), {spec} = v, {ink, paper, size} = s.theme, values = rowAt(spec.values, state);
  const top = 1.6 * size, bottom = h - 1.5 * size, slots = values.length + spec.apart.length * 0.4;
  const slot = w / slots, y = value => bottom - Math.min(value / spec.high, 1) * (bottom - top);
  const left = values.map((_, j) => (j + 0.4 * spec.apart.filter(k => k <= j).length) * slot + 0.14 * slot), wide = 0.72 * slot;
  c.strokeStyle = css(ink, 0.5);
  c.lineWidth = 1;
  line(c, 0, bottom, w, bottom);
  values.forEach((value, j) => {
    const middle = left[j] + wide / 2;
    c.fillStyle = css(ink, 0.85);
    text(c, spec.key[j].name, middle, bottom + 0.35 * size, "center", "top");
    if (value === null) return text(c, "–", middle, bottom - 0.4 * size, "center");
    c.fillStyle = spec.key[j].colour;
    c.fillRect(left[j], y(value), wide, bottom - y(value));
    if (value > spec.high) {
      c.strokeStyle = css(paper);
      c.lineWidth = 3;
      for (const down of [0.8, 1.4]) line(c, left[j] - 2, top + (down + 0.5) * size, left[j] + wide + 2, top + down * size);
    }
    c.fillStyle = css(ink);
    text(c, short(value), middle, y(value) - 0.35 * size, "center");
  });
  drawGap(s, c, spec, values, left, wide, y);
  v.read = px => {
    const j = left.findIndex(from => px >= from && px <= from + wide);
    return j < 0 || values[j] === null ? null : `${spec.key[j].name} ${values[j].toPrecision(6)}`;
  };
}

/** What the second of two bars has above the first. */
function drawGap(s, c, {gap, high}, values, left, wide, y) {
  if (!gap.length || gap.some(j => values[j] === null)) return;
  const [i, j] = gap, {size} = s.theme, from = y(values[i]), to = y(values[j]);
  if (from - to < 2 || values[i] > high) return;
  c.setLineDash([4, 3]);
  c.strokeStyle = css(s.theme.ink, 0.7);
  c.lineWidth = 1;
  line(c, left[i] + wide, from, left[j] + wide, from);
  c.setLineDash([]);
  if (from - to < 1.3 * size) return;
  c.fillStyle = "#fff";  // on the bar's own colour, in either theme
  text(c, `+${short(values[j] - values[i], 2)}`, left[j] + wide / 2, (from + to) / 2, "center", "middle");
}

/** Lines over one axis, a cursor at the moment shown, and level rules. */
function drawCurves(s, v, state) {
  const {c, box, x, y, back, between, frame} = plot(s, v), {spec} = v, {ink, size} = s.theme;
  const now = between(spec.at[state.a], spec.at[state.b], state.mix);
  frame();
  clipped(c, box, () => {
    for (const one of spec.lines) {
      polyline(c, spec.at, one.y, x, y);
      strokeLine(c, one, 2.25);
    }
    for (const rule of spec.rules) {
      c.beginPath();
      c.moveTo(box.left, y(rule.y));
      c.lineTo(box.left + box.width, y(rule.y));
      strokeLine(c, rule, 1.5);
    }
  });
  spec.rules.forEach((rule, j) => {  // the first name above its rule, the next below
    const [shift, baseline] = j % 2 ? [0.3, "top"] : [-0.3, "bottom"];
    label(s, c, rule.name, box.left + box.width - 0.3 * size, y(rule.y) + shift * size, "right", baseline);
  });
  c.strokeStyle = css(ink, 0.5);
  c.lineWidth = 1;
  line(c, x(now), box.top, x(now), box.top + box.height);
  for (const one of spec.lines) {
    const value = between(one.y[state.a], one.y[state.b], state.mix);
    if (value !== null && value <= spec.y[1]) dot(s, c, x(now), y(value));
  }
  v.read = px => {
    const k = nearest(spec.at, back(px));
    const words = spec.lines.map(one => `${one.name} ${one.y[k] === null ? "–" : short(one.y[k], 4)}`);
    return [`${spec.names[0]} ${`${+spec.at[k].toPrecision(5)}`.replace("-", "−")}`, ...words].join(" · ");
  };
  v.frameAt = px => nearest(spec.at, back(px));
}

/** The way of a point over a surface: shade and level lines of the surface, where the point was, where it is. */
function drawPath(s, v, state) {
  const {c, box, x, y, inside, frame} = plot(s, v), {spec} = v, {ink, paper, size} = s.theme, side = spec.surface.length;
  clipped(c, box, () => {
    drawSurface(s, c, spec, box, side);
    const p = {field: spec.surface.flat(), side};
    const gx = q => box.left + q / (side - 1) * box.width, gy = q => box.top + (1 - q / (side - 1)) * box.height;
    c.beginPath();
    isolines(c, p, spec.levels, gx, gy);
    strokeLine(c, {colour: css(ink, 0.55), dash: "solid"}, 1);
    for (const one of spec.labels) {
      const right = x(one.x) < box.left + box.width - 2.6 * size;  // of its line, where there is room
      label(s, c, one.name, x(one.x) + (right ? 0.2 : -0.2) * size, y(one.y), right ? "left" : "right", "middle");
    }
  });
  frame();
  const {a} = state, dots = spec.at.slice(0, a + 1).map((mu, k) => mu === null ? null : inside(mu, spec.up[k]));
  if (spec.joined) {
    c.beginPath();
    for (const place of dots) if (place) c.lineTo(...place);
    strokeLine(c, {colour: css(ink, 0.45), dash: "solid"}, 1);
  }
  dots.forEach((place, k) => {
    if (!place) return;
    c.beginPath();
    circle(c, ...place, 2.6);
    c.fillStyle = css(ink, 0.25 + 0.5 * (k + 1) / dots.length);
    c.fill();
    c.strokeStyle = css(paper, 0.8);
    c.lineWidth = 1;
    c.stroke();
  });
  const [px, py] = [mixed(spec.at[a], spec.at[state.b], state.mix), mixed(spec.up[a], spec.up[state.b], state.mix)];
  if (px !== null && py !== null) dot(s, c, ...inside(px, py));
  v.read = (mx, my) => {
    const far = dots.map(place => place ? Math.hypot(place[0] - mx, place[1] - my) : Infinity);
    const k = far.indexOf(Math.min(...far));
    return far[k] < 24 ? spec.alt[k] : null;
  };
}

function drawSurface(s, c, spec, box, side) {
  const tile = document.createElement("canvas"), image = new ImageData(side, side), colour = rgb(spec.colour);
  const top = Math.max(...spec.surface.flat());
  spec.surface.forEach((row, r) => row.forEach((value, q) => {
    const strength = (s.theme.dark ? 0.62 : 0.55) * Math.sqrt(value / top), at = 4 * ((side - 1 - r) * side + q);
    image.data.set([...s.theme.paper.map((p, j) => Math.round(blend(p, colour[j], strength))), 255], at);
  }));
  tile.width = tile.height = side;
  tile.getContext("2d").putImageData(image, 0, 0);
  const [cell, row] = [box.width / (side - 1), box.height / (side - 1)];
  c.drawImage(tile, box.left - cell / 2, box.top - row / 2, box.width + cell, box.height + row);
}
