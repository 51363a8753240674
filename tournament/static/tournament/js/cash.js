// The count of a drawer adds itself up while it is typed.
"use strict";

(function () {
  const form = document.querySelector("form[data-expected]");
  if (!form) {
    return;
  }
  const german = document.documentElement.lang.startsWith("de");

  function euro(cents) {
    const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, german ? "." : ",");
    const text = whole + (german ? "," : ".") + String(Math.abs(cents) % 100).padStart(2, "0");
    return "€\u00a0" + (cents < 0 ? "−" : "") + text;
  }

  function add() {
    let sum = 0;
    for (const field of form.querySelectorAll("[data-cents]")) {
      sum += parseInt(field.dataset.cents, 10) * (/^\d+$/.test(field.value.trim()) ? parseInt(field.value, 10) : 0);
    }
    form.querySelector("[data-counted]").textContent = euro(sum);
    const difference = sum - Math.round(parseFloat(form.dataset.expected) * 100);
    form.querySelector("[data-difference]").textContent = euro(difference);
  }

  form.addEventListener("input", add);
  add();
})();
