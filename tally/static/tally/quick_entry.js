// Paper cards by the keyboard alone: Enter goes to the next field, and a row that was left is saved at once.
// What got no answer is sent again; unsaved rows hold the page.
(() => {
  const form = document.getElementById("quick");
  const fields = () => [...form.querySelectorAll("input:not([type=hidden]), select"), document.getElementById("next")];
  const said = (row) => [...row.querySelectorAll("input:not([type=hidden]), select")]
    .map((field) => field.type === "checkbox" ? field.checked : field.value.trim()).join("|");
  const typed = (row) => /[^|]/.test(said(row).replaceAll("false", ""));

  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input, select")) return;
    event.preventDefault();
    const all = fields(), next = all[all.indexOf(event.target) + 1];
    next.focus();
    next.select?.();
  });

  const save = (row) => typed(row) && !row.contains(document.activeElement) && htmx.trigger(row, "save");
  form.addEventListener("focusout", ({target, relatedTarget}) => {
    const row = target.closest("li[hx-post]");
    if (row && !row.contains(relatedTarget)) save(row);
  });
  form.addEventListener("htmx:afterRequest", ({target, detail: {xhr}}) => look.ours(xhr) || setTimeout(save, 2000, target));

  const stay = (event) => [...form.querySelectorAll("li[hx-post]")].some(typed) && event.preventDefault();
  addEventListener("beforeunload", stay);
  form.addEventListener("submit", () => removeEventListener("beforeunload", stay));

  // Typing begins in the first field.
  if (!form.contains(document.activeElement)) (fields()[0] || form).focus();
})();
