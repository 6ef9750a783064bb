// @ts-check
/** Finds a table or a player on the board: other tables fade while one types, and Enter opens the first one left. */

const form = /** @type {HTMLFormElement} */ (document.getElementById("find"));
const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));

/** @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/**
 * Whether a name or a table's label has every typed word at the beginning of one of its own.
 *
 * @param {Element} element
 * @param {string[]} typed
 */
function matches(element, typed) {
  const words = plain(`${element.textContent} ${element.getAttribute("title") ?? ""}`).split(" ");
  return typed.every((part) => words.some((word) => word.startsWith(part)));
}

/** Mark what fits, and return the tiles that have it. */
function update() {
  const typed = plain(input.value).split(" ").filter(Boolean);
  const found = [];
  for (const tile of document.querySelectorAll(".tile")) {
    let fits = false;
    for (const element of tile.querySelectorAll("[data-find]")) {
      const hit = typed.length > 0 && matches(element, typed);
      element.classList.toggle("found", hit);
      fits ||= hit;
    }
    tile.classList.toggle("faded", typed.length > 0 && !fits);
    if (fits) found.push(tile);
  }
  return found;
}

input.addEventListener("input", update);
input.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  input.value = "";
  update();
  input.blur();
});
form.addEventListener("submit", (event) => {
  const link = update()[0]?.querySelector("a");
  if (!link) return; // somebody who sits at no table: the page of all players looks
  event.preventDefault();
  link.focus();
  link.click();
});
document.addEventListener("htmx:afterSettle", update);
