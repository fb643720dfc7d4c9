"""Boarding preparation: whole crew sections form parties, and the orders that the program
proposes.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.decision import Answer, Option
from engine.game.question import Sheet, Slot
from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.boarding.aboard import strength, strength_of
from engine.systems.wooden_ships.boarding.capture import needed
from engine.systems.wooden_ships.machine import (
    RULES,
    Writing,
    asked_about_friends,
    chosen_option,
    open_sheets,
    seal,
    sheets,
)
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import (
    Party,
    PartyKind,
    Ship,
    State,
    afloat,
    friends,
    in_order,
)
from engine.systems.wooden_ships.state.steps import PrepareBoarding

# Proposed orders for a crew: capture undefended ships, board weaker ones, defend against others.


CLEARLY = 2
"""A ship is expected to be boarded by a crew at least this many times as strong as hers. The
proposed orders then send the stronger crew, or defend against it."""


def proposed(state: State, ship: Ship, open_to: tuple[str, ...], section: int) -> str:
    """Return the order that the program proposes for a crew section (from 1); '' to work ship and
    guns.

    In a battle of more than two ships no crew leaves its own ship empty; in a duel a crew does so
    only if it needs all its sections. The last section of a crew that defends against an equal crew
    stays at the guns: if both crews put everybody into the defence, neither ship would fire, fight
    or sail again.
    """
    strongest, home = 0, section == last_section(ship)
    for option in open_to:
        kind, _, to = option.partition(":")
        if kind == "DBP" or friends(state, ship, state.ships[to]):
            continue
        other = state.ships[to]
        if fleet.surrendered(other) and other.prize is None:
            enough = needed(fleet.own_squares(other))
            if _before(ship, last_section(ship)) >= enough:
                return option if _before(ship, section) < enough else ""
        elif kind == "OBP":
            theirs = strength_of(other)
            if strength_of(ship) >= CLEARLY * theirs:
                if home and state.kind != "single":
                    return ""
                rest = strength(_before(ship, section), fleet.quality(ship))
                return "" if home and rest and rest >= CLEARLY * theirs else option
            strongest = max(strongest, theirs)
    if not strongest or "DBP" not in open_to:
        return ""
    boarded = strongest >= CLEARLY * strength_of(ship)
    return "DBP" if boarded or not home else ""


def last_section(ship: Ship) -> int:
    """Return the number, from 1, of the last crew section with squares; 0 if there is none."""
    return max(
        (number for number, left in enumerate(fleet.working_crew(ship), 1) if left), default=0
    )


def _before(ship: Ship, section: int) -> int:
    """Return how many crew squares work in the sections with lower numbers than `section`."""
    return sum(fleet.working_crew(ship)[: section - 1])


# Boarding preparation: whole sections form parties.
#
# Wooden Ships & Iron Men, Grappling and boarding parties.


NONE = "none"
KINDS: dict[str, PartyKind] = {"OBP": "OBP", "DBP": "DBP", "TBP": "TBP"}
PROMPT = "Parties:"
_WORDS = {"OBP": "board", "DBP": "defend", "TBP": "go over to"}


def may_form(ship: Ship) -> bool:
    """Tell whether a ship's crew may form parties; on a ship that has struck only a
    prize crew may.
    """
    return not (
        fleet.crewless(ship) or ship.surrendered or fleet.old_crew_only(ship) or ship.rescued
    )


def destinations(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the orders that a crew section of a ship may get, as option ids such as `OBP:B1`, but
    not `none`.
    """
    if not may_form(ship):
        return ()
    snagged = in_order(fleet.snagged_with(state, ship.id))
    found = [f"OBP:{other}" for other in snagged if _may_board(state, ship, state.ships[other])]
    found += ["DBP"] if snagged else []
    # A transfer to an enemy takes place only if she surrenders.
    near = (
        other
        for other in fleet.beside(state, ship)
        if other.surrendered != "seat"
        and (
            not friends(state, ship, other)
            or other.prize is not None
            or not fleet.surrendered(other)
        )
    )
    return (*found, *(f"TBP:{other.id}" for other in near))


