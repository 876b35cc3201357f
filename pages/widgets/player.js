// The player: one to four learners at the same moment of their training, drawn from one packed payload
// (pages/figures/payload.py describes the bytes). This file holds state, controls and words; player.py joins it
// with its drawings and with what all components share into one module, which a page opened from a file can run too.
// State lives in `held`, because Streamlit calls the module again on every rerun and theme change, and does not clean
// up in between.

const held = new WeakMap();
const ARRAYS = {int8: Int8Array, uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, int32: Int32Array, float32: Float32Array};

export default function player({data, parentElement, setStateValue}) {
  const root = parentElement.querySelector(".player");
  const s = held.get(root) ?? create(root);
  const call = s.call = {};
  s.report = value => setStateValue("shown", value);
  const head = readHeader(data);
  if (head.id !== s.head?.id) load(s, head, data);
  s.head = head;
  linkViews(s, head.views);
  s.nodes.views.replaceChildren(...s.views.map(v => v.node));
  s.nodes.grid.classList.toggle("with-views", head.views.length > 0);
  root.classList.toggle("present", head.present);
  s.theme = readTheme(root);
  watchSizes(s);
  show(s);
  return () => { if (s.call === call) halt(s); };  // a late clean-up of an older call must not stop this one
}

// ---- payload ------------------------------------------------------------------------------------------------

function readHeader(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return {...JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))), bodyAt: 4 + length};
}

function readPanels(head, bytes) {
  const panels = head.panels.map(p => ({...p, frames: p.step.length}));
  for (const {panel, kind, dtype, shape, offset} of head.sections) {
    const type = ARRAYS[dtype], start = head.bodyAt + offset;
    const length = shape.reduce((a, b) => a * b, 1) * type.BYTES_PER_ELEMENT;
    panels[panel][kind] = new type(bytes.slice(start, start + length).buffer);  // copied, for views must be aligned
  }
  for (const p of panels) {
    p.fewLabels = !p.streamed && p.labelled.includes(0);
    p.side = Math.sqrt(p.plane.length / p.frames);
    p.scores = [];
    p.field = new Float32Array(p.side * p.side);
    p.tile = document.createElement("canvas");
    p.tile.width = p.tile.height = p.side;
    p.image = new ImageData(p.side, p.side);
  }
  return panels;
}

// ---- what is shown at a moment --------------------------------------------------------------------------------

/** The two frames that a panel stands between at position s.at, and how far it is from the first to the second. */
function between(s, i) {
  const k = Math.floor(s.at), rows = s.head.timeline;
  const a = rows[k][i], b = rows[Math.min(k + 1, rows.length - 1)][i];
  return {a, b, mix: a === b ? 0 : s.at - k};
}
const scoreOf = (p, frame, level) => p.levels[frame * 255 + level - 1];

/** The level of a frame that is nearest to the panel's threshold, the lowest of equals. */
function levelOf(p, frame) {
  let low = 1, high = 255;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scoreOf(p, frame, middle) < p.threshold) low = middle + 1; else high = middle;
  }
  const gap = level => Math.abs(scoreOf(p, frame, level) - p.threshold);
  return low > 1 && gap(low - 1) <= gap(low) ? low - 1 : low;
}

/** Threshold and level shown between two frames. */
function thresholdAt(p, {a, b, mix}) {
  const [u, v] = [levelOf(p, a), levelOf(p, b)];
  return {score: blend(scoreOf(p, a, u), scoreOf(p, b, v), mix), level: blend(u, v, mix)};
}

/** Exact shares of the test part at a level of a frame; accuracy at the chosen ratio of negatives to a positive. */
function rates(p, frame, level = levelOf(p, frame)) {
  const at = frame * 514 + level;
  const alarms = p.counts[at] / p.n_test[0], found = p.counts[at + 257] / p.n_test[1];
  return {alarms, found, accuracy: (found + p.ratio * (1 - alarms)) / (1 + p.ratio)};
}

/**
 * The scores of a frame's plane. A byte only says between which two levels a score lies; of all fields that it allows
 * a smooth one is taken, so that a straight boundary looks straight and no node changes its side of any level.
 */
function planeScores(p, frame) {
  if (p.scores[frame]) return p.scores[frame];
  const n = p.side * p.side, bytes = p.plane.subarray(frame * n, frame * n + n), t = v => scoreOf(p, frame, v);
  const low = Array.from({length: 256}, (_, v) => v ? t(v) : 2 * t(1) - t(2));
  const high = Array.from({length: 256}, (_, v) => v < 255 ? t(v + 1) : 2 * t(255) - t(254));
  let field = Float32Array.from(bytes, v => (low[v] + high[v]) / 2);
  for (let pass = 0; pass < 3; pass++) {
    field = field.map((_, i) => clamp(meanAround(field, i, p.side), low[bytes[i]], high[bytes[i]]));
  }
  return p.scores[frame] = field;
}

