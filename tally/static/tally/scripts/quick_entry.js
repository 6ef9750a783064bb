// @ts-check
/**
 * Enters paper cards by the keyboard alone: Enter goes to the next field, and a row is saved when it is left. What a row
 * asks or warns of goes when its numbers change. A row that got no answer is sent again, and unsaved rows keep the page
 * from being left by accident.
 */

import { holdsTarget, isFromSite } from "../../tournament/scripts/answers.js";

const RETRY_DELAY = 2000; // ms
const FIELDS = "input:not([type=hidden])";
const QUESTION = ".ask"; // and none of its answers, so that a second Enter in a hurry saves nothing

const form = /** @type {HTMLFormElement} */ (document.getElementById("quick"));

/** @param {Element} element @returns {HTMLInputElement[]} */
function fieldsIn(element) {
  return [...element.querySelectorAll(FIELDS)].map((field) => /** @type {HTMLInputElement} */ (field));
}

function openRows() {
  return [...form.querySelectorAll("li[hx-post]")];
}

/** @param {Element} row */
function hasEntry(row) {
  return fieldsIn(row).some((field) => field.value.trim() !== "");
}

/**
 * Goes to the next field after this element, from a slip never to a table on phones; then to what a row asks, or on.
 * @param {Element} element
 */
function goOn(element) {
  const isAfter = (/** @type {Element} */ other) =>
    element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING &&
    other.closest("details") === element.closest("details");
  const field = fieldsIn(form).find(isAfter);
  const stop = field ?? form.querySelector(QUESTION) ?? document.getElementById("next");
  /** @type {HTMLElement | null} */ (stop)?.focus();
  field?.select();
}

/** @param {Element} row */
function save(row) {
  if (hasEntry(row) && !row.contains(document.activeElement)) window.htmx?.trigger(row, "save");
}

/** @param {Element} row */
function markUnsaved(row) {
  row.querySelector(".unsaved")?.remove();
  const mark = document.createElement("span");
  mark.className = "error unsaved";
  mark.textContent = "Not saved";
  row.append(mark);
}

/** Says when all scores are in, or all slips: tables on phones bring their scores themselves. */
function tellWhatIsIn() {
  const status = document.getElementById("slips-in");
  const open = openRows();
  if (!status || !open.every((row) => row.closest("details"))) return;
  status.textContent = (open.length ? status.dataset.slips : status.dataset.all?.trim()) ?? "";
}

/**
 * Says that a number was typed where none is taken, and holds the keyboard as a question does: whoever looks at the slips
 * alone goes nowhere with Enter.
 *
 * @param {HTMLElement} place that has the keyboard
 */
function refuseNumber(place) {
  const sentence = document.getElementById("not-taken") ?? document.createElement("p");
  sentence.id = "not-taken";
  sentence.className = "problem";
  sentence.role = "alert";
  sentence.tabIndex = -1;
  sentence.textContent = place.dataset.notTaken ?? "";
  place.closest("p")?.before(sentence);
  sentence.focus();
}

/** @param {BeforeUnloadEvent} event */
function warnOfUnsavedRows(event) {
  if (openRows().some(hasEntry)) event.preventDefault();
}

form.addEventListener("keydown", (event) => {
  const field = /** @type {HTMLElement} */ (event.target);
  if (event.key !== "Enter" || !field.matches(FIELDS)) return;
  event.preventDefault();
  goOn(field);
});

document.addEventListener("keydown", (event) => {
  const place = /** @type {Element} */ (event.target).closest("[data-not-taken]");
  const isNumber = /^\d$/.test(event.key) && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (place instanceof HTMLElement && isNumber) refuseNumber(place);
});

// A link to a number selects it: what is typed next replaces it.
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest('a[href^="#id_"]');
  const field = link && document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.focus();
  field.select();
});

form.addEventListener("input", ({ target }) => {
  const row = /** @type {HTMLElement} */ (/** @type {Element} */ (target).closest("li"));
  for (const element of row.querySelectorAll(".ask, .error")) element.remove();
  document.getElementById(row.dataset.problem ?? "")?.replaceChildren();
});

form.addEventListener("focusout", ({ target, relatedTarget }) => {
  const row = /** @type {Element} */ (target).closest("li[hx-post]");
  if (row && !row.contains(/** @type {Node | null} */ (relatedTarget))) save(row);
});

form.addEventListener("htmx:afterRequest", (event) => {
  const { target, detail } = /** @type {HtmxEvent} */ (event);
  const row = /** @type {Element} */ (target).closest("li");
  if (row && !holdsTarget(detail.xhr, row)) markUnsaved(row);
  if (!isFromSite(detail.xhr)) setTimeout(save, RETRY_DELAY, target);
});

addEventListener("beforeunload", warnOfUnsavedRows);
form.addEventListener("submit", () => removeEventListener("beforeunload", warnOfUnsavedRows));

// A row that was answered or refused as the last one keeps the keyboard: nobody reaches for the mouse.
form.addEventListener("htmx:afterSettle", ({ target }) => {
  tellWhatIsIn();
  const row = /** @type {Element} */ (target).closest("li");
  const focused = document.activeElement;
  if (!row || !focused?.matches("body, #next, #not-taken")) return;
  const wrong = row.querySelector(QUESTION) ?? row.querySelector(".error")?.closest("label")?.querySelector("input");
  if (wrong) /** @type {HTMLElement} */ (wrong).focus();
  else if (focused === document.body) goOn(row);
});

if (!form.contains(document.activeElement)) {
  // After the last score of a game, its successor's fields wait until somebody chooses one.
  const asked = /** @type {HTMLElement | null} */ (document.querySelector("main [autofocus]"));
  (
    asked ??
    fieldsIn(form).find((field) => !field.closest("details")) ??
    document.getElementById("next") ??
    form
  ).focus();
}
