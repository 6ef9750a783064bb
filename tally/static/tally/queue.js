// A tap is kept on this phone, and sent until the laptop has it: nothing is lost while the Wi-Fi is away, and nothing is
// doubled, because every tap has a key.
window.queue = (() => {
  const WAITS = [1, 2, 4, 8, 15], PATIENCE = 5000; // seconds between tries; milliseconds for an answer
  const page = () => document.getElementById("page");
  const here = `queue:${location.pathname}:`, place = () => here + page().dataset.entry;
  const items = () => { try { return memory || JSON.parse(localStorage.getItem(place()) || "[]"); } catch { return []; } };
  const keep = (all) => {
    try {
      all.length ? localStorage.setItem(place(), JSON.stringify(all)) : localStorage.removeItem(place());
      memory = null;
    } catch { memory = all; }
  };
  const change = (id, more) => keep(items().flatMap((one) => one.id !== id ? one : more ? {...one, ...more} : []));
  const unsent = () => items().filter((one) => !one.refused);
  const seen = (html) => Number(/name="seen" value="(\d+)"/.exec(html)?.[1] || 0);
  const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join("");
  const tokens = () => document.querySelectorAll("[name=csrfmiddlewaretoken]");
  const changed = () => document.dispatchEvent(new Event("queue"));
  let timer = 0, tries = 0, sending = null, since = 0, memory = null; // all taps, if this phone's storage takes no more

  const post = async (item) => {
    change(item.id, {tried: 1});
    [sending, since] = [new AbortController(), Date.now()];
    const late = setTimeout(() => sending.abort(), PATIENCE);
    try {
      const body = new URLSearchParams({...item.data, age: Date.now() - item.at, csrfmiddlewaretoken: tokens()[0].value});
      const headers = {"HX-Request": "true", "X-Queue": "1"}, {signal} = sending;
      const answer = await fetch(item.action, {method: "POST", body, headers, signal});
      let html = await answer.text();
      if (html === "kept" && unsent().length < 2) { // its page, after the last one
        html = await (await fetch(item.data.asked ? `?game=${item.data.asked}` : location.pathname, {headers, signal})).text();
      }
      if (answer.ok && html !== "kept" && !seen(html)) throw new Error("a page of the Wi-Fi's own");
      if (answer.headers.has("X-Token")) await newToken(signal);
      return {answer, html};
    } finally {
      clearTimeout(late);
      sending = null;
    }
  };

  const newToken = async (signal) => {
    const found = /name="csrfmiddlewaretoken" value="(\w+)"/.exec(await (await fetch(location.pathname, {signal})).text());
    if (found) tokens().forEach((field) => { field.value = found[1]; });
  };

  // Fails while it is still to be sent.
  const deliver = async (item) => {
    const {answer: {ok, status, headers}, html} = await post(item);
    const final = [403, 409].includes(status) && !headers.has("X-Token") && !headers.has("Retry-After");
    const refused = final && look.problem(html);
    if (!ok && !refused) throw new Error(status);
    change(item.id, refused && {refused});
    queue.sent(item, html, ok);
    if (!ok) look();
  };

  const send = async () => {
    clearTimeout(timer);
    if (sending) return;
    try {
      for (let [item] = unsent(); item; [item] = unsent()) await deliver(item);
      tries = 0;
    } catch {
      timer = setTimeout(send, 1000 * WAITS[Math.min(tries++, WAITS.length - 1)]);
    }
    changed();
  };

  // The Wi-Fi may be back: wait for no lost answer.
  const now = () => {
    tries = 0;
    if (!sending) send();
    else if (Date.now() - since > 1000) sending.abort();
  };
  addEventListener("online", now);
  addEventListener("pageshow", now);
  document.addEventListener("visibilitychange", () => document.hidden || now());
  document.addEventListener("htmx:sseOpen", now);
  document.addEventListener("htmx:afterOnLoad", () => tries && !sending && send());

  return {
    page, items, unsent, seen, fresh, here, place,
    away: () => tries > 0, saved: () => !memory,
    take(left) { keep([...items(), ...left]); },
    add(item) { keep([...items(), {...item, id: fresh(), at: Date.now(), tried: 0}]); changed(); send(); },
    drop(id) { change(id); changed(); },
    // Takes back the newest tap: at once if it never left this phone, else by telling the laptop its key.
    undo(action) {
      const newest = queue.told().at(-1), undone = {...newest, action, said: "", id: fresh()};
      if (items().some((one) => one.id === newest.id)) change(newest.id, newest.tried && undone);
      else keep([...items(), undone]);
      if (memory) try { localStorage.removeItem(place()); } catch { /* nor that */ } // or a reload brings the tap back
      changed(); send();
    },
  };
})();