function meanAround(field, i, side) {
  const r = i / side | 0, q = i % side;
  let sum = 0, number = 0;
  for (let y = Math.max(r - 1, 0); y <= Math.min(r + 1, side - 1); y++) {
    for (let x = Math.max(q - 1, 0); x <= Math.min(q + 1, side - 1); x++) { sum += field[y * side + x]; number++; }
  }
  return sum / number;
}

function blendField(p, {a, b, mix}) {
  const from = planeScores(p, a), to = planeScores(p, b);
  for (let i = 0; i < p.field.length; i++) p.field[i] = blend(from[i], to[i], mix);
}

/** The score that the plane of a frame shows where a point lies. */
function fieldAt(p, j, frame) {
  const field = planeScores(p, frame);
  const x = p.xy[2 * j] / 65535 * (p.side - 1), y = p.xy[2 * j + 1] / 65535 * (p.side - 1);
  const c = Math.min(x | 0, p.side - 2), r = Math.min(y | 0, p.side - 2), at = r * p.side + c;
  const low = blend(field[at], field[at + 1], x - c), high = blend(field[at + p.side], field[at + p.side + 1], x - c);
  return blend(low, high, y - r);
}

/** Where a plane is a projection, a point's own prediction need not be the colour it lies on. */
function predictsPositive(p, j, frame, level) {
  return p.own ? p.own[frame * p.positive.length + j] >= level : fieldAt(p, j, frame) > scoreOf(p, frame, level);
}

// ---- the page -------------------------------------------------------------------------------------------------

function create(root) {
  const s = playback(root, "Moment of training");
  s.panels = [];
  s.seek = frame => goTo(s, Math.max(0, s.head.timeline.findIndex(row => row[0] === frame)));
  s.nodes.grid = make("div", {class: "panels"});
  s.nodes.views = make("div", {class: "views"});
  root.append(make("div", {class: "stage"}, s.nodes.grid));
  held.set(root, s);
  return s;
}

function load(s, head, bytes) {
  halt(s);
  s.head = head;
  s.panels = readPanels(head, bytes);
  s.at = head.start;
  s.told = null;
  const lows = s.panels.flatMap(p => [...p.auc, ...(p.interval ?? []).map(pair => pair[0])]).filter(v => v !== null);
  s.floor = Math.max(0, Math.floor(Math.min(0.5, ...lows) * 10 - 0.01) / 10);  // one axis of AUC for all panels
  s.panels.forEach((p, i) => { p.nodes = panelNodes(s, p, i); });
  const [first, ...others] = s.panels.map(p => p.nodes.view);
  const {grid, bar, views} = s.nodes, rest = s.panels.flatMap(p => [p.nodes.numbers, p.nodes.detail]);
  grid.replaceChildren(first, bar, views, ...others, legend(s), ...rest);
  grid.dataset.panels = s.panels.length;
}

/** The view, the numbers and the curves of a panel; p.nodes keeps what changes. */
function panelNodes(s, p, i) {
  const n = {}, name = p.title, picture = kind => n[kind] = make("canvas", {class: kind, role: "img"});
  const figure = (kind, ...caption) => make("figure", {class: kind}, make("figcaption", {}, ...caption), picture(kind));
  const note = (kind, words) => words ? [make("p", {class: kind}, words)] : [];
  const key = (kind, word) => make("span", {class: `key ${kind}`}, word);
  n.count = make("span", {class: "count"});
  n.headline = make("span", {class: "headline"});  // where the table of numbers is far from the view
  n.strays = make("span");
  const plane = figure("plane", n.strays), roc = figure("roc", "ROC curve: its area is the AUC");
  const curve = figure("curve", key("solid", "test AUC"), key("dashed", "accuracy"), key("dotted", "“all negative”"));
  const strip = figure("strip", `Scores of ${count(p.n_test[0] + p.n_test[1])} test points, positives above and ` +
    "negatives below; the axis is stretched where they crowd");
  strip.append(thresholdNodes(s, p, n, name));
  const [main, side] = p.projected ? [strip, plane] : [plane, strip];
  main.classList.add("main");
  n.view = make("section", {class: "view", "aria-label": name}, make("h2", {}, name, n.headline, n.count), main,
    ...note("notes", [p.seen, p.shown].filter(Boolean).join(" · ")), ...note("stopped", p.stopped),
    ...note("stopped", p.remarks));
  n.detail = make("section", {class: "detail", "aria-label": `${name}, curves`}, side, roc, curve);
  n.numbers = numbersTable(p, n);
  [n.view, n.numbers, n.detail].forEach(node => { node.style.setProperty("--i", i); node.dataset.i = i; });
  follow(n.curve, event => {
    const {left, width} = plotBox(s, n.curve), x = event.clientX - n.curve.getBoundingClientRect().left;
    goTo(s, nearest(s.head.timeline.map(row => p.step[row[i]]), (x - left) / width * p.total));
  }, () => report(s, 0));
  return n;
}

