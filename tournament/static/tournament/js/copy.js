// A button with data-copy="id" copies the text of that field; without a clipboard it selects it.
"use strict";

document.addEventListener("click", function (event) {
  const button = event.target.closest("[data-copy]");
  if (!button) {
    return;
  }
  const field = document.getElementById(button.dataset.copy);
  field.focus();
  field.select();
  // On plain http there is no navigator.clipboard; the old command still works there.
  if (document.execCommand("copy")) {
    button.textContent = button.dataset.done;
  }
});
