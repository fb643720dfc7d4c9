"""What stands in the panel of a battle, from the top: card, forecast, squadrons, log, hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from engine.panel import Heading, Row, Words, words
from tui.panels import lines_of
from tui.widgets.lines import Line, fitted, text_of

if TYPE_CHECKING:
    from tui.screens.battle import BattleRoom

TALL = 40
"""Lines of panel from which the card of a target has its own place."""

LATEST = 8
"""Lines of the log in the panel."""


def panel_rows(room: BattleRoom, height: int) -> list[Row]:
    """Return the rows of the panel, most important first within their sections."""
    if room.shows == "hand":
        return _hand(room)
    game, view = room.game, room.view
    ships = game.ships(view)
    rows: list[Row] = []
    if room.course.over:
        rows += _ending(room)
    key = room.lookout.selected
    if key in ships:
        rows += game.card(view, key)
    if room.stage.dice:
        rows += room.stage.dice
    rows += _forecast(room)
    target = room.orders.option.subject if room.orders else ""
    if target in ships and target != key and height >= TALL:
        rows += game.card(view, target)
    rows += _squadrons(room)
    log = _log(room)[-LATEST:]
    rows += [Heading("Battle log"), *log] if log else []
    rows += _hand(room)
    return rows


def _ending(room: BattleRoom) -> list[Row]:
    outcome = room.battle.outcome()
    reason = outcome.reason if outcome else ""
    keys = [room.keymap.hint(room.room, name) for name in ("replay", "menu", "end")]
    return [
        Heading("The end"),
        words(room.course.how_it_ended().rstrip(":"), "head"),
        words(reason),
        *(words(key, "dim") for key in keys),
    ]


def _forecast(room: BattleRoom) -> list[Row]:
    measured = room.measured()[1]
    if measured:
        return [Heading("Measured"), *measured]
    seen = room.foreseen().rows
    if not seen or room.orders is None:
        return []
    return list(seen) if isinstance(seen[0], Heading) else [Heading("If so ordered"), *seen]


def _squadrons(room: BattleRoom) -> list[Row]:
    rows = list(room.game.squadrons(room.view))
    return rows if not rows or isinstance(rows[0], Heading) else [Heading("Squadrons"), *rows]


def listed(room: BattleRoom, width: int) -> list[tuple[Line, str]]:
    """Return the lines of the log or of all ships, each with the ship that it is about."""
    rows = _log(room) if room.shows == "log" else _all_ships(room)
    return [(tuple(line), key) for line, key in lines_of(rows, width, room.glyphs)]


def list_lines(room: BattleRoom, width: int, height: int) -> list[Line]:
    """Return the window of the list about its chosen line, which is marked."""
    lines = listed(room, width)
    chosen = max(0, min(len(lines) - 1, room.chosen))
    first = max(0, min(chosen - height // 2, len(lines) - height))
    shown: list[Line] = [line for line, _ in lines[first : first + height]]
    if shown:
        text = text_of(shown[chosen - first])
        shown[chosen - first] = fitted((("chosen", text),), width, "chosen")
    return shown


def _all_ships(room: BattleRoom) -> list[Row]:
    rows = _squadrons(room)
    for key in room.game.ships(room.view):
        rows += [
            msgspec.structs.replace(row, key=key) if isinstance(row, Words) else row
            for row in room.game.card(room.view, key)
        ]
    return rows


def _log(room: BattleRoom) -> list[Row]:
    ships = set(room.game.ships(room.view))
    told = room.annals.lines(room.table.eyes)
    return [words(line.text, key=next(iter(_named(line.text, ships)), "")) for line in told]


def _named(text: str, ships: set[str]) -> list[str]:
    return [word for word in re.findall(r"\w+", text) if word in ships]


def _hand(room: BattleRoom) -> list[Row]:
    seat = room.table.eyes
    if not seat:
        return [words("The keyboard is shared: nobody's hand is shown.")] if room.shows else []
    rows = list(room.game.hand(room.view, seat))
    if not rows or isinstance(rows[0], Heading):
        return rows
    return [Heading(f"Hand of {room.table.name(seat)}"), *rows]
