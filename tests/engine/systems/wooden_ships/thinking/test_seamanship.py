"""Quick scores like a seaman's: melees that pay, keeping the line, raking, saving the first
broadside, giving up.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Answer
from engine.kit.dataset import using
from engine.lookahead.playout import Playout
from engine.players import make_player
from engine.space.hexes import read_label
from engine.systems.wooden_ships.sailing import plots
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.thinking.courses import (
    caution,
    eagerness,
    field_of,
    places_of_foes,
    plot_reasons,
    reach_of,
)
from engine.systems.wooden_ships.thinking.holds import boarding_worth, melee, party_reasons
from engine.systems.wooden_ships.thinking.prospect import (
    Guess,
    beaten,
    broadside_worth,
    fire_reasons,
    guesses,
)
from engine.systems.wooden_ships.thinking.slots import slot_score
from tests.engine.systems.wooden_ships.at_sea import GAME, sea, sheet, ship

NO_GUNS = {"port": 0, "starboard": 0}


def held(mine: list[int], theirs: list[int], phase: str = "boarding") -> State:
    """Return two equal ships that are fouled, with these numbers of crew squares in their
    sections.
    """
    return sea(
        ship("A1", "J20", 1, fouled=["B1"], crew=mine),
        ship("B1", "K20", 1, crew=theirs),
        phase=phase,
    )


def best(state: State, slot: str) -> str:
    """Return the option of a slot with the highest score."""
    asked, view = sheet(state), GAME.view(state, "A")
    options = asked.slot(slot).options
    return max(options, key=lambda each: slot_score(view, asked, slot, Answer(each.id), {})).id


def words(state: State, order: str, draft: dict[str, Answer] | None = None) -> dict[str, str]:
    """Return {term: words of the reason} for a plot of A1."""
    with using(GAME.data):
        return {each.term: each.words for each in plot_reasons(state, "A1", order, draft or {})}


def worth(state: State, order: str, term: str) -> float:
    """Return the worth of one reason for a plot of A1."""
    with using(GAME.data):
        return sum(r.worth for r in plot_reasons(state, "A1", order, {}) if r.term == term)


def test_what_one_hopes_of_a_melee_the_other_fears() -> None:
    with using(GAME.data):
        state = held([5, 5, 4], [2, 2, 2])
        assert boarding_worth(state, "A1", "B1") > 10
        assert boarding_worth(state, "B1", "A1") == -boarding_worth(state, "A1", "B1")
        assert boarding_worth(held([4, 4, 4], [4, 4, 4]), "A1", "B1") == 0


def test_nobody_boards_who_would_win_less_than_one_in_four() -> None:
    with using(GAME.data):
        weak = {each.plan.does for each in melee(held([1, 1, 1], [5, 5, 4]), "A1", "B1")}
        strong = {each.plan.does for each in melee(held([5, 5, 4], [1, 1, 1]), "A1", "B1")}
    assert "board" not in weak
    assert "board" in strong


def test_the_first_section_too_may_stay_at_the_guns() -> None:
    """If neither boarding nor defence can save her, it is better to have all crews at the guns."""
    state = held([1, 1, 1], [5, 5, 4])
    assert best(state, "A1:1") == "none"
    with using(GAME.data):
        (stays,) = party_reasons(state, "A1:1", "none")
    assert stays.words.startswith("all at the guns: strength 9 against 42 of B1")


def test_a_whole_crew_goes_over_only_to_the_last_enemy() -> None:
    """A ship without crew can be taken by anybody, and a prize that is left is lost at once."""

    def most(*others: dict[str, Any], **mine: Any) -> int:
        state = sea(
            ship("A1", "J20", 1, fouled=["B1"], **mine),
            ship("B1", "K20", 1, crew=[0, 2, 2]),
            *others,
            phase="boarding",
        )
        with using(GAME.data):
            found = melee(state, "A1", "B1")
        return max((each.plan.sections for each in found if each.plan.does == "board"), default=0)

    consort = ship("B2", "ZZ1", 1)
    assert most(crew=[0, 4, 4]) == 2
    assert most(consort, crew=[0, 4, 4]) == 1
    assert most(ship("B2", "ZZ1", 1, surrendered="firepower"), crew=[0, 4, 4]) == 2
    prize = {"hull": 0, "prize": {"seat": "A", "squares": 4}}
    taken = sea(
        ship("B3", "J20", 1, fouled=["B1"], **prize),
        ship("B1", "K20", 1, crew=[0, 2, 2]),
        ship("A1", "ZZ1", 1),
        phase="boarding",
    )
    with using(GAME.data):
        assert {each.plan.does for each in melee(taken, "B3", "B1")} == {"", "defend"}


def test_a_prize_counts_less_where_she_is_likely_to_be_lost_again() -> None:
    """The boarders must be enough to guard the prisoners, and to hold her against another enemy
    ship.
    """

    def worth(squares: int, *others: dict[str, Any]) -> float:
        state = sea(
            ship("A1", "J20", 1, fouled=["B1"], crew=[5, 5, squares]),
            ship("B1", "K20", 1, crew=[0, 0, 2]),
            ship("B9", "ZZ1", 1),
            *others,
            phase="boarding",
        )
        with using(GAME.data):
            return next(e.worth for e in melee(state, "A1", "B1") if e.plan == ("board", 1))

    assert worth(4) > worth(4, ship("B2", "L21", 1)) + 5


@pytest.mark.parametrize(
    ("phase", "stronger", "weaker"),
    [("unfouling", "friends", "all"), ("grappling", "B1", "none")],
)
def test_who_is_stronger_holds_on_and_who_is_weaker_gets_free(
    phase: str, stronger: str, weaker: str
) -> None:
    assert best(held([5, 5, 4], [2, 2, 1], phase), "A1") == stronger
    assert best(held([2, 2, 1], [5, 5, 4], phase), "A1") == weaker


def test_who_wins_the_melee_comes_alongside_and_who_loses_it_keeps_clear() -> None:
    def state(mine: list[int], theirs: list[int]) -> State:
        still = ship("B1", "K19", 1, crew=theirs, hull=5)
        moved = sea(ship("A1", "J21", 1, crew=mine), still)
        return replace(moved, ships={**moved.ships, "B1": replace(moved.ships["B1"], still=3)})

    assert worth(state([5, 5, 4], [2, 2, 1]), "1", "alongside") > 1
    assert worth(state([2, 2, 1], [5, 5, 4]), "1", "alongside") < -1


def test_a_ship_on_her_way_keeps_station_and_has_none_with_a_target() -> None:
    far = sea(ship("A1", "J22", 1), ship("A2", "J20", 1), ship("B1", "J1", 4), wind=1)
    ahead = {"A2": Answer("2")}
    assert words(far, "2", ahead)["station"] == "keeps station astern of A2"
    assert words(far, "1", ahead)["station"] == "1 hex off her station astern of A2"
    near = sea(ship("A1", "J22", 1), ship("A2", "J20", 1), ship("B1", "M20", 4), wind=1)
    assert "station" not in words(near, "1", ahead)


def test_a_plot_says_in_how_many_turns_she_rakes() -> None:
    state = sea(ship("A1", "J20", 2), ship("B1", "N20", 2), wind=2)
    with using(GAME.data):
        said = {words(state, order).get("rake", "") for order in plots(state, state.ships["A1"])}
    assert "1 turn of sailing until she can rake" in said
    assert all("turn" in each for each in said if each)


def test_a_broadside_that_reaches_less_far_is_brought_nearer() -> None:
    """One gun square a side cannot hit at five hexes, so the ship must come nearer."""
    one = {"port": 1, "starboard": 1}
    none = {"port": 0, "starboard": 0}
    weak = sea(ship("A1", "J20", 1, guns=one, carronades=none), ship("B1", "O20", 1))
    whole = sea(ship("A1", "J20", 1), ship("B1", "O20", 1))
    with using(GAME.data):
        assert reach_of(weak.ships["A1"]) < 5 == reach_of(whole.ships["A1"])
        bow = read_label("J20")
        assert field_of(whole, whole.ships["A1"]).turns(bow, 1) == 0
        assert field_of(weak, weak.ships["A1"]).turns(bow, 1) > 0


def test_who_loses_if_nobody_fires_minds_less_what_she_suffers() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "O20", 1))
    with using(GAME.data):
        assert caution(replace(state, quiet=8), state.ships["A1"]) < caution(
            state, state.ships["A1"]
        )


def test_advice_says_why_a_ship_presses_on_waits_boards_or_lies_in_the_winds_eye() -> None:
    """Each of these reasons has words, which the panel and the review show."""
    far = sea(ship("A1", "J20", 4), ship("B1", "J1", 4), wind=1)
    long = replace(far, quiet=3, ships={**far.ships, "A1": replace(far.ships["A1"], still=6)})
    said = words(long, "0")
    assert said["way"].endswith("turns of sailing until her broadside can hit; no shot for 3 turns")
    assert said["waits"] == "has lain still for 6 turns"
    assert said["irons"] == "lies in the wind's eye"
    beside = sea(ship("A1", "J20", 1), ship("B1", "K20", 1, crew=[1, 0, 0]))
    assert words(beside, "0")["alongside"] == "boards B1"


def test_who_has_lain_still_on_her_way_weighs_it_and_who_fires_does_not() -> None:
    far = sea(ship("A1", "J20", 1), ship("B1", "J1", 4))
    waited = replace(far, ships={**far.ships, "A1": replace(far.ships["A1"], still=6)})
    assert worth(far, "0", "waits") == 0 > worth(waited, "0", "waits")
    assert worth(waited, "1", "waits") == 0


def test_nobody_fires_past_a_wreck_or_sails_to_a_ship_without_crew() -> None:
    def state(**fields: Any) -> State:
        return sea(
            ship("A1", "J20", 1), ship("B1", "N20", 1), ship("B2", "L20", 1, hull=0), **fields
        )

    with using(GAME.data):
        here = state()
        mine, foe = here.ships["A1"], here.ships["B1"]
        at, there = Guess(mine.bow, mine.facing), Guess(foe.bow, foe.facing)
        assert broadside_worth(here, mine, at, [(foe, there)]) == 0
        # At the end of the reach a wreck one hex nearer than the enemy is in the way, too.
        far = sea(ship("A1", "J20", 1), ship("B1", "U20", 2), ship("B2", "S20", 1, hull=0))
        last = far.ships["B1"]
        away = [(last, Guess(last.bow, last.facing))]
        assert broadside_worth(far, mine, at, away) == 0
        gone = replace(far, ships={key: far.ships[key] for key in ("A1", "B1")})
        assert broadside_worth(gone, mine, at, away) > 0
        clear = replace(here, ships={key: here.ships[key] for key in ("A1", "B1")})
        assert broadside_worth(clear, mine, at, [(foe, there)]) > 0
        empty: Ship = replace(clear.ships["B1"], crew=(0, 0, 0))
        nobody: Ship = replace(clear.ships["A1"], crew=(0, 0, 0))
        assert broadside_worth(clear, nobody, at, [(foe, there)]) == 0, "nobody is at her guns"
        assert places_of_foes(clear, mine)
        assert not places_of_foes(replace(clear, ships={**clear.ships, "B1": empty}), mine)


def test_who_has_lain_still_is_looked_for_where_she_lies() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "O20", 1))
    with using(GAME.data):
        lying = replace(state, ships={**state.ships, "B1": replace(state.ships["B1"], still=4)})
        assert guesses(state, "B1")[-1].bow != state.ships["B1"].bow
        assert guesses(lying, "B1")[-1].bow == state.ships["B1"].bow


def test_a_first_broadside_is_kept_for_what_the_next_plot_may_bring() -> None:
    """The broadside's price for being fired is high at long range; a ship that has spent it pays
    nothing.
    """
    fired = {"port": "round", "starboard": "round"}
    with using(GAME.data):
        first = sea(ship("A1", "J20", 1), ship("B1", "N20", 1), phase="combat")
        second = sea(ship("A1", "J20", 1, loaded=fired), ship("B1", "N20", 1), phase="combat")
        terms = [
            {each.term for each in fire_reasons(state, "A1", "starboard:hull")}
            for state in (first, second)
        ]
    assert "first_starboard" in terms[0]
    assert "first_starboard" not in terms[1]


def test_a_ship_that_can_hurt_nobody_gives_up_and_one_that_still_can_does_not() -> None:
    weak: dict[str, Any] = {"guns": NO_GUNS, "carronades": NO_GUNS, "crew": [1, 0, 0]}
    lost = sea(ship("A1", "J20", 1, **weak), ship("B1", "Z20", 1), kind="single")
    armed = sea(ship("A1", "J20", 1, crew=[1, 0, 0]), ship("B1", "Z20", 1), kind="single")
    with using(GAME.data):
        assert beaten(lost, "A")
        assert not beaten(lost, "B")
        assert not beaten(armed, "A")
    assert best(lost, "A1") == "give_up"
    assert best(armed, "A1") != "give_up"


@pytest.mark.parametrize(("consorts", "turns"), [(0, 3), (4, 2)])
def test_a_playout_of_an_admiral_sees_beyond_the_turn_under_way(
    consorts: int, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Playouts last at least to the end of the next turn, when the second broadside has been fired.

    A puzzle with few ships is judged a turn farther.
    """
    state = sea(
        ship("A1", "J20", 2),
        *(ship(f"A{number}", f"J{40 + 4 * number}", 2) for number in range(2, 2 + consorts)),
        ship("B1", "M18", 5),
    )
    ends: list[int] = []
    score = Playout.score

    def seen(self: Playout) -> float:
        ends.append(GAME.turn(self.state))
        return score(self)

    monkeypatch.setattr(Playout, "score", seen)
    asked, view = sheet(state), GAME.view(state, "A")
    horizon = GAME.thinking.horizon(view, asked)
    assert horizon.turns == turns
    make_player("admiral:24", GAME, 1, "A").choose(view, asked)
    assert set(ends) == {state.turn + 2}


