// @ts-check
/** Where a table is, counting the taps that its page does not show yet. Pure. */

import { handsIn, undosIn } from "./state.js";

/**
 * A table as its page describes it. The server writes it (`offline_table` in tally/views/phone.py).
 *
 * @typedef {object} Table
 * @property {string} game
 * @property {number | null} last the last hand, where that is known
 * @property {number[]} recorded the hands that have a result
 * @property {number} ours points
 * @property {number} theirs points
 * @property {string[]} dealers who deals, in four sentences; North deals first
 * @property {string | number} asked the earlier game that the page was opened for, or empty
 * @property {string} record the address for hands
 * @property {string} undo the address for undos
 *
 * @typedef {{ hand: number, ours: number, theirs: number }} Added a hand that only this phone knows of
 *
 * @typedef {Table & { next: number, score: [number, number], added: Added[] }} TableNow with the next hand, 0 when all
 *   have a result
 */

/**
 * @param {Table} table
 * @param {import("./state.js").Tap[]} notShown
 * @returns {TableNow}
 */
export function tableNow(table, notShown) {
  const isHere = (/** @type {import("./state.js").Tap} */ tap) => tap.fields.game === table.game;
  const undos = undosIn(notShown).filter((tap) => isHere(tap) && table.recorded.includes(tap.fields.hand));
  const undone = undos.map(({ fields }) => fields.hand);
  const recorded = table.recorded.filter((hand) => !undone.includes(hand));
  const added = handsIn(notShown).filter((tap) => isHere(tap) && !recorded.includes(tap.fields.hand));
  const taken = [...recorded, ...added.map(({ fields }) => fields.hand)];
  let next = 1;
  while (taken.includes(next)) next += 1;
  if (table.last && next > table.last) next = 0;
  const score = /** @type {[number, number]} */ ([table.ours, table.theirs]);
  for (const [taps, sign] of /** @type {const} */ ([
    [added, 1],
    [undos, -1],
  ])) {
    for (const { ours, theirs } of taps) {
      score[0] += sign * ours;
      score[1] += sign * theirs;
    }
  }
  const hands = added.map(({ fields, ours, theirs }) => ({ hand: fields.hand, ours, theirs }));
  return { ...table, recorded, next, score, added: hands };
}

/** @param {TableNow} table */
export function handSentence({ next, last, dealers }) {
  if (!next) return "All hands are in. Confirm the score when you are back online.";
  return `Hand ${next}${last ? ` of ${last}` : ""}: ${dealers[(next - 1) % 4]}`;
}
