// The playback bar and the clock behind it, for a module that has show(s), draw(s) and report(s, delay): s.at is the
// moment shown, between two while it plays, of s.head.timeline.

const MOMENTS_A_SECOND = 8, REDUCED_MS = 600, AFTER_KEY_MS = 300;

/** The state behind a bar whose slider has this name, with the bar itself and its parts in s.nodes. */
function playback(root, name) {
  const s = {root, at: 0, playing: false, timer: 0, raf: 0};
  const play = make("button", {type: "button", class: "play"}, "▶ Play");
  const back = make("button", {type: "button", "aria-label": "Back one step"}, "◀ Back");
  const step = make("button", {type: "button", "aria-label": "Step on"}, "Step ▶");
  const scrub = make("input", {type: "range", min: 0, step: 1, "aria-label": name});
  const speed = make("select", {"aria-label": "Speed"}, ...[0.5, 1, 2, 4].map(v => make("option", {value: v}, `${v}×`)));
  speed.value = "1";
  const done = make("span", {class: "done"});
  const live = make("p", {class: "hidden", "aria-live": "polite"});
  const bar = make("div", {class: "bar", role: "group", "aria-label": "Playback"},
    play, back, step, scrub, done, make("label", {}, "Speed ", speed), live);
  s.nodes = {play, scrub, speed, done, live, bar};
  play.onclick = () => s.playing ? pause(s) : start(s);
  back.onclick = () => goTo(s, Math.ceil(s.at) - 1, AFTER_KEY_MS);
  step.onclick = () => goTo(s, Math.floor(s.at) + 1, AFTER_KEY_MS);
  scrub.oninput = () => goTo(s, +scrub.value);
  scrub.onchange = () => report(s, s.byKey ? AFTER_KEY_MS : 0);
  root.addEventListener("keydown", () => { s.byKey = true; }, true);
  root.addEventListener("pointerdown", () => { s.byKey = false; }, true);
  s.sizes = new ResizeObserver(() => { s.resized ||= requestAnimationFrame(() => { s.resized = 0; draw(s); }); });
  return s;
}

/** Bring the bar to the present moment. */
function showBar(s, moment, done) {
  const {play, scrub} = s.nodes;
  play.textContent = s.playing ? "❚❚ Pause" : "▶ Play";
  play.setAttribute("aria-label", s.playing ? "Pause" : "Play");
  scrub.max = s.head.timeline.length - 1;
  scrub.value = Math.floor(s.at);
  scrub.setAttribute("aria-valuetext", moment);
  s.nodes.done.textContent = done;
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function start(s) {
  clearTimeout(s.timer);
  const last = s.head.timeline.length - 1;
  if (s.at >= last) s.at = 0;
  s.playing = true;
  s.clock = performance.now();
  show(s);
  s.raf = requestAnimationFrame(now => tick(s, now));
}

function tick(s, now) {
  if (!s.playing) return;
  const last = s.head.timeline.length - 1, speed = +s.nodes.speed.value, before = Math.floor(s.at);
  if (calm()) {
    if (now - s.clock >= REDUCED_MS / speed) { s.at = Math.floor(s.at) + 1; s.clock = now; }
  } else {
    s.at += clamp(now - s.clock, 0, 250) / 1000 * speed * MOMENTS_A_SECOND;  // a hidden tab must not leap on return
    s.clock = now;
  }
  s.at = Math.min(s.at, last);
  if (s.at === last) return pause(s);
  if (Math.floor(s.at) > before) show(s); else if (!calm()) draw(s);
  s.raf = requestAnimationFrame(later => tick(s, later));
}

function halt(s) {
  s.playing = false;
  cancelAnimationFrame(s.raf);
  clearTimeout(s.timer);
  s.sizes.disconnect();
}

/** Stop on a whole moment without telling Python. */
function settle(s) {
  s.playing = false;
  cancelAnimationFrame(s.raf);
  s.at = Math.round(s.at);
}

function pause(s) { settle(s); show(s); report(s, 0); }

function goTo(s, moment, tellAfter) {
  settle(s);
  s.at = clamp(moment, 0, s.head.timeline.length - 1);
  show(s);
  if (tellAfter !== undefined) report(s, tellAfter);
}

/** Say `words` to those who hear the page and tell Python `value`, once the hand has come to rest. */
function tell(s, delay, rested) {
  clearTimeout(s.timer);
  s.timer = setTimeout(() => {
    const {value, words} = rested();
    s.nodes.live.textContent = words;
    if (JSON.stringify(value) === s.told) return;
    s.told = JSON.stringify(value);
    s.report(value);
  }, delay);
}

/** Follow a pointer from press to release. */
function follow(node, move, end) {
  node.onpointerdown = event => {
    node.setPointerCapture(event.pointerId);
    node.onpointermove = move;
    node.onpointerup = node.onpointercancel = () => {
      node.onpointermove = node.onpointerup = node.onpointercancel = null;
      end();
    };
    move(event);
  };
}
