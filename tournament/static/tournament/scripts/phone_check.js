// @ts-check
/** Checks this phone: how soon a live message arrives, and whether it can store taps. Reports both to the laptop. */

import { ring } from "./bell.js";

const MESSAGE_TIMEOUT = 5000; // ms

const form = /** @type {HTMLFormElement} */ (document.getElementById("test"));
const ringButton = /** @type {HTMLButtonElement} */ (document.getElementById("ring"));
const canStore = storageWorks();
/** @type {number | null} when the stream opened, in ms */
let openedAt = null;
let hasArrived = false;

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

/** @param {Record<string, string>} results */
async function report(results) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.set(name, String(value));
  for (const [name, value] of Object.entries(results)) body.set(name, value);
  if (canStore) body.set("stores_taps", "1");
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  show(
    "desk",
    answer?.ok ? "✓ The laptop shows it on the desk now." : "✗ The laptop was not told. Tap the button to try again.",
  );
}

show(
  "storage",
  canStore
    ? "✓ They are kept on this phone, and sent when it is back."
    : "✗ This browser keeps nothing. Is it a private window?",
);
show("live", "Waiting for one …");

document.addEventListener("htmx:sseOpen", () => {
  if (openedAt !== null) return;
  openedAt = performance.now();
  report({});
});
document.addEventListener("htmx:sseMessage", ({ detail }) => {
  if (hasArrived || !detail.type.startsWith("test-")) return;
  hasArrived = true;
  const took = Math.max(1, Math.round(performance.now() - (openedAt ?? 0)));
  // htmx's extension writes the message itself into the element first.
  setTimeout(() => show("live", `✓ They arrive in ${(took / 1000).toFixed(1)} s.`));
  report({ live_delay: String(took), page_id: "" }); // without its id, the report does not come back as another message
});
setTimeout(() => {
  if (!hasArrived) show("live", "✗ None in five seconds. The page still works: follow Refresh to look again.");
}, MESSAGE_TIMEOUT);

ringButton.hidden = false;
ringButton.addEventListener("click", ring);
