"""Orders that are tried in simulated battles: which are tried, how the result is worded, and that
it uses no secret.
"""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decision import Advice, Answer
from engine.game.question import Sheet
from engine.lookahead.playout import time_limit
from engine.players import make_player
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.thinking.advice import (
    ANSWERS,
    BY_PLAN,
    FOLLOWS,
    QUIET,
    UNTRIED,
    draft_trials,
)
from engine.systems.wooden_ships.thinking.courses import end_of
from engine.systems.wooden_ships.thinking.holds import (
    casting_off_reasons,
    grappling_reasons,
    unfouling_reasons,
)
from tests.engine.systems.wooden_ships.at_sea import GAME, filled, sea, sheet, ship

FOES = (ship("A1", "J20", 2), ship("B1", "L22", 5))
HELD = (ship("A1", "J20", 1, fouled=["B1"]), ship("B1", "K20", 1, crew=[3, 3, 2]))


def advised(state: State, seat: str = "A") -> tuple[Advice, ...]:
    """Return the advice on a seat's open sheet, from the seat's own view."""
    return GAME.thinking.advice(GAME.view(state, seat), sheet(state, seat), Random(1))


def terms(found: Advice) -> set[str]:
    return {reason.term for reason in found.reasons}


def test_near_an_enemy_plots_are_tried_and_the_best_comes_first() -> None:
    state = sea(*FOES)
    found = advised(state)
    tried = draft_trials(GAME, GAME.view(state, "A"), "A", "orders")
    assert 2 <= len(found) == len(tried) <= ANSWERS
    assert tried[0].gain == 0.0
    best = max(tried, key=lambda each: each.gain)
    assert found[0].draft == best.advice.draft
    assert found[0].worth == pytest.approx(tried[0].advice.worth + best.gain)
    ends = {end_of(state, state.ships["A1"], each.draft["A1"].option) for each in found}
    assert len(ends) == len(found)
    words = {r.words for each in found for r in each.reasons if r.term == "played_on"}
    assert words == {FOLLOWS}


@pytest.mark.parametrize(
    "state",
    [
        sea(ship("A1", "J20", 2), ship("B1", "Z12", 5)),
        sea(*FOES, *(ship(f"A{n}", f"{c}40", 2) for n, c in zip((2, 3, 4), "CGM", strict=True))),
        sea(ship("A1", "J20", 1), ship("B1", "K20", 1), phase="combat"),
        replace(sea(*FOES), quiet=QUIET),
    ],
    ids=["far away", "among many", "fire", "after a long silence"],
)
def test_elsewhere_the_reasons_decide(state: State) -> None:
    assert not any("played_on" in terms(each) for each in advised(state))


def test_a_crew_is_tried_as_a_whole() -> None:
    """The first sections of a crew board or defend, all others stay at the guns, so that no party
    is split.
    """
    found = advised(sea(*HELD, phase="boarding"))
    tried = [[each.draft[f"A1:{n}"].option for n in (1, 2, 3)] for each in found]
    assert len(tried) > 1
    for options in tried:
        sent = [option for option in options if option != "none"]
        assert len(set(sent)) <= 1
        assert options == sent + ["none"] * (3 - len(sent))
    assert any("played_on" in terms(each) for each in found)


def test_a_crew_is_told_by_its_plan_and_its_odds() -> None:
    """The reason is given once for the whole crew, not for each section, and does not mention the
    search.
    """
    state = sea(*HELD, phase="boarding")
    found = advised(state)
    boards = next(each for each in found if each.draft["A1:1"].option == "OBP:B1")
    told = {reason.term: reason.words for reason in boards.reasons}
    assert "sections board B1: strength" in told["A1 melee"]
    assert re.search(r"takes her in \d+ of 100, is taken in \d+ of 100$", told["A1 melee"])
    some = next(each for each in found if each.draft["A1:3"].option == "none")
    told = {reason.term: reason.words for reason in some.reasons}
    assert re.match(r"A1: [12] of 3 sections board B1: strength", told["A1 melee"])
    assert told["played_on"] == BY_PLAN["board"]
    slot = sheet(state).as_decision(sheet(state).slots[0])
    by_slot = {
        each.option: each for each in GAME.thinking.advice(GAME.view(state, "A"), slot, Random(5))
    }
    for each in (boards,):
        assert by_slot[each.draft["A1:1"].option].worth == pytest.approx(each.worth)
    every = [r.words for each in (*found, *by_slot.values()) for r in each.reasons]
    assert not any(word in text for text in every for word in ("plan", "trial", "others look"))


def test_grappling_and_boarding_name_the_same_odds() -> None:
    """A player whose ship is held by an enemy reads the chances of boarding, even if boarding comes
    later.
    """
    state = sea(*HELD, phase="boarding")
    view = GAME.view(state, "A")
    ((_, held), *_) = ((each, each.words) for each in grappling_reasons(view, "A1", "B1"))
    ((_, free), *_) = ((each, each.words) for each in casting_off_reasons(view, "A1", "B1"))
    assert held.startswith("tied to B1, strength 42 against ")
    assert free == held.replace("tied to", "free of")
    assert re.search(r": boarding takes her in \d+ of 100, she takes us in \d+$", held)


