// The pictures of the player: plane, score strip, ROC curve and the curve of test AUC. player.py joins it to player.js.

const INSET = 10;  // half a slider's thumb, so that the threshold line stands over it

function draw(s) {
  s.panels.forEach((p, i) => {
    const state = between(s, i), pictures = {plane: drawPlane, strip: drawStrip, roc: drawRoc, curve: drawCurve};
    blendField(p, state);
    for (const [kind, paint] of Object.entries(pictures)) {
      if (p.nodes[kind].clientWidth) paint(s, p, state);  // else hidden, or already gone
    }
  });
  drawViews(s, between(s, 0));
}

function drawPlane(s, p, state) {
  const {c, w, h} = surface(s, p.nodes.plane), box = plotBox(s, p.nodes.plane), {ink, shades} = s.theme;
  const [x0, x1, y0, y1] = p.extent, shape = clamp((x1 - x0) / (y1 - y0), 0.6, 1.7);
  const width = Math.min(box.width, box.height * shape), height = Math.min(box.height, box.width / shape);
  Object.assign(box, {left: box.left + (box.width - width) / 2, width, height});
  const x = v => box.left + (v - x0) / (x1 - x0) * width, y = v => box.top + (y1 - v) / (y1 - y0) * height;
  const threshold = thresholdAt(p, state);
  paintField(p, shades, state, threshold.level);
  c.save();
  c.beginPath();
  c.rect(box.left, box.top, width, height);
  c.clip();
  const cell = width / (p.side - 1), row = height / (p.side - 1);  // the outer nodes lie on the picture's edge
  c.drawImage(p.tile, box.left - cell / 2, box.top - row / 2, width + cell, height + row);
  const gx = q => box.left + q * cell, gy = q => box.top + height - q * row;
  c.lineWidth = 1;
  c.strokeStyle = css(ink, 0.16);
  c.beginPath();
  const even = Array.from({length: 7}, (_, k) => 32 * (k + 1));
  isolines(c, p, even.map(v => blend(scoreOf(p, state.a, v), scoreOf(p, state.b, v), state.mix)), gx, gy);
  c.stroke();
  c.drawImage(pointLayer(s, p, state.a, box, w, h), 0, 0, w, h);
  c.beginPath();
  isolines(c, p, [threshold.score], gx, gy);
  strokeOnPaper(s, c, 2.5);
  drawInheritance(s, p, c, state, box);
  drawMoment(s, p, c, state, box);
  c.restore();
  axes(s, c, box, p.axes, ticks(x0, x1), ticks(y0, y1), x, y);
}

/** Colour counts levels, not scores: as many shades lie between two scores as the test part has of them. */
function paintField(p, shades, {a, b, mix}, level) {
  const pixels = new Uint32Array(p.image.data.buffer), side = p.side, n = side * side;
  for (let r = 0; r < side; r++) {
    for (let q = 0; q < side; q++) {
      const i = (side - 1 - r) * side + q, byte = blend(p.plane[a * n + i], p.plane[b * n + i], mix);
      pixels[r * side + q] = shades[clamp(Math.round(128.5 + byte - level), 0, 255)];
    }
  }
  p.tile.getContext("2d").putImageData(p.image, 0, 0);
}

const radiusOf = (p, box) => clamp(box.width / 110 * Math.sqrt(600 / p.positive.length), 2, 5.5);
function placeOf(p, box, j) {
  return [box.left + p.xy[2 * j] / 65535 * box.width, box.top + (1 - p.xy[2 * j + 1] / 65535) * box.height];
}

/** The points as of a frame, on a canvas of their own that is kept while the plane moves on to the next frame. */
function pointLayer(s, p, frame, box, w, h) {
  const level = levelOf(p, frame), key = [frame, level, w, h, devicePixelRatio].join();
  if (p.layer?.key === key && p.layer.theme === s.theme) return p.layer.canvas;
  const canvas = p.layer?.canvas ?? document.createElement("canvas"), c = canvas.getContext("2d");
  canvas.width = Math.round(w * devicePixelRatio);
  canvas.height = Math.round(h * devicePixelRatio);
  c.scale(devicePixelRatio, devicePixelRatio);
  drawPoints(s, p, c, frame, level, box);
  p.layer = {key, canvas, theme: s.theme};
  return canvas;
}

const TINTS = 4;  // shades of a pull in either direction