def concerned(state: State, ship: Ship) -> bool:
    """Tell whether a ship is fouled or grappled with an enemy, or beside an enemy that can be
    captured without a fight.

    In other cases a crew can only go over to a friend, or wait for an enemy's surrender; a player
    is asked about these orders only if the standing choice of the seat says so (Skip TBP phase).
    """
    held = (state.ships[other] for other in fleet.snagged_with(state, ship.id))
    if any(_may_board(state, ship, other) for other in held):
        return True
    return any(
        fleet.surrendered(other) and other.prize is None and not friends(state, ship, other)
        for other in fleet.beside(state, ship)
        if other.surrendered != "seat"
    )


def _may_board(state: State, ship: Ship, other: Ship) -> bool:
    return not friends(state, ship, other) and other.surrendered != "seat"


def engaged(state: State, ship: Ship) -> tuple[Party, ...]:
    """Return the parties that an undecided melee still binds: their ships are still fouled or
    grappled.
    """
    return tuple(
        party for party in ship.parties if party.engaged and _still_bound(state, ship, party)
    )


def _still_bound(state: State, ship: Ship, party: Party) -> bool:
    near = fleet.snagged_with(state, ship.id)
    if party.kind != "DBP":
        return party.to in near
    return any(
        foe.engaged and foe.to == ship.id for other in near for foe in state.ships[other].parties
    )


def free_sections(state: State, ship: Ship) -> list[int]:
    """Return the numbers, from 1, of the crew sections that have squares and are not in an
    undecided melee.
    """
    bound = {number for party in engaged(state, ship) for number in party.sections}
    return [
        number
        for number, squares in enumerate(fleet.working_crew(ship), 1)
        if squares and number not in bound
    ]


@RULES.asks(PrepareBoarding)
def _asks(state: State, step: PrepareBoarding) -> tuple[Sheet, ...]:
    return sheets(state, step, PROMPT, _slots)


RULES.takes(PrepareBoarding)(seal)


@RULES.does(PrepareBoarding)
def _does(ledger: Writing, step: PrepareBoarding) -> None:
    answers, state = open_sheets(ledger, step), ledger.state
    formed: dict[str, tuple[Party, ...]] = {}
    for ship in afloat(state):
        # Parties in an undecided melee, and new parties from her free sections. A section that
        # stays at its post ends the new parties: all later sections stay, too.
        by_order: dict[str, list[int]] = {}
        for number in free_sections(state, ship):
            option = chosen_option(answers, f"{ship.id}:{number}", NONE)
            if option == NONE:
                break
            by_order.setdefault(option, []).append(number)
        parties = [*engaged(state, ship)]
        for option, sections in by_order.items():
            kind, _, to = option.partition(":")
            parties.append(Party(tuple(sections), KINDS[kind], to))
        if parties:
            formed[ship.id] = tuple(parties)
    if any(formed.get(ship.id, ()) != ship.parties for ship in afloat(state)):
        ledger.write(ev.PartiesFormed(formed))
    ledger.finish()


def _slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    open_to = destinations(state, ship)
    if not open_to or not (asked_about_friends(state, ship) or concerned(state, ship)):
        return
    found = [Option(NONE, "Works ship and guns", None, subject=ship.id)]
    for each in open_to:
        kind, _, to = each.partition(":")
        words = f"{kind}: {_WORDS[kind]} {to}".rstrip()
        found.append(Option(each, words, None, subject=ship.id))
    options, squares = tuple(found), fleet.working_crew(ship)
    for number in free_sections(state, ship):
        label = f"{ship.id} section {number} ({squares[number - 1]})"
        wanted = proposed(state, ship, open_to, number)
        yield Slot(f"{ship.id}:{number}", label, options, ship.id), Answer(wanted or NONE)
