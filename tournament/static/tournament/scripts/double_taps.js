// @ts-check
/** Ignores a second tap on a form that is sent as a whole page. It can be sent again after some seconds. */

const DOUBLE_TAP = 3000; // ms

/** @type {WeakMap<HTMLFormElement, number>} when each form was sent */
let sentAt = new WeakMap();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
  const now = Date.now();
  if (now < (sentAt.get(form) ?? -DOUBLE_TAP) + DOUBLE_TAP) event.preventDefault();
  else sentAt.set(form, now);
});

// A page that comes back from the browser's memory was not sent.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) sentAt = new WeakMap();
});
