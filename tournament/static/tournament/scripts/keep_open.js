// @ts-check
/** What somebody unfolded stays open when a new version of a page's part comes in. Each needs an id. */

/** @type {string[]} */
let open = [];

document.addEventListener("htmx:beforeSwap", () => {
  open = [...document.querySelectorAll("details[id][open]")].map(({ id }) => id);
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (!detail.xhr) return; // a live message, which replaces no part
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
});
