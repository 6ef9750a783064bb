// Passkeys: has the phone or computer make one, or sign in with one, and posts what it answers.
// `webauthnJSON` comes with django-allauth; it turns what the browser calls for into text and back.

/** @type {{ create: (options: object) => Promise<object>, get: (options: object) => Promise<object> }} */
const { create, get } = /** @type {any} */ (window).webauthnJSON;

const CANCELED = "Nothing was done. Try again, or use a code by email.";

/** @param {HTMLFormElement} form */
async function answer(form) {
  if (form.dataset.passkey === "add") {
    const data = JSON.parse(document.getElementById("passkey-options")?.textContent ?? "{}");
    const options = data.creation_options;
    options.publicKey.authenticatorSelection = {
      ...options.publicKey.authenticatorSelection,
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    };
    return create(options);
  }
  const response = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!response.ok) {
    throw new Error("no challenge");
  }
  return get((await response.json()).request_options);
}

/** @param {HTMLFormElement} form */
function prepare(form) {
  const problem = /** @type {HTMLElement} */ (form.querySelector("[data-passkey-problem]"));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("credential"));
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    try {
      field.value = JSON.stringify(await answer(form));
    } catch {
      problem.textContent = CANCELED;
      problem.hidden = false;
      return;
    }
    form.submit();
  });
}

if (window.PublicKeyCredential && window.isSecureContext) {
  for (const note of document.querySelectorAll("[data-no-passkeys]")) {
    note.remove();
  }
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    prepare(/** @type {HTMLFormElement} */ (form));
  }
}
