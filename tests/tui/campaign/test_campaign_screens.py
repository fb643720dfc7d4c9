"""The pages of a campaign as a player sees them: forces, commitment, shipyard, refit, cards."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.base.text import pluralized
from engine.game.decision import Answer, Decision
from engine.game.question import Fill
from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.players import make_player
from engine.sitting.sheet_orders import SheetOrders
from engine.systems.iron_oak.campaign.effects import kind_of_card
from engine.systems.iron_oak.campaign.machine import view_side
from engine.systems.iron_oak.campaign.screen.scene import boxes, named
from tests.tui.running import house, screen_of, until
from tests.wars import war, war_at
from tui.battle.screen import BattleScreen

SMALL, WIDE = (80, 24), (140, 45)


def start() -> Battle:
    """Return a campaign at its first question; the Confederacy has already chosen its force in
    secret.
    """
    battle = Battle.new("iron_oak_campaign", "campaign", 4)
    battle.answer("B", battle.pending()[1].proposed)
    return battle


def asked(kind: str) -> Battle:
    """Return a campaign at a moment when the Union has a sheet or question of this kind."""
    played = war()
    for n in range(played.position):
        questions = played.game.pending(played.at(n))
        if any(each.seat == "A" and each.kind == kind for each in questions):
            return war_at(n)
    raise AssertionError(f"this war never asks the Union for {kind}")


@asynccontextmanager
async def playing(
    battle: Battle, tmp_path: Path, size: tuple[int, int]
) -> AsyncIterator[tuple[BattleScreen, Pilot[None], Callable[[], str]]]:
    """Show a campaign to the Union's player; an ensign plays the Confederacy."""
    players = {"B": make_player("ensign", battle.game, 1, "B")}
    async with house(tmp_path, size, battle=battle, players=players) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.session.orders, "the question of the Union")
        yield screen, pilot, lambda: screen_of(app)


