"""The folds of a campaign's events. They know no rules and never refuse."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from engine.kit.fold import Folds, replanned
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import SEATS, SetUp, State, Vessel
from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.state.events import HazardChecked
from engine.systems.iron_oak.state.evolve import evolve as evolve_battle
from engine.systems.iron_oak.state.rolls import Roll

V = TypeVar("V")
folds = Folds[State]()
"""The fold of each event."""
evolve = folds.evolve


def _with_force(state: State, side: Side, **changes: Any) -> State:
    return replace(state, forces={**state.forces, side: replace(state.forces[side], **changes)})


def _with_ships(state: State, ships: dict[str, Vessel]) -> State:
    return replace(state, ships=_in_order({**state.ships, **ships}))


def _in_order(table: dict[str, V]) -> dict[str, V]:
    """Return a table in the order of its names, as in a file.

    Lots are drawn among ships: whoever goes on from a file must draw the same.
    """
    return dict(sorted(table.items()))


def _rolled(state: State, *rolls: Roll) -> State:
    return replace(state, dice=state.dice + sum(len(roll.faces) for roll in rolls))


def _opened(state: State) -> State:
    """Return the state with no sheet sealed: what was secret is settled."""
    forces = {side: replace(force, sealed=False, chosen=()) for side, force in state.forces.items()}
    return replace(state, forces=forces)


@folds(ev.InBattle)
def _in_battle(state: State, event: ev.InBattle) -> State:
    assert state.battle is not None
    battle = evolve_battle(state.battle, event.happened)
    state = replace(state, battle=battle, dice=battle.dice)
    if isinstance(event.happened, HazardChecked):
        return _met_hazard(state, event.happened)
    return state


def _met_hazard(state: State, event: HazardChecked) -> State:
    """Return the state in which both sides know what lay hidden in a box."""
    assert state.battle is not None
    setting, box = state.setting, state.battle.ships[event.ship].box
    secret = {"mine": setting.mined, "obstruction": setting.obstructed} if setting else {}
    if setting is None or box not in secret.get(event.hazard, ()):
        return state
    known = tuple(dict.fromkeys((*setting.known, f"{event.hazard} {box}")))
    return replace(state, setting=replace(setting, known=known))


folds(ev.Planned)(replanned)


@folds(ev.Sealed)
def _sealed(state: State, event: ev.Sealed) -> State:
    return _with_force(state, event.side, sealed=True, chosen=event.ships)


@folds(ev.Unsealed)
def _unsealed(state: State, event: ev.Unsealed) -> State:
    return _with_force(state, event.side, sealed=False, chosen=())


@folds(ev.ForcesShown)
def _forces_shown(state: State, event: ev.ForcesShown) -> State:
    ships = {id: Vessel(id=id, side=side) for side in SEATS for id in event.ships[side]}
    return replace(_with_ships(_opened(state), ships), phase="grades")


@folds(ev.DeckShuffled)
def _shuffled(state: State, event: ev.DeckShuffled) -> State:
    return replace(state, deck=event.deck, laid=(), spent=(), dice=state.dice + event.dice)


@folds(ev.GradesAssigned)
def _graded(state: State, event: ev.GradesAssigned) -> State:
    ships = {id: replace(state.ships[id], grade=grade) for id, grade in event.grades.items()}
    return _with_force(_with_ships(state, ships), event.side, sealed=True)


@folds(ev.RollersRolled)
def _rollers(state: State, event: ev.RollersRolled) -> State:
    return _rolled(state, event.union, event.confederate)


@folds(ev.WaterRolled)
def _water(state: State, event: ev.WaterRolled) -> State:
    return _rolled(state, event.roll)


@folds(ev.BattleGenerated)
def _generated(state: State, event: ev.BattleGenerated) -> State:
    plans = {**state.plans, str(event.plan.number): event.plan}
    return replace(_opened(state), plans=plans, phase="commit")


@folds(ev.Committed)
def _committed(state: State, event: ev.Committed) -> State:
    ships = {
        id: replace(state.ships[id], battle=event.number)
        for side in SEATS
        for id in event.ships[side]
    }
    return _opened(_with_ships(state, ships))


@folds(ev.BattlePrepared)
def _prepared(state: State, event: ev.BattlePrepared) -> State:
    return replace(state, number=event.number, phase="set_up", setting=SetUp())


@folds(ev.AmmunitionShort)
def _short(state: State, event: ev.AmmunitionShort) -> State:
    assert state.setting is not None
    setting = state.setting
    if event.ship:
        setting = replace(setting, limited=(*setting.limited, event.ship))
    return replace(state, setting=setting, dice=state.dice + event.dice)


@folds(ev.TargetChosen)
def _target(state: State, event: ev.TargetChosen) -> State:
    assert state.setting is not None
    setting = replace(state.setting, target=event.ship)
    return replace(state, setting=setting, dice=state.dice + event.dice)


@folds(ev.MinesCounted)
def _mines(state: State, event: ev.MinesCounted) -> State:
    assert state.setting is not None
    setting = replace(state.setting, mines=event.roll.kept)
    return _rolled(replace(state, setting=setting), event.roll)


@folds(ev.ShipsPlaced)
def _placed(state: State, event: ev.ShipsPlaced) -> State:
    setting = event.setting
    places, transports = _in_order(setting.places), _in_order(setting.transports)
    return replace(state, setting=replace(setting, places=places, transports=transports))


@folds(ev.BattleBegan)
def _began(state: State, event: ev.BattleBegan) -> State:
    ships, sections = _in_order(event.battle.ships), _in_order(event.battle.sections)
    battle = replace(event.battle, ships=ships, sections=sections)
    return replace(state, battle=battle, phase="battle")


@folds(ev.GradeDrawn)
def _grade_drawn(state: State, event: ev.GradeDrawn) -> State:
    laid = tuple(each for each in state.laid if each.card != event.card)
    spent = (*state.spent, event.card)
    state = replace(state, dice=state.dice + event.dice, laid=laid, spent=spent)
    if not event.ship:
        return state
    return _with_ships(state, {event.ship: replace(state.ships[event.ship], grade=event.grade)})


@folds(ev.BattleClosed)
def _closed(state: State, event: ev.BattleClosed) -> State:
    row = event.row
    plans = {key: plan for key, plan in state.plans.items() if plan.number > row.plan.number}
    state = _with_ships(state, event.ships)
    state = _with_force(state, row.winner, won=state.forces[row.winner].won + 1)
    return replace(
        state,
        rows=(*state.rows, row),
        plans=plans,
        recent=row.winner,
        battle=None,
        setting=None,
        phase="yard",
    )


@folds(ev.YardCardsDrawn)
def _drawn(state: State, event: ev.YardCardsDrawn) -> State:
    deck = tuple(card for card in state.deck if card not in event.cards)
    hand = (*state.forces[event.side].hand, *event.cards)
    return _with_force(replace(state, deck=deck), event.side, hand=hand)


@folds(ev.YardCardPlayed)
def _played(state: State, event: ev.YardCardPlayed) -> State:
    by = event.laid.by
    hand = tuple(card for card in state.forces[by].hand if card != event.laid.card)
    state = replace(_with_force(state, by, hand=hand), laid=(*state.laid, event.laid))
    if event.laid.use in state.ships:
        ship = state.ships[event.laid.use]
        state = _with_ships(state, {ship.id: replace(ship, battle=_upcoming(state))})
    return state


def _upcoming(state: State) -> int:
    return min(plan.number for plan in state.plans.values())


@folds(ev.YardCardAnswered)
def _answered(state: State, event: ev.YardCardAnswered) -> State:
    hand = tuple(card for card in state.forces[event.side].hand if card != event.card)
    laid = tuple(
        replace(each, answered=True) if each.card == event.against else each for each in state.laid
    )
    spent = (*state.spent, event.card)
    return replace(_with_force(state, event.side, hand=hand), laid=laid, spent=spent)


@folds(ev.MistMet)
def _met(state: State, event: ev.MistMet) -> State:
    ship = state.ships[event.ship]
    return _with_ships(state, {ship.id: replace(ship, battle=_upcoming(state))})


@folds(ev.HandCut)
def _cut(state: State, event: ev.HandCut) -> State:
    hand = tuple(card for card in state.forces[event.side].hand if card not in event.cards)
    state = replace(state, spent=(*state.spent, *event.cards))
    return _with_force(state, event.side, hand=hand)


@folds(ev.RefitRolled)
def _refit(state: State, event: ev.RefitRolled) -> State:
    state = _rolled(state, event.repair, event.critical, event.crew)
    return replace(state, refit=event.refit, phase="refit")


@folds(ev.ExtraShipRolled)
def _extra(state: State, event: ev.ExtraShipRolled) -> State:
    return _rolled(state, event.roll)


@folds(ev.ExtraShipJoined)
def _joined(state: State, event: ev.ExtraShipJoined) -> State:
    return _with_ships(state, {event.ship: Vessel(id=event.ship, side=event.side)})


@folds(ev.Refitted)
def _refitted(state: State, event: ev.Refitted) -> State:
    return replace(_with_ships(state, event.ships), refit=None)


@folds(ev.EndRolled)
def _end(state: State, event: ev.EndRolled) -> State:
    return _rolled(replace(state, last=event.last or state.last), event.roll)


@folds(ev.CampaignEnded)
def _over(state: State, event: ev.CampaignEnded) -> State:
    return replace(state, outcome=event.outcome, phase="over", agenda=())
