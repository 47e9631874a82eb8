// Clocks of games count down by the server's time; when one is up the page of a table asks how it
// stands, and the server has the house decide. Who watches is told of that as of any other play.
"use strict";
(() => {
  const GRACE = 2; // seconds, as in games/rules/game_clocks.py
  const AGAIN = 5; // seconds until it asks once more
  let skew = 0; // seconds by which this machine's clock runs ahead of the server's
  let asked = 0;

  const written = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;

  const tick = () => {
    for (const told of document.querySelectorAll("[data-now]")) {
      skew = Date.now() / 1000 - Number(told.dataset.now);
      // Measured once, when it came; later the difference would count the time it stood there.
      delete told.dataset.now;
    }
    for (const clock of document.querySelectorAll("[data-counts-to]")) {
      const left = Number(clock.dataset.countsTo) - (Date.now() / 1000 - skew);
      const shown = written(Math.max(0, Math.round(left)));
      if (clock.textContent !== shown) clock.textContent = shown;
      clock.classList.toggle("is-short", left < 10);
      if (!("asks" in clock.dataset) || left > -GRACE - 1 || Date.now() < asked + AGAIN * 1000) continue;
      asked = Date.now();
      htmx.trigger(clock.closest("[data-live-topic]"), "live");
    }
  };

  document.addEventListener("htmx:load", tick);
  document.addEventListener("DOMContentLoaded", tick);
  setInterval(tick, 500);
})();
