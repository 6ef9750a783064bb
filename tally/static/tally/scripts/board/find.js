// @ts-check
/**
 * Finds a table or a player on the board: other tables fade while one types, and Enter opens the one that is meant. Below
 * the field stands where somebody is who waits between two tables, and the total so far of the few who fit.
 */

const MOST_TOTALS = 3;

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

/** Mark what fits, say who waits between tables and what few have made; return the tiles that fit, and who waits. */
function update() {
  const typed = typedWords();
  const mark = (/** @type {Element} */ element) => element.classList.toggle("found", matches(element, typed));
  const found = [];
  for (const tile of document.querySelectorAll(".tile")) {
    const fits = [...tile.querySelectorAll("[data-find]")].map(mark).includes(true);
    tile.classList.toggle("faded", typed.length > 0 && !fits);
    if (fits) found.push(tile);
  }
  const waiting = [...document.querySelectorAll("#between b")].filter(mark).map((name) => name.parentElement);
  const totals = [...document.querySelectorAll(".found[data-total]")].map((name) => name.getAttribute("data-total"));
  const lines = waiting.map((line) => line?.textContent?.replace(/\s+/g, " ").trim());
  output.textContent = [...lines, ...(totals.length <= MOST_TOTALS ? totals : [])].join("\n");
  return { found, waiting };
}

/**
 * The one tile that is meant among those that fit: the table with this number or the player with exactly this name, if
 * that is one; nothing where several people may be meant.
 *
 * @param {Element[]} found
 * @param {boolean} isAnyWaiting
 */
function meant(found, isAnyWaiting) {
  const typed = typedWords();
  const table = found.find((tile) => matches(tile.querySelector("b.table"), typed, true));
  if (table) return table;
  const exact = found.filter((tile) => [...tile.querySelectorAll("[data-find]")].some((e) => matches(e, typed, true)));
  const left = exact.length ? exact : found;
  return left.length === 1 && !isAnyWaiting ? left[0] : null;
}

input.addEventListener("input", update);
input.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  input.value = "";
  update();
  input.blur();
});
form.addEventListener("submit", (event) => {
  const { found, waiting } = update();
  if (!found.length && !waiting.length) return; // nobody here: the page of all players looks
  event.preventDefault();
  const tile = meant(found, waiting.length > 0);
  if (!tile && found.length > 1) {
    const choose = `${found.length} tables fit. Choose one, or type more.`;
    output.textContent = [output.textContent, choose].filter(Boolean).join("\n");
  }
  const link = tile?.querySelector("a"); // those who sit out have none
  link?.focus();
  link?.click();
});
document.addEventListener("htmx:afterSettle", update);
