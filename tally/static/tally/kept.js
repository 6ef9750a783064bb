// What was sent: its answer is the page, if none newer is shown, when no question stands and no button is pressed. What
// was not taken, or was told for the player of another card, stays in view until it was read.
(() => {
  const {page} = queue, kept = [];
  let newest = null;

  // What was sent counts until a page comes that knows it; what was told, unless it is taken back.
  const all = () => [...kept.filter((one) => !(one.seen <= queue.seen(page().innerHTML))), ...queue.unsent()];
  queue.gone = () => all().filter((one) => !one.said);
  queue.told = () => all().filter(({said, data}) => said && !queue.gone().some((one) => one.data.key === data.key));

  const swap = () => {
    if (!newest || queue.asks?.() || look.held) return;
    const {item, html} = newest;
    newest = null;
    if (queue.seen(html) < queue.seen(page().innerHTML)) return;
    htmx.swap("#page", html, {swapStyle: "outerHTML"});
    const line = page().querySelector(".tail .said");
    if (line && Date.now() - item.at > 1500) line.textContent = line.textContent.replace(/^✓ /, "✓ Sent. ");
  };
  queue.sent = (item, html, ok) => {
    const seen = queue.seen(html);
    if (ok) kept.push(item);
    if (seen) kept.forEach((one) => { one.seen ||= seen; });
    newest = ok && seen && {item, html};
    swap();
  };
  document.addEventListener("queue", swap);

  // What was told for somebody whose card this phone has no more is not sent for its player of now.
  const refused = "This phone plays for somebody else now. Tell the organizer.";
  try {
    for (const place of Object.keys(localStorage)) {
      if (!place.startsWith(queue.here) || place === queue.place()) continue;
      const left = JSON.parse(localStorage.getItem(place));
      localStorage.removeItem(place);
      queue.take(left.map((one) => ({refused, ...one})));
    }
  } catch { /* this phone may keep nothing */ }

  const show = () => {
    const box = document.getElementById("kept"), closed = "closed" in page().dataset;
    for (const one of queue.items().filter((item) => closed || item.refused)) {
      if (!document.getElementById(one.id)) {
        const why = one.refused || "The night was closed before this phone could send it. Tell the organizer.";
        box.insertAdjacentHTML("beforeend", `<div class="problem" id="${one.id}"><p></p><button class="plain">Dismiss</button></div>`);
        const div = box.lastChild;
        div.firstChild.textContent = `Not saved: ${one.said || "Undo"}. ${why}`;
        div.lastChild.addEventListener("click", () => { div.remove(); queue.drop(one.id); });
      }
      if (closed) queue.drop(one.id);
    }
  };
  document.addEventListener("queue", show);
  document.addEventListener("htmx:afterSwap", show);
  show();
})();
