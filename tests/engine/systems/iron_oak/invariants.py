"""What must be true of every state of a battle."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import card, crew_of, original_hits, public_id, silenced
from engine.systems.iron_oak.machine import view
from engine.systems.iron_oak.state.state import COVERED, HIDDEN, Roll, State


def check(state: State) -> None:
    """Raise `AssertionError` if a state breaks a rule that no play may break."""
    _units(state)
    _ties(state)
    _cards(state)
    _hidden(state)


def _units(state: State) -> None:
    for ship in state.ships.values():
        assert ship.hits >= 0
        assert ship.lost == "sunk" or ship.hits < original_hits(ship), ship
        assert 0 <= ship.crew_loss <= crew_of(ship).full, ship
        assert all(-4 <= shield <= -1 for shield in ship.shields.values()), ship
        assert ship.kind != "ship" or set(ship.shields) <= set(card(ship).locations), ship
        assert all(1 <= fire.level <= 5 for fire in ship.fires), ship
        assert len(set(ship.criticals)) == len(ship.criticals), ship
        for one, two in (("armament_1", "armament_2"), ("speed_1", "speed_2")):
            assert not {one, two} <= set(ship.criticals), ship
        assert not {"engine_damaged", "engine_stopped"} <= set(ship.criticals), ship
        assert not (ship.anchored and ship.slipped), ship
        assert ship.on_map or not (ship.anchored or ship.grounded or ship.towing), ship
    for section in state.sections.values():
        assert not silenced(section) or not (section.fires or section.smoke != "none"), section


def _ties(state: State) -> None:
    bows: Counter[str] = Counter()
    sterns: Counter[str] = Counter()
    for ship in state.ships.values():
        for other in ship.fouled:
            if other in state.ships:
                assert ship.id in state.ships[other].fouled, ship
                assert state.ships[other].box == ship.box, ship
        if ship.towing:
            towed = state.ships[ship.towing]
            assert towed.box == ship.box, ship
            assert towed.control == ship.control, ship
            assert not towed.towing, ship
        for field, ends in (("across_bow_of", bows), ("across_stern_of", sterns)):
            target = getattr(ship, field)
            if target:
                ends[target] += 1
                assert state.ships[target].box == ship.box, ship
                assert ship.on_map, ship
    assert all(count == 1 for count in (*bows.values(), *sterns.values()))


def _cards(state: State) -> None:
    places = [*state.deck, *state.discarded, *state.set_aside]
    places += [number for side in state.sides.values() for number in side.hand]
    places += [ship.springs for ship in state.ships.values() if ship.springs]
    if state.move:
        move = state.move
        places += [move.quick, move.slow, move.target_quick, move.target_slow]
    if state.shot:
        places += [*state.shot.cards, state.shot.misfire]
    assert sorted(number for number in places if number) == list(book().cards)


def _hidden(state: State) -> None:
    """Check that nothing that a seat may not know is anywhere in its view."""
    for side, each in state.sides.items():
        for seat in each.seats:
            seen = view(state, seat)
            other = "confederate" if side == "union" else "union"
            assert set(seen.sides[other].hand) <= {COVERED}
            assert set(seen.deck) <= {COVERED}
            secret = [ship for ship in state.ships.values() if ship.hidden and ship.side == other]
            text = repr(seen)
            for ship in secret:
                if ship.id != public_id(ship):
                    assert f"'{ship.id}'" not in text, (ship.id, seat)
                assert public_id(ship) in seen.ships
            for ship in seen.ships.values():
                moving = state.move is not None and state.move.ship == ship.id
                if ship.control == other and ship.order and not ship.acted and not moving:
                    assert ship.order == HIDDEN, ship


def tells_no_secret(state: State, question: Any) -> None:
    """Check that a question names no hidden ship of the other side."""
    side = next(key for key, each in state.sides.items() if question.seat in each.seats)
    text = repr(question)
    for ship in state.ships.values():
        assert not (ship.hidden and ship.control != side and f"'{ship.id}'" in text), question


def dice_in(event: Any) -> int:
    """Return how many dice an event contains."""
    rolls = sum(
        len(value.faces)
        for field in event.__struct_fields__
        if isinstance(value := getattr(event, field), Roll)
    )
    name = type(event).__name__
    if name == "ShotFired":
        rolls += 0 if event.second else len(event.locations)
    if name == "BlastStruck":
        rolls += 1
    return rolls + getattr(event, "rolled", 0)
