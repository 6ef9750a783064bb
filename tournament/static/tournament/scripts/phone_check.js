// @ts-check
/**
 * Checks this phone: whether the laptop itself answers, how soon a live message arrives, and whether it can store taps.
 * What is wrong is said here, and on the laptop where it still hears of it.
 */

import { giveUpAfter } from "./answers.js";
import { ring } from "./bell.js";

const MESSAGE_TIMEOUT = 5000; // ms until a live message is missed
const ANSWER_TIMEOUT = 4000; // ms until the laptop is taken for silent

const form = /** @type {HTMLFormElement} */ (document.getElementById("check"));
const ringButton = /** @type {HTMLButtonElement} */ (document.getElementById("ring"));
const canStore = storageWorks();
const hasTrouble = document.querySelector("p.problem:not([hidden])") !== null; // seen by the laptop as it served the page
/** @type {number | null} when the report was sent that comes back as a live message, in ms */
let sentAt = null;
let hasArrived = false;
let isCutOff = false;

function storageWorks() {
  try {
    localStorage.setItem("tried", "");
    localStorage.removeItem("tried");
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} id
 * @param {string} text
 */
function show(id, text) {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}

/**
 * @param {string} id
 * @param {boolean} hidden
 */
function reveal(id, hidden = false) {
  const element = document.getElementById(id);
  if (element) element.hidden = hidden;
}

/** @param {Record<string, string>} results */
async function report(results) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.set(name, String(value));
  for (const [name, value] of Object.entries(results)) body.set(name, value);
  body.set("clock", String(Date.now()));
  if (canStore) body.set("stores_taps", "1");
  const signal = giveUpAfter(ANSWER_TIMEOUT);
  const answer = await fetch(form.action, { method: "POST", body, signal }).catch(() => null);
  const isLaptops = answer?.headers.has("X-Night") ?? false;
  reveal("silent", answer !== null);
  if (answer && !isLaptops) reveal("proxy");
  if (!isLaptops) {
    isCutOff = true;
    reveal("no-live", true); // it has the same cause
    show("result", "✗ This phone got the page, and nothing more");
  }
  if ("uncounted" in form.dataset) return; // the laptop counts phones alone, by the addresses in codes
  const isDone = Boolean(answer?.ok && isLaptops);
  reveal("done", !isDone);
  reveal("tell", isDone);
  if (isDone) {
    if (!hasTrouble) show("result", "✓ This phone reaches the laptop");
    return show("desk", "✓ The laptop shows it now.");
  }
  show("desk", "✗ The laptop was not told. Tap the button to try again.");
}

show(
  "storage",
  canStore
    ? "✓ They are kept on this phone, and sent when it is back."
    : "✗ This browser keeps nothing. Is it a private window?",
);
show("live", "Waiting for one …");

/** Reports once: when the stream is open, so that the report comes back on it, or when it does not open. */
function reportFirst() {
  if (sentAt !== null) return;
  sentAt = performance.now();
  report({});
}

document.addEventListener("htmx:sseOpen", reportFirst);
setTimeout(reportFirst, 1500);
document.addEventListener("htmx:sseMessage", ({ detail }) => {
  if (hasArrived || !detail.type.startsWith("check-")) return;
  hasArrived = true;
  const took = Math.max(1, Math.round(performance.now() - (sentAt ?? 0)));
  // htmx's extension writes the message itself into the element first.
  setTimeout(() => show("live", `✓ They arrive in ${(Math.max(took, 100) / 1000).toFixed(1)} s.`));
  reveal("no-live", true);
  report({ live: "arrived", live_delay: String(took) }); // completes the first report
});
setTimeout(() => {
  if (hasArrived) return;
  show("live", "✗ None in five seconds.");
  reveal("no-live", isCutOff);
  report({ live: "none" });
}, MESSAGE_TIMEOUT);

reveal("bell");
ringButton.addEventListener("click", ring);
