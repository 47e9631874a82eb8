// An order by dragging, with a mouse, a finger or a pen: a list is taken by the grip of a spot, put
// into the new order and sent. The buttons beside each spot do the same one place at a time, without
// a script and by keyboard.
"use strict";
(() => {
  const EDGE = 48;
  let dragged = null;
  let over = null;

  const spots = (list) => [...list.querySelectorAll("[data-spot]")];
  const mark = (spot) => {
    if (over === spot) return;
    over?.classList.remove("is-over");
    over = spot;
    over?.classList.add("is-over");
  };
  const end = () => {
    mark(null);
    dragged?.classList.remove("is-dragged");
    dragged = null;
  };

  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.("[data-grip]");
    if (!grip || event.button > 0) return;
    dragged = grip.closest("[data-spot]");
    dragged.classList.add("is-dragged");
    grip.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  document.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    if (event.clientY < EDGE) window.scrollBy(0, -EDGE / 4);
    else if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, EDGE / 4);
    const spot = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]");
    if (!spot || spot.parentElement !== dragged.parentElement) return;
    mark(spot === dragged ? null : spot);
  });
  document.addEventListener("pointerup", () => {
    if (!dragged) return;
    const list = dragged.parentElement;
    const [from, to] = [dragged, over];
    end();
    if (!to) return;
    const all = spots(list);
    if (all.indexOf(from) < all.indexOf(to)) to.after(from);
    else to.before(from);
    list.closest("form").requestSubmit();
  });
  document.addEventListener("pointercancel", end);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && dragged) end();
  });
})();
