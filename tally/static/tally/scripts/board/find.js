// @ts-check
/**
 * Finds a table or a player on the board: other tables fade while one types, and Enter opens the one that is meant. Below
 * the field stands where somebody is who waits between two tables.
 */

const form = /** @type {HTMLFormElement} */ (document.getElementById("find"));
const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
const output = /** @type {HTMLOutputElement} */ (form.querySelector("output"));

/** @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}

function typedWords() {
  return plain(input.value).split(" ").filter(Boolean);
}

/**
 * Whether a name or a table's label has every typed word at the beginning of one of its own, or as one of its own.
 *
 * @param {Element | null} element
 * @param {string[]} typed
 * @param {boolean} [whole]
 */
function matches(element, typed, whole = false) {
  if (!element || !typed.length) return false;
  const words = plain(`${element.textContent} ${element.getAttribute("title") ?? ""}`).split(" ");
  return typed.every((part) => words.some((word) => (whole ? word === part : word.startsWith(part))));
}

/** Mark what fits, say who waits between tables, and return the tiles that fit. */
function update() {
  const typed = typedWords();
  const found = [];
  for (const tile of document.querySelectorAll(".tile")) {
    let fits = false;
    for (const element of tile.querySelectorAll("[data-find]")) {
      const hit = matches(element, typed);
      element.classList.toggle("found", hit);
      fits ||= hit;
    }
    tile.classList.toggle("faded", typed.length > 0 && !fits);
    if (fits) found.push(tile);
  }
  const waiting = [...document.querySelectorAll("#between li")].filter((line) =>
    matches(line.querySelector("b"), typed),
  );
  output.textContent = waiting.map((line) => line.textContent?.replace(/\s+/g, " ").trim()).join("\n");
  return found;
}

/**
 * The one tile that is meant among those that fit: the table with this number or the player with exactly this name, if
 * that is one; nothing where several people may be meant.
 *
 * @param {Element[]} found
 */
function meant(found) {
  const typed = typedWords();
  const table = found.find((tile) => matches(tile.querySelector("b.table"), typed, true));
  if (table) return table;
  const exact = found.filter((tile) => [...tile.querySelectorAll("[data-find]")].some((e) => matches(e, typed, true)));
  const left = exact.length ? exact : found;
  return left.length === 1 && !output.textContent ? left[0] : null;
}

input.addEventListener("input", update);
input.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  input.value = "";
  update();
  input.blur();
});
form.addEventListener("submit", (event) => {
  const found = update();
  if (!found.length && !output.textContent) return; // nobody here: the page of all players looks
  event.preventDefault();
  const tile = meant(found);
  if (!tile && found.length > 1) output.append(`${found.length} tables fit. Choose one, or type more.`);
  const link = tile?.querySelector("a"); // those who sit out have none
  link?.focus();
  link?.click();
});
document.addEventListener("htmx:afterSettle", update);
