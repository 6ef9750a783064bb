// @ts-check
/** A player's phone: connects the outbox with the page, the taps and the network. */

import { onRelease } from "../../../tournament/scripts/press.js";
import { keepPageWhile, refresh } from "../../../tournament/scripts/refresh.js";
import { Outbox } from "../outbox/outbox.js";
import { card, shownEvent } from "../outbox/page.js";
import { Painting } from "../outbox/painting.js";
import { OutboxStorage } from "../outbox/storage.js";
import { sendTap } from "../outbox/transport.js";
import { AnsweredPage } from "./answered_page.js";
import { Question } from "./question.js";
import { showRefusals } from "./refusals.js";
import { Taps } from "./taps.js";

export const outbox = new Outbox({
  storage: new OutboxStorage({ area: () => localStorage, path: location.pathname, card }),
  send: sendTap,
  shownEvent,
});
const question = new Question(update);
const isQuestionOpen = () => question.isOpen;
const answeredPage = new AnsweredPage(isQuestionOpen);
const painting = new Painting(outbox, isQuestionOpen);

/** Show what has changed, and the page that waited for a question or a press to end. */
function update() {
  answeredPage.show();
  showAndPaint();
}

function showAndPaint() {
  showRefusals(outbox);
  painting.paint();
}

keepPageWhile(isQuestionOpen);
onRelease(update);
outbox.addEventListener("change", update);
outbox.addEventListener("answer", (event) => {
  const { tap, answer } = /** @type {CustomEvent} */ (event).detail;
  answeredPage.receive(tap, answer);
  if (answer.refusal) refresh();
});
document.addEventListener("htmx:afterSwap", showAndPaint);

const sendNow = () => outbox.sendNow();
addEventListener("online", sendNow);
addEventListener("pageshow", sendNow);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) outbox.sendNow();
});
document.addEventListener("htmx:sseOpen", sendNow);
document.addEventListener("htmx:afterOnLoad", () => outbox.retry());

outbox.refuseOtherCards("This phone plays for somebody else now. Tell the organizer.");
new Taps(outbox, question).listen();
showAndPaint();
