// Reporting a result from a phone: plus and minus, one more pitcher, and a draft that stays on the
// device until the report has arrived. What is sent twice has the same key and is stored once.
"use strict";
(() => {
  const AGAIN = 10000;
  const name = (form) => `report-${form.dataset.draft}`;
  const read = (form) => { try { return JSON.parse(localStorage.getItem(name(form))); } catch { return null; } };
  const write = (form, value) => { try { localStorage.setItem(name(form), JSON.stringify(value)); } catch { /* a device without room */ } };
  const forget = (key) => { try { localStorage.removeItem(key); } catch { /* nothing kept */ } };
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
    unfold(form);
  };

  const unfold = (form) => {
    for (const row of form.querySelectorAll("[data-folded]")) if (row.querySelector("select").value) row.removeAttribute("data-folded");
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
        forget(name(form));
        location.assign(answer.redirected ? answer.url : location.href);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const part = page.querySelector("#report");
      if (!part) { location.reload(); return; }
      write(form, { values: fields(form), sent: false });
      document.querySelector("#report").replaceWith(part);
      begin();
      part.scrollIntoView();
    } catch {
      write(form, { values: fields(form), sent: true });
      note(form, "No connection. The report is kept on this device and goes out by itself as soon as there is one; leave this page open, or come back to it.");
      setTimeout(() => { delete form.dataset.sending; button.disabled = false; if (form.isConnected) send(form); }, AGAIN);
      return;
    }
    delete form.dataset.sending;
    button.disabled = false;
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
    const more = event.target.closest?.("[data-more]");
    if (more) {
      const row = more.parentElement.querySelector("[data-folded]");
      if (row) { row.removeAttribute("data-folded"); row.querySelector("select").focus(); }
      if (!more.parentElement.querySelector("[data-folded]")) more.hidden = true;
    }
  });

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
    for (const form of document.querySelectorAll("form[data-draft]")) if (read(form)?.sent) { delete form.dataset.sending; send(form); }
  });

  const begin = () => {
    for (const form of document.querySelectorAll("form[data-draft]")) {
      unfold(form);
      const kept = read(form);
      if (!kept || form.closest("#report").querySelector(".hh-refusals")) continue;
      fill(form, kept.values);
      if (kept.sent) { note(form, "This report was not sent yet. It goes out now."); send(form); }
      else note(form, "What you had typed is here again.");
    }
  };
  document.addEventListener("DOMContentLoaded", begin);
})();
