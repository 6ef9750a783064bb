// @ts-check
/**
 * Copies the text beside a button. On plain http there is no clipboard, so all of it is selected first: where the
 * browser does not copy, one tap of its own menu does.
 */

/** @param {HTMLTextAreaElement} text */
async function copy(text) {
  text.focus();
  text.setSelectionRange(0, text.value.length);
  try {
    if (!navigator.clipboard) return document.execCommand("copy");
    await navigator.clipboard.writeText(text.value);
    return true;
  } catch {
    return false; // not allowed: it is selected
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-copy]") : null;
  const part = button?.closest("details");
  const text = part?.querySelector("textarea");
  const status = part?.querySelector("[role=status]");
  if (!text || !status) return;
  status.textContent = (await copy(text)) ? "Copied" : "Now copy it";
});
