// The page's small manners. Everything works without them, a little more plainly.
"use strict";
(() => {
  const on = (type, selector, act) =>
    document.addEventListener(type, (event) => {
      const found = event.target.closest?.(selector);
      if (found) act(found, event);
    });

  // ---- theme ----
  const showTheme = () => {
    const choice = document.documentElement.dataset.themeChoice;
    for (const button of document.querySelectorAll("[data-theme-choice]")) {
      if (button.tagName === "BUTTON") {
        button.setAttribute("aria-pressed", String(button.dataset.themeChoice === choice));
      }
    }
  };
  on("click", "button[data-theme-choice]", (button) => {
    window.horsehideTheme.choose(button.dataset.themeChoice);
    showTheme();
  });
  showTheme();

  // ---- menu on a phone ----
  on("click", "[data-toggle-menu]", (button) => {
    const nav = document.getElementById(button.getAttribute("aria-controls"));
    const opened = nav.classList.toggle("is-open");
    button.setAttribute("aria-expanded", String(opened));
  });

  // ---- menus that open and close ----
  const shut = (kept) => {
    for (const menu of document.querySelectorAll("[data-menu][open]")) if (menu !== kept) menu.open = false;
  };
  document.addEventListener("click", (event) => shut(event.target.closest?.("[data-menu]")));
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("[data-menu][open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // ---- what a phone folds is open where there is room ----
  const roomy = matchMedia("(min-width: 768px)");
  const unfold = () => {
    for (const part of document.querySelectorAll(".hh-fold:not([data-folds])")) {
      part.dataset.folds = "";
      if (roomy.matches) part.open = true;
    }
  };
  unfold();
  document.documentElement.classList.add("hh-unfolded");
  // Whoever goes to a part by its name wants to see it.
  const reveal = () => {
    const asked = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (asked instanceof HTMLDetailsElement) asked.open = true;
  };
  addEventListener("hashchange", reveal);
  on("click", 'a[href^="#"]', () => setTimeout(reveal));
  reveal();
  // A press in a part leads back to its page: the part is open there, with what came of it.
  const PRESSED = "hh-pressed";
  const remember = (pressed) => { try { sessionStorage.setItem(PRESSED, pressed); } catch { /* nothing is kept here */ } };
  const pressed = () => { try { return sessionStorage.getItem(PRESSED) ?? ""; } catch { return ""; } };
  document.addEventListener("submit", (event) => {
    const part = event.target.closest?.("details[id]");
    remember(part ? `${location.pathname}#${part.id}` : "");
  });
  const [page, part] = pressed().split("#");
  if (page === location.pathname) document.getElementById(part)?.setAttribute("open", "");
  remember("");

  // ---- what somebody has opened or shut stays so when its part comes anew ----
  let kept = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    for (const part of event.detail.target.querySelectorAll("details[id]")) kept.push([part.id, part.open, "folds" in part.dataset]);
  });
  document.addEventListener("htmx:afterSwap", () => {
    unfold();
    for (const [id, open, both] of kept) {
      const part = document.getElementById(id);
      if (part && (open || both)) part.open = open;
    }
    kept = [];
  });

  // ---- tabs that do not all fit: the one that is open is in sight ----
  for (const tab of document.querySelectorAll(".hh-tabs [aria-current]")) {
    const row = tab.closest(".hh-tabs");
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }

  // ---- toasts ----
  // Where a page is a board that nothing may cover, it says where messages stand.
  document.querySelector("[data-toasts-here]")?.append(document.getElementById("toasts"));
  const LINGER = 7000;
  const linger = (toast) => {
    // Bad news waits until somebody has read it.
    if (toast.dataset.level === "error" || toast.dataset.level === "warning") return;
    let timer = 0;
    const start = () => {
      timer = setTimeout(() => toast.remove(), LINGER);
    };
    const stop = () => clearTimeout(timer);
    for (const type of ["mouseenter", "focusin"]) toast.addEventListener(type, stop);
    for (const type of ["mouseleave", "focusout"]) toast.addEventListener(type, start);
    start();
  };
  const toast = (words, level = "info") => {
    const made = document.getElementById("toast-template").content.firstElementChild.cloneNode(true);
    made.dataset.level = level;
    made.querySelector("p").textContent = words;
    document.getElementById("toasts").append(made);
    linger(made);
  };
  for (const shown of document.querySelectorAll("[data-toast]")) linger(shown);
  on("click", "[data-dismiss-toast]", (button) => button.closest("[data-toast]").remove());
  // A server answer may carry HX-Trigger: {"toast": {"message": "...", "level": "success"}}
  document.addEventListener("toast", (event) => toast(event.detail.message, event.detail.level));
  document.addEventListener("htmx:responseError", (event) => {
    // A live part that its reader may not see any more says so in live.js.
    if (event.detail.requestConfig?.triggeringEvent?.type === "live") return;
    toast(`That did not work (${event.detail.xhr.status}). Nothing was changed.`, "error");
  });
  document.addEventListener("htmx:sendError", (event) => {
    // A live part that could not fetch itself tries again on the next message; no need to shout.
    if (event.detail.requestConfig?.verb === "get") return;
    // Its page keeps what was to be sent and says so itself.
    if (event.detail.elt?.closest?.("[data-sends-again]")) return;
    toast("The server cannot be reached. Nothing was sent.", "error");
  });

  // ---- what is sent ----
  // htmx sends along the button that has the focus. A form that sends itself, after a change or
  // because a script has reordered it, was pressed nowhere: no button's act goes with it.
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt: form, parameters, triggeringEvent } = event.detail;
    if (form.tagName !== "FORM" || triggeringEvent?.type === "submit") return;
    const isButton = (field) => field.type === "submit";
    const kept = new Set([...form.elements].filter((field) => !isButton(field)).map((field) => field.name));
    for (const { name } of [...form.elements].filter(isButton)) if (!kept.has(name)) delete parameters[name];
  });

  // ---- the place of a keyboard ----
  // htmx finds what was pressed by its id. Where that is gone (a card put back), the part that came
  // in its place takes the focus, or a reader would begin at the top of the page again.
  let left = "";
  document.addEventListener("htmx:beforeSwap", (event) => {
    const target = event.detail.target;
    left = target.contains(document.activeElement) ? target.id : "";
  });
  document.addEventListener("htmx:afterSettle", () => {
    const part = left && document.activeElement === document.body && document.getElementById(left);
    left = "";
    if (!part) return;
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  });

  // ---- copy ----
  on("click", "[data-copy]", async (button) => {
    const words = button.querySelector("[data-copy-words]") || button;
    const before = words.textContent;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      words.textContent = "Copied";
    } catch {
      // Not a secure address (a hotel's plain HTTP): mark it, so that one key copies it.
      const field = button.parentElement.querySelector("[data-select-all]");
      if (field) field.select();
      words.textContent = "Press Ctrl+C";
    }
    setTimeout(() => {
      words.textContent = before;
    }, 2500);
  });
  on("input", "[data-shown]", (field) => {
    const shown = document.querySelector(`output[for="${field.id}"]`);
    if (shown) shown.textContent = field.value;
  });
  on("focusin", "[data-select-all]", (field) => field.select());

  // ---- print ----
  on("click", "[data-print]", () => window.print());

  // ---- questions before an act ----
  const dialog = document.getElementById("confirm-dialog");
  const ask = (element, question) =>
    new Promise((answer) => {
      const { confirmText = "", confirmLabel = "Go on", confirmKind = "primary" } = element.dataset;
      dialog.querySelector("[data-confirm-question]").textContent = question;
      dialog.querySelector("[data-confirm-detail]").textContent = confirmText;
      const yes = dialog.querySelector("[data-confirm-yes]");
      yes.textContent = confirmLabel || "Go on";
      yes.className = `btn btn-${confirmKind.includes("danger") ? "danger" : "primary"}`;
      dialog.returnValue = "no";
      dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true });
      dialog.showModal();
    });

  // While the question stood, a live refresh may have put a fresh copy in the element's place: what
  // was asked about is sent all the same.
  const attached = (element) => {
    if (!element.isConnected) {
      element.hidden = true;
      document.body.append(element);
    }
    return element;
  };

  // htmx asks for every request; only those with a question wait for the answer.
  document.addEventListener("htmx:confirm", async (event) => {
    const element = event.detail.elt;
    const question = event.detail.question || element.dataset.confirm;
    if (!question) return;
    event.preventDefault();
    if (!(await ask(element, question))) return;
    attached(element);
    event.detail.issueRequest(true);
  });
  const agreed = new WeakSet();
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.dataset.confirm || form.matches("[hx-post],[hx-get]") || agreed.has(form)) return;
    event.preventDefault();
    if (!(await ask(form, form.dataset.confirm))) return;
    agreed.add(attached(form));
    form.requestSubmit(event.submitter);
  });
  // One click, one post.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.hasAttribute("hx-post")) return;
    setTimeout(() => {
      for (const button of form.querySelectorAll("[type=submit]")) button.disabled = true;
    });
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const button of document.querySelectorAll("form [type=submit]:disabled")) button.disabled = false;
  });

  // ---- standings race: light one line up ----
  const light = (figure, line, pinned) => {
    const svg = figure.querySelector("svg.hh-race");
    svg.classList.toggle("has-lit", line !== null);
    for (const group of svg.querySelectorAll("[data-line]")) {
      group.classList.toggle("is-lit", group.dataset.line === line);
      // The lit one lies on top of the others.
      if (group.dataset.line === line && group !== svg.lastElementChild) svg.append(group);
    }
    if (!pinned) return;
    for (const button of figure.querySelectorAll("[data-race-line]")) {
      button.setAttribute("aria-pressed", String(button.dataset.raceLine === line));
    }
  };
  const pinned = (figure) => figure.querySelector("[data-race-line][aria-pressed=true]")?.dataset.raceLine ?? null;
  on("click", "[data-race-line]", (button) => {
    const was = button.getAttribute("aria-pressed") === "true";
    light(button.closest("[data-race]"), was ? null : button.dataset.raceLine, true);
  });
  on("mouseover", "[data-race] [data-line], [data-race-line]", (target) => {
    light(target.closest("[data-race]"), target.dataset.line ?? target.dataset.raceLine, false);
  });
  on("mouseout", "[data-race] [data-line], [data-race-line]", (target) => {
    const figure = target.closest("[data-race]");
    light(figure, pinned(figure), false);
  });
})();
