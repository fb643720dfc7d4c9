"""Commitment: both sides send ships to a battle in secret, one battle ahead (Iron & Oak 8.4.2)."""

from __future__ import annotations

from engine.game.decision import Answer, Closed, Option
from engine.game.question import Draft, Fault, Fill, Sheet, Slot
from engine.systems.iron_oak.campaign.machine.agenda import RULES
from engine.systems.iron_oak.campaign.machine.ledger import Ledger
from engine.systems.iron_oak.campaign.machine.sheets import checks, permitted, picked
from engine.systems.iron_oak.campaign.rules.fleet import available, card, own, share, why_not_sent
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import steps as st
from engine.systems.iron_oak.campaign.state.state import SEATS, Plan, State, side_of
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Side

SHIPS = "ships"


def numbers(state: State, side: Side, plan: Plan) -> tuple[int, int]:
    """Return the fewest and the most ships that a side may send to a battle."""
    kind = book().campaign.types[plan.kind]
    least, most = (kind.attacker if side == plan.attacker else kind.defender).ships
    have = len(available(state, side, plan))
    return min(least, have), min(most, have)


def _chooses(state: State, side: Side, plan: Plan) -> bool:
    """Tell whether there is more than one set of ships that a side may send."""
    least, _ = numbers(state, side, plan)
    return len(available(state, side, plan)) > least


@RULES.asks(st.Commit)
def _ask(state: State, step: st.Commit) -> tuple[Sheet, ...]:
    plan = state.plan(step.number)
    return tuple(
        _sheet(state, side, plan)
        for side in SEATS
        if not state.forces[side].sealed and _chooses(state, side, plan)
    )


def _sheet(state: State, side: Side, plan: Plan) -> Sheet:
    least, most = numbers(state, side, plan)
    ships = sorted(available(state, side, plan), key=lambda ship: -share(ship))
    options = tuple(
        Option(ship.id, f"{card(ship).short}, {share(ship)} VP", None, subject=ship.id)
        for ship in ships
    )
    closed = tuple(
        Closed(card(ship).short, why)
        for ship in own(state, side)
        if (why := why_not_sent(ship, plan))
    )
    slot = Slot(SHIPS, "Ships", options, at_most=most, needs=False, closed=closed)
    picks = tuple(option.id for option in options[:most])
    proposed = {SHIPS: Answer(picks[0]) if most == 1 else Answer(picks=picks)}
    name = book().campaign.types[plan.kind].name
    role = "attack" if side == plan.attacker else "defend"
    how_many = f"{least} to {most}" if least < most else str(most)
    prompt = f"Battle {plan.number}, {name}: you {role}. Send {how_many} ship{'s' * (most != 1)}"
    return Sheet(f"commit {plan.number}", SEATS[side], "commit", prompt, (slot,), proposed=proposed)


@checks("commit")
def _enough(state: State, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
    plan = state.plan(int(sheet.id.removeprefix("commit ")))
    least, _ = numbers(state, side_of(sheet.seat), plan)
    if len(picked(draft, SHIPS)) >= least:
        return ()
    return (Fault(SHIPS, f"Ships: at least {least} must be sent"),)


@RULES.takes(st.Commit)
def _take(ledger: Ledger, step: st.Commit, seat: str, command: Fill) -> None:
    permitted(ledger.state, seat, command)
    ledger.write(ev.Sealed(side_of(seat), picked(command.answers, SHIPS)))


@RULES.does(st.Commit)
def _close(ledger: Ledger, step: st.Commit) -> None:
    """All commitments are in; a side without a choice sends what it must."""
    state, plan = ledger.state, ledger.state.plan(step.number)
    ledger.finish()
    sent = {}
    for side in SEATS:
        force = state.forces[side]
        forced = tuple(ship.id for ship in available(state, side, plan))
        sent[side] = force.chosen if force.sealed else forced
    ledger.write(ev.Committed(step.number, sent))
