// @ts-check
/** Reads the server's answers. A guest Wi-Fi may answer with a login page of its own; that one must not be taken for ours. */

/**
 * Whether the site itself sent this answer. Every answer of the site below 500 has the header.
 *
 * @param {XMLHttpRequest} xhr
 */
export function isFromSite(xhr) {
  return xhr.getResponseHeader("X-Night") !== null;
}

/**
 * A signal that gives a request up after so many ms. Phones up to iOS 15 have no AbortSignal.timeout.
 *
 * @param {number} ms
 */
export function giveUpAfter(ms) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

/** @param {string} html */
export function parsePage(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

/**
 * Why the site refused, in a sentence for people; empty when the answer gives no reason.
 *
 * @param {Document} answer
 */
export function refusalIn(answer) {
  return answer.querySelector(".problem p")?.textContent ?? "";
}

/**
 * Whether an answer that htmx received holds the part of the page that it was requested for.
 *
 * @param {XMLHttpRequest} xhr
 * @param {Element} target
 */
export function holdsTarget(xhr, target) {
  return (
    isFromSite(xhr) &&
    [200, 400, 409].includes(xhr.status) &&
    parsePage(xhr.response).getElementById(target.id) !== null
  );
}

/** @param {ParentNode} root */
function newestEvent(root) {
  const seen = /** @type {HTMLInputElement | null} */ (root.querySelector("#page > .state[name=seen]"));
  return Number(seen?.value ?? 0);
}

/**
 * Whether the page on the screen knows of events that this answer does not know of yet.
 *
 * @param {XMLHttpRequest} xhr
 */
export function isOutdated(xhr) {
  return newestEvent(parsePage(xhr.response)) < newestEvent(document);
}
