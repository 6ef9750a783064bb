// Tests this phone: how soon a live message arrives, and whether taps can be kept. Reports both to the laptop.
(() => {
  const form = document.getElementById("test"), say = (id, words) => { document.getElementById(id).textContent = words; };
  let keeps = true, told = 0, heard = false;
  try { localStorage.setItem("tried", ""); localStorage.removeItem("tried"); } catch { keeps = false; }
  say("keeps", keeps ? "✓ They are kept on this phone, and sent when it is back." : "✗ This browser keeps nothing. Is it a private window?");
  say("live", "Waiting for one …");

  const report = async (more) => {
    const body = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    if (keeps) body.set("keeps", "1");
    const answer = await fetch(form.action, {method: "POST", body}).catch(() => null);
    say("desk", answer?.ok ? "✓ The laptop shows it on the desk now." : "✗ The laptop was not told. Tap the button to try again.");
  };
  document.addEventListener("htmx:sseOpen", () => {
    if (told) return;
    told = performance.now();
    report({});
  });
  document.addEventListener("htmx:sseMessage", (event) => {
    if (heard || !event.detail.type.startsWith("test-")) return;
    heard = true;
    const took = Math.max(1, Math.round(performance.now() - told));
    setTimeout(() => say("live", `✓ They arrive in ${(took / 1000).toFixed(1)} s.`));
    report({live: took, mark: ""}); // its own page hears the first only
  });
  setTimeout(() => { if (!heard) say("live", "✗ None in five seconds. The page still works: follow Refresh to look again."); }, 5000);

  const ring = document.getElementById("ring");
  ring.hidden = false;
  ring.addEventListener("click", () => document.dispatchEvent(new CustomEvent("htmx:sseMessage", {detail: {type: "bell"}})));
})();
