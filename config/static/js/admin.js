// The back office: scrolling parts get names of their own, before the theme makes regions of them.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  for (const [at, part] of document.querySelectorAll("[data-simplebar]").entries()) {
    const name = part.id === "nav-sidebar-apps" ? "Menu, scrollable" : `Part ${at + 1}, scrollable`;
    part.dataset.simplebarAriaLabel = name;
  }
});
