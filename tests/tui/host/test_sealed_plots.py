"""Ranger's secret plot (written order), which Drake could not sail, is searched for in the bytes
that others are sent.
"""

from __future__ import annotations

from pathlib import Path

from engine.game.decision import Answer
from engine.hosting.terms import Terms
from engine.kernel.battle import Battle
from tests.tui.host.far import Far, company
from tests.tui.host.test_sealed_sheets import ROUNDS, SMALL, read_in

DUEL = Terms(game="wooden_ships", scenario="ranger_drake")
PLOT, IN_WORDS = "R2L", "starboard, 2 ahead, port"


def told_in(far: Far) -> bool:
    """Tell whether the plot is in the bytes that a person was sent, in either of its forms."""
    return PLOT in read_in(far) or IN_WORDS in read_in(far)


def test_only_ranger_can_sail_this_plot() -> None:
    sheets = Battle.new(DUEL.game, DUEL.scenario, 7).pending()
    own, others = ([option.id for option in sheet.slots[0].options] for sheet in sheets)
    assert PLOT in own
    assert PLOT not in others


async def test_a_sealed_plot_is_sent_to_nobody_before_all_are_in(tmp_path: Path) -> None:
    """Anna types and submits a plot, while Ben and a guest look at all pages; when Ben submits,
    too, everybody sees it.
    """
    async with company(tmp_path) as people:
        hosted = people.host.hub.found_battle("anna", DUEL)
        hosted.sit("anna", "A", "")
        hosted.sit("ben", "B", "")
        persons = []
        for name in ("anna", "ben", "guest"):
            far = await people.comes(name, SMALL)
            await far.sees("LOBBY", "Ranger")
            far.press("enter")
            await far.sees("ORDERS")
            persons.append(far)
        anna, ben, guest = persons
        await anna.sees("YOUR CHOICE")
        anna.press(*PLOT, "enter")
        await anna.sees("Seal the sheet?")
        anna.press("y")
        await ben.sees("sealed orders")
        for far in (ben, guest):
            for key in ROUNDS:
                far.press(key)
                await far.quiet(0.1)
        assert told_in(anna)
        assert not told_in(ben)
        assert not told_in(guest)
        battle = hosted.battle
        assert battle
        assert battle.state.sealed["A"] == {"A1": Answer(PLOT)}
        battle.answer("B", {"B1": Answer("0")})
        await guest.sees("TURN 2")
        guest.press("L", "\x1b[A")
        await guest.sees(f"A1 {PLOT}")
