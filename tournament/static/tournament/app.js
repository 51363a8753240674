// Small helps for every page; each page works without them.
"use strict";

(function () {
  // --- light, dark, or as the device has it ------------------------------------------------------
  function chosenTheme() {
    return document.documentElement.dataset.theme || "auto";
  }

  function chooseTheme(theme) {
    const root = document.documentElement;
    if (theme === "auto") {
      delete root.dataset.theme;
    } else {
      root.dataset.theme = theme;
    }
    try {
      localStorage.setItem("theme", theme);
    } catch (error) {
      // Not kept then; it holds for this page.
    }
    showTheme();
  }

  function showTheme() {
    for (const button of document.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === chosenTheme()));
    }
  }

  // --- keys: data-key="F2" or data-key="/" presses a button, follows a link or goes to a field -------
  const TYPING = "input, textarea, select, [contenteditable]";

  function useKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) {
      return;
    }
    const printable = event.key.length === 1;
    if (printable && event.target.closest && event.target.closest(TYPING)) {
      return;
    }
    const target = document.querySelector('[data-key="' + CSS.escape(event.key) + '"]');
    if (!target || target.disabled) {
      return;
    }
    event.preventDefault();
    if (event.repeat) {
      return;
    }
    if (target.matches(TYPING)) {
      target.focus();
      if (target.select) {
        target.select();
      }
    } else {
      target.click();
    }
  }

  // A key that is held down presses once: it goes on over every page that comes, and would answer what nobody has read.
  function pressOnce(event) {
    if (event.repeat && event.key === "Enter" && !event.target.closest("textarea, [contenteditable]")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }

  // --- a form is sent once, however often the button is pressed --------------------------------------
  function sendOnce(event) {
    const form = event.target;
    if (event.defaultPrevented || form.method === "get" || form.matches("[hx-post], [data-hx-post]")) {
      return;
    }
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "1";
    // A download leaves the page as it is: the form must work again.
    setTimeout(function () {
      delete form.dataset.sent;
    }, 4000);
  }

  document.addEventListener("click", function (event) {
    const theme = event.target.closest("[data-theme-choice]");
    if (theme) {
      chooseTheme(theme.dataset.themeChoice);
    }
    const back = event.target.closest("[data-back]");
    if (back && history.length > 1) {
      event.preventDefault();
      history.back();
    }
    if (event.target.closest("[data-print]")) {
      window.print();
    }
  });
  document.addEventListener("keydown", pressOnce, true);
  document.addEventListener("keydown", useKey);
  document.addEventListener("submit", sendOnce);
  window.addEventListener("pageshow", function () {
    for (const form of document.querySelectorAll("form[data-sent]")) {
      delete form.dataset.sent;
    }
  });

  // --- problems named by the last entry go when an entry succeeds -------------------------------------
  document.addEventListener("htmx:afterRequest", function (event) {
    const problems = document.getElementById("problems");
    const verb = event.detail.requestConfig && event.detail.requestConfig.verb;
    if (problems && event.detail.successful && (verb !== "get" || problems.dataset.waits)) {
      problems.replaceChildren();
      delete problems.dataset.waits;
    }
  });
  // A page that only looks again has nothing to save: it says that it waits, until it gets an answer.
  document.addEventListener("htmx:sendError", function (event) {
    const looks = event.detail.requestConfig && event.detail.requestConfig.verb === "get";
    const lost = document.getElementById(looks ? "connection-waits" : "connection-lost");
    const problems = document.getElementById("problems");
    if (!lost || !problems || (looks && problems.childElementCount)) {
      return;
    }
    problems.replaceChildren(lost.content.cloneNode(true));
    if (looks) {
      problems.dataset.waits = "1";
    } else {
      delete problems.dataset.waits;
    }
  });

  function start() {
    for (const hidden of document.querySelectorAll("[data-needs-script]")) {
      hidden.hidden = false;
    }
    showTheme();
    // On a phone the way and the navigation scroll sideways: begin at where one is.
    for (const current of document.querySelectorAll(".way [aria-current], .head-nav [aria-current]")) {
      const strip = current.closest("ol, nav");
      strip.scrollLeft = current.offsetLeft - strip.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
    }
  }

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", start);
  } else {
    start();
  }
})();
