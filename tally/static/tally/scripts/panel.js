// @ts-check
/**
 * The panel beside the tables. A tile opens it by htmx; here are closing, the focus, and when it is fetched again: while
 * it shows a game, or a form that got no answer, and nobody is writing in it.
 */

import { isFromSite } from "../../tournament/scripts/answers.js";
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

function close() {
  if (!panel().firstElementChild) return;
  panel().replaceChildren();
  delete panel().dataset.live;
  isUnanswered = false;
  showNote("");
  for (const link of document.querySelectorAll("#board a")) {
    if (link instanceof HTMLElement && link.getAttribute("href") === opener) {
      link.focus();
      return;
    }
  }
}

function focusPanel() {
  const heading = panel().querySelector(".problem h2, h1");
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  panel().scrollTop = 0;
}

/**
 * The button or link that was tapped.
 *
 * @param {HtmxTrigger} trigger
 */
function tapped({ elt, triggeringEvent }) {
  return (triggeringEvent instanceof SubmitEvent && triggeringEvent.submitter) || elt;
}

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") close();
});

document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-close-panel]")) close();
});

// Comes also for a refresh that htmx drops, because the panel is on its way already: see hx-sync.
document.addEventListener("htmx:trigger", ({ target }) => {
  if (target instanceof Element && target.id === REFRESH) isOutdated = true;
});

// A tap need not wait for what only looks: its link may be gone before its turn comes, and htmx then drops it. It waits
// for a form, which may be recorded; a second click on the same button is none.
document.addEventListener("htmx:confirm", ({ detail }) => {
  if (detail.target !== panel() || detail.elt.id === REFRESH) return;
  if (sent?.verb === "get") trigger("htmx:abort");
  else if (sent && tapped(sent) !== tapped(detail)) waiting = tapped(detail);
});

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (detail.target !== panel()) return;
  sent = detail.requestConfig;
  if (sent.elt.id !== REFRESH) waiting = undefined;
  detail.xhr.addEventListener("loadend", () => {
    if (waiting) showNote("Your last tap was not sent. Tap it again.");
    waiting = undefined;
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
  const focused = document.activeElement;
  focusedId = focused && panel().contains(focused) ? focused.id || "-" : "";
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id !== "panel") return; // some swaps name no target
  const isRefresh = detail.requestConfig?.elt.id === REFRESH;
  isUnanswered = false;
  const same = focusedId ? document.getElementById(focusedId) : null;
  if (isRefresh && same) same.focus({ preventScroll: true });
  else if (!isRefresh || focusedId) focusPanel();
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.target !== panel() || detail.requestConfig.verb !== "post" || isFromSite(detail.xhr)) return;
  isUnanswered = true;
  setTimeout(fetchAgain); // once htmx has ended the request
});
