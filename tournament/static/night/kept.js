// What was sent: its answer is the page, if nothing newer is shown; when no question stands and no button is pressed.
// What was not taken, or was told for the player of another card, stays in view until it was read.
(() => {
  const page = () => document.getElementById("page");
  const seen = (html) => Number((/name="seen" value="(\d+)"/.exec(html) || [])[1] || 0);
  let newest = null;
  const swap = () => {
    if (!newest || queue.asks?.() || look.held) return;
    const {item, html} = newest;
    newest = null;
    if (seen(html) < seen(page().innerHTML)) return;
    htmx.swap("#page", html, {swapStyle: "outerHTML"});
    const line = page().querySelector(".tail .said");
    if (line && Date.now() - item.at > 1500) line.textContent = line.textContent.replace(/^✓ /, "✓ Sent. ");
  };
  document.addEventListener("sent", ({detail}) => {
    (page().kept ||= []).push(detail.item); // not on this page yet
    if (detail.html !== "kept" && seen(detail.html) >= seen(newest ? newest.html : "")) newest = detail;
    swap();
  });
  ["queue", "released"].forEach((free) => document.addEventListener(free, swap));

  // What was told for somebody whose card this phone has no more is not sent for its player of now.
  const others = () => Object.keys(localStorage).filter((name) => name.startsWith(queue.here) && name !== queue.place());
  const gather = (place, refused = "This phone plays for somebody else now. Tell the organizer.") => {
    const left = JSON.parse(localStorage.getItem(place)).map((one) => ({refused, ...one}));
    localStorage.removeItem(place);
    queue.take(left);
  };
  try { others().forEach((place) => gather(place)); } catch { /* this phone may keep nothing */ }

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
