"""Sheets (forms of orders) by mail: one letter for each, secret until both players have sent
theirs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.files import desks as stored
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.post import correspondence as post
from engine.sitting.sheet_orders import SheetOrders
from tests.flotilla.game import FlotillaGame
from tests.tui.letters import Writer, introduced, play_out
from tests.tui.mail.test_mail import told
from tests.tui.mail.test_mail_screen import mail_screen
from tests.tui.running import screen_of, until


@pytest.fixture
def two(tmp_path: Path) -> tuple[Writer, Writer]:
    assert FlotillaGame.name == "flotilla"
    return introduced(tmp_path, "melee")


@pytest.mark.parametrize("mind", ["ensign", "captain"])
def test_a_whole_battle_of_sheets_ends_alike_on_both_desks(tmp_path: Path, mind: str) -> None:
    anna, ben = introduced(tmp_path, "melee", mind)
    sizes = play_out(anna, ben)
    battles = [Battle.open(writer.path, write=False) for writer in (anna, ben)]
    assert battles[0].state == battles[1].state
    assert battles[0].outcome()
    assert battles[0].verify().ok
    turns = battles[0].state.turn - 1
    assert battles[0].position == 2 * turns
    assert len(sizes) <= 2 * turns + 1  # a sheet of each a turn, and the last seal's opening


def test_a_sheet_is_in_no_letter_before_both_are_in(two: tuple[Writer, Writer]) -> None:
    anna, ben = two
    desk = anna.desk
    battle = post.begin(desk)
    assert battle
    sheet = {"A1": Answer("1R"), "A2": Answer("L1")}
    desk = post.with_answer(desk, battle, "A", "salt", sheet)
    (choice,) = post.post(desk).held.choices
    assert choice.closed
    assert choice.seal
    assert "1R" in bytes(desk.kept[0].choice.command).decode()
    anna.chooses()
    assert anna.writes("send", anna.battle) == 0
    (kept,) = anna.desk.kept.values()
    sealed = bytes(kept.choice.command).decode()
    assert '"A1"' in sealed
    assert '"A1"' not in told(anna.out)
    ben.says("open", anna.out)
    assert '"A1"' not in stored.desk_path(ben.folder, ben.battle).read_text("utf-8")
    ben.chooses()
    assert ben.writes("send", ben.battle) == 0
    anna.writes("open", ben.out)
    anna.chooses()
    assert anna.writes("send", anna.battle) == 0
    assert sealed in told(anna.out)


async def test_a_sheet_is_filled_sealed_and_opened_again_on_the_mail_screen(
    two: tuple[Writer, Writer],
) -> None:
    """Before the letter is sent, u reopens the sheet with everything that was filled in."""
    anna, _ = two
    async with mail_screen(anna) as (screen, app, pilot):
        await pilot.press("1", "R", "enter", "x", "y")
        await until(pilot, lambda: "ben's choice is needed" in screen_of(app), "that ben is next")
        assert len(anna.desk.held.choices) == 1
        await pilot.press("u")
        await until(pilot, lambda: screen.session.orders, "the sheet again")
        orders = screen.session.orders
        assert isinstance(orders, SheetOrders)
        assert orders.draft == {"A1": Answer("1R"), "A2": Answer("1")}
        assert not anna.desk.held.choices
        await pilot.press("x", "y")
        await until(pilot, lambda: anna.desk.held.choices, "the sheet on the desk")
    assert anna.writes("send", anna.battle) == 0


async def test_who_is_second_fills_a_sheet_while_the_first_is_sealed(
    two: tuple[Writer, Writer],
) -> None:
    anna, ben = two
    anna.chooses()
    anna.writes("send", anna.battle)
    ben.says("open", anna.out)
    async with mail_screen(ben) as (screen, app, pilot):
        await pilot.press("L", "enter", "x", "y")
        await until(pilot, lambda: "anna's choice is needed" in screen_of(app), "that anna is next")
        assert screen.battle.position == 0
        await pilot.press("u")
        await until(pilot, lambda: screen.session.orders, "the sheet again")
        orders = screen.session.orders
        assert isinstance(orders, SheetOrders)
        assert orders.draft["B1"] == Answer("L")
        await pilot.press("x", "y")
        await until(pilot, lambda: len(ben.desk.held.choices) == 2, "the sheet on the desk")
    assert ben.writes("send", ben.battle) == 0
    assert anna.says("open", ben.out, "--out", anna.saves / "next.mail") == 0
    battle = post.begin(anna.desk)
    assert battle
    assert battle.state.turn == 2
    assert battle.entries[1].command.answers["B1"] == Answer("L")
