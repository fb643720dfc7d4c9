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
    from tui.battle.screen import BattleScreen

TALL = 40
"""Lines of panel from which the card of a target has its own place."""

MUCH_OF_A_HAND = 3
"""Lines from which it is worth while to show the head of a hand."""
LATEST = 12
"""At most so many lines of the log beside the cards."""


def panel_lines(screen: BattleScreen, width: int, height: int) -> list[Line]:
    """Return the panel: the cards first, then as much of hand and log as there is room for."""
    if screen.listing:
        return _list_lines(screen, width, height)
    if screen.advice.open:
        return screen.advice.lines(width, height)
    if screen.shows == "hand":
        lines = _laid(screen, _hand(screen), width)
        screen.chosen = max(0, min(screen.chosen, len(lines) - height))
        return lines[screen.chosen : screen.chosen + height]
    forecast = _laid(screen, _forecast(screen), width)
    held = _held(*screen.panel_at_rest, forecast) if screen.turning else []
    lines = held or _composed(screen, width, height)
    if not held:
        screen.panel_at_rest = lines, forecast
    return lines


def _held(lines: list[Line], old: list[Line], new: list[Line]) -> list[Line]:
    """Return the panel with another forecast in the screen of the old one; [] if it is not there.

    While a dial is turned nothing else moves, so that little is sent.
    """
    places = range(len(lines) - len(old) + 1)
    start = next((i for i in places if old and lines[i : i + len(old)] == old), None)
    if start is None:
        return []
    blank: list[Line] = [()] * len(old)
    return [*lines[:start], *[*new, *blank][: len(old)], *lines[start + len(old) :]]


def _composed(screen: BattleScreen, width: int, height: int) -> list[Line]:
    rows = _cards(screen, height)
    if not _about_a_ship(screen) and len(_laid(screen, rows, width)) > height:
        rows = [row for row in rows if not isinstance(row, Muster)]  # what a card says comes first
    lines = _laid(screen, rows, width, height)
    hand = _laid(screen, _hand(screen), width)
    spare = height - len(lines)
    if spare - len(hand) < 3 and screen.laid_out().log_in_panel:
        hand = []
    log = _laid(screen, _log(screen, LATEST), width)[-max(0, spare - len(hand) - 1) :]
    if spare - len(hand) >= 2 and log:
        lines += [*_laid(screen, [Heading("Battle log")], width), *log]
    left = max(0, height - len(lines))
    if len(hand) > left:
        whole = screen.keymap.hint(screen.screen_name, "hand", "shows the whole hand")
        hand = [*hand[: left - 1], (("dim", whole[:width]),)] if left > MUCH_OF_A_HAND else []
    return [*lines, *hand][:height]


def _laid(
    screen: BattleScreen, rows: Sequence[Row], width: int, height: int | None = None
) -> list[Line]:
    return [tuple(line) for line in lay_out(rows, width, height, screen.glyphs)]


def _cards(screen: BattleScreen, height: int) -> list[Row]:
    """Return what must not be missing: card, dice, forecast, squadrons."""
    game, view = screen.game, screen.view
    ships = game.ships(view)
    rows = _ending(screen) if screen.course.over else []
    key = screen.viewport.selected
    forecast = _forecast(screen)
    if key in ships and (height >= TALL or not forecast or _about_a_ship(screen)):
        rows += game.card(view, key)
    rows += [*screen.stage.dice, *forecast]
    target = screen.orders.option.subject if screen.orders else ""
    if target in ships and target != key and height >= TALL:
        rows += game.card(view, target)
    return rows + _squadrons(screen)


def _about_a_ship(screen: BattleScreen) -> bool:
    """Tell whether a ship is ordered about or looked at, and not a card chosen."""
    if screen.orders and screen.orders.placed:
        return False
    if screen.orders is None or screen.looking:
        return True
    return bool(screen.orders.decision.ship or screen.orders.option.subject)


def _ending(screen: BattleScreen) -> list[Row]:
    outcome = screen.battle.outcome()
    reason = outcome.reason if outcome else ""
    keys = [
        screen.keymap.hint(screen.screen_name, name)
        for name in ("aftermath", "replay", "menu", "end")
    ]
    return [
        Heading("The end"),
        words(screen.course.how_it_ended(), "head"),
        words(reason),
        *(words(key, "dim") for key in keys),
    ]


def _forecast(screen: BattleScreen) -> list[Row]:
    measured = screen.measured()[1]
    if measured:
        return [Heading("Measured"), *measured]
    return headed(screen.foreseen().rows if screen.orders else (), "If so ordered")


def _squadrons(screen: BattleScreen) -> list[Row]:
    return headed(screen.game.squadrons(screen.view), "Squadrons")


def listed(screen: BattleScreen, width: int) -> list[tuple[Line, str]]:
    """Return the lines of the log or of all ships, each with the ship that it is about."""
    rows = _log(screen) if screen.shows == "log" else _all_ships(screen)
    return [(tuple(line), key) for line, key in lines_of(rows, width, screen.glyphs)]


def _list_lines(screen: BattleScreen, width: int, height: int) -> list[Line]:
    """Return the window of the list about its chosen line, which is marked."""
    lines = listed(screen, width)
    chosen = max(0, min(len(lines) - 1, screen.chosen))
    first = max(0, min(chosen - height // 2, len(lines) - height))
    shown: list[Line] = [line for line, _ in lines[first : first + height]]
    if shown:
        text = text_of(shown[chosen - first])
        shown[chosen - first] = fitted((("chosen", text),), width, "chosen")
    return shown


def _all_ships(screen: BattleScreen) -> list[Row]:
    legend = screen.game.legend(screen.view)
    signs = [row for row in legend if isinstance(row, Texture)]
    rows = [*headed(signs, "On the chart"), *_squadrons(screen)]
    rows += headed([row for row in legend if row not in signs], "Objective")
    for key in screen.game.ships(screen.view):
        rows += [
            msgspec.structs.replace(row, key=key) if isinstance(row, Words) else row
            for row in screen.game.card(screen.view, key)
        ]
    return rows


def _log(screen: BattleScreen, latest: int = 0) -> list[Row]:
    ships = set(screen.game.ships(screen.view))
    told = screen.told()[-latest:]
    return [words(line.text, key=next(iter(_named(line.text, ships)), "")) for line in told]


def _named(text: str, ships: set[str]) -> list[str]:
    return [word for word in re.findall(r"\w+", text) if word in ships]


def _hand(screen: BattleScreen) -> list[Row]:
    seat = screen.table.eyes
    if not seat:
        return [words("The keyboard is shared: nobody's hand is shown.")] if screen.shows else []
    return headed(screen.game.hand(screen.view, seat), f"Hand of {screen.table.name(seat)}")
