// @ts-check
/** Ignores a second tap on the bar's buttons: by then another button may stand there, such as the bell for Start. */

const DOUBLE_TAP = 700; // ms
const TAPPED = "tally-bar-tapped"; // kept over the new page that the first tap leads to

document.addEventListener(
  "click",
  (event) => {
    if (!(event.target instanceof Element) || !event.target.closest(".next :is(button, .button)")) return;
    const since = Date.now() - Number(sessionStorage.getItem(TAPPED));
    if (since >= 0 && since < DOUBLE_TAP) {
      event.preventDefault();
      event.stopPropagation();
    } else sessionStorage.setItem(TAPPED, String(Date.now()));
  },
  true,
);
