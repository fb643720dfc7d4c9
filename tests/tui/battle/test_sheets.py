"""Sheets (forms of several orders) on the screen: filled by keys, spelt, submitted, reopened,
drafted, passed on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from engine.game.decision import Answer
from engine.game.question import Fault, Sheet
from engine.kernel.battle import Battle
from engine.sitting import actions
from engine.sitting.sheet_orders import SheetOrders
from tests.flotilla.facts import BOATS
from tests.flotilla.game import FlotillaGame
from tests.flotilla.play import BLUE, RED, melee
from tests.tui.running import house, screen_of, until
from tui.battle.panel import first_warnings
from tui.battle.screen import BattleScreen
from tui.battle.side_screens import HandOverScreen
from tui.panel.prompts import sheet_lines
from tui.terminal.page import text_of

SEAL = "All answers are filled in. Seal the sheet?"


@asynccontextmanager
async def filling(
    battle: Battle, folder: Path, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[BattleScreen, SheetOrders, Pilot[None]]]:
    """Open a battle with a shared keyboard; Red has it, and has a sheet to fill in."""
    async with house(folder, battle=battle, size=size) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, HandOverScreen), "the hand-over")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        yield screen, sheet_of(screen), pilot


def sheet_of(screen: BattleScreen) -> SheetOrders:
    orders = screen.session.orders
    assert isinstance(orders, SheetOrders)
    return orders


def shown(pilot: Pilot[None]) -> str:
    return screen_of(pilot.app)  # type: ignore[arg-type]


async def test_every_slot_is_shown_with_what_is_filled_in(tmp_path: Path) -> None:
    """The answer 1R is filled in for Lark, whose line shows it.

    Wren is marked, with ? and the keys that spell an answer.
    """
    async with filling(melee(), tmp_path) as (_, orders, pilot):
        await pilot.press("1", "r", "enter")
        seen = shown(pilot)
        assert seen.isascii()
        assert orders.draft == {"A1": Answer("1R")}
        lines = [line[36:].strip() for line in seen.splitlines()]
        at = next(n for n, line in enumerate(lines) if line.startswith("-- Sheet, 1 of 3 filled"))
        assert lines[at + 1 : at + 5] == [
            "A1 Lark  ahead, to starboard",
            ">A2 Wren  ?",
            "Guns     -",
            "powder: 3 of 3 kegs left",
        ]
        assert lines[at + 5].startswith("-- Wren, or type 1 L R, 8 in all --")
        assert "RED A2  orders for turn 1. Wren: ahead" in seen
        assert "Enter fill in" in seen
        assert "Tab next line   x seal" in seen


async def test_an_order_is_spelt_and_what_begins_none_is_refused(tmp_path: Path) -> None:
    """Digits and letters, large or small, spell it; Backspace removes one letter, an arrow key all
    of them.
    """
    async with filling(melee(), tmp_path) as (screen, orders, pilot):
        await pilot.press("l")
        assert (orders.typed, orders.option.id) == ("L", "L")
        assert "-- Lark, or type 1, " in shown(pilot)
        await pilot.press("R")
        assert "LR: no order of Lark begins like that" in shown(pilot)
        assert (orders.typed, screen.session.shows) == ("L", "")
        await pilot.press("1")
        assert "Lark: to port, ahead [ L1 ]" in shown(pilot)
        await pilot.press("backspace")
        assert orders.option.id == "L"
        await pilot.press("down")
        assert (orders.typed, orders.option.id) == ("", "R")
        await pilot.press("enter")
        assert orders.draft == {"A1": Answer("R")}


async def test_tab_goes_from_line_to_line_and_lights_her_ship(tmp_path: Path) -> None:
    async with filling(melee(), tmp_path) as (screen, orders, pilot):
        assert (orders.slot.id, screen.viewport.selected) == ("A1", "A1")
        await pilot.press("tab")
        assert (orders.slot.id, screen.viewport.selected) == ("A2", "A2")
        assert any(mark.key == "A2" for mark in screen.extras() if hasattr(mark, "key"))
        await pilot.press("tab", "tab")
        assert orders.slot.id == "A1"
        await pilot.press("shift+tab")
        assert orders.slot.id == "guns"
        assert orders.draft == {}


async def test_several_are_picked_and_dropped_in_one_slot(tmp_path: Path) -> None:
    """Enter picks or drops one; the line and the budget follow, and the slot stays highlighted."""
    async with filling(melee(), tmp_path) as (_, orders, pilot):
        await pilot.press("shift+tab", "enter", "down", "enter")
        assert orders.draft == {"guns": Answer(picks=("A1", "A2"))}
        assert "[x] Lark fires" in shown(pilot)
        assert ">Guns     Lark fires, Wren fires" in shown(pilot)
        assert "powder: 1 of 3 kegs left" in shown(pilot)
        assert "Enter drop" in shown(pilot)
        await pilot.press("enter")
        assert orders.draft == {"guns": Answer(picks=("A1",))}
        assert "[ ] Wren fires" in shown(pilot)
        assert "Space pick" in shown(pilot)
        await pilot.press("space")
        assert orders.draft == {"guns": Answer(picks=("A1", "A2"))}
        assert "Space drop" in shown(pilot)
        await pilot.press("space")
        assert orders.draft == {"guns": Answer(picks=("A1",))}
        await pilot.press("1")
        assert orders.option.id == "A1"  # here digits are numbers of options


async def test_a_typed_order_never_drops_what_is_picked(tmp_path: Path) -> None:
    async with filling(melee(), tmp_path) as (_, orders, pilot):
        await pilot.press("shift+tab", ":", *"wren fires", "enter")
        assert orders.draft == {"guns": Answer(picks=("A2",))}
        await pilot.press(":", *"wren fires", "enter")
        assert orders.draft == {"guns": Answer(picks=("A2",))}
        assert "Wren fires is picked already. Space drops it." in shown(pilot)
        await pilot.press("space")
        assert orders.draft["guns"] == Answer(picks=())


async def test_the_last_answer_offers_to_seal(tmp_path: Path) -> None:
    """The guns, which may be left out, come after the boats; when an order is changed, it is
    offered again.
    """
    battle = melee()
    async with filling(battle, tmp_path) as (_, orders, pilot):
        await pilot.press("enter", "enter")
        assert orders.slot.id == "guns"
        assert SEAL not in shown(pilot)
        await pilot.press("enter", "tab", "R", "enter")
        assert SEAL in shown(pilot)
        await pilot.press("n")
        assert battle.position == 0
        assert orders.draft["A1"] == Answer("R")
        await pilot.press("x", "enter")
        assert battle.position == 1
        assert battle.state.sealed["A"] == orders.draft


async def test_x_fills_the_rest_as_proposed_and_seals(tmp_path: Path) -> None:
    battle = melee()
    async with filling(battle, tmp_path) as (_, _, pilot):
        await pilot.press("tab", "L", "enter", "x")
        told = " ".join(shown(pilot).split())
        assert "proposed, not chosen by you. Seal it? y yes Esc/n no (not Enter)" in told
        await pilot.press("enter")
        assert battle.position == 0, "Enter does not seal what the program has filled in"
        assert "proposed, not chosen by you. Seal it?" in shown(pilot)
        await pilot.press("y")
        assert battle.state.sealed["A"] == {"A1": Answer("1"), "A2": Answer("L")}


async def test_keys_typed_while_a_sheet_is_filled_answer_the_question_that_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Escape instead stops the filling, and nothing is filled in."""
    found = asyncio.Event()

    async def slowly(*_: object) -> tuple[()]:
        await found.wait()
        return ()

    monkeypatch.setattr(actions, "think", slowly)
    battle = melee()
    async with filling(battle, tmp_path) as (screen, orders, pilot):
        screen.press("x")
        screen.press("escape")
        await pilot.pause()
        assert orders.draft == {}
        await pilot.press("1", "R", "enter")
        screen.press("x")
        await pilot.pause()  # the task has begun when the key comes
        screen.press("y")
        await pilot.pause()
        assert battle.state.sealed.get("A") is None
        screen.course.advance()  # as when somebody else has chosen: the sheet is put anew
        await pilot.pause()
        found.set()
        await until(pilot, lambda: battle.state.sealed.get("A"), "the sealed sheet")
        assert battle.state.sealed["A"]["A1"] == Answer("1R")


