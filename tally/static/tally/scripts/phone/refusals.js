// @ts-check
/** Shows the taps that were not saved, until somebody has read and dismissed them. */

import { isNightClosed } from "../outbox/page.js";

const CLOSED = "The night was closed before this phone could send it. Tell the organizer.";

/** @param {import("../outbox/outbox.js").Outbox} outbox */
export function showRefusals(outbox) {
  const isClosed = isNightClosed();
  for (const tap of outbox.taps) {
    if (!isClosed && tap.state !== "refused") continue;
    if (!document.getElementById(tap.id))
      addNotice(outbox, tap.id, `Not saved: ${tap.label}. ${tap.refusal ?? CLOSED}`);
    if (isClosed) outbox.dismiss(tap.id);
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
