"""Two persons at a distance fill in sheets (forms of orders): nothing of a submitted one is sent to
anybody else.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.game.decision import Answer
from engine.hosting.terms import Terms
from engine.kernel.battle import Battle
from tests.flotilla.facts import TOLD
from tests.flotilla.game import FlotillaGame
from tests.tui.host.far import Far, company
from tests.tui.host.near import begun, near, running_hub

MELEE = Terms(game=FlotillaGame.name, scenario="melee")
SMALL = 80, 24
ESCAPE = "\x1b[27u"
"""The Escape key, encoded so that the program does not have to wait for more input."""
ROUNDS = ("tab", "tab", "L", "L", "S", "S", "?", ESCAPE, "E", ESCAPE, "R", ESCAPE, "y", "y")
"""Keys with which a person looks at pages and goes back: log, ships, help, review, the replay. The
line of the guns comes first, because in that of a boat the keys L and R are letters of an order."""


def read_in(far: Far) -> str:
    """Return all that was sent to a person, without escape sequences."""
    return re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]", "", far.received.decode("utf-8", "replace"))


def own_words(seat: str) -> set[str]:
    """Return the words that only the orders of one side use."""
    return {"A": {"starboard", "ahead"}, "B": {"tribord", "avant"}}[seat]


def test_the_words_of_the_two_sides_are_told_apart() -> None:
    for seat, other in ("AB", "BA"):
        told = " ".join(TOLD[seat].values())
        assert all(word in told for word in own_words(seat))
        assert not any(word in told for word in own_words(other))


async def test_a_sealed_sheet_is_sent_to_nobody_before_all_are_in(tmp_path: Path) -> None:
    """Anna submits, while Ben and a guest look at all pages; then Ben submits, and the orders are
    carried out.
    """
    async with company(tmp_path) as people:
        hosted = people.host.hub.found_battle("anna", MELEE)
        hosted.sit("anna", "A", "")
        hosted.sit("ben", "B", "")
        persons = []
        for name in ("anna", "ben", "guest"):
            far = await people.comes(name, SMALL)
            await far.sees("LOBBY", "Two Boats")
            far.press("enter")
            await far.sees("ORDERS")
            persons.append(far)
        anna, ben, guest = persons
        await anna.sees("YOUR CHOICE", "A1 Lark  ?")
        anna.press("1", "R", "enter")
        await anna.sees("A1 Lark  ahead, to starboard")
        anna.press("R", "enter", "x")
        await anna.sees("Seal the sheet?")
        anna.press("y")
        await ben.sees("Red: seals its orders", "B1 Merle   ?")
        for far in (ben, guest):
            for key in ROUNDS:
                far.press(key)
                await far.quiet(0.1)
        assert not any(word in read_in(ben) for word in own_words("A"))
        assert not any(word in read_in(guest) for word in own_words("A") | own_words("B"))
        assert all(word in read_in(anna) for word in own_words("A"))
        assert not any(word in read_in(anna) for word in own_words("B"))
        battle = hosted.battle
        assert battle
        battle.answer("B", {"B1": Answer("R"), "B2": Answer("1")})
        await anna.sees("YOUR CHOICE", "A1 Lark  ?")
        await guest.sees("Turn 1 ends")
        assert battle.state.turn == 2
        assert not any(word in read_in(guest) for word in own_words("A") | own_words("B"))


async def test_who_has_sealed_waits_and_may_open_the_sheet_again(tmp_path: Path) -> None:
    """As long as Ben has not submitted, Anna's undo reopens her sheet as it was; Ben's draft is
    kept.
    """
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "anna") as anna,
        near(hub, "ben") as ben,
    ):
        hosted = begun(hub, "anna", "ben", terms=MELEE)
        battle = hosted.battle
        assert battle
        for each in (anna, ben):
            await each.press("enter")
            await each.sees("YOUR CHOICE", "Sheet, 0 of 3 filled")
        await ben.press("L", "enter")
        await ben.sees("B1 Merle   a babord")
        await anna.press("1", "R", "enter", "x", "y")
        await anna.sees("Waiting for ben (Blue) to choose.")
        await ben.sees("Red: seals its orders", "B1 Merle   a babord", ">B2 Pinson  ?")
        await anna.press("u")
        await anna.sees("YOUR CHOICE", "A1 Lark  ahead, to starboard", "2 of 3 filled")
        await ben.sees("anna (Red) has undone the latest order.", "B1 Merle   a babord")
        assert "starboard" not in ben.text
        assert battle.position == 0
        await anna.press("x", "y")
        await anna.sees("Waiting for ben (Blue) to choose.")
        await ben.press("x", "y")
        await anna.sees("YOUR CHOICE", "Sheet, 0 of 3 filled")
        assert battle.state.turn == 2


async def test_a_draft_is_there_for_who_comes_back_and_for_nobody_else(tmp_path: Path) -> None:
    """Anna fills in a line and loses her connection; the host is restarted, and the line is still
    filled in.
    """
    async with running_hub(tmp_path) as hub:
        begun(hub, "anna", "ben", terms=MELEE)
        async with near(hub, "anna") as anna:
            await anna.press("enter")
            await anna.press("R", "enter")
            await anna.sees("A1 Lark  to starboard", ">A2 Wren  ?")
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna, near(hub, "ben") as ben:
        await ben.press("enter")
        await ben.sees("Sheet, 0 of 3 filled")
        assert "starboard" not in ben.text
        await anna.press("enter")
        await anna.sees("A1 Lark  to starboard", "Sheet, 1 of 3 filled", ">A2 Wren  ?")
        await anna.press("x", "y")
        await anna.sees("Waiting for ben (Blue) to choose.")
    (path,) = tmp_path.rglob("*.battle")
    battle = Battle.open(path, write=False)
    assert battle.entries[0].command.answers["A1"] == Answer("R")
    assert not list(tmp_path.rglob("*.drafts"))
