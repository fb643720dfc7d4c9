"use strict";
/* The page of a battle: what is seen after each entry, and the ways from one to another. */
const $ = (id) => document.getElementById(id);
const PACE = 1200;
const TOGETHER = 50; /* items of a long log that are laid out together, once they come into view */

/* The elements of the chart: texts around numbers, and of each number the change in tenths from one
   element to the next. An element becomes text only when it is drawn: a long battle has 100,000. */
function elements(patterns) {
  let count = 0;
  const starts = patterns.map(([, , size]) => (count += size) - size);
  for (const [, columns] of patterns) {
    for (const column of columns) {
      for (let at = 1; at < column.length; at++) column[at] += column[at - 1];
    }
  }
  return (id) => {
    let low = 0, high = patterns.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= id) low = middle; else high = middle - 1;
    }
    const [pieces, columns] = patterns[low];
    return columns.reduce((text, column, n) => text + column[id - starts[low]] / 10 + pieces[n + 1], pieces[0]);
  };
}

/* Each step of the data says what is other than before: texts by number; of lists of numbers the
   changes, each a place, how many are left out there, and those that come instead; or minus how many
   change there, and what is added to each. */
function unfold(data) {
  const frames = [], now = {u: [], o: [], r: []};
  for (const step of data.steps) {
    for (const [name, told] of Object.entries(step)) {
      if (!Array.isArray(told)) now[name] = told;
      else {
        now[name] = now[name].slice();
        for (const [at, count, ...items] of told) {
          if (count < 0) items.forEach((more, n) => { now[name][at + n] += more; });
          else now[name].splice(at, count, ...items);
        }
      }
    }
    frames.push({
      box: data.boxes[now.b], whole: data.boxes[now.w], status: data.statuses[now.s],
      dice: data.dice[now.d], under: now.u, over: now.o, roster: now.r,
    });
  }
  return frames;
}

/* A view box enlarged about a point of it, given in shares of its width and height. */
function zoomed(box, scale, x, y) {
  const [left, top, wide, high] = box;
  return [left + wide * x * (1 - 1 / scale), top + high * y * (1 - 1 / scale), wide / scale, high / scale];
}

/* Where a step leads among sorted places. */
function neighbour(places, n, way) {
  const beyond = places.filter((place) => (place - n) * way > 0);
  if (!beyond.length) return n;
  return way > 0 ? beyond[0] : beyond[beyond.length - 1];
}

/* The entry that a link names, within what there is; null where it names none. */
function named(hash, first, last) {
  const found = /^#entry=(\d{1,9})$/.exec(hash);
  return found ? Math.max(first, Math.min(last, Number(found[1]))) : null;
}

