// @ts-check
/** Paints the strip of this game's hands with those that only the phone knows of. A hand on the strip has its number. */

import { page } from "./page.js";

/** @param {number} points */
function total(points) {
  return String(points).replace("-", "−");
}

/** @param {import("./table.js").Added} hand */
function inPoints({ ours, theirs }) {
  const points = document.createElement("span");
  points.textContent = [ours, theirs].map(total).join(Math.min(ours, theirs) < 0 ? " to " : "–");
  if (ours !== theirs) points.className = ours > theirs ? "us" : "them";
  return points;
}

/** @param {boolean} isNext */
function toCome(isNext) {
  const dots = document.createElement("span");
  dots.textContent = isNext ? "…" : "";
  dots.ariaHidden = "true";
  return dots;
}

/** @param {import("./table.js").TableNow} table */
export function paintStrip({ added, recorded, next, last }) {
  const strip = page().querySelector(".tail nav ol");
  if (!strip) return;
  const numberOf = (/** @type {Element | null} */ place) => Number(place?.getAttribute("data-hand"));
  while (next && numberOf(strip.lastElementChild) < Math.min(next + 1, last ?? next)) {
    const place = document.createElement("li");
    place.dataset.hand = String(numberOf(strip.lastElementChild) + 1);
    strip.append(place);
    strip.firstElementChild?.remove();
  }
  for (const place of strip.children) {
    const number = numberOf(place);
    const known = added.find(({ hand }) => hand === number);
    if (known) place.replaceChildren(inPoints(known));
    else if (!recorded.includes(number)) place.replaceChildren(toCome(number === next));
  }
}
