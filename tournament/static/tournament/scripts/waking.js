// @ts-check
/**
 * Tells when the page wakes: it is seen again, comes back from the browser's memory, or its device was asleep while it
 * lay open. What it shows is then old, and a connection from before may be dead without having ended.
 */

const TICK = 1000; // ms
const ASLEEP = 5000; // ms without a tick, by the device's clock: it slept, or somebody set its clock

/** @type {((asleep: number) => void)[]} */
const listeners = [];
let awakeAt = Date.now(); // when the page was last seen and running

/**
 * Call the listener whenever the page wakes, with the time in ms since it was last seen and running.
 *
 * @param {(asleep: number) => void} listener
 */
export function onWake(listener) {
  listeners.push(listener);
}

function wake() {
  const asleep = Math.abs(Date.now() - awakeAt);
  awakeAt = Date.now();
  for (const listener of listeners) listener(asleep);
}

function tick() {
  if (document.hidden) return;
  if (Math.abs(Date.now() - awakeAt) > ASLEEP) wake();
  awakeAt = Date.now();
}

setInterval(tick, TICK);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) awakeAt = Date.now();
  else wake();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) wake();
});