def squadron(last: str = "J60", foe: str = "J10", **fields: Any) -> State:
    """Return three ships in column that sail towards two enemies; the third lies at `last`."""
    own = ship("A1", "J40", 1), ship("A2", "J44", 1), ship("A3", last, 1, **fields)
    return sea(*own, ship("B1", foe, 4), ship("B2", "L10", 4), wind=2)


def test_a_line_is_formed_on_the_slowest_until_the_first_of_her_side_is_in_range() -> None:
    """The ship ahead shortens sail for a consort five turns astern of the ship between them."""
    last = squadron()
    with using(GAME.data):
        turns = {
            key: field_of(last, each).turns(each.bow, each.facing)
            for key, each in last.ships.items()
        }
    assert (turns["A1"], turns["A2"], turns["A3"]) == (9, 10, 15)
    far = "2 turns too far ahead of A3, who has 15 turns of sailing to go"
    assert words(last, "3")["company"] == far
    assert worth(last, "3", "company") < worth(last, "0", "company") < 0
    with using(GAME.data):
        scores = {
            order: sum(e.worth for e in plot_reasons(last, "A1", order, {"A2": Answer("0")}))
            for order in plots(last, last.ships["A1"])
        }
    assert scores["0"] > scores["3"]
    assert "company" not in words(squadron(last="J48"), "3")
    assert "company" not in words(squadron(foe="S40"), "3"), "a consort would be in range alone"


