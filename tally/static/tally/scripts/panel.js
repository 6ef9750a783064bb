// @ts-check
/**
 * The panel beside the tables. A tile opens it by htmx; here are closing, the focus, and when it is fetched again: while
 * it shows a game, or a form that got no answer, and nobody is writing in it.
 */

import { isFromSite, parsePage } from "../../tournament/scripts/answers.js";
import { showNote } from "../../tournament/scripts/refresh.js";

const REFRESH = "panel-refresh"; // asks for the panel again when something happened
let opener = ""; // the address of the tile or button that opened it
let focusedId = ""; // what had the focus when the panel was fetched again
let isOutdated = false; // whether something happened since the panel was last asked for
/** @type {HtmxRequestDetail["requestConfig"] | undefined} */
let sent; // what was sent last to the panel
/** @type {Element | undefined} */
let waiting; // what was tapped while a form was on its way
let isUnanswered = false; // whether what it sent got no answer, so that it may show what no longer counts
let isAsked = false; // whether the answer to a form has just come and asks or refuses: nothing else takes its place
/** @type {HtmxRequestDetail["requestConfig"] | undefined} */
let left; // what was on its way when the panel was closed
let closedAt = 0; // when it was closed, as events tell the time

function panel() {
  return /** @type {HTMLElement} */ (document.getElementById("panel"));
}

/** The address of what counts now; empty while it shows a form that nobody has sent. */
function liveAddress() {
  const { live } = panel().dataset;
  if (live || !isUnanswered) return live ?? "";
  return panel().querySelector(".panel-back a")?.getAttribute("href") ?? "";
}

/** @param {string} event what happens where requests for the panel wait their turn */
function trigger(event) {
  const refresh = document.getElementById(REFRESH);
  if (refresh) window.htmx?.trigger(refresh, event);
}

function fetchAgain() {
  trigger("wake");
}

function isBeingWritten() {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (panel().querySelectorAll("input:not([type=hidden])"));
  return [...fields].some((field) => field.value !== field.defaultValue);
}

/**
 * The tile or button on the board that opens an address.
 *
 * @param {string | null} address
 */
function openerOf(address) {
  const links = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#board a"));
  return [...links].find((link) => link.getAttribute("href") === address);
}

/** @param {Event} event */
function close({ timeStamp }) {
  left = sent;
  closedAt = timeStamp;
  if (waiting?.hasAttribute("href")) waiting = undefined;
  if (sent?.verb === "get") trigger("htmx:abort");
  if (!panel().firstElementChild) return;
  panel().replaceChildren();
  delete panel().dataset.live;
  isUnanswered = false;
  showNote("");
  openerOf(opener)?.focus();
}

function focusPanel() {
  const heading = panel().querySelector(".problem h2, h1");
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  panel().scrollTop = 0;
}

/**
 * Whether the answer to a form refuses it, or asks something first.
 *
 * @param {XMLHttpRequest} xhr
 */
function mustBeSeen(xhr) {
  const answer = parsePage(xhr.response).getElementById("panel");
  return xhr.status !== 200 || (!!answer?.firstElementChild && !answer.dataset.live);
}

/**
 * The button or link that was tapped.
 *
 * @param {HtmxTrigger} trigger
 */
function tapped({ elt, triggeringEvent }) {
  return (triggeringEvent instanceof SubmitEvent && triggeringEvent.submitter) || elt;
}

function tellNotSent() {
  showNote("Your last tap was not sent. Tap it again.");
}

/**
 * Tap once more what was gone when its turn came: a tile is there again, on a board that was refreshed meanwhile.
 *
 * @param {Element} gone
 */
function tapAgain(gone) {
  const tile = isAsked ? undefined : openerOf(gone.getAttribute("href"));
  if (!tile) {
    tellNotSent();
    return;
  }
  window.htmx?.process(tile); // htmx may not have come to it yet
  tile.click();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close(event);
});

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-close-panel]")) close(event);
});

// Comes also for a refresh that htmx drops, because the panel is on its way already: see hx-sync.
document.addEventListener("htmx:trigger", ({ target }) => {
  if (target instanceof Element && target.id === REFRESH) isOutdated = true;
});

// A tap need not wait for what only looks: its link may be gone before its turn comes, and htmx then drops it. It waits
// for a form, which may be recorded; a second click on the same button is none. A form that waits too is not given up for
// a link. This comes again when its turn has come.
document.addEventListener("htmx:confirm", (event) => {
  const { detail } = event;
  if (detail.target !== panel() || detail.elt.id === REFRESH) return;
  const tap = tapped(detail);
  const tappedAt = detail.triggeringEvent?.timeStamp || closedAt;
  if (isAsked || tappedAt < closedAt) {
    event.preventDefault();
  } else if (sent?.verb === "get") {
    trigger("htmx:abort");
  } else if (waiting && waiting !== tap && !waiting.hasAttribute("href")) {
    event.preventDefault();
    tellNotSent();
  } else if (sent && tapped(sent) !== tap) {
    waiting = tap;
  }
});

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (detail.target !== panel()) return;
  sent = detail.requestConfig;
  if (sent.elt.id !== REFRESH) waiting = undefined;
  detail.xhr.addEventListener("loadend", () => {
    // A refusal that is no page of the panel is said at the top, and so is that no answer came: both stay.
    if (waiting && isFromSite(detail.xhr) && (isAsked || !mustBeSeen(detail.xhr))) tapAgain(waiting);
    waiting = undefined;
    isAsked = false;
    if (isOutdated) setTimeout(fetchAgain); // a tap that waited, or that aborts this request, goes first
  });
});

document.addEventListener("htmx:configRequest", (event) => {
  const { elt, target } = event.detail;
  if (elt.id === REFRESH) {
    const address = liveAddress();
    if (address && !isBeingWritten()) {
      event.detail.path = address;
      isOutdated = false;
    } else {
      event.preventDefault();
    }
  } else if (target === panel()) {
    isOutdated = false;
    if (!panel().contains(elt)) opener = elt.getAttribute("href") ?? opener;
  }
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target !== panel()) return;
  if (detail.requestConfig.elt.id === REFRESH && isBeingWritten()) detail.shouldSwap = false; // since it was asked for
  if (detail.requestConfig === left) {
    if (!mustBeSeen(detail.xhr)) detail.shouldSwap = false;
    detail.swapOverride = "outerHTML show:none"; // as its form said, which is gone
  }
  const focused = document.activeElement;
  focusedId = focused && panel().contains(focused) ? focused.id || "-" : "";
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id !== "panel") return; // some swaps name no target
  const isRefresh = detail.requestConfig?.elt.id === REFRESH;
  isUnanswered = false;
  isAsked = detail.requestConfig?.verb === "post" && mustBeSeen(detail.xhr);
  const same = focusedId ? document.getElementById(focusedId) : null;
  if (detail.requestConfig === left && document.activeElement?.matches("input")) return; // somebody writes elsewhere by now
  if (isRefresh && same) same.focus({ preventScroll: true });
  else if (!isRefresh || focusedId) focusPanel();
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.target !== panel() || detail.requestConfig.verb !== "post" || isFromSite(detail.xhr)) return;
  isUnanswered = true;
  setTimeout(fetchAgain); // once htmx has ended the request
});
