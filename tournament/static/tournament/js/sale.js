// The desk by keyboard: name, Enter, number, Enter. Without this script the form still sells.
"use strict";

(function () {
  const form = document.getElementById("sale-form");
  // A page from the browser's history shows an old state and an old entry: look again.
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) {
      location.reload();
    }
  });
  if (!form) {
    return;
  }
  const who = form.elements.who;
  const cards = form.elements.cards;
  const given = form.elements.given;
  const list = document.getElementById("offers");
  const chosen = form.querySelector("[data-chosen]");
  const newPerson = form.querySelector("[data-new-person]");
  const sellText = form.querySelector("[data-sell-text]");
  const sellWord = sellText.textContent;
  const price = Math.round(parseFloat(form.dataset.price) * 100);
  const pay = document.getElementById("pay");

  let decided = who.value.trim() !== ""; // it is clear who is meant
  let shownFor = ""; // the text the list belongs to
  let cardsToCome = false; // a new person's number of cards has not been asked for yet
  let enterWaits = false; // Enter was faster than the list
  let timer = 0;
  let asked = 0;

  // --- names offered while typing -----------------------------------------------------------------
  function options() {
    return Array.from(list.querySelectorAll("[role=option]"));
  }

  function selected() {
    return list.hidden ? null : list.querySelector("[aria-selected=true]");
  }

  function select(option) {
    for (const other of options()) {
      other.setAttribute("aria-selected", String(other === option));
    }
    if (option) {
      who.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    }
  }

  function hideList() {
    list.hidden = true;
    who.setAttribute("aria-expanded", "false");
    who.removeAttribute("aria-activedescendant");
  }

  function look() {
    const text = who.value.trim();
    const number = ++asked;
    if (text === "") {
      hideList();
      list.replaceChildren();
      shownFor = "";
      return;
    }
    fetch(form.dataset.suggest + "?q=" + encodeURIComponent(text), { headers: { "X-Requested-With": "fetch" } })
      .then(function (answer) {
        return answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)));
      })
      .then(function (lines) {
        if (number !== asked) {
          return;
        }
        const parsed = new DOMParser().parseFromString("<ul>" + lines + "</ul>", "text/html");
        list.replaceChildren(...parsed.querySelectorAll("[role=option]"));
        list.hidden = false;
        who.setAttribute("aria-expanded", "true");
        shownFor = text;
        select(options()[0]);
        if (enterWaits) {
          enterWaits = false;
          choose(selected());
        }
      })
      .catch(function () {
        // No list then: the entry itself still works, and says what is wrong.
        if (enterWaits) {
          enterWaits = false;
          openNewPerson();
        }
      });
  }

  function forget() {
    decided = false;
    for (const name of ["start_number", "known", "reservation", "meant_as_new"]) {
      form.elements[name].value = "";
    }
    chosen.hidden = true;
    sellText.textContent = sellWord;
  }

  who.addEventListener("input", function () {
    forget();
    clearTimeout(timer);
    timer = setTimeout(look, 70);
  });

  who.addEventListener("keydown", function (event) {
    if (event.isComposing) {
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const all = options();
      if (!list.hidden && all.length) {
        event.preventDefault();
        const step = event.key === "ArrowDown" ? 1 : -1;
        select(all[(all.indexOf(selected()) + step + all.length) % all.length]);
      }
    } else if (event.key === "Enter") {
      event.preventDefault();
      enter();
    } else if (event.key === "Tab" && !event.shiftKey && !decided && selected() && shownFor === who.value.trim()) {
      event.preventDefault();
      choose(selected());
    } else if (event.key === "Escape") {
      event.preventDefault();
      who.value = "";
      forget();
      look();
      newPerson.hidden = true;
      cards.value = "1";
    }
  });

  function enter() {
    if (who.value.trim() === "") {
      return;
    }
    if (decided) {
      goToCards();
    } else if (shownFor === who.value.trim() && selected()) {
      choose(selected());
    } else {
      enterWaits = true;
      clearTimeout(timer);
      look();
    }
  }

  // A press on a name must not take the cursor out of the field first.
  list.addEventListener("mousedown", function (event) {
    event.preventDefault();
  });
  list.addEventListener("click", function (event) {
    choose(event.target.closest("[role=option]"));
  });

  function choose(option) {
    if (!option) {
      return;
    }
    if (option.hasAttribute("data-new")) {
      openNewPerson();
      return;
    }
    decided = true;
    who.value = option.dataset.name;
    form.elements.start_number.value = option.dataset.startNumber || "";
    form.elements.known.value = option.dataset.known || "";
    form.elements.reservation.value = option.dataset.reservation || "";
    form.elements.meant_as_new.value = option.dataset.known ? "1" : "";
    cards.value = option.dataset.cards || "1";
    sellText.textContent = option.dataset.reservation ? sellText.dataset.paid : sellWord;
    const note = option.querySelector(".note");
    const place = option.dataset.place || option.dataset.club;
    chosen.textContent = [place, note ? note.textContent.trim() : ""].filter(Boolean).join(" · ");
    chosen.hidden = chosen.textContent === "";
    newPerson.hidden = true;
    form.elements.place.value = option.dataset.known ? option.dataset.place : "";
    form.elements.club.value = option.dataset.known ? option.dataset.club : "";
    hideList();
    goToCards();
  }

  function openNewPerson() {
    if (who.value.trim() === "") {
      who.focus();
      return;
    }
    forget();
    decided = true;
    form.elements.meant_as_new.value = "1";
    hideList();
    newPerson.hidden = false;
    cardsToCome = true;
    form.elements.place.focus();
  }

  function goToCards() {
    cardsToCome = false;
    cards.focus();
    cards.select();
    showAmount();
  }

  for (const name of ["place", "club"]) {
    form.elements[name].addEventListener("keydown", function (event) {
      if (event.key === "Enter" && !event.isComposing) {
        event.preventDefault();
        goToCards();
      }
    });
  }
  // Place and club stand below the line they were asked for: the first Tab out of them leads back to it.
  form.elements.club.addEventListener("keydown", function (event) {
    if (event.key === "Tab" && !event.shiftKey && cardsToCome) {
      event.preventDefault();
      goToCards();
    }
  });
  form.querySelector("[data-new-button]").addEventListener("click", openNewPerson);

  form.addEventListener("submit", function (event) {
    if (!decided) {
      event.preventDefault();
      who.focus();
      if (who.value.trim() !== "") {
        look();
      }
    }
  });

  // --- to pay, given, change --------------------------------------------------------------------------
  function cents(text) {
    const plain = text.replace(/[€\s]/g, "");
    const dotted = plain.includes(",") ? plain.replace(/\./g, "").replace(",", ".") : plain;
    return /^\d+(\.\d{1,2})?$/.test(dotted) ? Math.round(parseFloat(dotted) * 100) : null;
  }

  function money(amount) {
    const german = document.documentElement.lang.startsWith("de");
    const whole = String(Math.floor(Math.abs(amount) / 100)).replace(/\B(?=(\d{3})+$)/g, german ? "." : ",");
    return whole + (german ? "," : ".") + String(Math.abs(amount) % 100).padStart(2, "0");
  }

  function part(name) {
    return pay.querySelector("[data-" + name + "]");
  }

  function showAmount() {
    const count = /^\d{1,4}$/.test(cards.value.trim()) ? parseInt(cards.value, 10) : null;
    const amount = count === null ? null : count * price;
    const paid = cents(given.value);
    const label = part("pay-label");
    label.textContent = label.dataset.text;
    part("pay").textContent = amount === null ? "–" : money(amount);
    part("given").textContent = paid === null ? "–" : money(paid);
    part("change-box").hidden = amount === null || paid === null;
    if (amount !== null && paid !== null) {
      const word = part("change-label");
      word.textContent = paid < amount ? word.dataset.missing : word.dataset.back;
      part("change").textContent = "€\u00a0" + money(paid - amount);
    }
    showNotes(paid === null ? amount : null);
  }

  function showNotes(amount) {
    const rows = [500, 1000, 2000, 5000, 10000, 20000]
      .filter(function (note) {
        return amount && note > amount;
      })
      .slice(0, 3)
      .map(function (note) {
        const row = document.createElement("div");
        const term = document.createElement("dt");
        const back = document.createElement("dd");
        term.textContent = String(note / 100);
        back.textContent = money(note - amount);
        row.append(term, back);
        return row;
      });
    part("notes-list").replaceChildren(...rows);
    part("notes").hidden = rows.length === 0;
  }

  cards.addEventListener("input", showAmount);
  given.addEventListener("input", showAmount);

  // --- start --------------------------------------------------------------------------------------------
  who.setAttribute("role", "combobox");
  who.setAttribute("aria-controls", "offers");
  who.setAttribute("aria-expanded", "false");
  who.setAttribute("aria-autocomplete", "list");
  newPerson.hidden = form.elements.place.value === "" && form.elements.club.value === "" && !newPerson.querySelector("[aria-invalid=true]");
  const wrong = form.querySelector("[aria-invalid=true]");
  if (wrong) {
    wrong.focus();
    showAmount();
  } else if (decided) {
    goToCards();
  }
})();
