/* Finds names by the first letters of a word, or by number, while somebody types. `/` goes to the field. */

const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-find]"));

/** @param {string} text */
function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** @param {string} words @param {string} wanted */
function matches(words, wanted) {
  return plain(words)
    .split(/\s+/)
    .some((_, i, all) => all.slice(i).join(" ").startsWith(wanted));
}

/** Shows the names that match, and the letters that have one. */
function find() {
  const list = field && document.getElementById(field.dataset.find ?? "");
  if (!field || !list) return;
  const wanted = plain(field.value);
  let found = 0;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-words]"))) {
    row.hidden = !matches(row.dataset.words ?? "", wanted);
    if (!row.hidden) found += 1;
  }
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-group]")))
    group.hidden = !group.querySelector("[data-words]:not([hidden])");
  const letters = /** @type {HTMLElement | null} */ (list.querySelector(".letters"));
  if (letters) letters.hidden = wanted !== "";
  const nobody = document.querySelector(`[data-nobody="${field.dataset.find}"]`);
  if (nobody) nobody.textContent = found ? "" : `No name begins with “${field.value.trim()}”.`;
}

/** @param {KeyboardEvent} event */
function focusOnSlash(event) {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field?.focus();
}

if (field) {
  field.addEventListener("input", find);
  field.form?.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", focusOnSlash);
  document.body.addEventListener("htmx:afterSwap", find);
  find();
}
