"""What stands in the panel of a battle, from the top: card, forecast, squadrons, log, hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.panel import Heading, Row, words

if TYPE_CHECKING:
    from tui.screens.battle import BattleRoom

TALL = 40
"""Lines of panel from which the card of a target has its own place."""


def panel_rows(room: BattleRoom, height: int) -> list[Row]:
    """Return the rows of the panel, most important first within their sections."""
    if room.shows:
        return {"log": _log, "squadrons": _all_ships, "hand": _hand}[room.shows](room, height)
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
    rows += _log(room, 8)
    rows += _hand(room, height)
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


def _all_ships(room: BattleRoom, height: int) -> list[Row]:
    rows = _squadrons(room)
    for key in room.game.ships(room.view):
        rows += room.game.card(room.view, key)
    return rows


def _log(room: BattleRoom, height: int) -> list[Row]:
    told = room.annals.lines(room.table.eyes)
    last = len(told) - room.scrolled
    shown = told[max(0, last - max(1, height - 1)) : last]
    return [Heading("Battle log"), *(words(line.text) for line in shown)] if shown else []


def _hand(room: BattleRoom, height: int) -> list[Row]:
    seat = room.table.eyes
    if not seat:
        return [words("The keyboard is shared: nobody's hand is shown.")] if room.shows else []
    rows = list(room.game.hand(room.view, seat))
    if not rows or isinstance(rows[0], Heading):
        return rows
    return [Heading(f"Hand of {room.table.name(seat)}"), *rows]
