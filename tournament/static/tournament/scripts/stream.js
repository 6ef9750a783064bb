// @ts-check
/**
 * Guards the live stream: each message counts once, the bell rings, a page that was left holds no connection, and one that
 * has lost it says so.
 */

import { ring } from "./bell.js";
import { onWake } from "./waking.js";

const PATIENCE = 5000; // ms without the stream; a reconnect usually takes one or two seconds
const LOOK = 1000; // ms between two looks
const MAY_BE_DEAD = 10_000; // ms asleep, after which a stream that seems open may be dead
const LOST = "No connection. What you see may be old; it comes back by itself.";

/** @type {Record<string, number>} the newest event of each type */
const newest = {};
/** @type {EventSource | null} */
let source = null;
let lostAt = 0; // ms; 0 while the stream is there
let lookTimer = 0;
/** @type {(() => boolean)[]} */
const quietConditions = [];

/**
 * Say nothing of a lost stream while the condition holds, because the page says it in words of its own.
 *
 * @param {() => boolean} condition
 */
export function keepQuietWhile(condition) {
  quietConditions.push(condition);
}

/** @param {number} moment ms, of the loss; 0 when the stream is there */
function noteLost(moment) {
  lostAt = moment;
  clearInterval(lookTimer);
  if (moment) lookTimer = setInterval(tellLost, LOOK);
  tellLost();
}

/** Say that it is lost where the page has room for it, or else at the top; whatever else was said there stays. */
export function tellLost() {
  const isLost = lostAt && Date.now() - lostAt >= PATIENCE && !quietConditions.some((condition) => condition());
  const place = document.getElementById("connection") ?? document.getElementById("send-status");
  for (const note of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#connection, #send-status"))) {
    const lost = note.dataset.lost ?? LOST;
    const text = isLost && note === place ? lost : "";
    if (["", lost].includes(note.textContent ?? "") && note.textContent !== text) note.textContent = text;
  }
}

/**
 * Close the stream and open a new one, which goes on after the newest message.
 *
 * @param {EventSource} old
 */
function reopen(old) {
  source = null; // until there is a new one
  old.close();
  const address = new URL(old.url);
  address.searchParams.set(
    "after",
    String(Math.max(Number(address.searchParams.get("after")), ...Object.values(newest))),
  );
  document.body.setAttribute("sse-connect", address.pathname + address.search);
  // htmx's extension opens a new stream when it finds this one closed.
  old.onerror?.(new Event("error"));
}

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
  noteLost(0);
});
document.addEventListener("htmx:sseError", () => {
  if (!lostAt) noteLost(Date.now());
});
// A page that nobody saw may have slept: its stream gets the usual time to come back.
onWake((asleep) => {
  if (lostAt) noteLost(Date.now());
  if (source && asleep > MAY_BE_DEAD) reopen(source);
});
addEventListener("pagehide", () => {
  source?.close();
  noteLost(0);
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && source) reopen(source);
});
