"""A screen that was sent in many small changes is the same as one that is drawn anew."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pyte
import pytest

from engine.hosting.hosted import HostedBattle
from engine.sitting.orders import Orders
from tests.tui.host.far import Far, company, founded, plays_on, until
from tests.tui.pseudo_terminal import seen
from tui.battle.screen import BattleScreen
from tui.host.host import Host

KEYS = ["down", "up", "left", "right", "tab", "enter", "enter", " ", "+", "-", "g", "b", "m", "L",
        "v", "e", "?", "escape", "u"]  # fmt: skip


def cells(far: Far) -> list[tuple[object, ...]]:
    """Return (sign, colours) of every cell of a person's terminal."""
    screen = far.screen
    return [seen(screen.buffer[y][x]) for y in range(screen.lines) for x in range(screen.columns)]


async def painted_anew(host: Host, person: str, far: Far) -> list[tuple[object, ...]]:
    """Return what a new terminal shows after only one whole frame."""
    (app,) = (app for app in host._apps if app.person == person)
    far.screen = pyte.Screen(far.screen.columns, far.screen.lines)
    far._stream = pyte.ByteStream(far.screen)
    app.repaint()
    await far.quiet()
    return cells(far)


async def at_rest(host: Host, *persons: Far) -> None:
    """Wait until no animation runs and nothing more is sent."""
    await asyncio.gather(*(far.quiet() for far in persons))
    await until(lambda: not animated(host))
    await asyncio.gather(*(far.quiet() for far in persons))


@pytest.mark.parametrize("term", ["xterm-256color", "vt100"])
async def test_pieces_leave_the_screen_as_a_whole_frame_does(tmp_path: Path, term: str) -> None:
    dice = Random(term)
    async with company(tmp_path) as people:
        founded(people.host.hub, A="anna", B="ben")
        carl = await plays_on(people, "carl", (100, 30), term=term, animation=True)
        anna = await plays_on(people, "anna", (120, 40), term=term, animation=True)
        for _ in range(3):
            anna.press(*dice.choices(KEYS, k=6))
            play(people.battles[0], dice)
            await at_rest(people.host, anna, carl)
            shown = [cells(anna), cells(carl)]
            assert shown == await asyncio.gather(
                painted_anew(people.host, "anna", anna), painted_anew(people.host, "carl", carl)
            )


def animated(host: Host) -> bool:
    """Tell whether an animation runs on any screen."""
    rooms = (screen for app in host._apps for screen in app.screen_stack)
    return any(isinstance(screen, BattleScreen) and screen.session.playing for screen in rooms)


def play(hosted: HostedBattle, dice: Random) -> None:
    """Let somebody choose on another terminal."""
    assert hosted.battle
    if pending := hosted.battle.pending():
        question = dice.choice(pending)
        orders = Orders(question)
        orders.move(dice.randrange(len(question.options)))
        hosted.battle.answer(question.seat, orders.answer)
