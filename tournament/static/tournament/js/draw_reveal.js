// Shows a stored draw number by number. It never draws: everything is in the page already, and a reload goes on
// where it was. It begins where the big screen is; only what a person presses moves the screen.
"use strict";

(function () {
  const root = document.getElementById("reveal");
  const source = document.getElementById("reveal-data");
  const boards = window.drawBoards;
  if (!root || !source || !boards) {
    return;
  }
  const data = JSON.parse(source.textContent);
  const words = data.words;
  const steps = data.steps;
  const board = boards[data.kind](data, root);
  const LINES = 10;
  const panel = document.getElementById("now");
  const log = document.getElementById("reveal-log");
  const next = document.getElementById("reveal-next");
  const auto = document.getElementById("reveal-auto");
  const speed = document.getElementById("reveal-speed");
  const all = document.getElementById("reveal-all");
  const again = document.getElementById("reveal-again");
  const place = document.getElementById("reveal-place");
  const on = document.getElementById("reveal-on"); // none for a draw that was annulled
  const memory = "reveal:" + data.key;
  const onScreen = Math.min(steps.length, Number(root.dataset.shown) || 0);
  let lookedUp = root.hasAttribute("data-show-all");
  let position = 0;
  let timer = 0;

  function remembered() {
    try {
      return Math.min(steps.length, Number(sessionStorage.getItem(memory)) || 0);
    } catch (error) {
      return 0;
    }
  }

  function remember() {
    try {
      sessionStorage.setItem(memory, String(position));
    } catch (error) {
      // Then a reload begins again; the draw itself is safe.
    }
  }

  // A person went there.
  function pressed() {
    remember();
    document.dispatchEvent(new CustomEvent("reveal:position", { detail: { position: position } }));
  }

  function part(name, text) {
    const target = panel.querySelector('[data-now="' + name + '"]');
    target.textContent = text || "";
    target.hidden = !text;
  }

  function tell(said) {
    part("title", said.title);
    part("who", said.who);
    part("place", said.place);
    part("note", said.note);
    part("last", said.last ? " · " + said.last + " " : "");
    part("number", said.number === undefined ? "" : String(said.number));
    part("problem", said.problem);
  }

  function logLine(said) {
    const item = boards.element("li");
    const text = boards.element("span");
    text.append(said.head, " ", boards.element("bdi", said.body, said.soft ? "" : "strong"));
    item.append(text);
    if (said.remark) {
      item.append(boards.element("span", said.remark, "soft small-text"));
    }
    return item;
  }

  function paint() {
    const done = position >= steps.length;
    root.classList.toggle("shown", done);
    document.documentElement.classList.toggle("reveal-shown", done);
    next.hidden = auto.hidden = all.hidden = done;
    speed.parentElement.hidden = done;
    again.hidden = !done;
    if (done && on && root.classList.contains("ready")) {
      // The last step was just shown: Enter leads on; the space bar that stepped through the draw does nothing here.
      on.focus({ preventScroll: true });
    }
    place.textContent = boards.fill(words.step, { number: position, count: steps.length });
    if (done) {
      stop();
      board.done();
      tell({ title: words.done, who: panel.dataset.check || "", note: data.kind === "pots" ? words.done_note : "" });
    } else if (!position) {
      tell({ title: words.ready, who: "", note: boards.fill(words.ready_note, { count: steps.length }) });
    }
  }

  function forward() {
    if (position >= steps.length) {
      return;
    }
    const step = steps[position];
    board.apply(step);
    position += 1;
    const said = board.line(step);
    tell(said);
    log.prepend(logLine(said));
    while (log.children.length > LINES) {
      log.lastElementChild.remove();
    }
    paint();
    pressed();
  }

  function jump(target) {
    board.reset();
    log.replaceChildren();
    position = 0;
    let said = null;
    while (position < target) {
      board.apply(steps[position], position < target - 1);
      // Said in order: a remark may depend on what was drawn before.
      if (position >= target - LINES) {
        said = board.line(steps[position]);
        log.prepend(logLine(said));
      }
      position += 1;
    }
    if (said) {
      tell(said);
    }
    paint();
  }

  // To where the big screen is.
  function follow(target) {
    lookedUp = false;
    again.textContent = again.dataset.again;
    jump(Math.min(steps.length, target));
    remember();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    auto.setAttribute("aria-pressed", "false");
  }

  function run() {
    stop();
    timer = setInterval(forward, Number(speed.value));
    auto.setAttribute("aria-pressed", "true");
  }

  next.addEventListener("click", function () {
    stop();
    forward();
  });
  auto.addEventListener("click", function () {
    if (timer) {
      stop();
    } else {
      run();
      forward();
    }
  });
  speed.addEventListener("change", function () {
    if (timer) {
      run();
    }
  });
  all.addEventListener("click", function () {
    jump(steps.length);
    pressed();
    document.getElementById("result").scrollIntoView({ block: "start" });
  });
  again.addEventListener("click", function () {
    if (lookedUp && root.dataset.publish) {
      follow(onScreen); // the hall is in the middle of it: taken up again where it is
    } else {
      jump(0);
      pressed();
    }
    window.scrollTo(0, 0);
    next.focus();
  });

  document.addEventListener("reveal:elsewhere", function (event) {
    stop();
    follow(event.detail.position);
  });

  if (lookedUp) {
    jump(steps.length);
  } else {
    jump(root.dataset.shown && !root.hasAttribute("data-ours") ? onScreen : remembered());
  }
  root.classList.add("ready");
})();
