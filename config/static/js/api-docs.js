// Swagger draws its page itself. Its parts get names, and its headings follow our title.
"use strict";
(() => {
  const part = document.getElementById("swagger-ui");
  const REGIONS = {
    ".information-container": "About the API",
    ".scheme-container": "Who asks",
    ".filter": "Filter",
  };
  const mend = () => {
    for (const [where, name] of Object.entries(REGIONS)) {
      const region = part.querySelector(`${where}:not([aria-label])`);
      region?.setAttribute("role", "region");
      region?.setAttribute("aria-label", name);
    }
    for (const heading of part.querySelectorAll(":is(h3.opblock-tag, .models h4):not([aria-level])")) {
      heading.setAttribute("role", "heading");
      heading.setAttribute("aria-level", "2");
    }
  };
  new MutationObserver(mend).observe(part, { childList: true, subtree: true });
  mend();
})();
