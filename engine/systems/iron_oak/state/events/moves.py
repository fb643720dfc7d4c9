"""Events of movement: revealed orders, rolls, moves, fouling, tows, crossings."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from engine.systems.iron_oak.state.events.event import (
    IronOakEvent,
    positions_between,
    rolled,
    untied,
    with_move,
    with_unit,
    with_units,
    without,
    without_positions,
    worse,
)
from engine.systems.iron_oak.state.state import End, Move, Order, Roll, State, WayName


class OrderRevealed(IronOakEvent, frozen=True, tag="order_revealed"):
    """A ship's order was revealed; `order` is the one that she carries out: another one if hers is
    impossible.
    """

    ship: str
    given: Order | Literal[""]
    order: Order

    def after(self, state: State) -> State:
        state = with_unit(state, self.ship, order=self.given, rammed=(), tried_ram=(), tried_t=())
        return replace(state, move=Move(ship=self.ship, order=self.order, way=self.order))


class WayNamed(IronOakEvent, frozen=True, tag="way_named"):
    """It was chosen how a ship carries out her order."""

    ship: str
    way: WayName
    target: str = ""
    goal: str = ""
    via: str = ""

    def after(self, state: State) -> State:
        state = with_move(state, way=self.way, target=self.target, goal=self.goal, via=self.via)
        failed = state.ships[self.ship].thwarted
        elsewhere = failed and self.goal not in failed
        return with_unit(state, self.ship, thwarted=()) if elsewhere else state


class DiceFeigned(IronOakEvent, frozen=True, tag="dice_feigned"):
    """A hidden ship or a False Contact chose dice that do not betray its identity."""

    ship: str
    dice: str

    def after(self, state: State) -> State:
        return with_move(state, dice=self.dice)


class ManeuverRolled(IronOakEvent, frozen=True, tag="maneuver_rolled"):
    """A maneuver was rolled, against dice of the table or against its target."""

    ship: str
    way: str
    challenge: Roll
    response: Roll
    succeeded: bool
    target: str = ""

    def after(self, state: State) -> State:
        state = rolled(state, self.challenge, self.response)
        goal = state.move.goal if state.move and state.edition else ""
        if self.succeeded or not goal:
            return state
        failed = state.ships[self.ship].thwarted
        return with_unit(state, self.ship, thwarted=(*failed, goal))


class ShipsMoved(IronOakEvent, frozen=True, tag="ships_moved"):
    """A ship moved into a box, with all ships tied to her."""

    ships: tuple[str, ...]
    box: str
    how: Literal["maneuver", "enter", "drift"]
    """Why the ships moved: by a maneuver, entering the map, or by drift."""

    def after(self, state: State) -> State:
        state = with_units(
            state,
            {
                id: {"box": self.box, "moved": True, "smoke": "none", "thwarted": ()}
                for id in self.ships
            },
        )
        return without_positions(state, self.ships, self.ships if self.how == "drift" else ())


class ShipsLeft(IronOakEvent, frozen=True, tag="ships_left"):
    """Ships left the map by an edge."""

    ships: tuple[str, ...]
    edge: str

    def after(self, state: State) -> State:
        lost = f"left:{self.edge}"
        gone = {
            id: {
                "box": f"off:{self.edge}",
                "lost": lost,
                "left_turn": state.turn,
                "fires": (),
                "smoke": "none",
                "anchored": False,
                "opposed_by": (),
            }
            for id in self.ships
        }
        state = with_units(state, gone)
        state = without_positions(state, self.ships)
        return untied(state, self.ships)


class DriftRolled(IronOakEvent, frozen=True, tag="drift_rolled"):
    """A ship rolled for drift, with all ships tied to her. `result` is `stay`, a box, `off:EDGE` or
    `aground`.
    """

    ships: tuple[str, ...]
    roll: Roll
    result: str

    def after(self, state: State) -> State:
        state = with_units(state, {id: {"drifted": True} for id in self.ships})
        return rolled(state, self.roll)


class HazardChecked(IronOakEvent, frozen=True, tag="hazard_checked"):
    """A ship rolled to pass a hazard."""

    ship: str
    hazard: str
    challenge: Roll
    response: Roll
    passed: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class MovementStopped(IronOakEvent, frozen=True, tag="movement_stopped"):
    """A hazard ended a ship's move."""

    ship: str

    def after(self, state: State) -> State:
        return with_move(state, stopped=True)


