// @ts-check
/**
 * Counts down to the bell, or shows the time of day, by the server's time: the device's own clock may be wrong.
 *
 * A clock is `<time class="clock" data-now="…">`, with `data-until` (both in ms) or else `data-zone` (minutes) and
 * `data-hours` (12 or 24, as the locale counts them).
 * One that is paused has no `data-now` and stands still.
 */

const SOON = 120; // seconds

/** @type {WeakMap<HTMLElement, number>} how far the server is ahead of this device, in ms */
const offsets = new WeakMap();

/** @param {number} number */
function twoDigits(number) {
  return String(number).padStart(2, "0");
}

/**
 * @param {HTMLElement} clock
 * @param {number} now
 */
function timeOfDay(clock, now) {
  const time = new Date(now + 60_000 * Number(clock.dataset.zone));
  const isDial = clock.dataset.hours !== "24";
  const hours = isDial ? time.getUTCHours() % 12 || 12 : twoDigits(time.getUTCHours());
  const half = isDial && clock.matches(".daytime") ? ` ${time.getUTCHours() < 12 ? "AM" : "PM"}` : "";
  return `${hours}:${twoDigits(time.getUTCMinutes())}${half}`;
}

/**
 * @param {HTMLElement} clock
 * @param {number} now
 */
function timeLeft(clock, now) {
  const seconds = Math.max(0, Math.ceil((Number(clock.dataset.until) - now) / 1000));
  clock.classList.toggle("soon", seconds <= SOON);
  clock.classList.toggle("over", seconds === 0);
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}

function updateClocks() {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("time.clock[data-now], time.daytime")
  )) {
    const offset = offsets.get(clock) ?? Number(clock.dataset.now) - Date.now();
    offsets.set(clock, offset);
    const now = Date.now() + offset;
    const text = clock.dataset.until ? timeLeft(clock, now) : timeOfDay(clock, now);
    if (clock.textContent !== text) clock.textContent = text;
  }
}

updateClocks();
setInterval(updateClocks, 200);
document.addEventListener("htmx:afterSettle", updateClocks);
