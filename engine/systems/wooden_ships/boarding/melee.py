"""The melee phase: fights between parties, step by step."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from engine.game.decision import Answer, Option
from engine.game.question import Sheet, Slot
from engine.systems.wooden_ships.boarding.aboard import (
    Key,
    losses,
    party_strength,
    sections_of,
    squares,
    winner,
    without,
)
from engine.systems.wooden_ships.boarding.capture import capture_all, occupy, transfer
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.fleet import snagged_with, surrendered
from engine.systems.wooden_ships.machine import (
    RULES,
    Writing,
    chosen_option,
    open_sheets,
    seal,
    sheets,
)
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.events.fighting import Side
from engine.systems.wooden_ships.state.state import (
    Bout,
    Party,
    Ship,
    State,
    afloat,
    friends,
    id_order,
    pair,
)
from engine.systems.wooden_ships.state.steps import BoardBack, Capture, Melee
from engine.systems.wooden_ships.victory import end_single

# Fights: parties against each other, boarders against defenders.
#
# Wooden Ships & Iron Men, Melee Procedure.


Parties = tuple[Key, ...]


class Fight(NamedTuple):
    """A fight between the parties of two ships: the ships, and the parties on either side. Parties
    of other ships may have joined a side.
    """

    ships: tuple[str, str]
    one: Parties
    other: Parties


class FightResults:
    """Collects the results of a turn's fights, until one event records them."""

    def __init__(self, state: State) -> None:
        self.won = list(state.won)
        self.beaten = list(state.beaten)
        self.undecided = list(state.undecided)
        self.bouts: list[Bout] = []

    def fact(self) -> ev.MeleeSettled:
        """Return the event with the results of all melees."""
        return ev.MeleeSettled(
            tuple(self.won), tuple(self.beaten), tuple(self.undecided), tuple(self.bouts)
        )


def boarders(state: State) -> list[Key]:
    """Return the parties that are ordered to board an enemy whom they can reach, sorted by ship."""
    return [
        (ship.id, to)
        for ship in afloat(state)
        for to in dict.fromkeys(party.to for party in ship.parties if party.kind == "OBP")
        if _can_board(state, ship.id, to) and squares(state, (ship.id, to))
    ]


def _can_board(state: State, ship: str, to: str) -> bool:
    target = state.ships[to]
    return (
        to in snagged_with(state, ship)
        and not friends(state, state.ships[ship], target)
        and target.surrendered != "seat"
        and (target.prize is not None or not surrendered(target))
    )


def fights(parties: Sequence[Key]) -> tuple[list[Fight], dict[str, Parties]]:
    """Pair the parties that are ordered to each other's ships, and list the others as boarders.

    A party without an opponent joins the fight of its target's parties, if they have one; else it
    boards its target. Return (fights, {id of a ship: parties that board her}).
    """
    every = set(parties)
    pairs = sorted(
        {pair(*party) for party in parties if party[::-1] in every},
        key=lambda ships: (id_order(ships[0]), id_order(ships[1])),
    )
    partners: dict[str, list[str]] = {}
    for a, b in pairs:
        partners.setdefault(a, []).append(b)
        partners.setdefault(b, []).append(a)
    joining: dict[Key, list[Key]] = {}
    boarded: dict[str, list[Key]] = {}
    for party in parties:
        if party[::-1] in every:
            continue
        if party[1] in partners:
            first = min(partners[party[1]], key=id_order)
            joining.setdefault((first, party[1]), []).append(party)
        else:
            boarded.setdefault(party[1], []).append(party)
    found = [
        Fight((a, b), ((a, b), *joining.get((a, b), ())), ((b, a), *joining.get((b, a), ())))
        for a, b in pairs
    ]
    return found, {ship: tuple(boarded[ship]) for ship in sorted(boarded, key=id_order)}


def fight_all(ledger: Writing, occupied: Collection[str] = ()) -> None:
    """Carry out all fights of a turn, at most three rounds for each ship, and record the results as
    events.

    `occupied` are surrendered ships that a prize crew entered this turn: other parties ordered to
    them stay on their own ships.
    """
    parties = [party for party in boarders(ledger.state) if party[1] not in occupied]
    if not parties:
        return
    settling = FightResults(ledger.state)
    mutual, boarded = fights(parties)
    for fight in mutual:
        result = _fight(ledger, fight)
        sides = (fight.one, fight.other)
        if result:
            settling.beaten += sides[2 - result]
            # The parties of one ship fight the other ship's: the winner boards the loser's ship.
            board(ledger, fight.ships[2 - result], sides[result - 1], settling)
        elif any(squares(ledger.state, party) for party in (*fight.one, *fight.other)):
            settling.undecided += (*fight.one, *fight.other)
    for ship, attackers in boarded.items():
        board(ledger, ship, attackers, settling)
    ledger.write(settling.fact())


