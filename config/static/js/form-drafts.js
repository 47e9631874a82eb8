// A form that survives a lost network: what is typed stays on the device until it has arrived.
//
//   <div id="entry"><form data-draft="entry-spring-1-7" data-draft-in="entry"> ...
//   <p data-note role="status" hidden></p>
//
// data-draft names the draft (what it is about, and whose it is), data-draft-in the part of the page
// that an answer with refusals replaces. The form carries keys of its own, so that the server stores
// what is sent twice once.
"use strict";
(() => {
  const AGAIN = 10000;
  const all = () => document.querySelectorAll("form[data-draft]");
  const name = (form) => `draft-${form.dataset.draft}`;
  const read = (form) => { try { return JSON.parse(localStorage.getItem(name(form))); } catch { return null; } };
  const write = (form, value) => { try { localStorage.setItem(name(form), JSON.stringify(value)); } catch { /* a device without room */ } };
  const forget = (form) => { try { localStorage.removeItem(name(form)); } catch { /* nothing kept */ } };
  const fields = (form) => Object.fromEntries([...new FormData(form)].filter(([key]) => key !== "csrfmiddlewaretoken"));

  const note = (form, words) => {
    const line = form.querySelector("[data-note]");
    line.textContent = words;
    line.hidden = !words;
  };

  const fill = (form, values) => {
    for (const [key, value] of Object.entries(values)) {
      const found = form.elements[key];
      if (!found) continue;
      if (found instanceof RadioNodeList || found.type === "radio") {
        for (const radio of form.querySelectorAll(`[name="${key}"]`)) radio.checked = radio.value === value;
      } else if (found.type === "checkbox") found.checked = true;
      else found.value = value;
    }
    form.dispatchEvent(new Event("draft:filled", { bubbles: true }));
  };

  const send = async (form) => {
    if (form.dataset.sending) return;
    form.dataset.sending = "yes";
    const button = form.querySelector("[type=submit]");
    button.disabled = true;
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { "HX-Request": "true" } });
      if (answer.status >= 500 || answer.status === 429) throw new Error("later");
      if (answer.redirected || answer.ok) {
        // Who has been signed out meanwhile finds it here again once he is back.
        if (answer.redirected && new URL(answer.url).searchParams.has("next")) write(form, { values: fields(form), sent: false });
        else forget(form);
        location.assign(answer.redirected ? answer.url : location.href);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const place = form.dataset.draftIn;
      const part = page.getElementById(place);
      write(form, { values: fields(form), sent: false });
      if (!part) { location.reload(); return; }
      document.getElementById(place).replaceWith(part);
      part.dispatchEvent(new Event("draft:replaced", { bubbles: true }));
      begin();
      part.scrollIntoView();
    } catch {
      write(form, { values: fields(form), sent: true });
      note(form, "No connection. What you typed is kept on this device and goes out by itself as soon as there is one; leave this page open, or come back to it.");
      setTimeout(() => { delete form.dataset.sending; button.disabled = false; if (form.isConnected) send(form); }, AGAIN);
      return;
    }
    delete form.dataset.sending;
    button.disabled = false;
  };

  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-draft]");
    if (form) write(form, { values: fields(form), sent: false });
  });

  document.addEventListener("submit", (event) => {
    const form = event.target.closest?.("form[data-draft]");
    if (!form) return;
    event.preventDefault();
    send(form);
  });

  window.addEventListener("online", () => {
    for (const form of all()) if (read(form)?.sent) { delete form.dataset.sending; send(form); }
  });

  const begin = () => {
    for (const form of all()) {
      const kept = read(form);
      // What the server refused it sent back as it was typed.
      if (!kept || document.getElementById(form.dataset.draftIn).querySelector(".hh-refusals, [data-wrong]")) continue;
      fill(form, kept.values);
      if (kept.sent) { note(form, "This was not sent yet. It goes out now."); send(form); }
      else note(form, "What you had typed is here again.");
    }
  };
  document.addEventListener("DOMContentLoaded", begin);
})();
