// The back office: scrolling parts get names of their own, before the theme makes regions of them.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  for (const [at, part] of document.querySelectorAll("[data-simplebar]").entries()) {
    const name = part.id === "nav-sidebar-apps" ? "Menu, scrollable" : `Part ${at + 1}, scrollable`;
    part.dataset.simplebarAriaLabel = name;
  }
});

// The theme would write a width into an attribute, which the pages' policy forbids: it sets it instead.
document.addEventListener("alpine:init", () => {
  const width = "{ width: changeListWidth + 'px' }";
  for (const part of document.querySelectorAll("#changelist-actions")) part.setAttribute("x-bind:style", width);
});
