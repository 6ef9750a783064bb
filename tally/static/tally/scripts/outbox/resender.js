// @ts-check
/**
 * Sends hands again that the laptop has lost, because it has gone on from an older copy of its database. Every page of
 * the phone says what the laptop knows; the laptop records a version of a hand once, whoever sends it.
 */

import { giveUpAfter, parsePage, refusalIn } from "../../../tournament/scripts/answers.js";
import { postForm } from "./transport.js";

/** @typedef {import("./known_hands.js").KnownGame} KnownGame */

const TIMEOUT = 5000; // ms for an answer
const REFUSED = [403, 409];

/**
 * What a page says that the laptop knows; null for any other page.
 *
 * @param {Document} root
 * @returns {KnownGame[] | null}
 */
function readKnown(root) {
  const element = root.getElementById("known-hands");
  return element && JSON.parse(element.textContent ?? "");
}

export class Resender {
  #known;
  #refuse;
  /** @type {Promise<boolean> | null} */
  #sending = null;

  /**
   * @param {object} parts
   * @param {import("./known_hands.js").KnownHands} parts.known
   * @param {(label: string, refusal: string) => void} parts.refuse tells the player what could not be saved
   */
  constructor({ known, refuse }) {
    this.#known = known;
    this.#refuse = refuse;
  }

  /**
   * Keep what a page tells, and send the laptop what it lacks.
   *
   * @param {Document} root
   * @returns {Promise<boolean>} whether the laptop has taken something, so that what it refused before is worth a try
   */
  async takeIn(root) {
    const games = readKnown(root);
    if (!games) return false;
    this.#known.learn(games);
    this.#sending ??= this.#sendAll(games).finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  /** @param {KnownGame[]} games */
  async #sendAll(games) {
    let taken = false;
    try {
      for (const [seats, hands] of this.#known.lacking(games)) taken = (await this.#sendGame(seats, hands)) || taken;
    } catch {
      // There was no answer: the next page brings the next try.
    }
    return taken;
  }

  /**
   * @param {string} seats
   * @param {import("./known_hands.js").KnownHand[]} hands
   */
  async #sendGame(seats, hands) {
    const fields = { seats, hands: JSON.stringify(hands) };
    const answer = await postForm(`${location.pathname}resend/`, fields, giveUpAfter(TIMEOUT));
    if (answer.status === 204) {
      this.#known.forget(seats); // The next page tells it again.
      return true;
    }
    const refusal =
      REFUSED.includes(answer.status) &&
      !answer.headers.has("Retry-After") &&
      refusalIn(parsePage(await answer.text()));
    if (!refusal) return false;
    this.#known.forget(seats);
    this.#refuse(labelOf(seats, hands), refusal);
    return false;
  }
}

/**
 * @param {string} seats
 * @param {import("./known_hands.js").KnownHand[]} hands
 */
function labelOf(seats, hands) {
  const numbers = hands.map(({ number }) => number).join(", ");
  return `${hands.length > 1 ? "Hands" : "Hand"} ${numbers} of game ${seats.split("-")[0]}`;
}
