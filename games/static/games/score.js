// The dice pad: tap faces in any order and they fill the dice from the left; tap a die to empty it.
// The radio buttons under it are what is sent, and all there is where scripts do not run.
"use strict";
(() => {
  const dice = (pad) => [...pad.querySelectorAll("[data-slot]")];
  const radios = (pad, slot) => [...pad.querySelectorAll(`input[name="die-${slot}"]`)];
  const chosen = (pad, slot) => radios(pad, slot).find((radio) => radio.checked);
  const free = (pad) => dice(pad).find((die) => !chosen(pad, die.dataset.slot));

  const show = (pad) => {
    for (const die of dice(pad)) {
      const radio = chosen(pad, die.dataset.slot);
      const key = radio && pad.querySelector(`[data-face="${radio.value}"]`);
      die.querySelector("use").setAttribute("href", `#${key ? key.dataset.symbol : "die-blank"}`);
      die.classList.toggle("is-set", Boolean(key));
      die.setAttribute("aria-label", `${die.dataset.label}: ${key ? key.dataset.said : "empty"}`);
    }
    const next = free(pad);
    for (const die of dice(pad)) die.classList.toggle("is-next", die === next);
    pad.querySelector("[data-enter]").disabled = Boolean(next);
  };

  const fill = (pad, word) => {
    const die = free(pad);
    if (!die) return;
    const radio = radios(pad, die.dataset.slot).find((one) => one.value === word);
    if (radio) radio.checked = true;
    show(pad);
    if (!free(pad)) pad.querySelector("[data-enter]").focus();
  };

  const empty = (pad, slot) => {
    for (const radio of radios(pad, slot)) radio.checked = false;
    show(pad);
  };

  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("[data-face]");
    if (key) return fill(key.closest("[data-pad]"), key.dataset.face);
    const die = event.target.closest?.("[data-slot]");
    if (die) empty(die.closest("[data-pad]"), die.dataset.slot);
  });

  // Typed dice: a die that is as long as it can be leads to the next.
  document.addEventListener("input", (event) => {
    const die = event.target.closest?.("[data-die]");
    if (!die || die.value.length < die.maxLength) return;
    const all = [...die.form.querySelectorAll("[data-die]")];
    (all[all.indexOf(die) + 1] ?? die.form.querySelector("[type=submit]")).focus();
  });

  // On a keyboard a face is one key: 1 to 6, or 9, 0 or T, J, Q, K, A.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input:not([type=radio]), textarea, select, dialog")) return;
    const pad = document.querySelector("[data-pad]");
    if (!pad || !dice(pad).length) return;
    if (event.key === "Backspace") {
      const last = dice(pad).reverse().find((die) => chosen(pad, die.dataset.slot));
      if (last) empty(pad, last.dataset.slot);
      return;
    }
    const word = { 0: "10", T: "10" }[event.key.toUpperCase()] ?? event.key.toUpperCase();
    if (pad.querySelector(`[data-face="${CSS.escape(word)}"]`)) fill(pad, word);
  });

  // Where entries are typed, Enter sends them; with Shift it begins a new line.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    const entries = event.target.closest?.("textarea[name=entries]");
    if (!entries) return;
    event.preventDefault();
    entries.form.requestSubmit();
  });

  // Space plays on, 1 to 9 are the answers in their order, U undoes, R redoes; C shows the cards, B
  // the box, P the plays.
  const seen = (button) => Boolean(button?.offsetParent);
  const meant = (key) => {
    if (key === " ") return [...document.querySelectorAll("#scorer .gm-throw-button")].find(seen);
    if (/^[CBP]$/.test(key)) return document.querySelector(`#scorer .hh-tabs [aria-keyshortcuts="${key}"]`);
    if (/^[UR]$/.test(key)) return document.querySelector(`.gm-undo [aria-keyshortcuts="${key}"]`);
    // Where dice lie to be tapped, digits are their faces.
    if (!/^[1-9]$/.test(key) || document.querySelector("#scorer [data-face]")) return null;
    return [...document.querySelectorAll("#scorer .gm-answers button")].filter(seen)[key - 1];
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest?.("input:not([type=radio]), textarea, select, dialog")) return;
    // On a control Space is that control's.
    if (event.key === " " && event.target.closest?.('button, a, summary, input, [tabindex="0"]')) return;
    const button = meant(event.key.toUpperCase());
    if (!button) return;
    event.preventDefault();
    button.click();
  });

  // ---- an entry whose connection dropped ----
  // It is kept, also over a reload, and sent until an answer comes. The number of entries that it
  // knew tells the server whether it had arrived, so it counts once.
  const UNSENT = `unsent:${location.pathname}`;
  const LONGEST_WAIT = 15000;
  const kept = () => JSON.parse(sessionStorage.getItem(UNSENT) || "null");
  let timer = 0;
  let wait = 0;
  let sending = false;

  const say = (there) => {
    const note = document.getElementById("unsent");
    if (note) note.hidden = !there;
  };
  const forget = () => {
    sessionStorage.removeItem(UNSENT);
    clearTimeout(timer);
    wait = 0;
    say(false);
  };
  const later = () => {
    wait = Math.min(LONGEST_WAIT, wait * 2 || 1000);
    clearTimeout(timer);
    timer = setTimeout(again, wait);
  };
  const again = async () => {
    const values = kept();
    if (!values || sending) return;
    sending = true;
    try {
      const answer = await fetch(location.pathname, {
        method: "POST",
        headers: { "HX-Request": "true" },
        body: new URLSearchParams([...values, ["again", "1"]]),
      });
      const html = await answer.text();
      const part = answer.ok || answer.status === 422;
      if (!part && answer.status >= 500) return later();
      forget();
      if (part && !answer.redirected) htmx.swap("#scorer", html, { swapStyle: "outerHTML" });
      else location.reload();
    } catch {
      later();
    } finally {
      sending = false;
    }
  };

  document.addEventListener("htmx:sendError", (event) => {
    const { elt, requestConfig } = event.detail;
    if (requestConfig?.verb !== "post" || !elt.closest?.("[data-sends-again]")) return;
    const values = [...requestConfig.formData.entries()];
    sessionStorage.setItem(UNSENT, JSON.stringify(values));
    say(true);
    later();
  });
  // One entry at a time: what is kept goes first.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig?.verb === "post" && kept()) event.preventDefault();
  });
  addEventListener("online", again);
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-forget]")) forget();
  });

  const begin = () => {
    for (const pad of document.querySelectorAll("[data-pad]")) if (dice(pad).length) show(pad);
  };
  if (kept()) {
    say(true);
    again();
  }
  document.addEventListener("htmx:load", begin);
  document.addEventListener("DOMContentLoaded", begin);
})();
