// @ts-check
/** The desk: finds players at every letter, has their menu in view and keeps it open, opens the part of a link. */

import "./keep_open.js"; // opens the menu again before what was typed there is put back
import { plain } from "./name_search.js";
import { isRefresh, keepPageWhile, refresh } from "./refresh.js";

/** Show the players whose name or number begins a word with these letters. */
function filterChips() {
  const input = document.querySelector(".find input");
  const chips = [...document.querySelectorAll(".chips > li")];
  const wanted = input instanceof HTMLInputElement ? plain(input.value) : "";
  for (const chip of chips) {
    if (!(chip instanceof HTMLElement)) continue;
    const name = chip.querySelector(".chip-name")?.textContent ?? "";
    const number = chip.querySelector(".chip-number")?.textContent ?? "";
    chip.hidden = !plain(name).includes(wanted) && number !== wanted;
  }
  const nobody = document.querySelector(".nobody-found");
  if (nobody instanceof HTMLElement) nobody.hidden = chips.some((chip) => !chip.hasAttribute("hidden"));
}

function isMenuOpen() {
  return document.querySelector("details.chip[open]") !== null;
}

/** @returns {HTMLInputElement | null} where the name of the player whose menu is open is corrected */
function nameField() {
  return document.querySelector("details.chip[open] input[name=name]");
}

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  const details = target?.closest("details");
  if (!target || !details) return;
  details.open = true;
  if (target === details) return;
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}

document.addEventListener("input", ({ target }) => {
  if (target instanceof Element && target.closest(".find")) filterChips();
});
document.addEventListener("submit", (event) => {
  if (event.target instanceof Element && event.target.matches(".find")) event.preventDefault();
});
document.addEventListener("htmx:afterSettle", filterChips);
// A name that is half typed in the open menu stays when what one adds elsewhere comes in.
let typed = "";
document.addEventListener("htmx:beforeSwap", () => {
  const field = nameField();
  typed = field && field.value !== field.defaultValue ? field.value : "";
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const field = nameField();
  if (detail.xhr && field && typed) field.value = typed;
});
// What others do comes when the menu is closed, so that it keeps what is typed there; one's own form is answered at once.
keepPageWhile((detail) => isMenuOpen() && isRefresh(detail));
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!(target instanceof Element) || !target.matches("details.chip")) return;
    if (isMenuOpen()) target.querySelector(".chip-menu")?.scrollIntoView({ block: "nearest" });
    else refresh();
  },
  true,
);
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") document.querySelector("details.chip[open]")?.removeAttribute("open");
});
addEventListener("hashchange", openTarget);
openTarget();