class MineExploded(IronOakEvent, frozen=True, tag="mine_exploded"):
    """A mine exploded under a ship; it is no longer there."""

    ship: str
    box: str
    roll: Roll
    hits: int

    def after(self, state: State) -> State:
        markers = list(state.board.markers)
        markers.remove(
            next(each for each in markers if each.kind == "mine" and each.box == self.box)
        )
        ship = state.ships[self.ship]
        state = replace(state, board=replace(state.board, markers=tuple(markers)))
        return with_unit(rolled(state, self.roll), self.ship, shields=worse(ship, "WL", 4))


class RanAground(IronOakEvent, frozen=True, tag="ran_aground"):
    """Ships ran aground."""

    ships: tuple[str, ...]

    def after(self, state: State) -> State:
        return with_units(state, {id: {"grounded": True} for id in self.ships})


class Fouled(IronOakEvent, frozen=True, tag="fouled"):
    """A ship got fouled: tied to a ship, an obstruction or a hulk."""

    ship: str
    what: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        changes: dict[str, dict[str, Any]] = {self.ship: {"fouled": (*ship.fouled, self.what)}}
        if self.what in state.ships:
            other = state.ships[self.what]
            changes[self.what] = {"fouled": (*other.fouled, self.ship)}
            state = positions_between(state, self.ship, self.what)
        return with_units(state, changes)


class Freed(IronOakEvent, frozen=True, tag="freed"):
    """A ship got clear of a thing that she was fouled with."""

    ship: str
    what: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        changes = {self.ship: {"fouled": without(ship.fouled, self.what)}}
        if self.what in state.ships:
            other = state.ships[self.what]
            changes[self.what] = {"fouled": without(other.fouled, self.ship)}
        return with_units(state, changes)


class Anchored(IronOakEvent, frozen=True, tag="anchored"):
    """A ship dropped anchor."""

    ship: str

    def after(self, state: State) -> State:
        return with_unit(state, self.ship, anchored=True)


class Weighed(IronOakEvent, frozen=True, tag="weighed"):
    """A ship took up her anchor."""

    ship: str

    def after(self, state: State) -> State:
        return with_unit(state, self.ship, anchored=False, springs=0)


class AnchorSlipped(IronOakEvent, frozen=True, tag="anchor_slipped"):
    """A ship lost her anchor for good."""

    ship: str

    def after(self, state: State) -> State:
        return with_unit(state, self.ship, anchored=False, springs=0, slipped=True)


class RefloatTried(IronOakEvent, frozen=True, tag="refloat_tried"):
    """A ship tried to get off the ground; the event holds the roll."""

    ship: str
    challenge: Roll
    response: Roll
    afloat: bool

    def after(self, state: State) -> State:
        state = rolled(state, self.challenge, self.response)
        return with_unit(state, self.ship, grounded=False) if self.afloat else state


class EngineStrained(IronOakEvent, frozen=True, tag="engine_strained"):
    """After a ship got off the ground, a roll said whether her engine held."""

    ship: str
    challenge: Roll
    response: Roll
    held: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class UnfoulTried(IronOakEvent, frozen=True, tag="unfoul_tried"):
    """A ship tried to get clear of a thing that she is fouled with; the event holds the roll."""

    ship: str
    what: str
    challenge: Roll
    response: Roll
    clear: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class TowTaken(IronOakEvent, frozen=True, tag="tow_taken"):
    """A ship took another in tow."""

    ship: str
    towed: str

    def after(self, state: State) -> State:
        state = with_unit(state, self.ship, towing=self.towed)
        if state.ships[self.towed].acted:
            return state
        return with_unit(state, self.towed, order="maneuver_0")


class TowEnded(IronOakEvent, frozen=True, tag="tow_ended"):
    """A tow ended, by choice or because a ship was lost."""

    ship: str

    def after(self, state: State) -> State:
        return with_unit(state, self.ship, towing="")


class OpposedMarked(IronOakEvent, frozen=True, tag="opposed_marked"):
    """A ship is opposed by an enemy, which hinders her next maneuver: she got an Opposed marker."""

    ship: str
    by: str

    def after(self, state: State) -> State:
        by = state.ships[self.ship].opposed_by
        return with_unit(state, self.ship, opposed_by=(*without(by, self.by), self.by))


class OppositionEnded(IronOakEvent, frozen=True, tag="opposition_ended"):
    """A ship is no longer opposed; `by` is the enemy whose marker was removed, '' for all."""

    ship: str
    by: str = ""

    def after(self, state: State) -> State:
        by = state.ships[self.ship].opposed_by
        return with_unit(state, self.ship, opposed_by=without(by, self.by) if self.by else ())


