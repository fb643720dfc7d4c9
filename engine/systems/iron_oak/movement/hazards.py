"""Hazards: shoals, obstructions, hulks, mines, sandbars; and hidden ships at night (Iron & Oak 5.4,
8.6).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.game.decision import Decision, Option
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.damage import fights, take_hits
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.machine import RULES, Ledger, chance
from engine.systems.iron_oak.movement.segment import ROLLS, end
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import First, Pretend, Seek
from engine.systems.iron_oak.state.state import Ship, State, beats, sides_of
from engine.systems.iron_oak.waters import depth

# Hidden ships at night: the dice on their counters, and searching for them (Iron & Oak 8.6).


LADDER = ("d4", "d6", "d8", "d8d4", "d8d6", "d10", "d10d4", "d10d6", "d10d8", "d10d8d4")
"""All dice of maneuver charts, from weak to strong."""


def smaller(dice: str) -> tuple[str, ...]:
    """Return the dice of maneuver charts that are weaker than `dice`. They have no more dice and,
    compared one by one from the largest die down, none that is larger.
    """
    own = sorted(sides_of(dice), reverse=True)
    return tuple(
        other
        for other in LADDER
        if other != dice
        and len(sides_of(other)) <= len(own)
        and all(
            mine >= theirs
            for mine, theirs in zip(own, sorted(sides_of(other), reverse=True), strict=False)
        )
    )


def feigned(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the dice that a hidden ship or a False Contact may choose to roll, to be taken for
    another ship. A real ship's own dice come first.
    """
    if ship.kind == "ship":
        return (fleet.maneuver_dice(ship), *reversed(smaller(fleet.maneuver_dice(ship))))
    friends = (
        fleet.maneuver_dice(other)
        for other in state.ships.values()
        if other.side == ship.side and other.kind == "ship" and not other.lost
    )
    return tuple(dict.fromkeys(dice for dice in friends if dice)) or ("d10",)


@RULES.asks(st.Feign)
def _ask_dice(state: State, step: st.Feign) -> tuple[Decision, ...]:
    ship, move = state.ships[step.ship], state.move
    if move is None or not ship.hidden or move.way not in ROLLS:
        return ()
    options = tuple(Option(dice, f"Roll {dice}", Pretend(dice)) for dice in feigned(state, ship))
    prompt = f"{fleet.name(ship)}: which dice shall the hidden counter seem to roll?"
    return (
        Decision(fleet.seat_of(state, ship), "feign", prompt, options, secret=True, ship=ship.id),
    )


@RULES.takes(st.Feign)
def _pretend(ledger: Ledger, step: st.Feign, seat: str, command: Pretend) -> None:
    ledger.finish()
    ledger.write(ev.DiceFeigned(step.ship, command.dice))


@RULES.asks(st.Search)
def _ask_counter(state: State, step: st.Search) -> tuple[Decision, ...]:
    ship = state.ships[step.ship]
    if not state.board.night or not ship.on_map or ship.captured_by or ship.kind != "ship":
        return ()
    counters = sorted(
        fleet.public_id(enemy)
        for enemy in fleet.enemies_in(state, ship.control, ship.box)
        if enemy.hidden
    )
    if not counters:
        return ()
    options = [Option("none", "Search nobody", Seek())]
    options += [
        Option(f"seek:{id}", f"Search counter {id.rpartition('_')[2]}", Seek(id), subject=id)
        for id in counters
    ]
    prompt = f"{fleet.name(ship)}: search a hidden counter?"
    return (Decision(fleet.seat_of(state, ship), "search", prompt, tuple(options), ship=ship.id),)


@RULES.takes(st.Search)
def _search(ledger: Ledger, step: st.Search, seat: str, command: Seek) -> None:
    if command.counter:
        roll = ledger.roll("d10")
        found = roll.kept >= book().tables.night.search
        ledger.write(ev.Searched(step.ship, command.counter, roll, found))
        if found:
            ledger.write(ev.Revealed(fleet.by_public_id(ledger.state, command.counter)))
    _end_search(ledger, step)


@RULES.does(st.Search)
def _end_search(ledger: Ledger, step: st.Search) -> None:
    ledger.finish()
    end(ledger, step.ship)


