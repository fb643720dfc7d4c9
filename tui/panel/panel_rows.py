"""Draws each kind of panel row, with one function for each, in ASCII or Unicode.

A line is a list of (style, text), at most `width` cells wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from engine.game.panel import (
    Bar,
    Faces,
    Heading,
    ShipLine,
    ShipPlan,
    SideLine,
    Span,
    Texture,
    Title,
    Track,
    Words,
)
from tui.terminal.cells import SIGN, SIGNS, Run, columns_of, cut, cut_line, rows_of, short_name
from tui.terminal.terminal import Glyphs

PanelLine = list[Run]
SAMPLES: dict[Glyphs, dict[str, Run]] = {
    "ascii": {
        "shoal": (". .", "shoal"),
        "rocks": ("+*+", "rocks"),
        "island": ("/^\\", "coast"),
        "land": ("/^\\", "coast"),
        "fog": ("~ ~", "fog"),
    },
    "unicode": {
        "shoal": ("⠂⠠⠂", "shoal"),
        "rocks": ("+*+", "rocks"),
        "island": ("▟▒▙", "coast"),
        "land": ("▟▒▙", "coast"),
        "fog": ("░░░", "fog"),
    },
}
"""{glyph set: {texture of the chart: a sample of it with its style}}, for the legend."""

LONGEST_HEAD = 3
"""The maximum number of lines of a section heading or of the name on a card."""
SHORT_NAME = 7
"""The maximum number of letters of a ship's name if several ships share a line."""
MOST_BOXES = 200
"""The maximum number of boxes that are drawn for a track of damage; a file may contain any
number."""
_FULL = {"ascii": "#", "unicode": "■"}
_EMPTY = {"ascii": ".", "unicode": "□"}
_COMING = {"ascii": "+", "unicode": "▒"}
_RULE = {"ascii": "-", "unicode": "─"}
_EIGHTHS = " ▏▎▍▌▋▊▉"
SHORTER = (  # abbreviations, tried before a long line is wrapped
    ("armored", "iron"),
    ("wooden", "wood"),
    ("fortitude", "fort"),
    ("broadside", "broad"),
    ("windward", "wind"),
    ("minimal", "min"),
    ("starboard", "stbd"),
)
_SHORTEST_BAR, _LONGEST_BAR = 4, 24
"""The minimum and maximum width in columns of a bar of odds; a longer one would not show more."""
_HANG = "  "
"""The indent of all lines of a text after its first."""


def words(row: Words, width: int) -> list[PanelLine]:
    """Return a text as lines.

    If it is too long for one line, repeated spaces are dropped, then words are shortened, then its
    short form is used; at last it is wrapped. In a text for beginners (one with `until`) no word is
    shortened, because beginners do not know the abbreviations.
    """
    return list(_worded(row, width))


@lru_cache(512)  # most texts stay the same from frame to frame
def _worded(row: Words, width: int) -> tuple[PanelLine, ...]:
    spans: PanelLine = [(span.style, span.text) for span in row.spans]
    if columns_of(spans) > width:
        # Each sequence of spaces becomes one.
        squeezed: PanelLine = []
        blank = False
        for style, text in spans:
            kept = ""
            for sign in text:
                if sign != " " or not blank:
                    kept += sign
                blank = sign == " "
            squeezed.append((style, kept))
        spans = squeezed
    if columns_of(spans) > width and row.until == "all":
        spans = [(style, _shortened(text)) for style, text in spans]
    if columns_of(spans) > width and row.short:
        spans = [("text", row.short)]
    return (spans,) if columns_of(spans) <= width else tuple(_wrapped(spans, width))


def going_on(line: PanelLine, width: int, glyphs: Glyphs) -> PanelLine:
    """Return a line with an ellipsis at its end, which shows that more follows; a word is dropped
    if there is no room.
    """
    dots = SIGNS[glyphs]
    room = width - columns_of(line)
    sign = next((each for each in (f" {dots}", dots) if len(each) <= room), "")
    return [*line, ("dim", sign)] if sign else _cut([*line, ("dim", dots)], width, dots)


def heading(row: Heading, width: int, glyphs: Glyphs) -> list[PanelLine]:
    """Return a section heading: `-- Title ----`; a long title continues in the next line."""
    rule = _RULE[glyphs]
    first, *more = rows_of(row.title, width - 3, LONGEST_HEAD)
    rest = max(0, width - len(first) - 4)
    line: PanelLine = [("frame", f"{rule * 2} "), ("head", first), ("frame", f" {rule * rest}")]
    return [_cut(line, width), *([("head", f"   {name}")] for name in more)]