def test_in_a_duel_no_reason_is_about_friends() -> None:
    duel = sea(*HELD, phase="unfouling")
    line = sea(
        ship("A1", "J20", 1, fouled=["B1", "A2"]), HELD[1], ship("A2", "I20", 1), phase="unfouling"
    )
    for state, expected in ((duel, set()), (line, {"friends"})):
        for option in ("all", "friends"):
            told = unfouling_reasons(GAME.view(state, "A"), "A1", option)
            assert {each.term for each in told} - {"strength"} == expected


def test_nobody_tries_to_board_hopelessly() -> None:
    """Such as with one section of three squares against a whole crew of fourteen."""
    weak = ship("A1", "J20", 1, fouled=["B1"], crew=[3, 0, 0])
    found = advised(sea(weak, ship("B1", "K20", 1), phase="boarding"))
    assert all(each.draft["A1:1"].option != "OBP:B1" for each in found)


def test_of_one_slot_the_same_is_told_as_of_the_sheet() -> None:
    state = sea(*FOES)
    view, asked = GAME.view(state, "A"), sheet(state)
    whole = advised(state)
    slot = GAME.thinking.advice(view, asked.as_decision(asked.slot("A1")), Random(5))
    assert slot[0].option == whole[0].draft["A1"].option
    worths = {each.option: each.worth for each in slot}
    for each in whole:
        assert worths[each.draft["A1"].option] == pytest.approx(each.worth)
    tried = [each.advice for each in draft_trials(GAME, view, "A", "orders")]
    options = {each.draft["A1"].option for each in tried}
    others = [each.worth for each in slot if each.option not in options]
    assert max(others) <= tried[0].worth - UNTRIED


def test_who_has_a_clock_tries_them_himself() -> None:
    state = sea(*FOES)
    with time_limit(lambda: False):
        found = advised(state)
    assert not any("played_on" in terms(each) for each in found)
    tried = draft_trials(GAME, GAME.view(state, "A"), "A", "orders")
    assert [each.draft for each in found] == [each.advice.draft for each in tried]


def test_what_the_enemy_has_sealed_changes_nothing() -> None:
    """Trials start from the seat's view, in which a sealed plot is replaced by a random one."""
    state = sea(*FOES)
    found = []
    for plot in ("0", "1"):
        fill = filled(sheet(state, "B"), {"B1": plot})
        sealed = GAME.decide(state, "B", fill, Dice(1)).states[-1]
        assert "B" in sealed.sealed
        found.append(advised(sealed))
    assert found[0] == found[1]


def test_a_captain_seals_what_is_advised() -> None:
    state = sea(*FOES)
    view, asked = GAME.view(state, "A"), sheet(state)
    assert isinstance(asked, Sheet)
    assert make_player("captain", GAME, 7, "A").choose(view, asked) == advised(state)[0].draft


@pytest.mark.parametrize("order", ["0", "1"])
def test_an_admiral_foresees_what_a_captain_would_seal(order: str) -> None:
    """The forecast uses only what the captain may know, whatever the enemy has really sealed."""
    state = sea(*FOES)
    fill = filled(sheet(state, "B"), {"B1": order})
    sealed = GAME.decide(state, "B", fill, Dice(1)).states[-1]
    view, asked = GAME.view(sealed, "A"), sheet(sealed)
    captain = dict(advised(state, "B")[0].draft)
    with time_limit(lambda: False):
        drawn = [GAME.thinking.determinize(view, asked, Random(n)) for n in range(40)]
    found = [each.sealed.get("B") for each in drawn]
    assert {str(each) for each in found} == {"None", str(captain)}
    assert 20 < found.count(captain) < 40
    assert all("A" not in each.sealed for each in drawn)
    plain = GAME.thinking.determinize(view, asked, Random(1))
    assert not plain.sealed


def test_an_admiral_out_of_time_foresees_what_looks_best() -> None:
    """The time limit also covers the admiral's forecast of the enemy."""
    state = sea(*FOES)
    view, asked = GAME.view(state, "A"), sheet(state)
    looked: list[int] = []

    def over() -> bool:
        looked.append(1)
        return True

    with time_limit(over):
        drawn = {str(GAME.thinking.determinize(view, asked, Random(n)).sealed) for n in range(20)}
    first = draft_trials(GAME, GAME.view(state, "B"), "B", "orders")[0].advice.draft
    assert drawn == {"{}", str({"B": first})}
    assert looked


def test_who_gives_up_tries_nothing() -> None:
    """Her enemy is undamaged, and she can do no more harm to any ship."""
    none = {"port": 0, "starboard": 0}
    lost = ship("A1", "J20", 2, guns=none, carronades=none, crew=[1, 0, 0])
    found = advised(sea(lost, ship("B1", "L22", 5), kind="single"))
    assert found[0].draft == {"A1": Answer("give_up")}
    assert "played_on" not in terms(found[0])
