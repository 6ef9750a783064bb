// @ts-check
/**
 * Keys for those who like them: B the bell, E scores, / find, ? all keys. The bell takes two presses, as a stray key must
 * not ring it.
 */

import { showNote } from "../../../tournament/scripts/refresh.js";

const AGAIN = 3000; // ms in which the second press must come
const PRESS_AGAIN = "Press B again to ring the bell.";

let timer = 0; // ends the question

/** Whether the question still stands there: another note may have taken its place. */
function isAsked() {
  return document.getElementById("send-status")?.textContent === PRESS_AGAIN;
}

function stopAsking() {
  clearTimeout(timer);
  if (isAsked()) showNote("");
}

function bell() {
  const button = document.getElementById("do-ring");
  if (!button) return;
  if (isAsked()) {
    stopAsking();
    button.click();
    return;
  }
  button.focus();
  showNote(PRESS_AGAIN);
  clearTimeout(timer);
  timer = setTimeout(stopAsking, AGAIN);
}

/** @type {Record<string, () => void>} */
const actions = {
  b: bell,
  e: () => /** @type {HTMLElement | null} */ (document.querySelector(".rail [data-place=scores]"))?.click(),
  "/": () => document.getElementById("find-what")?.focus(),
  "?": () => /** @type {HTMLDialogElement} */ (document.getElementById("keys")).showModal(),
};

document.addEventListener("keydown", (event) => {
  const { target, key, ctrlKey, metaKey, altKey, repeat } = event;
  if (ctrlKey || metaKey || altKey || repeat || !(target instanceof Element)) return;
  if (target.closest("input, select, textarea, dialog, [contenteditable]")) return;
  const action = actions[key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  action();
});

const help = document.getElementById("show-keys");
if (help) {
  help.hidden = false;
  help.addEventListener("click", actions["?"]);
}