def side_lines(row: SideLine, width: int, brief: bool = False) -> list[PanelLine]:
    """Return the line of a side with its points. If it fits, the side's card in force is in the
    same line.

    With `brief` the result is always one line: a sign replaces the text on how many losses would
    make the side withdraw, and a card whose name does not fit is named by its number.
    """
    if not row.card:
        return [_side_line(row, width)]
    whole = _side_line(row, 2 * width)
    if columns_of(whole) + len(row.card) + 2 <= width:
        return [[*whole, ("head", f"  {row.card}")]]
    if brief:
        sign = "!" if row.tip else ""
        for named in (row.card, f"card {row.card.partition(' ')[0]}"):
            room = width - len(f"{row.points}{sign} {named}") - 1
            name = _first_words(f"{row.letter} {row.name.upper()}".strip(), room) or row.key
            texts: PanelLine = [(row.style, f"{name} "), ("text", row.points), ("warning", sign)]
            texts.append(("head", f" {named}"))
            if columns_of(texts) <= width:
                break
        return [_cut(texts, width)]
    card = _wrapped([("dim", "now"), ("head", f" {row.card}")], width - 1)
    return [_side_line(row, width), *([("dim", " "), *line] for line in card)]


def _side_line(row: SideLine, width: int) -> PanelLine:
    """Return one line with a side's name and points; the name is shortened if necessary."""
    tip = f": {row.tip}" if row.tip else ""
    letter = f"{row.letter} " if row.letter else ""
    for spare in (f", {row.spare}" if row.spare else "", ""):
        room = width - len(row.points) - len(tip) - len(spare) - len(letter) - 1
        said = _first_words(row.name.upper(), room)
        if said or not spare:
            break
    name = letter + (said or ("" if letter else row.key)).ljust(min(5, room))
    line: PanelLine = [
        (row.style, f"{name} "),
        ("text", row.points),
        ("warning", tip),
        ("dim", spare),
    ]
    return _cut(line, width)


def _first_words(name: str, room: int) -> str:
    """Return as many words of a name as fit; if not all fit, a leading THE is dropped first."""
    taken = name.split()
    while taken and len(" ".join(taken)) > room:
        taken = taken[1:] if taken[0] == "THE" else taken[:-1]
    return " ".join(taken)


def texture(row: Texture, width: int, glyphs: Glyphs) -> list[PanelLine]:
    """Return a sample of a kind of terrain, with its effect in the game in words."""
    sign, style = SAMPLES[glyphs].get(row.kind, ("", "sea"))
    lines = words(Words((Span(row.text),)), width - 5)
    return [
        [(style if number == 0 else "text", sign.ljust(4) if number == 0 else "    "), *line]
        for number, line in enumerate([[("text", " "), *line] for line in lines])
    ]


def title(row: Title, width: int) -> list[PanelLine]:
    """Return the heading of a ship's card: her key in the colour of her side, tokens, name, kind.

    A long name continues in the next line.
    """
    code = row.key if row.code is None else row.code
    chip = f" {code} " if code and width >= 40 else code
    signs = f"{row.tokens} " if row.tokens or (code and width < 40) else ""
    name = row.name.upper() if width >= 40 else row.name
    gap = " " if code and row.tokens == "" and width >= 40 else ""
    label = f"label_{row.owner[:1].lower()}"
    left: PanelLine = [
        (label, chip),
        ("tokens.off", signs + gap),
        ("head" if code else label, name),
    ]
    for right in (row.right, row.right.partition(",")[0], ""):
        room = width - columns_of(left) - len(right)
        if room >= 1 or not right:
            break
    if room >= 0:
        return [[run for run in (*left, ("dim", " " * room + right)) if run[1]]]
    style, name = left.pop()
    first, *more = rows_of(name, width - max(columns_of(left), len(_HANG)), LONGEST_HEAD)
    return [[*left, (style, first)], *([(style, f"{_HANG}{rest}")] for rest in more)]


