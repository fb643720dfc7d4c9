"""Prompts and hints as runs of text; keys stand out by colour, or by weight without colours."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence

from engine.game.decision import Decision
from engine.game.game import Seat
from engine.sitting.orders import SHORT, Orders
from engine.sitting.sheet_orders import SheetOrders
from tui.input.keys import GAP, Hint, Keymap
from tui.terminal.cells import SIGN, Run, cut, distinct_cuts, rows_of
from tui.terminal.runs import Line, fitted, line_of, text_of

KEY = {"keys": "key", "prompt": "prompt_key"}
"""The style of a key, by the style of the words around it."""


def hint_runs(hints: Iterable[Hint], style: str = "keys") -> Line:
    """Return hints in a row, in the style of their line."""
    runs: list[tuple[str, str]] = []
    for hint in hints:
        if runs:
            runs.append((style, GAP))
        runs += [(KEY[style], hint.key), (style, f" {hint.word}")]
    return tuple(runs)


# The lines around the chart: orders, prompt and keys, as runs of (style, text).


def owner_label(seat: str) -> str:
    """Return the style of a seat's label."""
    return f"label_{seat[:1].lower()}" if seat else "head"


def prompt_line(
    seat: Seat, orders: Orders, keymap: Keymap, width: int, hints: Sequence[str] = ()
) -> Line:
    """Return the prompt: whose choice it is, the highlighted option, its dial, the keys.

    `hints` are names of further actions, for a screen without a key line.
    """
    decision, option = orders.decision, orders.option
    who = f" {' '.join(filter(None, (seat.name.upper(), _whose(orders))))} "
    dial = f" [ < {orders.dial_words} > ]" if orders.dialled else ""
    if isinstance(orders, SheetOrders) and orders.typed:
        dial = f" [ {orders.typed} ]{dial}"
    take = f"accept={orders.enter_label}" if orders.enter_label else "accept"
    keys = keymap.hinted("battle", [take], width)
    room = width - len(who) - len(dial) - len(text_of(hint_runs(keys))) - 4
    question = _asked(decision, seat).rstrip("?:.")
    wording = re.sub(r" {2,}", " = ", option.label)  # blanks align the list of options
    text = f"{question}: {wording}"
    if len(text) > room and isinstance(orders, SheetOrders):
        text = f"{orders.slot.label}: {wording}"
    if len(text) > room:
        text = cut(wording, room)
    body = f" {text}{dial}"
    if hints:
        spare = width - len(who) - len(body) - 4
        keys = keymap.hinted("battle", [take, *hints], spare)
    owned = owner_label(decision.seat), who
    return _with_hints(owned, body, hint_runs(keys, "prompt"), width)


def place_lines(  # noqa: PLR0913 - the orders and the room they have
    seat: Seat,
    orders: Orders,
    keymap: Keymap,
    width: int,
    why_not: str = "",
    hints: Sequence[str] = (),
) -> list[Line]:
    """Return the prompt while placing: piece, place, heading, and `why_not` if it is illegal.

    `hints` are names of further actions, for a screen without a key line. Elsewhere a long reason
    gets a line of its own.
    """
    owner = owner_label(orders.decision.seat)
    who = f" {seat.name.upper()} "
    where = f"{orders.at[0]:.1f}, {orders.at[1]:.1f}" if orders.at else ""
    less, more = (keymap.key("battle", name) for name in ("dial_down", "dial_up"))
    turned = f"  {less} {orders.dial:g} {more}" if orders.dialled else ""
    fault = f" not here: {why_not}" if why_not else ""
    body = f" {orders.option.label} [ {where}{turned} ]"
    if hints and len(who) + len(body) + len(fault) > width:
        body = f" {orders.option.subject or orders.option.label} [ {where}{turned} ]"
    room = width - len(who) - len(body) - 3
    if fault and (hints or len(fault) <= room):
        return [
            fitted(line_of((owner, who), ("prompt", body), ("warning", fault)), width, "prompt")
        ]
    if fault:
        return [
            fitted(line_of((owner, who), ("prompt", body)), width, "prompt"),
            fitted((("warning", fault),), width, "warning"),
        ]
    arrows = Hint("arrows", "move")
    if hints:
        keys = [arrows, *keymap.hinted("battle", hints, room - 14)]
    else:
        take = keymap.hinted("battle", ["accept=puts it there"], 99)
        short = keymap.hinted("battle", ["accept=puts it"], 99)
        keys = next(
            keys
            for keys in ([arrows, *take], [arrows, *short], short, [])
            if len(text_of(hint_runs(keys))) <= room or not keys
        )
    return [_with_hints((owner, who), body, hint_runs(keys, "prompt"), width)]


