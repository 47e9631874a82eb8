// Reporting a result from a phone: plus and minus, and one more pitcher. The draft that stays on the
// device is form-drafts.js.
"use strict";
(() => {
  // In a list somebody stands in every row: what was typed says whether he came up.
  const isTold = (row) => row.hasAttribute("data-listed")
    ? [...row.querySelectorAll("input")].some((input) => input.value)
    : row.querySelector("select:is([name*='_man'], [name*='_pitcher_'])").value;
  const unfold = (part) => {
    for (const row of part.querySelectorAll("[data-folded]")) if (isTold(row)) row.removeAttribute("data-folded");
  };

  // "HR" after "2B, HR" is "2B, HR 2".
  const counted = (written, word) => {
    const words = written.split(",").map((each) => each.trim()).filter(Boolean);
    const at = words.findIndex((each) => each.split(" ")[0].toUpperCase() === word);
    if (at < 0) words.push(word);
    else words[at] = `${word} ${Number(words[at].split(" ")[1] || 1) + 1}`;
    return words.join(", ");
  };

  document.addEventListener("click", (event) => {
    const step = event.target.closest?.("[data-step]");
    if (step) {
      const input = step.parentElement.querySelector("input");
      const least = Number(input.min);
      input.value = Math.max(least, Math.min(Number(input.max), (input.value === "" ? least : Number(input.value)) + Number(step.dataset.step)));
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    const word = event.target.closest?.("[data-word]");
    if (word) {
      const input = word.parentElement.querySelector("input");
      input.value = counted(input.value, word.dataset.word);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    const more = event.target.closest?.("[data-more]");
    if (more) {
      const rows = [...more.parentElement.querySelectorAll("[data-folded]")].slice(0, Number(more.dataset.more) || 1);
      for (const row of rows) row.removeAttribute("data-folded");
      rows[0]?.querySelector("select").focus();
      if (!more.parentElement.querySelector("[data-folded]")) more.hidden = true;
    }
  });

  document.addEventListener("input", (event) => {
    // A line is typed digit by digit; who got ten of something types them with a step back.
    if (!event.target.matches?.("[data-digits]") || event.inputType !== "insertText" || !/^\d$/.test(event.target.value)) return;
    const next = event.target.closest("label").nextElementSibling?.querySelector("input");
    next?.focus();
    next?.select();
  });

  document.addEventListener("draft:filled", (event) => unfold(event.target));
  document.addEventListener("draft:replaced", (event) => unfold(event.target));
  document.addEventListener("DOMContentLoaded", () => unfold(document));
})();
