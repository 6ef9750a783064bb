// @ts-check
/** A player's phone: connects the outbox with the page, the taps and the network. */

import { parsePage } from "../../../tournament/scripts/answers.js";
import { onRelease } from "../../../tournament/scripts/press.js";
import { keepPageWhile, refresh } from "../../../tournament/scripts/refresh.js";
import { keepQuietWhile } from "../../../tournament/scripts/stream.js";
import { onWake } from "../../../tournament/scripts/waking.js";
import { KnownHands } from "../outbox/known_hands.js";
import { Outbox } from "../outbox/outbox.js";
import { card, isNightClosed, readTable, shownEvent } from "../outbox/page.js";
import { Painting } from "../outbox/painting.js";
import { Resender } from "../outbox/resender.js";
import { OutboxStorage } from "../outbox/storage.js";
import { sendTap } from "../outbox/transport.js";
import { AnsweredPage } from "./answered_page.js";
import { Question } from "./question.js";
import { showRefusals } from "./refusals.js";
import { Taps } from "./taps.js";

const place = { area: () => localStorage, path: location.pathname, card };
const knownHands = new KnownHands(place);
export const outbox = new Outbox({
  storage: new OutboxStorage(place),
  send: (tap, options) => sendTap(tap, { ...options, known: knownHands.count(tap.fields.game), takeIn }),
  shownEvent,
});
const resender = new Resender({
  known: knownHands,
  refuse: (label, refusal) => outbox.addRefused(label, refusal),
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

/**
 * Learn from a page of the laptop, and send it again what it has lost.
 *
 * @param {Document} root
 */
async function takeIn(root) {
  if (isNightClosed()) knownHands.clear();
  const taken = await resender.takeIn(root);
  if (taken) refresh();
  return taken;
}

keepPageWhile(isQuestionOpen);
keepQuietWhile(() => outbox.unsent.length > 0 && !isQuestionOpen() && !isNightClosed());
onRelease(update);
outbox.addEventListener("change", update);
outbox.addEventListener("answer", (event) => {
  const { tap, answer } = /** @type {CustomEvent} */ (event).detail;
  answeredPage.receive(tap, answer);
  if (answer.refusal) refresh();
  if (answer.page) takeIn(parsePage(answer.page.html));
});
let game = readTable()?.game;
document.addEventListener("htmx:afterSwap", () => {
  const shown = readTable()?.game;
  if (game && shown && shown !== game) outbox.leaveGame(game);
  game = shown ?? game;
  showAndPaint();
  takeIn(document);
});

const sendNow = () => outbox.sendNow();
addEventListener("online", sendNow);
addEventListener("pageshow", sendNow);
onWake(sendNow);
let wasOpen = false;
document.addEventListener("htmx:sseOpen", () => {
  sendNow();
  if (wasOpen) refresh(); // The laptop may have gone on from an older copy, which has no event to tell of.
  wasOpen = true;
});
document.addEventListener("htmx:afterOnLoad", () => outbox.retry());

knownHands.forgetOtherNights();
outbox.refuseOtherCards("This phone plays for somebody else now. Tell the organizer.");
new Taps(outbox, question).listen();
showAndPaint();
takeIn(document);
