// @ts-check
/**
 * Sign-up one by one on the desk: letters find regulars, Enter signs up the first or somebody new, and whoever is on
 * the list is marked. Then the field is empty and has the focus again. A new club has no regulars yet, and the field
 * all the same.
 *
 * Nobody moves under the organizer's hand: whoever was signed up keeps their place until the page is loaded again.
 */

import { isFromSite } from "./answers.js";
import { hasWord, plain } from "./name_search.js";

const list = document.querySelector(".regulars");
const field = document.querySelector(".regulars-find [type=search]");
const addNew = document.querySelector(".regulars-find button");
/** @type {HtmxRequestOptions | null} */
let sent = null; // the request that sends what the field holds: Enter twice is once

function rows() {
  return /** @type {HTMLElement[]} */ ([...(list?.querySelectorAll("li") ?? [])]);
}

/**
 * A regular's name, and the one on paper if there is one, each on a line of its own.
 *
 * @param {HTMLElement} row
 */
function namesOf(row) {
  return (row.dataset.words ?? "").split("\n").map(plain);
}

/** The first of those who were found and are not on the list yet. */
function firstFound() {
  return rows().find((row) => !row.hidden && !row.classList.contains("here"));
}

function markThoseHere() {
  const here = new Set(
    [...document.querySelectorAll("#list [data-player]")].map((row) => row.getAttribute("data-player")),
  );
  for (const row of rows()) {
    const button = row.querySelector("button");
    const isHere = here.has(button?.value ?? "");
    row.classList.toggle("here", isHere);
    button?.setAttribute("aria-disabled", String(isHere));
  }
}

/** The names on the list, which the page does not add a second time by a tap. */
function namesHere() {
  return [...document.querySelectorAll("#list .chip-name")].map((name) => plain(name.firstChild?.textContent ?? ""));
}

/** Show the names that the letters find, and offer to add somebody whom nobody knows and who is not on the list. */
function find() {
  if (!(field instanceof HTMLInputElement) || !(addNew instanceof HTMLElement)) return;
  const letters = plain(field.value);
  list?.classList.toggle("finding", letters !== "");
  for (const row of rows()) {
    row.hidden = !hasWord(row.dataset.words ?? "", letters);
    row.classList.remove("first");
  }
  if (letters && !sent) firstFound()?.classList.add("first");
  const isKnown = rows().flatMap(namesOf).includes(letters);
  addNew.hidden = !letters || isKnown || (!firstFound() && namesHere().includes(letters));
  addNew.textContent = `Add “${field.value.trim()}” as new`;
}

function refreshRows() {
  markThoseHere();
  find();
}

/**
 * Keep what the field holds for a request that may have to wait, and select it, so that the next letters replace it.
 *
 * @param {DocumentEventMap["htmx:confirm"]} event comes again once the request has waited
 */
function typeNext(event) {
  const { elt, etc } = event.detail;
  if (!(field instanceof HTMLInputElement) || !elt.closest("#regulars") || etc.values) return;
  if (sent && elt === field.form) {
    event.preventDefault();
    return;
  }
  etc.values = { names: field.value };
  if (!field.value) return;
  sent = etc;
  field.focus();
  field.select();
}

/**
 * Empty the field once its name is on the list, unless the next one is being typed; what got no answer can be sent again.
 *
 * @param {HtmxEvent} event
 */
function emptyField({ detail: { xhr, etc } }) {
  if (!(field instanceof HTMLInputElement) || etc !== sent) return;
  if (isFromSite(xhr) && xhr.status === 200) field.value = "";
  sent = null;
}

/**
 * Sign up the first who was found, or somebody new whom the letters name.
 *
 * @param {KeyboardEvent} event
 */
function signUpOnEnter(event) {
  if (!(field instanceof HTMLInputElement) || event.key !== "Enter" || event.isComposing) return;
  const isAnyFound = rows().some((row) => !row.hidden);
  if (isAnyFound || !plain(field.value) || sent) event.preventDefault();
  if (plain(field.value) && !sent) firstFound()?.querySelector("button")?.click();
}

if (field instanceof HTMLInputElement) {
  field.addEventListener("keydown", signUpOnEnter);
  field.addEventListener("input", () => {
    sent = null;
    find();
  });
  field.required = false; // or a name that waits is not sent once the field is empty
  document.addEventListener("htmx:confirm", typeNext);
  document.addEventListener("htmx:afterRequest", emptyField);
  document.addEventListener("htmx:afterSettle", refreshRows);
  refreshRows();
}
