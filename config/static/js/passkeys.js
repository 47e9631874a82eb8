// Passkeys: the browser is asked for one before a form is sent, and what it says goes with the form.
//
//   <form data-passkey="use|prove|add" data-passkey-ask="/where/options/are/"> <input name="answer"> ...
//   <p data-passkey-note role="alert" hidden></p>
//
// "add" makes a passkey, the others use one; with a field "code" that is filled in none is asked for.
// What needs a passkey ([data-passkey-hint]) is shown where there is a browser that knows them.
"use strict";
(() => {
  const known = Boolean(window.PublicKeyCredential && navigator.credentials);

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  // What the house writes as text is bytes to the browser, and the other way round.
  const read = (options) => ({
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user && { user: { ...options.user, id: bytes(options.user.id) } }),
    ...(options.allowCredentials && { allowCredentials: options.allowCredentials.map((each) => ({ ...each, id: bytes(each.id) })) }),
    ...(options.excludeCredentials && { excludeCredentials: options.excludeCredentials.map((each) => ({ ...each, id: bytes(each.id) })) }),
  });
  const written = ({ id, rawId, type, response }) => {
    const said = { clientDataJSON: text(response.clientDataJSON) };
    if (response.attestationObject) {
      said.attestationObject = text(response.attestationObject);
      said.transports = response.getTransports?.() ?? [];
    } else {
      said.authenticatorData = text(response.authenticatorData);
      said.signature = text(response.signature);
      if (response.userHandle) said.userHandle = text(response.userHandle);
    }
    return JSON.stringify({ id, rawId: text(rawId), type, response: said });
  };

  const note = (form, words) => {
    const line = form.querySelector("[data-passkey-note]");
    line.textContent = words;
    line.hidden = !words;
  };

  const ask = async (form) => {
    const token = form.elements.csrfmiddlewaretoken.value;
    const answer = await fetch(form.dataset.passkeyAsk, { method: "POST", body: new URLSearchParams({ csrfmiddlewaretoken: token }) });
    const isJson = (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
    const told = isJson ? await answer.json() : null;
    if (!answer.ok || !told) throw new Error(told?.error?.message ?? "The site does not answer. Load the page again.");
    return read(told);
  };

  const wordsOf = (error) => {
    if (error.name === "NotAllowedError") return "Nothing came of it: the browser was told no, or waited too long.";
    if (error.name === "InvalidStateError") return "There is a passkey for your account on this device already.";
    if (error.name === "SecurityError") return "Your browser does not use passkeys on this page.";
    if (error instanceof TypeError) return "The site cannot be reached. Try once more.";
    return error.message;
  };

  const wantsPasskey = (form) => known && form.dataset.passkeyAsk && !form.elements.answer.value && !form.elements.code?.value.trim();

  const send = async (form) => {
    if (form.dataset.asking) return;
    form.dataset.asking = "yes";
    note(form, "");
    try {
      const publicKey = await ask(form);
      const made = await (form.dataset.passkey === "add" ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey }));
      form.elements.answer.value = written(made);
      form.submit();
    } catch (error) {
      note(form, wordsOf(error));
    } finally {
      delete form.dataset.asking;
    }
  };

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    if (known) for (const hidden of form.querySelectorAll("[data-passkey-hint]")) hidden.hidden = false;
    else if (form.dataset.passkey !== "prove") note(form, "Your browser knows no passkeys.");
    form.addEventListener("submit", (event) => {
      if (!wantsPasskey(form)) return;
      event.preventDefault();
      send(form);
    });
  }

  // A page that comes back from the browser's memory still holds what was answered.
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-passkey]")) form.elements.answer.value = "";
  });
})();
