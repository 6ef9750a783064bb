// @ts-check
/** Knows whether a button is pressed right now. A page that is replaced under a finger would take the tap away. */

const LONGEST_PRESS = 3000; // ms, in case the end of a press goes unnoticed
const CLICK_DELAY = 100; // ms from lifting the finger to the click

let timer = 0;
/** @type {(() => void)[]} */
const callbacks = [];

export function isPressed() {
  return timer !== 0;
}

/**
 * Call back whenever a button is no longer pressed.
 *
 * @param {() => void} callback
 */
export function onRelease(callback) {
  callbacks.push(callback);
}

function release() {
  timer = 0;
  for (const callback of callbacks) callback();
}

/** @param {number} delay */
function releaseAfter(delay) {
  clearTimeout(timer);
  timer = setTimeout(release, delay);
}

addEventListener("pointerdown", ({ target }) => {
  if (target instanceof Element && target.closest("a, button, label, summary")) releaseAfter(LONGEST_PRESS);
});
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => {
    if (isPressed()) releaseAfter(CLICK_DELAY);
  });
}
