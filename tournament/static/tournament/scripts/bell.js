// @ts-check
/** Rings the bell: five decaying sine waves and, on phones, a shake. No sound file is loaded. */

import { fadingTone, isTouched, play } from "./audio.js";

const isBigScreen = document.body.classList.contains("screen"); // it rings loudest and longest
const STROKES = isBigScreen ? [0, 0.9, 1.8, 2.7, 3.6, 4.5] : [0, 0.6, 1.2]; // seconds
const LOUDNESS = isBigScreen ? 0.43 : 0.3;
const PITCH = 520; // hertz
const RATIOS = [1, 2, 2.4, 3, 4]; // of a struck bell's partial tones
const SHAKE = [300, 150, 300, 150, 600]; // ms

/**
 * One stroke; the higher tones fade sooner.
 *
 * @param {AudioContext} context
 * @param {number} at seconds on the context's clock
 */
function strike(context, at) {
  RATIOS.forEach((ratio, i) => {
    fadingTone(context, { at, pitch: PITCH * ratio, loudness: LOUDNESS / (i + 1), seconds: 2.4 / (1 + i / 2) });
  });
}

/** Ring and shake, if the browser allows it. */
export async function ring() {
  if (!isTouched()) return;
  navigator.vibrate?.(SHAKE);
  await play((context, now) => {
    for (const delay of STROKES) strike(context, now + delay);
  });
}
