// The big screen turns its panels over by itself, stands still when told to, and asks for sound once.
(() => {
  let at = 0, scene = "", paused = false, turns = 0, again = 0, last = Date.now();
  const screen = () => document.getElementById("screen");
  const panels = () => [...screen().querySelectorAll(".panel")];
  const [turn, count, pause, sound] = ["turn", "count", "pause", "sound"].map((id) => document.getElementById(id));

  const show = () => {
    const all = panels();
    at = (at + all.length) % all.length;
    all.forEach((panel, i) => { panel.hidden = i !== at; });
    turn.hidden = all.length < 2;
    count.textContent = `${at + 1} of ${all.length}`;
  };
  const go = (by) => {
    at += by;
    turns = Date.now() + 1000 * screen().dataset.seconds;
    show();
  };
  // New words for the same scene do not turn the panel that somebody is reading.
  const arrived = () => {
    const {dataset} = screen(), same = dataset.scene === scene;
    scene = dataset.scene;
    again = dataset.again ? Date.now() + Number(dataset.again) : 0;
    if (same) show();
    else go(-at);
  };

  const tick = () => {
    const now = Date.now();
    if (again && now >= again) { again = 0; look(); }
    else if (now - last > 15000) look();  // the laptop slept
    last = now;
    if (!paused && now >= turns) go(1);
  };
  const halt = () => {
    paused = !paused;
    pause.setAttribute("aria-pressed", paused);
    go(0);
  };

  // A presenter's remote sends the page keys.
  const keys = {" ": 0, ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1};
  addEventListener("keydown", (event) => {
    if (!(event.key in keys) || (event.key === " " && event.target.closest("button"))) return;
    event.preventDefault();
    const next = document.getElementById("reveal"), by = keys[event.key];
    if (next && by >= 0) next.click();
    else if (by) go(by);
    else halt();
  });
  pause.addEventListener("click", halt);
  sound.hidden = !(window.AudioContext || window.webkitAudioContext);
  addEventListener("pointerdown", () => { sound.hidden = true; });
  addEventListener("keydown", () => { sound.hidden = true; });

  at = Math.max(0, panels().findIndex((panel) => !panel.hidden));
  scene = screen().dataset.scene;
  arrived();
  go(0);
  setInterval(tick, 250);
  document.addEventListener("htmx:afterSwap", (event) => { if (event.target.id === "screen") arrived(); });
})();
