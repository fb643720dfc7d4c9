"""Forces and grades: both sides choose their ships for the war in secret, then assign crew grades
openly. Iron & Oak 8.3.1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import groupby

from engine.base.errors import Refused
from engine.base.text import pluralized
from engine.game.decision import Answer, Option
from engine.game.question import Budget, Draft, Fault, Fill, Sheet, Slot
from engine.systems.iron_oak.campaign.data import Grade, ShipCard, Side, book
from engine.systems.iron_oak.campaign.fleet import TRANSPORTS
from engine.systems.iron_oak.campaign.machine import RULES, Ledger, checks, picked, validate
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import SEATS, State, side_of

POINTS, SHIPS = "VP", "ships"
CREWS: tuple[tuple[str, Grade], ...] = (("crack", "crack"), ("green", "green"))


def catalogue(side: Side) -> tuple[ShipCard, ...]:
    """Return the ships that a side may choose from, grouped by type, the most valuable first."""
    mine = [
        ship for ship in book().ships.values() if ship.side == side and ship.type not in TRANSPORTS
    ]
    return tuple(sorted(mine, key=lambda ship: (ship.type, -ship.victory_points, ship.id)))


def dearest(ship: ShipCard) -> float:
    """Return a ship's Victory Points, by which a proposed force is chosen unless another `rank` is
    given.
    """
    return ship.victory_points


def sensible(side: Side, rank: Callable[[ShipCard], float] = dearest) -> tuple[str, ...]:
    """Return the ids of a force that is proposed to a player: strong ships, as many as the points
    allow.

    The ships are taken in the order of `rank`, the highest first, as long as the points left
    suffice for the least number of ships.
    """
    limits = book().campaign.forces
    ships = sorted(catalogue(side), key=lambda ship: (-rank(ship), ship.id))
    cheap = sorted(ship.victory_points for ship in ships)
    chosen: list[ShipCard] = []
    left = limits.victory_points
    for ship in ships:
        still = max(0, limits.min_ships - len(chosen) - 1)
        if len(chosen) < limits.max_ships and ship.victory_points + sum(cheap[:still]) <= left:
            chosen.append(ship)
            left -= ship.victory_points
    return tuple(ship.id for ship in chosen)


@RULES.asks(st.ChooseForces)
def _ask_forces(state: State, step: st.ChooseForces) -> tuple[Sheet, ...]:
    sheets: list[Sheet] = []
    for side in SEATS:
        if not state.forces[side].sealed:
            limits = book().campaign.forces
            slots = []
            for kind, ships in groupby(catalogue(side), key=lambda ship: ship.type):
                cards = tuple(ships)
                options = tuple(
                    Option(ship.id, f"{ship.short}, {ship.victory_points} VP", None)
                    for ship in cards
                )
                costs = {ship.id: {POINTS: ship.victory_points, SHIPS: 1} for ship in cards}
                label = kind.replace("_", " ").capitalize()
                slots.append(
                    Slot(kind, label, options, at_most=len(cards), needs=False, costs=costs)
                )
            purses = (Budget(POINTS, limits.victory_points), Budget(SHIPS, limits.max_ships))
            prompt = f"Choose {limits.min_ships} to {limits.max_ships} ships for the war"
            sheets.append(
                Sheet(
                    "forces",
                    SEATS[side],
                    "force",
                    prompt,
                    tuple(slots),
                    purses=purses,
                    proposed=draft_of(sensible(side), slots),
                )
            )
    return tuple(sheets)


def draft_of(ships: Collection[str], slots: Iterable[Slot]) -> dict[str, Answer]:
    """Return a force as a draft of the sheet: each slot, one for each type of ship, with the ships
    chosen in it.
    """
    found: dict[str, Answer] = {}
    for slot in slots:
        if picks := tuple(option.id for option in slot.options if option.id in ships):
            found[slot.id] = Answer(picks[0]) if slot.at_most == 1 else Answer(picks=picks)
    return found


@checks("force")
def _enough(state: State, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
    least, have = book().campaign.forces.min_ships, sheet.spent(draft, SHIPS)
    return (
        ()
        if have >= least
        else (Fault("", f"{pluralized(have, 'ship')} chosen; at least {least}"),)
    )


@RULES.takes(st.ChooseForces)
def _take_force(ledger: Ledger, step: st.ChooseForces, seat: str, command: Fill) -> None:
    validate(ledger.state, seat, command)
    ships = sorted(id for answer in command.answers.values() for id in answer.chosen)
    ledger.write(ev.Sealed(side_of(seat), tuple(ships)))


@RULES.does(st.ChooseForces)
def _show_forces(ledger: Ledger, step: st.ChooseForces) -> None:
    ledger.finish()
    ledger.write(ev.ForcesShown({side: ledger.state.forces[side].chosen for side in SEATS}))


# Grades -----------------------------------------------------------------------


@RULES.asks(st.AssignGrades)
def _ask_grades(state: State, step: st.AssignGrades) -> tuple[Sheet, ...]:
    sheets: list[Sheet] = []
    for side in SEATS:
        if not state.forces[side].sealed:
            ships = [ship for ship in state.ships.values() if ship.side == side]
            ships.sort(key=lambda ship: -book().ships[ship.id].victory_points)
            options = tuple(
                Option(ship.id, book().ships[ship.id].short, None, subject=ship.id)
                for ship in ships
            )
            limits = book().campaign.forces
            names = [f"{crew} {number}" for crew, _ in CREWS for number in (1, 2)][: 2 * 2]
            assert limits.crack == limits.green == 2
            slots = tuple(Slot(name, name.capitalize(), options) for name in names)
            # The best ships gain most by a good crew; the weakest lose least by a bad one.
            picks = [*options[: limits.crack], *options[-limits.green :]]
            proposed = {name: Answer(option.id) for name, option in zip(names, picks, strict=True)}
            prompt = "Two crews are Crack and two are Green; all others are Average"
            sheets.append(
                Sheet(
                    id="grades",
                    seat=SEATS[side],
                    kind="grades",
                    prompt=prompt,
                    slots=slots,
                    secret=False,
                    proposed=proposed,
                )
            )
    return tuple(sheets)


@checks("grades")
def _one_a_ship(state: State, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
    seen: dict[str, str] = {}
    for slot in sheet.slots:
        for id in picked(draft, slot.id):
            if id in seen:
                name = book().ships[id].short
                return (Fault(slot.id, f"{slot.label}: {name} is {seen[id].lower()} already"),)
            seen[id] = slot.label
    return ()


@RULES.takes(st.AssignGrades)
def _take_grades(ledger: Ledger, step: st.AssignGrades, seat: str, command: Fill) -> None:
    validate(ledger.state, seat, command)
    grades: dict[str, Grade] = {}
    for slot, answer in command.answers.items():
        grades[answer.option] = "crack" if slot.startswith("crack") else "green"
    if "" in grades:
        raise Refused("name one ship for each crew")
    ledger.write(ev.GradesAssigned(side_of(seat), grades))


@RULES.does(st.AssignGrades)
def _grades_are_in(ledger: Ledger, step: st.AssignGrades) -> None:
    """Begin the war after the grades are assigned: shuffle the yard cards and generate the first
    battle. Iron & Oak 8.3.2.
    """
    ledger.finish(st.Generate(1), st.Commit(1), st.NextBattle())
    shuffle(ledger)


def shuffle(ledger: Ledger) -> None:
    """Shuffle all yard cards except the ones that players hold."""
    held = {card for force in ledger.state.forces.values() for card in force.hand}
    free = [str(card) for card in book().campaign.cards if card not in held]
    deck = tuple(int(card) for card in ledger.shuffled(free))
    ledger.write(ev.DeckShuffled(deck, max(0, len(free) - 1)))
