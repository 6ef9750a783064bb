// @ts-check
/** Rings the bell: five decaying sine waves and, on phones, a shake. No sound file is loaded. */

const isBigScreen = document.body.classList.contains("screen"); // it rings loudest and longest
const STROKES = isBigScreen ? [0, 0.9, 1.8, 2.7, 3.6, 4.5] : [0, 0.6, 1.2]; // seconds
const LOUDNESS = isBigScreen ? 0.43 : 0.3;
const PITCH = 520; // hertz
const RATIOS = [1, 2, 2.4, 3, 4]; // of a struck bell's partial tones
const SHAKE = [300, 150, 300, 150, 600]; // ms
const SLEEP_AFTER = 8000; // ms; sound that stays on all night empties the battery

/** @type {AudioContext | null} */
let audio = null;
let isAllowed = false;
let sleepTimer = 0;

/** @param {AudioContext} context */
async function wake(context) {
  clearTimeout(sleepTimer);
  sleepTimer = setTimeout(() => context.suspend(), SLEEP_AFTER);
  await context.resume();
}

/**
 * One stroke; the higher tones fade sooner.
 *
 * @param {AudioContext} context
 * @param {number} at seconds on the context's clock
 */
function strike(context, at) {
  RATIOS.forEach((ratio, i) => {
    const tone = context.createOscillator();
    const level = context.createGain();
    tone.frequency.value = PITCH * ratio;
    level.gain.setValueAtTime(LOUDNESS / (i + 1), at);
    level.gain.exponentialRampToValueAtTime(0.0001, at + 2.4 / (1 + i / 2));
    tone.connect(level).connect(context.destination);
    tone.start(at);
    tone.stop(at + 2.5);
  });
}

/** Ring and shake, if the browser allows it. */
export async function ring() {
  if (!audio) return;
  navigator.vibrate?.(SHAKE);
  if (!isAllowed) return;
  await wake(audio);
  for (const delay of STROKES) strike(audio, audio.currentTime + delay);
}

// Browsers allow sound and shaking only after a tap or a key press. One is enough.
for (const touch of ["pointerdown", "keydown"]) {
  addEventListener(touch, async () => {
    const Context = window.AudioContext ?? window.webkitAudioContext;
    if (!audio && Context) audio = new Context();
    if (!audio || isAllowed) return;
    await wake(audio);
    isAllowed = true;
  });
}
