"""Repair and refit: points are rolled, a new ship may arrive, the points are spent.

Iron & Oak 8.8, 8.9.6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from engine.game.decision import Answer, Decision, Option
from engine.game.question import Budget, Draft, Fault, Fill, Sheet, Slot
from engine.systems.iron_oak.campaign import fleet
from engine.systems.iron_oak.campaign.data import GRADES, Side, book, row_of
from engine.systems.iron_oak.campaign.effects import MORE, SHIP, changes
from engine.systems.iron_oak.campaign.machine import RULES, Ledger, checks, picked, validate
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import (
    SEATS,
    NameShip,
    Refit,
    State,
    Vessel,
    side_of,
)
from engine.systems.iron_oak.fleet import shield_name

REPAIR, CRITICAL, CREWS = "repair", "critical", "crew"
"""The names of the three kinds of points in a refit: for Hits and shields, for critical hits, for
crews."""
SPAR = "spar"


@RULES.does(st.RollRefit)
def _roll(ledger: Ledger, step: st.RollRefit) -> None:
    state, facts = ledger.state, book().campaign
    more = changes(state, step.side)
    repair = ledger.roll("d10", more.repair)
    critical = ledger.roll("d10", more.critical, 1)
    crew = ledger.roll("d10", more.crew, 2)
    uses = [laid.use for laid in state.laid if laid.by == step.side and not laid.answered]
    second = facts.extra_ship.second_card if MORE in uses else 0
    ships = [
        st.RollExtraShip(step.side, 0 if number else second) for number in range(uses.count(SHIP))
    ]
    ledger.finish(*ships, st.SpendRefit(step.side))
    points = Refit(
        step.side,
        facts.repair.of(repair.total),
        facts.critical.of(critical.total),
        facts.crew.of(crew.total),
    )
    ledger.write(ev.RefitRolled(points, repair, critical, crew))


@RULES.does(st.RollExtraShip)
def _roll_ship(ledger: Ledger, step: st.RollExtraShip) -> None:
    ledger.finish()
    roll = ledger.roll("d10", step.drm)
    worth = row_of(book().campaign.extra_ship.worth, roll.total)
    ledger.write(ev.ExtraShipRolled(step.side, roll, worth))
    if worth:
        ledger.plan(st.ChooseExtraShip(step.side, worth))


@RULES.asks(st.ChooseExtraShip)
def _ask_ship(state: State, step: st.ChooseExtraShip) -> tuple[Decision, ...]:
    """Ask for the new ship: one of the side's nation that is in no fleet, worth no more than was
    rolled.
    """
    ships = sorted(
        (
            ship
            for ship in book().ships.values()
            if ship.side == step.side
            and ship.type not in fleet.TRANSPORTS
            and ship.id not in state.ships
            and ship.victory_points <= step.worth
        ),
        key=lambda ship: -ship.victory_points,
    )
    if not ships:
        return ()
    options = [
        Option(ship.id, f"{ship.short}, {ship.victory_points} VP", NameShip(ship.id))
        for ship in ships
    ]
    options.append(Option("none", "no ship", NameShip(), ends=True))
    prompt = f"One more ship, of at most {step.worth} VP?"
    return (Decision(SEATS[step.side], "extra_ship", prompt, tuple(options)),)


@RULES.takes(st.ChooseExtraShip)
def _take_ship(ledger: Ledger, step: st.ChooseExtraShip, seat: str, command: NameShip) -> None:
    ledger.finish()
    if command.ship:
        ledger.write(ev.ExtraShipJoined(step.side, command.ship))


# Spending -----------------------------------------------------------------------


@RULES.asks(st.SpendRefit)
def _ask_refit(state: State, step: st.SpendRefit) -> tuple[Sheet, ...]:
    refit = state.refit
    assert refit is not None
    slots = tuple(
        slot for ship in fleet.own(state, step.side) for slot in _slots(state, refit, ship)
    )
    if not slots:
        return ()
    purses = (
        Budget(REPAIR, refit.repair, "points"),
        Budget(CRITICAL, refit.critical, "points"),
        Budget(CREWS, refit.crew, "points"),
    )
    return (
        Sheet(
            id=f"refit {len(state.rows)} {step.side}",
            seat=SEATS[step.side],
            kind="refit",
            prompt="Repair and refit: spend points on which ship?",
            slots=slots,
            secret=False,
            purses=purses,
            proposed=spent_by(state, refit, slots, dearest),
        ),
    )


def _slots(state: State, refit: Refit, ship: Vessel) -> Iterable[Slot]:
    name = fleet.card(ship).short
    repair, crew = Budget(REPAIR, refit.repair), Budget(CREWS, refit.crew)
    yield from _counted(ship, "hits", "Hits", ship.hits, repair)
    for location, step in sorted(ship.shields.items()):  # in the form that is read from a file
        yield from _counted(ship, location, shield_name(location), -step, repair)
    found = tuple(dict.fromkeys(markers(ship)))
    if found and refit.critical:
        options = tuple(Option(each, each.replace("_", " "), None) for each in found)
        costs = {each: {CRITICAL: 1} for each in found}
        yield Slot(
            f"{ship.id} criticals",
            f"{name}: critical hits",
            options,
            ship.id,
            at_most=len(found),
            needs=False,
            costs=costs,
        )
    yield from _counted(ship, "crew", "new crew", ship.crew_loss, crew)
    lent = tuple(_lenders(state, ship))
    if ship.crew_loss and lent:
        yield Slot(
            f"{ship.id} from",
            f"{name}: crew from other ships",
            lent,
            ship.id,
            at_most=len(lent),
            needs=False,
        )


def markers(ship: Vessel) -> tuple[str, ...]:
    """Return a ship's markers that points for critical hits can remove; a used spar torpedo is
    one.
    """
    spent = (SPAR,) if ship.spar_spent and SPAR not in ship.criticals else ()
    return (*ship.criticals, *spent)


def _counted(ship: Vessel, what: str, words: str, count: int, purse: Budget) -> Iterable[Slot]:
    """Yield the slot that asks how many points to spend on one kind of damage of a ship; none if
    she has no such damage, or no point is left.
    """
    most = min(count, purse.have)
    if most > 0:
        numbers = [str(number) for number in range(1, most + 1)]
        options = tuple(Option(number, number, None) for number in numbers)
        costs = {number: {purse.name: int(number)} for number in numbers}
        label = f"{fleet.card(ship).short}: {words} ({count})"
        yield Slot(f"{ship.id} {what}", label, options, ship.id, needs=False, costs=costs)


def _lenders(state: State, ship: Vessel) -> Iterable[Option]:
    """Yield an option for each loan of crew to a ship: `3:ID` borrows 3 crew factors from the ship
    ID. A Green crew lends nobody.

    Iron & Oak 8.8.3.
    """
    for other in fleet.own(state, ship.control):
        if other.id != ship.id and other.grade != "green":
            for number in range(1, min(ship.crew_loss, fleet.aboard(other)) + 1):
                yield Option(f"{number}:{other.id}", f"{number} of {fleet.card(other).short}", None)


@checks("refit")
def _fits(state: State, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
    """Return the faults of a refit: crew lent twice or more than is aboard, a ship with more than
    her full crew.

    A ship that is to go to a battle must also keep enough crew for it (Iron & Oak 8.8.3).
    """
    given: dict[str, int] = {}
    found = []
    for ship in state.ships.values():
        lent = [id.partition(":") for id in picked(draft, f"{ship.id} from")]
        lenders = [id for _, _, id in lent]
        total = _spent(draft, f"{ship.id} crew") + sum(int(number) for number, _, _ in lent)
        if len(set(lenders)) < len(lenders):
            found.append(
                Fault(
                    f"{ship.id} from",
                    f"{fleet.card(ship).short}: a ship is named twice to lend crew; name it once",
                )
            )
        if total > ship.crew_loss:
            lacking = f"{total} crew are more than the {ship.crew_loss} that she lacks"
            found.append(Fault(f"{ship.id} crew", f"{fleet.card(ship).short}: {lacking}"))
        for number, _, id in lent:
            given[id] = given.get(id, 0) + int(number)
    for id, count in given.items():
        have = fleet.aboard(state.ships[id])
        if count > have:
            words = f"{fleet.card(state.ships[id]).short}: {count} are more than the {have} aboard"
            found.append(Fault("", words))
    # A ship that is to go to a battle may lend so much crew that she could not be sent.
    return tuple(found) or tuple(
        Fault("", f"{fleet.card(ship).short}: too few would stay aboard for battle {ship.battle}")
        for ship in refitted(state, side_of(sheet.seat), draft).values()
        if ship.battle and fleet.short_handed(ship) and not fleet.short_handed(state.ships[ship.id])
    )


def _spent(draft: Draft, slot: str) -> int:
    return sum(int(id) for id in picked(draft, slot))


@RULES.takes(st.SpendRefit)
def _take_refit(ledger: Ledger, step: st.SpendRefit, seat: str, command: Fill) -> None:
    validate(ledger.state, seat, command)
    ledger.finish()
    ledger.write(ev.Refitted(step.side, refitted(ledger.state, step.side, command.answers)))


@RULES.does(st.SpendRefit)
def _nothing_to_spend(ledger: Ledger, step: st.SpendRefit) -> None:
    ledger.finish()
    ledger.write(ev.Refitted(step.side, {}))


def refitted(state: State, side: Side, draft: Draft) -> dict[str, Vessel]:
    """Return {id: ship after the refit} for the ships that a refit changes."""
    before = {ship.id: ship for ship in fleet.own(state, side)}
    after: dict[str, Vessel] = {}
    for id, ship in before.items():
        shields = {
            location: step + _spent(draft, f"{ship.id} {location}")
            for location, step in ship.shields.items()
        }
        gone = picked(draft, f"{ship.id} criticals")
        after[id] = replace(
            ship,
            hits=ship.hits - _spent(draft, f"{ship.id} hits"),
            shields={location: step for location, step in shields.items() if step},
            criticals=tuple(each for each in ship.criticals if each not in gone),
            spar_spent=ship.spar_spent and SPAR not in gone,
        )
    lent: Counter[str] = Counter()
    for id, ship in before.items():
        new = _spent(draft, f"{id} crew")
        for number, _, lender in (each.partition(":") for each in picked(draft, f"{id} from")):
            count = int(number)
            poorer = GRADES.index(before[lender].grade) > GRADES.index(ship.grade)
            new += count if poorer else 0
            lent[lender] += count
            other = after[lender]
            after[lender] = replace(other, crew_loss=other.crew_loss + count)
            after[id] = replace(after[id], crew_loss=after[id].crew_loss - count)
        after[id] = replace(after[id], crew_loss=after[id].crew_loss - _spent(draft, f"{id} crew"))
        if new > (fleet.card(ship).crew.full + 1) // 2:
            after[id] = fleet.graded(after[id], -1)
    for lender, count in lent.items():
        if count == fleet.aboard(before[lender]):
            # Nobody who knew the ship is left, so her new crew is Green.
            after[lender] = replace(after[lender], grade="green")
    return {id: ship for id, ship in after.items() if ship != before[id]}


def dearest(ship: Vessel) -> float:
    """Return a ship's Victory Points, by which a refit is proposed unless another `rank` is
    given.
    """
    return fleet.card(ship).victory_points


def spent_by(
    state: State, refit: Refit, slots: tuple[Slot, ...], rank: Callable[[Vessel], float]
) -> dict[str, Answer]:
    """Return a proposal for spending a refit's points: the ships with the highest `rank` get them
    first.
    """
    left = {REPAIR: refit.repair, CRITICAL: refit.critical, CREWS: refit.crew}
    worth = {ship.id: rank(ship) for ship in fleet.own(state, refit.side)}
    found: dict[str, Answer] = {}
    for slot in sorted(slots, key=lambda slot: -worth[slot.subject]):
        budget = next((budget for cost in slot.costs.values() for budget in cost), "")
        if not budget or not left[budget]:
            continue
        if budget == CRITICAL:
            picks = tuple(option.id for option in slot.options[: left[budget]])
            found[slot.id] = Answer(picks[0]) if slot.at_most == 1 else Answer(picks=picks)
            left[budget] -= len(picks)
        else:
            number = min(left[budget], len(slot.options))
            found[slot.id] = Answer(str(number))
            left[budget] -= number
    return found
