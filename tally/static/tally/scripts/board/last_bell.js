// @ts-check
/** Takes the announced bell away once its game is over or the next one has started, and a canceled bell soon after. */

const BRIEF = 9000; // ms; as long as phones show the bell

const live = document.querySelector(".bell[role=alert]");
const isRung = () => Boolean(document.querySelector("#board[data-rung]"));
let wasRung = isRung();

document.addEventListener("htmx:afterSwap", () => {
  const text = live?.firstElementChild;
  if (wasRung && !isRung()) setTimeout(() => text?.remove(), text?.matches(".brief") ? BRIEF : 0);
  wasRung = isRung();
});
