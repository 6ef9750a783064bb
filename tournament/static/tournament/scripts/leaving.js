// @ts-check
/**
 * Keeps the page as it is while a form is sent as a whole page.
 *
 * The event that the form causes refreshes the page, and the answer to that may lead elsewhere. The browser would then
 * drop the form's own answer and its cookies.
 */

import { refresh } from "./refresh.js";

const LONGEST_ANSWER = 5000; // ms; a page that is still here then was not left: the answer was a file, or none came

let timer = 0;

function stay() {
  clearTimeout(timer);
  timer = 0;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
  stay();
  timer = setTimeout(() => {
    stay();
    refresh();
  }, LONGEST_ANSWER);
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (timer && event.detail.requestConfig.verb === "get") event.preventDefault();
});
// A page that comes back from the browser's memory is not being left, and it refreshes itself.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) stay();
});
