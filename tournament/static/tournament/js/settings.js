// The Ausschreibung: the slug follows the name, rows of prizes follow their number. The page works without.
"use strict";

(function () {
  const UMLAUTS = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

  function proposed(name) {
    return name
      .toLowerCase()
      .replace(/[äöüß]/g, function (letter) {
        return UMLAUTS[letter];
      })
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .replace(/[^a-z0-9]+/g, "-")
      .slice(0, 56)
      .replace(/^-+|-+$/g, "");
  }

  function followName() {
    const name = document.getElementById("id_name");
    const slug = document.getElementById("id_slug");
    if (!name || !slug) {
      return;
    }
    let own = slug.value !== "" && slug.value !== proposed(name.value);
    slug.addEventListener("input", function () {
      own = slug.value !== "";
    });
    name.addEventListener("input", function () {
      if (!own) {
        slug.value = proposed(name.value);
      }
    });
  }

  function followCount(list) {
    const count = list.querySelector("[name$='-TOTAL_FORMS']");
    const body = list.querySelector("[data-prize-rows]");
    const pattern = list.querySelector("[data-prize-row]");
    const button = list.querySelector("[data-rows-button]");
    const table = list.querySelector("[data-rows-table]");
    if (!count || !body || !pattern) {
      return;
    }
    button.hidden = true;
    count.type = "number";
    count.min = "0";
    count.max = "1000";
    const taken = []; // rows that were one too many: what was typed comes back with them
    count.addEventListener("input", function () {
      const wanted = Math.min(1000, Math.max(0, parseInt(count.value, 10)));
      if (Number.isNaN(wanted)) {
        return;
      }
      while (body.rows.length > wanted) {
        taken.push(body.rows[body.rows.length - 1]);
        body.rows[body.rows.length - 1].remove();
      }
      while (body.rows.length < wanted) {
        body.append(taken.pop() || newRow(pattern, body.rows.length));
      }
      if (table) {
        table.hidden = wanted === 0;
      }
    });
  }

  function newRow(pattern, index) {
    const row = pattern.content.firstElementChild.cloneNode(true);
    for (const element of row.querySelectorAll("[name], [for], [id]")) {
      for (const attribute of ["name", "id", "for"]) {
        if (element.hasAttribute(attribute)) {
          element.setAttribute(attribute, element.getAttribute(attribute).replace("__prefix__", String(index)));
        }
      }
    }
    for (const element of row.querySelectorAll("label, th")) {
      element.textContent = element.textContent.replace("__place__", String(index + 1));
    }
    return row;
  }

  followName();
  document.querySelectorAll(".prize-list").forEach(followCount);
})();
