// While a printout is being set: buttons rest, and the page says how far it is.
(() => {
  "use strict";
  const waiting = document.querySelector("[data-print-progress]");
  if (!waiting) return;
  const bar = waiting.querySelector("progress");
  const said = waiting.querySelector("[data-print-done]");

  const ask = async (address) => {
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      const { done, total } = await answer.json();
      if (total > 1) {
        bar.max = total;
        bar.value = done;
        said.textContent = `${done} / ${total}`;
      }
    } catch {
      // The answer to the form itself is what counts.
    }
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-printing]")) return;
    const key = form.elements.request_key.value;
    const address = waiting.dataset.printProgress.replace("KEY", encodeURIComponent(key));
    waiting.hidden = false;
    waiting.scrollIntoView({ block: "nearest" });
    // After the form has been sent with the button that was pressed.
    setTimeout(() => {
      for (const button of document.querySelectorAll("[data-printing] button")) button.disabled = true;
    }, 0);
    setInterval(() => ask(address), 400);
  });

  // A page from the browser's history starts anew.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
})();
