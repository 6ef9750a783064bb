// @ts-check
/**
 * Enters paper cards by the keyboard alone: Enter goes to the next field, and a row is saved when it is left. A row that
 * got no answer is sent again, and unsaved rows keep the page from being left by accident.
 */

import { isFromSite } from "../../tournament/scripts/answers.js";

const RETRY_DELAY = 2000; // ms
const FIELDS = "input:not([type=hidden]), select";

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const form = /** @type {HTMLFormElement} */ (document.getElementById("quick"));

/**
 * @param {Element} element
 * @returns {Field[]}
 */
function fieldsIn(element) {
  return [...element.querySelectorAll(FIELDS)].map((field) => /** @type {Field} */ (field));
}

function openRows() {
  return [...form.querySelectorAll("li[hx-post]")];
}

/** @param {Field} field */
function isFilled(field) {
  return field instanceof HTMLInputElement && field.type === "checkbox" ? field.checked : field.value.trim() !== "";
}

/** @param {Element} row */
function hasEntry(row) {
  return fieldsIn(row).some(isFilled);
}

/** @param {Element} row */
function save(row) {
  if (hasEntry(row) && !row.contains(document.activeElement)) window.htmx?.trigger(row, "save");
}

/** @param {BeforeUnloadEvent} event */
function warnOfUnsavedRows(event) {
  if (openRows().some(hasEntry)) event.preventDefault();
}

form.addEventListener("keydown", (event) => {
  const field = /** @type {HTMLElement} */ (event.target);
  if (event.key !== "Enter" || !field.matches("input, select")) return;
  event.preventDefault();
  const stops = [...fieldsIn(form), /** @type {HTMLElement} */ (document.getElementById("next"))];
  const next = stops[stops.indexOf(field) + 1];
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
});

form.addEventListener("focusout", ({ target, relatedTarget }) => {
  const row = /** @type {Element} */ (target).closest("li[hx-post]");
  if (row && !row.contains(/** @type {Node | null} */ (relatedTarget))) save(row);
});

form.addEventListener("htmx:afterRequest", (event) => {
  const { target, detail } = /** @type {HtmxEvent} */ (event);
  if (!isFromSite(detail.xhr)) setTimeout(save, RETRY_DELAY, target);
});

addEventListener("beforeunload", warnOfUnsavedRows);
form.addEventListener("submit", () => removeEventListener("beforeunload", warnOfUnsavedRows));

if (!form.contains(document.activeElement)) (fieldsIn(form)[0] ?? document.getElementById("next") ?? form).focus();
