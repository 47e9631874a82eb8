// The draft room: clocks that count down by the server's time, a sound and a title on one's own
// turn, a board that stays where it was scrolled to, a list of who is left that follows the board,
// and the keyboard.
"use strict";
(() => {
  const title = document.title;
  // Lines with which a list is filled up again; not everybody's at the same pick.
  const FEW = 12 + Math.floor(10 * Math.random());
  const scrolled = new Map(); // where people have scrolled parts to
  const set = new Map(); // where the page itself has
  const typed = new Map(); // what is typed into the room and not yet sent
  let skew = 0; // seconds by which this machine's clock runs ahead of the server's
  let asked = 0; // the event for which the list of who is left was last asked for
  const GRACE = 2; // seconds, as in rosters/rules/draft/settings.py
  const AGAIN = 5; // seconds until a room whose clock is up asks once more
  let lapsedAt = 0; // when it asks next
  let mine = false;
  let sound = localStorage.getItem("draft-sound") === "on";
  let audio = null;

  const clocks = () => document.querySelectorAll("[data-deadline]");

  const tick = () => {
    for (const clock of clocks()) {
      const until = Number(clock.dataset.deadline) - (Date.now() / 1000 - skew);
      const left = Math.max(0, Math.round(until));
      // Not all who watch at one moment; who asks first is told to the others.
      if (until <= -GRACE && Date.now() >= lapsedAt) {
        if (lapsedAt) htmx.trigger(clock.closest("[data-live-topic]"), "live");
        lapsedAt = Date.now() + (lapsedAt ? AGAIN : Math.random()) * 1000;
      } else if (until > 0) lapsedAt = 0;
      const hours = Math.floor(left / 3600);
      const minutes = String(Math.floor((left % 3600) / 60)).padStart(hours ? 2 : 1, "0");
      clock.textContent = `${hours ? `${hours}:` : ""}${minutes}:${String(left % 60).padStart(2, "0")}`;
    }
  };

  const beep = () => {
    audio ??= new AudioContext();
    for (const [at, pitch] of [[0, 660], [0.18, 880]]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.15, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.16);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.17);
    }
  };

  const less = (place, by) => {
    if (place) place.textContent = by.toLocaleString("en-GB");
  };

  // The room says what the last events took: those lines go, and the list is asked for anew only
  // where that does not tell what it shows now. Sixty people need not ask after every pick.
  const follow = () => {
    const room = document.querySelector("#dr-room[data-number]");
    const list = document.querySelector("#dr-list[data-number]");
    if (!room || !list) return;
    const [at, now] = [Number(list.dataset.number), Number(room.dataset.number)];
    if (at >= now) return;
    const again = () => {
      // A room that comes twice while the list is under way does not ask for it twice.
      if (asked === now) return;
      asked = now;
      htmx.trigger("#dr-available", "live");
    };
    if (
      room.dataset.picksFor !== list.dataset.picksFor ||
      at < Number(room.dataset.since) ||
      at < Number(room.dataset.freed)
    ) return again();
    const lines = [...list.querySelectorAll("li[data-key]")];
    let count = Number(list.dataset.count);
    let shown = list.querySelectorAll("[data-rows] > li").length;
    for (const [number, key] of JSON.parse(room.dataset.taken)) {
      if (number <= at) continue;
      const line = lines.find((each) => each.dataset.key === key);
      if (key.startsWith("park ")) {
        for (const first of list.querySelectorAll("[data-first-park]")) first.remove();
      } else if (line || !("narrowed" in list.dataset)) {
        count -= 1;
      } else if (shown < count) {
        return again();
      }
      if (!line) continue;
      if (line.contains(document.activeElement)) {
        (line.nextElementSibling ?? line.previousElementSibling)?.querySelector("a")?.focus();
      }
      if (line.parentElement.matches("[data-rows]")) shown -= 1;
      line.remove();
    }
    list.dataset.number = now;
    list.dataset.count = count;
    less(list.querySelector("[data-left]"), count);
    less(list.querySelector("[data-parks-left]"), list.querySelectorAll(".dr-parks li").length);
    if (shown < Math.min(FEW, count)) again();
  };

  // A board that nobody has scrolled shows the pick that is being made, with the round before it.
  const toTheTurn = (frame) => {
    const cell = frame.querySelector(".dr-now");
    const row = cell?.closest("tr");
    if (!row || !frame.clientHeight) return;
    const head = frame.querySelector("thead").offsetHeight;
    const before = row.previousElementSibling?.offsetHeight ?? 0;
    // Beside it stands the pick before it, wherever the round comes from.
    const left = cell.offsetLeft - row.firstElementChild.offsetWidth - cell.offsetWidth;
    frame.scrollTo(Math.max(0, left), Math.max(0, row.offsetTop - head - before));
    set.set(frame.dataset.keepScroll, `${frame.scrollLeft} ${frame.scrollTop}`);
  };

  // What a link names is shown, where parts are shown one at a time.
  const showNamed = () => {
    const part = document.querySelector(`[name="dr-shown"][value="${CSS.escape(location.hash.slice(1))}"]`);
    if (part) part.checked = true;
  };

  const look = () => {
    follow();
    // What is being typed stays when somebody else bids.
    for (const field of document.querySelectorAll("[data-keep-typed]")) {
      if (typed.has(field.id)) field.value = typed.get(field.id);
    }
    for (const clock of clocks()) {
      if (!clock.dataset.now) continue;
      skew = Date.now() / 1000 - Number(clock.dataset.now);
      // Measured once, when it came; later the difference would count the time it has stood there.
      delete clock.dataset.now;
    }
    const now = document.querySelector("[data-my-turn]") !== null;
    document.title = now ? `Your turn · ${title}` : title;
    if (now && !mine && sound) beep();
    mine = now;
    for (const button of document.querySelectorAll("[data-sound]")) {
      button.setAttribute("aria-pressed", String(sound));
      button.textContent = sound ? "Sound is on" : "Sound on my turn";
    }
    for (const frame of document.querySelectorAll("[data-keep-scroll]")) {
      const place = scrolled.get(frame.dataset.keepScroll);
      if (place) frame.scrollTo(...place);
      else toTheTurn(frame);
    }
    tick();
  };

  const close = () => {
    const confirm = document.querySelector("#dr-confirm");
    if (confirm) confirm.replaceChildren();
  };

  // A card lies in a drawer beside the room, which goes on; with a modifier, or where there is no
  // drawer, a link is a link.
  let opener = null;
  const drawer = () => document.getElementById("dr-card");
  const openCard = (link) => {
    opener = link;
    htmx.ajax("GET", link.href, {
      target: "#dr-card-body", select: ".cd-beside", swap: "innerHTML", headers: { "HX-Request": "" },
    }).then(() => {
      for (const each of drawer().querySelectorAll("a")) each.target = "_blank";
      drawer().show();
      drawer().querySelector("[data-close-card]").focus();
    });
  };
  const closeCard = () => {
    if (!drawer()?.open) return false;
    drawer().close();
    if (opener?.isConnected) opener.focus();
    return true;
  };

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-keep-typed]")) typed.set(event.target.id, event.target.value);
  });
  document.addEventListener("submit", () => typed.clear(), true);
  document.addEventListener("scroll", (event) => {
    const name = event.target.dataset?.keepScroll;
    const place = [event.target.scrollLeft, event.target.scrollTop];
    if (name && place.join(" ") !== set.get(name)) scrolled.set(name, place);
  }, true);

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-sound]")) {
      sound = !sound;
      localStorage.setItem("draft-sound", sound ? "on" : "off");
      if (sound) beep();
      look();
    }
    if (event.target.closest?.("[data-close-card]")) closeCard();
    const card = event.target.closest?.("a[data-card]");
    if (card && drawer() && !(event.ctrlKey || event.metaKey || event.shiftKey || event.button)) {
      event.preventDefault();
      openCard(card);
    }
    const head = event.target.closest?.("a[data-sort]");
    const sort = document.querySelector("#dr-filter select[name=sort]");
    if (head && sort) {
      event.preventDefault();
      sort.value = head.dataset.sort;
      sort.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (event.target.closest?.("[data-close-confirm]") && document.querySelector("#dr-confirm")) {
      event.preventDefault();
      close();
    }
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "dr-confirm") event.target.querySelector("[data-first]")?.focus();
  });

  // "/" searches, the arrows walk the list of who is left, Enter drafts, Escape closes.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return closeCard() || close();
    const typing = event.target.closest?.("input, textarea, select, dialog");
    const search = document.querySelector("#dr-filter input[type=search]");
    if (event.key === "/" && !typing && search) {
      event.preventDefault();
      search.focus();
      return;
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const rows = [...document.querySelectorAll("[data-rows] > li")];
    const here = rows.findIndex((row) => row.contains(document.activeElement));
    if (here < 0 && event.target !== search) return;
    const next = rows[here + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    (next.querySelector("[data-draft]") ?? next.querySelector("a")).focus();
  });

  for (const failure of ["htmx:responseError", "htmx:sendError"]) {
    document.addEventListener(failure, () => {
      asked = 0;
    });
  }
  document.addEventListener("htmx:load", look);
  document.addEventListener("DOMContentLoaded", () => {
    showNamed();
    look();
  });
  addEventListener("hashchange", showNamed);
  // A board that comes into sight is shown where it is being picked.
  document.addEventListener("change", (event) => {
    if (event.target.name === "dr-shown") look();
  });
  setInterval(tick, 500);
})();
