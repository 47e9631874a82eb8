// The order of a deck by dragging: the list is put into the new order and sent; the buttons beside
// each card do the same one place at a time, without a script.
"use strict";
(() => {
  let dragged = null;
  const spots = (list) => [...list.querySelectorAll("[data-spot]")];
  const clear = () => {
    for (const one of document.querySelectorAll("[data-spot]")) one.classList.remove("is-over", "is-dragged");
  };
  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.("[data-spot]");
    if (!dragged) return;
    dragged.classList.add("is-dragged");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", "card");
  });
  document.addEventListener("dragover", (event) => {
    const over = event.target.closest?.("[data-spot]");
    if (!dragged || !over || over.parentElement !== dragged.parentElement) return;
    event.preventDefault();
    clear();
    dragged.classList.add("is-dragged");
    over.classList.add("is-over");
  });
  document.addEventListener("drop", (event) => {
    const over = event.target.closest?.("[data-spot]");
    if (!dragged || !over || over === dragged || over.parentElement !== dragged.parentElement) return;
    event.preventDefault();
    const list = over.parentElement;
    const all = spots(list);
    if (all.indexOf(dragged) < all.indexOf(over)) over.after(dragged);
    else over.before(dragged);
    list.closest("form").requestSubmit();
  });
  document.addEventListener("dragend", () => {
    clear();
    dragged = null;
  });
})();