def _with_hints(who: Run, body: str, hints: Line, width: int) -> Line:
    """Return a prompt with hints at its right end."""
    blank = " " * max(2, width - len(who[1]) - len(body) - len(text_of(hints)) - 1)
    line = line_of(who, ("prompt", f"{body}{blank}"), *hints, ("prompt", " "))
    return fitted(line, width, "prompt")


def looking_line(seat: Seat, orders: Orders, keymap: Keymap, width: int, enter: str = "") -> Line:
    """Return the prompt while the arrows move the cursor."""
    who = f" {' '.join(filter(None, (seat.name.upper(), _whose(orders))))} "
    arrows = "/".join(keymap.key("battle", name) for name in ("left", "right", "up", "down"))
    select = keymap.hint("battle", "accept", enter or "selects a ship")
    explain = keymap.hint("battle", "help", "explains what lies there")
    text = f" Looking round: {arrows} move the cursor, {select}, {explain}"
    if len(who) + len(text) > width:
        select = keymap.hint("battle", "accept", enter or "selects")
        text = f" Looking round: arrows move, {select}, {explain}"
    if len(who) + len(text) > width:
        explain = keymap.hint("battle", "help", "explains")
        text = f" Looking round: arrows move, {select}, {explain}"
    return fitted(((owner_label(orders.decision.seat), who), ("prompt", text)), width, "prompt")


def _whose(orders: Orders) -> str:
    """Return the name of the ship that is asked about: her key, or her slot where the key
    is long.
    """
    key = orders.decision.ship
    if len(key) <= SHORT:
        return key
    return orders.slot.label if isinstance(orders, SheetOrders) else ""


def _asked(decision: Decision, seat: Seat) -> str:
    """Return the question without a name that the prompt already contains."""
    for name in (seat.name, decision.ship):
        if name and decision.prompt.startswith(f"{name}: "):
            return decision.prompt.removeprefix(f"{name}: ")
    return decision.prompt


def sentence_lines(text: str, width: int) -> list[Line]:
    """Return a sentence wrapped into lines."""
    return [(("prompt", f" {row}"),) for row in textwrap.wrap(text, max(10, width - 2))]


def question_lines(text: str, answers: str, width: int, most: int) -> list[Line]:
    """Return a question with its answer keys, in at most `most` lines.

    If it is too long, words before its last sentence are dropped: the question itself and the keys
    must be visible.
    """
    said, stop, asked = text.rpartition(". ")
    lines = sentence_lines(f"{text}  {answers}", width)
    words = said.split() if stop else []
    while len(lines) > most and words:
        words.pop()
        lines = sentence_lines(f"{' '.join(words)}{SIGN} {asked}  {answers}", width)
    words = asked.split()
    while len(lines) > most and words:  # one sentence that is too long by itself
        words.pop()
        lines = sentence_lines(f"{' '.join(words)} {SIGN}  {answers}", width)
    return lines[:most]


def told_lines(
    text: str, keymap: Keymap, width: int, hints: Sequence[str], most: int
) -> list[Line]:
    """Return a sentence in at most `most` lines, the last one cut if necessary.

    Keys follow it in the same line, as far as they fit.
    """
    keys = keymap.hinted("battle", hints, width - len(text) - 5) if text and hints else []
    if not keys:
        return [(("prompt", f" {row}"),) for row in rows_of(text, max(10, width - 2), most)]
    return [_with_hints(("prompt", " "), text, hint_runs(keys, "prompt"), width)]


