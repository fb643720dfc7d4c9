"""Orders of a whole side by name."""

from __future__ import annotations

from engine.game.answer import Answer
from engine.game.sheet import Sheet
from engine.systems.iron_oak.game import IronOak
from tests.engine.systems.iron_oak.table import ship, table

GAME = IronOak()


def test_all_hold_or_all_go_on_and_who_cannot_keeps_her_order() -> None:
    play = table(
        [ship("uss_monitor", "C3"), ship("uss_minnesota", "C4", grounded=True)],
        [ship("css_virginia", "A1")],
    )
    sheet = play.question("A")
    assert isinstance(sheet, Sheet)
    hold, on = GAME.answering.drafts(play.state, sheet, {})
    assert (hold.name, on.name) == ("hold", "to the next box")
    assert {id: answer.option for id, answer in hold.answers.items()} == {
        "uss_monitor": "maneuver_0",
        "uss_minnesota": "stay",
    }
    assert {id: answer.option for id, answer in on.answers.items()} == {"uss_monitor": "maneuver_1"}
    assert not sheet.faults({**sheet.proposed, **on.answers})


def test_one_ship_is_followed_by_all_to_whom_her_order_is_open() -> None:
    """Once two have their orders nobody can say whom to follow."""
    play = table(
        [ship("uss_monitor", "C3"), ship("uss_zouave", "C4"), ship("uss_minnesota", "C4")],
        [ship("css_virginia", "A1")],
    )
    sheet = play.question("A")
    assert isinstance(sheet, Sheet)
    draft = {"uss_zouave": Answer("maneuver_2")}
    first = GAME.answering.drafts(play.state, sheet, draft)[0]
    assert first.name == "as Zouave"
    assert {id: each.option for id, each in first.answers.items()} == {
        "uss_monitor": "maneuver_2",
        "uss_minnesota": "maneuver_2",
    }
    both = {**draft, "uss_monitor": Answer("anchor")}
    assert GAME.answering.drafts(play.state, sheet, both)[0].name == "hold"
