"""After a battle: crew grades, ships and their damage in the book, prizes.

Iron & Oak 8.7.1 to 8.7.3.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.iron_oak.campaign.data import Side
from engine.systems.iron_oak.campaign.effects import AFTER_BATTLE, kind_of_card
from engine.systems.iron_oak.campaign.fighting import STOPPED
from engine.systems.iron_oak.campaign.fleet import card, own, sent, strength
from engine.systems.iron_oak.campaign.forces import shuffle
from engine.systems.iron_oak.campaign.machine import RULES, Ledger
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import steps as st
from engine.systems.iron_oak.campaign.state.state import NAMES, SEATS, Plan, State, Vessel, WarRow
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.state.state import Ship
from engine.systems.iron_oak.victory import points


@RULES.does(st.CloseBattle)
def _close(ledger: Ledger, step: st.CloseBattle) -> None:
    state, plan = ledger.state, ledger.state.plan(step.number)
    ledger.finish(st.NextBattle())
    winner, reason = _winner(state, plan)
    forces = {side: sent(state, side, step.number) for side in SEATS}
    after = _returned(state, plan) if state.battle else _home(forces)
    taken = tuple(id for id, ship in after.items() if ship.control != state.ships[id].control)
    battle = state.battle
    row = WarRow(
        plan=plan,
        winner=winner,
        reason=reason,
        ships={side: tuple(ship.id for ship in forces[side]) for side in SEATS},
        points={side: points(battle, side) if battle else 0 for side in SEATS},
        strength=_strengths(state, after),
        lost=tuple(id for id, ship in after.items() if not ship.afloat),
        taken=taken,
        turns=battle.turn if battle else 0,
    )
    ledger.write(ev.BattleClosed(row, after))
    if over(ledger.state):
        return
    for laid in ledger.state.laid:
        kind = kind_of_card(laid.card).id
        if kind in AFTER_BATTLE:
            AFTER_BATTLE[kind](ledger, laid, row)
    shuffle(ledger)
    ledger.plan(*aftermath(ledger.state))


def _winner(state: State, plan: Plan) -> tuple[Side, str]:
    """Return who won, and why; a draw counts for the defender, and so does an empty water."""
    if state.battle is not None and state.battle.outcome is not None:
        outcome = state.battle.outcome
        for side, name in NAMES.items():
            if name in outcome.winners:
                return side, outcome.reason
        return plan.defender, f"{outcome.reason}; a draw counts for the defender"
    came = [side for side in SEATS if sent(state, side, plan.number)]
    if not came:
        return plan.defender, "neither side sent a ship"
    return came[0], f"the {NAMES[other_side(came[0])]} sent no ship"


def _home(forces: dict[Side, tuple[Vessel, ...]]) -> dict[str, Vessel]:
    """Return the ships of a battle that was not fought, free again."""
    return {ship.id: replace(ship, battle=0) for side in SEATS for ship in forces[side]}


def _returned(state: State, plan: Plan) -> dict[str, Vessel]:
    """Return the ships of a battle as they come back from it.

    Fires, smoke, fouls, anchors, grounding and tow end with it (Iron & Oak 8.7.3).
    """
    battle = state.battle
    assert battle is not None
    assert state.setting is not None
    target = state.setting.target
    found = {}
    for vessel in state.ships.values():
        if vessel.battle == plan.number and vessel.afloat:
            found[vessel.id] = _back(vessel, battle.ships[vessel.id], plan.number, target)
    return found


def _back(vessel: Vessel, ship: Ship, number: int, target: str) -> Vessel:
    control = ship.control
    criticals = ship.criticals
    crew_loss, grade = ship.crew_loss, ship.grade
    if vessel.id == target and control == vessel.control:
        # Her engine was stopped for this battle, and is repaired free (8.8.2).
        criticals = tuple(each for each in criticals if each != STOPPED)
    if control != vessel.control:
        crew_loss, grade = card(vessel).crew.full, "green"
    return Vessel(
        id=vessel.id,
        side=vessel.side,
        grade=grade,
        hits=ship.hits,
        shields=ship.shields,
        crew_loss=crew_loss,
        criticals=criticals,
        spar_spent=ship.spar_spent,
        captured_by="" if control == vessel.side else control,
        lost_in=number if ship.lost == "sunk" else 0,
    )


def _strengths(state: State, after: dict[str, Vessel]) -> dict[Side, int]:
    then = replace(state, ships={**state.ships, **after})
    return {side: strength(own(then, side)) for side in SEATS}


def aftermath(state: State) -> tuple[st.AnyStep, ...]:
    """Return what follows a battle: cards, yards, refits, the end roll.

    Iron & Oak 8.7.4 to 8.7.6.
    """
    first = state.rows[-1].winner
    order = (first, other_side(first))
    steps: list[st.AnyStep] = [st.DrawYardCards()]
    for yard in order:
        for side in (yard, other_side(yard)):
            steps.append(st.PlayYard(yard, side))
        for side in (yard, other_side(yard)):
            steps.append(st.AnswerYard(yard, side))
    steps += [st.CutHand(side) for side in order]
    steps += [st.RollRefit(side) for side in order]
    return (*steps, st.RollEnd())


def over(state: State) -> bool:
    """Tell whether no battle is fought any more."""
    fought = len(state.rows)
    return bool(state.last and fought >= state.last) or not all(own(state, s) for s in SEATS)
