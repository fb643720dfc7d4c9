"use strict";
/* The page of a battle: what is seen after each entry, and the ways from one to another. */
const $ = (id) => document.getElementById(id);
const PACE = 1200;

/* Each step of the data says what is other than before: a frame, a status, elements by place. */
function unfold(data) {
  const frames = [];
  let box = 0, status = 0, ids = [];
  for (const step of data.steps) {
    if ("b" in step) box = step.b;
    if ("s" in step) status = step.s;
    if ("all" in step) ids = step.all;
    else if ("set" in step) {
      ids = ids.slice();
      for (let i = 0; i < step.set.length; i += 2) ids[step.set[i]] = step.set[i + 1];
    }
    frames.push({ box: data.boxes[box], status: data.statuses[status], ids });
  }
  return frames;
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
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
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
    if (heading || !list) {
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
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function begin(data) {
  layOut(data.log);
  const frames = unfold(data), first = data.first, last = first + frames.length - 1;
  const items = [...document.querySelectorAll("#log li")];
  let n = first, timer = 0;

  function show(to) {
    n = Math.max(first, Math.min(last, to));
    const frame = frames[n - first];
    $("chart").setAttribute("viewBox", frame.box);
    $("chart").innerHTML = frame.ids.map((id) => data.parts[id]).join("");
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
    if (near) $("log").scrollTop = near.offsetTop - $("log").clientHeight / 3;
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
  const keys = {
    Home: "first", End: "last", ArrowLeft: "back", ArrowRight: "on", "[": "turn_back",
    "]": "turn_on", PageUp: "turn_back", PageDown: "turn_on", ",": "note_back", ".": "note_on",
    "<": "note_back", ">": "note_on", " ": "play",
  };
  for (const name of Object.keys(ways)) {
    if ($(name)) $(name).addEventListener("click", () => { if (name !== "play") pause(); ways[name](); });
  }
  document.addEventListener("keydown", (event) => {
    const name = Object.hasOwn(keys, event.key) ? keys[event.key] : "";
    const pressed = event.key === " " && event.target.closest("button,a");
    if (!name || pressed || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (name !== "play") pause();
    ways[name]();
  });
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
    mark.textContent = kind === "note" ? "✎" : label;
    mark.title = label;
    mark.tabIndex = -1;
    mark.style.left = `${100 * share}%`;
    $("marks").append(mark);
  }
  show(named(location.hash, first, last) ?? first);
}

if (typeof module === "object") module.exports = { unfold, neighbour, named };
else if (typeof DecompressionStream === "undefined")
  $("said").textContent = "This browser is too old to draw the chart; the log below is whole.";
else
  unpacked($("data").textContent).then(begin, () => {
    $("said").textContent = "The chart of this page is damaged; the log below is whole.";
  });
