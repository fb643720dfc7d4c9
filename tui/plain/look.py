"""Positions and pages as plain lines of text. A position gives each ship's bearing, heading and
distance, or her box. The pages are the review of a battle, its dice and their proof, cards and
rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import Any

from engine.base.errors import WeatherGageError
from engine.base.text import with_full_stop
from engine.game.chart import Counter, Hull
from engine.game.game import Game
from engine.game.panel import Heading, Letter, Row
from engine.game.parts.review import columns, tables
from engine.game.parts.words import Term
from engine.kernel.registry import system, systems
from engine.kernel.seen import SeenBattle
from engine.review import dice
from engine.review.spectators import without_secrets
from engine.review.tale import NOTHING, tale
from engine.sitting.battle_log import winners
from engine.sitting.proof import evidence_lines, proof_of, verdict
from engine.space.plane.pose import Pose, bearing, turn_between
from tui.chart.thumbnail import portrait
from tui.panel.panels import lay_out
from tui.terminal.page import text_of

WIDTH = 78
"""The width of a line in columns, two less than the usual 80."""
COMMAND = re.compile(r"\S.*?\s{2,}")
"""Matches the command at the start of a line of help, up to the explanation after it."""
CHART_ROWS = 30
POINT = 11.25
"""The size of a point of the compass in degrees."""
BEAM, ASTERN = 8, 16
"""The bearings of abeam and of right astern, in points of the compass from right ahead."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
WINDS = (
    "north", "north-northeast", "northeast", "east-northeast",
    "east", "east-southeast", "southeast", "south-southeast",
    "south", "south-southwest", "southwest", "west-southwest",
    "west", "west-northwest", "northwest", "north-northwest",
)  # fmt: skip
ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MARKED = re.compile(r"[A-Z]\d+(\S+)")
"""Matches a ship's label followed by her marks, each one character: `A1x@`."""
SCORE = re.compile(r"\d+/\d+!?")
"""Matches the score of a side, two numbers with a slash: `0/2`."""


def heading_words(degrees: float) -> str:
    """Return a heading as the nearest of sixteen compass points: `west`.

    >>> heading_words(0), heading_words(359), heading_words(271)
    ('north', 'north', 'west')
    """
    return WINDS[round(degrees / 22.5) % len(WINDS)]


def bearing_words(of: Pose, other: Pose) -> str:
    """Return the bearing of `other` from the ship `of`: `two points off the starboard bow`.

    >>> bearing_words(Pose(0, 0, 0), Pose(0, 9, 0)), bearing_words(Pose(0, 0, 0), Pose(9, 0, 0))
    ('right ahead', 'on the starboard beam')
    """
    aside = turn_between(of.heading, bearing(of.at, other.at))
    points, side = round(abs(aside) / POINT), "starboard" if aside > 0 else "port"
    if points in (0, ASTERN):
        return "right ahead" if points == 0 else "right astern"
    if points == BEAM:
        return f"on the {side} beam"
    count = points if points < BEAM else ASTERN - points
    s = "s" * (count != 1)
    if points < BEAM:
        return f"{NUMBERS[count]} point{s} off the {side} bow"
    return f"{NUMBERS[count]} point{s} on the {side} quarter"


def ships(game: Game[Any, Any, Any], view: Any, key: str = "") -> Iterator[str]:
    """Yield a line for each ship.

    With `key`, describe the other ships as seen from that ship, nearest first.
    """
    marks = [m for m in game.screen.scene(view).marks if isinstance(m, Hull | Counter)]
    marks = [m for m in marks if not (m.ghost if isinstance(m, Counter) else m.state == "ghost")]
    own = next((m for m in marks if m.key == key), None)
    if own is not None:
        yield f"From {_named(own)}, {_lies(own)}:"
        marks.remove(own)
    if isinstance(own, Hull):
        x, y = own.pose.x, own.pose.y
        hulls = [mark for mark in marks if isinstance(mark, Hull)]
        marks = [*sorted(hulls, key=lambda mark: (mark.pose.x - x) ** 2 + (mark.pose.y - y) ** 2)]
    for mark in marks:
        parts = [_named(mark)]
        if isinstance(own, Hull) and isinstance(mark, Hull):
            rows = game.screen.measure(view, own.pose.at, mark.pose.at).rows
            far = lines([row for row in rows if not isinstance(row, Heading)])[:1]
            parts += [bearing_words(own.pose, mark.pose), *(" ".join(each.split()) for each in far)]
        yield ", ".join([*parts, _lies(mark)])


def _named(mark: Hull | Counter) -> str:
    name = mark.name if mark.name != mark.key else ""
    wreck = " (wreck)" if isinstance(mark, Hull) and mark.state == "wreck" else ""
    return " ".join(filter(None, (mark.key, name))) + wreck


def _lies(mark: Hull | Counter) -> str:
    """Return in words a ship's heading; for a ship in a box, the box and her remaining hits."""
    if isinstance(mark, Hull):
        return f"heading {heading_words(mark.pose.heading)}"
    row, column = mark.box
    inside = 0 <= row < len(ROWS) and column >= 0
    box = f"in box {ROWS[row]}{column + 1}" if inside else "off the chart"
    return ", ".join(filter(None, (box, mark.state)))


