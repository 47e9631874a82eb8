// Runs before the first paint, so that a chosen theme does not flash the other one.
"use strict";
(() => {
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");

  let here = null; // the choice where storage is blocked: it holds for this page
  const chosen = () => {
    try {
      return here ?? localStorage.getItem("theme") ?? "auto";
    } catch {
      return "auto";
    }
  };
  const apply = () => {
    const choice = chosen();
    const dark = choice === "auto" ? system.matches : choice === "dark";
    root.dataset.bsTheme = dark ? "dark" : "light";
    root.dataset.themeChoice = choice;
  };

  root.classList.add("hh-js");
  apply();
  system.addEventListener("change", apply);
  // Another tab chose.
  window.addEventListener("storage", apply);

  window.horsehideTheme = {
    choose(choice) {
      try {
        localStorage.setItem("theme", choice);
      } catch {
        here = choice;
      }
      apply();
    },
  };
})();
