// A film: linked views alone, played along any axis (an angle, a way from one thing to another). film.py joins this to
// what it shares with the player. Data: {id, name, timeline (a label for each frame), start, views, present}.

const held = new WeakMap();

export default function film({data, parentElement, setStateValue}) {
  const root = parentElement.querySelector(".film");
  const s = held.get(root) ?? create(root, data.name);
  const call = s.call = {};
  s.report = value => setStateValue("shown", value);
  if (data.id !== s.head?.id) {
    halt(s);
    s.at = data.start;
    s.told = null;
  }
  s.head = data;
  linkViews(s, data.views);
  arrange(s);
  root.classList.toggle("present", data.present);
  s.theme = readTheme(root);
  s.sizes.disconnect();
  s.views.forEach(v => s.sizes.observe(v.canvas));
  show(s);
  return () => { if (s.call === call) halt(s); };  // a late clean-up of an older call must not stop this one
}

function create(root, name) {
  const s = playback(root, name);
  s.seek = frame => goTo(s, frame);
  s.nodes.grid = make("div", {class: "views"});
  root.append(make("div", {class: "stage"}, s.nodes.grid));
  held.set(root, s);
  return s;
}

/** The bar stands under the first view where views are stacked, and under all where they stand side by side. */
function arrange(s) {
  const [first, ...others] = s.views.map(v => v.node);
  if (s.nodes.grid.firstChild !== first) s.nodes.grid.replaceChildren(first, s.nodes.bar, ...others);
}

function show(s) {
  const label = s.head.timeline[Math.floor(s.at)];
  showBar(s, label, label);
  draw(s);
  if (!s.playing) describeViews(s, Math.floor(s.at));
}

function draw(s) {
  const a = Math.floor(s.at), b = Math.min(a + 1, s.head.timeline.length - 1);
  drawViews(s, {a, b, mix: s.at - a});
}

function report(s, delay) {
  tell(s, delay, () => {
    describeViews(s, s.at);
    const words = s.views.map(v => v.spec.alt[s.at]);
    return {value: {id: s.head.id, frame: s.at}, words: [s.head.timeline[s.at], ...words].join(". ")};
  });
}
