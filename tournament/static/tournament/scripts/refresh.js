// @ts-check
/**
 * Fetches the live part of the page again when a message may have been missed, and reports a tap that got no answer.
 *
 * The live part is what an element with the trigger `wake` requests. Requests fail on bad Wi-Fi, and two answers can
 * cross: whatever happens, the page must end up with the newest content.
 */

import { holdsTarget, isFromSite, isOutdated, parsePage, refusalIn } from "./answers.js";
import { isPressed, onRelease } from "./press.js";
import { onWake } from "./waking.js";

const RETRY_DELAY = 2000; // ms
const BRIEF = 1000; // ms asleep, after which a request from before gets no answer, and for which a new one is waited for

let retryTimer = 0;
/** @type {Element | undefined} */
let failedPart; // what is requested again once the time is up
let refreshOnRelease = false;
let underWay = 0; // requests of the page itself
let wakeTimer = 0;
let nightIsGone = false;
let notedAt = 0; // when the note changed, as events tell the time
/** @type {((detail: HtmxRequestDetail) => boolean)[]} */
const keepConditions = [];

/** Request the live part of the page. */
export function refresh() {
  if (!nightIsGone) window.htmx?.trigger(document.body, "wake");
}

/**
 * Swap no answer into the page for which the condition holds, for example while a question is open.
 *
 * @param {(detail: HtmxRequestDetail) => boolean} condition
 */
export function keepPageWhile(condition) {
  keepConditions.push(condition);
}

/** @param {HtmxRequestDetail} detail */
function mustKeepPage(detail) {
  return keepConditions.some((condition) => condition(detail));
}

/**
 * Whether the page itself made this request, and not somebody’s tap.
 *
 * @param {HtmxRequestDetail} detail
 */
export function isRefresh({ requestConfig }) {
  return requestConfig.elt.matches("[hx-trigger*=wake]");
}

/**
 * Show at the top what became of a tap; an empty text takes the note away.
 *
 * @param {string} text
 */
export function showNote(text) {
  const note = document.getElementById("send-status");
  if (!note || nightIsGone) return;
  note.textContent = text;
  notedAt = performance.now();
}

// The last message of a stream whose night was deleted, alone or with its club.
document.addEventListener("htmx:sseClose", ({ detail }) => {
  if (detail.type !== "message") return;
  showNote("This night was erased. Nothing can be entered here anymore.");
  nightIsGone = true;
});

/** Request it anew, and give up what was requested before: that may hang, and the new request would wait for it. */
function refreshAnew() {
  if (underWay)
    for (const part of document.querySelectorAll("[hx-trigger*=wake]")) window.htmx?.trigger(part, "htmx:abort");
  refresh();
}

// A connection from before the page slept may be dead without having ended: then the first request is lost on it.
onWake((asleep) => {
  clearTimeout(wakeTimer);
  if (asleep < BRIEF) {
    refresh();
    return;
  }
  refreshAnew();
  wakeTimer = setTimeout(() => {
    if (underWay) refreshAnew();
  }, BRIEF);
});
addEventListener("online", refresh);
onRelease(() => {
  if (!refreshOnRelease) return;
  refreshOnRelease = false;
  refresh();
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const mustWait = isPressed() && isRefresh(detail);
  if (mustWait) refreshOnRelease = true;
  if (mustWait || mustKeepPage(detail) || !holdsTarget(detail.xhr, detail.target)) detail.shouldSwap = false;
});

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  const { xhr, target } = detail;
  // An answer that replaces the page removes the target of any other request that is under way.
  let targetIsGone = false;
  if (isRefresh(detail)) underWay += 1;
  xhr.addEventListener("readystatechange", () => {
    targetIsGone = xhr.readyState === XMLHttpRequest.DONE && !target.isConnected;
  });
  xhr.addEventListener("loadend", () => {
    if (isRefresh(detail)) {
      underWay -= 1;
      scheduleRetry(detail.requestConfig.elt, !isFromSite(xhr));
    }
    reportOutcome(detail);
    if (targetIsGone && target.id === "page") recoverPage(detail);
  });
});

/**
 * Request everything again after a while if a part of the page got no answer, though another part got one meanwhile.
 *
 * @param {Element} part
 * @param {boolean} failed
 */
function scheduleRetry(part, failed) {
  if (!failed && part !== failedPart) return;
  clearTimeout(retryTimer);
  failedPart = failed ? part : undefined;
  if (failed) retryTimer = setTimeout(refresh, RETRY_DELAY);
}

/**
 * Show at the top whether a tap failed, and why; what the page sends again by itself nobody need tap again.
 *
 * What got no answer may have been saved: only the answer was lost, or comes too late. The answer to a later tap ends the
 * note, not to one that was made before. So does a refresh, except beside a panel: there a refresh comes with every hand,
 * and would end the note before anybody has read it.
 *
 * @param {HtmxRequestDetail} detail
 */
function reportOutcome(detail) {
  const { xhr, target, requestConfig } = detail;
  if (!isFromSite(xhr)) {
    if (requestConfig.elt.matches("[data-sent-again]")) {
      showNote("Not saved yet. It is sent when the laptop can be reached.");
    } else if (requestConfig.verb === "post") {
      showNote("No answer came. Look whether it was saved before you try again.");
    }
  } else if (xhr.status !== 204) {
    const refusal = holdsTarget(xhr, target) ? "" : refusalIn(parsePage(xhr.response));
    const isBesidePanel = isRefresh(detail) && document.getElementById("panel");
    const isEarlier = requestConfig.triggeringEvent && requestConfig.triggeringEvent.timeStamp < notedAt;
    if (refusal || !(isBesidePanel || isEarlier)) showNote(refusal);
  }
}

/**
 * Show an answer whose target was replaced before it came, unless the page that replaced it is newer.
 *
 * @param {HtmxRequestDetail} detail
 */
function recoverPage(detail) {
  const { xhr, target, requestConfig } = detail;
  if (requestConfig.elt.isConnected || !holdsTarget(xhr, target) || isOutdated(xhr) || mustKeepPage(detail)) refresh();
  else window.htmx?.swap("#page", xhr.response, { swapStyle: "outerHTML" });
}
