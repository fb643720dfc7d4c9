"""Drift, getting off the ground, getting clear of ships, and towing (Iron & Oak 4.3, 5.2, 5.3)."""

from __future__ import annotations

from typing import NamedTuple

from engine.game.decision import Answer, Decision, Option
from engine.game.question import Fill, Sheet, Slot
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.damage import mark
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Direction, Edge
from engine.systems.iron_oak.machine import RULES, Ledger, chance
from engine.systems.iron_oak.movement.hazards import face_hazards
from engine.systems.iron_oak.movement.rolls import towing_drm
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Take
from engine.systems.iron_oak.state.state import Board, Roll, Ship, State, beats
from engine.systems.iron_oak.waters import FLOW, GRID, OFF, off, open_step

# Drifting with the current (Iron & Oak 5.2).


AGROUND = "aground"
STAY = "stay"
FACES = range(1, 11)


@RULES.does(st.DriftCheck)
def _check(ledger: Ledger, step: st.DriftCheck) -> None:
    """Roll drift for a ship together with all ships tied to her, once a turn. In still water
    nothing is rolled.
    """
    ledger.finish()
    state = ledger.state
    ship = state.ships[step.ship]
    current = state.board.current
    still = FLOW[current.direction] == (0, 0) or current.speed == "none"
    if still or not fleet.can_drift(state, ship):
        return
    group = fleet.tied(state, ship)
    if any(each.drifted for each in group):
        return
    movers = tuple(each.id for each in group)
    roll = ledger.roll("d10")
    result = drift_result(state.board, ship.box, roll.kept)
    ledger.write(ev.DriftRolled(movers, roll, result))
    if result == AGROUND:
        ledger.write(ev.RanAground(movers))
    elif off(result):
        ledger.write(ev.ShipsLeft(movers, off(result)))
    elif result != STAY:
        ledger.write(ev.ShipsMoved(movers, result, "drift"))
        face_hazards(ledger, ship.id)


def drift_result(board: Board, box: str, face: int) -> str:
    """Return where a drift roll carries a ship: `stay`, a box, `off:EDGE` or `aground`."""
    table = book().tables.drift.at(board.current.speed)
    down, right = FLOW[board.current.direction]
    if face == table.left:
        step = (down - right, right + down)
    elif face == table.right:
        step = (down + right, right - down)
    elif face >= table.ahead:
        step = (down, right)
    else:
        return STAY
    if step == (0, 0):
        return STAY
    # Over a corner of two open edges the ship leaves by the downstream edge.
    end = GRID.shifted(box, step)
    if end:
        return end if open_step(board, box, end) else AGROUND
    row, column = GRID.place(box)
    crossed = []
    if not 0 <= row + step[0] < GRID.rows:
        crossed.append("top" if step[0] < 0 else "bottom")
    if not 0 <= column + step[1] < GRID.columns:
        crossed.append("left" if step[1] < 0 else "right")
    if any(edge in board.banks for edge in crossed):
        return AGROUND
    downstream: dict[Direction, Edge] = {
        "left": "left",
        "right": "right",
        "up": "top",
        "down": "bottom",
    }
    ahead = downstream[board.current.direction]
    return OFF + (ahead if ahead in crossed else crossed[0])


def drift_chances(board: Board, box: str) -> dict[str, float]:
    """Return {where it leads: chance} for a drift roll in a box; hazards are left out."""
    counts: dict[str, int] = {}
    for face in FACES:
        result = drift_result(board, box, face)
        counts[result] = counts.get(result, 0) + 1
    return {result: count / len(FACES) for result, count in counts.items()}


# Getting free: off the ground (Iron & Oak 4.3), clear of a ship, an obstruction or a hulk.
#
# Iron & Oak 4.4.


LAME = (
    "engine_damaged",
    "rudder",
    "speed_1",
    "speed_2",
    "smokestack",
    "steering_row",
    "steering_column",
)
"""The critical hits with which a tug cannot help a ship to get off the ground."""


