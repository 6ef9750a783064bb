// @ts-check
/**
 * The states of a tap between the finger and the laptop. Pure: no storage, no network, no page.
 *
 * | state        | meaning                                      | kept          | event     | next state   |
 * |--------------|----------------------------------------------|---------------|-----------|--------------|
 * | pending      | waits to be sent                             | on the phone  | send      | sending      |
 * |              |                                              |               | refuse    | refused      |
 * | sending      | a try is under way; the laptop may have it   | on the phone  | send      | sending      |
 * |              |                                              |               | noAnswer  | pending      |
 * |              |                                              |               | record    | acknowledged |
 * |              |                                              |               | refuse    | refused      |
 * | acknowledged | the laptop has it; the page does not show it | by this page  | –         | –            |
 * | refused      | the laptop will not take it, and says why    | on the phone  | –         | –            |
 *
 * - A pending tap is refused without being sent when this phone plays for another card by now.
 * - While the night is closed it stays pending, and the page says that it is not saved; it is sent once the night is open
 *   again.
 * - A sending tap is sent again by another page of this phone, which cannot know whether the first page still lives. The
 *   laptop records one key once.
 * - A tap that was found as sending when the page opened had no answer: noAnswer.
 * - An acknowledged tap counts until a page is shown that knows of it.
 * - A refused tap stays in view until somebody has read it: says so, taps a later hand that the laptop records, or after
 *   a while goes on to another game. The last two are about what the laptop refused, and not about taps for another card.
 *
 * Undo takes back the newest hand:
 *
 * | state of the hand      | what Undo does                                                        |
 * |------------------------|-----------------------------------------------------------------------|
 * | pending, never sent    | removes it                                                            |
 * | pending after a try    | replaces it by a pending tap of kind "undo", which names the same key |
 * | sending                | the same; should the hand be acknowledged after that, the undo stands |
 * | acknowledged           | adds such an undo                                                     |
 */

/**
 * @typedef {"pending" | "sending" | "acknowledged" | "refused"} TapState
 * @typedef {"send" | "noAnswer" | "record" | "refuse"} TapEvent
 *
 * @typedef {object} TapFields what the laptop gets
 * @property {string} game
 * @property {number} hand
 * @property {string} result
 * @property {string} key the laptop records a key once, however often it is sent
 * @property {string} alone_by
 * @property {string | number} asked an earlier game that the page was opened for, or empty
 *
 * @typedef {object} Tap
 * @property {string} id on this phone
 * @property {TapState} state
 * @property {"hand" | "undo"} kind
 * @property {string} label what people read of it
 * @property {string} action the address that it is sent to
 * @property {number} ours points
 * @property {number} theirs points
 * @property {TapFields} fields
 * @property {number} tappedAt ms
 * @property {boolean} attempted whether it was ever sent, so that the laptop may have it
 * @property {string} [refusal] why the laptop did not take it
 * @property {number} [refusedAt] ms, where it was the laptop
 * @property {number} [shownSince] the newest event of the first page that knows of it
 */

/** @type {Record<TapState, Partial<Record<TapEvent, TapState>>>} */
export const TRANSITIONS = {
  pending: { send: "sending", refuse: "refused" },
  sending: { send: "sending", noAnswer: "pending", record: "acknowledged", refuse: "refused" },
  acknowledged: {},
  refused: {},
};

/**
 * The tap after an event.
 *
 * @param {Tap} tap
 * @param {TapEvent} event
 * @param {string} [refusal]
 * @returns {Tap}
 */
export function after(tap, event, refusal) {
  const state = TRANSITIONS[tap.state][event];
  if (!state) throw new Error(`a tap that is ${tap.state} has no event ${event}`);
  return {
    ...tap,
    state,
    attempted: tap.attempted || event === "send",
    ...(refusal && { refusal }),
  };
}

/** @param {Tap} tap */
export function isUnsent({ state }) {
  return state === "pending" || state === "sending";
}

/**
 * The tap that takes back a hand.
 *
 * @param {Tap} hand
 * @param {{ id: string, action: string }} undo
 * @returns {Tap}
 */
export function undoOf(hand, { id, action }) {
  return { ...hand, id, action, kind: "undo", label: "Undo", state: "pending", shownSince: undefined };
}

/**
 * The taps that a page does not show yet: acknowledged after it was drawn, or not sent.
 *
 * @param {Tap[]} acknowledged
 * @param {Tap[]} stored
 * @param {number} shownEvent the newest event that the page knows of
 */
export function notShown(acknowledged, stored, shownEvent) {
  const isShown = (/** @type {Tap} */ tap) => tap.shownSince !== undefined && tap.shownSince <= shownEvent;
  return [...acknowledged.filter((tap) => !isShown(tap)), ...stored.filter(isUnsent)];
}

/** @param {Tap[]} taps */
export function undosIn(taps) {
  return taps.filter(({ kind }) => kind === "undo");
}

/**
 * The hands that no undo among these taps takes back.
 *
 * @param {Tap[]} taps
 */
export function handsIn(taps) {
  const undone = new Set(undosIn(taps).map(({ fields }) => fields.key));
  return taps.filter(({ kind, fields }) => kind === "hand" && !undone.has(fields.key));
}
