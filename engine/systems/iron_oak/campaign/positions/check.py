"""What must hold in a written war as a whole, beyond each value."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from engine.base.text import counted
from engine.game.position import Faults
from engine.systems.iron_oak.campaign.rules.fleet import card, own, why_not_sent
from engine.systems.iron_oak.campaign.rules.preparing import kind_of, sent
from engine.systems.iron_oak.campaign.state.state import SEATS, Plan, State, Vessel
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Side

AFTER = ("draw", "yard", "refit", "spend", "end")
"""Steps after a battle."""


def check(state: State, step: str, faults: Faults) -> None:
    """Note what does not fit together."""
    _steps(state, step, faults)
    _cards(state, faults)
    _ships(state, step, faults)


def _steps(state: State, step: str, faults: Faults) -> None:
    fought = len(state.rows)
    if step in AFTER and not state.rows:
        faults.add("step", f"'{step}' comes after a battle, and rows tell of none")
    if str(fought + 1) not in state.plans and not 0 < state.last <= fought:
        faults.add("plans", f"battle {fought + 1} is missing")
    if step == "next" and len(state.plans) > 1:
        faults.add("plans", f"step 'next' generates battle {fought + 2}, which is there already")
    if state.last and state.last <= fought:
        faults.add("last", f"battle {state.last} has been fought; the war would be over")
    if (step == "spend") != (state.refit is not None):
        faults.add("refit", "is there for step 'spend', and for no other")
    for side in SEATS:
        if not own(state, side):
            faults.add(f"sides.{side}.ships", "no ship is left; the war would be over")


def _cards(state: State, faults: Faults) -> None:
    places = [*state.deck, *state.spent, *(each.card for each in state.laid)]
    places += [number for force in state.forces.values() for number in force.hand]
    for number, count in sorted(Counter(places).items()):
        if count > 1:
            faults.add("deck", f"yard card {number} is in {count} places")
    if gone := sorted(set(book().campaign.cards) - set(places)):
        faults.add("deck", f"yard card {gone[0]} is nowhere")


def _ships(state: State, step: str, faults: Faults) -> None:
    for ship in state.ships.values():
        plan = state.plans.get(str(ship.battle)) if ship.battle else None
        where = f"sides.{ship.side}.ships"
        if ship.battle and plan is None:
            faults.add(where, f"{card(ship).short} goes to battle {ship.battle}, which no plan has")
        elif plan is not None and (why := _why_not(ship, plan)):
            faults.add(where, f"{card(ship).short} cannot go to battle {ship.battle}: {why}")
    for plan in state.plans.values():
        for side in SEATS:
            _numbers(state, side, plan, faults)
    last = max((plan.number for plan in state.plans.values()), default=0)
    if step == "commit" and any(ship.battle == last for ship in state.ships.values()):
        faults.add("step", f"'commit' asks who goes to battle {last}, and ships are sent already")


def _why_not(ship: Vessel, plan: Plan) -> str:
    return why_not_sent(replace(ship, battle=0), plan)


def _numbers(state: State, side: Side, plan: Plan, faults: Faults) -> None:
    """Note more ships than a battle takes; one more may come out of the mist or meet her."""
    kind = kind_of(plan)
    most = (kind.attacker if side == plan.attacker else kind.defender).ships[1]
    count = len(sent(state, side, plan.number))
    if count > most + 2:
        faults.add(
            f"sides.{side}.ships", f"battle {plan.number}: {counted(count, 'ship')}, at most {most}"
        )