async def test_an_overspent_purse_is_shown_and_not_sealed(tmp_path: Path) -> None:
    battle = melee()
    for sheet in (RED, BLUE):
        more = {"guns": Answer(picks=("A1", "A2"))} if sheet is RED else {}
        battle.answer("A" if sheet is RED else "B", {**sheet, **more})
    async with filling(battle, tmp_path) as (_, orders, pilot):
        await pilot.press("shift+tab", "enter", "down", "enter")
        assert "powder: -1 of 1 kegs left" in shown(pilot)
        await pilot.press("x")
        assert "powder: 2 kegs, the limit is 1" in shown(pilot)
        assert SEAL not in shown(pilot)
        await pilot.press("enter", "x", "y")
        assert battle.state.sealed["A"]["guns"] == Answer(picks=("A1",))
        assert orders.sheet.id == "orders 2"


async def test_undo_opens_a_sealed_sheet_again_as_it_was(tmp_path: Path) -> None:
    """Red submits, and the keyboard goes to Blue.

    After an undo it goes back to Red, with everything filled in.
    """
    battle = melee()
    async with filling(battle, tmp_path) as (screen, _, pilot):
        await pilot.press("1", "R", "enter", "x", "y")
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOverScreen), "Blue's turn")
        await pilot.press("enter")
        await until(pilot, lambda: "BLUE" in shown(pilot), "Blue's sheet")
        await pilot.press("u")
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOverScreen), "Red's turn")
        assert shown(pilot).strip() == "Pass the keyboard to Red, then press Enter"
        await pilot.press("enter")
        await until(pilot, lambda: "RED" in shown(pilot), "Red's sheet")
        assert sheet_of(screen).draft == {"A1": Answer("1R"), "A2": Answer("1")}
        assert battle.position == 0
        await pilot.press("x", "y")
        assert battle.state.sealed["A"]["A1"] == Answer("1R")


