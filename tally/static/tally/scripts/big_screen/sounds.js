// @ts-check
/** What the hall hears besides the bell: the warning, the start of a game, the drum and the fanfare of the reveal. */

import { fadingTone, play } from "../../../tournament/scripts/audio.js";

const C5 = 523; // hertz
const THIRD = 5 / 4;
const FIFTH = 3 / 2;
const ROLL = 3; // seconds
const STROKES = 72; // of the drum in that time

/** The bell comes soon: a wooden block, twice. */
export function warn() {
  return play((context, now) => {
    for (const at of [0, 0.35]) {
      for (const pitch of [C5 * 2, C5 * 5.2]) {
        fadingTone(context, { at: now + at, pitch, loudness: 0.35, seconds: 0.22, shape: "triangle" });
      }
    }
  });
}

/** A game starts: three notes that rise. */
export function start() {
  return play((context, now) => {
    [1, THIRD, FIFTH].forEach((step, i) => {
      fadingTone(context, { at: now + i * 0.28, pitch: C5 * step, loudness: 0.4, seconds: 1.1, shape: "triangle" });
    });
  });
}

/** A place is revealed: one short note. */
export function note() {
  return play((context, now) => {
    fadingTone(context, { at: now, pitch: C5 * FIFTH, loudness: 0.3, seconds: 0.7, shape: "triangle" });
  });
}

/** Noise for the snares of a drum. @param {AudioContext} context */
function noise(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 8, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/** The roll of a drum, louder and louder, for as long as 3, 2, 1 takes. */
export function drumRoll() {
  return play((context, now) => {
    const snares = noise(context);
    for (let i = 0; i < STROKES; i += 1) {
      const at = now + (i / STROKES) * ROLL;
      const loudness = 0.06 + 0.3 * (i / STROKES) ** 2;
      const stroke = context.createBufferSource();
      const level = context.createGain();
      stroke.buffer = snares;
      level.gain.setValueAtTime(loudness, at);
      level.gain.exponentialRampToValueAtTime(0.0001, at + 0.09);
      stroke.connect(level).connect(context.destination);
      stroke.start(at);
      fadingTone(context, { at, pitch: 170, loudness: loudness / 2, seconds: 0.08 });
    }
  });
}

/** The winner: a fanfare. */
export function fanfare() {
  return play((context, now) => {
    const notes = [
      [0, 1, 0.3],
      [0.18, 1, 0.3],
      [0.36, 1, 0.3],
      [0.54, THIRD, 0.5],
      [0.9, FIFTH, 0.5],
      [1.26, 2, 2.5],
    ];
    for (const [at, step, seconds] of notes) {
      for (const [octave, loudness] of [
        [1, 0.3],
        [2, 0.12],
        [0.5, 0.2],
      ]) {
        const pitch = C5 * step * octave;
        fadingTone(context, { at: now + at, pitch, loudness, seconds, shape: "sawtooth" });
      }
    }
  });
}
