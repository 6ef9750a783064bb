// @ts-check
/**
 * Keeps the hands of this player's games on the phone until the night closes, whoever entered them: as every page tells
 * them, so that they can be sent again to a laptop that has gone on from an older copy. See `resender.js`.
 */

const PREFIX = "known-hands:";
const MOST_GAMES = 60; // of one night; the oldest go

/**
 * The newest version of a hand. The server writes it and reads it again (tally/loading/known_hands.py).
 *
 * @typedef {{ number: number, version: number, key: string, older: string, record: object | null,
 *   alone_by: number | null }} KnownHand
 *
 * @typedef {{ seats: string, game: string, versions: Record<string, number>, hands: KnownHand[] }} KnownGame one game
 *   as a page tells it; the hands are left out where nothing has changed lately
 *
 * @typedef {{ game: string, hands: KnownHand[] }} StoredGame
 */

export class KnownHands {
  #area;
  #path;
  #key;

  /**
   * @param {object} place
   * @param {() => Storage} place.area fails where the browser forbids storage
   * @param {string} place.path of the page
   * @param {() => string} place.card for which player this phone taps now
   */
  constructor({ area, path, card }) {
    this.#area = area;
    this.#path = `${PREFIX}${path}:`;
    this.#key = () => `${this.#path}${card()}`;
  }

  /**
   * Keep what a page tells, where that is newer.
   *
   * @param {KnownGame[]} games
   */
  learn(games) {
    const stored = this.#read();
    for (const { seats, game, hands } of games) {
      if (!hands.length) continue;
      const ahead = (stored[seats]?.hands ?? []).filter(
        (known) => !hands.some(({ number, version }) => number === known.number && version >= known.version),
      );
      const told = hands.filter(({ number }) => !ahead.some((known) => number === known.number));
      stored[seats] = { game, hands: [...ahead, ...told].sort((one, other) => one.number - other.number) };
    }
    this.#write(stored);
  }

  /**
   * The games of which the laptop knows less than this phone.
   *
   * @param {KnownGame[]} games as the newest page tells them
   * @returns {[string, KnownHand[]][]} the seats, and the hands that are newer here
   */
  lacking(games) {
    return Object.entries(this.#read()).flatMap(([seats, { hands }]) => {
      const versions = games.find((game) => game.seats === seats)?.versions ?? {};
      const newer = hands.filter(({ number, version }) => version > (versions[number] ?? 0));
      return newer.length ? [[seats, newer]] : [];
    });
  }

  /**
   * How much this phone knows of a game: it is sent with each tap, so that a laptop that knows less takes nothing before
   * it has got the rest.
   *
   * @param {string} game
   */
  count(game) {
    const known = Object.values(this.#read()).find((stored) => stored.game === game);
    return (known?.hands ?? []).reduce((sum, { version }) => sum + version, 0);
  }

  /** @param {string} seats */
  forget(seats) {
    const { [seats]: _, ...others } = this.#read();
    this.#write(others);
  }

  /** Forget the hands of this night, which is closed. */
  clear() {
    this.#write({});
  }

  /** Forget the hands of other nights, of which this phone may never have heard that they were closed. */
  forgetOtherNights() {
    try {
      const area = this.#area();
      for (const key of Object.keys(area)) {
        if (key.startsWith(PREFIX) && !key.startsWith(this.#path)) area.removeItem(key);
      }
    } catch {
      // Storage is unavailable, so nothing is left in it.
    }
  }

  /** @returns {Record<string, StoredGame>} */
  #read() {
    try {
      return JSON.parse(this.#area().getItem(this.#key()) ?? "{}");
    } catch {
      return {}; // Storage is unavailable, or somebody has damaged it.
    }
  }

  /** @param {Record<string, StoredGame>} stored */
  #write(stored) {
    try {
      const games = Object.entries(stored).slice(-MOST_GAMES);
      if (games.length) this.#area().setItem(this.#key(), JSON.stringify(Object.fromEntries(games)));
      else this.#area().removeItem(this.#key());
    } catch {
      // Storage takes no more: the other phones of the table have the hands, too.
    }
  }
}
