// @ts-check
/**
 * Keys for those who like them: B the bell, E scores, / find, ? all keys. The bell takes two presses, as a stray key must
 * not ring it.
 */

const AGAIN = 3000; // ms in which the second press must come

let asked = 0;

/** @param {string} text */
function say(text) {
  const note = document.getElementById("send-status");
  if (note) note.textContent = text;
}

function bell() {
  const button = document.getElementById("do-ring");
  if (!button) return;
  if (Date.now() - asked < AGAIN) {
    asked = 0;
    button.click();
    return;
  }
  asked = Date.now();
  button.focus();
  say("Press B again to ring the bell.");
  setTimeout(() => say(""), AGAIN);
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
