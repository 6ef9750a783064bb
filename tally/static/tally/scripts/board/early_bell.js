// @ts-check
/** Asks before the bell ends a game that has no hand yet in its first minute: its button may be taken for the start. */

const QUESTION = "No table has a hand or a score yet. End the game now, with no score?";

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || Date.now() >= Number(form.dataset.early ?? 0)) return;
    if (window.confirm(QUESTION)) return;
    event.preventDefault();
    event.stopPropagation(); // it is no first tap for those who count taps
  },
  true,
);
