// Clubs are dragged from division to division; what is sent are the choices beside their names,
// which move a club as well, from the keyboard and on a phone.
"use strict";
(() => {
  let dragged = null;

  const counts = (form) => {
    for (const column of form.querySelectorAll("[data-division]")) {
      const clubs = column.querySelectorAll("li").length;
      column.querySelector("[data-count]").textContent = clubs === 1 ? "1 club" : `${clubs} clubs`;
    }
  };

  const move = (club, column) => {
    const choice = club.querySelector("select");
    const had = document.activeElement === choice;
    column.querySelector("ul").append(club);
    choice.value = column.dataset.division;
    if (had) choice.focus();
    counts(column.closest("[data-divide]"));
  };

  for (const form of document.querySelectorAll("[data-divide]")) {
    for (const club of form.querySelectorAll("li")) club.draggable = true;
    counts(form);
    form.addEventListener("dragstart", (event) => {
      dragged = event.target.closest("li");
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", dragged.textContent);
    });
    form.addEventListener("dragover", (event) => {
      if (dragged && event.target.closest("[data-division]")) event.preventDefault();
    });
    form.addEventListener("drop", (event) => {
      const column = event.target.closest("[data-division]");
      if (!dragged || !column) return;
      event.preventDefault();
      move(dragged, column);
    });
    form.addEventListener("dragend", () => {
      dragged = null;
    });
    form.addEventListener("change", (event) => {
      const column = form.querySelector(`[data-division="${CSS.escape(event.target.value)}"]`);
      const club = event.target.closest("li");
      if (club && column) move(club, column);
    });
  }
})();
