"""An order that takes a ship out of the battle asks for confirmation first, whatever kind of order
it is.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.files.saves import begin
from engine.game.decision import Answer, Decision
from engine.game.question import Sheet
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.sitting.orders import Orders, harmless_first
from engine.sitting.seats import SeatTable
from engine.sitting.sitting import Sitting
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen
from tui.plain.table import PlainTable
from tui.screens.settings import Settings


@pytest.mark.parametrize("confirm", [True, False])
async def test_enter_alone_sails_no_ship_off_the_table_without_a_question(
    confirm: bool, tmp_path: Path
) -> None:
    """Every highlighted order of a quick start is taken, until one would take a ship off the
    table.
    """
    game = system("oak_iron")
    battle = begin(game, "quickstart", {"A": "human", "B": "human"}, tmp_path, 11)
    while True:
        asked = battle.pending()[0]
        assert isinstance(asked, Decision)
        view, answer = battle.view(asked.seat), Orders(asked, lambda *_: None).answer
        if "leaves the table" in game.answering.harm(view, asked, answer):
            break
        battle.answer(asked.seat, answer)
    settings = Settings(animation=False, guide=False, confirm_ends=confirm)

    def left() -> bool:
        return any(ship.lost == "left" for ship in battle.state.ships.values())

    async with house(tmp_path, battle=battle, players={}, settings=settings) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        orders = screen.session.orders
        assert orders is not None
        orders.set_answer(answer.option, answer.dial, answer.at)
        await pilot.press("enter")
        await until(pilot, lambda: screen.session.question or left(), "what comes of it")
        assert bool(screen.session.question) is confirm
        assert left() is not confirm
        if confirm:
            told = " ".join(screen_of(app).split())
            assert "leaves the table and the battle. Sure? y yes Esc/n no (not Enter)" in told
            await pilot.press("enter")
            assert screen.session.question
            assert not left(), "Enter does not answer a warning"
            await pilot.press("n")
            assert not screen.session.question
            assert not left()


class Ramming(NamedTuple):
    """A question of a quick start in which the proposed order collides with a ship of the own
    side.
    """

    battle: Battle
    asked: Decision
    answer: Answer


@pytest.fixture
def ramming() -> Ramming:
    """Play a quick start with the first order each time, as proposed, until one would collide with
    an own ship.
    """
    battle = Battle.new("oak_iron", "quickstart", 3)
    game = battle.game
    ensigns = {seat: make_player("ensign", game, 3, seat) for seat in ("A", "B")}
    while True:
        asked = battle.pending()[0]
        view = battle.view(asked.seat)
        if asked.seat == "A":
            assert isinstance(asked, Decision)
            answer = Orders(asked).answer
            if game.answering.harm(view, asked, answer):
                return Ramming(battle, asked, answer)
            battle.answer("A", answer)
        else:
            battle.answer("B", ensigns["B"].choose(view, asked))


def test_neither_number_1_nor_enter_runs_into_a_consort(ramming: Ramming) -> None:
    """Options that do harm at every value of the dial come last, and the dial starts at a harmless
    value.
    """
    battle, asked, _ = ramming
    game, view = battle.game, battle.view("A")

    def harm(answer: Answer) -> str:
        return game.answering.harm(view, asked, answer)

    assert harm(Answer("turn_end", 0.0)) == "A1 Swallow collides with her consort A2 Prosperous"
    first = harmless_first(asked, harm)
    ids = [option.id for option in first.options]
    assert ids == ["turn_start", "turn_twice", "turn_end", "straight"]
    orders = Orders(first, None, harm)
    assert orders.answer == Answer("turn_start", 18.0)
    assert harm(orders.answer) == ""
    said = "Dial set to 18 to starboard: at 0 A1 Swallow collides with her consort A2 Prosperous"
    assert orders.why_turned == said
    orders.turn(1)
    assert orders.why_turned == "", "the player has turned it"
    assert Orders(first).why_turned == "", "it begins at its initial value"


async def test_screens_ask_before_a_ship_runs_into_a_consort_and_enter_means_no(
    ramming: Ramming, tmp_path: Path
) -> None:
    battle, _, answer = ramming
    settings = Settings(animation=False, guide=False)
    async with house(tmp_path, battle=battle, players={}, settings=settings) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        orders = screen.session.orders
        assert orders is not None
        assert orders.answer == Answer("turn_start", 18.0)
        position = battle.position
        orders.set_answer(answer.option, answer.dial, answer.at)
        await pilot.press("enter")
        told = " ".join(screen_of(app).split())
        assert "collides with her consort A2 Prosperous. Sure?" in told
        await pilot.press("enter")
        assert battle.position == position
        await pilot.press("enter", "y")
        await until(pilot, lambda: battle.position > position, "she runs into her")


def test_lines_ask_before_a_ship_runs_into_a_consort_and_enter_means_no(ramming: Ramming) -> None:
    battle, _, _ = ramming
    position = battle.position
    lines, seen = iter(["3", "", "straight", "n", "3", "y", "quit"]), list[str]()

    async def read(prompt: str) -> str | None:
        seen.append(prompt)
        return next(lines, None)

    crew = {"B": make_player("ensign", battle.game, 3, "B")}
    asyncio.run(PlainTable(Sitting(battle, SeatTable(battle, crew)), read, seen.append).run())
    told = " ".join(" ".join(seen).split())
    assert '1 turn, then sail 4" (30 to port to 30 to starboard), 18 to starboard unless' in told
    assert told.count("A1 Swallow collides with her consort A2 Prosperous. Sure? y or n:") == 3
    after = battle.entries[position]
    assert after.command.turn == "end", "what was answered with y, and nothing before it"


def test_the_plots_of_a_sheet_that_collide_or_give_up_are_harm() -> None:
    battle = Battle.new("wooden_ships", "mars_hercule", 2)
    sheet = battle.pending()[0]
    assert isinstance(sheet, Sheet)
    harm = battle.game.answering.harm
    view, slot = battle.view(sheet.seat), sheet.slots[0]
    assert harm(view, sheet, dict(sheet.proposed)) == ""
    given_up = slot.options[-1]
    assert given_up.ends
    assert harm(view, sheet, {slot.id: Answer(given_up.id)}) == "all your ships surrender"
