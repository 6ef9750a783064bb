// @ts-check
/** Turns taps on the phone's page into hands and undos for the outbox, and asks second questions without the laptop. */

import { parsePage } from "../../../tournament/scripts/answers.js";
import { refresh } from "../../../tournament/scripts/refresh.js";
import { randomKey } from "../outbox/outbox.js";
import { page, readSeen, readTable } from "../outbox/page.js";
import { tableNow } from "../outbox/table.js";

/** @typedef {import("../outbox/table.js").TableNow} TableNow */

const DOUBLE_TAP = 700; // ms

export class Taps {
  #outbox;
  #question;
  /** @type {HTMLButtonElement | null} */
  #lastBid = null;
  #lastUndo = 0;

  /**
   * @param {import("../outbox/outbox.js").Outbox} outbox
   * @param {import("./question.js").Question} question
   */
  constructor(outbox, question) {
    this.#outbox = outbox;
    this.#question = question;
  }

  listen() {
    // Before htmx, which sends what is not handled here.
    document.addEventListener("click", (event) => this.#onClick(event), { capture: true });
    document.addEventListener("htmx:afterRequest", ({ detail }) => {
      if (this.#question.isOpen || !detail.requestConfig.elt.matches(".bids")) return;
      const hasPage = readSeen(parsePage(detail.xhr.response)) > 0;
      if (!hasPage) this.#askForTricks();
    });
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const tapped = event.target instanceof Element && event.target.closest("button, a[data-more]");
    if (!tapped || !page().contains(tapped)) return;
    const table = this.#question.table ?? this.#tableNow();
    if (!table) return;
    const isHandled =
      tapped instanceof HTMLButtonElement
        ? this.#handle(tapped, table)
        : this.#askForMore(/** @type {HTMLAnchorElement} */ (tapped), table);
    if (!isHandled) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** The table with the taps that its page does not show yet; null where nothing is scored. */
  #tableNow() {
    const table = readTable();
    return table && tableNow(table, this.#outbox.notShown);
  }

  /** Whether this phone knows of hands that the laptop's pages may lack, or cannot get those pages. */
  get #isAhead() {
    return this.#outbox.isAway || this.#outbox.hands.length > 0 || !navigator.onLine;
  }

  /**
   * Handle a tap, or return false to leave it to the server.
   *
   * @param {HTMLButtonElement} button
   * @param {TableNow} table
   */
  #handle(button, table) {
    if (this.#question.isOpen && button.name === "back") {
      this.#question.close();
      refresh();
      return true;
    }
    if (this.#question.isOpen && button.name === "alone_by") {
      this.#record(/** @type {HTMLButtonElement} */ (this.#question.close()), table, button.value);
      return true;
    }
    if (button.name === "result") return this.#handleResult(button, table);
    if (button.name === "bid") {
      this.#lastBid = button;
      return this.#isAhead && this.#askForTricks();
    }
    return button.name === "undo" && this.#outbox.hands.length > 0 && this.#undo(table);
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {TableNow} table
   */
  #handleResult(button, table) {
    const makers = button.value.split(":")[0];
    const whoWentAlone = "alone" in button.dataset ? this.#question.findTemplate(`who-${makers}`) : undefined;
    if (whoWentAlone) {
      this.#question.ask(whoWentAlone, button, table);
      return true;
    }
    if (this.#question.isOpen) this.#question.close();
    this.#record(button, table);
    return true;
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {TableNow} table
   * @param {string} [aloneBy]
   */
  #record(button, { game, next, record, asked }, aloneBy = "") {
    const [ours, theirs] = (button.dataset.points ?? "").split(" ").map(Number);
    const result = [...button.children].map((part) => part.textContent?.trim()).join(", ");
    this.#outbox.add({
      action: record,
      ours,
      theirs,
      label: `Hand ${next}: ${result}`,
      fields: { game, hand: next, result: button.value, key: randomKey(), alone_by: aloneBy, asked },
    });
    restartButtons();
  }

  /** @param {TableNow} table */
  #undo({ undo }) {
    const now = Date.now();
    if (now - this.#lastUndo > DOUBLE_TAP) {
      this.#lastUndo = now;
      this.#outbox.undo(undo);
    }
    return true;
  }

  /**
   * Ask what rare thing happened from the template that the page carries; false to leave it to the page behind More.
   *
   * @param {HTMLAnchorElement} link
   * @param {TableNow} table
   */
  #askForMore(link, table) {
    const template = this.#question.findTemplate("more");
    if (!this.#isAhead || !table.next || !template) return false;
    this.#question.ask(template, link, table);
    return true;
  }

  /** Ask for the tricks of the last bid from the templates that the page carries; false if it has none. */
  #askForTricks() {
    const bid = this.#lastBid;
    const table = this.#tableNow();
    const template = document.getElementById(`tricks-${bid?.form?.dataset.us}-${bid?.value}`);
    if (!bid || !table || !(template instanceof HTMLTemplateElement)) return false;
    this.#question.ask(template, bid, table);
    return true;
  }
}

/** Buttons that appear take no tap for a moment, against double taps: let these appear again. */
function restartButtons() {
  for (const form of page().querySelectorAll(":scope > .calls")) form.replaceWith(form.cloneNode(true));
  window.htmx?.process(page());
}