@pytest.mark.parametrize("size", [SMALL, WIDE])
async def test_the_builder_shows_what_ships_can_do_and_what_is_picked(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Only the player's own catalogue is shown; x picks a ship, marks it on the page, and shows
    what budget is left.
    """
    async with playing(start(), tmp_path, size) as (screen, pilot, seen):
        assert "6 to 10 ships of 3200 points" in seen()
        assert "New Ironsides" in seen()
        assert "Virginia" not in seen()
        assert ("armour" in seen()) == (size == WIDE)
        await pilot.press("x")
        await until(pilot, lambda: "Seal it?" in seen(), "the question")
        assert "3200 left" in seen()
        sitting = screen.session.sitting
        picked = {id for answer in sitting.draft.values() for id in answer.chosen}
        options = (each for slot in sitting.sheet.sheet.slots for each in slot.options)
        names = [each.label.partition(",")[0] for each in options if each.id in picked]
        assert any(f"x{name}" in seen() for name in names)


async def test_advice_on_one_line_of_a_sheet_closes_when_tab_leads_to_the_next(
    tmp_path: Path,
) -> None:
    async with playing(start(), tmp_path, WIDE) as (screen, pilot, seen):
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        await pilot.press("tab")
        assert "Advice" not in seen()
        assert ">Armored frigate" in seen()
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice on the next line")
        assert "New Ironsides" in seen()


async def test_a_fault_of_the_whole_sheet_is_told_while_it_is_filled(tmp_path: Path) -> None:
    async with playing(start(), tmp_path, WIDE) as (screen, pilot, seen):
        assert "0 ships chosen; at least 6" in seen()
        await pilot.press("enter")
        count = len(screen.session.picked_lines())
        assert f"{pluralized(count, 'ship')} chosen; at least" in seen()


async def test_the_commitment_page_tells_battle_and_numbers_and_marks_the_ships(
    tmp_path: Path,
) -> None:
    battle = asked("commit")
    async with playing(battle, tmp_path, SMALL) as (screen, pilot, seen):
        assert "COMMITMENT" in seen()
        assert " against " in seen()
        await pilot.press("x")
        await until(pilot, lambda: screen.session.question, "whether to seal it")
        await pilot.press("n")
        marked = len(screen.session.picked_lines())
        assert marked == len(screen.session.sitting.draft["ships"].chosen) > 0


async def test_a_refit_sheet_says_what_is_left_of_each_purse(tmp_path: Path) -> None:
    battle = asked("refit")
    async with playing(battle, tmp_path, WIDE) as (_, pilot, seen):
        sheet = next(each for each in battle.pending() if each.seat == "A")
        assert "REFIT" in seen()
        for budget in sheet.purses:
            assert f"{budget.name}: {budget.have} of {budget.have}" in seen()
        await pilot.press("x")
        spent = {budget.name: sheet.spent(sheet.proposed, budget.name) for budget in sheet.purses}
        for budget in sheet.purses:
            assert f"{budget.name}: {budget.have - spent[budget.name]} of {budget.have}" in seen()


async def test_yard_cards_are_in_the_hand_of_their_side_alone(tmp_path: Path) -> None:
    battle = asked("yard")
    async with playing(battle, tmp_path, WIDE) as (_, pilot, seen):
        with using(battle.game.data):
            card = kind_of_card(battle.state.forces["union"].hand[0])
        await pilot.press("H")
        assert card.name in seen()
    assert not any(battle.view("B").forces["union"].hand)


def test_a_view_says_whose_it_is() -> None:
    battle = start()
    game = battle.game
    seen = {
        viewer_seat: view_side(game.view(battle.state, viewer_seat))
        for viewer_seat in ("A", "B", "")
    }
    assert seen == {"A": "union", "B": "confederate", "": None}
    assert view_side(battle.state) is None
    fill = Fill("forces", dict(battle.pending()[0].proposed))
    assert game.pending(game.view(battle.state, "A"))[0].id == fill.sheet


def test_a_long_name_is_shortened_and_never_cut() -> None:
    assert named("General M. Jeff Thompson", 17) == "G. M. J. Thompson"
    assert named("Queen of the West", 14) == "Q. of the West"
    assert named("Galena", 8) == "Galena  "
    assert boxes(1, 20, 6) == "#....."


async def test_when_a_battle_begins_its_board_has_its_own_room(tmp_path: Path) -> None:
    """The chart of boxes is as large as if the battle had been opened by itself."""
    battle = asked("commit")
    async with playing(battle, tmp_path, SMALL) as (screen, pilot, seen):
        for _ in range(60):
            if battle.state.battle is not None and battle.state.phase == "battle":
                break
            sheet = isinstance(screen.session.orders, SheetOrders)
            await pilot.press(*("x", "y") if sheet else ("enter",))
            await until(pilot, lambda: screen.session.orders, "the next question")
        await until(pilot, lambda: "         5" in seen().splitlines()[1], "the fifth column")
        region = screen.panel.region
    async with playing(battle, tmp_path, SMALL) as (screen, pilot, seen):
        await pilot.pause()
        assert screen.panel.region == region


async def test_an_answer_that_ends_something_for_good_is_asked_about(tmp_path: Path) -> None:
    """The answer is to buy no more cards, which closes the yard; so Enter takes it only after a
    confirmation.
    """
    battle = asked("yard")
    async with playing(battle, tmp_path, SMALL) as (screen, pilot, seen):
        before = battle.position
        orders = screen.session.orders
        assert orders is not None
        orders.pick(next(at for at, each in enumerate(orders.decision.options) if each.ends))
        assert orders.option.ends
        await pilot.press("enter")
        assert "Sure?" in seen()
        assert battle.position == before
        await pilot.press("n")
        assert battle.position == before
        await pilot.press("enter", "y")
        await until(pilot, lambda: battle.position > before, "it is taken")


def test_a_ship_that_leaves_the_battle_of_a_war_is_harm_as_in_a_battle_alone() -> None:
    """The harm of an order is that in the battle being fought; between battles there is none."""
    played, told, between = war(), set[str](), set[bool]()
    harm = played.game.answering.harm
    for n in range(played.position):
        state = played.at(n)
        for question in played.game.pending(state):
            if isinstance(question, Decision):
                view = played.game.view(state, question.seat)
                said = [harm(view, question, Answer(each.id)) for each in question.options]
                told |= {each for each in said if each}
                between |= {bool(any(said))} if view.battle is None else set()
    assert any("leaves the battle by the" in each for each in told)
    assert between == {False}