class TCrossed(IronOakEvent, frozen=True, tag="t_crossed"):
    """A ship crossed a T: she now lies across the bow or the stern of another."""

    ship: str
    target: str
    end: End

    def after(self, state: State) -> State:
        field = "across_bow_of" if self.end == "bow" else "across_stern_of"
        return with_unit(state, self.ship, **{field: self.target})


class PositionsEnded(IronOakEvent, frozen=True, tag="positions_ended"):
    """A ship no longer lies across a bow or stern, nor any ship across hers, except the ships in
    `but`.
    """

    ship: str
    but: tuple[str, ...] = ()

    def after(self, state: State) -> State:
        return without_positions(state, (self.ship,), self.but)


class TTried(IronOakEvent, frozen=True, tag="t_tried"):
    """A ship failed to cross a T. In her next turn she may not try the same target."""

    ship: str
    target: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        return with_unit(state, self.ship, tried_t=(*ship.tried_t, self.target))


class RamTried(IronOakEvent, frozen=True, tag="ram_tried"):
    """A ship tried to attack by ram or torpedo, with or without contact."""

    ship: str
    target: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        return with_unit(
            state,
            self.ship,
            rammed=(*ship.rammed, self.target),
            tried_ram=(*ship.tried_ram, self.target),
        )


class SparTried(IronOakEvent, frozen=True, tag="spar_tried"):
    """A roll said whether a spar torpedo explodes."""

    ship: str
    target: str
    challenge: Roll
    response: Roll
    exploded: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class SparExploded(IronOakEvent, frozen=True, kw_only=True, tag="spar_exploded"):
    """A spar torpedo exploded: Hits on the target, and on the ship that carried it."""

    ship: str
    target: str
    roll: Roll
    hits: int
    own_roll: Roll
    own_hits: int
    spent: bool

    def after(self, state: State) -> State:
        state = rolled(state, self.roll, self.own_roll)
        target, ship = state.ships[self.target], state.ships[self.ship]
        return with_units(
            state,
            {
                self.target: {"shields": worse(target, "WL", 4)},
                self.ship: {
                    "shields": worse(ship, "WL", self.own_hits) if self.own_hits else ship.shields,
                    "spar_spent": ship.spar_spent or self.spent,
                },
            },
        )


class Rammed(IronOakEvent, frozen=True, tag="rammed"):
    """A ship rammed her target."""

    ship: str
    target: str
    attack: Roll
    defence: Roll
    target_hits: int
    own_hits: int

    def after(self, state: State) -> State:
        state = rolled(state, self.attack, self.defence)
        changes: dict[str, dict[str, Any]] = {}
        for id, hits in ((self.target, self.target_hits), (self.ship, self.own_hits)):
            if hits:
                changes[id] = {"shields": worse(state.ships[id], "WL", hits)}
        return with_units(state, changes)


class BeakChecked(IronOakEvent, frozen=True, tag="beak_checked"):
    """After a ram a roll said whether the attacker's ram (beak) held."""

    ship: str
    challenge: Roll
    response: Roll
    held: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class FoulingChecked(IronOakEvent, frozen=True, tag="fouling_checked"):
    """After an attack a roll said whether the two ships are fouled."""

    ship: str
    target: str
    challenge: Roll
    response: Roll
    clear: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class SegmentEnded(IronOakEvent, frozen=True, tag="segment_ended"):
    """A Movement Segment (one ship's move) ended."""

    ship: str

    def after(self, state: State) -> State:
        state = replace(state, move=None)
        ship = state.ships[self.ship]
        return with_unit(state, self.ship, opposed_by=()) if ship.opposed_by else state


class Searched(IronOakEvent, frozen=True, tag="searched"):
    """A ship searched for a hidden counter; the event holds the roll."""

    ship: str
    counter: str
    roll: Roll
    found: bool

    def after(self, state: State) -> State:
        return rolled(state, self.roll)


class Revealed(IronOakEvent, frozen=True, tag="revealed"):
    """A hidden ship was revealed, or a False Contact (a counter without a ship) was removed."""

    ship: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        if ship.kind == "contact":
            state = without_positions(state, (self.ship,))
            return with_unit(state, self.ship, hidden=False, lost="identified", box="")
        return with_unit(state, self.ship, hidden=False)
