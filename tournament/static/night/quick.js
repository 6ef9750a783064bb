// Paper cards by the keyboard alone: Enter goes to the next field, and a row that was left is saved at once.
// What gets no answer is sent again.
(() => {
  const form = document.getElementById("quick");
  const fields = () => [...form.querySelectorAll("input:not([type=hidden]), select"), document.getElementById("next")];
  const said = (row) => [...row.querySelectorAll("input:not([type=hidden]), select")]
    .map((field) => field.type === "checkbox" ? field.checked : field.value.trim()).join("|");
  const sent = new WeakMap();  // what a row said when it was last sent

  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input, select")) return;
    event.preventDefault();
    const all = fields(), next = all[all.indexOf(event.target) + 1];
    next.focus();
    next.select?.();
  });

  form.addEventListener("focusout", (event) => {
    const row = event.target.closest("li[hx-post]");
    if (!row || row.contains(event.relatedTarget)) return;
    const now = said(row);
    if (!/[^|]/.test(now.replaceAll("false", "")) || now === sent.get(row)) return;
    sent.set(row, now);
    save(row);
  });
  const save = (row) => htmx.trigger(row, "save");
  form.addEventListener("htmx:afterRequest", ({target, detail: {xhr}}) => look.ours(xhr) || setTimeout(save, 2000, target));

  // Typing begins in the first field.
  if (!form.contains(document.activeElement)) (fields()[0] || form).focus();
})();
