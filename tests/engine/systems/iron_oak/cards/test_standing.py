"""Standing choices, such as about which cards a seat wants to be asked, can be changed at any time
and in secret.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.game.game import standing_command
from engine.game.question import Draft, Fill, Sheet
from engine.kernel.battle import Battle
from engine.systems.iron_oak.cards import CARDS, is_asked, standing_sheet
from engine.systems.iron_oak.machine import view
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Standing
from engine.systems.iron_oak.words.words import tell

PICKS = {
    ("never",): Standing("never"),
    ("ask",): Standing("ask"),
    ("not:shot",): Standing("ask", silent=("shot",)),
    ("only:uss_monitor", "not:maneuver"): Standing("only", ("uss_monitor",), (), ("maneuver",)),
    (): Standing("ask"),
}


def fill_aside(battle: Battle, seat: str, draft: Draft) -> tuple[Any, ...]:
    return battle.submit(seat, standing_command(battle.game, battle.state, seat, draft))


def hampton_roads(path: Path | None = None) -> Battle:
    return Battle.new("iron_oak", "hampton_roads", 5, path=path)


@pytest.mark.parametrize("picks", PICKS)
def test_it_is_changed_while_the_other_side_is_asked(picks: tuple[str, ...]) -> None:
    """While the Union gives its orders, the Confederate changes when its seat wants to be asked."""
    battle = hampton_roads()
    asked_before = battle.pending()
    assert [each.seat for each in asked_before] == ["A"]
    events = fill_aside(battle, "B", {CARDS: Answer(picks=picks)} if picks else {})
    assert events == (ev.StandingChanged("confederate", PICKS[picks]),)
    assert battle.state.sides["confederate"].standing == PICKS[picks]
    assert battle.pending() == asked_before
    assert battle.why_not_undo("B") is None
    sheet = standing_sheet(battle.state, "B")
    assert sheet is not None
    again = battle.game.decide(
        battle.state, "B", Fill(sheet.id, dict(sheet.proposed)), battle._dice
    )
    assert again == events


def test_nobody_else_learns_of_it() -> None:
    battle = hampton_roads()
    before = battle.view("A"), battle.view("")
    (event,) = fill_aside(battle, "B", {CARDS: Answer("never")})
    assert (battle.view("A"), battle.view("")) == before
    assert view(battle.state, "B").sides["confederate"].standing == Standing("never")
    assert all(tell(battle.state, event, seat) == "" for seat in ("A", "B", ""))


def test_windows_are_declined_by_kind() -> None:
    battle = hampton_roads()
    monitor = battle.state.ships["uss_monitor"]
    fill_aside(battle, "B", {CARDS: Answer("not:shot")})
    assert is_asked(battle.state, "confederate", monitor, "maneuver")
    assert not is_asked(battle.state, "confederate", monitor, "shot")


def test_a_window_that_is_declined_meanwhile_closes_and_play_goes_on() -> None:
    """A seat with an open question about the Minnesota chooses not to be asked such questions; play
    continues.
    """
    battle = hampton_roads()
    while (question := battle.pending()[0]).seat != "B" or question.kind != "enemy_cards":
        if isinstance(question, Sheet):
            battle.answer(question.seat, dict(question.proposed))
        else:
            battle.answer(question.seat, Answer(question.options[0].id))
    events = fill_aside(battle, "B", {CARDS: Answer("not:maneuver")})
    assert isinstance(events[0], ev.StandingChanged)
    assert battle.pending()[0] != question


def test_a_draft_of_what_is_asked_is_kept(tmp_path: Path) -> None:
    battle = hampton_roads(tmp_path / "x.battle")
    (sheet,) = battle.pending()
    battle.drafts.keep("A", sheet.id, {"uss_zouave": Answer("stay")})
    fill_aside(battle, "A", {CARDS: Answer("never")})
    assert battle.drafts.of("A", sheet.id) == {"uss_zouave": Answer("stay")}
    battle.close()
    assert Battle.open(tmp_path / "x.battle", write=False).state == battle.state


@pytest.mark.parametrize(
    ("draft", "why"),
    [
        ({CARDS: Answer("perhaps")}, "perhaps"),
        ({"order": Answer("stay")}, "'order' is not on this sheet"),
    ],
)
def test_what_is_on_no_sheet_is_refused(draft: dict[str, Answer], why: str) -> None:
    with pytest.raises(Refused, match=why):
        fill_aside(hampton_roads(), "B", draft)


def test_a_watcher_has_nothing_to_say() -> None:
    battle = hampton_roads()
    assert battle.game.aside(battle.state, "") is None
    with pytest.raises(Refused):
        fill_aside(battle, "", {})
