// @ts-check
/** Shows the buttons that share a link by the device's own apps, where the browser can: it cannot on plain http. */

function showButtons() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) {
    button.hidden = !("share" in navigator);
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-share]") : null;
  if (!(button instanceof HTMLElement)) return;
  const url = new URL(button.dataset.share ?? "", location.href).href;
  try {
    await navigator.share({ title: button.dataset.title, url });
  } catch {
    // Somebody closed the list of apps.
  }
});
document.addEventListener("htmx:afterSettle", showButtons);
showButtons();