# Hazards: shoals, hulks, obstructions, mines, sandbars (Iron & Oak 5.4, 5.7.2).


BEFORE = ("escape", "screen", "oppose", "cross_bow", "cross_stern", "ram", "spar", "ram_and_spar")
"""The ways to carry out an order for which hazards are checked before cards may be played."""
FOULING = ("hulk", "obstruction", "heavy_obstruction")


class HazardCheck(NamedTuple):
    """The dice of a check against a hazard, and the modifier of the challenge."""

    challenge: str
    response: str
    drm: int

    @property
    def chance(self) -> float:
        """The chance that the ship passes the hazard."""
        return chance(self.challenge, self.response, self.drm)


def hazards_of(state: State, ship: Ship, box: str) -> tuple[str, ...]:
    """Return the kinds of hazards that a box has for a ship: one entry for all hulks together, one
    for each other marker.
    """
    if ship.kind != "ship":
        return ()
    found = [each.kind for each in state.board.markers if each.box == box]
    hulks = ["hulk"] if "hulk" in found else []
    todo = [*hulks, *(kind for kind in found if kind != "hulk")]
    if over(state, ship, box) > 0:
        todo.append("shoal")
    if state.board.terrain.get(box) == "sandbar":
        todo.append("sandbar")
    return tuple(todo)


def over(state: State, ship: Ship, box: str) -> int:
    """Return a ship's draft minus the depth of a box; at 0 or less she is safe."""
    deep = depth(state.board, box)
    return 0 if deep is None else fleet.draft(ship) - deep


def check_of(state: State, ship: Ship, box: str, hazard: str) -> HazardCheck:
    """Return the dice of a check against a hazard, and its modifier."""
    table = book().tables.hazards
    night = table.night_drm if state.board.night else 0
    if hazard == "shoal":
        too_deep = over(state, ship, box)
        return HazardCheck(table.shoal[min(too_deep, 3) - 1], table.shoal_response, night)
    if hazard == "mine":
        return HazardCheck(table.mine, table.mine_response, 0)
    if hazard == "sandbar":
        drm = table.sandbar_drm + table.sandbar_draft_drm * max(0, fleet.draft(ship) - 1)
        return HazardCheck(table.sandbar, table.sandbar_response, drm)
    drm = night
    if hazard == "heavy_obstruction":
        drm += table.heavy_obstruction_drm
    if hazard == "hulk":
        hulks = sum(each.kind == "hulk" and each.box == box for each in state.board.markers)
        drm += table.further_hulk_drm * (hulks - 1)
    return HazardCheck(table.obstruction, table.obstruction_response, drm)


@RULES.does(st.BoxHazards)
def _begin(ledger: Ledger, step: st.BoxHazards) -> None:
    """Let a ship meet the hazards of her box before cards are played, if her order keeps her in the
    box.
    """
    ledger.finish()
    move = ledger.state.move
    if move is not None and move.way in BEFORE:
        face_hazards(ledger, step.ship)


def face_hazards(ledger: Ledger, ship_id: str) -> None:
    """Put the hazards of a ship's box on the agenda, to be checked next."""
    state = ledger.state
    ship = state.ships[ship_id]
    if not ship.on_map or fleet.immobile(state, ship):
        return
    group = (ship, *partners(state, ship))
    todo: dict[str, int] = {}
    for each in group:
        found = hazards_of(state, each, ship.box)
        for hazard in found:
            todo[hazard] = max(todo.get(hazard, 0), found.count(hazard))
    every = tuple(hazard for hazard, count in todo.items() for _ in range(count))
    if every:
        ledger.plan(st.Hazard(ship_id, every))


def partners(state: State, ship: Ship) -> tuple[Ship, ...]:
    """Return the ships that are tied to a ship, move with her, and so meet the same hazards.

    A ship that is aground or at anchor, or tied to a ship aground or at anchor, does not move along
    (Iron & Oak 5.4).
    """
    return tuple(
        each
        for each in fleet.tied(state, ship)
        if each.id != ship.id and each.on_map and not fleet.immobile(state, each)
    )


