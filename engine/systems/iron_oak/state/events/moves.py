"""Events of movement: revealed orders, rolls, places, ties, positions."""

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
    """A ship's order was revealed; `order` is the order that applies."""

    ship: str
    given: Order | Literal[""]
    order: Order

    def after(self, state: State) -> State:
        state = with_unit(state, self.ship, order=self.given, rammed=(), tried_ram=(), tried_t=())
        return replace(state, move=Move(ship=self.ship, order=self.order, way=self.order))


class WayNamed(IronOakEvent, frozen=True, tag="way_named"):
    """A way of carrying out the ship's order was chosen."""

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
    """A hidden ship or False Contact chose the dice that it rolls."""

    ship: str
    dice: str

    def after(self, state: State) -> State:
        return with_move(state, dice=self.dice)


class ManeuverRolled(IronOakEvent, frozen=True, tag="maneuver_rolled"):
    """A maneuver was rolled, against the table or against a target."""

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
    """Ships that are tied together moved into a box."""

    ships: tuple[str, ...]
    box: str
    how: Literal["maneuver", "enter", "drift"]
    """How the ships moved: maneuver, drift or enter."""

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
    """Ships checked for drift; `result` is `stay`, a box, `off:EDGE` or `aground`."""

    ships: tuple[str, ...]
    roll: Roll
    result: str

    def after(self, state: State) -> State:
        state = with_units(state, {id: {"drifted": True} for id in self.ships})
        return rolled(state, self.roll)


class HazardChecked(IronOakEvent, frozen=True, tag="hazard_checked"):
    """A ship rolled against a hazard."""

    ship: str
    hazard: str
    challenge: Roll
    response: Roll
    passed: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class MovementStopped(IronOakEvent, frozen=True, tag="movement_stopped"):
    """A hazard ended the movement."""

    ship: str

    def after(self, state: State) -> State:
        return with_move(state, stopped=True)


class MineExploded(IronOakEvent, frozen=True, tag="mine_exploded"):
    """A mine exploded under a ship and was removed."""

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
    """A ship is fouled with a ship, an obstruction or a hulk."""

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
    """A fouling ended."""

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
    """A ship weighed anchor."""

    ship: str

    def after(self, state: State) -> State:
        return with_unit(state, self.ship, anchored=False, springs=0)


class AnchorSlipped(IronOakEvent, frozen=True, tag="anchor_slipped"):
    """A ship lost her anchor for good."""

    ship: str

    def after(self, state: State) -> State:
        return with_unit(state, self.ship, anchored=False, springs=0, slipped=True)


class RefloatTried(IronOakEvent, frozen=True, tag="refloat_tried"):
    """A grounded ship tried to get off; the event holds the roll."""

    ship: str
    challenge: Roll
    response: Roll
    afloat: bool

    def after(self, state: State) -> State:
        state = rolled(state, self.challenge, self.response)
        return with_unit(state, self.ship, grounded=False) if self.afloat else state


class EngineStrained(IronOakEvent, frozen=True, tag="engine_strained"):
    """A refloated ship's engine was checked."""

    ship: str
    challenge: Roll
    response: Roll
    held: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class UnfoulTried(IronOakEvent, frozen=True, tag="unfoul_tried"):
    """A ship tried to end a fouling; the event holds the roll."""

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
    """A tow ended, deliberately or not."""

    ship: str

    def after(self, state: State) -> State:
        return with_unit(state, self.ship, towing="")


class OpposedMarked(IronOakEvent, frozen=True, tag="opposed_marked"):
    """A ship got an Opposed marker."""

    ship: str
    by: str

    def after(self, state: State) -> State:
        by = state.ships[self.ship].opposed_by
        return with_unit(state, self.ship, opposed_by=(*without(by, self.by), self.by))


class OppositionEnded(IronOakEvent, frozen=True, tag="opposition_ended"):
    """Opposed markers were removed; `by` is the opposing ship, '' for all."""

    ship: str
    by: str = ""

    def after(self, state: State) -> State:
        by = state.ships[self.ship].opposed_by
        return with_unit(state, self.ship, opposed_by=without(by, self.by) if self.by else ())


class TCrossed(IronOakEvent, frozen=True, tag="t_crossed"):
    """A ship moved across the bow or stern of another."""

    ship: str
    target: str
    end: End

    def after(self, state: State) -> State:
        field = "across_bow_of" if self.end == "bow" else "across_stern_of"
        return with_unit(state, self.ship, **{field: self.target})


class PositionsEnded(IronOakEvent, frozen=True, tag="positions_ended"):
    """A ship's positions across a bow or stern ended, except positions with the ships in `but`."""

    ship: str
    but: tuple[str, ...] = ()

    def after(self, state: State) -> State:
        return without_positions(state, (self.ship,), self.but)


class TTried(IronOakEvent, frozen=True, tag="t_tried"):
    """A ship failed to cross a T; she may not cross the same target in her next turn."""

    ship: str
    target: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        return with_unit(state, self.ship, tried_t=(*ship.tried_t, self.target))


class RamTried(IronOakEvent, frozen=True, tag="ram_tried"):
    """A ship tried to ram or spar, whether or not she made contact."""

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
    """A roll decided whether a spar torpedo explodes."""

    ship: str
    target: str
    challenge: Roll
    response: Roll
    exploded: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class SparExploded(IronOakEvent, frozen=True, kw_only=True, tag="spar_exploded"):
    """A spar torpedo exploded: Hits on the target, and on its own ship."""

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
    """A ram struck its target."""

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
    """A ram was checked for damage after it struck."""

    ship: str
    challenge: Roll
    response: Roll
    held: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class FoulingChecked(IronOakEvent, frozen=True, tag="fouling_checked"):
    """A roll decided whether two ships in contact are fouled."""

    ship: str
    target: str
    challenge: Roll
    response: Roll
    clear: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class SegmentEnded(IronOakEvent, frozen=True, tag="segment_ended"):
    """A Movement Segment ended."""

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
    """A hidden ship was revealed, or a False Contact removed."""

    ship: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        if ship.kind == "contact":
            state = without_positions(state, (self.ship,))
            return with_unit(state, self.ship, hidden=False, lost="identified", box="")
        return with_unit(state, self.ship, hidden=False)