async def test_a_draft_is_there_again_after_leaving(tmp_path: Path) -> None:
    """Red fills in one line and leaves; when the file is opened again, the line is still filled
    in.
    """
    path = tmp_path / "melee.battle"
    battle = melee(path=path)
    async with filling(battle, tmp_path) as (_, _, pilot):
        await pilot.press("L", "enter")
    battle.close()
    drafts = path.with_name("melee.battle.drafts")
    assert drafts.stat().st_mode & 0o777 == 0o600
    again = Battle.open(path)
    async with filling(again, tmp_path) as (_, orders, pilot):
        assert orders.draft == {"A1": Answer("L")}
        assert orders.slot.id == "A2"
        assert "A1 Lark  to port" in shown(pilot)
        await pilot.press("x", "y")
        assert again.position == 1
    again.close()
    assert not drafts.exists()


async def test_words_and_help_know_of_the_line_that_is_filled_in(tmp_path: Path) -> None:
    """`:to port` and Enter fill in the line; ? shows what is filled in."""
    async with filling(melee(), tmp_path) as (screen, orders, pilot):
        await pilot.press(":", *"starboard", "enter")
        assert orders.draft == {"A1": Answer("R")}
        told = screen.questions()
        assert told[:3] == [
            "Red has to fill in: Red: orders for turn 1.",
            "A1 Lark: to starboard",
            "A2 Wren: ?",
        ]


