// @ts-check
/** Sends one tap to the laptop and reads the answer. Fails when there is no answer, or it is not the laptop's. */

import { parsePage, refusalIn } from "../../../tournament/scripts/answers.js";
import { readSeen } from "./page.js";

/**
 * @typedef {object} Answer
 * @property {string | null} refusal why the laptop does not take the tap; null when it is recorded
 * @property {AnsweredPage | null} page the phone's page after the tap
 *
 * @typedef {object} AnsweredPage
 * @property {string} html
 * @property {number} seen the newest event that it knows of; 0 when the answer is no page of the phone
 *
 * @typedef {object} SendOptions
 * @property {number} age of the tap, in ms
 * @property {() => boolean} isLast whether no other tap waits, so that the page is worth fetching
 * @property {number} [known] how much this phone knows of the tap's game
 * @property {(page: Document) => Promise<boolean>} [takeIn] learns from a page, and returns whether a tap that this page
 *   refuses is worth another try
 * @property {AbortSignal} signal
 */

const HEADERS = { "HX-Request": "true", "X-Outbox": "1" };
const REFUSED = [403, 409];

/** @returns {NodeListOf<HTMLInputElement>} */
function tokenFields() {
  return document.querySelectorAll("input[name=csrfmiddlewaretoken]");
}

/**
 * @param {import("./state.js").Tap} tap
 * @param {SendOptions} options
 * @returns {Promise<Answer>}
 */
export async function sendTap(tap, { age, isLast, signal, known = 0, takeIn = async () => false }) {
  const answer = await postForm(tap.action, { ...tap.fields, age, known }, signal);
  if (answer.status === 204)
    return { refusal: null, page: isLast() ? await fetchPage(tap.fields.asked, signal) : null };
  const page = readPage(await answer.text());
  if (answer.ok && page.seen) return { refusal: null, page };
  if (await takeIn(parsePage(page.html))) throw new Error("the laptop has only now got the hands before");
  const refusal =
    REFUSED.includes(answer.status) && !answer.headers.has("Retry-After") && refusalIn(parsePage(page.html));
  if (!refusal) throw new Error(`status ${answer.status}, neither recorded nor refused`);
  return { refusal, page };
}

/**
 * Post a form as the page's own forms do. Fails unless the laptop itself answers.
 *
 * @param {string} action
 * @param {Record<string, string | number>} fields
 * @param {AbortSignal} signal
 */
export async function postForm(action, fields, signal) {
  const body = new URLSearchParams({ csrfmiddlewaretoken: tokenFields()[0].value });
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
  const answer = await fetch(action, { method: "POST", body, headers: HEADERS, signal });
  if (answer.headers.has("X-Token")) {
    await renewToken(signal);
    throw new Error("the page's token was too old");
  }
  if (!answer.headers.has("X-Night")) throw new Error(`status ${answer.status}, and not from the laptop`);
  return answer;
}

/**
 * @param {string} html
 * @returns {AnsweredPage}
 */
function readPage(html) {
  return { html, seen: readSeen(parsePage(html)) };
}

/**
 * @param {string | number} game an earlier game, or empty for the one being played
 * @param {AbortSignal} signal
 */
async function fetchPage(game, signal) {
  const answer = await fetch(game ? `?game=${game}` : location.pathname, { headers: HEADERS, signal });
  const page = readPage(await answer.text());
  if (!answer.ok || !page.seen) throw new Error("no page of the phone");
  return page;
}

/** @param {AbortSignal} signal */
async function renewToken(signal) {
  const answer = await fetch(location.pathname, { signal });
  const page = parsePage(await answer.text());
  const fresh = /** @type {HTMLInputElement | null} */ (page.querySelector("input[name=csrfmiddlewaretoken]"));
  if (fresh) for (const field of tokenFields()) field.value = fresh.value;
}