def lines(rows: Sequence[Row], width: int = WIDTH) -> list[str]:
    """Return rows of a panel as plain lines; long ones are wrapped, none is cut."""
    found = (text_of(line).rstrip() for line in lay_out(rows, width, None, "ascii"))
    return [line for line in found if line.strip()]


def with_signs(rows: Sequence[Row], legend: Sequence[Row]) -> list[str]:
    """Return rows as plain lines, followed by the meanings of the signs in them."""
    told = lines(rows)
    words = {word.rstrip(":") for line in told for word in line.split()}
    marks = {sign for line in told if (found := MARKED.match(line)) for sign in found[1]}
    used = [
        row
        for row in legend
        if isinstance(row, Letter) and any(map((words | marks).__contains__, row.sign.split()))
    ]
    if any(map(SCORE.fullmatch, words)):
        used += [row for row in legend if isinstance(row, Letter) and SCORE.fullmatch(row.sign)]
    signs = [row for at, row in enumerate(used) if row not in used[:at]]
    return [*told, *(lines((Heading("Signs"), *signs)) if signs else ())]


def wrapped(text: str) -> list[str]:
    """Return a text as lines; in a list, the further lines of an item are indented."""
    indent = " " * (len(text) - len(text.lstrip()))
    more = f"{indent}    " if indent else ""
    return wrap(text.strip(), WIDTH, initial_indent=indent, subsequent_indent=more) or [""]


def format_table(text: str) -> str:
    """Return a table of commands and meanings; long meanings continue in their own column."""
    rows: list[str] = []
    for line in text.splitlines():
        command = COMMAND.match(line)
        more = " " * len(command[0]) if command else ""
        rows += wrap(line, WIDTH, subsequent_indent=more) or [""]
    return "\n".join(rows)


def chart(game: Game[Any, Any, Any], view: Any) -> list[str]:
    """Return the whole chart in ASCII."""
    grid = portrait(game.screen.scene(view), WIDTH, CHART_ROWS, "ascii")
    return [text_of(row).rstrip() for row in grid.rows()]


# Pages: the review of a battle, its story, its dice and their proof.


MOST = 3
"""The maximum number of terms that are printed at once."""


def aftermath_lines(battle: SeenBattle) -> Iterator[str]:
    """Yield lines with the result of a battle, the damage that each ship dealt and took, the luck
    of each side, and the decisive moments.
    """
    after = battle.game.review.aftermath(battle.at(0), battle.entries)
    yield f"{winners(battle, battle.outcome()) or 'THE BATTLE GOES ON'}"
    for part in tables(after):
        yield part.heading
        yield from (f"  {row}" for row in columns(part.rows))


def story_lines(battle: SeenBattle) -> Iterator[str]:
    """Yield the battle as a story with a paragraph for each turn.

    It tells only what every player has seen.
    """
    told = tale(without_secrets(battle))
    yield from (f"{each.heading}. {each.text}" for each in told)
    if not told:
        yield NOTHING


def dice_lines(battle: SeenBattle, seat: str) -> Iterator[str]:
    """Yield lines with the sums of all rolls that a seat (a player) may know, compared with fair
    dice, and the faces.
    """
    rolls = dice.all_rolls(battle, seat)
    if not rolls:
        yield "No dice have been rolled that can be counted."
        return
    for heading, rows in dice.tables(rolls):
        yield heading
        yield from (f"  {row}" for row in columns(tuple(rows)))
    yield from map(dice.face_counts_text, dice.faces(battle, rolls))


async def print_proof(
    battle: SeenBattle, say: Callable[[str], None], write: Callable[[str], None]
) -> None:
    """Print how the dice were made and what is proved about them, with commitments (hashes) and
    secrets in full.

    Raises `Refused` on a host that already computes too much for this person.
    """
    proof = None if battle.outcome() is None else await proof_of(battle)
    about, parts = evidence_lines(battle)
    say(about)
    for name, text in parts:
        say(f"{name}:")
        write(text)  # not wrapped, so that it can be compared and copied
    told, why = verdict(battle, proof)
    say(f"Verdict: {told}. {why}")


# Cards and rules: the meaning of a word in each game.


def term_lines(terms: Sequence[Term], words: str) -> Iterator[str]:
    """Yield the explanations of the cards and rules that match; if one has exactly this name, only
    that one.
    """
    found = [each for each in terms if words.lower() in each.name.lower()]
    exact = [each for each in found if each.name.lower() == words.lower()]
    for term in (exact or found)[:MOST]:
        yield f"{term.name}: {' '.join(term.lines)}"
    if len(found) > MOST and not exact:
        yield f"And more: {', '.join(each.name for each in found[MOST:])}."


def lookup_lines(words: str) -> Iterator[str]:
    """Yield what words mean in each game that uses them, or a message that no game does."""
    none = True
    for name in systems():
        try:
            title, terms = system(name).title, system(name).words.terms()
        except (WeatherGageError, ImportError) as error:  # a broken game of an installed package
            yield with_full_stop(f"{name}: {error}")
            continue
        for at, line in enumerate(term_lines(terms, words)):
            if at == 0:
                yield title
            yield f"  {line}"
            none = False
    if none:
        yield f"No game has anything called '{words}'."
