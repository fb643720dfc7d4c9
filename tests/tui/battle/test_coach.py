"""The coach warns before an order that costs much, says why, becomes silent with experience, and
knows no secrets.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.kernel.battle import Battle
from engine.kernel.opening import read_position
from engine.players import make_player
from engine.sitting.adviser import MUCH, QUIETER, Coach
from tests.tui.wired import Wired, wired
from tui.battle.screen import BattleScreen
from tui.screens.settings import Settings

POSITION = Path(__file__).resolve().parents[2] / "positions" / "stern_rake.toml"


def stern_rake(coach: bool, both: bool = False) -> dict[str, object]:
    """Return the arguments for a battle with an attack in which holding fire would waste a rake
    (fire along the ship).
    """
    found = read_position(POSITION)
    battle = Battle.from_state(found.game, found.state, found.seed)
    players = {} if both else {"B": make_player("ensign", found.game, 1, "B")}
    settings = Settings(animation=False, guide=False, coach=coach)
    return {"battle": battle, "players": players, "settings": settings}


async def holds_fire(person: Wired) -> None:
    """Highlight the order that holds fire, and take it."""
    await person.sees("attack")
    await person.rests()
    person.writes("6")
    await person.rests()
    person.writes("enter")
    await person.rests()


def position(person: Wired) -> int:
    assert person.app.battle
    return person.app.battle.position


async def test_an_order_that_costs_much_is_spoken_of_and_taken_only_after_a_yes(
    tmp_path: Path,
) -> None:
    async with wired((100, 30), saves=tmp_path, **stern_rake(True)) as person:
        await holds_fire(person)
        await person.sees(
            "The coach (O settings turn it off): ", "worse than the best order", "Give it"
        )
        assert position(person) == 0
        screen = person.app.screen
        assert isinstance(screen, BattleScreen)
        assert screen.session.sitting.coach.much == MUCH * QUIETER
        person.writes("enter")  # Enter does not answer a warning
        await person.rests()
        assert position(person) == 0
        await person.sees("anyway?", "(not Enter)")
        person.writes("n")
        await person.sees("h shows the best order")
        person.writes("enter")  # who insists is not told again
        await person.until(lambda: position(person) > 0, "the order")


@pytest.mark.parametrize("setting", [False, True])
async def test_the_word_coach_turns_it_on_or_off_whatever_the_setting_says(
    tmp_path: Path, setting: bool
) -> None:
    async with wired((100, 30), saves=tmp_path, **stern_rake(setting)) as person:
        await person.sees("attack")
        await person.rests()
        screen = person.app.screen
        assert isinstance(screen, BattleScreen)
        screen.course.do("coach")
        await person.sees(f"The coach is {'off' if setting else 'on'}.")
        person.writes("6")
        await person.rests()
        person.writes("enter")
        if setting:
            await person.until(lambda: position(person) > 0, "the order")
        else:
            await person.sees("The coach (")


async def test_a_setting_that_changes_in_the_battle_holds_at_once(tmp_path: Path) -> None:
    async with wired((100, 30), saves=tmp_path, **stern_rake(False)) as person:
        await person.sees("attack")
        person.app.settings = replace(person.app.settings, coach=True)
        await holds_fire(person)
        await person.sees("The coach (")


async def test_a_warning_says_where_the_coach_is_turned_off(tmp_path: Path) -> None:
    async with wired((80, 24), saves=tmp_path, **stern_rake(True)) as person:
        await holds_fire(person)
        await person.sees("The coach (O settings turn it off): ", "Give it anyway?")
        person.writes("n")
        await person.sees("O opens the settings: there you turn the coach off.")


async def test_a_good_order_is_taken_without_a_word(tmp_path: Path) -> None:
    async with wired((100, 30), saves=tmp_path, **stern_rake(True)) as person:
        await person.sees("attack")
        await person.rests()
        person.writes("1")
        await person.rests()
        person.writes("enter")
        await person.until(lambda: position(person) > 0, "the order")
        assert "The coach" not in person.text


@pytest.mark.parametrize(("coach", "both"), [(False, False), (True, True)])
async def test_nobody_speaks_where_he_is_not_wanted_or_two_share_the_keyboard(
    tmp_path: Path, coach: bool, both: bool
) -> None:
    async with wired((100, 30), saves=tmp_path, **stern_rake(coach, both)) as person:
        await holds_fire(person)
        await person.until(lambda: position(person) > 0, "the order")


async def test_what_was_put_away_while_he_looked_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here the player leaves the order before the coach has said anything."""
    looking, look = asyncio.Event(), asyncio.Event()

    async def slow(*_: object) -> str:
        looking.set()
        await look.wait()
        return ""

    monkeypatch.setattr(Coach, "warning", slow)
    async with wired((100, 30), saves=tmp_path, **stern_rake(True)) as person:
        await holds_fire(person)
        await person.until(looking.is_set, "the coach")
        session = person.app.screen.session
        session.sitting.orders = None
        look.set()
        await person.rests()
        assert position(person) == 0


async def test_he_says_that_he_looks_and_what_is_highlighted_meanwhile_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[object] = []
    look = asyncio.Event()

    async def slow(*about: object) -> str:
        looked.append(about)
        await look.wait()
        return ""

    monkeypatch.setattr(Coach, "warning", slow)
    async with wired((100, 30), saves=tmp_path, **stern_rake(True)) as person:
        await holds_fire(person)
        await person.sees("The coach is checking the order...")
        person.writes("enter")  # he is at it
        await person.rests()
        assert len(looked) == 1
        person.writes("1")
        await person.rests()
        look.set()
        await person.rests()
        assert position(person) == 0
        assert "The coach is checking" not in person.text
        person.writes("enter")
        await person.until(lambda: position(person) > 0, "the order")
