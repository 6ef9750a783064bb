// @ts-check
/**
 * The panel beside the tables. A tile opens it by htmx; here are closing, the focus, and when it is fetched again: while
 * it shows a game, or a form that got no answer, and nobody is writing in it.
 */

import { holdsTarget, isFromSite, parsePage } from "../../tournament/scripts/answers.js";
import { showNote } from "../../tournament/scripts/refresh.js";
import { tellLost } from "../../tournament/scripts/stream.js";

const NOT_SENT = "Your last tap was not sent. Tap it again.";
const REFRESH = "panel-refresh"; // asks for the panel again when something happened
let opener = ""; // the address of the tile or button that opened it
let focusedId = ""; // what had the focus when the panel was fetched again
let isOutdated = false; // whether something happened since the panel was last asked for
/** @type {HtmxRequestDetail["requestConfig"] | undefined} */
let sent; // what is on its way to the panel
/** @type {Element | undefined} */
let waiting; // what was tapped while a form was on its way
/** @type {HtmxRequestDetail["requestConfig"] | undefined} */
let abandoned; // what was on its way when the panel was closed
let abandonedName = ""; // the panel's heading then: "Hand 5, Game 2, table 3"
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

/** @param {string} event what happens to what asks for the panel again */
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

function close() {
  showNote("");
  tellLost();
  abandoned = sent;
  abandonedName = heading() || abandonedName;
  if (waiting && isLink(waiting)) waiting = undefined;
  if (sent?.verb === "get") trigger("htmx:abort");
  if (!panel().firstElementChild) return;
  panel().replaceChildren();
  delete panel().dataset.live;
  isUnanswered = false;
  markOpener();
  openerOf(opener)?.focus();
}

/** What the panel is about: "Hand 5, Game 2, table 3"; empty while it is closed. */
function heading() {
  const parts = [...(panel().querySelector("h1")?.childNodes ?? [])].map((node) => node.textContent?.trim());
  return parts.filter(Boolean).join(", ");
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

/** @param {Element} element */
function isLink(element) {
  return element.hasAttribute("href");
}

/**
 * Say that what was tapped did not open, where no answer of the site came.
 *
 * @param {XMLHttpRequest} xhr
 */
function tellUnopened(xhr) {
  if (!isFromSite(xhr)) showNote("No answer came. Tap it again.");
}

/**
 * Say of which table no answer came, where its panel is closed by now.
 *
 * @param {HtmxRequestDetail} detail
 */
function nameUnanswered({ xhr, requestConfig }) {
  if (isFromSite(xhr) || requestConfig.verb !== "post" || !abandonedName) return;
  showNote(`${abandonedName}: no answer came. Look whether it was saved before you try again.`);
}

/** Mark the table that the panel shows, also on a board that was refreshed. */
function markOpener() {
  const open = panel().firstElementChild ? openerOf(opener) : undefined;
  for (const link of document.querySelectorAll("#board a[aria-current]")) link.removeAttribute("aria-current");
  open?.setAttribute("aria-current", "true");
}

/**
 * Once a form has its answer, open the table that was tapped meanwhile. Where the answer must be seen first, or something
 * in the panel was tapped, which belongs to the panel as it was, say that this tap was not sent.
 *
 * @param {Element} tap
 * @param {XMLHttpRequest} xhr
 */
function goOnWith(tap, xhr) {
  const isSaid = !holdsTarget(xhr, panel()) && document.getElementById("send-status")?.textContent;
  if (isSaid) return; // what became of the form is to be read first
  const isSaved = !mustBeSeen(xhr);
  const tile = isSaved && isLink(tap) ? openerOf(tap.getAttribute("href")) : undefined;
  if (tile) {
    window.htmx?.process(tile); // on a board that was refreshed this moment, htmx may not have come to it yet
    tile.click();
  } else {
    showNote(isSaved ? "Your first tap was saved. The one after it was not sent." : NOT_SENT);
  }
}

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && !document.querySelector("dialog[open]")) close();
});

document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-close-panel]")) close();
});

// Comes also for a refresh that htmx drops, because the panel is on its way already: see hx-sync.
document.addEventListener("htmx:trigger", ({ target }) => {
  if (target instanceof Element && target.id === REFRESH) isOutdated = true;
});

// While a form is on its way, which may be recorded, a tap waits here and not with htmx, which would send a form that waits
// by the button that has the focus then. A second click on the same button is ignored.
document.addEventListener("htmx:confirm", (event) => {
  const { detail } = event;
  if (detail.target !== panel() || detail.elt.id === REFRESH || sent?.verb !== "post") return;
  event.preventDefault();
  const tap = tapped(detail);
  if (tap !== tapped(sent) && (!waiting || isLink(waiting))) waiting = tap;
});

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (detail.target !== panel()) return;
  sent = detail.requestConfig;
  if (sent.verb === "get" && sent.elt.id !== REFRESH) {
    for (const end of ["load", "error", "timeout"]) detail.xhr.addEventListener(end, () => tellUnopened(detail.xhr));
  }
  detail.xhr.addEventListener("loadend", () => {
    const tap = waiting;
    waiting = undefined;
    sent = undefined;
    if (detail.requestConfig === abandoned) nameUnanswered(detail);
    if (tap) goOnWith(tap, detail.xhr);
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
  }
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target !== panel()) return;
  if (detail.requestConfig.elt.id === REFRESH && isBeingWritten()) detail.shouldSwap = false; // since it was asked for
  if (detail.requestConfig === abandoned) {
    if (!mustBeSeen(detail.xhr)) detail.shouldSwap = false;
    detail.swapOverride = "outerHTML show:none"; // htmx would ask its form, which is gone, and swap into the panel
  }
  const focused = document.activeElement;
  focusedId = focused && panel().contains(focused) ? focused.id || "-" : "";
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target?.id !== "panel") return; // some swaps name no target
  const elt = detail.requestConfig?.elt;
  const isRefresh = elt?.id === REFRESH;
  if (!isRefresh && !elt?.closest("#panel")) opener = elt?.getAttribute("href") ?? opener;
  isUnanswered = false;
  const same = focusedId ? document.getElementById(focusedId) : null;
  // Somebody may write elsewhere by now.
  if (detail.requestConfig === abandoned && document.activeElement?.matches("input, select, textarea")) return;
  if (isRefresh && same) same.focus({ preventScroll: true });
  else if (!isRefresh || focusedId) focusPanel();
});

document.addEventListener("htmx:afterSettle", markOpener);

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.target !== panel() || detail.requestConfig.verb !== "post" || isFromSite(detail.xhr)) return;
  isUnanswered = true;
  setTimeout(fetchAgain); // once htmx has ended the request
});