class Refloating(NamedTuple):
    """The roll that may get a ship off the ground: its kind, its dice, and its modifiers."""

    kind: str
    challenge: str
    response: str
    drms: dict[str, int]

    @property
    def drm(self) -> int:
        """The sum of the roll's modifiers."""
        return sum(self.drms.values())

    @property
    def chance(self) -> float:
        """The chance that the ship gets off the ground."""
        return chance(self.challenge, self.response, self.drm)


def refloating(state: State, ship: Ship) -> Refloating:
    """Return the roll that may get a ship off the ground; a sound tug improves it."""
    kind = "refloat"
    if not fleet.powered(state, ship):
        kind = "refloat_unpowered"
    elif "engine_damaged" in ship.criticals:
        kind = "refloat_engine_damaged"
    check = book().tables.checks[kind]
    drms = {"tug": check.drm} if helped(state, ship) else {}
    return Refloating(kind, check.challenge, check.response, drms)


def helped(state: State, ship: Ship) -> bool:
    """Tell whether a tug can help a grounded ship: a friend in tow with her that has power, is not
    immobile, and has no damage to engine or steering.
    """
    tug = fleet.grappled(state, ship)
    return (
        tug is not None
        and tug.control == ship.control
        and fleet.powered(state, tug)
        and not fleet.immobile(state, tug)
        and not any(each in LAME for each in tug.criticals)
    )


def refloat(ledger: Ledger, ship_id: str) -> None:
    """Roll to get a ship off the ground; her engine or her waterline may be damaged by it."""
    check = refloating(ledger.state, ledger.state.ships[ship_id])
    challenge, response = ledger.contest(check.challenge, check.response, check.drm)
    afloat = beats(challenge, response)
    ledger.write(ev.RefloatTried(ship_id, challenge, response, afloat))
    if afloat and check.kind == "refloat":
        # She got off the ground by her own power: a roll decides whether her engine holds.
        engine = book().tables.checks["refloat_engine"]
        challenge, response = ledger.contest(engine.challenge, engine.response)
        held = beats(challenge, response)
        ledger.write(ev.EngineStrained(ship_id, challenge, response, held))
        if not held:
            mark(ledger, ship_id, "engine_damaged", "WL")
            _tear(ledger, ship_id, challenge, response)
    elif not afloat and check.kind == "refloat_engine_damaged":
        mark(ledger, ship_id, "engine_stopped", "WL")
        _tear(ledger, ship_id, challenge, response)
    elif not afloat and check.kind == "refloat_unpowered":
        _tear(ledger, ship_id, challenge, response)


def _tear(ledger: Ledger, ship_id: str, challenge: Roll, response: Roll) -> None:
    """Roll a critical hit on the waterline if the response was at least triple; it adds no Hits of
    a shot.
    """
    if response.total >= 3 * max(1, challenge.total):
        ledger.plan(st.Critical(ship_id, "wl", "WL"))


def unfoul_drms(what: str) -> dict[str, int]:
    """Return the modifiers of the roll to get clear of a ship or an obstacle; only a heavy
    obstruction has one.
    """
    if what == "heavy_obstruction":
        return {"heavy_obstruction": book().tables.checks["unfoul"].drm}
    return {}


def unfoul(ledger: Ledger, ship_id: str) -> None:
    """Roll to get clear of one thing that a ship is fouled with; success frees both ships. If the
    roll fails, the ship must roll for drift, unless she is immobile.
    """
    move = ledger.state.move
    assert move is not None
    what = move.target
    if what not in ledger.state.ships[ship_id].fouled:
        return
    check = book().tables.checks["unfoul"]
    drm = sum(unfoul_drms(what).values())
    challenge, response = ledger.contest(check.challenge, check.response, drm)
    clear = beats(challenge, response)
    ledger.write(ev.UnfoulTried(ship_id, what, challenge, response, clear))
    if clear:
        ledger.write(ev.Freed(ship_id, what))
    elif not fleet.immobile(ledger.state, ledger.state.ships[ship_id]):
        ledger.plan(st.DriftCheck(ship_id))


# Taking a ship in tow, and letting it go (Iron & Oak 5.3).


