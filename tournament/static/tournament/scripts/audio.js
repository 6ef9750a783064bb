// @ts-check
/** Sound without sound files: allowed by the browser after one tap or key, asleep when unused, mutable for good. */

const SLEEP_AFTER = 8000; // ms; sound that stays on all night empties the battery

/** @type {AudioContext | null} */
let audio = null;
let isAllowed = false;
let sleepTimer = 0;

/** Whether somebody has touched this page, so that it may sound and shake. */
export function isTouched() {
  return audio !== null;
}

export function isMuted() {
  try {
    return localStorage.getItem("muted") === "yes";
  } catch {
    return false; // storage unavailable: never muted
  }
}

/** @param {boolean} muted */
export function mute(muted) {
  try {
    localStorage.setItem("muted", muted ? "yes" : "no");
  } catch {
    // storage unavailable: ignore
  }
}

/** @param {AudioContext} context */
async function wake(context) {
  clearTimeout(sleepTimer);
  sleepTimer = setTimeout(() => context.suspend(), SLEEP_AFTER);
  await context.resume();
}

/**
 * Play, if the browser allows it and nobody has muted this one.
 *
 * @param {(context: AudioContext, now: number) => void} sounds
 */
export async function play(sounds) {
  if (!audio || !isAllowed || isMuted()) return;
  await wake(audio);
  sounds(audio, audio.currentTime);
}

/**
 * One tone that fades.
 *
 * @param {AudioContext} context
 * @param {{at: number, pitch: number, loudness: number, seconds: number, shape?: OscillatorType}} tone pitch in hertz
 */
export function fadingTone(context, { at, pitch, loudness, seconds, shape = "sine" }) {
  const tone = context.createOscillator();
  const level = context.createGain();
  tone.type = shape;
  tone.frequency.value = pitch;
  level.gain.setValueAtTime(loudness, at);
  level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  tone.connect(level).connect(context.destination);
  tone.start(at);
  tone.stop(at + seconds + 0.1);
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
