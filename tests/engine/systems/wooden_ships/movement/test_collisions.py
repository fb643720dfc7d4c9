"""The steps of movement, and hexes that two ships want to enter (Wooden Ships & Iron Men,
Collisions and Fouling).
"""

from __future__ import annotations

from engine.game.game import fold_events
from engine.systems.wooden_ships.movement import carry_out
from engine.systems.wooden_ships.sailing import parse_plot
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.words.words import tell
from tests.engine.systems.wooden_ships.at_sea import GAME, Loaded, of, open_all, sea, ship

NO_FOUL = 6


def carried(state: State, *faces: int, **orders: str) -> list[ev.AnyEvent]:
    """Carry out plots with these dice for contested hexes; return the events. No ships are
    fouled.
    """
    left = list(faces)
    steps = {key: parse_plot(text) for key, text in orders.items()}
    return carry_out(state, steps, lambda: left.pop(0), lambda: NO_FOUL)


def contests(events: list[ev.AnyEvent]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(each.rule, each.holder, each.losers) for each in of(ev.ContestSettled, events)]


def collisions(events: list[ev.AnyEvent]) -> list[tuple[str, str]]:
    return [each.ships for each in of(ev.Collided, events)]


def places(events: list[ev.AnyEvent]) -> dict[str, tuple[int, int, int]]:
    found = {}
    for each in (*of(ev.ImpulseTaken, events), *of(ev.Drifted, events)):
        found.update(each.places)
    return found


def test_bow_to_bow_neither_moves_and_they_collide_once() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "J19", 4))
    events = carried(state, A1="1", B1="1")
    assert places(events) == {}
    assert collisions(events) == [("A1", "B1")]
    assert of(ev.MovementEnded, events)[0].still == {"A1": 1, "B1": 1}


def test_head_on_over_an_empty_hex_goes_to_the_dice() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "J18", 4), wind=6)
    events = carried(state, 2, 2, 3, 5, A1="1", B1="1")
    (contest,) = of(ev.ContestSettled, events)
    assert (contest.rule, contest.holder) == ("die", "B1")
    assert contest.rolls == ((("A1", 2), ("B1", 2)), (("A1", 3), ("B1", 5)))
    assert places(events) == {"B1": (9, 19, 4)}


def test_who_had_the_hex_holds_it() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "J19", 2, rigging=[0, 0, 0]))
    events = carried(state, A1="1", B1="0")
    assert contests(events) == [("held", "B1", ("A1",))]


def test_a_hex_that_is_left_may_be_entered_in_the_same_impulse() -> None:
    state = sea(ship("A1", "J18", 1), ship("A2", "J20", 1))
    events = carried(state, A1="1", A2="1")
    assert not contests(events)
    assert places(events) == {"A1": (9, 17, 1), "A2": (9, 19, 1)}


def test_the_one_behind_stops_when_the_one_ahead_is_put_back() -> None:
    state = sea(ship("A1", "J18", 1), ship("A2", "J20", 1), ship("B1", "J17", 2))
    events = carried(state, A1="1", A2="1", B1="0")
    assert contests(events) == [("held", "B1", ("A1",)), ("held", "A1", ("A2",))]
    assert collisions(events) == [("A1", "A2"), ("A1", "B1")]
    assert places(events) == {}


def test_a_bow_sailing_in_goes_before_a_stern_swung_in() -> None:
    # A1's stern swings from J21 to I21; B1 sails to I21 at the same time.
    state = sea(ship("A1", "J20", 1), ship("B1", "I22", 1), wind=2)
    events = carried(state, A1="R", B1="1")
    assert contests(events) == [("bow", "B1", ("A1",))]
    assert places(events) == {"B1": (8, 21, 1)}


def test_several_bows_roll_and_the_stern_has_lost() -> None:
    state = sea(
        ship("A1", "J20", 1), ship("B1", "I22", 1), ship("B2", "H20", 3, "fr-f3-36"), wind=2
    )
    events = carried(state, 6, 1, A1="R", B1="1", B2="1")
    (contest,) = of(ev.ContestSettled, events)
    assert contest.rule == "die"
    assert contest.rolls == ((("B1", 6), ("B2", 1)),)
    assert contest.losers == ("A1", "B2")
    assert collisions(events) == [("A1", "B1"), ("B1", "B2")]


def test_a_collision_ends_the_plots_of_both() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "K19", 5), wind=6)
    events = carried(state, 5, 1, A1="2", B1="2")
    ended = of(ev.MovementEnded, events)[0]
    assert ended.kept == {"A1": "1", "B1": "0"}
    assert ended.still == {"B1": 1}
    assert places(events) == {"A1": (9, 19, 1)}


def test_a_turn_takes_an_impulse() -> None:
    state = sea(ship("A1", "J20", 1, "br-f3-36"), ship("B1", "Z5", 1))
    impulses = of(ev.ImpulseTaken, carried(state, A1="1R1", B1="2"))
    assert [sorted(each.places) for each in impulses] == [["A1", "B1"], ["A1", "B1"], ["A1"]]


def test_ships_that_collide_and_stay_adjacent_may_foul() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "J19", 4), wind=6)
    for face, fouled in ((3, (("A1", "B1"),)), (4, ())):
        after, events = open_all(state, {"A1": "1", "B1": "1"}, Loaded(face, *[6] * 20))
        (roll,) = of(ev.FoulRolled, events)
        assert (roll.face, roll.fouled) == (face, bool(fouled))
        assert after.fouled == fouled


def test_ids_decide_the_order_of_dice_by_number() -> None:
    ships = [ship("A10", "J20", 1), ship("A9", "K19", 5)]
    events = carried(sea(*ships, wind=6), 1, 6, A9="1", A10="1")
    assert of(ev.ContestSettled, events)[0].rolls == ((("A9", 1), ("A10", 6)),)


def test_nobody_passes_through_another() -> None:
    state = sea(ship("A1", "J21", 1, "br-f3-36"), ship("B1", "J18", 4, "br-f3-36"), wind=6)
    events = carried(state, 1, 6, A1="3", B1="1")
    assert places(events)["A1"] == (9, 20, 1)
    assert places(events)["B1"] == (9, 19, 4)
    assert collisions(events) == [("A1", "B1")]


def test_the_log_tells_what_was_written_and_who_stopped_it() -> None:
    """Both plots of a collision are cut short, each by the other ship."""
    state = sea(ship("A1", "J20", 1), ship("A2", "T20", 1), ship("B1", "J18", 4), wind=2)
    _, events = open_all(state, {"A1": "3", "A2": "2", "B1": "1"}, Loaded(6, 1, 6, 6))
    (ended,) = of(ev.MovementEnded, events)
    before = fold_events(state, events[: events.index(ended)], GAME.evolve).states[-1]
    told = tell(before, ended, "")
    cut = {ship: f"{before.ships[ship].order} -> {done}" for ship, done in ended.kept.items()}
    assert set(cut) == {"A1", "B1"}
    assert told == f"Plots cut short: A1 {cut['A1']}, stopped by B1; B1 {cut['B1']}, stopped by A1"
