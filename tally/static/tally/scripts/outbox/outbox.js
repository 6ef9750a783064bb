// @ts-check
/**
 * Sends every tap to the laptop, one after the other, until the laptop has it. Nothing is lost while the Wi-Fi is away,
 * and nothing counts twice, because every tap has a key. See state.js for the states of a tap.
 *
 * Dispatches `change` when the taps have changed or a round of sending is over, and `answer` with the laptop's answer
 * to one tap.
 */

import { after, handsIn, isUnsent, notShown, undoOf } from "./state.js";

/**
 * @typedef {import("./state.js").Tap} Tap
 * @typedef {import("./transport.js").Answer} Answer
 * @typedef {Pick<Tap, "action" | "label" | "ours" | "theirs" | "fields">} NewHand
 *
 * @typedef {object} Clock
 * @property {() => number} now
 * @property {(callback: () => void, delay: number) => number} setTimeout
 * @property {(timer: number) => void} clearTimeout
 */

const RETRY_DELAYS = [1000, 2000, 4000, 8000, 15_000]; // ms; the last one repeats
const TIME_TO_READ = 20_000; // ms for which a refusal stays, though the page goes on to another game
const ANSWER_TIMEOUT = 5000; // ms for an answer
const LOST_AFTER = 1000; // ms after which an answer is taken for lost, when the Wi-Fi has just come back

/** @type {Clock} */
const browserClock = {
  now: () => Date.now(),
  setTimeout: (callback, delay) => window.setTimeout(callback, delay),
  clearTimeout: (timer) => window.clearTimeout(timer),
};

