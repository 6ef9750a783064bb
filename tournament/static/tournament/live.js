// The bell's sound and shake; looking again after a phone slept, or missed a page.
(() => {
  const hall = document.body.classList.contains("screen");  // the big screen rings loudest, and longest
  const strikes = hall ? [0, 0.9, 1.8, 2.7, 3.6, 4.5] : [0, 0.6, 1.2];
  let audio = null, allowed = false, hush = 0;

  // Sound sleeps after some seconds: all night it would cost a battery.
  const wake = async () => {
    clearTimeout(hush);
    hush = setTimeout(() => audio.suspend(), 8000);
    await audio.resume();
  };

  // Browsers allow sound and shaking only after a tap or a key; once is enough.
  ["pointerdown", "keydown"].forEach((touch) => addEventListener(touch, () => {
    const Audio = window.AudioContext || window.webkitAudioContext;
    audio ||= Audio && new Audio();
    if (audio && !allowed) wake().then(() => { allowed = true; });
  }));

  // A struck bell: sines that fade, the higher ones sooner.
  const strike = (at) => [1, 2, 2.4, 3, 4].forEach((ratio, i) => {
    const tone = audio.createOscillator(), level = audio.createGain();
    tone.frequency.value = 520 * ratio;
    level.gain.setValueAtTime((hall ? 0.43 : 0.3) / (i + 1), at);
    level.gain.exponentialRampToValueAtTime(0.0001, at + 2.4 / (1 + i / 2));
    tone.connect(level).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 2.5);
  });

  // Each thing once, though a stream that began anew repeats it. "bell" is everybody's, "bell-12" that of one phone.
  const told = {};
  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    const {type, lastEventId} = event.detail;
    if (lastEventId - told[type] <= 0) return event.preventDefault();
    told[type] = lastEventId;
    if (/^(un)?bell/.test(type)) document.getElementById("soon").textContent = "";
    if (!type.startsWith("bell")) return;
    if (audio) navigator.vibrate?.([300, 150, 300, 150, 600]);
    if (audio && allowed) wake().then(() => strikes.forEach((wait) => strike(audio.currentTime + wait)));
  });

  window.look = () => window.htmx?.trigger(document.body, "wake");
  look.ours = (xhr) => xhr.getResponseHeader("X-Night"); // not a guest Wi-Fi's own page
  look.problem = (html) => new DOMParser().parseFromString(html, "text/html").querySelector(".problem p")?.textContent;
  document.addEventListener("visibilitychange", () => document.hidden || look());
  addEventListener("online", look);

  // A page that comes while a button is pressed would take the tap away: it waits.
  const release = () => { look.held = 0; document.dispatchEvent(new Event("queue")); };
  const hold = (most) => { clearTimeout(look.held); look.held = setTimeout(release, most); };
  addEventListener("pointerdown", ({target}) => target.closest("a, button, label, summary") && hold(3000));
  ["pointerup", "pointercancel"].forEach((end) => addEventListener(end, () => look.held && hold(100)));
  const looks = ({requestConfig: {elt}}) => elt.matches("[hx-trigger*=wake]");
  const has = ({xhr, target}) => look.ours(xhr) && [200, 409].includes(xhr.status) && xhr.response.includes(`id="${target.id}"`);
  document.addEventListener("htmx:beforeSwap", ({detail}) => {
    const waits = look.held && looks(detail);
    if (waits) document.addEventListener("queue", look, {once: true});
    if (waits || !has(detail)) detail.shouldSwap = false;
  });

  // A second tap on a whole page's form sends nothing, unless the first came to nothing.
  let sent = new WeakMap();
  document.addEventListener("submit", (event) => {
    const form = event.target, now = Date.now();
    if (event.defaultPrevented || form.method !== "post") return;
    if (now < sent.get(form) + 3000) event.preventDefault();
    else sent.set(form, now);
  });

  // A browser keeps pages that were left, and their streams: after six no page would load.
  let line = null;
  document.addEventListener("htmx:sseOpen", ({detail}) => { line = detail.source; });
  addEventListener("pagehide", () => line && line.close());
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    sent = new WeakMap();
    if (line) line.onerror(event); // it is closed: the extension opens another
    look();
  });

  // A look without a page is made again; of a tap it is said, or why it was refused. Of a tap and a look on their way
  // together, the first answer takes away the page of the second.
  document.addEventListener("htmx:beforeSend", ({detail}) => {
    const {xhr, target, requestConfig: {elt, verb}} = detail, note = document.getElementById("sent") || {};
    let gone = false;
    xhr.addEventListener("readystatechange", () => { gone = xhr.readyState === 4 && !target.isConnected; });
    xhr.addEventListener("loadend", () => {
      const ours = look.ours(xhr);
      if (looks(detail)) { clearTimeout(look.again); look.again = !ours && setTimeout(look, 2000); }
      if (ours && xhr.status !== 204) note.textContent = has(detail) ? "" : look.problem(xhr.response);
      else if (!ours && verb === "post") note.textContent = "Not sent: the laptop cannot be reached. Try again.";
      if (!gone || target.id !== "page") return;
      if (elt.isConnected || !has(detail) || window.queue?.asks?.()) look();
      else htmx.swap("#page", xhr.response, {swapStyle: "outerHTML"});
    });
  });
})();