def card_plan(row: ShipPlan, width: int, glyphs: Glyphs) -> list[PanelLine]:
    """Return the drawing of a ship from above, bow to the right, with a port for each gun.

    The gun ports of a loaded side are drawn open.
    """
    style = f"side_{row.owner[:1].lower()}"
    gap = 3 if 3 * row.guns + 14 <= width else 2
    body = gap * row.guns + 2
    port, starboard = (_ports(side, row, gap, glyphs) for side in ("port", "starboard"))
    stations = [body * part // 8 for part in (1, 3, 5)]
    deck = [" "] * (body + 1)
    for place in stations:
        deck[place] = "+" if glyphs == "ascii" else "╂"
    inside = "".join(deck)
    if glyphs == "ascii":
        drawn = (f"   .{port}.", f"  |={inside}>==>", f"   '{starboard}'")
    else:
        drawn = (f"   ╭{port}╮", f"  ▐╡{inside}╞══►", f"   ╰{starboard}╯")
    lines: list[PanelLine] = [[(style, text[:width])] for text in drawn]
    for line, (side, loaded) in zip(
        lines[::2], (("port", row.port_loaded), ("starboard", row.starboard_loaded)), strict=True
    ):
        said = f"{'port' if side == 'port' else 'stbd'} {'loaded' if loaded else 'RELOAD'}"
        room = width - columns_of(line) - len(said)
        if room >= 2:
            line.append(("dim" if loaded else "warning", " " * min(room, 6) + said))
    return lines


def track(row: Track, width: int, glyphs: Glyphs) -> list[PanelLine]:
    """Return a track of damage as boxes with figures; boxes that a preview would change are
    highlighted.

    If the boxes do not fit, only figures are returned, on several lines if necessary.
    """
    label = f"{row.label:<8}" if len(row.label) < 8 else f"{row.label} "
    if row.sizes:
        return [_grouped(row, label, width, glyphs)]
    low, high = row.filled, row.filled
    if row.after is not None:
        low, high = sorted((row.filled, row.after))
    said = row.note or f"{row.filled} of {row.total}"
    if row.after is not None and row.after != row.filled:
        arrow = "to" if glyphs == "ascii" else "→"
        said = f"{row.filled} {arrow} {row.after} of {row.total}"
    # figures are better than truncated boxes
    if len(label) + row.total + len(said) + 2 > width:
        return words(Words((Span(f"{label}{said}"),)), width)
    boxes: PanelLine = [
        ("text", label + _FULL[glyphs] * low),
        ("warning", _COMING[glyphs] * (high - low)),
        ("text", _EMPTY[glyphs] * (row.total - high)),
    ]
    return [[run for run in (*boxes, ("text", f"  {said}")) if run[1]]]


def _grouped(row: Track, label: str, width: int, glyphs: Glyphs) -> PanelLine:
    """Return the boxes of each section of a track, first those left: `■■■□□ ■■■■ ■■■■`.

    If the boxes do not fit, return figures instead: `3/5 4/4 4/4`.
    """
    left = row.groups or row.sizes
    said = row.note or " ".join(map(str, left))
    if (
        len(label) + sum(row.sizes) + len(row.sizes) + len(said) + 1 > width
    ):  # figures are better than truncated boxes
        pairs = zip(left, row.sizes, strict=False)
        return _cut([("text", label + " ".join(f"{each}/{size}" for each, size in pairs))], width)
    boxes = " ".join(
        _FULL[glyphs] * each + _EMPTY[glyphs] * (size - each)
        for each, size in zip(left, row.sizes, strict=False)
    )
    return _cut([("text", label + boxes), ("text", f"  {said}")], width)


def short_tracks(rows: Sequence[Track], width: int, glyphs: Glyphs) -> PanelLine:
    """Return several tracks of damage in one line: boxes if they fit, else figures, `d2/7 f1/7` or
    `d2 f1`.
    """
    boxes = "   ".join(
        f"{row.label} {_boxed((row.filled, row.total), glyphs)} {row.filled}" for row in rows
    )
    figures = [f"{row.label[:1]}{row.filled}/{row.total}" for row in rows]
    left = [f"{row.label[:1]}{row.filled}" for row in rows]
    ways = (boxes, "  ".join(figures), " ".join(figures), " ".join(left))
    return [("text", next((way for way in ways if len(way) <= width), ways[-1]))]


def bars(rows: Sequence[Bar], width: int, glyphs: Glyphs) -> list[PanelLine]:
    """Return a bar for each possible result, all to the same scale, with its chance in percent.

    If notes do not fit, the bars are dropped first, then notes get lines of their own.
    """
    label = max(len(row.label) for row in rows)
    note = max(len(row.note) for row in rows)
    tallest = max(1e-9, *(row.share for row in rows))
    spare = width - label - 5 - (note + 3 if note else 0)
    room = 0 if note and -1 <= spare < _SHORTEST_BAR else max(_SHORTEST_BAR, spare)
    room = min(_LONGEST_BAR, room)
    lines: list[PanelLine] = []
    marked = False
    for row in rows:
        marked = marked or bool(row.note)
        line: PanelLine = [("text", f"{row.label:<{label}} ")]
        if room:
            bar = _bar(row.share / tallest * room, glyphs).ljust(room)
            line.append(("warning" if marked else "bar", f"{bar} "))
        line.append(("text", f"{percent_text(row.share):>3}"))
        lines.append(line)
        said = f"({row.note})" if row.note else ""
        if said and columns_of(line) + len(said) < width:
            line.append(("warning", f" {said}"))
        elif said:
            lines += [[("warning", f"{_HANG}{rest}")] for rest in rows_of(said, width - 2, 2)]
    return lines


def short_bars(rows: Sequence[Bar], width: int) -> list[PanelLine]:
    """Return the chances of possible results as figures without bars: `0: 6, 1: 24`."""
    lines: list[PanelLine] = [[]]
    for number, row in enumerate(rows, 1):
        comma = "," if number < len(rows) else ""
        figure = f"{row.label}: {percent_text(row.share)}"
        entry: PanelLine = [("text", figure if row.note else figure + comma)]
        if row.note:
            entry.append(("warning", f" ({row.note}){comma}"))
        taken = columns_of(lines[-1])
        if taken and taken + 1 + columns_of(entry) <= width:
            lines[-1] += [("text", " "), *entry]
        else:  # an entry is not split
            lines += _wrapped(entry, width)
    return [_joined(line) for line in lines[1:]]


def percent_text(share: float) -> str:
    """Return a chance in percent as text; a small chance is `<1`, never 0."""
    return "<1" if 0 < share < 0.005 else str(round(share * 100))


def faces(row: Faces, width: int, glyphs: Glyphs) -> list[PanelLine]:
    """Return dice as little boxes with their faces, and below each what it means."""
    each = max(1, (width - 1) // 7)
    lines: list[PanelLine] = []
    for start in range(0, len(row.dice), each):
        dice = row.dice[start : start + each]
        count = len(dice)
        if glyphs == "ascii":
            rule = "+" + "------+" * count
            top, side, bottom = rule, "|", rule
        else:
            rule = "─" * 6
            middle = [rule] * count
            top, side, bottom = f"┌{'┬'.join(middle)}┐", "│", f"└{'┴'.join(middle)}┘"
        shown = side + side.join(f"{face[:6]:^6}" for face, _ in dice) + side
        lines += [[("frame", top)], [("text", shown)], [("frame", bottom)]]
        if any(counts for _, counts in dice):
            said = " " + " ".join(f"{counts[:6]:^6}" for _, counts in dice)
            lines.append([("dim", said.rstrip())])
    return lines


@lru_cache(512)  # a shot changes only one ship of a fleet
def ship_lines(row: ShipLine, width: int, glyphs: Glyphs) -> Sequence[PanelLine]:
    """Return the line of a ship in the list of ships; a remark that does not fit follows in lines
    of its own.
    """
    line = _ship_line(row, width, glyphs)
    if columns_of(line) <= width:
        return [line]
    without = _ship_line(msgspec.structs.replace(row, note=""), width, glyphs)
    return [_cut(without, width), *_wrapped([("dim", f"{_HANG}{row.note}")], width)]


def _ship_line(row: ShipLine, width: int, glyphs: Glyphs) -> PanelLine:
    """Return the line of a ship at any length: key and tokens, name, tracks of damage, remark."""
    sign = row.tokens if row.short else f"{row.key}{row.tokens}"
    head = sign.ljust(0 if row.short else 5) + " " * bool(sign)
    side = f"side_{row.owner[:1].lower()}"
    line: PanelLine = [(side, head)]
    tracks = "  ".join(
        f"{each} {_boxed((filled, total), glyphs)}" for each, filled, total in row.tracks
    )
    note = f"  {row.note}" if row.note else ""
    # If only the name identifies the ship, name and remark get room before the boxes.
    beside = 20 + len(note) if row.short else 12
    if len(head) + max(beside, len(row.name) + 1) + len(tracks) > width + 2:
        tracks = _figures(row)
    room = max(0, min(max(18, len(row.name) + 1), width - len(head) - len(tracks)))
    if note and len(head) + room + len(tracks) + len(note) > width:
        beside = max(0, min(room, width - len(head) - len(row.note)))
        if len(row.name) < beside:  # otherwise the remark goes below: a name is not cut for it
            return [*line, ("dim", row.name.ljust(beside) + row.note)]
    name = cut(row.name, room - 1).ljust(room)
    style = side if row.short else "text"
    return [run for run in (*line, (style, name), ("text", tracks), ("dim", note)) if run[1]]


def ship_pairs(rows: Sequence[ShipLine], width: int) -> list[PanelLine]:
    """Return the list of ships without names, with as many ships in a line as fit: `A1* d2 f1`."""
    figures = [_figures(row) for row in rows]

    def signs(most: int) -> list[str]:
        return [_sign(row, most) for row in rows]

    def cell_width(signs: Sequence[str]) -> int:
        # A cell is usually `A1*! d10 f10 `; with names and many tokens it may be longer.
        lengths = (len(sign) + len(said) + 2 for sign, said in zip(signs, figures, strict=True))
        return max(13, *lengths)

    short, whole = signs(SHORT_NAME), signs(width)
    cell, widest = cell_width(short), cell_width(whole)
    each = max(1, (width + 1) // cell)
    # Use whole names if the same number of ships still fits in a line.
    if (width + 1) // widest == each:
        short, cell = whole, widest
    runs: list[tuple[Run, Run]] = []
    for row, sign, said in zip(rows, short, figures, strict=True):
        name = sign.ljust(4)
        text = f" {said}".ljust(cell - len(name))
        runs.append(((f"side_{row.owner[:1].lower()}", name), ("text", text)))
    return [
        _cut([run for pair in runs[start : start + each] for run in pair], width)
        for start in range(0, len(runs), each)
    ]


def _sign(row: ShipLine, most: int) -> str:
    """Return a ship's short name, at most `most` letters, and her tokens (markers); without a short
    name, her key.
    """
    if not row.short:
        return f"{row.key}{row.tokens}"
    return f"{short_name(row.short, most)} {row.tokens}".rstrip()


def _figures(row: ShipLine) -> str:
    """Return a ship's tracks of damage as figures, for example `d2 f1`."""
    return " ".join(f"{each}{filled}" for each, filled, _ in row.tracks)


def _ports(side: str, row: ShipPlan, gap: int, glyphs: Glyphs) -> str:
    """Return the drawing of one side of a ship: `gap` columns for each gun, which is run out if
    loaded.
    """
    rule = _RULE[glyphs]
    loaded = row.port_loaded if side == "port" else row.starboard_loaded
    run_out = "!" if glyphs == "ascii" else "╨" if side == "port" else "╥"
    return (rule + (run_out if loaded else rule) + rule)[:gap] * row.guns + rule * 2


def _bar(length: float, glyphs: Glyphs) -> str:
    if glyphs == "ascii":
        return "#" * round(length)
    whole, eighths = divmod(round(length * 8), 8)
    return "█" * whole + (_EIGHTHS[eighths] if eighths else "")


def _boxed(boxes: tuple[int, int], glyphs: Glyphs) -> str:
    if boxes[1] > MOST_BOXES:
        return f"{boxes[0]}/{boxes[1]}"
    return _FULL[glyphs] * boxes[0] + _EMPTY[glyphs] * (boxes[1] - boxes[0])


def _shortened(text: str) -> str:
    for long, short in SHORTER:
        text = text.replace(long, short).replace(long.upper(), short.upper())
    return text


def _wrapped(spans: PanelLine, width: int) -> list[PanelLine]:
    """Return a line wrapped at spaces into several; all but the first are indented."""
    lines: list[PanelLine] = [[]]
    for style, text in spans:
        for number, word in enumerate(text.split(" ")):
            taken = columns_of(lines[-1])
            lead = " " if number and taken else ""
            if taken + len(lead) + len(word) > width and taken > len(_HANG):
                lines.append([(style, _HANG)])
                lead = ""
            if lead + word:
                lines[-1].append((style, cut(lead + word, width)))
    return [_joined(line) for line in lines]


def _joined(line: PanelLine) -> PanelLine:
    joined: PanelLine = []
    for style, text in line:
        if joined and joined[-1][0] == style:
            joined[-1] = (style, joined[-1][1] + text)
        else:
            joined.append((style, text))
    return joined


def _cut(line: PanelLine, width: int, sign: str = SIGN) -> PanelLine:
    """Return a line cut to a width, without empty parts."""
    return [run for run in cut_line(line, width, sign) if run[1]]
