// @ts-check
/**
 * Keeps the screen on while this phone's player sits at a table, where the browser can: it cannot on plain http.
 *
 * A browser ends that by itself when the page is left or hidden. Some allow it only after a tap.
 */

import { page } from "../outbox/page.js";

const canKeepOn = "wakeLock" in navigator;
/** @type {WakeLockSentinel | null} */
let lock = null;
let isAsking = false;

function isWanted() {
  return !document.hidden && "atTable" in page().dataset;
}

async function update() {
  if (!canKeepOn || isAsking) return;
  if (lock && !isWanted()) await lock.release();
  if (lock || !isWanted()) return;
  isAsking = true;
  try {
    const held = await navigator.wakeLock.request("screen");
    held.addEventListener("release", () => {
      if (lock === held) lock = null;
    });
    lock = held.released ? null : held;
  } catch {
    // Not allowed now, for example because the battery is low: the next tap asks again.
  } finally {
    isAsking = false;
  }
  if (lock && !isWanted()) await lock.release(); // hidden, or the table left, while the browser was asked
}

document.addEventListener("visibilitychange", update);
document.addEventListener("htmx:afterSettle", update);
addEventListener("click", update, { capture: true }); // also what others keep for themselves
update();