UNDER = ("maneuver_0", "cross_t", "ram_spar", "maneuver_1")
"""The orders under which a ship may take another in tow. With a ship in tow, Oppose and Maneuver 2
would be impossible."""


def can_tow(state: State, ship: Ship) -> bool:
    """Tell whether a ship may take another in tow: she has power, is not immobile, fouled or a
    prize, and has no tow.
    """
    return (
        ship.on_map
        and ship.kind == "ship"
        and not ship.captured_by
        and fleet.powered(state, ship)
        and not ship.fouled
        and not fleet.grappled(state, ship)
        and not fleet.immobile(state, ship)
    )


def tows(state: State, ship: Ship) -> tuple[Ship, ...]:
    """Return the friends in her box that a ship may take in tow."""
    if not can_tow(state, ship):
        return ()
    return tuple(
        other
        for other in fleet.own_ships(state, ship.control)
        if other.id != ship.id
        and other.box == ship.box
        and other.kind == "ship"
        and not other.moved
        and not fleet.grappled(state, other)
        and not fleet.fouled_with_ships(state, other)
    )


@RULES.asks(st.TakeTow)
def _ask(state: State, step: st.TakeTow) -> tuple[Decision, ...]:
    ship, move = state.ships[step.ship], state.move
    if move is None or move.order not in UNDER:
        return ()
    options = [
        Option(
            f"take:{other.id}",
            f"Take {fleet.name(other)} in tow ({towing_drm(state, ship, other):+d})",
            Take(other.id),
            subject=other.id,
        )
        for other in tows(state, ship)
    ]
    if not options:
        return ()
    options.insert(0, Option("none", "Nobody in tow", Take()))
    prompt = f"{fleet.name(ship)}: take a ship in tow?"
    return (Decision(fleet.seat_of(state, ship), "tow", prompt, tuple(options), ship=ship.id),)


@RULES.takes(st.TakeTow)
def _take(ledger: Ledger, step: st.TakeTow, seat: str, command: Take) -> None:
    ledger.finish()
    if not command.ship:
        return
    ledger.write(ev.TowTaken(step.ship, command.ship))
    ship = ledger.state.ships[step.ship]
    # A towed ship that is aground or at anchor is being helped, so it holds the tug.
    if fleet.held_in_tow(ledger.state, ship):
        ledger.write(ev.OrderRevealed(ship.id, ship.open_order, "maneuver_0"))


# Letting go ---------------------------------------------------------------------


@RULES.asks(st.LetGo)
def _ask_let_go(state: State, step: st.LetGo) -> tuple[Sheet, ...]:
    side = fleet.side_of(state, step.seat)
    tugs = tuple(
        ship
        for ship in fleet.own_ships(state, side)
        if ship.towing and ship.on_map and fleet.seat_of(state, ship) == step.seat
    )
    if not tugs:
        return ()
    slots = tuple(
        Slot(
            tug.id,
            f"{fleet.name(tug)} tows {fleet.name(state.ships[tug.towing])}",
            (Option("keep", "Keep in tow", None), Option("let_go", "Let go", None)),
            subject=tug.id,
        )
        for tug in tugs
    )
    proposed = {tug.id: Answer("keep") for tug in tugs}
    sheet = Sheet(
        id=f"tows {state.turn}",
        seat=step.seat,
        kind="tows",
        prompt="Which ships in tow do you let go?",
        slots=slots,
        secret=False,
        proposed=proposed,
    )
    return (sheet,)


@RULES.takes(st.LetGo)
def _take_let_go(ledger: Ledger, step: st.LetGo, seat: str, command: Fill) -> None:
    ledger.finish()
    # Sorted, not in the order in which the sheet was filled in, because a file does not keep that
    # order.
    for id in sorted(command.answers):
        if command.answers[id].option == "let_go":
            ledger.write(ev.TowEnded(id))


@RULES.does(st.LetGo)
def _none(ledger: Ledger, step: st.LetGo) -> None:
    ledger.finish()


def taken_along(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the ids of a ship and, if she tows one, of the towed ship: both move together."""
    return (ship.id, ship.towing) if ship.towing else (ship.id,)
