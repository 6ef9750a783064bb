// @ts-check
/** Names that came by phone: the button says how many it removes. */

const button = document.querySelector("[data-removes]");

function count() {
  if (!(button instanceof HTMLButtonElement)) return;
  const ticked = document.querySelectorAll('.joined [name="entry"]:checked').length;
  const names = ticked === 1 ? "this name" : ticked ? `these ${ticked} names` : "the ticked names";
  button.textContent = `Remove ${names}`;
  button.disabled = ticked === 0;
}

document.addEventListener("change", count);
addEventListener("pageshow", count); // a browser may have ticked boxes again
count();