def test_nobody_waits_for_ever_or_for_a_ship_that_cannot_come() -> None:
    last = squadron()
    assert "company" in words(replace(last, quiet=60), "3")
    assert "company" not in words(replace(last, quiet=61), "3")
    jammed = replace(last, ships={**last.ships, "A3": replace(last.ships["A3"], still=7)})
    assert "company" not in words(jammed, "3")
    assert "company" not in words(squadron(rigging=[0, 0, 0]), "3")
    held = replace(last, fouled=(("A3", "B2"),))
    assert "company" not in words(held, "3")
    few = replace(last, ships={key: last.ships[key] for key in ("A1", "A3", "B1", "B2")})
    assert "company" not in words(few, "3"), "with few ships there is no fleet"


def test_a_ship_of_a_fleet_with_both_sides_loaded_presses_on_while_others_fire() -> None:
    """She does so even if her side is ahead; one that fires herself, or fights a duel, does not."""
    begun = replace(squadron(foe="J22"), fired=True)
    with using(GAME.data):
        mine = begun.ships["A1"]
        assert eagerness(begun, mine) == 2.0
        assert eagerness(begun, replace(mine, loaded=("round", "empty"))) == 1.0
        assert eagerness(begun, replace(mine, still=2)) == 2.0
        assert eagerness(begun, replace(mine, still=3)) == 1.0, "she has to get out of a jam first"
        assert eagerness(replace(begun, fired=False), mine) == 1.0
        assert eagerness(replace(begun, quiet=8), mine) == 3.0
        ahead = {**begun.seats, "A": replace(begun.seats["A"], points="12")}
        assert eagerness(replace(begun, seats=ahead, quiet=3), mine) == 2.0
        assert eagerness(replace(begun, seats=ahead, quiet=4), mine) == 1.0
        few = {key: begun.ships[key] for key in ("A1", "B1")}
        assert eagerness(replace(begun, ships=few), mine) == 1.0
        assert caution(begun, mine) == caution(replace(begun, fired=False), mine) / 2
    said = words(begun, "0")["way"]
    assert said.endswith("can hit; both her broadsides are loaded, and others fire")
    assert worth(begun, "0", "way") == 2 * worth(replace(begun, fired=False), "0", "way")


def test_in_a_fleet_a_place_nearer_to_a_rake_is_not_worse_than_one_farther_off() -> None:
    """Ships would stop two turns from the fight if a rake were missed only from there on."""
    fleet = squadron(foe="J22")
    assert words(fleet, "0")["rake"] == "too far off to rake"
    assert worth(fleet, "0", "rake") == -4
    duel = sea(ship("A1", "J40", 1), ship("B1", "J22", 4), wind=2)
    assert "rake" not in words(duel, "0")
