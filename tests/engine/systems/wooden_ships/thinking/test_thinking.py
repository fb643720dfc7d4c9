"""Computer players: their preferences, and that they use no more than their view."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from engine.game.decision import Answer
from engine.game.game import Outcome
from engine.game.question import Sheet
from engine.kernel.registry import system
from engine.systems.wooden_ships.foresight.prospects import prospects
from engine.systems.wooden_ships.machine import why_not_reopen
from engine.systems.wooden_ships.state.events import SideFired
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.thinking.holds import boarding_back_reasons
from engine.systems.wooden_ships.thinking.prospect import (
    Guess,
    broadside_worth,
    evaluate,
    hull_condition,
)
from engine.systems.wooden_ships.thinking.slots import fitting_signal, likely_ends, slot_score
from tests.engine.systems.wooden_ships.at_sea import Loaded, of, open_all, sea, sheet, ship

GAME = system("wooden_ships")


def best(state: State, slot: str = "A1", seat: str = "A") -> str:
    """Return the option of a slot with the highest score."""
    asked = sheet(state, seat)
    view = GAME.view(state, seat)
    options = asked.slot(slot).options
    return max(options, key=lambda each: slot_score(view, asked, slot, Answer(each.id), {})).id


def test_a_ship_closes_with_an_enemy_far_away() -> None:
    assert best(sea(ship("A1", "J20", 2), ship("B1", "Z12", 5))) == "3"


def test_nobody_gives_up() -> None:
    asked = sheet(sea(ship("A1", "J20", 1), ship("B1", "K18", 4)))
    view = sea(ship("A1", "J20", 1), ship("B1", "K18", 4))
    worst = min(
        asked.slot("A1").options,
        key=lambda each: slot_score(view, asked, "A1", Answer(each.id), {}),
    )
    assert worst.id == "give_up"


def test_a_ship_keeps_clear_of_a_friend() -> None:
    state = sea(ship("A1", "J20", 1), ship("A2", "J18", 1, "br-f3-36"), ship("B1", "J5", 4))
    asked = sheet(state)
    stays, ahead = (
        slot_score(state, asked, "A1", Answer("1"), {"A2": Answer(order)}) for order in ("0", "1")
    )
    assert stays < ahead


def test_a_rake_at_close_range_is_fired() -> None:
    state = sea(
        ship("A1", "X18", 2, "mars_br"), ship("B1", "AA21", 6, "hercule_fr"), phase="combat"
    )
    assert best(state) == "starboard:hull"


def test_a_first_broadside_is_kept_from_a_hopeless_shot() -> None:
    state = sea(ship("A1", "J20", 1, "br-f3-36"), ship("B1", "N20", 1), phase="combat")
    assert best(state) == "hold"


def test_nobody_fires_at_a_ship_without_crew() -> None:
    """Otherwise two ships without crew would keep a battle from ending."""
    state = sea(ship("A1", "J20", 1), ship("B1", "K20", 1, crew=[0, 0, 0]), phase="combat")
    assert best(state) == "hold"


def test_the_shot_that_takes_a_ship_is_fired() -> None:
    none = {"port": 0, "starboard": 0}
    state = sea(
        ship("A1", "J20", 1, "br-f3-36"),
        ship("B1", "K20", 1, guns=none, carronades=none),
        phase="combat",
    )
    assert best(state).startswith("starboard")


def test_the_strong_board_and_the_weak_defend() -> None:
    def state(mine: list[int], theirs: list[int]) -> State:
        return sea(
            ship("A1", "J20", 1, fouled=["B1"], crew=mine),
            ship("B1", "K20", 1, crew=theirs),
            phase="boarding",
        )

    assert best(state([5, 5, 4], [0, 2, 4]), "A1:1") == "OBP:B1"
    assert best(state([0, 2, 4], [5, 5, 4]), "A1:3") == "DBP"


def test_the_side_towards_the_enemy_is_loaded() -> None:
    empty = {"port": "empty", "starboard": "empty"}
    state = sea(ship("A1", "J20", 1, loaded=empty), ship("B1", "N20", 1), phase="loading")
    assert best(state) == "starboard"


def test_advice_is_a_whole_draft_with_reasons_and_the_same_every_time() -> None:
    state = sea(
        ship("A1", "J20", 1),
        ship("A2", "J23", 1),
        ship("B1", "M14", 4),
        ship("B2", "P14", 4),
    )
    view = GAME.view(state, "A")
    asked = sheet(state)
    assert isinstance(asked, Sheet)
    advice, *others = GAME.thinking.advice(view, asked, Random(1))
    assert set(advice.draft) == {"A1", "A2"}
    assert not asked.faults(advice.draft)
    assert {reason.term for reason in advice.reasons} >= {"fire", "distance"}
    assert GAME.thinking.advice(view, asked, Random(2)) == (advice, *others)
    for other in others:
        assert sum(other.draft[each] != advice.draft[each] for each in advice.draft) in (1, 2)
        assert other.worth <= advice.worth


EMPTY = {"port": "empty", "starboard": "empty"}
HELD = [ship("A1", "J20", 1, fouled=["B1"]), ship("B1", "K20", 1, crew=[2, 0, 0])]


@pytest.mark.parametrize(
    ("state", "slot", "best", "words"),
    [
        (sea(ship("A1", "J20", 2), ship("B1", "Z12", 5)), "A1", "3", "hexes to the enemy"),
        (
            sea(
                ship("A1", "X18", 2, "mars_br"),
                ship("B1", "AA21", 6, "hercule_fr"),
                phase="combat",
            ),
            "A1",
            "starboard:hull",
            "starboard at B1's hull: table 7, bow rake",
        ),
        (sea(*HELD, phase="boarding"), "A1:1", "OBP:B1", "strength 42 against 6 of B1"),
        (sea(*HELD, phase="unfouling"), "A1", "friends", "strength 42 against 6 of B1"),
        (
            sea(ship("A1", "J20", 1), ship("B1", "K20", 1, crew=[2, 0, 0]), phase="grappling"),
            "A1",
            "B1",
            "tied to B1, strength 42 against 6: boarding takes her in",
        ),
        (
            sea(ship("A1", "J20", 1, loaded=EMPTY), ship("B1", "N20", 1), phase="loading"),
            "A1",
            "starboard",
            "B1 is in front of that side, at range 4",
        ),
    ],
    ids=["orders", "combat", "boarding", "unfouling", "grappling", "loading"],
)
def test_every_slot_has_advice_in_words(state: State, slot: str, best: str, words: str) -> None:
    """The advice that a key shows has each answer once, the best first, and reasons that add up."""
    asked = sheet(state)
    place = asked.slot(slot)
    found = GAME.thinking.advice(GAME.view(state, "A"), asked.as_decision(place), Random(1))
    assert found[0].option == best
    assert any(words in reason.words for reason in found[0].reasons)
    assert {each.option for each in found} == {each.id for each in place.options}
    assert [each.worth for each in found] == sorted((each.worth for each in found), reverse=True)
    for each in found:
        assert each.worth == pytest.approx(sum(reason.worth for reason in each.reasons))


def test_the_luck_of_a_broadside_is_nought_on_the_average() -> None:
    """Over the six faces of the die it adds up to 0; luck for one side is bad luck for the
    other.
    """
    state = sea(
        ship("A1", "X18", 2, "mars_br"), ship("B1", "AA21", 6, "hercule_fr"), phase="combat"
    )
    shots = [
        of(SideFired, open_all(state, {"A1": "starboard:hull"}, Loaded(face, 1, 1, 1, 1, 1, 1))[1])
        for face in range(1, 7)
    ]
    assert all(len(fired) == 1 for fired in shots)
    own = [GAME.thinking.luck(state, fired[0], state, "A") for fired in shots]
    theirs = [GAME.thinking.luck(state, fired[0], state, "B") for fired in shots]
    assert sum(own) == pytest.approx(0.0)
    assert own == pytest.approx([-each for each in theirs])
    assert min(own) < 0 < max(own)


def test_how_a_side_stands() -> None:
    whole = sea(ship("A1", "J20", 1), ship("B1", "Z1", 1))
    hurt = sea(ship("A1", "J20", 1), ship("B1", "Z1", 1, hull=3))
    lost = sea(ship("A1", "J20", 1), ship("B1", "Z1", 1, hull=0), A={"points": 24})

    def worth(state: State) -> float:
        return sum(reason.worth for reason in evaluate(state, "A"))

    assert worth(whole) == 0.0
    assert worth(whole) < worth(hurt) < worth(lost)
    assert hull_condition(whole.ships["A1"]) == pytest.approx(1.0)
    assert hull_condition(lost.ships["B1"]) == 0.0


def test_counsel_on_a_plot_says_in_how_many_of_the_enemys_plots_it_rakes() -> None:
    """The numbers are those in the forecast of the plot."""
    state = sea(ship("A1", "J20", 2), ship("B1", "L22", 5), wind=1)
    asked = sheet(state)
    found = system("wooden_ships").thinking.advice(
        state, asked.as_decision(asked.slots[0]), Random(1)
    )
    assert found
    for each in found:
        words = {reason.term: reason.words for reason in each.reasons}
        counts = prospects(state, "A1", each.option) if each.option != "give_up" else ()
        if not counts:
            continue
        (met,) = counts
        plots = f"{met.plots} enemy plots"
        fires = f"rakes against {met.rakes:g} of {plots}, can fire against {met.bears:g}"
        assert words["fire"] == fires
        raked = f"is raked by {met.raked:g} of {plots}, under fire from {met.borne:g}"
        assert words["under_fire"] == raked


def test_where_no_enemy_is_left_nothing_is_signalled_or_sought() -> None:
    state = sea(ship("A1", "J20", 1), ship("A2", "N20", 1))
    assert fitting_signal(state, "A1") == ("none", "no enemy to signal about")
    seen = sea(ship("A1", "J20", 1), ship("B1", "N20", 1))
    assert fitting_signal(seen, "A1")[0] != "none"


def test_standing_choices_are_nobodys_to_advise() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "N20", 1))
    aside = GAME.aside(state, "A")
    assert aside is not None
    assert GAME.thinking.advice(state, aside, Random(1)) == ()


def test_a_side_that_is_empty_promises_less() -> None:
    empty = {"port": "empty", "starboard": "empty"}
    worths = []
    for fields in ({}, {"loaded": empty}):
        state = sea(ship("A1", "J20", 1, **fields), ship("B1", "L20", 1))
        own, other = (Guess(each.bow, each.facing) for each in state.ships.values())
        pairs = [(state.ships["B1"], other)]
        worths.append(broadside_worth(state, state.ships["A1"], own, pairs))
    assert worths[0] > worths[1] > 0.0


def test_who_boards_back_is_weighed_by_both_strengths_and_who_stays_by_nothing() -> None:
    worths = []
    for crew in ([5, 5, 4], [1, 0, 0]):
        state = sea(ship("A1", "J20", 1), ship("B1", "K20", 1, crew=crew))
        (reason,) = boarding_back_reasons(state, "A1", "B1")
        worths.append(reason.worth)
        assert boarding_back_reasons(state, "A1", "stay") == ()
    assert worths[1] > worths[0]


def test_a_ship_that_has_struck_is_looked_for_where_she_lies() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "N20", 1, hull=0))
    struck = state.ships["B1"]
    assert likely_ends(state, "B1") == (Guess(struck.bow, struck.facing),)
    assert len(likely_ends(state, "A1")) > 1


def test_a_sealed_sheet_stays_sealed_when_the_battle_is_over() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "N20", 1))
    assert why_not_reopen(state, "A") == "there is no sealed sheet to open again"
    over = replace(state, outcome=Outcome((), "a draw"))
    assert why_not_reopen(over, "A") == "the battle is over"
