// The order of a line-up by hand: a player is dragged to another place, or moved by his buttons. The
// places stay where they are and what is chosen in them moves; the server says what it comes to.
"use strict";
(() => {
  const rows = (list) => [...list.querySelectorAll("[data-place]")];
  const read = (list) => rows(list).map((row) => [...row.querySelectorAll("select")].map((one) => one.value));
  // Beside a player stands what his card lets him play.
  const tell = (row) => {
    row.querySelector("[data-can-of]").textContent = row.querySelector("select").selectedOptions[0]?.dataset.can ?? "";
  };
  const write = (list, nine) => {
    rows(list).forEach((row, at) => {
      row.querySelectorAll("select").forEach((one, which) => {
        one.value = nine[at][which];
      });
      tell(row);
    });
  };

  document.addEventListener("change", (event) => {
    const row = event.target.closest?.("[data-place]");
    if (row) tell(row);
  });

  const move = (list, from, to) => {
    const nine = read(list);
    if (to < 0 || to >= nine.length || from === to) return false;
    nine.splice(to, 0, ...nine.splice(from, 1));
    write(list, nine);
    list.closest("form").dispatchEvent(new CustomEvent("reordered"));
    return true;
  };

  const placeOf = (row) => rows(row.closest("[data-order]")).indexOf(row);

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-move]");
    if (!button) return;
    event.preventDefault();
    const list = button.closest("[data-order]");
    const to = placeOf(button.closest("[data-place]")) + Number(button.dataset.move);
    // The keyboard stays with the player who moved.
    const there = rows(list)[to];
    const next = there.querySelector(`[data-move="${button.dataset.move}"]:not(:disabled)`);
    (next ?? there.querySelector("[data-move]:not(:disabled)")).focus();
    move(list, placeOf(button.closest("[data-place]")), to);
  });

  let dragged = null;
  const clear = () => {
    for (const row of document.querySelectorAll(".pl-place")) row.classList.remove("is-over", "is-dragged");
  };
  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.("[data-place]");
    if (!dragged) return;
    dragged.classList.add("is-dragged");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged.dataset.place);
  });
  document.addEventListener("dragover", (event) => {
    const over = event.target.closest?.("[data-place]");
    if (!dragged || !over || over.closest("[data-order]") !== dragged.closest("[data-order]")) return;
    event.preventDefault();
    clear();
    dragged.classList.add("is-dragged");
    over.classList.add("is-over");
  });
  document.addEventListener("drop", (event) => {
    const over = event.target.closest?.("[data-place]");
    if (!dragged || !over) return;
    event.preventDefault();
    move(over.closest("[data-order]"), placeOf(dragged), placeOf(over));
  });
  document.addEventListener("dragend", () => {
    clear();
    dragged = null;
  });
})();
