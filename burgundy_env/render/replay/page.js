"use strict";
// The page keeps every position as numbers of texts and drawn parts; showing one replaces what has changed.
(() => {
  const byId = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const root = document.documentElement;
  const narrow = window.matchMedia("(max-width: 699px)");
  const roomy = window.matchMedia("(min-width: 1200px)");
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const GAP = 8;
  let data = JSON.parse(byId("data").textContent);
  let at = 0;
  let last = 0;
  let seen = 0; // the furthest that was shown: what comes later is not given away
  let timer = null;

  const text = (number) => data.texts[number];
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
  const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
  const notify = (words) => {
    byId("notice").textContent = words;
    clearTimeout(notify.timer);
    notify.timer = setTimeout(() => { byId("notice").textContent = ""; }, Math.max(6000, 120 * words.length));
  };

  // What each name stands for, position by position: the changes added up.
  const unfold = (changing) => {
    if (!changing.states) {
      let state = new Array(changing.names.length).fill(-1);
      changing.states = changing.changes.map((change) => {
        state = state.slice();
        for (let i = 0; i < change.length; i += 2) state[change[i]] = change[i + 1];
        return state;
      });
    }
    return changing.states;
  };

  // --- the table -----------------------------------------------------------------------------------

  // Every sheet is drawn once, at its own size; where and how large it stands is decided by the room there is.
  const board = { drawing: null, parts: [], shown: [], sheets: new Map() };
  let chosen = null; // the seat that somebody wants to see large; otherwise it is the one that decides

  const scope = () => `burgundy-${root.dataset.theme}`;
  const drawing = () => data.drawings[narrow.matches ? "narrow" : "wide"];
  const seats = () => data.players.length;

  const lay = () => {
    board.drawing = drawing();
    board.sheets.clear();
    const names = board.drawing.names.map((name) => name.split("/"));
    const counted = {};
    board.parts = names.map(([sheet, part]) => {
      if (!board.sheets.has(sheet)) {
        const { width, height } = board.drawing.sheets[sheet];
        const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, class: scope(), role: "img", "data-sheet": sheet });
        board.sheets.set(sheet, svg);
        counted[sheet] = 0;
      }
      const [x, y] = board.drawing.sheets[sheet].places[counted[sheet]++];
      const group = draw("g", { transform: `translate(${x} ${y})`, "data-part": part });
      board.sheets.get(sheet).append(group);
      return group;
    });
    board.shown = board.parts.map(() => -1);
    board.sheets.get("depots").setAttribute("aria-label", "Depots");
    board.sheets.get("status").setAttribute("aria-label", "Phases, rounds, turn order and bonus tiles");
    data.players.forEach((name, seat) => board.sheets.get(`seat${seat}`).setAttribute("aria-label", capital(name)));
    byId("table").querySelectorAll(".sheet").forEach((one) => one.remove());
  };

  // Titles become words of the page's own, as a tap shall tell them too.
  const fill = (group, fragment) => {
    group.innerHTML = data.fragments[fragment];
    for (const title of group.querySelectorAll("title")) {
      title.parentNode.setAttribute("data-tip", title.textContent);
      title.remove();
    }
  };

  const showBoard = () => {
    unfold(board.drawing)[at].forEach((fragment, i) => {
      if (board.shown[i] === fragment) return;
      board.shown[i] = fragment;
      fill(board.parts[i], fragment);
    });
    byId("board-summary").textContent = text(data.positions[at].summary);
    arrange();
  };

  const large = () => {
    const position = data.positions[at];
    return chosen ?? position.active ?? position.actor ?? 0;
  };

  // What is shown of a seat that is not large: its duchy, and in words what else it has.
  const mini = (seat, size) => {
    const button = make("button", undefined, { type: "button", class: "sheet mini", "data-seat": seat });
    const scores = data.positions[at].scores;
    const score = scores[seat % scores.length]; // partners share theirs
    const sheet = board.drawing.sheets[`seat${seat}`];
    const svg = board.sheets.get(`seat${seat}`);
    svg.setAttribute("viewBox", sheet.focus.join(" "));
    svg.style.cssText = `width: ${sheet.focus[2] * size}px; height: ${sheet.focus[3] * size}px`;
    const words = text(data.positions[at].seats[seat]).replace(/^.*?: -?\d+ VP, /, "");
    button.append(make("strong", `${capital(data.names[seat])}: ${score.vp} VP`), svg, make("span", words));
    button.classList.toggle("active", seat === data.positions[at].active);
    button.addEventListener("click", () => choose(seat));
    return button;
  };

  const whole = (name, unit) => {
    const sheet = board.drawing.sheets[name];
    const svg = board.sheets.get(name);
    const box = make("div", undefined, { class: name.startsWith("seat") ? "sheet" : "sheet ground" });
    svg.setAttribute("viewBox", `0 0 ${sheet.width} ${sheet.height}`);
    svg.style.width = `${sheet.width * unit}px`;
    svg.style.height = `${sheet.height * unit}px`;
    box.append(svg);
    return box;
  };

  const put = (box, left, top, width, height) => {
    Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    return box;
  };

  // Several small ones in a room, in as many columns as leave them largest.
  const putMinis = (others, left, top, width, height) => {
    const focus = (seat) => board.drawing.sheets[`seat${seat}`].focus;
    let best = { size: 0, columns: 1 };
    for (let columns = 1; columns <= others.length; columns += 1) {
      const rows = Math.ceil(others.length / columns);
      const size = Math.min(...others.map((seat) =>
        Math.min((width / columns - 20) / focus(seat)[2], (height / rows - 84) / focus(seat)[3])));
      if (size > best.size) best = { size, columns };
    }
    const rows = Math.ceil(others.length / best.columns);
    const [w, h] = [(width - GAP * (best.columns - 1)) / best.columns, (height - GAP * (rows - 1)) / rows];
    return others.map((seat, i) => put(mini(seat, best.size),
      left + (i % best.columns) * (w + GAP), top + Math.floor(i / best.columns) * (h + GAP), w, h));
  };

  // The ways in which the table can stand, each with the size that it has room for.
  const inRows = (width, height) => {
    const { depots, status, [`seat${large()}`]: seat } = board.drawing.sheets;
    const tallest = seats() === 2 ? Math.max(...[0, 1].map((i) => board.drawing.sheets[`seat${i}`].height)) : seat.height;
    const upper = Math.max(depots.height, status.height);
    const unit = Math.min((width - GAP) / (depots.width + status.width), (height - GAP) / (upper + tallest));
    const all = (depots.width + status.width) * unit + GAP;
    const left = (width - all) / 2;
    const top = upper * unit + GAP;
    return {
      unit,
      boxes: () => {
        const boxes = [
          put(whole("depots", unit), left, 0, depots.width * unit, upper * unit),
          put(whole("status", unit), left + depots.width * unit + GAP, 0, status.width * unit, upper * unit),
        ];
        if (seats() === 2) {
          const half = (all - GAP) / 2;
          return [...boxes, ...[0, 1].map((i) => {
            const sheet = board.drawing.sheets[`seat${i}`];
            const fit = Math.min(unit, half / sheet.width);
            return put(whole(`seat${i}`, fit), left + i * (half + GAP) + (half - sheet.width * fit) / 2, top,
              sheet.width * fit, sheet.height * fit);
          })];
        }
        const others = data.players.map((_, i) => i).filter((i) => i !== large());
        boxes.push(put(whole(`seat${large()}`, unit), left + (others.length ? 0 : (all - seat.width * unit) / 2), top,
          seat.width * unit, seat.height * unit));
        const from = left + seat.width * unit + GAP;
        return others.length ? [...boxes, ...putMinis(others, from, top, left + all - from, height - top)] : boxes;
      },
    };
  };

  const inColumns = (width, height) => {
    const { depots, status, [`seat${large()}`]: seat } = board.drawing.sheets;
    const across = depots.width + seat.width;
    const unit = Math.min((width - GAP) / across, (height - GAP) / (depots.height + status.height), height / seat.height);
    const left = (width - across * unit - GAP) / 2;
    const top = depots.height * unit + GAP;
    return {
      unit,
      boxes: () => {
        const from = left + status.width * unit + GAP;
        const others = data.players.map((_, i) => i).filter((i) => i !== large());
        return [
          put(whole("depots", unit), left, 0, depots.width * unit, depots.height * unit),
          put(whole("status", unit), left, top, status.width * unit, status.height * unit),
          put(whole(`seat${large()}`, unit), left + depots.width * unit + GAP, 0, seat.width * unit, seat.height * unit),
          ...putMinis(others, from, top, left + depots.width * unit - from, Math.min(height - top, status.height * unit)),
        ];
      },
    };
  };

  // On a phone one thing after the other, each as wide as the screen.
  const onPhone = (width) => {
    const wanted = document.body.dataset.tab === "duchies" ? [`seat${large()}`] : ["depots", "status"];
    let top = 0;
    return wanted.map((name) => {
      const sheet = board.drawing.sheets[name];
      const unit = width / sheet.width;
      const box = put(whole(name, unit), 0, top, width, sheet.height * unit);
      top += sheet.height * unit + GAP;
      return box;
    });
  };

  const arrange = () => {
    const table = byId("table");
    const { clientWidth: width, clientHeight: height } = table;
    const focused = document.activeElement?.dataset?.seat;
    table.querySelectorAll(".sheet").forEach((one) => one.remove());
    if (narrow.matches) {
      table.append(...onPhone(width));
    } else {
      const [rows, columns] = [inRows(width, height), inColumns(width, height)];
      // Two seats side by side are worth a little.
      const best = rows.unit * 1.06 >= columns.unit ? rows : columns;
      table.dataset.unit = best.unit.toFixed(3);
      table.append(...best.boxes());
    }
    if (focused !== undefined) table.querySelector(`[data-seat="${focused}"]`)?.focus();
    for (const button of byId("chooser").children) {
      const follows = button.dataset.seat === "";
      button.setAttribute("aria-pressed", String(follows ? chosen === null : Number(button.dataset.seat) === large()));
    }
  };

  const choose = (seat) => { chosen = seat; arrange(); };

  const setChooser = () => {
    const buttons = data.names.map((name, seat) =>
      make("button", `${data.markers[seat]} ${name}`, { type: "button", "data-seat": seat, title: `Show ${name}` }));
    const follow = make("button", "Follow", { type: "button", "data-seat": "", title: "Show whoever decides" });
    byId("chooser").replaceChildren(...buttons, follow);
    buttons.forEach((button, seat) => button.addEventListener("click", () => choose(seat)));
    follow.addEventListener("click", () => choose(null));
    byId("chooser").hidden = seats() === 1;
  };

  // --- what is pointed at ----------------------------------------------------------------------------

  const tip = byId("tip");
  const region = (element) => {
    const part = element.closest("[data-part]")?.dataset.part;
    const place = data.regions.names.indexOf(part);
    const number = place < 0 ? -1 : unfold(data.regions)[at][place];
    return number < 0 || number === undefined ? "" : capital(text(number));
  };
  const tell = (event) => {
    const on = event.target instanceof Element && event.target.closest("#table svg") ? event.target : null;
    const told = on ? [on.closest("[data-tip]")?.getAttribute("data-tip"), region(on)].filter(Boolean).join("\n") : "";
    tip.style.display = told ? "block" : "none";
    if (!told) return;
    tip.textContent = capital(told);
    const { width, height } = tip.getBoundingClientRect();
    const below = event.clientY + 18 + height < window.innerHeight;
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 12, window.innerWidth - width - 4))}px`;
    tip.style.top = `${below ? event.clientY + 18 : event.clientY - height - 12}px`;
  };

  // --- words ---------------------------------------------------------------------------------------

  const where = (number) => {
    const position = data.positions[number];
    return `Phase ${position.phase}, round ${position.round}`;
  };
  const what = (position) => `${capital(data.players[position.actor])}: ${text(position.action)}`;

  const showHappened = (position) => {
    const begun = position.action !== undefined;
    byId("action").textContent = begun ? what(position) : "The game is set up.";
    byId("explained").textContent = begun ? text(position.explained) : "";
    byId("events").replaceChildren(...position.events.map((event) => make("li", text(event))));
    const [who, todo] = position.decision.map(text);
    byId("decision").replaceChildren(make("strong", who), `. ${todo}`);
    byId("decision").title = `${who}. ${todo}`;
    byId("done").textContent = begun ? `${what(position)}. ${text(position.explained)}` : "";
    byId("move").scrollTop = 0;
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
    // What was taken stands first; with shares the likeliest does.
    const taken = shares.size ? null : byId("legal").querySelector(".taken");
    if (taken) taken.parentNode.prepend(taken);
    const who = position.active === null ? "" : capital(data.players[position.active]);
    const value = position.value === undefined ? "" : ` Its agent expects ${Number(position.value.toPrecision(4))}.`;
    const count = rows.length === 1 ? "1 action is legal." : `${rows.length} actions are legal.`;
    byId("value").textContent = position.active === null ? data.result : `${who} to decide; ${count}${value}`;
    document.querySelector(".result").textContent = at === last ? data.result : "";
  };

  // --- thoughts ------------------------------------------------------------------------------------

  const signed = (number, digits = 1) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(digits)}`;
  const inOrder = (lines) => lines.filter((line) => line.margin !== undefined);
  // The turns as bars: the best one is full, one that is 10 points behind has a tenth of it.
  const bars = (lines, marked) => {
    const list = make("ol");
    const best = Math.max(...inOrder(lines).map((line) => line.margin));
    lines.forEach((line, i) => {
      const row = make("li");
      if (line.margin !== undefined) {
        const error = line.error ? ` ±${(1.96 * line.error).toFixed(1)}` : "";
        row.append(make("span", `${signed(line.margin)}${error}`, { class: "share" }));
      }
      row.append(make("code", line.turn.join(", ")), ...(marked[i] ? [" ", make("strong", `(${marked[i]})`)] : []));
      if (line.margin !== undefined) {
        const bar = make("div");
        bar.style.width = `${Math.max(4, 100 - 9 * (best - line.margin))}%`;
        const meter = make("div", undefined, { class: "meter", "aria-hidden": "true" });
        meter.append(bar);
        row.append(meter);
      }
      list.append(row);
    });
    return list;
  };
  const outlook = (vp, win) => data.names.map((name, seat) => [
    name, vp && ` ${vp[seat].toFixed(1)} VP`, win && `, wins ${(100 * win[seat]).toFixed(0)} %`,
  ].filter(Boolean).join("")).join("; ");
  const reviewed = (number) => (data.review ? data.review.turns : []).find((turn) =>
    turn.first <= number && number < turn.first + turn.count);

  const showThought = (position) => {
    const parts = [];
    const { expected = {}, lines = [] } = position;
    if (lines.length || expected.vp || expected.win) {
      parts.push(make("h3", "What its agent thinks: lead at the end"), make("p", outlook(expected.vp, expected.win)));
      if (lines.length) parts.push(bars(lines, []));
    }
    const turn = reviewed(at);
    if (turn) {
      const cost = turn.cost.vp < 0.05 ? "costs nothing"
        : `costs ${turn.cost.vp.toFixed(1)} VP ±${(1.96 * turn.cost.error).toFixed(1)} and ${(100 * turn.cost.win).toFixed(1)} % of the game`;
      parts.push(make("h3", `This turn, judged by ${data.review.agent}: ${cost}`), make("p", outlook(turn.vp, turn.win)));
      const marks = turn.lines.map((_, i) => [i === turn.taken && "taken", i === turn.better && i !== turn.taken && "better"]
        .filter(Boolean).join(", "));
      parts.push(bars(turn.lines, marks));
      if (data.review.why[turn.first]) parts.push(make("pre", data.review.why[turn.first]));
      const luck = Object.entries(turn.luck).map(([name, vp]) =>
        `${name === "drawn" ? "what was drawn" : `the dice of ${data.names[name]}`} ${signed(vp[turn.seat])}`);
      if (luck.length) parts.push(make("p", `Then came, for ${data.names[turn.seat]}: ${luck.join(", ")} VP.`));
    }
    byId("thought").replaceChildren(...parts);
    byId("thought").hidden = !parts.length;
  };

  // What is expected of every seat, position by position; what is not said stays as it was.
  const expectations = () => {
    let now = null;
    return data.positions.map((position, i) => {
      const turn = reviewed(i);
      now = (turn && turn.vp) || (position.expected && position.expected.vp) || now;
      return now;
    });
  };

  const expectedChart = () => {
    const known = expectations();
    const from = known.findIndex((vp) => vp);
    if (from < 0 || !known[from].every((_, seat) => seat < data.names.length)) return [];
    const seatLines = data.names.map((name, seat) => {
      const points = known.slice(from).map((vp, i) => `${x(from + i).toFixed(1)} ${y(vp[seat]).toFixed(1)}`);
      const line = draw("path", { d: `M${points.join("L")}`, class: "total" });
      line.style.stroke = data.parties[seat % data.parties.length].colour;
      line.append(draw("title", {}, name));
      return line;
    });
    return [chart("Expected at the end", "Final points that are expected of all seats, through the game", seatLines)];
  };

  // --- points --------------------------------------------------------------------------------------

  const frame = { width: 600, height: 240, left: 58, right: 34, top: 12, bottom: 34 };
  let sources = [];
  let most = 10;
  const cursors = [];
  const veils = [];
  const cells = new Map();
  const x = (number) => frame.left + (frame.width - frame.left - frame.right) * (last ? number / last : 0);
  const y = (points) => frame.height - frame.bottom - (frame.height - frame.top - frame.bottom) * points / most;
  const begins = (phase) => data.positions.findIndex((position) => position.phase === phase);

  const grid = () => {
    const marks = [];
    const step = most > 400 ? 200 : most > 160 ? 100 : most > 60 ? 50 : 10;
    for (let points = 0; points <= most; points += step) {
      marks.push(draw("path", { d: `M${frame.left} ${y(points)}H${frame.width - frame.right}`, class: "grid" }));
      marks.push(draw("text", { x: frame.left - 6, y: y(points) + 8, "text-anchor": "end", class: "label" }, points));
    }
    for (const phase of "ABCDE") {
      const first = begins(phase);
      if (first < 0) continue;
      marks.push(draw("path", { d: `M${x(first)} ${frame.top}V${frame.height - frame.bottom}`, class: "grid" }));
      marks.push(draw("text", { x: x(first) + 3, y: frame.height - 8, class: "label" }, phase));
    }
    return marks;
  };

  const path = (worth) => `M${data.positions.map((position, i) =>
    `${x(i).toFixed(1)} ${y(worth(position)).toFixed(1)}`).join("L")}`;

  const areas = (seat) => {
    const below = data.positions.map(() => 0);
    return sources.map((source) => {
      const lower = below.map((points, i) => `${x(i).toFixed(1)} ${y(points).toFixed(1)}`);
      // A target reached alone takes points away; the line shows that, the areas show what was won.
      data.positions.forEach((position, i) => { below[i] += Math.max(0, position.scores[seat].sources[source] || 0); });
      const upper = below.map((points, i) => `${x(i).toFixed(1)} ${y(points).toFixed(1)}`);
      const area = draw("path", { d: `M${upper.join("L")}L${lower.reverse().join("L")}z`, class: "area" });
      area.style.fill = data.sources[source][0];
      area.append(draw("title", {}, source));
      return area;
    });
  };

  // A chart in which nothing is seen of what comes after the furthest position that was shown.
  const chart = (heading, label, lines) => {
    const svg = draw("svg", { viewBox: `0 0 ${frame.width} ${frame.height}`, role: "img", "aria-label": label });
    const clip = draw("clipPath", { id: `veil${veils.length}` });
    const veil = draw("rect", { x: 0, y: 0, width: 0, height: frame.height });
    clip.append(veil);
    const drawn = draw("g", { "clip-path": `url(#veil${veils.length})` });
    veils.push(veil);
    drawn.append(...lines);
    const cursor = draw("path", { class: "now" });
    cursors.push(cursor);
    svg.append(clip, ...grid(), drawn, cursor);
    const jump = (event) => {
      const box = svg.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width * frame.width - frame.left)
        / (frame.width - frame.left - frame.right);
      go(Math.round(share * last));
    };
    svg.addEventListener("pointerdown", jump);
    svg.addEventListener("pointermove", (event) => { if (event.buttons) jump(event); });
    const whole = make("div", undefined, { class: "chart" });
    whole.append(make("h3", heading), svg);
    return whole;
  };

  const seatLine = (seat) => {
    const line = draw("path", { d: path((position) => position.scores[seat].total), class: "total" });
    line.style.stroke = data.parties[seat].colour;
    line.append(draw("title", {}, data.parties[seat].short));
    return line;
  };

  const names = []; // of the lines, which stand where the lines are at
  const setPoints = () => {
    cursors.length = veils.length = names.length = 0;
    cells.clear();
    const given = new Set(data.positions.flatMap((position) => position.scores.flatMap((score) => Object.keys(score.sources))));
    sources = Object.keys(data.sources).filter((source) => given.has(source));
    const won = (score) => Object.values(score.sources).reduce((sum, points) => sum + Math.max(0, points), 0);
    most = Math.max(10, ...data.positions.flatMap((position) => position.scores.map(won)),
      ...expectations().flatMap((vp) => vp || []));
    const compared = chart("Everybody", "Points of all seats through the game; the table below has the numbers",
      data.parties.map((_, seat) => seatLine(seat)));
    data.parties.forEach((party) => {
      const name = draw("text", { class: "name" }, party.marker);
      name.style.fill = party.colour;
      names.push(name);
      compared.querySelector("svg").append(name);
    });
    const each = data.parties.map(({ name }, seat) => chart(capital(name),
      `Points of ${name} by source through the game; the table below has the numbers`,
      [...areas(seat), draw("path", { d: path((position) => position.scores[seat].vp), class: "vp" })]));
    byId("charts").replaceChildren(...expectedChart(), compared, ...each);
    byId("review").querySelector("pre").textContent = data.review ? data.review.told : "";
    byId("review").hidden = !data.review;
    const head = make("tr");
    head.append(make("th", "source", { scope: "col" }), ...data.parties.map(({ short }) => make("th", short, { scope: "col" })));
    byId("points").tHead.replaceChildren(head);
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
    byId("points").tBodies[0].replaceChildren(...sources.map((source) => row(source, source, data.sources[source][0])));
    byId("points").tFoot.replaceChildren(row("total", "total"), row("of these on the track", "vp"));
  };

  const showPoints = (position) => {
    for (const cursor of cursors) cursor.setAttribute("d", `M${x(at)} ${frame.top}V${frame.height - frame.bottom}`);
    for (const veil of veils) veil.setAttribute("width", x(seen) + (seen === last ? frame.right : 0));
    position.scores.forEach((score, seat) => {
      for (const source of sources) cells.get(source)[seat].textContent = score.sources[source] || 0;
      cells.get("total")[seat].textContent = score.total;
      cells.get("vp")[seat].textContent = score.vp;
      names[seat].setAttribute("x", x(at) + 5);
      names[seat].setAttribute("y", y(score.total) + 8);
    });
  };

  // --- the game so far in words ------------------------------------------------------------------------

  let lines = [];
  const setTranscript = () => {
    let heading = "";
    lines = data.positions.map((position, i) => {
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
      return line;
    });
    byId("transcript").replaceChildren(...lines);
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
    byId("phases").replaceChildren();
    byId("rounds").replaceChildren();
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
    byId("where").textContent = `${at} of ${last}: ${where(at)}`;
    scrub.setAttribute("aria-valuetext", place);
    for (const [phase, button] of buttons.phases) button.setAttribute("aria-pressed", String(phase === position.phase));
    for (const [round, button] of buttons.rounds) {
      button.setAttribute("aria-pressed", String(Number(round) === position.round));
      button.disabled = roundAt(round) < 0;
    }
    byId("first").disabled = byId("back").disabled = at === 0;
    byId("last").disabled = byId("forward").disabled = at === last;
    lines.forEach((line, i) => {
      line.hidden = i > seen;
      const button = line.querySelector("button");
      if (i === at) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
    });
    if (document.body.dataset.tab === "log") lines[at].scrollIntoView({ block: "nearest" });
  };

  const show = () => {
    const position = data.positions[at];
    seen = Math.max(seen, at);
    tip.style.display = "none";
    showHappened(position);
    showLegal(position);
    showThought(position);
    showPoints(position);
    showPlace(position);
    showBoard();
  };

  const go = (number) => {
    const wanted = Math.min(last, Math.max(0, number));
    if (Number.isNaN(wanted) || wanted === at) return;
    at = wanted;
    show();
    // So that the address of the page is that of the move; where files may not do so, the menu's link still is.
    try { history.replaceState(null, "", `#a=${at}`); } catch { /* not allowed here */ }
  };
  const linked = () => {
    const found = /[#&]a=(\d+)/.exec(location.hash);
    return found ? Number(found[1]) : null;
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
    if (event.key === "Escape") {
      byId("menu").open = false;
      tip.style.display = "none";
    }
    // What has a use for the key itself keeps it.
    if (on.closest("select, input[type=file]")) return;
    if (event.key === " " && on.closest("button, summary, a")) return;
    const area = on.closest(".scroll, #table");
    const scrolls = area && area.scrollHeight > area.clientHeight && on !== document.body;
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

  // --- tabs, colours, copies, other games ---------------------------------------------------------------

  const tab = (name) => {
    document.body.dataset.tab = name;
    pressTabs();
    show();
  };
  // Where the table has its own room the tabs are those of what stands beside it; a page less narrow has one of it.
  const pressTabs = () => {
    const name = document.body.dataset.tab;
    const table = /depots|duchies/.test(name);
    const pressed = table && roomy.matches ? "move" : table && !narrow.matches ? "depots" : name;
    for (const button of byId("tabs").children) button.setAttribute("aria-pressed", String(button.dataset.tab === pressed));
  };

  const colours = () => {
    const wanted = byId("theme").value;
    root.dataset.theme = wanted === "auto" ? (dark.matches ? "dark" : "light") : wanted;
    for (const svg of board.sheets.values()) svg.setAttribute("class", scope());
  };

  const copy = (words, told) => {
    const done = () => notify(told);
    const byHand = () => {
      const area = make("textarea");
      area.value = words;
      document.body.append(area);
      area.select();
      const copied = document.execCommand("copy");
      area.remove();
      notify(copied ? told : "This browser does not let the page copy.");
    };
    if (navigator.clipboard) navigator.clipboard.writeText(words).then(done, byHand); else byHand();
  };

  // The position as it was written: paths and values; a step of a path that ends in # is a place in a list.
  const written = () => {
    const whole = {};
    unfold(data.documents)[at].forEach((number, i) => {
      if (number < 0 || number === undefined) return;
      const steps = data.documents.names[i].split("/");
      let here = whole;
      steps.forEach((step, depth) => {
        const key = step.endsWith("#") ? Number(step.slice(0, -1)) : step;
        if (depth === steps.length - 1) here[key] = JSON.parse(text(number));
        else here = here[key] ??= steps[depth + 1].endsWith("#") ? [] : {};
      });
    });
    return JSON.stringify(whole);
  };

  // As a word of a shell.
  const quoted = (name) => /^[\w.+][\w.+-]*$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;

  const openFile = (file) => file.text().then((content) => {
    const page = new DOMParser().parseFromString(content, "text/html").getElementById("data");
    if (page) {
      data = JSON.parse(page.textContent);
      document.title = `The Castles of Burgundy: ${data.players.join(", ")}`;
      for (const heading of document.querySelectorAll("h1, .heading")) {
        heading.textContent = capital(data.parties.map(({ name }) => name).join(" against "));
      }
      document.querySelector(".about").textContent = data.about;
      begin(0);
      notify(`${file.name} is shown.`);
    } else if (content.startsWith('{"format": "burgundy-record/')) {
      const made = quoted(file.name.replace(/\.jsonl$/, "") + ".html");
      notify("A page has no rules in it, so it can't show a record by itself. Make the record's page in a terminal: "
        + `burgundy replay ${quoted(file.name)} --html ${made}; then drop that here.`);
    } else {
      notify(`${file.name} is no page with a game.`);
    }
  }).catch(() => notify(`${file.name} is no page with a game.`));

  // --- beginning --------------------------------------------------------------------------------------

  const begin = (first) => {
    play(false);
    last = data.positions.length - 1;
    // What a position does not say is as in the one before.
    data.positions.forEach((position, i) => {
      position.scores = position.scores.map((score, seat) => score ?? data.positions[i - 1].scores[seat]);
    });
    at = Math.min(last, Math.max(0, first));
    seen = at;
    chosen = null;
    byId("scrub").max = last;
    setJumps();
    setChooser();
    setPoints();
    setTranscript();
    lay();
    show();
  };

  byId("scrub").addEventListener("input", (event) => go(Number(event.target.value)));
  press("first", () => go(0));
  press("back", () => go(at - 1));
  press("forward", () => go(at + 1));
  press("last", () => go(last));
  byId("play").addEventListener("click", () => play(timer === null));
  byId("speed").addEventListener("change", () => timer !== null && play(true));
  byId("theme").addEventListener("change", colours);
  byId("copy-link").addEventListener("click", () =>
    copy(`${location.href.split("#")[0]}#a=${at}`, "The link is copied."));
  byId("copy-position").addEventListener("click", () => copy(written(), "The position is copied."));
  byId("open").addEventListener("change", (event) => event.target.files[0] && openFile(event.target.files[0]));
  for (const button of byId("tabs").children) button.addEventListener("click", () => tab(button.dataset.tab));
  document.addEventListener("keydown", onKey);
  document.addEventListener("pointerover", tell);
  document.addEventListener("pointerdown", (event) => {
    tell(event);
    if (!event.target.closest("#menu")) byId("menu").open = false;
  });
  document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
  document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
  });
  window.addEventListener("hashchange", () => linked() !== null && go(linked()));
  roomy.addEventListener("change", pressTabs);
  new ResizeObserver(() => arrange()).observe(byId("table"));
  narrow.addEventListener("change", () => { pressTabs(); lay(); show(); });
  dark.addEventListener("change", colours);
  colours();
  pressTabs();
  begin(linked() ?? 0);
})();
