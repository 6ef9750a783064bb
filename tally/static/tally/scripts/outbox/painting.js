// @ts-check
/** Paints the unsent taps on the phone's page: the score, the next hand, who deals, and what is not sent yet. */

import { isNightClosed, page, readTable } from "./page.js";
import { paintStrip } from "./strip.js";
import { handSentence, tableNow } from "./table.js";

const QUIET = 1.5; // seconds in which an answer usually comes
const ALARMING = 60; // seconds after which the line turns red

export class Painting {
  #outbox;
  #isQuestionOpen;
  #timer = 0;

  /**
   * @param {import("./outbox.js").Outbox} outbox
   * @param {() => boolean} isQuestionOpen while it is, nothing can be painted
   */
  constructor(outbox, isQuestionOpen) {
    this.#outbox = outbox;
    this.#isQuestionOpen = isQuestionOpen;
  }

  /** Paint, and again each second while a tap is unsent. A page without unsent taps stays as the server drew it. */
  paint() {
    const { unsent } = this.#outbox;
    clearTimeout(this.#timer);
    if (unsent.length) this.#timer = setTimeout(() => this.paint(), 1000);
    if (this.#isQuestionOpen() || !(unsent.length || page().dataset.painted)) return;
    page().dataset.painted = "true";
    const seconds = unsent.length ? (Date.now() - unsent[0].tappedAt) / 1000 : 0;
    const shown = readTable();
    const table = shown && tableNow(shown, this.#outbox.notShown);
    this.#paintStatus(seconds, table?.next !== 0);
    if (table) this.#paintTable(table);
  }

  /**
   * @param {number} seconds since the oldest unsent tap
   * @param {boolean} hasNext whether a hand is still to play
   */
  #paintStatus(seconds, hasNext) {
    const line = page().querySelector(".tail .status-line") ?? document.getElementById("send-status");
    if (!line) return;
    const text = this.#statusText(seconds, hasNext);
    if (line.textContent !== text) line.textContent = text;
    line.classList.toggle("error", seconds > ALARMING);
    line.classList.toggle("unsent", this.#outbox.unsent.length > 0 && (seconds > QUIET || this.#outbox.isAway));
  }

  /**
   * @param {number} seconds
   * @param {boolean} hasNext
   */
  #statusText(seconds, hasNext) {
    const { unsent, isAway, isDurable } = this.#outbox;
    const newest = unsent.at(-1);
    if (!newest || isNightClosed()) return "";
    if (seconds <= QUIET && !isAway) return `… ${newest.label}`;
    const end = seconds > ALARMING ? " for a minute. Is the Wi-Fi on?" : ".";
    return isDurable
      ? `Saved on this phone, ${unsent.length} not sent${end}${hasNext ? " Keep playing." : ""}`
      : `Not saved on this phone, ${unsent.length} not sent${end} Stay on this page.`;
  }

  /** @param {import("./table.js").TableNow} table */
  #paintTable(table) {
    replaceSeatCard();
    page()
      .querySelectorAll(".score b")
      .forEach((total, side) => {
        total.textContent = String(table.score[side]).replace("-", "−");
      });
    paintStrip(table);
    const sentence = page().querySelector(":scope > .status-line");
    if (sentence) sentence.textContent = handSentence(table);
    for (const form of /** @type {NodeListOf<HTMLElement>} */ (page().querySelectorAll(":scope > .calls"))) {
      form.style.visibility = table.next ? "" : "hidden";
    }
    if (this.#outbox.unsent.length && !page().querySelector("[name=undo]")) addUndoButton();
  }
}

/** Before the first hand the page shows where to sit; with a tap it becomes the scoring page. */
function replaceSeatCard() {
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("scoring-head"));
  if (template) page().querySelector(".seat-card")?.replaceWith(template.content.cloneNode(true));
}

function addUndoButton() {
  const button = document.createElement("button");
  button.className = "plain";
  button.name = "undo";
  button.textContent = "Undo";
  page().querySelector(".tail nav")?.append(button);
}
