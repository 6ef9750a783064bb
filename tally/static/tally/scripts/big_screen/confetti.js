// @ts-check
/** Confetti over the whole screen for a few seconds; none for people who prefer less motion. */

const PIECES = 260;
const SECONDS = 6;
const GRAVITY = 0.32; // screen heights a second, each second

/** @param {CSSStyleDeclaration} style */
function colors(style) {
  return ["--us", "--them", "--warn", "--marked", "--text"].map((name) => style.getPropertyValue(name).trim());
}

/** @param {string[]} palette */
function piece(palette) {
  const fromLeft = Math.random() < 0.5;
  return {
    x: fromLeft ? 0 : 1, // from the two lower corners, in parts of the screen
    y: 1,
    across: (fromLeft ? 1 : -1) * (0.05 + Math.random() * 0.4),
    up: 0.35 + Math.random() * 0.5,
    turn: Math.random() * Math.PI,
    turns: (Math.random() - 0.5) * 12,
    size: 0.012 + Math.random() * 0.012,
    color: palette[Math.floor(Math.random() * palette.length)],
  };
}

/** Throw it once. */
export function confetti() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) return;
  canvas.className = "confetti";
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  canvas.setAttribute("aria-hidden", "true");
  document.body.append(canvas);
  const palette = colors(getComputedStyle(document.documentElement));
  const pieces = Array.from({ length: PIECES }, () => piece(palette));
  const begin = performance.now();

  /** @param {number} now */
  function draw(now) {
    const t = (now - begin) / 1000;
    context?.clearRect(0, 0, canvas.width, canvas.height);
    for (const { x, y, across, up, turn, turns, size, color } of pieces) {
      const height = size * canvas.height;
      context?.save();
      context?.translate((x + across * t) * canvas.width, (y - up * t + (GRAVITY * t * t) / 2) * canvas.height);
      context?.rotate(turn + turns * t);
      if (context) context.fillStyle = color;
      context?.fillRect(-height / 2, -height / 4, height, (height / 2) * Math.cos(turns * t));
      context?.restore();
    }
    if (t < SECONDS) requestAnimationFrame(draw);
    else canvas.remove();
  }
  requestAnimationFrame(draw);
}