def order_lines(  # noqa: PLR0913 - the orders and the room they have
    orders: Orders,
    width: int,
    height: int,
    glyphs: str,
    why: bool,
    advice: Sequence[str] = (),
) -> list[Line]:
    """Return the list of options around the highlighted one.

    With `why`, closed options follow with their reasons. At most `height` lines: options come
    before advice and reasons, and a long label continues in the next line if one is free.
    """
    if height <= 0:
        return []
    options = orders.decision.options
    closed = list(_reasons(orders.decision, width)) if why else []
    advised: list[Line] = []
    for text in advice:
        rows = textwrap.wrap(text, width - 1)
        if len(advised) + len(rows) + len(options) + 1 <= height:
            advised += [(("ok", row),) for row in rows]
    room = max(1, min(len(options), height - 1 - len(advised)))
    first = max(0, min(orders.index - room // 2, len(options) - room))
    title = "Orders" if len(options) <= room else f"Orders, {len(options)} in all"
    title = orders.title or title
    lines: list[Line] = [section(title, width, glyphs), *advised]
    texts = {at: f"{orders.mark(at)}{options[at].label}" for at in range(first, first + room)}
    spare = height - len(lines) - room
    wrapped = _wrapped(texts, width - 1, spare, orders.index, len(orders.mark(first)))
    for index, parts in wrapped.items():
        for number, text in enumerate(parts):
            if index == orders.index:
                lead = ">" if not number else " "
                lines.append(fitted((("chosen", f"{lead}{text}"),), width, "chosen"))
            else:
                lines.append((("text", f" {text}"),))
    return [*lines, *closed][:height]


def _wrapped(
    texts: Mapping[int, str], width: int, spare: int, first: int, indent: int
) -> dict[int, list[str]]:
    """Return each text in rows, in order, with at most `spare` additional rows.

    The text number `first` gets them first. A text without additional rows is cut: before the
    figures at its end, or at its front if only its end distinguishes it from another.
    """
    found = {at: [text] for at, text in texts.items() if len(text) <= width}
    for at in sorted(texts.keys() - found.keys(), key=lambda at: (at != first, at)):
        rows = textwrap.wrap(texts[at], width, subsequent_indent=" " * indent)
        if len(rows) - 1 <= spare:
            found[at] = rows
            spare -= len(rows) - 1
    long = [at for at in texts if at not in found]
    bodies = distinct_cuts([texts[at][indent:] for at in long], width - indent)
    found |= {at: [texts[at][:indent] + body] for at, body in zip(long, bodies, strict=True)}
    return {at: found[at] for at in texts}


NOTED = 36
"""Characters of a line from which on a note is shown in full, not only its first word."""


def sheet_lines(
    orders: SheetOrders, width: int, height: int, glyphs: str, notes: Sequence[str] = ()
) -> list[Line]:
    """Return a sheet: a line for each slot with its answer, and the rest of the budgets.

    If there are more slots than lines, those around the highlighted one. `notes` are at the right
    of the lines, one for each slot.
    """
    slots = orders.lines()
    purses = [
        (row, left) for text, left in orders.left() for row in rows_of(text, width - 1, 2, "  ")
    ]
    room = max(1, min(len(slots), height - 1 - len(purses)))
    first = max(0, min(orders.number - room // 2, len(slots) - room))
    filled = sum(answer not in ("?", "-") for _, _, answer in slots)
    lines: list[Line] = [section(f"Sheet, {filled} of {len(slots)} filled", width, glyphs)]
    names = [" ".join(filter(None, slot[:2])) for slot in slots]
    # Answers are aligned in a column, no farther right than the longest allows, with half of the
    # line left for it.
    longest = max(len(answer) for _, _, answer in slots)
    column = min(max(map(len, names)), max(width // 2, width - 3 - longest))
    for number in range(first, first + room):
        name, answer = names[number], slots[number][2]
        note = notes[number] if number < len(notes) else ""
        wording = f" {note if width >= NOTED else note.partition(' ')[0]}" if note else ""
        space = width - 1 - len(wording)
        text = f"{cut(name, column):<{column}}  {answer}"
        if len(text) > space:  # showing the answer is more important than aligning it
            text = f"{name} {' '.join(answer.split())}"
        text = f"{cut(text, space):<{space}}{wording}"
        if number == orders.number:
            lines.append((("chosen", f">{text}"),))
        else:
            lines.append((("head" if answer == "?" else "text", f" {text}".rstrip()),))
    for text, left in purses:
        lines.append((("warning" if left < 0 else "dim", f" {text}"),))
    return lines[:height]


def offer_lines(orders: SheetOrders, key: str, width: int) -> list[Line]:
    """Return the routine answers, after the key that cycles through them."""
    rows = textwrap.wrap(orders.offered(), width - len(key) - 3)
    leads = [key, *[" " * len(key)] * len(rows)]
    return [(("ok", f" {lead} {row}"),) for lead, row in zip(leads, rows, strict=False)]


def section(title: str, width: int, glyphs: str) -> Line:
    """Return a section heading, `-- Title ----`; of a long one only the part after its
    last comma.
    """
    rule = "-" if glyphs == "ascii" else "─"
    if len(title) > width - 3:
        title = cut(title.rpartition(", ")[2], width - 3)
    rest = max(0, width - len(title) - 4)
    return (("frame", f"{rule}{rule} "), ("head", title), ("frame", " " + rule * rest))


def _reasons(decision: Decision, width: int) -> Iterable[Line]:
    if decision.closed:
        yield (("ok", "Closed now, and why:"),)
    for closed in decision.closed:
        text = f"{closed.label}: {closed.why_not}"
        for number, row in enumerate(textwrap.wrap(text, width - 4)):
            yield (("dim", f" {'-' if number == 0 else ' '} {row}"),)


def advice_on(orders: Orders, keymap: Keymap, looking: bool) -> list[str]:
    """Return what a first-time player can do now, in short sentences, the most useful first."""

    def key(name: str) -> str:
        return keymap.key("battle", name)

    advice = []
    if isinstance(orders, SheetOrders) and not looking:
        typed = f"{' '.join(orders.slot.typed)} spell it. " if orders.slot.typed else ""
        return [
            f"{typed}{key('accept')}: {orders.enter_label}. {key('next_ship')}: the next line.",
            f"{key('seal')} fills the rest, and seals",
            *(["Others do not see this."] if orders.decision.secret else ()),
        ]
    if looking and orders.placed:
        turn = f" {key('dial_down')} {key('dial_up')}: turn it." if orders.dialled else ""
        others = f" {key('next_ship')}: the next." if len(orders.decision.options) > 1 else ""
        return [
            f"Arrows: the place.{turn}{others}",
            f"{key('accept')} places it, {key('undo')} undoes",
            f"{keymap.key('battle', 'advice', looking)}: the best place, and why",
        ]
    if looking:
        advice.append(f"Arrows: the cursor. {key('look')}: back.")
    elif orders.dialled:
        advice.append(f"{key('left')}/{key('right')} turn the dial")
    elif orders.placed:
        advice.append(f"{key('look')}, arrows: the place")
    if len(orders.decision.options) > 1:
        advice.append(f"{key('up')}/{key('down')}: see each order")
    advice.append(f"{key('accept')} takes it, {key('undo')} undoes")
    advice.append(f"{key('advice')}: what is best, and why")
    if orders.decision.secret:
        advice.append("Others do not see this.")
    return advice


def key_line(names: Iterable[str], keymap: Keymap, width: int) -> Line:
    """Return the key line for these actions, as many as fit."""
    return ("keys", " "), *hint_runs(keymap.hinted("battle", names, width - 2))
