// The bell's sound and shake; looking again after a phone slept, or missed a page. Pages work without this.
(() => {
  const ratios = [1, 2, 2.4, 3, 4];
  const hall = document.body.classList.contains("screen");  // the big screen rings loudest, and longest
  const strikes = hall ? [0, 0.9, 1.8, 2.7, 3.6, 4.5] : [0, 0.6, 1.2];
  let audio = null, allowed = false, hush = 0;

  // After some seconds sound sleeps: all night it would cost a phone its battery.
  const wake = async () => {
    clearTimeout(hush);
    hush = setTimeout(() => audio.suspend(), 8000);
    await audio.resume();
  };

  // Browsers allow sound and shaking only after a tap or a key; once is enough.
  ["pointerdown", "keydown"].forEach((touch) => addEventListener(touch, () => {
    const Audio = window.AudioContext || window.webkitAudioContext;
    audio = audio || (Audio && new Audio());
    if (audio && !allowed) wake().then(() => { allowed = true; });
  }));

  // A struck bell: five sines that fade, the higher ones sooner.
  const strike = (at) => ratios.forEach((ratio, i) => {
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
    if (audio && navigator.vibrate) navigator.vibrate([300, 150, 300, 150, 600]);
    if (audio && allowed) wake().then(() => strikes.forEach((wait) => strike(audio.currentTime + wait)));
  });

  window.look = () => window.htmx?.trigger(document.body, "wake");
  document.addEventListener("visibilitychange", () => document.hidden || look());
  addEventListener("online", look);

  // A page that comes while a button is pressed would take the tap away: it comes afterwards.
  const release = () => { look.held = 0; document.dispatchEvent(new Event("queue")); };
  const hold = (most) => { clearTimeout(look.held); look.held = setTimeout(release, most); };
  addEventListener("pointerdown", ({target}) => target.closest("a, button, label, summary") && hold(3000));
  ["pointerup", "pointercancel"].forEach((end) => addEventListener(end, () => look.held && hold(100)));
  const looks = ({requestConfig: {elt}}) => elt.matches("[hx-trigger*=wake]");
  const came = ({xhr, target}) => xhr.response.includes(`id="${target.id}"`);
  document.addEventListener("htmx:beforeSwap", ({detail}) => {
    const waits = look.held && looks(detail);
    if (waits) document.addEventListener("queue", look, {once: true});
    if (waits || !came(detail)) detail.shouldSwap = false;
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

  // Of a tap and a look on their way together, the first answer takes away the page that the second was for.
  document.addEventListener("htmx:beforeSend", ({detail: {xhr, target, requestConfig}}) => {
    let lost = false;
    xhr.addEventListener("readystatechange", () => { lost = xhr.readyState === 4 && !target.isConnected; });
    xhr.addEventListener("load", () => {
      if (!lost || target.id !== "page") return;
      if (requestConfig.elt.isConnected || !came({xhr, target}) || window.queue?.asks?.()) look();
      else htmx.swap("#page", xhr.response, {swapStyle: "outerHTML"});
    });
  });

  // Who looks and gets no page (none comes, or a guest Wi-Fi's own) looks again; who taps is told.
  document.addEventListener("htmx:afterRequest", ({detail}) => {
    const lost = detail.xhr.status !== 204 && !came(detail), line = document.getElementById("sent") || {};
    if (looks(detail)) { clearTimeout(look.again); look.again = lost && setTimeout(look, 2000); }
    if (!lost) line.textContent = "";
    else if (detail.requestConfig.verb === "post") line.textContent = "Not sent: the laptop cannot be reached. Tap again.";
  });
})();
