// @ts-check
/** Compares names with the letters that somebody types. */

/**
 * A text in lower case and without accents, as people type it.
 *
 * @param {string} text
 */
export function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/**
 * Whether the name, or its rest from one of its words on, begins with these plain letters.
 *
 * @param {string} name
 * @param {string} letters
 */
export function hasWord(name, letters) {
  return plain(name)
    .split(/\s+/)
    .some((_, i, words) => words.slice(i).join(" ").startsWith(letters));
}