/** A random key. `crypto.randomUUID` does not exist on plain http. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox extends EventTarget {
  #storage;
  #send;
  #shownEvent;
  #clock;
  /** @type {Tap[]} */
  #acknowledged = [];
  /** @type {{ controller: AbortController, since: number } | null} */
  #attempt = null;
  #failures = 0;
  #retryTimer = 0;

  /**
   * @param {object} parts
   * @param {import("./storage.js").OutboxStorage} parts.storage
   * @param {(tap: Tap, options: import("./transport.js").SendOptions) => Promise<Answer>} parts.send
   * @param {() => number} parts.shownEvent the newest event that the page on the screen knows of
   * @param {Clock} [parts.clock]
   */
  constructor({ storage, send, shownEvent, clock = browserClock }) {
    super();
    this.#storage = storage;
    this.#send = send;
    this.#shownEvent = shownEvent;
    this.#clock = clock;
    if (this.taps.some(({ state }) => state === "sending")) {
      this.#write(this.taps.map((tap) => (tap.state === "sending" ? after(tap, "noAnswer") : tap)));
    }
  }

  /** The taps that are not acknowledged, oldest first. */
  get taps() {
    return this.#storage.read();
  }

  get unsent() {
    return this.taps.filter(isUnsent);
  }

  /** The taps that the page does not show yet, acknowledged or not. */
  get notShown() {
    return notShown(this.#acknowledged, this.taps, this.#shownEvent());
  }

  /** The hands among them that were not taken back. */
  get hands() {
    return handsIn(this.notShown);
  }

  /** Whether the last try failed. */
  get isAway() {
    return this.#failures > 0;
  }

  /** Whether the taps outlive a reload. */
  get isDurable() {
    return this.#storage.isDurable;
  }

  /** @param {NewHand} hand */
  add(hand) {
    /** @type {Tap} */
    const tap = {
      ...hand,
      kind: "hand",
      id: randomKey(),
      state: "pending",
      tappedAt: this.#clock.now(),
      attempted: false,
    };
    this.#write([...this.taps, tap]);
    this.#changed();
    this.send();
  }

  /**
   * Take back the newest hand: at once if it never left this phone, else by sending its key to the laptop.
   *
   * @param {string} action the address for undos
   */
  undo(action) {
    const newest = this.hands.at(-1);
    if (!newest) return;
    const undo = undoOf(newest, { id: randomKey(), action });
    if (!this.taps.some(({ id }) => id === newest.id)) this.#write([...this.taps, undo]);
    else this.#replace(newest.id, newest.attempted ? undo : null);
    this.#storage.clearStale();
    this.#changed();
    this.send();
  }

  /**
   * Keep the taps that this phone has of other cards, as refused: they must not count for the player of now.
   *
   * @param {string} refusal
   */
  refuseOtherCards(refusal) {
    const others = this.#storage.takeFromOtherCards();
    const refused = others.map((tap) => (isUnsent(tap) ? after(tap, "refuse", refusal) : tap));
    if (refused.length) this.#write([...this.taps, ...refused]);
  }

  /**
   * Show hands that the laptop does not take from this phone, until somebody has read it.
   *
   * @param {string} label
   * @param {string} refusal
   */
  addRefused(label, refusal) {
    const fields = { game: "", hand: 0, result: "", key: "", alone_by: "", asked: "" };
    const tap = { label, fields, action: "", ours: 0, theirs: 0, tappedAt: this.#clock.now(), attempted: true };
    this.#write([...this.taps, { ...tap, kind: "hand", id: randomKey(), state: "refused", refusal }]);
    this.#changed();
  }

  /**
   * Forget a tap that somebody has read about.
   *
   * @param {string} id
   */
  dismiss(id) {
    this.#replace(id, null);
    this.#changed();
  }

  /**
   * Forget what the laptop refused of a game some time ago, as the page goes on to another.
   *
   * @param {string} game
   */
  leaveGame(game) {
    const read = this.#clock.now() - TIME_TO_READ;
    this.#write(this.taps.filter(({ refusedAt, fields }) => !(refusedAt && refusedAt <= read && fields.game === game)));
    this.#changed();
  }

  /** Send what is unsent, unless that is under way. */
  async send() {
    this.#clock.clearTimeout(this.#retryTimer);
    if (this.#attempt) return;
    try {
      for (let tap = this.unsent.at(0); tap; tap = this.unsent.at(0)) await this.#deliver(tap);
      this.#failures = 0;
    } catch {
      // Whatever went wrong, the tap is still here.
      const delay = RETRY_DELAYS[Math.min(this.#failures, RETRY_DELAYS.length - 1)];
      this.#failures += 1;
      this.#retryTimer = this.#clock.setTimeout(() => this.send(), delay);
    }
    this.#changed();
  }

  /** The Wi-Fi may be back: send now, without waiting for an answer that is probably lost. */
  sendNow() {
    this.#failures = 0;
    if (!this.#attempt) this.send();
    else if (this.#clock.now() - this.#attempt.since > LOST_AFTER) this.#attempt.controller.abort();
  }

  /** The laptop has answered another request: send what it did not take before. */
  retry() {
    if (this.isAway && !this.#attempt) this.send();
  }

  /** @param {Tap} tap */
  async #deliver(tap) {
    const controller = new AbortController();
    this.#attempt = { controller, since: this.#clock.now() };
    const timeout = this.#clock.setTimeout(() => controller.abort(), ANSWER_TIMEOUT);
    const sending = after(tap, "send");
    this.#replace(tap.id, sending);
    /** @type {Answer} */
    let answer;
    try {
      answer = await this.#send(sending, {
        age: this.#clock.now() - tap.tappedAt,
        isLast: () => this.unsent.length < 2,
        signal: controller.signal,
      });
    } catch (error) {
      this.#replace(tap.id, after(sending, "noAnswer"));
      throw error;
    } finally {
      this.#clock.clearTimeout(timeout);
      this.#attempt = null;
    }
    if (answer.refusal)
      this.#replace(tap.id, { ...after(sending, "refuse", answer.refusal), refusedAt: this.#clock.now() });
    else this.#acknowledge(after(sending, "record"));
    const seen = answer.page?.seen;
    if (seen)
      this.#acknowledged = this.#acknowledged.map((known) => ({ ...known, shownSince: known.shownSince ?? seen }));
    this.dispatchEvent(new CustomEvent("answer", { detail: { tap, answer } }));
  }

  /**
   * Whoever tapped this hand after another was refused has read why.
   *
   * @param {Tap} tap
   */
  #acknowledge(tap) {
    this.#replace(tap.id, null);
    this.#acknowledged.push(tap);
    if (tap.kind === "hand")
      this.#write(this.taps.filter(({ refusedAt = Number.POSITIVE_INFINITY }) => refusedAt >= tap.tappedAt));
  }

  /**
   * Replace or remove a tap. Does nothing if it is gone, because it was undone or another page has delivered it.
   *
   * @param {string} id
   * @param {Tap | null} replacement
   */
  #replace(id, replacement) {
    const taps = this.taps;
    if (!taps.some((tap) => tap.id === id)) return;
    this.#write(taps.flatMap((tap) => (tap.id !== id ? tap : (replacement ?? []))));
  }

  /** @param {Tap[]} taps */
  #write(taps) {
    this.#storage.write(taps);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
