"""Tests whether screens cut off what they show, in a position of any game after some random
answers.

A reader goes through orders, opens lists and moves the cursor. Text beyond the edge of a line would
be lost without any sign.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from textual.screen import Screen

from engine.files.saves import begin
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from tests.tui.running import house, until
from tui.battle.screen import BattleScreen
from tui.terminal.lines import Lines
from tui.terminal.page import text_of

SIZES = ((80, 24), (100, 30), (120, 40), (140, 45))
KEYS = (*("down",) * 6, "up", "right", "tab", "L", "S", "H", "space", "escape", "w")
"""The keys that a reader presses, mostly to go through orders."""
LOOKS = 6
"""The number of keys pressed in one position."""
STANDING = re.compile(r"^ \w+ -?\d+(/\d+)?!? ")
"""Matches the short line with the points of a side."""
DRAWN = re.compile(r"[^\w.,:;!?%+*/()'<>-]")
"""Matches signs of lines, boxes and bars, which may end at an edge without a sign of a cut."""


def position(game: str, scenario: str, answers: int, seed: int, folder: Path) -> Battle:
    """Return a battle between two persons after so many random answers."""
    battle = begin(system(game), scenario, {"A": "human", "B": "human"}, folder, seed)
    minds = {
        seat.key: make_player("ensign", battle.game, seed, seat.key)
        for seat in battle.game.seats(battle.state)
    }
    for _ in range(answers):
        if not battle.pending():
            break
        question = battle.pending()[0]
        seat = question.seat
        battle.answer(seat, minds[seat].choose(battle.view(seat), question))
    return battle


def in_silence(screen: Screen[Any]) -> list[str]:
    """Return the text in lines of a screen that is beyond the edges of their widgets."""
    return [
        f"of {text_of(line)!r}: {beyond!r}"
        for widget in screen.query(Lines)
        for line in widget._lines[: widget.size.height]
        if (beyond := text_of(line)[widget.width :]) and DRAWN.sub("", beyond).strip("-. ")
    ]


async def panel_is_whole(
    battle: Battle, folder: Path, size: tuple[int, int] = (80, 24), keys: Sequence[str] = ("down",)
) -> None:
    """Press keys in a battle; assert that the panel cuts texts only for lack of room, and that a
    sign shows each cut.
    """
    async with house(folder, size, battle=battle, players={}) as (app, pilot):
        if not isinstance(app.screen, BattleScreen):
            await pilot.press("enter")  # the keyboard is passed
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready, "its first frame")
        for key in (*keys, ""):
            await pilot.pause()
            whole(screen)
            assert not in_silence(screen), f"{size}, before {key}"
            if key:
                await pilot.press(key)


def some_keys(random: Random) -> list[str]:
    """Return random keys, as a reader would press them."""
    return random.choices(KEYS, k=LOOKS)


def whole(screen: BattleScreen) -> None:
    """Assert that all orders can be told apart, and that nothing is cut while a row is blank."""
    rows = screen.panel.text.splitlines()
    rows += [""] * (screen.panel.size.height - len(rows))
    shown = "\n".join(rows)
    found = [match[1] for match in re.finditer(r"^[ >]+\d+\. (.*?\.\..*)$", shown, re.M)]
    assert len(set(found)) == len(found), f"orders that read alike:\n{shown}"
    if all(row.strip() for row in rows):
        return
    cut_off = [row for row in rows if re.search(r"[a-z,;) ](\.\.|…)$", row.rstrip())]
    assert all(map(STANDING.match, cut_off)), shown  # a standing in short is one line
    told = " ".join(" ".join(row.lstrip(" >").split()) for row in rows)
    orders = screen.session.orders
    for number, option in enumerate(orders.decision.options if orders else (), 1):
        if f" {number}. " in told:
            assert " ".join(option.label.split()) in told, shown
