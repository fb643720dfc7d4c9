"""What stands in the panel of a battle, from the top: card, forecast, squadrons, log, hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from engine.game.panel import Heading, Muster, Row, Texture, Words, words
from tui.panel.panels import headed, lay_out, lines_of
from tui.terminal.lines import Line, fitted, text_of

if TYPE_CHECKING:
    from tui.battle.screen import BattleRoom

TALL = 40
"""Lines of panel from which the card of a target has its own place."""

MUCH_OF_A_HAND = 3
"""Lines from which it is worth while to show the head of a hand."""
LATEST = 12
"""At most so many lines of the log beside the cards."""


def panel_lines(room: BattleRoom, width: int, height: int) -> list[Line]:
    """Return the panel: the cards first, then as much of hand and log as there is room for."""
    if room.listing:
        return _list_lines(room, width, height)
    if room.advice.open:
        return room.advice.lines(width, height)
    if room.shows == "hand":
        lines = _laid(room, _hand(room), width)
        room.chosen = max(0, min(room.chosen, len(lines) - height))
        return lines[room.chosen : room.chosen + height]
    forecast = _laid(room, _forecast(room), width)
    held = _held(*room.panel_at_rest, forecast) if room.turning else []
    lines = held or _composed(room, width, height)
    if not held:
        room.panel_at_rest = lines, forecast
    return lines


def _held(lines: list[Line], old: list[Line], new: list[Line]) -> list[Line]:
    """Return the panel with another forecast in the room of the old one; [] if it is not there.

    While a dial is turned nothing else moves, so that little is sent.
    """
    places = range(len(lines) - len(old) + 1)
    start = next((i for i in places if old and lines[i : i + len(old)] == old), None)
    if start is None:
        return []
    blank: list[Line] = [()] * len(old)
    return [*lines[:start], *[*new, *blank][: len(old)], *lines[start + len(old) :]]


def _composed(room: BattleRoom, width: int, height: int) -> list[Line]:
    rows = _cards(room, height)
    if not _about_a_ship(room) and len(_laid(room, rows, width)) > height:
        rows = [row for row in rows if not isinstance(row, Muster)]  # what a card says comes first
    lines = _laid(room, rows, width, height)
    hand = _laid(room, _hand(room), width)
    spare = height - len(lines)
    if spare - len(hand) < 3 and room.laid_out().log_in_panel:
        hand = []
    log = _laid(room, _log(room, LATEST), width)[-max(0, spare - len(hand) - 1) :]
    if spare - len(hand) >= 2 and log:
        lines += [*_laid(room, [Heading("Battle log")], width), *log]
    left = max(0, height - len(lines))
    if len(hand) > left:
        whole = room.keymap.hint(room.room, "hand", "shows the whole hand")
        hand = [*hand[: left - 1], (("dim", whole[:width]),)] if left > MUCH_OF_A_HAND else []
    return [*lines, *hand][:height]


def _laid(
    room: BattleRoom, rows: Sequence[Row], width: int, height: int | None = None
) -> list[Line]:
    return [tuple(line) for line in lay_out(rows, width, height, room.glyphs)]


def _cards(room: BattleRoom, height: int) -> list[Row]:
    """Return what must not be missing: card, dice, forecast, squadrons."""
    game, view = room.game, room.view
    ships = game.ships(view)
    rows = _ending(room) if room.course.over else []
    key = room.lookout.selected
    forecast = _forecast(room)
    if key in ships and (height >= TALL or not forecast or _about_a_ship(room)):
        rows += game.card(view, key)
    rows += [*room.stage.dice, *forecast]
    target = room.orders.option.subject if room.orders else ""
    if target in ships and target != key and height >= TALL:
        rows += game.card(view, target)
    return rows + _squadrons(room)


def _about_a_ship(room: BattleRoom) -> bool:
    """Tell whether a ship is ordered about or looked at, and not a card chosen."""
    if room.orders and room.orders.placed:
        return False
    if room.orders is None or room.looking:
        return True
    return bool(room.orders.decision.ship or room.orders.option.subject)


def _ending(room: BattleRoom) -> list[Row]:
    outcome = room.battle.outcome()
    reason = outcome.reason if outcome else ""
    keys = [room.keymap.hint(room.room, name) for name in ("aftermath", "replay", "menu", "end")]
    return [
        Heading("The end"),
        words(room.course.how_it_ended(), "head"),
        words(reason),
        *(words(key, "dim") for key in keys),
    ]


def _forecast(room: BattleRoom) -> list[Row]:
    measured = room.measured()[1]
    if measured:
        return [Heading("Measured"), *measured]
    return headed(room.foreseen().rows if room.orders else (), "If so ordered")


def _squadrons(room: BattleRoom) -> list[Row]:
    return headed(room.game.squadrons(room.view), "Squadrons")


def listed(room: BattleRoom, width: int) -> list[tuple[Line, str]]:
    """Return the lines of the log or of all ships, each with the ship that it is about."""
    rows = _log(room) if room.shows == "log" else _all_ships(room)
    return [(tuple(line), key) for line, key in lines_of(rows, width, room.glyphs)]


def _list_lines(room: BattleRoom, width: int, height: int) -> list[Line]:
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
    legend = room.game.legend(room.view)
    signs = [row for row in legend if isinstance(row, Texture)]
    rows = [*headed(signs, "On the chart"), *_squadrons(room)]
    rows += headed([row for row in legend if row not in signs], "Objective")
    for key in room.game.ships(room.view):
        rows += [
            msgspec.structs.replace(row, key=key) if isinstance(row, Words) else row
            for row in room.game.card(room.view, key)
        ]
    return rows


def _log(room: BattleRoom, latest: int = 0) -> list[Row]:
    ships = set(room.game.ships(room.view))
    told = room.told()[-latest:]
    return [words(line.text, key=next(iter(_named(line.text, ships)), "")) for line in told]


def _named(text: str, ships: set[str]) -> list[str]:
    return [word for word in re.findall(r"\w+", text) if word in ships]


def _hand(room: BattleRoom) -> list[Row]:
    seat = room.table.eyes
    if not seat:
        return [words("The keyboard is shared: nobody's hand is shown.")] if room.shows else []
    return headed(room.game.hand(room.view, seat), f"Hand of {room.table.name(seat)}")