function numbersTable(p, n) {
  const row = (key, words) => make("tr", {class: key}, make("th", {scope: "row"}, words), n[key] = make("td"));
  const remark = (key, words) => make("tr", {}, n[key] = make("td", {class: key, colspan: 2}, words));
  const at = `at ${+p.ratio.toPrecision(3)}\u00a0:\u00a01`;
  return make("table", {class: "numbers"}, make("caption", {}, p.title), make("tbody", {},
    row("auc", "test AUC"), ...p.interval ? [remark("interval", "")] : [], remark("kept", "unchanged by the threshold"),
    row("accuracy", `accuracy ${at}`), row("none", `“all negative” ${at}`), row("found", "positives found"),
    row("alarms", "false alarms"), row("hinge", "mean hinge over test pairs"),
    p.pull ? row("pulled", "unlabelled pulled up, down") : row("loss", "loss of the round, ψ_M"),
    row("memory", "memory of the learner")));
}

function thresholdNodes(s, p, n, name) {
  n.range = make("input", {type: "range", min: 1, max: 255, step: 1, "aria-label": `Threshold of ${name}`});
  n.value = make("span", {class: "value"});
  n.reset = make("button", {type: "button", "aria-label": `reset to 0, threshold of ${name}`}, "reset to 0");
  const set = level => {
    settle(s);
    const frame = between(s, s.panels.indexOf(p)).a, way = Math.sign(level - levelOf(p, frame));
    // An arrow key passes over levels of equal score, which would hold it fast.
    while (way && level > 1 && level < 255 && scoreOf(p, frame, level) === p.threshold) level += way;
    p.threshold = scoreOf(p, frame, level);
    show(s);
  };
  n.range.oninput = () => set(+n.range.value);
  n.range.onchange = () => report(s, s.byKey ? AFTER_KEY_MS : 0);
  n.reset.onclick = () => { settle(s); p.threshold = 0; show(s); report(s, AFTER_KEY_MS); };
  follow(n.strip, event => {
    const box = n.strip.getBoundingClientRect();
    set(clamp(Math.round(1 + 254 * (event.clientX - box.left - INSET) / (box.width - 2 * INSET)), 1, 255));
  }, () => report(s, 0));
  return make("div", {class: "threshold"}, n.range, make("span", {}, "decision threshold ", n.value), n.reset);
}

function legend(s) {
  const [negative, positive] = s.panels[0].classes, some = test => s.panels.some(test);
  const item = (shape, text) => make("span", {class: "item"}, mark(shape), text);
  const items = [item("circle", `${positive} (positive)`), item("triangle", `${negative} (negative)`)];
  if (some(p => p.labelled.includes(0))) items.push(item("hollow", "unlabelled"));
  if (some(p => p.pull)) items.push(item("up", "its score is pulled up"), item("down", "pulled down; the more, the fuller"));
  if (some(p => p.support)) items.push(item("larger", "larger: more weight in the learner"));
  if (some(p => p.removed?.some(j => j >= 0))) items.push(item("cross", "dropped last"), item("diamond", "its heir"));
  if (some(p => p.streamed)) items.push(item("faint", "not yet seen"), item("ring", "the example of the moment"));
  return make("p", {class: "legend"}, ...items, make("span", {class: "item"}, "outline: true class, fill: prediction"),
    make("span", {class: "item"}, "Colour is a score, not a probability, and not comparable between panels."));
}

function mark(shape) {
  const circle = "M8 3a5 5 0 1 0 .01 0z", ring = "M8 .5a7.5 7.5 0 1 0 .01 0zM8 6a2 2 0 1 0 .01 0z";
  const cross = "M3 3 13 13M13 3 3 13", diamond = "M8 1 15 8 8 15 1 8z", larger = "M4 8a2 2 0 1 0 .01 0zM11 3a5 5 0 1 0 .01 0z";
  const path = {triangle: "M8 2.5 13.5 12.5 2.5 12.5z", ring, cross, diamond, larger}[shape] ?? circle;
  const box = make("span", {class: `mark ${shape}`, "aria-hidden": "true"});
  box.innerHTML = `<svg viewBox="0 0 16 16" width="16" height="16"><path d="${path}"/></svg>`;
  return box;
}

function report(s, delay) {
  tell(s, delay, () => {
    const frame = s.head.timeline[s.at][0], step = s.panels[0].step[frame];
    describe(s);
    return {
      value: {id: s.head.id, frame, step, thresholds: s.panels.map(p => +p.threshold.toPrecision(6))},
      words: s.panels.map(p => `${p.title}: ${p.nodes.strip.getAttribute("aria-label")}`).join(" "),
    };
  });
}

