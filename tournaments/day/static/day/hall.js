// The screen in the hall: one part after the other, clocks by the server's time, a sound for every
// pick, and the truth about the network: what stands there stays, and says since when it is old.
"use strict";
(() => {
  const STALE = 50; // seconds without an answer after which the screen says so; it asks every 20
  const STILL = 3000; // milliseconds without the mouse after which its arrow and the buttons go
  const root = document.documentElement;
  const net = document.getElementById("hall-net");
  let skew = 0; // seconds by which this machine's clock runs ahead of the server's
  let answered = Date.now();
  let lost = null;
  let shown = "";
  let since = Date.now();
  let picks = null;
  let sound = localStorage.getItem("hall-sound") === "on";
  let audio = null;
  let still = 0;

  root.classList.add("hall-script");
  const part = () => document.getElementById("hall");
  const sections = () => [...document.querySelectorAll(".hall-section")];
  const two = (number) => String(number).padStart(2, "0");
  const now = () => Date.now() / 1000 - skew;

  const clock = () => {
    for (const each of document.querySelectorAll("[data-to]")) {
      const left = Math.round(Number(each.dataset.to) - now());
      const long = Math.abs(left);
      const hours = Math.floor(long / 3600);
      const minutes = hours ? two(Math.floor((long % 3600) / 60)) : Math.floor(long / 60);
      each.textContent = `${left < 0 ? "+" : ""}${hours ? `${hours}:` : ""}${minutes}:${two(long % 60)}`;
      const count = each.closest(".hall-count");
      if (!count) continue;
      count.classList.toggle("is-over", left < 0);
      const words = count.querySelector("span");
      words.dataset.told ??= words.textContent;
      words.textContent = left < 0 ? "over" : words.dataset.told;
    }
    const wall = document.querySelector(".hall-clock");
    if (!wall) return;
    const options = { hour: "2-digit", minute: "2-digit", timeZone: wall.dataset.zone };
    wall.textContent = new Date(now() * 1000).toLocaleTimeString("en-GB", options);
  };

  const show = (name) => {
    const all = sections();
    const found = all.find((one) => one.dataset.part === name) ?? all[0];
    for (const one of all) one.classList.toggle("is-on", one === found);
    shown = found ? found.dataset.part : "";
  };
  const next = () => {
    const all = sections();
    const at = all.findIndex((one) => one.dataset.part === shown);
    since = Date.now();
    if (all.length) show(all[(at + 1) % all.length].dataset.part);
  };
  const turn = () => {
    const all = sections();
    const left = Math.ceil(Number(part()?.dataset.turn ?? 20) - (Date.now() - since) / 1000);
    const after = all[(all.findIndex((one) => one.dataset.part === shown) + 1) % Math.max(1, all.length)];
    document.getElementById("hall-next").textContent =
      all.length > 1 ? `${after.dataset.part} in ${Math.max(0, left)} s` : "";
    if (left <= 0) all.length > 1 ? next() : (since = Date.now());
  };

  const beep = () => {
    audio ??= new AudioContext();
    for (const [at, pitch] of [[0, 523], [0.16, 784]]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.2, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.3);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.3);
    }
  };

  const look = () => {
    const here = part();
    if (!here) return;
    for (const each of here.querySelectorAll("[data-now]")) {
      skew = Date.now() / 1000 - Number(each.dataset.now);
      delete each.dataset.now;
    }
    const made = here.dataset.picks ?? null;
    if (made !== null && picks !== null && made !== picks && sound) beep();
    picks = made;
    show(shown);
    clock();
  };

  const network = () => {
    const old = !navigator.onLine || lost !== null || Date.now() - answered > STALE * 1000;
    if ((net.dataset.state === "lost") === old) return;
    net.dataset.state = old ? "lost" : "on";
    const at = new Date(answered - skew * 1000);
    const options = { hour: "2-digit", minute: "2-digit", timeZone: document.querySelector(".hall-clock")?.dataset.zone };
    net.querySelector("[data-words]").textContent = old
      ? `${lost ?? "No network"}: what stands here is of ${at.toLocaleTimeString("en-GB", options)}`
      : "Live";
  };
  const failed = (event) => {
    const status = event.detail?.xhr?.status;
    lost = status === 404 ? "This address leads nowhere any more" : "No network";
    network();
  };
  for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(kind, failed);
  }
  document.addEventListener("htmx:afterSwap", () => {
    answered = Date.now();
    lost = null;
    look();
    network();
  });

  const buttons = () => {
    document.querySelector("[data-hall-sound]").setAttribute("aria-pressed", String(sound));
    document.querySelector("[data-hall-sound]").textContent = sound ? "Sound is on" : "Sound";
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-hall-next]")) next();
    if (event.target.closest("[data-hall-full]")) {
      document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen();
    }
    if (event.target.closest("[data-hall-sound]")) {
      sound = !sound;
      localStorage.setItem("hall-sound", sound ? "on" : "off");
      if (sound) beep();
      buttons();
    }
  });
  const awake = () => {
    document.body.classList.remove("is-still");
    clearTimeout(still);
    still = setTimeout(() => document.body.classList.add("is-still"), STILL);
  };
  for (const kind of ["mousemove", "keydown", "focusin"]) document.addEventListener(kind, awake);
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") next();
  });

  const begin = () => {
    buttons();
    look();
    awake();
    setInterval(() => {
      clock();
      turn();
      network();
    }, 500);
  };
  document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", begin) : begin();
})();