function drawPoints(s, p, c, frame, level, box) {
  const groups = {}, radius = radiusOf(p, box), size = sizes(p, frame), paper = css(s.theme.paper, 0.85);
  for (let j = 0; j < p.positive.length; j++) {
    const seen = !p.streamed || p.position[j] < p.step[frame], truth = p.positive[j];
    const known = 20 + 4 * seen + 2 * predictsPositive(p, j, frame, level) + truth;
    (groups[p.labelled[j] ? known : 2 * (TINTS + tintOf(p, j, frame)) + truth] ??= []).push(j);
  }
  for (const [key, indices] of Object.entries(groups)) {  // one path a group, since 1,500 of them would be slow
    const hollow = key < 20, faint = !hollow && key < 24, tint = hollow ? (key >> 1) - TINTS : 0;
    c.globalAlpha = hollow ? (p.pull ? 0.85 : 0.6) : faint ? 0.28 : 1;
    c.beginPath();
    for (const j of indices) (p.positive[j] ? circle : triangle)(c, ...placeOf(p, box, j), radius * (size?.[j] ?? 1));
    if (!hollow && !faint) { c.strokeStyle = paper; c.lineWidth = 3.4; c.stroke(); }
    if (hollow && p.pull) { c.fillStyle = paper; c.fill(); }
    if (!hollow || tint) {
      c.fillStyle = tint ? css(tint > 0 ? POSITIVE : NEGATIVE, 0.2 + 0.8 * Math.abs(tint) / TINTS) : css(key & 2 ? POSITIVE : NEGATIVE);
      c.fill();
    }
    c.strokeStyle = css(key & 1 ? POSITIVE : NEGATIVE);
    c.lineWidth = hollow && p.pull ? 0.9 : 1.6;
    c.stroke();
  }
}

/** The shade of an unlabelled point's pull, from -TINTS to TINTS; 0 is none. By roots, as prices grow over decades. */
function tintOf(p, j, frame) {
  const pull = p.pull?.[frame * p.positive.length + j] ?? 0;
  return Math.sign(pull) * Math.ceil(Math.sqrt(Math.abs(pull) / 127) * TINTS);
}

/** How large each point is drawn: by its weight where the learner keeps it, small where it does not; labels stand out. */
function sizes(p, frame) {
  if (!p.support) return p.fewLabels ? Float32Array.from(p.labelled, known => known ? 1.7 : 1.1) : null;
  const each = p.support.length / p.frames, size = new Float32Array(p.positive.length).fill(p.pull ? 1 : 0.75);
  for (let k = frame * each; k < (frame + 1) * each; k++) {
    if (p.support[k] < size.length) size[p.support[k]] = 0.85 + 1.1 * Math.sqrt(p.weight[k] / 255);
  }
  return size;
}

/** The example that a full buffer dropped last, and the one that inherited its weight. */
function drawInheritance(s, p, c, {a}, box) {
  const removed = p.removed?.[a] ?? -1, heir = p.heir?.[a] ?? -1, r = radiusOf(p, box) + 3;
  c.beginPath();
  if (removed >= 0) {
    const [x, y] = placeOf(p, box, removed);
    c.moveTo(x - r, y - r); c.lineTo(x + r, y + r);
    c.moveTo(x + r, y - r); c.lineTo(x - r, y + r);
  }
  if (heir >= 0) {
    const [x, y] = placeOf(p, box, heir), d = 1.6 * r;
    c.moveTo(x, y - d); c.lineTo(x + d, y); c.lineTo(x, y + d); c.lineTo(x - d, y); c.closePath();
  }
  strokeOnPaper(s, c, 1.8);
}

/** A ring around the example that the learner has just met. */
function drawMoment(s, p, c, {a}, box) {
  const marked = p.moment?.[a] ?? -1;
  if (marked < 0) return;
  c.beginPath();
  circle(c, ...placeOf(p, box, marked), radiusOf(p, box) + 5.5);
  strokeOnPaper(s, c, 2.2);
}

/** How much of a class lies around every fourth level, from differences of the exact counts, smoothed for the eye. */
function density(p, side, {a, b, mix}) {
  const at = (frame, edge) => p.counts[frame * 514 + side * 257 + clamp(edge, 0, 256)] / p.n_test[side];
  const above = edge => blend(at(a, edge), at(b, edge), mix);
  const around = edge => [10, 8, 6, 4].reduce((sum, d) => sum + (above(edge - d) - above(edge + d)) / d, 0);
  return Array.from({length: 65}, (_, j) => around(4 * j));
}