// ---- showing --------------------------------------------------------------------------------------------------

/** Bring controls, numbers and pictures to the present moment. */
function show(s) {
  const k = Math.floor(s.at);
  s.panels.forEach((p, i) => showNumbers(s, p, s.head.timeline[k][i]));
  const lead = s.panels.reduce((a, b) => b.frames > a.frames ? b : a);
  const frame = s.head.timeline[k][s.panels.indexOf(lead)];
  showBar(s, s.panels[0].nodes.count.textContent, percent(lead.step[frame] / lead.total, 0));
  draw(s);
  if (!s.playing) describe(s);
}

function showNumbers(s, p, frame) {
  const n = p.nodes, r = rates(p, frame), level = levelOf(p, frame);
  n.count.textContent = `${count(p.step[frame])} of ${count(p.total)} ${p.unit}s`;
  n.auc.textContent = decimal(p.auc[frame]);
  n.headline.textContent = `AUC ${n.auc.textContent}`;
  n.accuracy.textContent = decimal(r.accuracy);
  n.none.textContent = decimal(p.ratio / (1 + p.ratio));
  n.found.textContent = percent(r.found);
  n.alarms.textContent = percent(r.alarms);
  n.hinge.textContent = decimal(p.hinge[frame]);
  if (p.pull) n.pulled.textContent = p.pulled[frame].map(count).join(", ");
  else n.loss.textContent = decimal(p.loss[frame]);
  n.memory.textContent = bytes(p.memory[frame]);
  if (p.interval) n.interval.textContent = `95 % between ${p.interval[frame].map(decimal).join(" and ")}`;
  if (p.strays) {
    n.strays.textContent = `This plane shows ${percent(p.explained, 0)} of the variance; at threshold 0, ` +
      `${count(p.strays[frame])} of ${count(p.n_points)} points lie on the wrong colour`;
  }
  n.kept.classList.toggle("active", p.threshold !== 0);
  n.range.value = level;
  n.value.textContent = apart(p, frame, level);
  n.range.setAttribute("aria-valuetext", `score ${n.value.textContent}, ${n.found.textContent} of positives found, ` +
    `${n.alarms.textContent} false alarms, AUC ${n.auc.textContent}`);
}

/** The pictures in words, from the numbers they are drawn from. */
function describe(s) {
  describeViews(s, between(s, 0).a);
  s.panels.forEach((p, i) => {
    const n = p.nodes, frame = between(s, i).a, level = levelOf(p, frame), at = `at threshold ${n.value.textContent}`;
    const nodes = p.plane.subarray(frame * p.field.length, (frame + 1) * p.field.length);
    const share = nodes.reduce((sum, byte) => sum + (byte >= level), 0) / nodes.length;
    const wrong = p.positive.reduce((sum, truth, j) => sum + (predictsPositive(p, j, frame, level) !== (truth === 1)), 0);
    const label = (canvas, text) => canvas.setAttribute("aria-label", text);
    const pulled = p.pull ? ` Of the unlabelled, ${p.pulled[frame].map(count).join(" are pulled up and ")} down.` : "";
    label(n.plane, `Plane of ${p.axes.join(" and ")} after ${n.count.textContent}: ${at}, ${percent(share)} of it is ` +
      `predicted positive, and ${count(wrong)} of ${count(p.positive.length)} points are predicted wrongly.${pulled}`);
    label(n.strip, `After ${n.count.textContent}, ${at}: ${n.found.textContent} of positives found, ` +
      `${n.alarms.textContent} false alarms, accuracy ${n.accuracy.textContent}; test AUC ${n.auc.textContent}.`);
    label(n.roc, `ROC curve with area ${n.auc.textContent}; ${at} it stands at ${n.alarms.textContent} false alarms ` +
      `and ${n.found.textContent} of positives found.`);
    label(n.curve, `Test AUC from ${decimal(p.auc[0])} after ${count(p.step[0])} to ${decimal(p.auc.at(-1))} after ` +
      `${count(p.step.at(-1))} ${p.unit}s; now ${n.auc.textContent}.`);
  });
}

function watchSizes(s) {
  s.sizes.disconnect();
  s.views.forEach(v => s.sizes.observe(v.canvas));
  s.panels.forEach(p => ["plane", "strip", "roc", "curve"].forEach(kind => s.sizes.observe(p.nodes[kind])));
}

/** A level's score in as many figures as tell it from the levels beside it. */
function apart(p, frame, level) {
  const v = scoreOf(p, frame, level), beside = [level - 1, level + 1].filter(l => l > 0 && l < 256);
  const others = beside.map(l => scoreOf(p, frame, l));
  const figures = [3, 4, 5, 6].find(n => others.every(w => w === v || short(w, n) !== short(v, n))) ?? 6;
  return short(v, figures);
}

