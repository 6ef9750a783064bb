// @ts-check
/** The show around the reveal: a drum while it counts 3, 2, 1, then the winner with a fanfare and confetti. */

import { confetti } from "./confetti.js";
import { drumRoll, fanfare, note } from "./sounds.js";

const COUNTDOWN = 3200; // ms

let shown = Number(document.getElementById("screen")?.dataset.step);

/** The screen has new content: play what belongs to a step that was not there before. */
function onNewContent() {
  const screen = document.getElementById("screen");
  const step = Number(screen?.dataset.step);
  const winning = Number(screen?.dataset.winning);
  const isNew = step > shown;
  const isWinner = shown < winning && winning <= step;
  shown = step;
  if (!screen || !isNew) return;
  if (screen.querySelector(".countdown")) {
    drumRoll();
    setTimeout(showWinner, COUNTDOWN, step);
  } else if (isWinner) {
    fanfare();
    confetti();
  } else {
    note();
  }
}

/** Only the organizer's screen has the button; any other waits for it. @param {number} step */
function showWinner(step) {
  if (step === shown) document.getElementById("reveal")?.click();
}

document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target instanceof Element && target.id === "screen") onNewContent();
});
