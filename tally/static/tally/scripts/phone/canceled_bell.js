// @ts-check
/** Takes "Bell canceled, keep playing" off the phone once the game that goes on is over. */

import { page } from "../outbox/page.js";

let game = page().dataset.game;

document.addEventListener("htmx:afterSwap", () => {
  if (page().dataset.game !== game) document.querySelector(".bell[role=alert] > .brief")?.remove();
  game = page().dataset.game;
});
