"use strict";
// The page keeps every position as numbers of texts and drawn parts; showing one replaces what has changed.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const text = (number) => data.texts[number];
  const last = data.positions.length - 1;
  const phone = window.matchMedia("(max-width: 699px)");
  let at = 0;
  let timer = null;

  const make = (tag, content, attributes = {}) => {
    const element = document.createElement(tag);
    if (content !== undefined) element.textContent = content;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const draw = (tag, attributes, content) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (content !== undefined) element.textContent = content;
    return element;
  };

  // --- the table -----------------------------------------------------------------------------------

  const board = { parts: [], shown: [], states: null, drawing: null };

  // Which part shows which fragment, position by position: the changes added up.
  const unfold = (drawing) => {
    let state = new Array(drawing.parts.length).fill(-1);
    return drawing.changes.map((change) => {
      state = state.slice();
      for (let i = 0; i < change.length; i += 2) state[change[i]] = change[i + 1];
      return state;
    });
  };

  const lay = () => {
    const drawing = data.drawings[phone.matches ? "narrow" : "wide"];
    board.drawing = drawing;
    board.states = drawing.states || (drawing.states = unfold(drawing));
    byId("board").setAttribute("viewBox", `0 0 ${drawing.width} ${drawing.height}`);
    const ground = draw("rect", { width: drawing.width, height: drawing.height, class: "table" });
    board.parts = drawing.places.map(([x, y], i) =>
      draw("g", { transform: `translate(${x} ${y})`, "data-part": drawing.parts[i] }));
    board.shown = board.parts.map(() => -1);
    byId("parts").replaceChildren(ground, ...board.parts);
  };

  const showBoard = () => {
    board.states[at].forEach((fragment, i) => {
      if (board.shown[i] === fragment) return;
      board.shown[i] = fragment;
      board.parts[i].innerHTML = data.fragments[fragment];
    });
    byId("board-summary").textContent = text(data.positions[at].summary);
  };

  // --- words ---------------------------------------------------------------------------------------

  const where = (number) => {
    const position = data.positions[number];
    return `Phase ${position.phase}, round ${position.round}`;
  };
  const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
  const what = (position) => `${capital(data.players[position.actor])}: ${text(position.action)}`;

  const showHappened = (position) => {
    const begun = position.action !== undefined;
    byId("action").textContent = begun ? what(position) : "The game is set up.";
    byId("explained").textContent = begun ? text(position.explained) : "";
    byId("events").replaceChildren(...position.events.map((event) => make("li", text(event))));
    document.querySelector(".happened").scrollTop = 0;
  };

  const showLegal = (position) => {
    const shares = new Map(position.probabilities || []);
    const rows = position.legal.slice();
    if (shares.size) rows.sort((a, b) => (shares.get(b[0]) || 0) - (shares.get(a[0]) || 0));
    byId("legal").replaceChildren(...rows.map(([action, explained]) => {
      const row = make("li");
      if (shares.size) row.append(make("span", `${(100 * (shares.get(action) || 0)).toFixed(1)} %`, { class: "share" }), " ");
      row.append(make("code", text(action)), " ", text(explained));
      if (action === position.next) {
        row.classList.add("taken");
        row.append(" ", make("strong", "(taken)"));
      }
      if (shares.size) {
        const bar = make("div");
        bar.style.width = `${100 * (shares.get(action) || 0)}%`;
        const meter = make("div", undefined, { class: "meter", "aria-hidden": "true" });
        meter.append(bar);
        row.append(meter);
      }
      return row;
    }));
    // What was taken is seen at once; with shares the likeliest is, and stands first.
    const taken = shares.size ? null : byId("legal").querySelector(".taken");
    byId("legal").scrollTop = taken ? taken.offsetTop - byId("legal").offsetTop - 40 : 0;
    const who = position.active === null ? "" : capital(data.players[position.active]);
    const value = position.value === undefined ? "" : ` Its agent expects ${Number(position.value.toPrecision(4))}.`;
    const count = rows.length === 1 ? "1 action is legal." : `${rows.length} actions are legal.`;
    byId("value").textContent = position.active === null ? data.result : `${who} to decide; ${count}${value}`;
  };

  // --- points --------------------------------------------------------------------------------------

  // What gives most comes first; what is only left over at the end lies on top.
  const given = (source) => (source === "left over" ? -1
    : data.positions[last].scores.reduce((sum, score) => sum + (score.sources[source] || 0), 0));
  const sources = [...new Set(data.positions.flatMap((position) =>
    position.scores.flatMap((score) => Object.keys(score.sources))))].sort((a, b) => given(b) - given(a));
  const won = (score) => Object.values(score.sources).reduce((sum, points) => sum + Math.max(0, points), 0);
  const most = Math.max(10, ...data.positions.flatMap((position) => position.scores.map(won)));
  const frame = { width: 600, height: 240, left: 46, right: 8, top: 10, bottom: 28 };
  const cursors = [];
  const cells = new Map();
  const x = (number) => frame.left + (frame.width - frame.left - frame.right) * (last ? number / last : 0);
  const y = (points) => frame.height - frame.bottom - (frame.height - frame.top - frame.bottom) * points / most;
  const colour = (source) => `var(--source-${sources.indexOf(source) % 14})`;
  const begins = (phase) => data.positions.findIndex((position) => position.phase === phase);

  const grid = () => {
    const marks = [];
    const step = most > 160 ? 50 : most > 60 ? 20 : 10;
    for (let points = 0; points <= most; points += step) {
      marks.push(draw("path", { d: `M${frame.left} ${y(points)}H${frame.width - frame.right}`, class: "grid" }));
      marks.push(draw("text", { x: frame.left - 5, y: y(points) + 5, "text-anchor": "end", class: "label" }, points));
    }
    for (const phase of "ABCDE") {
      const first = begins(phase);
      if (first < 0) continue;
      marks.push(draw("path", { d: `M${x(first)} ${frame.top}V${frame.height - frame.bottom}`, class: "grid" }));
      marks.push(draw("text", { x: x(first) + 3, y: frame.height - 7, class: "label" }, phase));
    }
    return marks;
  };

  const areas = (seat) => {
    const below = data.positions.map(() => 0);
    return sources.map((source) => {
      const lower = below.map((points, i) => `${x(i).toFixed(1)} ${y(points).toFixed(1)}`);
      // A target reached alone takes points away; the line shows that, the areas show what was won.
      data.positions.forEach((position, i) => { below[i] += Math.max(0, position.scores[seat].sources[source] || 0); });
      const upper = below.map((points, i) => `${x(i).toFixed(1)} ${y(points).toFixed(1)}`);
      const area = draw("path", { d: `M${upper.join("L")}L${lower.reverse().join("L")}z`, class: "area" });
      area.style.fill = colour(source);
      area.append(draw("title", {}, source));
      return area;
    });
  };

  const chart = (seat) => {
    const final = data.positions[last].scores[seat].total;
    const svg = draw("svg", {
      viewBox: `0 0 ${frame.width} ${frame.height}`, role: "img",
      "aria-label": `Points of ${data.parties[seat]} through the game, ${final} at the end; the table below has the numbers`,
    });
    const track = data.positions.map((position, i) => `${x(i).toFixed(1)} ${y(position.scores[seat].vp).toFixed(1)}`);
    const cursor = draw("path", { class: "now" });
    cursors.push(cursor);
    svg.append(...grid(), ...areas(seat), draw("path", { d: `M${track.join("L")}`, class: "vp" }), cursor);
    const jump = (event) => {
      const box = svg.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width * frame.width - frame.left)
        / (frame.width - frame.left - frame.right);
      go(Math.round(share * last));
    };
    svg.addEventListener("pointerdown", jump);
    svg.addEventListener("pointermove", (event) => { if (event.buttons) jump(event); });
    const whole = make("div", undefined, { class: "chart" });
    whole.append(make("h3", capital(data.parties[seat])), svg);
    return whole;
  };

  const setPoints = () => {
    byId("charts").replaceChildren(...data.parties.map((_, party) => chart(party)));
    const head = make("tr");
    head.append(make("th", "source", { scope: "col" }), ...data.parties.map((name) => make("th", name, { scope: "col" })));
    byId("points").tHead.append(head);
    const row = (label, key, swatch) => {
      const line = make("tr");
      const name = make("th", undefined, { scope: "row" });
      if (swatch) {
        const square = make("span", undefined, { class: "swatch" });
        square.style.background = swatch;
        name.append(square);
      }
      name.append(label);
      const values = data.parties.map(() => make("td"));
      cells.set(key, values);
      line.append(name, ...values);
      return line;
    };
    byId("points").tBodies[0].append(...sources.map((source) => row(source, source, colour(source))));
    byId("points").tFoot.append(row("total", "total"), row("of these on the track", "vp"));
  };

  const showPoints = (position) => {
    for (const cursor of cursors) cursor.setAttribute("d", `M${x(at)} ${frame.top}V${frame.height - frame.bottom}`);
    position.scores.forEach((score, seat) => {
      for (const source of sources) cells.get(source)[seat].textContent = score.sources[source] || 0;
      cells.get("total")[seat].textContent = score.total;
      cells.get("vp")[seat].textContent = score.vp;
    });
  };

  // --- the whole game in words -----------------------------------------------------------------------

  const lines = [];
  const setTranscript = () => {
    let heading = "";
    data.positions.forEach((position, i) => {
      const line = make("li");
      const begun = position.action !== undefined;
      const told = where(Math.max(0, i - 1));
      if (begun && told !== heading) line.append(make("h3", heading = told));
      const button = make("button", undefined, { type: "button" });
      button.append(make("strong", begun ? `${i}. ${what(position)}` : "Set up"), begun ? ` ${text(position.explained)}` : "");
      button.addEventListener("click", () => go(i));
      line.append(button);
      if (position.events.length) {
        const events = make("ul");
        events.append(...position.events.map((event) => make("li", text(event))));
        line.append(events);
      }
      lines.push(button);
      byId("transcript").append(line);
    });
  };

  // --- going through the game -------------------------------------------------------------------------

  const buttons = { phases: new Map(), rounds: new Map() };
  const turn = (number) => `${where(number)}, ${data.positions[number].active}`;
  // Where the next stretch of equal `kind` begins, forward or back.
  const stretch = (kind, way) => {
    let number = at;
    if (way > 0) {
      while (number < last && kind(number) === kind(at)) number += 1;
      return number;
    }
    if (number > 0) number -= 1;
    while (number > 0 && kind(number - 1) === kind(number)) number -= 1;
    return number;
  };

  const setJumps = () => {
    const jump = (place, label, name, action) => {
      const button = make("button", label, { type: "button", "aria-pressed": "false", title: name, "aria-label": name });
      button.addEventListener("click", action);
      byId(place).append(button);
      buttons[place].set(label, button);
    };
    for (const phase of "ABCDE") {
      jump("phases", phase, `Phase ${phase}`, () => go(begins(phase)));
      buttons.phases.get(phase).disabled = begins(phase) < 0;
    }
    for (const round of "12345") {
      jump("rounds", round, `Round ${round} of the phase`, () => go(roundAt(round)));
    }
  };
  const roundAt = (round) => data.positions.findIndex((position) =>
    position.phase === data.positions[at].phase && position.round === Number(round));

  const showPlace = (position) => {
    const scrub = byId("scrub");
    scrub.value = at;
    const place = `${at} of ${last} actions: ${where(at)}`;
    byId("where").textContent = place;
    scrub.setAttribute("aria-valuetext", place);
    for (const [phase, button] of buttons.phases) button.setAttribute("aria-pressed", String(phase === position.phase));
    for (const [round, button] of buttons.rounds) {
      button.setAttribute("aria-pressed", String(Number(round) === position.round));
      button.disabled = roundAt(round) < 0;
    }
    byId("first").disabled = byId("back").disabled = at === 0;
    byId("last").disabled = byId("forward").disabled = at === last;
    lines.forEach((line, i) => (i === at ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current")));
  };

  const show = () => {
    const position = data.positions[at];
    showBoard();
    showHappened(position);
    showLegal(position);
    showPoints(position);
    showPlace(position);
  };

  const go = (number) => {
    const wanted = Math.min(last, Math.max(0, number));
    if (Number.isNaN(wanted) || wanted === at) return;
    at = wanted;
    show();
  };

  // Keyboard focus must not fall from a button that is switched off at the end of the game.
  const press = (id, action) => byId(id).addEventListener("click", () => {
    action();
    if (byId(id).disabled) byId("scrub").focus();
  });

  const play = (on) => {
    if (on && at === last) go(0);
    clearInterval(timer);
    timer = on ? setInterval(() => (at === last ? play(false) : go(at + 1)), 1000 / Number(byId("speed").value)) : null;
    byId("play").textContent = on ? "Pause" : "Play";
    // Whoever listens is told each position only where they ask for it.
    byId("where").setAttribute("aria-live", on ? "off" : "polite");
  };

  const keys = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    ArrowUp: () => go(stretch(turn, -1)),
    ArrowDown: () => go(stretch(turn, 1)),
    PageUp: () => go(stretch(where, -1)),
    PageDown: () => go(stretch(where, 1)),
    Home: () => go(0),
    End: () => go(last),
    " ": () => play(timer === null),
  };

  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const on = event.target instanceof Element ? event.target : document.body;
    // What has a use for the key itself keeps it.
    if (on.closest("select")) return;
    if (event.key === " " && on.closest("button, summary, a")) return;
    const area = on.closest(".scroll, .happened");
    const scrolls = area && area.scrollHeight > area.clientHeight;
    if (/^(Arrow(Up|Down)|Page|Home|End| )/.test(event.key) && scrolls) return;
    if (/^[1-5]$/.test(event.key)) {
      const first = begins("ABCDE"[Number(event.key) - 1]);
      if (first >= 0) go(first);
      return;
    }
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  byId("scrub").max = last;
  byId("scrub").addEventListener("input", (event) => go(Number(event.target.value)));
  press("first", () => go(0));
  press("back", () => go(at - 1));
  press("forward", () => go(at + 1));
  press("last", () => go(last));
  byId("play").addEventListener("click", () => play(timer === null));
  byId("speed").addEventListener("change", () => timer !== null && play(true));
  document.addEventListener("keydown", onKey);
  phone.addEventListener("change", () => { lay(); show(); });
  setJumps();
  setPoints();
  setTranscript();
  lay();
  show();
})();
