// @ts-check
/** Stores the taps of one card on this phone, so that they outlive a reload. Falls back to memory when storage fails. */

/** @typedef {import("./state.js").Tap} Tap */

const PREFIX = "outbox:";
const PREFIX_0_1 = "queue:"; // of release 0.1.0

/**
 * A tap as release 0.1.0 stored it.
 *
 * @typedef {object} Tap01
 * @property {string} id
 * @property {string} action
 * @property {string} said empty for an undo
 * @property {number} ours
 * @property {number} theirs
 * @property {import("./state.js").TapFields} data
 * @property {number} at
 * @property {0 | 1} tried
 * @property {string} [refused]
 */

/**
 * @param {Tap01} old
 * @returns {Tap}
 */
function fromRelease01({ id, action, said, ours, theirs, data, at, tried, refused }) {
  return {
    id,
    state: refused ? "refused" : "pending",
    kind: said ? "hand" : "undo",
    label: said || "Undo",
    action,
    ours,
    theirs,
    fields: data,
    tappedAt: at,
    attempted: Boolean(tried),
    ...(refused && { refusal: refused }),
  };
}

export class OutboxStorage {
  /** @type {Tap[] | null} all taps, while this phone's storage takes no more */
  #memory = null;
  #area;
  #path;
  #card;

  /**
   * @param {object} place
   * @param {() => Storage} place.area fails where the browser forbids storage
   * @param {string} place.path of the page
   * @param {() => string} place.card for which player this phone taps now
   */
  constructor({ area, path, card }) {
    this.#area = area;
    this.#path = path;
    this.#card = card;
  }

  /** Whether the taps outlive a reload. */
  get isDurable() {
    return this.#memory === null;
  }

  /**
   * Always read from storage, which other pages of this phone change too.
   *
   * @returns {Tap[]}
   */
  read() {
    return this.#memory ?? [...this.#readKey(this.#key(PREFIX_0_1)), ...this.#readKey(this.#key(PREFIX))];
  }

  /** @param {Tap[]} taps */
  write(taps) {
    try {
      const area = this.#area();
      if (taps.length) area.setItem(this.#key(PREFIX), JSON.stringify(taps));
      else area.removeItem(this.#key(PREFIX));
      area.removeItem(this.#key(PREFIX_0_1));
      this.#memory = null;
    } catch {
      this.#memory = taps;
    }
  }

  /** Clear what an earlier write has left in a storage that takes no more, or a reload would bring it back. */
  clearStale() {
    if (this.isDurable) return;
    try {
      for (const prefix of [PREFIX, PREFIX_0_1]) this.#area().removeItem(this.#key(prefix));
    } catch {
      // Storage is unavailable, so nothing is left in it.
    }
  }

  /**
   * Remove and return the taps of other cards that this phone had on the same page.
   *
   * @returns {Tap[]}
   */
  takeFromOtherCards() {
    const own = [PREFIX, PREFIX_0_1].map((prefix) => this.#key(prefix));
    try {
      const area = this.#area();
      const others = Object.keys(area).filter((key) => this.#isOfThisPage(key) && !own.includes(key));
      return others.flatMap((key) => {
        const taps = this.#readKey(key);
        area.removeItem(key);
        return taps;
      });
    } catch {
      return []; // Storage is unavailable.
    }
  }

  /** @param {string} prefix */
  #key(prefix) {
    return `${prefix}${this.#path}:${this.#card()}`;
  }

  /** @param {string} key */
  #isOfThisPage(key) {
    return [PREFIX, PREFIX_0_1].some((prefix) => key.startsWith(`${prefix}${this.#path}:`));
  }

  /**
   * @param {string} key
   * @returns {Tap[]}
   */
  #readKey(key) {
    try {
      const taps = JSON.parse(this.#area().getItem(key) ?? "[]");
      return key.startsWith(PREFIX_0_1) ? taps.map(fromRelease01) : taps;
    } catch {
      return []; // Storage is unavailable, or somebody has damaged it.
    }
  }
}
