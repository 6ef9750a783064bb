// @ts-check
/** Shows the taps that were not saved, until somebody has read them. */

import { isNightClosed } from "../outbox/page.js";

const CLOSED =
  "The night was closed before this phone could send it. Tell the organizer: it is sent if the night is opened again.";

/**
 * While the night is closed, unsent taps are not saved either; they stay in the outbox, and are sent if it opens again.
 *
 * @param {import("../outbox/outbox.js").Outbox} outbox
 */
export function showRefusals(outbox) {
  const isClosed = isNightClosed();
  const unsaved = outbox.taps.filter(({ state }) => isClosed || state === "refused");
  for (const notice of document.querySelectorAll("#refused-taps > div"))
    if (!unsaved.some(({ id }) => id === notice.id)) notice.remove();
  for (const { id, label, refusal } of unsaved) {
    const text = `Not saved: ${label}. ${refusal ?? CLOSED}`;
    const sentence = document.getElementById(id)?.querySelector("p");
    if (!sentence) addNotice(outbox, id, text);
    else if (sentence.textContent !== text) sentence.textContent = text;
  }
}

/**
 * @param {import("../outbox/outbox.js").Outbox} outbox
 * @param {string} id
 * @param {string} text
 */
function addNotice(outbox, id, text) {
  const notice = document.createElement("div");
  notice.className = "problem";
  notice.id = id;
  const sentence = document.createElement("p");
  sentence.textContent = text;
  const button = document.createElement("button");
  button.className = "plain";
  button.textContent = "Dismiss";
  button.addEventListener("click", () => {
    notice.remove();
    outbox.dismiss(id);
  });
  notice.append(sentence, button);
  document.getElementById("refused-taps")?.append(notice);
}
