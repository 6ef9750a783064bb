// @ts-check
/** Counts on, by the server's time, for how many minutes a table has recorded nothing. */

const EVERY = 10_000; // ms

/** @type {WeakMap<Element, number>} by how much the server is ahead of this device, in ms */
const offsets = new WeakMap();

function updateMinutes() {
  for (const time of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-since]"))) {
    const offset = offsets.get(time) ?? Number(time.dataset.now) - Date.now();
    offsets.set(time, offset);
    const text = `${Math.max(0, Math.floor((Date.now() + offset - Number(time.dataset.since)) / 60_000))} min`;
    if (time.textContent !== text) time.textContent = text;
  }
}

updateMinutes();
setInterval(updateMinutes, EVERY);
document.addEventListener("htmx:afterSettle", updateMinutes);
