"""The review of a battle; a turning point counts against the side that lost by it."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel.battle import Battle
from engine.review.curve import costliest
from engine.review.hindsight import judge_choices
from engine.systems.wooden_ships.fleet import conditions
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.review import COUNTED, _Counting, _replotted, worth_of
from engine.systems.wooden_ships.sailing import parse_plot, plots
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Prize
from tests.engine.systems.wooden_ships.at_sea import filled, open_all, sea, sheet, ship


def test_a_ship_that_is_retaken_is_her_captors_loss() -> None:
    state = sea(ship("A1", "N20", 1), ship("B1", "N10", 4))
    prize = Prize(seat="B", squares=2, quality="crack")
    state = replace(state, ships=state.ships | {"A1": replace(state.ships["A1"], prize=prize)})
    counted = _Counting(state)
    assert counted.loser(ev.ShipRetaken("A1", "revolt")) == "B"
    assert counted.loser(ev.SeatGaveUp("A")) == "A"
    assert counted.loser(ev.ShipSurrendered("A1", "struck")) == "A"


# Hindsight on plots: what another one would have brought against what the enemy really wrote.


GAME = WoodenShips()
RAKE = sea(ship("A1", "J20", 1), ship("B1", "M22", 3, loaded={"port": "empty"}), wind=2)
"""A position in which A1 may cross B1's stern."""


def test_the_best_plot_against_what_was_written_is_named_with_its_worth() -> None:
    told = {"A1": "1L", "B1": "0"}
    _, events = open_all(RAKE, told)
    found = GAME.review.costliest_answer(RAKE, events, ("A",))
    assert found is not None
    worths = {
        plot: worth_of(RAKE, "A1", {"A1": parse_plot(plot), "B1": parse_plot("0")}).total
        for plot in plots(RAKE, RAKE.ships["A1"])
    }
    assert (found.seat, found.chosen, found.question) == ("A", "1L", "Orders: A1")
    assert worths[found.better] == max(worths.values())
    assert found.cost == max(worths.values()) - worths["1L"] > 0
    assert found.reason.worth > 0


def test_the_best_plot_costs_nothing_and_other_phases_are_left_alone() -> None:
    worths = {
        plot: worth_of(RAKE, "A1", {"A1": parse_plot(plot), "B1": parse_plot("0")}).total
        for plot in plots(RAKE, RAKE.ships["A1"])
    }
    best = max(worths, key=lambda plot: worths[plot])
    after, events = open_all(RAKE, {"A1": best, "B1": "0"})
    found = GAME.review.costliest_answer(RAKE, events, ("A",))
    assert found is not None
    assert found.cost == 0
    while after.agenda and sheet_kind(after) != "combat":
        after, _ = open_all(after)
    _, events = open_all(after)
    assert GAME.review.costliest_answer(after, events, ("A", "B")) is None


def sheet_kind(state: object) -> str:
    """Return the kind of the sheet that is open."""
    return GAME.pending(state)[0].kind  # type: ignore[arg-type]


def test_it_stands_among_the_costliest_choices_at_the_entry_that_sealed_it() -> None:
    """A seals first and B's sheet opens both: the costly choice is listed at A's own entry."""
    battle = Battle.from_state(GAME, RAKE, 1)
    for seat in ("A", "B"):
        battle.answer(seat, filled(sheet(battle.state, seat), {"A1": "1L", "B1": "0"}).answers)
    every = list(judge_choices(GAME, battle.at(0), battle.entries, 1, ("A",)))
    (choice,) = costliest(every, 3)
    assert (choice.n, choice.seat, choice.chosen) == (1, "A", "1L")
    assert choice.reason is not None


def test_a_plot_that_she_could_not_have_is_held_against_nobody() -> None:
    orders = {"A1": parse_plot("9"), "B1": parse_plot("0")}
    assert _replotted(RAKE, RAKE.ships["A1"], orders) is None
    assert _replotted(RAKE, RAKE.ships["A1"], {**orders, "A1": parse_plot("1L")}) is not None


def test_a_crew_aboard_her_prize_is_not_lost() -> None:
    """The last men of Nymphe's crew have taken Cleopatre: they are counted aboard her."""
    state = sea(
        ship("A1", "J20", 1, crew=[4, 4, 3], fouled=["B1"]),
        ship("B1", "K20", 1, crew=[1, 0, 0]),
        phase="boarding",
    )
    prize = Prize("A", 5, "crack", "A1")
    ships = {
        "A1": replace(state.ships["A1"], crew=(0, 0, 0)),
        "B1": replace(state.ships["B1"], prize=prize),
    }
    counting = _Counting(state)
    counting.state = after = replace(state, ships={**state.ships, **ships})
    victor, taken = counting.all().ships
    assert dict(zip(COUNTED, victor.counts, strict=True))["crew lost"] == 11 - 5
    assert (victor.fate, taken.fate) == ("crew in prize", "captured")
    assert conditions(after, after.ships["A1"]).startswith("crew in prize")
    lost = replace(after, ships={**after.ships, "B1": replace(ships["B1"], prize=None)})
    counting.state = lost
    assert counting.all().ships[0].fate == "no crew left"
    assert "crew in prize" not in conditions(lost, lost.ships["A1"])
