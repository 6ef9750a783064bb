// @ts-check
/**
 * A second question after a tap: who went alone, how many tricks, or what rare thing happened. It takes the place of
 * the page's content, and nothing that happens meanwhile takes it away.
 */

import { page } from "../outbox/page.js";

/** @typedef {import("../outbox/table.js").TableNow} TableNow */

export class Question {
  /** @type {{ table: TableNow, content: ChildNode[], tapped: HTMLElement } | null} */
  #open = null;
  #onClose;

  /** @param {() => void} onClose */
  constructor(onClose) {
    this.#onClose = onClose;
  }

  get isOpen() {
    return this.#open !== null;
  }

  /** The table as it was when the question was asked: the answer is about that hand. */
  get table() {
    return this.#open?.table ?? null;
  }

  /**
   * Find an element by its id in the page's own content, also while a question covers it.
   *
   * @param {string} id
   */
  findTemplate(id) {
    const content = this.#open?.content ?? [...page().childNodes];
    const found = content.find((node) => node instanceof HTMLTemplateElement && node.id === id);
    return /** @type {HTMLTemplateElement | undefined} */ (found);
  }

  /**
   * @param {HTMLTemplateElement} template
   * @param {HTMLElement} tapped what led to the question
   * @param {TableNow} table
   */
  ask(template, tapped, table) {
    if (this.#open) this.close();
    this.#open = { table, content: [...page().childNodes], tapped };
    page().replaceChildren(template.content.cloneNode(true));
  }

  /** Bring the page back; what led to the question. */
  close() {
    if (!this.#open) throw new Error("no question is open");
    const { content, tapped } = this.#open;
    this.#open = null;
    page().replaceChildren(...content);
    this.#onClose();
    return tapped;
  }
}
