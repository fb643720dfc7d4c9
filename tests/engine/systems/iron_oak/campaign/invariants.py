"""What must be true of every state and event of a campaign."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.systems.iron_oak.campaign.effects import kind_of_card
from engine.systems.iron_oak.campaign.fleet import TRANSPORTS, card
from engine.systems.iron_oak.campaign.machine import open_battle, view
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import HIDDEN, SEATS, SECRET, State, Vessel
from engine.systems.iron_oak.campaign.words import tell
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.state.state import Rules, Ship
from tests.engine.systems.iron_oak import invariants as of_battles


def check(state: State) -> None:
    """Raise `AssertionError` if a state breaks a rule that no play may break."""
    for ship in state.ships.values():
        _ship(state, ship)
    _cards(state)
    _hidden(state)
    if state.battle is not None:
        _battle(state)


def _ship(state: State, ship: Vessel) -> None:
    record = card(ship)
    assert 0 <= ship.crew_loss <= record.crew.full, ship
    assert ship.hits >= 0, ship
    assert not ship.afloat or ship.hits < record.hits, ship
    assert all(-4 <= step <= -1 for step in ship.shields.values()), ship
    assert len(set(ship.criticals)) == len(ship.criticals), ship
    assert record.type not in TRANSPORTS, ship
    assert not ship.battle or ship.afloat, ship
    assert not ship.battle or str(ship.battle) in state.plans, ship


def _cards(state: State) -> None:
    if state.phase in {"forces", "grades"}:
        return
    places = [*state.deck, *state.spent, *(laid.card for laid in state.laid)]
    places += [number for force in state.forces.values() for number in force.hand]
    assert sorted(places) == list(book().campaign.cards)


def _hidden(state: State) -> None:
    for seat in ("A", "B", ""):
        seen = view(state, seat)
        assert set(seen.deck) <= {HIDDEN}
        for side, key in SEATS.items():
            if key == seat:
                assert seen.forces[side] == state.forces[side]
                continue
            force = seen.forces[side]
            assert set(force.hand) <= {HIDDEN}, seat
            assert not force.chosen, seat
            for ship in seen.ships.values():
                if ship.control == side and ship.afloat:
                    assert ship.battle == SECRET or ship.battle == open_battle(state) != 0, ship


def _battle(state: State) -> None:
    """Check that a battle has the ships that were sent to it, and that at night no public text
    names them.
    """
    battle, setting = state.battle, state.setting
    assert battle is not None
    assert setting is not None
    sent = {id for id, ship in state.ships.items() if ship.battle == state.number}
    there = {ship.id for ship in battle.ships.values() if ship.kind == "ship"}
    assert there == sent | set(setting.transports)
    named = {
        id for line in battle.rules.victory for id in line.ships if isinstance(line.ships, tuple)
    }
    assert named <= {*setting.transports, setting.target}
    of_battles.check(replace(battle, rules=Rules()))


# Events ----------------------------------------------------------------------------


def check_event(before: State, event: Any, after: State) -> None:
    """Raise `AssertionError` if an event changes more than it may."""
    if isinstance(event, ev.BattleBegan):
        for ship in before.ships.values():
            if ship.battle == before.number:
                assert before.setting is not None
                _same(ship, after.battle.ships[ship.id], before.setting.target, begins=True)  # type: ignore[union-attr]
    elif isinstance(event, ev.BattleClosed) and before.battle is not None:
        assert before.setting is not None
        for id, ship in event.ships.items():
            if ship.control == before.ships[id].control:
                _same(ship, before.battle.ships[id], before.setting.target, begins=False)
            else:
                assert (ship.crew_loss, ship.grade) == (card(ship).crew.full, "green"), ship
                assert ship.hits == before.battle.ships[id].hits
    elif isinstance(event, ev.Refitted) and before.refit is not None:
        _paid(before, event, after)
    elif isinstance(event, ev.Committed):
        for ids in event.ships.values():
            assert all(before.ships[id].battle == 0 for id in ids), event


def tells_no_secret(before: State, event: Any) -> None:
    """Check that the words about a secret event name no ship and no card to the other side."""
    if isinstance(event, ev.Sealed):
        secrets = {event.side: [card_of(id) for id in event.ships]}
    elif isinstance(event, ev.Committed):
        secrets = {side: [card_of(id) for id in ids] for side, ids in event.ships.items()}
    elif isinstance(event, ev.YardCardsDrawn | ev.HandCut):
        secrets = {event.side: [kind_of_card(number).name for number in event.cards]}
    else:
        return
    for side, names in secrets.items():
        for seat in {"A", "B", ""} - {SEATS[side]}:
            told = tell(before, event, seat)
            own = [] if seat == "" else told.partition("you send")[2]
            assert not any(name in told and name not in own for name in names), told


def card_of(id: str) -> str:
    """Return the name on a ship's card."""
    return book().ships[id].short


def _same(book_ship: Vessel, ship: Ship, target: str, begins: bool) -> None:
    """Check that a ship in the battle has the same values as in the campaign."""
    fields = ("grade", "hits", "shields", "crew_loss", "spar_spent")
    for field in fields:
        assert getattr(book_ship, field) == getattr(ship, field), (field, book_ship, ship)
    one, two = set(book_ship.criticals), set(ship.criticals)
    if ship.id == target:
        engine = {"engine_stopped", "engine_damaged"}
        assert one - engine == two - engine, ship
        assert not begins or "engine_stopped" in two, ship
    else:
        assert one == two, ship


def _paid(before: State, event: ev.Refitted, after: State) -> None:
    """Check that the repairs of a refit cost exactly its points."""
    refit = before.refit
    assert refit is not None
    repair = critical = 0
    crew = 0
    for id, ship in event.ships.items():
        old = before.ships[id]
        assert ship.control == old.control == event.side
        repair += old.hits - ship.hits
        repair += sum(ship.shields.values()) - sum(old.shields.values())
        critical += len(old.criticals) - len(ship.criticals)
        new_spar = old.spar_spent and not ship.spar_spent and "spar" not in old.criticals
        critical += int(new_spar)
        crew += old.crew_loss - ship.crew_loss
    assert 0 <= repair <= refit.repair
    assert 0 <= critical <= refit.critical
    assert 0 <= crew <= refit.crew
    assert after.ships.keys() == before.ships.keys()


def dice_in(event: Any) -> int:
    """Return how many dice an event contains."""
    if isinstance(event, ev.InBattle):
        return of_battles.dice_in(event.happened)
    return of_battles.dice_in(event) + int(getattr(event, "dice", 0))
