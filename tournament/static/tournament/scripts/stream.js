// @ts-check
/** Guards the live stream: each message counts once, the bell rings, and a page that was left holds no connection. */

import { ring } from "./bell.js";

/** @type {Record<string, number>} the newest event of each type */
const newest = {};
/** @type {EventSource | null} */
let source = null;

// A stream that reconnects repeats what it cannot know to have arrived. The type "bell" is for everybody, "bell-12"
// for one player's phone.
document.addEventListener("htmx:sseBeforeMessage", (event) => {
  const { type, lastEventId } = event.detail;
  if (Number(lastEventId) <= newest[type]) {
    event.preventDefault();
    return;
  }
  newest[type] = Number(lastEventId);
  const warning = document.getElementById("notice");
  if (warning && (type.startsWith("bell") || type.startsWith("unbell"))) warning.textContent = "";
  if (type.startsWith("bell")) ring();
});

// A browser keeps pages that were left, and their streams: with six of them open, no other page would load.
document.addEventListener("htmx:sseOpen", ({ detail }) => {
  source = detail.source;
});
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (event) => {
  // htmx's extension opens a new stream when it finds this one closed.
  if (event.persisted) source?.onerror?.(event);
});