@RULES.asks(st.Hazard)
def _which(state: State, step: st.Hazard) -> tuple[Decision, ...]:
    kinds = tuple(dict.fromkeys(step.todo))
    if len(kinds) < 2 or state.move is None or state.move.stopped:
        return ()
    ship = state.ships[step.ship]
    side = fleet.other_side(ship.control)
    prompt = f"Which hazard does {fleet.public_name(ship, side)} meet first?"
    options = tuple(Option(kind, kind.replace("_", " "), First(kind)) for kind in kinds)
    return tuple(
        Decision(seat, "hazard", prompt, options, ship=fleet.public_id(ship))
        for seat in state.sides[side].seats
    )


@RULES.takes(st.Hazard)
def _chosen(ledger: Ledger, step: st.Hazard, seat: str, command: First) -> None:
    _meet(ledger, step, command.id)


@RULES.does(st.Hazard)
def _next(ledger: Ledger, step: st.Hazard) -> None:
    move = ledger.state.move
    if move is None or move.stopped or not fights(ledger, step.ship):
        ledger.finish()
    else:
        _meet(ledger, step, step.todo[0])


def _meet(ledger: Ledger, step: st.Hazard, hazard: str) -> None:
    """Check one hazard for the ship that moves, then for the ships that move with her; then the
    other hazards follow.
    """
    place = step.todo.index(hazard)
    rest = step.todo[:place] + step.todo[place + 1 :]
    ship = ledger.state.ships[step.ship]
    others = tuple(each.id for each in partners(ledger.state, ship))
    then: list[st.PartnerHazard | st.Hazard] = []
    if others:
        then.append(st.PartnerHazard(step.ship, hazard, others))
    if rest:
        then.append(st.Hazard(step.ship, rest))
    ledger.finish(*then)
    pass_hazard(ledger, step.ship, hazard)


@RULES.asks(st.PartnerHazard)
def _who(state: State, step: st.PartnerHazard) -> tuple[Decision, ...]:
    if len(step.partners) < 2 or state.move is None or state.move.stopped:
        return ()
    ship = state.ships[step.ship]
    options = tuple(
        Option(id, fleet.name(state.ships[id]), First(id), subject=id) for id in step.partners
    )
    prompt = f"Which ship rolls against the {step.hazard.replace('_', ' ')} next?"
    return (Decision(fleet.seat_of(state, ship), "partner", prompt, options, ship=ship.id),)


@RULES.takes(st.PartnerHazard)
def _partner(ledger: Ledger, step: st.PartnerHazard, seat: str, command: First) -> None:
    rest = tuple(id for id in step.partners if id != command.id)
    ledger.finish(st.PartnerHazard(step.ship, step.hazard, rest))
    pass_hazard(ledger, command.id, step.hazard)


@RULES.does(st.PartnerHazard)
def _last(ledger: Ledger, step: st.PartnerHazard) -> None:
    ledger.finish()
    move = ledger.state.move
    if step.partners and move is not None and not move.stopped:
        pass_hazard(ledger, step.partners[0], step.hazard)


def pass_hazard(ledger: Ledger, ship_id: str, hazard: str) -> None:
    """Roll a ship's check against a hazard. If it fails, she is aground, fouled or hit by a mine,
    and all ships tied to her move no more.
    """
    state = ledger.state
    ship = state.ships[ship_id]
    if not ship.on_map or hazard not in hazards_of(state, ship, ship.box):
        return
    check = check_of(state, ship, ship.box, hazard)
    challenge, response = ledger.contest(check.challenge, check.response, check.drm)
    passed = beats(challenge, response)
    ledger.write(ev.HazardChecked(ship_id, hazard, challenge, response, passed))
    if passed:
        return
    if ship.hidden:
        ledger.write(ev.Revealed(ship_id))
    ledger.write(ev.MovementStopped(ship_id))
    if hazard in FOULING:
        ledger.write(ev.Fouled(ship_id, hazard))
    elif hazard == "mine":
        roll = ledger.roll("d8")
        hits = book().tables.torpedoes.mine[roll.kept - 1]
        ledger.write(ev.MineExploded(ship.id, ship.box, roll, hits))
        take_hits(ledger, ship.id, hits)
    else:
        ledger.write(ev.RanAground((ship_id,)))


def holds_in_tow(state: State, ship: Ship) -> bool:
    """Tell whether a ship is in tow: then she checks no hazards by an order of her own (Iron & Oak
    5.3).
    """
    return fleet.towed_by(state, ship) is not None
