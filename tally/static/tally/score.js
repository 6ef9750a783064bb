// Paints what was told and is not on the page yet: score, next hand, dealer; and asks second taps.
(() => {
  const {page, unsent, fresh} = queue;
  let asked = null, bid = null, undone = 0, timer = 0; // what is under a question; the last bid; when Undo was tapped

  // Where this table is: what the page says, and what was told since.
  const state = () => {
    const at = document.getElementById("away");
    if (!at) return null;
    const {game, ours, theirs, last, told} = at.dataset, shown = told.split(",").map(Number);
    const back = queue.gone().filter(({data}) => data.game === game && shown.includes(data.hand));
    const there = shown.filter((number) => !back.some(({data}) => data.hand === number));
    const mine = queue.told().filter(({data}) => data.game === game && !there.includes(data.hand));
    const sum = (side, start) => [...mine, ...back].reduce((all, one) => all + (one.said ? one[side] : -one[side]), +start);
    let next = 1;
    while ([...there, ...mine.map((one) => one.data.hand)].includes(next)) next += 1;
    if (last && next > Number(last)) next = 0;
    return {...at.dataset, next, score: [sum("ours", ours), sum("theirs", theirs)], template: at};
  };

  const words = (all, seconds) => {
    if (seconds <= 1.5 && !queue.away()) return `… ${all.at(-1).said || "Undo"}`;
    const sent = `this phone, ${all.length} not sent${seconds > 60 ? " for a minute. Is the Wi-Fi on?" : "."}`;
    return queue.saved() ? `Saved on ${sent} Keep playing.` : `Not saved on ${sent} Stay on this page.`;
  };

  const paint = () => {
    const all = unsent(), now = asked ? null : state(), seconds = all.length && (Date.now() - all[0].at) / 1000;
    clearTimeout(timer);
    if (all.length) timer = setTimeout(paint, 1000);
    if (asked || !(all.length || page().dataset.painted)) return;
    page().dataset.painted = true;
    const line = page().querySelector(".tail .said") || document.getElementById("sent");
    const said = all.length ? words(all, seconds) : "";
    if (line.textContent !== said) line.textContent = said;
    line.classList.toggle("error", seconds > 60);
    if (!now) return;
    page().querySelector(".seatcard")?.replaceWith(now.template.content.cloneNode(true));
    page().querySelectorAll(".score b").forEach((b, side) => { b.textContent = String(now.score[side]).replace("-", "−"); });
    page().querySelector(":scope > .said").textContent = now.next
      ? `Hand ${now.next}${now.last ? ` of ${now.last}` : ""}: ${now.dealers.split("|")[(now.next - 1) % 4]}`
      : "All hands are told. Agree when you are back.";
    page().querySelectorAll(":scope > .calls").forEach((form) => { form.style.visibility = now.next ? "" : "hidden"; });
    if (page().querySelector("[name=undo]") || !all.length) return;
    page().querySelector(".tail nav").insertAdjacentHTML("beforeend", '<button class="plain" name="undo">Undo</button>');
  };

  // A second tap is asked here; what happens meanwhile takes the question away no more than on a page of its own.
  const under = () => asked ? asked.under : [...page().childNodes]; // the page itself, also while a question stands
  const ask = (content, button, now = state()) => {
    asked = {...now, under: under(), button};
    page().replaceChildren(content);
  };
  const answered = () => {
    const {under, button} = asked;
    asked = null;
    page().replaceChildren(...under);
    document.dispatchEvent(new Event("queue")); // shows a page that came meanwhile
    return button;
  };
  queue.asks = () => asked;
  const tell = (button, {game, next, action, ...now}, alone) => {
    const [ours, theirs] = button.dataset.points.split(" ").map(Number);
    const said = `Hand ${next}: ${[...button.children].map((part) => part.textContent.trim()).join(", ")}`;
    const data = {game, hand: next, result: button.value, key: fresh(), alone_by: alone || "", asked: now.asked};
    queue.add({action, ours, theirs, said, data});
    const calls = page().querySelectorAll(":scope > .calls"); // its buttons settle anew, against double taps
    calls.forEach((form) => form.replaceWith(form.cloneNode(true)));
    htmx.process(page());
  };
  const bids = (button) => {
    const found = document.getElementById(`second-${button.form.dataset.us}-${button.value}`);
    if (found) ask(found.content.cloneNode(true), button);
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button"), now = asked || state();
    if (!button || !now || !page().contains(button)) return;
    if (button.name === "bid") bid = button;
    const who = button.name === "result" && "alone" in button.dataset
      && under().find((node) => node.id === `who-${button.value.split(":")[0]}`);
    if (asked && button.name === "back") { answered(); look(); }
    else if (asked && button.name === "alone_by") tell(answered(), now, button.value);
    else if (who) { if (asked) answered(); ask(who.content.cloneNode(true), button, now); }
    else if (button.name === "result") { if (asked) answered(); tell(button, now); }
    else if (button.name === "bid" && (queue.away() || queue.told().length)) bids(button);
    else if (button.name === "undo" && queue.told().length) {
      if (Date.now() - undone > 700) { undone = Date.now(); queue.undo(now.undo); }
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("htmx:afterRequest", ({detail: {xhr, requestConfig: {elt}}}) => {
    if (!asked && elt.matches(".bids") && !queue.seen(xhr.response)) bids(bid);
  });
  document.addEventListener("htmx:beforeSwap", (event) => { if (asked) event.detail.shouldSwap = false; });
  ["htmx:afterSwap", "queue"].forEach((what) => document.addEventListener(what, paint));
  paint();
})();