async def test_in_hot_seat_neither_sees_what_the_other_has_filled_in(tmp_path: Path) -> None:
    """Between the two sheets only the request to pass the keyboard is shown; then Blue's own
    sheet.
    """
    battle = melee()
    async with filling(battle, tmp_path) as (screen, _, pilot):
        await pilot.press("1", "R", "enter", "L", "enter", "x", "y")
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOverScreen), "Blue's turn")
        assert shown(pilot).strip() == "Pass the keyboard to Blue, then press Enter"
        await pilot.press("enter")
        await until(pilot, lambda: "BLUE" in shown(pilot), "Blue's sheet")
        for keys in ((), ("L",), ("S",), ("escape", "tab")):
            await pilot.press(*keys)
            assert "starboard" not in shown(pilot)
            assert "to port" not in shown(pilot)
        assert sheet_of(screen).draft == {}
        assert screen.view.sealed == {"A": {}}
        await pilot.press("x", "y")
        await until(pilot, lambda: battle.state.turn == 2, "turn 2")
        assert "orders for turn 2" in shown(pilot)  # whoever has the keyboard is asked first
        await pilot.press("x", "y")
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOverScreen), "Red's turn")
        assert shown(pilot).strip() == "Pass the keyboard to Red, then press Enter"


async def test_a_sunk_boat_has_no_line(tmp_path: Path) -> None:
    """With one boat afloat the sheet has two lines; y says why the other boat has none."""
    game = FlotillaGame()
    state = game.set_up("melee")
    boats = {**state.boats, "A1": replace(state.boats["A1"], hits=2)}
    battle = Battle.from_state(game, replace(state, boats=boats), 7)
    async with filling(battle, tmp_path) as (_, orders, pilot):
        assert [slot.id for slot in orders.sheet.slots] == ["A2", "guns"]
        assert "-- Sheet, 0 of 2 filled" in shown(pilot)
        await pilot.press("tab", "y")
        assert f"- {BOATS['A1']} fires: she is sunk" in shown(pilot)


def test_of_many_lines_those_around_the_marked_one_are_shown() -> None:
    """Of a sheet with 30 lines nine are shown, between the heading and the budget."""
    sheet = melee().pending()[0]
    assert isinstance(sheet, Sheet)
    lark = sheet.slots[0]
    slots = tuple(replace(lark, id=f"S{n}", label=f"Ship {n}", subject="") for n in range(30))
    orders = SheetOrders(replace(sheet, slots=slots, proposed={}), {"S14": Answer("L")})
    orders.go_to(15)
    lines = [text_of(line).rstrip() for line in sheet_lines(orders, 30, 11, "ascii")]
    assert lines[0].startswith("-- Sheet, 1 of 30 filled")
    assert lines[1:3] == [" Ship 11  ?", " Ship 12  ?"]
    assert lines[4:6] == [" Ship 14  to port", ">Ship 15  ?"]
    assert lines[10] == " powder: 3 of 3 kegs left"
    orders.go_to(29)
    assert text_of(sheet_lines(orders, 30, 11, "ascii")[9]).startswith(">Ship 29  ?")


async def test_what_is_wrong_with_one_line_leads_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = melee()
    async with filling(battle, tmp_path) as (screen, orders, pilot):
        fault = Fault("A2", "Wren has no rudder")
        monkeypatch.setattr(battle.game.answering, "faults", lambda *_: (fault,))
        assert orders.slot.id == "A1"
        await pilot.press("x")
        assert "Wren has no rudder" in shown(pilot)
        assert orders.slot.id == "A2"
        assert screen.viewport.selected == "A2"
        assert SEAL not in shown(pilot)
        assert battle.position == 0


async def test_what_can_no_longer_be_undone_but_opened_again_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This is the case if others have submitted their sheets meanwhile."""
    opened: list[str] = []
    battle = melee()
    async with filling(battle, tmp_path) as (_, sheet, pilot):
        monkeypatch.setattr(battle, "why_not_undo", lambda _: "another seat has answered")
        monkeypatch.setattr(battle, "why_not_reopen", lambda _: None)
        monkeypatch.setattr(battle, "reopen", opened.append)
        await pilot.press("u")
        assert opened == [sheet.sheet.seat]


def test_of_more_than_two_warnings_the_others_are_counted() -> None:
    shown = {
        ("one",): ("one",),
        ("one", "two"): ("one", "two"),
        ("one", "two", "three"): ("one", "and 2 more of this kind"),
        ("one", "two", "three", "four"): ("one", "and 3 more of this kind"),
    }
    assert {found: first_warnings(found) for found in shown} == shown
    assert first_warnings(()) == ()
