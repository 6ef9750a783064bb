// @ts-check
/**
 * Shows the page that came as the answer to a tap, unless a newer one is shown by now. It waits while a question is
 * open or a button is pressed.
 */

import { isPressed } from "../../../tournament/scripts/press.js";
import { page, shownEvent } from "../outbox/page.js";

const QUICK = 1500; // ms; the page says "Sent" of a tap that took longer

export class AnsweredPage {
  #isQuestionOpen;
  /** @type {{ tappedAt: number, page: import("../outbox/transport.js").AnsweredPage } | null} */
  #waiting = null;

  /** @param {() => boolean} isQuestionOpen */
  constructor(isQuestionOpen) {
    this.#isQuestionOpen = isQuestionOpen;
  }

  /**
   * @param {import("../outbox/state.js").Tap} tap
   * @param {import("../outbox/transport.js").Answer} answer
   */
  receive(tap, answer) {
    this.#waiting = answer.page && !answer.refusal ? { tappedAt: tap.tappedAt, page: answer.page } : null;
    this.show();
  }

  show() {
    if (!this.#waiting || this.#isQuestionOpen() || isPressed()) return;
    const { tappedAt, page: answered } = this.#waiting;
    this.#waiting = null;
    if (answered.seen < shownEvent()) return;
    window.htmx?.swap("#page", answered.html, { swapStyle: "outerHTML" });
    const line = page().querySelector(".tail .status-line");
    if (line?.textContent?.trim().startsWith("✓ ") && Date.now() - tappedAt > QUICK) {
      line.textContent = line.textContent.replace("✓ ", "✓ Sent. ");
    }
  }
}
