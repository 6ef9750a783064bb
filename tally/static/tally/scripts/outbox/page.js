// @ts-check
/** Reads the phone's page: whose it is, how new it is, and where its table is. */

/** The part of the page that is swapped. */
export function page() {
  return /** @type {HTMLElement} */ (document.getElementById("page"));
}

/**
 * The newest event that a page of the phone knows of; 0 for any other page.
 *
 * @param {ParentNode} root
 */
export function readSeen(root) {
  const field = /** @type {HTMLInputElement | null} */ (root.querySelector("input[name=seen]"));
  return Number(field?.value ?? 0);
}

/** The newest event that the page on the screen knows of. */
export function shownEvent() {
  return readSeen(page());
}

let lastCard = "";

/** For which player this phone taps. A question that the server asks does not name them. */
export function card() {
  lastCard = page().dataset.entry ?? lastCard;
  return lastCard;
}

export function isNightClosed() {
  return "closed" in page().dataset;
}

/**
 * What a page says about its table, so that the phone can go on scoring without the laptop.
 *
 * @returns {import("./table.js").Table | null}
 */
export function readTable() {
  const element = document.getElementById("table-state");
  return element && JSON.parse(element.textContent ?? "");
}
