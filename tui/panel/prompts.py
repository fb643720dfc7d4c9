"""Prompts and hints as text with styles.

Keys are set apart by colour, or by bold text without colours.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.base.text import capitalized
from engine.game.decision import SEVERAL_BLANKS, Decision
from engine.game.game import Seat
from engine.sitting.orders import SHORT, Orders
from engine.sitting.sheet_orders import SheetOrders
from tui.input.keys import GAP, Hint, Keymap, key_text
from tui.terminal.cells import SIGN, Run, cut, rows_of
from tui.terminal.page import Line, fitted, line_of, text_of

KEY = {"keys": "key", "prompt": "prompt_key"}
"""{style of the surrounding words: style of a key among them}."""


def hint_runs(hints: Iterable[Hint], style: str = "keys") -> Line:
    """Return hints side by side, in the style of the line that they are for."""
    runs: list[tuple[str, str]] = []
    for hint in hints:
        if runs:
            runs.append((style, GAP))
        runs += [(KEY[style], hint.key), (style, f" {hint.word}")]
    return tuple(runs)


# The lines around the chart: orders, prompt and keys, as runs of (style, text).


def owner_label(seat: str) -> str:
    """Return the style for the name of a seat (a player's place)."""
    return f"label_{seat[:1].lower()}" if seat else "head"


def prompt_line(
    seat: Seat, orders: Orders, keymap: Keymap, width: int, hints: Sequence[str] = ()
) -> Line:
    """Return the prompt: who has to choose, the highlighted option, its dial, and the keys.

    `hints` are names of further actions, for a screen without a line of keys.
    """
    decision, option = orders.decision, orders.option
    who = f" {' '.join(filter(None, (seat.name.upper(), _whose(orders))))} "
    dial = f" [ < {orders.dial_words} > ]" if orders.has_dial else ""
    if isinstance(orders, SheetOrders) and orders.typed:
        dial = f" [ {orders.typed} ]{dial}"
    take = f"accept={orders.enter_label}" if orders.enter_label else "accept"
    keys = keymap.hinted("battle", [take], width)
    erase = []
    if isinstance(orders, SheetOrders) and orders.typed:
        erase = [Hint(key_text("backspace"), f"erases {orders.typed[-1]}")]
    keys += erase
    room = width - len(who) - len(dial) - len(text_of(hint_runs(keys))) - 4
    question = _asked(decision, seat).rstrip("?:.")
    wording = option.in_sentence
    text = f"{question}: {wording}"
    if len(text) > room:  # a remark after the question is dropped first
        text = f"{question.partition('? ')[0]}: {wording}"
    if len(text) > room and isinstance(orders, SheetOrders):
        text = f"{orders.slot.label}: {wording}"
    if len(text) > room:
        text = cut(wording, room)
    body = f" {text}{dial}"
    if hints:
        spare = width - len(who) - len(body) - 4
        spare -= len(text_of(hint_runs(erase))) + len(GAP) * len(erase)
        keys = [*keymap.hinted("battle", [take, *hints], spare), *erase]
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
    """Return the prompt while a piece is being placed: piece, place, heading, and `why_not` if that
    is illegal.

    `hints` are names of further actions, for a screen without a line of keys. Without `hints` a
    long `why_not` gets a line of its own.
    """
    owner = owner_label(orders.decision.seat)
    who = f" {seat.name.upper()} "
    where = f"{orders.at[0]:.1f}, {orders.at[1]:.1f}" if orders.at else ""
    less, more = (keymap.key("battle", name) for name in ("dial_down", "dial_up"))
    turned = f"  {less} {orders.dial:g} {more}" if orders.has_dial else ""
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
    """Return a prompt with hints at the right end of its line."""
    blank = " " * max(2, width - len(who[1]) - len(body) - len(text_of(hints)) - 1)
    line = line_of(who, ("prompt", f"{body}{blank}"), *hints, ("prompt", " "))
    return fitted(line, width, "prompt")


def looking_line(seat: Seat, orders: Orders, keymap: Keymap, width: int, enter: str = "") -> Line:
    """Return the prompt while the arrow keys move the cursor on the chart."""
    who = f" {' '.join(filter(None, (seat.name.upper(), _whose(orders))))} "
    arrows = "/".join(keymap.key("battle", name) for name in ("left", "right", "up", "down"))
    select = keymap.hint("battle", "accept", enter or "selects a ship")
    explain = keymap.hint("battle", "help", "explains the ship there")
    text = f" Looking round: {arrows} move the cursor, {select}, {explain}"
    if len(who) + len(text) > width:
        select = keymap.hint("battle", "accept", enter or "selects")
        text = f" Looking round: arrows move, {select}, {explain}"
    if len(who) + len(text) > width:
        explain = keymap.hint("battle", "help", "explains her")
        text = f" Looking round: arrows move, {select}, {explain}"
    return fitted(((owner_label(orders.decision.seat), who), ("prompt", text)), width, "prompt")


def _whose(orders: Orders) -> str:
    """Return the name of the ship that the question is about: her key, or the name of her slot if
    the key is long.
    """
    key = orders.decision.ship
    if len(key) <= SHORT:
        return key
    return orders.slot.label if isinstance(orders, SheetOrders) else ""


def _asked(decision: Decision, seat: Seat) -> str:
    """Return the text of a question without a name at its start that the prompt already shows."""
    for name in (seat.name, decision.ship):
        if name and decision.prompt.startswith(f"{name}: "):
            return decision.prompt.removeprefix(f"{name}: ")
    return decision.prompt


UNBROKEN = "\N{NO-BREAK SPACE}"
"""A blank at which no line is broken."""


def sentence_lines(text: str, width: int) -> list[Line]:
    """Return a sentence wrapped into lines; a key in parentheses, `(not Enter)`, is not parted."""
    kept = text.replace("(not ", f"(not{UNBROKEN}")
    rows = textwrap.wrap(kept, max(10, width - 2))
    return [(("prompt", f" {row.replace(UNBROKEN, ' ')}"),) for row in rows]


def question_lines(text: str, answers: str, width: int, most: int) -> list[Line]:
    """Return a yes-or-no question and the keys that answer it, in at most `most` lines.

    If the text is too long, first what precedes the last sentence is dropped, then words. The
    question itself and the keys stay visible.
    """
    said, stop, asked = text.rpartition(". ")
    lines = sentence_lines(f"{text}  {answers}", width)
    clauses = re.split(r"(?<=[,;]) ", said)
    while len(lines) > most and len(clauses) > 1 and stop:
        clauses.pop()
        said = " ".join(clauses).rstrip(",;")
        lines = sentence_lines(f"{said}. {asked}  {answers}", width)
    words = said.split() if stop else []
    while len(lines) > most and words:
        words.pop()
        lines = sentence_lines(f"{' '.join(words)}{SIGN} {asked}  {answers}", width)
    words = asked.split()
    while len(lines) > most and words:  # a single sentence may be too long by itself
        words.pop()
        lines = sentence_lines(f"{' '.join(words)} {SIGN}  {answers}", width)
    return lines[:most]


def clamped_lines(
    text: str, keymap: Keymap, width: int, hints: Sequence[str], most: int
) -> list[Line]:
    """Return a sentence in at most `most` lines, the last one cut if necessary.

    The keys of `hints` follow, as far as they fit.
    """
    keys = keymap.hinted("battle", hints, width - len(text) - 5) if text and hints else []
    if not keys:
        return [(("prompt", f" {row}"),) for row in rows_of(text, max(10, width - 2), most)]
    return [_with_hints(("prompt", " "), text, hint_runs(keys, "prompt"), width)]


@dataclass
class Scrolled:
    """A part of the panel that may have more lines than there is room for, and how far it is
    scrolled.

    `top` is its first visible line, `shown` the number of visible lines, and `below` the number of
    lines below these. `window` updates these when the panel is laid out.
    """

    key: str
    """The key that scrolls down, as hints write it."""
    top: int = 0
    shown: int = 0
    below: int = 0

    def window(self, lines: Sequence[Line], height: int) -> list[Line]:
        """Return the visible lines.

        If more lines are below them, the last visible line says how many.
        """
        self.top = max(0, min(self.top, len(lines) - height))
        self.shown, self.below = min(height, len(lines)), 0
        if len(lines) <= self.top + height:
            return [*lines[self.top :]]
        self.below = len(lines) - self.top - height + 1
        self.shown = height - 1
        count = f"{self.below} more below"
        more = f"{count}: {self.key}" if self.key else count
        return [*lines[self.top : self.top + height - 1], (("dim", f" {more}"),)][:height]

    def scrolled(self, lines: int) -> int:
        """Return the index of the first visible line after scrolling by some lines."""
        return max(0, min(self.top + lines, self.top + self.below))


def order_lines(  # noqa: PLR0913 - the orders and the room they have
    orders: Orders,
    width: int,
    height: int,
    glyphs: str,
    why: Scrolled | None = None,
    advice: Sequence[str] = (),
) -> list[Line]:
    """Return the list of options, at least those around the highlighted one.

    With `why`, the options that are not available follow with their reasons; they can be scrolled,
    and take at most half of the lines if the others need that. The list has at most `height` lines:
    options come before advice. No option is cut: a long label continues in the next line, or is
    replaced by its short form.
    """
    if height <= 0:
        return []
    options = orders.decision.options
    closed = list(_reasons(orders.decision, width)) if why else []
    kept = min(len(closed), height // 2)
    head = section_lines(orders.title or "Orders", width, glyphs)
    listed = _listed(orders, width - 1, False)
    if sum(map(len, listed)) > height - len(head) - kept:
        listed = _listed(orders, width - 1, True)
    spare = height - len(head) - kept - sum(map(len, listed))
    most = min(spare, max(LEAST_ADVICE, height // 4))
    advised: list[Line] = []
    for text in advice:
        rows = textwrap.wrap(text, width - 1)
        if len(advised) + len(rows) <= most:
            advised += [(("ok", row),) for row in rows]
    room = max(1, height - len(head) - len(advised) - kept)
    shown = _around([len(each) for each in listed], orders.index, room)
    if len(shown) < len(options):
        title = orders.title or "Orders"
        typed = capitalized(title.rpartition(", ")[2])  # the slot itself is marked above the list
        counts = [f"{each}, {len(options)} in all" for each in (title, typed)]
        counts += [f"{title}: {len(options)}"]
        longer = (section_lines(count, width, glyphs) for count in counts)
        head = next((lines for lines in longer if len(lines) == len(head)), head)
    lines: list[Line] = [*head, *advised]
    for index in shown:
        for number, text in enumerate(listed[index]):
            if index == orders.index:
                lead = ">" if not number else " "
                lines.append(fitted((("chosen", f"{lead}{text}"),), width, "chosen"))
            else:
                lines.append((("text", f" {text}"),))
    if why:
        lines += why.window(closed, height - len(lines))
    return lines[:height]


def _listed(orders: Orders, width: int, brief: bool) -> list[list[str]]:
    """Return the rows of each option; with `brief`, options that are not highlighted are in short
    form.
    """
    options = orders.decision.options
    parted = [SEVERAL_BLANKS.split(each.label, maxsplit=1) for each in options]
    column = max((len(first) for first, *rest in parted if rest), default=0)
    widest = max((len(rest[0]) for _, *rest in parted if rest), default=0)
    gap = " " if len(orders.mark(0)) + column + 2 + widest > width else "  "
    listed: list[list[str]] = []
    for at, (option, (first, *rest)) in enumerate(zip(options, parted, strict=True)):
        lead = orders.mark(at)
        text = rest[0] if rest else first
        if rest:
            lead += f"{first:<{column}}{gap}"
        elif brief and at != orders.index and len(lead) + len(text) > width:
            text = option.short or text
        listed.append(
            textwrap.wrap(lead + text, width, subsequent_indent=" " * len(lead))
            if len(lead) + len(text) > width
            else [lead + text]
        )
    return listed


def _around(heights: Sequence[int], chosen: int, room: int) -> range:
    """Return the indexes of the entries of a list that fit into `room` rows, around the chosen one.

    `heights` has the number of rows of each entry.
    """
    first, last = chosen, chosen + 1
    left = room - heights[chosen]
    above = left // 2
    while first and heights[first - 1] <= above:
        first -= 1
        above, left = above - heights[first], left - heights[first]
    while last < len(heights) and heights[last] <= left:
        left -= heights[last]
        last += 1
    while first and heights[first - 1] <= left:
        first -= 1
        left -= heights[first]
    return range(first, last)


LEAST_ADVICE = 2
"""Sentences for beginners below a list of orders take at most this many lines, or a quarter of the
height if that is more."""
NOTED = 36
"""In a line of at least this many characters a note is shown in full; in a shorter one, only up to
its comma."""


def sheet_lines(
    orders: SheetOrders, width: int, height: int, glyphs: str, notes: Sequence[str] = ()
) -> list[Line]:
    """Return a sheet (a form of several orders): a line for each slot with its answer, and what is
    left of each budget.

    If not all slots fit, those around the highlighted one are shown. `notes` are written at the
    right of the lines, one for each slot.
    """
    slots = orders.lines()
    purses = [
        (row, left)
        for text, left in orders.remaining_budgets()
        for row in rows_of(text, width - 1, 2, "  ")
    ]
    filled = sum(answer not in ("?", "-") for _, _, answer in slots)
    names = [" ".join(filter(None, slot[:2])) for slot in slots]
    # Answers are aligned in a column, as far right as the longest answer allows, but with at least
    # half of the line for answers.
    longest = max(len(answer) for _, _, answer in slots)
    column = min(max(map(len, names)), max(width // 2, width - 3 - longest))
    rows = [
        _slot_rows(name, slot[2], notes[at] if at < len(notes) else "", column, width - 1)
        for at, (name, slot) in enumerate(zip(names, slots, strict=True))
    ]
    lines: list[Line] = [section(f"Sheet, {filled} of {len(slots)} filled", width, glyphs)]
    for at in _around([len(each) for each in rows], orders.number, height - 1 - len(purses)):
        for row, text in enumerate(rows[at]):
            if at == orders.number:
                lines.append((("chosen", f"{' ' if row else '>'}{text}".ljust(width)),))
            else:
                open_ = slots[at][2] == "?"
                lines.append((("head" if open_ else "text", f" {text}".rstrip()),))
    for text, left in purses:
        lines.append((("warning" if left < 0 else "dim", f" {text}"),))
    return lines[:height]


def _slot_rows(name: str, answer: str, note: str, column: int, width: int) -> list[str]:
    """Return a slot of a sheet as one row, with the answer in a column; as several rows if there is
    no room.
    """
    wording = f" {note if width + 1 >= NOTED else note.partition(',')[0]}" if note else ""
    for text in (f"{name:<{column}}  {answer}", f"{name} {' '.join(answer.split())}"):
        if len(text) + len(wording) <= width:
            return [f"{text:<{width - len(wording)}}{wording}"]
    rest = f"{' '.join(answer.split())}{wording}"
    rows = textwrap.wrap(name, width, subsequent_indent="  ")
    if len(rows[-1]) + 2 + len(rest) <= width:
        return [*rows[:-1], f"{rows[-1]}  {rest}"]
    return [*rows, *textwrap.wrap(rest, width, initial_indent="  ", subsequent_indent="  ")]


def offer_lines(orders: SheetOrders, key: str, width: int) -> list[Line]:
    """Return lines with the ready-made answers to a slot, after the key that goes from one to the
    next.
    """
    rows = textwrap.wrap(orders.offer_names(), width - len(key) - 3)
    leads = [key, *[" " * len(key)] * len(rows)]
    return [(("ok", f" {lead} {row}"),) for lead, row in zip(leads, rows, strict=False)]


def section(title: str, width: int, glyphs: str) -> Line:
    """Return a section heading, `-- Title ----`, as one line."""
    rule = "-" if glyphs == "ascii" else "─"
    title = cut(title, width - 3)
    rest = max(0, width - len(title) - 4)
    return (("frame", f"{rule}{rule} "), ("head", title), ("frame", " " + rule * rest))


def section_lines(title: str, width: int, glyphs: str) -> list[Line]:
    """Return a section heading; a long one continues in further lines."""
    first, *more = rows_of(title, width - 3, len(title)) or [""]
    return [section(first, width, glyphs), *((("head", f"   {row}"),) for row in more)]


def _reasons(decision: Decision, width: int) -> Iterable[Line]:
    if decision.closed:
        yield (("ok", "Closed now, and why:"),)
    for closed in decision.closed:
        text = f"{closed.label}: {closed.why_not}"
        for number, row in enumerate(textwrap.wrap(text, width - 4)):
            yield (("dim", f" {'-' if number == 0 else ' '} {row}"),)


def advice_on(orders: Orders, keymap: Keymap, looking: bool, undoes: bool = True) -> list[str]:
    """Return short sentences that tell a first-time player what he can do, the most useful first.

    `undoes` is False if nothing can be undone, as in a lesson.
    """

    def key(name: str) -> str:
        return keymap.key("battle", name)

    advice = []
    undo = f", {key('undo')} undoes" if undoes else ""
    if isinstance(orders, SheetOrders) and not looking:
        typed = f"Type it with {' '.join(orders.slot.typed)}. " if orders.slot.typed else ""
        return [
            f"{typed}{key('accept')}: {orders.enter_label}. {key('next_ship')}: the next line.",
            f"{key('seal')} fills the rest, and seals",
            f"{key('squadrons')}: all ships, and how to win",
            *(["Others do not see this."] if orders.decision.secret else ()),
        ]
    if looking and orders.needs_place:
        turn = f" {key('dial_down')} {key('dial_up')}: turn it." if orders.has_dial else ""
        others = f" {key('next_ship')}: the next." if len(orders.decision.options) > 1 else ""
        return [
            f"Arrows: the place.{turn}{others}",
            f"{key('accept')} places it{undo}",
            f"{keymap.key('battle', 'advice', looking)}: the best place, and why",
        ]
    if looking:
        advice.append(f"Arrows: the cursor. {key('look')}: back.")
    elif orders.has_dial:
        advice.append(f"{key('left')}/{key('right')} turn the dial")
    elif orders.needs_place:
        advice.append(f"{key('look')}, arrows: the place")
    if len(orders.decision.options) > 1:
        advice.append(f"{key('up')}/{key('down')}: see each order")
    advice.append(f"{key('terms')}: what the words mean")
    advice.append(f"{key('accept')} takes it{undo}")
    advice.append(f"{key('advice')}: what is best, and why")
    advice.append(f"{key('squadrons')}: all ships, and how to win")
    if orders.decision.secret:
        advice.append("Others do not see this.")
    return advice


def key_line(names: Iterable[str], keymap: Keymap, width: int) -> Line:
    """Return the line of keys for these actions, as many as fit."""
    return ("keys", " "), *hint_runs(keymap.hinted("battle", names, width - 2))
