"""The melee phase in its steps: transfers, prize crews, fights, captures.

Wooden Ships & Iron Men, Melee Procedure.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.answer import Answer
from engine.game.decision import Option
from engine.game.sheet import Sheet, Slot
from engine.systems.wooden_ships.boarding.capture import capture_all
from engine.systems.wooden_ships.boarding.fights import Settling, board, fight_all
from engine.systems.wooden_ships.boarding.transfers import occupy, transfer
from engine.systems.wooden_ships.fleet.ties import snagged_with
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.machine.sheets import Writing, chosen, opened, seal, sheets
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Party, Ship, State
from engine.systems.wooden_ships.state.steps import BoardBack, Capture, Melee
from engine.systems.wooden_ships.victory.ending import end_single

STAY = "stay"


@RULES.does(Melee)
def _does_melee(ledger: Writing, step: Melee) -> None:
    ledger.finish()
    if any(ship.parties for ship in ledger.state.ships.values()):
        transfer(ledger)
        occupied = occupy(ledger)
        if not end_single(ledger):
            fight_all(ledger, occupied)


# A defending party that has won may board in its turn: only with the switch `dbp_boards`.


@RULES.asks(BoardBack)
def _asks_board_back(state: State, step: BoardBack) -> tuple[Sheet, ...]:
    if not state.rules.dbp_boards or not state.bouts:
        return ()
    return sheets(state, step, "Board in turn:", _slots)


RULES.takes(BoardBack)(seal)


@RULES.does(BoardBack)
def _does_board_back(ledger: Writing, step: BoardBack) -> None:
    answers = opened(ledger, step)
    ledger.finish()
    going = [
        (bout.ship, to)
        for bout in ledger.state.bouts
        if (to := chosen(answers, bout.ship, STAY)) != STAY
    ]
    if not going:
        return
    targets = dict(going)
    parties = {
        ship.id: tuple(_going(party, targets.get(ship.id, "")) for party in ship.parties)
        for ship in ledger.state.ships.values()
        if ship.parties
    }
    ledger.write(ev.PartiesFormed(parties))
    settling = Settling(ledger.state)
    for ship, to in going:
        board(ledger, to, ((ship, to),), settling)
    settling.bouts.clear()
    ledger.write(settling.fact())


def _going(party: Party, to: str) -> Party:
    return Party(party.sections, "OBP", to) if to and party.kind == "DBP" else party


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
