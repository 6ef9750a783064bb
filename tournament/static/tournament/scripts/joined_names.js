// @ts-check
/** Names that came by phone: the button says how many it removes. */

const button = document.querySelector("[data-removes]");

function count() {
  if (!(button instanceof HTMLButtonElement)) return;
  const checked = document.querySelectorAll('.joined [name="entry"]:checked').length;
  const names = checked === 1 ? "this name" : checked ? `these ${checked} names` : "the checked names";
  button.textContent = `Remove ${names}`;
  button.disabled = checked === 0;
}

document.addEventListener("change", count);
addEventListener("pageshow", count); // a browser may have checked boxes again
count();