def board(ledger: Writing, ship: str, attackers: Parties, settling: FightResults) -> None:
    """Board a ship: her defending party fights the boarders. If she has none, they win her at
    once.
    """
    defence: Key = (ship, ship)
    if not squares(ledger.state, defence):
        settling.won += attackers
        return
    first = min((source for source, _ in attackers), key=id_order)
    ships = pair(first, ship)
    forward = ships[0] == first
    sides = (attackers, (defence,)) if forward else ((defence,), attackers)
    result = _fight(ledger, Fight(ships, *sides))
    if not result:
        settling.undecided += (*attackers, defence)
    elif (result == 1) == forward:
        settling.won += attackers
        settling.beaten.append(defence)
    else:
        settling.beaten += attackers
        settling.bouts.append(Bout(ship, tuple(source for source, _ in attackers)))


def _fight(ledger: Writing, fight: Fight) -> int:
    """Fight until a side has won or no round is left in this turn. Return the side that won, 1 or
    2; 0 for none.
    """
    involved = {ship for ship, _ in (*fight.one, *fight.other)}
    while True:
        strengths = [
            sum(party_strength(ledger.state, party) for party in side)
            for side in (fight.one, fight.other)
        ]
        won = winner(*strengths)
        spent = max(ledger.state.rounds.get(ship, 0) for ship in involved)
        if won or not any(strengths) or spent >= book().melee.rounds:
            return won
        _round(ledger, fight, strengths)


def _round(ledger: Writing, fight: Fight, strengths: Sequence[int]) -> None:
    faces = ledger.faces(2, 6)
    lost = [losses(strengths[1], faces[1]), losses(strengths[0], faces[0])]
    crew: dict[str, tuple[int, ...]] = {}
    prize: dict[str, int] = {}
    fallen = []
    for parties, count in zip((fight.one, fight.other), lost, strict=True):
        gone = 0
        # The party with most squares loses squares first; ties are broken by id.
        for party in sorted(
            parties, key=lambda each: (-squares(ledger.state, each), id_order(each[0]))
        ):
            ship = ledger.state.ships[party[0]]
            left, taken = without(ship, sections_of(ship, party[1]), count - gone)
            gone += taken
            if taken and ship.prize:
                prize[ship.id] = left[0]
            elif taken:
                crew[ship.id] = left
        fallen.append(gone)
    sides = [
        Side(parties, strengths[at], faces[at], fallen[at])
        for at, parties in enumerate((fight.one, fight.other))
    ]
    ledger.write(ev.MeleeFought(fight.ships, sides[0], sides[1], crew, prize))


# The steps of the melee phase: transfers, prize crews, fights, captures.
#
# Wooden Ships & Iron Men, Melee Procedure.


STAY = "stay"


@RULES.does(Melee)
def _does_melee(ledger: Writing, step: Melee) -> None:
    ledger.finish()
    if any(ship.parties for ship in ledger.state.ships.values()):
        transfer(ledger)
        occupied = occupy(ledger)
        if not end_single(ledger):
            fight_all(ledger, occupied)


# A defending party that has won may board afterwards, but only with the switch `dbp_boards`.


@RULES.asks(BoardBack)
def _asks_board_back(state: State, step: BoardBack) -> tuple[Sheet, ...]:
    if not state.rules.dbp_boards or not state.bouts:
        return ()
    return sheets(state, step, "Your defenders may board:", _slots)


RULES.takes(BoardBack)(seal)


@RULES.does(BoardBack)
def _does_board_back(ledger: Writing, step: BoardBack) -> None:
    answers = open_sheets(ledger, step)
    ledger.finish()
    going = [
        (bout.ship, to)
        for bout in ledger.state.bouts
        if (to := chosen_option(answers, bout.ship, STAY)) != STAY
    ]
    if not going:
        return
    targets = dict(going)
    parties = {
        ship.id: tuple(
            Party(party.sections, "OBP", targets[ship.id])
            if ship.id in targets and party.kind == "DBP"
            else party
            for party in ship.parties
        )
        for ship in ledger.state.ships.values()
        if ship.parties
    }
    ledger.write(ev.PartiesFormed(parties))
    settling = FightResults(ledger.state)
    for ship, to in going:
        board(ledger, to, ((ship, to),), settling)
    settling.bouts.clear()
    ledger.write(settling.fact())


def _slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    for bout in state.bouts:
        foes = [foe for foe in bout.foes if foe in snagged_with(state, ship.id)]
        if bout.ship == ship.id and foes:
            options = (
                Option(STAY, "Stays aboard", None, subject=ship.id),
                *(Option(foe, f"Boards {foe}", None, subject=ship.id) for foe in foes),
            )
            yield Slot(ship.id, ship.label, options, ship.id), Answer(STAY)


@RULES.does(Capture)
def _does_capture(ledger: Writing, step: Capture) -> None:
    ledger.finish()
    capture_all(ledger)
    end_single(ledger)