function drawStrip(s, p, state) {
  const {c, w, h} = surface(s, p.nodes.strip), {ink, size, dark} = s.theme;
  const top = 1.5 * size, bottom = h - 2.9 * size, middle = (top + bottom) / 2, reach = (bottom - top) / 2 - 1;
  const x = level => INSET + (level - 1) / 254 * (w - 2 * INSET), frame = state.a, r = rates(p, frame);
  const cut = x(thresholdAt(p, state).level);
  for (const [colour, from, to] of [[NEGATIVE, 0, cut], [POSITIVE, cut, w]]) {
    c.fillStyle = css(colour, dark ? 0.2 : 0.1);
    c.fillRect(from, top, to - from, bottom - top);
  }
  [NEGATIVE, POSITIVE].forEach((colour, side) => {
    const heights = density(p, side, state), most = Math.max(...heights, 1e-9), sign = side ? -1 : 1;
    // What is decided rightly is solid, what is decided wrongly is pale.
    for (const [from, to, right] of [[0, cut, side === 0], [cut, w, side === 1]]) {
      c.save();
      c.beginPath();
      c.rect(from, top, to - from, bottom - top);
      c.clip();
      c.beginPath();
      c.moveTo(x(0), middle);
      heights.forEach((height, j) => c.lineTo(x(4 * j), middle + sign * height / most * reach));
      c.lineTo(x(256), middle);
      c.fillStyle = css(colour, right ? 0.9 : 0.35);
      c.fill();
      c.strokeStyle = css(colour);
      c.lineWidth = 1.25;
      c.stroke();
      c.restore();
    }
  });
  c.strokeStyle = css(ink, 0.5);
  c.lineWidth = 1;
  line(c, 0, middle, w, middle);
  c.beginPath();
  c.moveTo(cut, top);
  c.lineTo(cut, bottom);
  strokeOnPaper(s, c, 2.5);
  c.fillStyle = css(ink, 0.85);
  text(c, `missed ${percent(1 - r.found)}`, 2, top - 0.45 * size);
  text(c, `positives found ${percent(r.found)}`, w - 2, top - 0.45 * size, "right");
  text(c, `left alone ${percent(1 - r.alarms)}`, 2, bottom + 0.35 * size, "left", "top");
  text(c, `false alarms ${percent(r.alarms)}`, w - 2, bottom + 0.35 * size, "right", "top");
  c.fillStyle = css(ink, 0.75);
  text(c, short(scoreOf(p, frame, 1)), 2, h, "left", "bottom");
  for (const level of [64, 128, 192]) text(c, short(scoreOf(p, frame, level)), x(level), h, "center", "bottom");
  text(c, short(scoreOf(p, frame, 255)), w - 2, h, "right", "bottom");
}

function drawRoc(s, p, state) {
  const {c} = surface(s, p.nodes.roc), box = plotBox(s, p.nodes.roc), {ink, size} = s.theme;
  const x = v => box.left + v * box.width, y = v => box.top + (1 - v) * box.height;
  const share = (frame, side, edge) => p.counts[frame * 514 + side * 257 + edge] / p.n_test[side];
  const vertex = (side, edge) => blend(share(state.a, side, edge), share(state.b, side, edge), state.mix);
  c.beginPath();
  for (let edge = 256; edge >= 0; edge--) c.lineTo(x(vertex(0, edge)), y(vertex(1, edge)));
  c.strokeStyle = css(ink, 0.9);
  c.lineWidth = 2;
  c.stroke();
  c.lineTo(x(1), y(0));
  c.fillStyle = css(ink, 0.08);
  c.fill();
  c.lineWidth = 1;
  c.strokeStyle = css(ink, 0.25);
  line(c, x(0), y(0), x(1), y(1));
  const halves = [[0, "0"], [0.5, "0.5"], [1, "1"]];
  axes(s, c, box, ["false alarms", "positives found"], halves, halves, x, y);
  const from = rates(p, state.a), to = rates(p, state.b);
  const px = x(blend(from.alarms, to.alarms, state.mix)), py = y(blend(from.found, to.found, state.mix));
  c.setLineDash([3, 3]);
  c.strokeStyle = css(ink, 0.55);
  line(c, px, py, px, y(0));
  line(c, px, py, x(0), py);
  c.setLineDash([]);
  dot(s, c, px, py);
  text(c, `area ${decimal(p.auc[state.a])}`, x(1) - 0.7 * size, y(0) - 0.9 * size, "right");
}

function drawCurve(s, p, state) {
  const {c} = surface(s, p.nodes.curve), box = plotBox(s, p.nodes.curve), {ink} = s.theme;
  const floor = s.floor, middle = +((1 + floor) / 2).toFixed(2);
  const x = v => box.left + v / p.total * box.width;
  const y = v => box.top + (1 - Math.max(v, floor)) / (1 - floor) * box.height;
  const path = values => {
    c.beginPath();
    values.forEach((v, k) => { if (v !== null) c.lineTo(x(p.step[k]), y(v)); });
  };
  axes(s, c, box, [`${p.unit}s`, ""], ticks(0, p.total), [floor, middle, 1].map(v => [v, `${v}`]), x, y);
  c.save();
  if (p.interval) {
    path(p.interval.map(pair => pair[0]));
    for (let k = p.frames - 1; k >= 0; k--) c.lineTo(x(p.step[k]), y(p.interval[k][1]));
    c.fillStyle = css(ink, 0.12);
    c.fill();
  }
  c.lineWidth = 1.25;
  c.strokeStyle = css(ink, 0.6);
  c.setLineDash([1, 4]);
  line(c, x(0), y(p.ratio / (1 + p.ratio)), x(p.total), y(p.ratio / (1 + p.ratio)));
  c.setLineDash([5, 4]);
  path(p.step.map((_, k) => rates(p, k).accuracy));
  c.stroke();
  c.restore();
  c.strokeStyle = css(ink);
  c.lineWidth = 2.25;
  path(p.auc);
  c.stroke();
  const now = x(blend(p.step[state.a], p.step[state.b], state.mix));
  c.strokeStyle = css(ink, 0.5);
  c.lineWidth = 1;
  line(c, now, box.top, now, box.top + box.height);
  if (p.auc[state.a] === null) return;
  dot(s, c, now, y(blend(p.auc[state.a], p.auc[state.b], state.mix)));
}
