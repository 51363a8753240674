// The page of a match that is over: what was counted on this phone too late is delivered, and said.
"use strict";

(function () {
  var box = document.getElementById("lost");
  var address = box.dataset.address;

  function show() {
    var lost = PhoneStore.load(address).lost;
    box.hidden = !lost;
    box.querySelector("p").textContent = lost === 1 ? box.dataset.one : box.dataset.many.replace("{count}", lost);
  }

  function deliver() {
    PhoneStore.deliverOthers("", show);
  }

  box.querySelector("button").addEventListener("click", function () {
    var kept = PhoneStore.load(address);
    kept.lost = 0;
    PhoneStore.save(address, kept);
    show();
  });
  window.addEventListener("online", deliver);

  show();
  deliver();
})();
