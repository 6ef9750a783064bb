// @ts-check
/** The big screen: turns its panels by itself, pauses on demand, follows a presenter's remote, and asks for sound once. */

import { refresh } from "../../../tournament/scripts/refresh.js";

const TICK = 250; // ms
const SLEPT = 15_000; // ms between two ticks, after which the laptop must have slept

/** @type {Record<string, number>} a presenter's remote sends the page keys; 0 is pause */
const KEYS = { " ": 0, ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** The part that is swapped. */
function screen() {
  return element("screen");
}

/** @returns {HTMLElement[]} */
function panels() {
  return [...screen().querySelectorAll(".panel")].map((panel) => /** @type {HTMLElement} */ (panel));
}

let panel = Math.max(
  0,
  panels().findIndex(({ hidden }) => !hidden),
);
let scene = screen().dataset.scene;
let isPaused = false;
let turnsAt = 0;
let refreshesAt = 0;
let lastTick = Date.now();

function showPanel() {
  const all = panels();
  panel = (panel + all.length) % all.length;
  all.forEach((one, i) => {
    one.hidden = i !== panel;
  });
  element("turn").hidden = all.length < 2;
  element("count").textContent = `${panel + 1} of ${all.length}`;
}

/** @param {number} step */
function turn(step) {
  panel += step;
  turnsAt = Date.now() + 1000 * Number(screen().dataset.seconds);
  showPanel();
}

/** New text for the same scene does not turn the panel that somebody is reading. */
function onNewContent() {
  const { dataset } = screen();
  const isSameScene = dataset.scene === scene;
  scene = dataset.scene;
  refreshesAt = dataset.again ? Date.now() + Number(dataset.again) : 0;
  if (isSameScene) showPanel();
  else turn(-panel);
}

function tick() {
  const now = Date.now();
  if (refreshesAt && now >= refreshesAt) {
    refreshesAt = 0;
    refresh();
  } else if (now - lastTick > SLEPT) {
    refresh();
  }
  lastTick = now;
  if (!isPaused && now >= turnsAt) turn(1);
}

function togglePause() {
  isPaused = !isPaused;
  element("pause").setAttribute("aria-pressed", String(isPaused));
  turn(0);
}

function hideSoundButton() {
  element("sound").hidden = true;
}

addEventListener("keydown", (event) => {
  const isButton = event.target instanceof Element && event.target.closest("button");
  if (!(event.key in KEYS) || (event.key === " " && isButton)) return;
  event.preventDefault();
  const step = KEYS[event.key];
  const reveal = document.getElementById("reveal");
  if (reveal && step >= 0) reveal.click();
  else if (step) turn(step);
  else togglePause();
});
element("pause").addEventListener("click", togglePause);
element("sound").hidden = !(window.AudioContext ?? window.webkitAudioContext);
addEventListener("pointerdown", hideSoundButton);
addEventListener("keydown", hideSoundButton);
document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target instanceof Element && target.id === "screen") onNewContent();
});

onNewContent();
turn(0);
setInterval(tick, TICK);
