"""Reasons for playing a card, for firing at a target, and for giving an order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.base.text import pluralized
from engine.game.decision import Reason
from engine.systems.iron_oak.cards import kind_of, label
from engine.systems.iron_oak.effects import WHY
from engine.systems.iron_oak.fleet import card, in_position, name, original_hits, value
from engine.systems.iron_oak.gunnery.shot import gunnery_drms
from engine.systems.iron_oak.machine import percent
from engine.systems.iron_oak.movement.hazards import hazards_of
from engine.systems.iron_oak.movement.rolls import contact_roll, cross_roll, table_roll
from engine.systems.iron_oak.orders.legal import CROSSED, CROSSES, far_goals, goals
from engine.systems.iron_oak.orders.legal import ways as middles
from engine.systems.iron_oak.state.commands import Aim, Play, Way
from engine.systems.iron_oak.state.state import Order, Ship, State, Unit
from engine.systems.iron_oak.thinking.fire_worth import (
    ROLL,
    card_chances,
    gain,
    hand_worth,
    mean_hits,
    price,
)
from engine.systems.iron_oak.thinking.place_reasons import outside_reasons, place_reasons
from engine.systems.iron_oak.thinking.place_worth import (
    AGROUND,
    going_worth,
    risk,
    way_out,
    weight,
    weights,
)
from engine.systems.iron_oak.thinking.quick_score import (
    FOULING,
    FREE,
    IDLE,
    RAKE,
    attack_hits,
    attack_worth,
    crossings,
    delay,
    rake_worth,
    rams,
    retry_penalty,
)
from engine.systems.iron_oak.waters import off

# Why a card is played or kept: the chance before and after, and its worth in the hand.


def card_reasons(view: State, command: Play) -> tuple[Reason, ...]:
    """Return the reasons for playing a card now, and for keeping it."""
    kind = kind_of(command.card)
    worth = gain(view, command, kind, maneuver_worth(view))
    chances = card_chances(view, command)
    if chances is not None:
        before, after = chances
        effect = f"the maneuver succeeds with {percent(after)} instead of {percent(before)}"
    else:
        effect = WHY.get(kind, "the card helps little here")
    return (
        Reason("card", effect, worth),
        Reason("kept", f"{label(command.card)} is worth something in the hand", -hand_worth(kind)),
    )


def maneuver_worth(view: State) -> float:
    """Return the worth of the maneuver on which a card may be played, to the ship that makes it.

    For a maneuver of little worth the card is better kept.
    """
    move = view.move
    if move is None:
        return ROLL
    ship = view.ships[move.ship]
    if move.goal:
        return max(0.0, going_worth(view, ship, move.goal, 1.0, move.via))
    if move.target in view.ships:
        target = view.ships[move.target]
        if end := CROSSED.get(move.way):
            return max(0.0, rake_worth(target, end))
        if move.way in ("ram", "spar", "ram_and_spar"):
            return max(0.0, attack_worth(view, ship, target, move.way))
    return ROLL


# Why a unit fires at a target: Hits, the target's worth, whether it is nearly destroyed.


LINE = 0.25
"""The worth of damaging a ship to the next line of her maneuver chart, as a fraction of her Victory
Points."""


def aim_reasons(view: State, firer_id: str, aim: Aim) -> tuple[Reason, ...]:
    """Return the reasons for a shot at a target, or for holding fire."""
    if not aim.target:
        return (Reason("hold", "no smoke, and her gunfire is not seen", 0.5),)
    firer, target = view.unit(firer_id), view.unit(aim.target)
    drm = sum(gunnery_drms(view, firer, target).values())
    hits = mean_hits(view, firer, target, drm, aim.plunging)
    plain = hits * price(target)
    found = [Reason("hits", f"{hits:.1f} Hits on average ({drm:+d})", plain)]
    much = weight(view, firer.control, target)
    if much > 1:
        words = f"the fate of {name(target)} decides the battle"
        found.append(Reason("aim", words, (much - 1) * plain))
    # If the loss of certain ships decides the battle, finishing another ship gains little.
    share = much / max((1.0, *weights(view, firer.control).values()))
    nearly = _nearly(target, hits)
    return (*found, *(Reason(each.term, each.words, share * each.worth) for each in nearly))


def _nearly(target: Unit, hits: float) -> Iterator[Reason]:
    """Yield a reason if the shot may bring the target to its next step of damage; the fewer Hits
    that needs, the more it is worth.
    """
    left = original_hits(target) - target.hits
    if left > 0:
        words = f"{pluralized(left, 'Hit')} more and {name(target)} is finished"
        share = min(1.0, hits / left)
        if share > 0.5:
            yield Reason("finish", words, share * value(target) / 2)
            return
    if isinstance(target, Ship):
        lines = (line.min_hits - target.hits for line in card(target).maneuver)
        missing = min((each for each in lines if each > 0), default=0)
        if missing and hits / missing > 0.5:
            words = f"{pluralized(missing, 'Hit')} more and she handles worse"
            yield Reason("line", words, min(1.0, hits / missing) * LINE * value(target))


# Why an order is given, and why it is carried out in this way: worths times chances.


Reasons = tuple[Reason, ...]
FREED = {
    "weigh_anchor": "free to move once the anchor is up",
    "refloat": "free to move once she floats",
    "unfoul": "free to move once she is clear",
}


def order_reasons(view: State, ship_id: str, order: Order) -> Reasons:
    """Return the reasons for and against an order, for the best way to carry it out."""
    ship = view.ships[ship_id]
    ways = [way_reasons(view, ship, way) for way in _ways(view, ship, order)]
    return max(ways, key=total, default=())


def total(reasons: Iterable[Reason]) -> float:
    """Return the worths of these reasons, added up."""
    return sum(reason.worth for reason in reasons)


def _ways(view: State, ship: Ship, order: Order) -> Iterator[Way]:
    if order == "maneuver_1":
        yield from (Way("maneuver_1", goal=goal) for goal in goals(view, ship))
    elif order == "maneuver_2":
        for goal in far_goals(view, ship):
            yield from (Way("maneuver_2", goal=goal, via=via) for via in middles(view, ship, goal))
    elif order == "cross_t":
        yield from (Way(CROSSES[end], each.id) for each, end in crossings(view, ship))
    elif order == "ram_spar":
        yield from (Way(kind, each.id) for each, kind in rams(view, ship))
    else:
        yield Way("hold" if order == "maneuver_0" else order)
        if order == "maneuver_0" and ship.on_map and in_position(view, ship):
            yield Way("escape")


def way_reasons(view: State, ship: Ship, way: Way) -> Reasons:
    """Return the reasons for and against one way to carry out an order: where it leads, and its
    hazards.
    """
    inside = ship.on_map
    here = place_reasons(view, ship.id, ship.box) if inside else outside_reasons(view, ship)
    if way.goal:
        return _going(view, ship, way, here)
    if not inside:
        return here
    found = [*here, *_special(view, ship, way)]
    if way.way not in {"stay", "anchor"} and way.way not in FREED:
        found += _hazards(view, ship, ship.box, 1.0)
    return tuple(found)


def _going(view: State, ship: Ship, way: Way, here: Reasons) -> Reasons:
    """Return the reasons for going to a goal: the goal's reasons and those for staying, each times
    its chance.
    """
    likely = table_roll(view, ship, way.goal, way.via).chance
    there = place_reasons(view, ship.id, way.goal)
    edge = off(way.goal)
    place = f"off by the {edge} edge" if edge else way.goal
    found = {
        each.term: Reason(each.term, f"{place} ({percent(likely)}): {each.words}", each.worth)
        for each in there
    }
    worths = {each.term: likely * each.worth for each in there}
    for each in here:
        found.setdefault(each.term, Reason(each.term, f"if she fails: {each.words}", 0.0))
        worths[each.term] = worths.get(each.term, 0.0) + (1 - likely) * each.worth
    reasons = [Reason(each.term, each.words, worths[each.term]) for each in found.values()]
    for box in filter(None, (way.via, way.goal)):
        reasons += _hazards(view, ship, box, likely)
    if cost := retry_penalty(ship, way.goal):
        reasons.append(Reason("again", "she has failed to get there twice in a row", -cost))
    return tuple(reasons)


def _hazards(view: State, ship: Ship, box: str, likely: float) -> Iterator[Reason]:
    stopped = risk(view, ship.id, box)
    if stopped:
        kinds = ", ".join(each.replace("_", " ") for each in hazards_of(view, ship, box))
        words = f"{kinds} in {box}: {percent(stopped)} chance to be caught"
        yield Reason(f"hazard_{box}", words, -likely * stopped * AGROUND)


def _special(view: State, ship: Ship, way: Way) -> Iterator[Reason]:
    """Yield the reasons for and against an order that a ship carries out inside her box."""
    if way.way in FREED:
        needed = way.way != "weigh_anchor" or bool(way_out(view, ship.id))
        yield Reason("free", FREED[way.way], FREE if needed else FREE / 3)
    elif way.way in {"anchor", "drift"}:
        yield Reason("idle", "gives up the next move", IDLE)
    elif way.way == "escape":
        likely = table_roll(view, ship).chance
        words = f"may get clear of the ship across her, {percent(likely)}"
        yield Reason("escape", words, 0.0 if ship.across_bow_of else likely * RAKE / 2)
    elif way.way == "screen":
        friend = name(view.ships[way.target]) if way.target in view.ships else "a friend"
        yield Reason("screen", f"spends her order to cover {friend}", -1.0)
    elif end := CROSSED.get(way.way):
        target = view.ships[way.target]
        likely = cross_roll(view, ship, target).chance
        words = f"crosses the {end} of {name(target)}, {percent(likely)}: fewer guns bear on her"
        yield Reason("cross", words, likely * rake_worth(target, end))
    elif way.way in ("ram", "spar", "ram_and_spar"):
        target = view.ships[way.target]
        likely = contact_roll(view, ship, target).chance
        dealt, taken = attack_hits(ship, target, way.way)
        gain = dealt * price(target) * weight(view, ship.control, target)
        words = f"strikes {name(target)}, {percent(likely)}: {dealt:.1f} Hits on average"
        yield Reason("strikes", words, likely * gain)
        words = f"{taken:.1f} Hits of her own if she strikes, and she may be fouled"
        yield Reason("struck_back", words, -likely * (taken * price(ship) + FOULING))
        if lost := delay(view, ship):
            yield Reason("delay", "loses a turn on her way out", -lost)