async function unpacked(text) {
  const signs = atob(text), bytes = new Uint8Array(signs.length);
  for (let at = 0; at < signs.length; at++) bytes[at] = signs.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/* Lay out a log that was so long that it was packed. */
function layOut(log) {
  const room = $("long");
  if (!log.length || !room) return; /* a page that a browser saved has it laid out already */
  const laid = document.createDocumentFragment();
  let list = null;
  for (const [heading, n, told, notes] of log) {
    if (heading || !list || list.childElementCount === TOGETHER) {
      if (heading) laid.append(element("h3", heading));
      list = element("ol");
      laid.append(list);
    }
    const item = element("li"), link = element("a", told);
    link.href = `#entry=${n}`;
    item.id = `e${n}`;
    item.value = n;
    item.append(link);
    for (const note of notes) {
      const said = element("span", note);
      said.className = "note";
      item.append(" ", said);
    }
    list.append(item);
  }
  room.replaceWith(laid);
  $("log").classList.add("long"); /* only the turns in view are laid out */
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function begin(data) {
  if ($("long_tale")) $("long_tale").outerHTML = data.tale;
  layOut(data.log);
  const part = elements(data.parts);
  const frames = unfold(data), first = data.first, last = first + frames.length - 1;
  const items = [...document.querySelectorAll("#log li")];
  let n = first, timer = 0;
  let view = null; /* the part of the sea that a person has chosen; null follows the ships */
  let drawn = null;
  const numbers = (box) => box.split(" ").map(Number);
  const seen = () => view || numbers(frames[n - first].box);

  function look() {
    $("chart").setAttribute("viewBox", seen().map((each) => +each.toFixed(2)).join(" "));
  }

  function zoom(scale, x = 0.5, y = 0.5) {
    const whole = numbers(frames[n - first].whole), next = zoomed(seen(), scale, x, y);
    if (next[2] > 2 * whole[2] || next[2] < whole[2] / 60) return;
    view = next;
    look();
  }

  function show(to) {
    n = Math.max(first, Math.min(last, to));
    const frame = frames[n - first];
    look();
    if (drawn !== frame.roster)
      $("roster").innerHTML = (drawn = frame.roster).map((id) => data.rows[id]).join("");
    $("dice").innerHTML = frame.dice;
    $("chart").innerHTML = [...frame.under, ...frame.over].map(part).join("");
    $("status").textContent = frame.status;
    $("slider").value = n;
    $("slider").setAttribute("aria-valuetext", `entry ${n} of ${data.end}`);
    const before = document.querySelector("[aria-current]");
    if (before) before.removeAttribute("aria-current");
    const item = $(`e${n}`);
    let told = "";
    if (item) {
      item.setAttribute("aria-current", "step");
      told = item.textContent;
    }
    const near = items.findLast((each) => each.value <= n);
    /* more than once: turns that come into view have another height than was guessed */
    for (let tries = 0; near && tries < 3; tries++) {
      const log = $("log"), above = near.getBoundingClientRect().top - log.getBoundingClientRect().top;
      log.scrollTop += above - log.clientHeight / 3;
    }
    $("said").textContent = `Entry ${n} of ${data.end}${told ? `: ${told}` : ""}`;
    const here = $("here");
    if (here) here.setAttribute("x1", n), here.setAttribute("x2", n);
    document.body.dataset.entry = n;
  }

  function go(to) {
    show(to);
    try { history.replaceState(null, "", `#entry=${n}`); } catch { location.hash = `entry=${n}`; }
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    $("play").textContent = "play";
  }

  const ways = {
    first: () => go(first),
    last: () => go(last),
    back: () => go(n - 1),
    on: () => go(n + 1),
    turn_back: () => go(neighbour(data.turns.map(([, at]) => at), n, -1)),
    turn_on: () => go(neighbour(data.turns.map(([, at]) => at), n, 1)),
    note_back: () => go(neighbour(data.notes, n, -1)),
    note_on: () => go(neighbour(data.notes, n, 1)),
    play: () => {
      if (timer) return pause();
      if (n === last) go(first);
      $("play").textContent = "pause";
      timer = setInterval(() => { go(n + 1); if (n === last) pause(); }, PACE);
    },
  };
  ways.larger = () => zoom(1.3);
  ways.smaller = () => zoom(1 / 1.3);
  ways.whole = () => {
    const whole = frames[n - first].whole;
    view = seen().join(" ") === whole ? null : numbers(whole);
    look();
  };
  ways.story = () => { const tale = $("tale"); if (tale) tale.open = !tale.open; };
  ways.luck = () => {
    const luck = $("luck");
    if (luck && (luck.open = !luck.open)) $("log").scrollTop = luck.offsetTop;
  };
  /* on paper all is open, and afterwards as it was */
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const each of closed) each.open = true;
  });
  addEventListener("afterprint", () => { for (const each of closed) each.open = false; });
  const still = new Set(["play", "larger", "smaller", "whole", "story", "luck"]);
  const keys = {
    "+": "larger", "=": "larger", "-": "smaller", "0": "whole", s: "story", d: "luck",
    Home: "first", End: "last", ArrowLeft: "back", ArrowRight: "on", "[": "turn_back",
    "]": "turn_on", PageUp: "turn_back", PageDown: "turn_on", ",": "note_back", ".": "note_on",
    "<": "note_back", ">": "note_on", " ": "play",
  };
  for (const name of Object.keys(ways)) {
    if ($(name)) $(name).addEventListener("click", () => { if (!still.has(name)) pause(); ways[name](); });
  }
  document.addEventListener("keydown", (event) => {
    const name = Object.hasOwn(keys, event.key) ? keys[event.key] : "";
    const pressed = event.key === " " && event.target.closest("button,a");
    if (!name || pressed || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (!still.has(name)) pause();
    ways[name]();
  });

  /* The wheel, two fingers, or one that drags. */
  const chart = $("chart"), held = new Map();
  const share = (x, y) => {
    const room = chart.getBoundingClientRect(), [, , wide, high] = seen();
    /* the picture is centred in its room */
    const units = Math.max(wide / room.width, high / room.height);
    return [
      ((x - room.left - room.width / 2) * units) / wide + 0.5,
      ((y - room.top - room.height / 2) * units) / high + 0.5,
    ];
  };
  chart.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, ...share(event.clientX, event.clientY));
  }, { passive: false });
  chart.addEventListener("pointerdown", (event) => {
    held.set(event.pointerId, [event.clientX, event.clientY]);
    chart.setPointerCapture(event.pointerId);
  });
  chart.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY], other = [...held].find(([id]) => id !== event.pointerId);
    if (other) {
      const far = ([x, y]) => Math.hypot(x - other[1][0], y - other[1][1]) || 1;
      zoom(far(now) / far(before), ...share((now[0] + other[1][0]) / 2, (now[1] + other[1][1]) / 2));
    } else {
      const [x, y] = share(...before), [to_x, to_y] = share(...now), box = seen();
      view = [box[0] + (x - to_x) * box[2], box[1] + (y - to_y) * box[3], box[2], box[3]];
      look();
    }
    held.set(event.pointerId, now);
  });
  for (const end of ["pointerup", "pointercancel"])
    chart.addEventListener(end, (event) => held.delete(event.pointerId));
  $("slider").addEventListener("input", () => { pause(); go(Number($("slider").value)); });
  addEventListener("hashchange", () => {
    const to = named(location.hash, first, last);
    if (to !== null && to !== n) { pause(); show(to); }
  });

  $("play").textContent = "play";
  $("marks").replaceChildren(); /* and its marks, too */
  const width = Math.max(1, last - first);
  let free = -1;
  for (const [label, at, kind] of data.marks) {
    const share = (at - first) / width;
    if (kind === "turn" && share < free) continue;
    if (kind === "turn") free = share + 0.015 * (label.length + 1);
    const mark = document.createElement("a");
    mark.href = `#entry=${at}`;
    mark.className = kind;
    mark.textContent = kind === "note" ? "✎" : kind === "cost" ? "!" : label;
    mark.title = label;
    mark.tabIndex = -1;
    mark.style.left = `${100 * share}%`;
    $("marks").append(mark);
  }
  show(named(location.hash, first, last) ?? first);
}

if (typeof module === "object") module.exports = { elements, unfold, neighbour, named, zoomed };
else if (typeof DecompressionStream === "undefined")
  $("said").textContent = "This browser is too old to draw the chart; the log below is whole.";
else
  unpacked($("data").textContent).then(begin, () => {
    $("said").textContent = "The chart of this page is damaged; the log below is whole.";
  });
