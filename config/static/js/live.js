// Poke, then refetch. One stream for every topic that a page's elements name; where the browser can,
// all its windows share one (live-worker.js):
//
//   <div data-live-topic="tournament:12" hx-get="/..." hx-trigger="live" hx-swap="outerHTML">
//
// The stream says only that a topic changed; the element then fetches itself with its viewer's own
// rights. What everybody sees alike comes with the message, packed, for an element that is marked
// with data-live-part: two hundred watchers need not ask for the same. Browsers allow six
// connections to a host, so a hidden tab gives its stream back, and looks at everything again when
// it returns.
"use strict";
(() => {
  const MOST_TOPICS = 12; // the server's limit
  const GATHER = 350; // milliseconds in which pokes of one topic count as one
  const SOON = 40; // the same where people wait for one another: data-live-soon
  const APART = 1500; // milliseconds over which pages are loaded anew that have to be at once
  const CALM = 1500; // after asking, how long a topic that goes on changing is not asked for again
  const LOOK = 5000; // how often the stream is looked at
  const SILENT = 40000; // a stream that says nothing for so long is dead: it pings every ten seconds
  const ALONE = 10000; // so long without an open stream, and the page asks by itself,
  const ASK = 12000; // again after this long
  const PATIENCE = 15000; // a part that is asked for and does not come

  let source = null;
  let watched = "";
  let opened = false;
  let lost = false; // a stream was lost, and with it perhaps a part that was asked for
  let resume = "";
  let retry = 0;
  let pause = 0;
  let heard = 0; // when the stream last said anything
  let alone = Date.now(); // since when there is no open stream; 0 while there is one
  let askedAlone = 0;
  const waiting = new Map();

  const elements = () => [...document.querySelectorAll("[data-live-topic]")];
  const topicsOf = (element) => element.dataset.liveTopic.split(/\s+/).filter(Boolean);

  const wanted = () => {
    const topics = new Set(elements().flatMap(topicsOf));
    return [...topics].sort().slice(0, MOST_TOPICS);
  };

  // What a topic's message may bring along: every element that it concerns takes it.
  const partsOf = (topics) =>
    typeof DecompressionStream === "undefined"
      ? []
      : topics.filter((topic) => concerned(topic).every((one) => "livePart" in one.dataset));

  const concerned = (topic) => elements().filter((element) => topicsOf(element).includes(topic));

  // With data-live-keeps an element is left alone while somebody has chosen or typed something in it
  // that is not sent: it says so instead. data-live-touched: what it shows came back unsent.
  const changed = (control) => {
    if (control.type === "checkbox" || control.type === "radio") {
      return control.checked !== control.defaultChecked;
    }
    if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
    const options = [...control.options];
    const first = control.multiple ? -1 : Math.max(0, options.findLastIndex((one) => one.defaultSelected));
    return options.some((one, at) => one.selected !== (control.multiple ? one.defaultSelected : at === first));
  };
  const isKept = (element) => {
    if (!("liveKeeps" in element.dataset)) return false;
    const controls = [...element.querySelectorAll("input:not([type=hidden]), select, textarea")];
    return "liveTouched" in element.dataset || controls.some(changed);
  };

  // In any other element that comes anew, what was chosen or typed and not sent is put back, where
  // its form is there still. Not what data-live-drops encloses, such as dice: they belong to an earlier throw.
  const sameControl = (control) => (other) =>
    other.name === control.name &&
    other.type === control.type &&
    (!/^(checkbox|radio)$/.test(control.type) || other.value === control.value);
  const formOf = (control) => {
    const form = control.closest("[data-live-drops]") ? null : control.form;
    const marks = ["act", "side", "game"].map((name) => form?.elements.namedItem(name)?.value ?? "");
    return form && [form.getAttribute("action"), ...marks].join(" ");
  };
  let unsent = [];
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    unsent = [];
    if (detail.requestConfig.triggeringEvent?.type !== "live" || "liveKeeps" in detail.target.dataset) return;
    const controls = detail.target.querySelectorAll("form :is(input:not([type=hidden]), select, textarea)");
    unsent = [...controls].filter((one) => one.name && changed(one) && formOf(one)).map((one) => [formOf(one), one]);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const [form, old] of unsent) {
      const all = document.querySelectorAll("form :is(input:not([type=hidden]), select, textarea)");
      const anew = [...all].find((one) => sameControl(old)(one) && formOf(one) === form);
      if (!anew) continue;
      if (/^(checkbox|radio)$/.test(old.type)) anew.checked = old.checked;
      else if (!(old instanceof HTMLSelectElement)) anew.value = old.value;
      else for (const option of anew.options) option.selected = [...old.selectedOptions].some((one) => one.value === option.value);
    }
    unsent = [];
  });

  // With data-live-later an element is fresh enough when its page is, and asks from then on only.
  // What the reader could do when a topic was first watched, each right with the sentence that says
  // that it has ended. A right that ends takes the page's forms with it; a look or a session that
  // ends, its live parts as well.
  const MAY_LOOK = "look";
  const had = new Map();
  const person = Number(document.body.dataset.livePerson);
  let ended = false;
  const stand = (standing) => {
    if (ended) return;
    if (person && standing.person !== person) return endSession();
    const lost = [];
    const changedTopics = [];
    const own = wanted();
    for (const [topic, rights] of Object.entries(standing.topics)) {
      if (!own.includes(topic)) continue;
      const before = had.get(topic);
      const gone = Object.keys(before ?? {}).filter((right) => !(right in rights));
      if (gone.length) {
        const others = gone.filter((right) => right !== MAY_LOOK);
        lost.push(...(others.length ? others : gone).map((right) => before[right]));
        changedTopics.push(topic);
        if (gone.includes(MAY_LOOK)) unwatch(topic);
      }
      if (gone.length || Object.keys(rights).length) had.set(topic, rights);
    }
    if (!lost.length) return;
    say(lost);
    for (const form of document.querySelectorAll("main form")) shut(form);
    // What may still be looked at comes as it is for those who only look.
    for (const topic of changedTopics) poked(topic);
    open();
  };
  // A part may hear of it first. Its answer leads to the sign-in: words, and what was typed, stay.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr, requestConfig } = event.detail;
    if (xhr.status !== 401 || requestConfig.triggeringEvent?.type !== "live" || !person) return;
    event.preventDefault();
    if (!ended) endSession();
  });
  const unwatch = (topic) => {
    for (const element of concerned(topic)) {
      element.dataset.liveTopic = topicsOf(element).filter((one) => one !== topic).join(" ");
      if (!element.dataset.liveTopic) delete element.dataset.liveTopic;
    }
  };
  const endSession = () => {
    ended = true;
    close();
    show("off");
    say(["You are signed out here."], true);
    for (const form of document.querySelectorAll("form")) shut(form);
  };
  const shut = (form) => {
    if (form.method !== "post") return;
    for (const control of form.elements) {
      control.disabled = true;
      if (control.type === "submit" || control.type === "button") control.hidden = true;
    }
  };
  const say = (sentences, signedOut = false) => {
    const note = document.querySelector("[data-live-ended]");
    if (!note) return;
    const words = note.querySelector("[data-live-ended-words]");
    words.textContent = [...new Set([...words.textContent.split("\n"), ...sentences])].filter(Boolean).join("\n");
    note.querySelector("[data-live-sign-in]").hidden = !signedOut;
    note.hidden = false;
  };
  const askStanding = async (topics) => {
    const query = new URLSearchParams(topics.map((topic) => ["topic", topic]));
    const answer = await fetch(`/live/standing/?${query}`);
    if (answer.ok) stand(await answer.json());
  };

  const refetch = (topic) => {
    for (const element of topic === null ? elements() : concerned(topic)) {
      if (topic === null && !opened && "liveLater" in element.dataset) continue;
      if (!isKept(element)) htmx.trigger(element, "live");
      else for (const note of element.querySelectorAll("[data-live-held]")) note.hidden = false;
    }
  };

  const unpack = (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(plain).text();
  };

  // Two messages may be unpacked at once; the older one must not have the last word.
  const latest = new Map();
  const take = async (topic, packed) => {
    latest.set(topic, packed);
    const html = await unpack(packed);
    if (latest.get(topic) !== packed) return;
    for (const element of concerned(topic)) htmx.swap(element, html, { swapStyle: "outerHTML" });
  };

  // data-live-frame names the state for which the page around an element was made: its head, its
  // other parts. When the element comes back with another, the page is loaded anew, unless something
  // that was typed would be lost.
  const frames = new Map();
  const isTyped = () =>
    [...document.querySelectorAll("form :is(input:not([type=hidden]), select, textarea)")].some(changed);
  // Never what was posted once more: a page that answered a form is asked for by its address.
  const loadAnew = () => {
    if (!("posted" in document.body.dataset)) return location.reload();
    const here = new URL(location.href);
    here.hash = "";
    location.replace(here);
  };
  const keepToFrames = () => {
    for (const { id, dataset } of document.querySelectorAll("[data-live-frame]")) {
      if (!frames.has(id)) frames.set(id, dataset.liveFrame);
      if (frames.get(id) === dataset.liveFrame) continue;
      if (!isTyped()) {
        // All who watch see it at once; those who wait for one another do not wait longer for it.
        setTimeout(loadAnew, "liveSoon" in dataset ? 0 : Math.random() * APART);
        return;
      }
      for (const note of document.querySelectorAll("[data-live-outdated]")) note.hidden = false;
    }
  };

  // All who watch hear of a change at once. They ask a little apart, and not after every change of
  // many, so that whoever is sending something is not behind all of them.
  const asked = new Map();
  const pauseBefore = (topic) => {
    if (concerned(topic).some((one) => "liveSoon" in one.dataset)) return SOON;
    const calm = (asked.get(topic) ?? -Infinity) + CALM - Date.now();
    return Math.max(GATHER, calm) + Math.random() * GATHER;
  };

  const poked = (topic) => {
    if (waiting.has(topic)) return;
    waiting.set(
      topic,
      setTimeout(() => {
        waiting.delete(topic);
        asked.set(topic, Date.now());
        refetch(topic);
      }, pauseBefore(topic)),
    );
  };

  const show = (state) => {
    const words = { on: "Live", lost: "Reconnecting", asking: "Looks every 15 seconds", off: "Paused" }[state];
    for (const note of document.querySelectorAll("[data-live-status]")) {
      // The bell is live everywhere; the lamp is about what the page is about.
      note.hidden = watched === "" || elements().every((one) => "liveLater" in one.dataset);
      note.dataset.state = state;
      note.querySelector("[data-live-words]").textContent = words;
    }
  };

  const close = () => {
    clearTimeout(retry);
    if (source) source.close();
    source = null;
    watched = "";
  };

  // The stream that all windows share, as if it were this window's own.
  const WORKER = document.currentScript.dataset.worker;
  const ANSWERS = 3000; // milliseconds in which a shared worker that works has said something
  let worker = null;
  let ownStream = typeof SharedWorker === "undefined" || !WORKER;
  const begin = () => {
    worker = new SharedWorker(WORKER);
    worker.addEventListener("error", () => source?.end?.());
    worker.port.start();
  };
  class SharedStream extends EventTarget {
    constructor(watch) {
      super();
      this.readyState = EventSource.CONNECTING;
      if (!worker) begin();
      this.heard = ({ data: { name, data, id } }) => {
        clearTimeout(this.timer);
        if (name === "refused") return this.end();
        if (name === "open") this.readyState = EventSource.OPEN;
        if (name === "error") this.readyState = EventSource.CONNECTING;
        this.dispatchEvent(new MessageEvent(name, { data, lastEventId: id }));
      };
      worker.port.addEventListener("message", this.heard);
      worker.port.postMessage({ act: "watch", ...watch });
      this.timer = setTimeout(() => this.end(), ANSWERS);
    }
    close() {
      clearTimeout(this.timer);
      this.readyState = EventSource.CLOSED;
      worker.port.removeEventListener("message", this.heard);
      worker.port.postMessage({ act: "leave" });
    }
    // From here on the window has its own.
    end() {
      this.close();
      ownStream = true;
      this.dispatchEvent(new Event("error"));
    }
  }

  const connect = (watch) => {
    if (!ownStream) {
      try {
        return new SharedStream(watch);
      } catch {
        // Not where scripts come from another host.
        ownStream = true;
      }
    }
    const query = new URLSearchParams(watch.topics.map((topic) => ["topic", topic]));
    if (watch.after) query.set("after", watch.after);
    for (const topic of watch.parts) query.append("part", topic);
    return new EventSource(`/live/?${query}`);
  };

  const open = () => {
    const topics = wanted();
    if (ended || document.hidden || topics.join(" ") === watched) return;
    // A stream that is replaced because the page changed has missed nothing worth a refetch.
    const replaced = source !== null && source.readyState !== EventSource.CLOSED;
    close();
    if (!topics.length) return show("off");
    watched = topics.join(" ");

    // Written into the page when it was made: the server repeats what happened since.
    if (!resume && !opened) {
      const page = document.querySelector("[data-live-stream]");
      resume = page ? new URL(page.dataset.liveStream, location.href).searchParams.get("after") || "" : "";
    }
    const parts = partsOf(topics);
    lost ||= !replaced && !resume;
    let speaks = false;
    source = connect({ topics, parts, after: resume });
    heard = Date.now();
    // A proxy may let a stream be opened and keep back what it says: it counts once it has spoken.
    const hear = () => {
      heard = Date.now();
      if (speaks) return;
      speaks = true;
      alone = 0;
      show("on");
      // The first time without a mark, and after each lost connection: look again.
      if (lost) refetch(null);
      lost = false;
      opened = true;
      pause = 0;
    };
    source.addEventListener("ping", hear);
    source.addEventListener("standing", ({ data }) => stand(JSON.parse(data)));
    source.addEventListener("error", () => {
      alone ||= Date.now();
      show(Date.now() - alone < ALONE ? "lost" : "asking");
      lost = true;
      speaks = false;
      // The browser comes back by itself after a lost connection, but not after an error page.
      if (source.readyState !== EventSource.CLOSED) return;
      watched = "";
      // Refused: the reader may have lost the right to look.
      if (!(source instanceof SharedStream)) askStanding(topics).catch(() => {});
      pause = source instanceof SharedStream ? 0 : Math.min(1.5 * pause || 1000, 30000);
      // A hall of browsers does not come back at once.
      retry = setTimeout(open, pause * (0.75 + Math.random() / 2));
    });
    for (const topic of topics) {
      source.addEventListener(topic, (event) => {
        hear();
        if (event.lastEventId) resume = event.lastEventId;
        if (event.data === topic) return poked(topic);
        take(topic, event.data).catch(() => poked(topic));
      });
    }
  };

  // A connection may die without a word, or be kept back by what stands between: what a stream said
  // last tells, and not that it is open.
  const look = () => {
    if (ended || document.hidden || !elements().length) return;
    worker?.port.postMessage({ act: "here" });
    const now = Date.now();
    if (source && now - heard >= SILENT) {
      close();
      resume = "";
      alone ||= now;
      show("lost");
      open();
    }
    if (!alone || now - alone < ALONE || now - askedAlone < ASK) return;
    askedAlone = now;
    show("asking");
    refetch(null);
  };
  setInterval(look, LOOK);

  // One that hangs would keep those that come later waiting.
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    if (detail.requestConfig.triggeringEvent?.type === "live") detail.xhr.timeout = PATIENCE;
  });

  document.addEventListener("visibilitychange", () => {
    alone = Date.now();
    if (!document.hidden) return open();
    close();
    // How long it will be away is not known: what it missed, it fetches.
    resume = "";
    show("off");
  });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
  for (const arrived of ["htmx:load", "DOMContentLoaded"]) {
    document.addEventListener(arrived, open);
    document.addEventListener(arrived, keepToFrames);
  }
})();
