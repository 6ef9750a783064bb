// @ts-check
/** The big screen's own buttons: full screen, the sounds to try, mute; and the sounds at their moments. */

import { isMuted, mute } from "../../../tournament/scripts/audio.js";
import { ring } from "../../../tournament/scripts/bell.js";
import { drumRoll, start, warn } from "./sounds.js";

/** @type {Record<string, () => unknown>} */
const SOUNDS = { warning: warn, bell: ring, start, drum: drumRoll };

/** @param {string} id */
function button(id) {
  return /** @type {HTMLButtonElement} */ (document.getElementById(id));
}

function showMuted() {
  button("mute").setAttribute("aria-pressed", String(isMuted()));
}

button("full").hidden = !document.fullscreenEnabled;
button("full").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});

button("mute").addEventListener("click", () => {
  mute(!isMuted());
  showMuted();
});
for (const one of document.querySelectorAll("[data-sound]")) {
  one.addEventListener("click", () => SOUNDS[/** @type {HTMLElement} */ (one).dataset.sound ?? ""]?.());
}
showMuted();

// The clock of a game starts, or is resumed.
let running = document.getElementById("screen")?.dataset.running;
document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (!(target instanceof HTMLElement) || target.id !== "screen") return;
  const now = document.getElementById("screen")?.dataset.running;
  if (now && !running) start();
  running = now;
});
document.addEventListener("htmx:sseBeforeMessage", (event) => {
  if (event.detail.type === "warning" && !event.defaultPrevented) warn();
});
