"""The story of a battle of Wooden Ships and the words said aboard, event by event.

The sentences are in data/wooden_ships/story.toml, the words in data/wooden_ships/voices.toml.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.base.text import join_names, pluralized
from engine.game.parts.words import Happening
from engine.kit.by_type import Happenings
from engine.systems.wooden_ships.fleet import surrendered
from engine.systems.wooden_ships.signals import in_words
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State

# The story.


CLOSE, SHORT = 1, 3
"""The story calls a shot `point-blank` and `close` up to these ranges in hexes."""
MANY = 4
"""From this number of hits in the hull the story says how many; for guns, the number is one
lower."""
TORN = 4
"""From this number of hits the story says that the rigging is cut to pieces."""
RIGGING = (
    ("damaged", "damaging", ""),
    ("cut up", "cutting up", ""),
    ("cut", "cutting", " to pieces"),
)
"""The words for a number of hits in the rigging: one, several, at least `TORN`."""
HARMS = 2
"""The story reports at most this many kinds of harm that a broadside does."""
PRIZE = "the prize "
NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
)
happens = Happenings("happenings")


def happening(before: State, event: Any) -> Happening | None:
    """Return the story's sentence about an event; None for an event without one."""
    found = happens.happening(before, event)
    if found is None:
        return None
    prizes = {named(before, key): key for key, ship in before.ships.items() if ship.prize}
    about = (found.ship, found.other)
    short = {name: _without_prize(before, key) for name, key in prizes.items() if name in about}
    return replace(found, short=short) if short else found


def number(count: int) -> str:
    """Return a small number in words.

    >>> number(3), number(12), number(31)
    ('three', 'twelve', '31')
    """
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def named(state: State, key: str) -> str:
    """Return a ship's name for a sentence: `the prize Java` under a prize crew, `the French
    Swiftsure` where two ships have one name.
    """
    ship = state.ships.get(key)
    if ship is None or not ship.name:
        return key
    alike = [each for each in state.ships.values() if each.name == ship.name]
    nation = ship.nation.capitalize() or state.seats[ship.seat].name
    name = f"{nation} {ship.name}" if len(alike) > 1 else ship.name
    if ship.prize:
        return f"{PRIZE}{name}"
    return f"the {name}" if len(alike) > 1 else name


def _without_prize(state: State, key: str) -> str:
    """Return a ship's name for a sentence, without the words that call her a prize."""
    her_own = replace(state.ships[key], prize=None)
    return named(replace(state, ships={**state.ships, key: her_own}), key)


def _side(name: str) -> str:
    """Return the name of a side for a sentence: `the French`, `the Americans`."""
    return f"the {name}s" if name.endswith("an") else f"the {name}"


@happens(ev.SideFired)
def _fired(before: State, event: ev.SideFired) -> Happening:
    total = sum(event.hits)
    far = "at point-blank range" if event.range <= CLOSE else "at close range"
    target = named(before, event.target)
    facts = {
        "range": far if event.range <= SHORT else "at long range",
        "end": str(event.rake),
        "from": "astern" if str(event.rake) == "stern" else "ahead",
        "other_end": {"bow": "stern", "stern": "bow"}.get(str(event.rake), ""),
        "side": str(event.side),
    }
    if total:
        harm = _harm(*event.hits)
        did = [f"{each.did} {each.hers}" for each in harm]
        to = f"{harm[0].did} {harm[0].named.format(ship=target)}"
        facts |= {
            "doing": join_names(f"{each.doing} {each.hers}" for each in harm),
            "did": join_names(did),
            "did_to": join_names([to, *did[1:]]),
            "and_did": f" and {did[0]}" if len(did) == 1 else f", {join_names(did)}",
        }
    row = "rake" if event.rake and total else "broadside" if total else "missed"
    weight = total / 2 + 2.0 * (row == "rake") if total else 0.3
    ships = named(before, event.ship), target
    at = f"at {pluralized(event.range, 'hex', 'hexes')}"
    return Happening(row, *ships, weight, facts, event.range if total else 0, at)


class Harm(NamedTuple):
    """The harm of a broadside to one part of a ship, as phrases: `dismounted` (or `dismounting`),
    then `one of her guns`.
    """

    did: str
    doing: str
    hers: str
    """The part that was harmed, after the ship has been named: `one of her guns`."""
    named: str
    """The part that was harmed, where the ship has not been named: `{ship}'s rigging`, with
    `{ship}` for her name."""


def _harm(hull: int, guns: int, crew: int, rigging: int) -> list[Harm]:
    """Return the harm of a broadside to a ship: only its worst kinds, `HARMS` at most, hull
    first.
    """
    found: list[tuple[float, Harm]] = []
    if hull >= MANY:
        shots = f"{number(hull)} shots into"
        found.append(
            (hull, Harm("put", "putting", f"{shots} her hull", f"{shots} {{ship}}'s hull"))
        )
    elif hull:
        often = ("once", "twice", "three times")[hull - 1]
        found.append((hull, Harm("hulled", "hulling", f"her {often}", f"{{ship}} {often}")))
    if guns:
        did, doing = (
            ("dismounted", "dismounting") if guns < MANY - 1 else ("knocked out", "knocking out")
        )
        which = f"{number(guns)} of"
        found.append(
            (1.6 * guns, Harm(did, doing, f"{which} her guns", f"{which} {{ship}}'s guns"))
        )
    if crew:
        men = f"{'some' if crew == 1 else 'many'} of"
        who = f"{men} her men", f"{men} {{ship}}'s men"
        found.append((1.5 * crew, Harm("struck down", "striking down", *who)))
    if rigging:
        did, doing, rest = RIGGING[(rigging > 1) + (rigging >= TORN)]
        what = f"her rigging{rest}", f"{{ship}}'s rigging{rest}"
        found.append((0.7 * rigging, Harm(did, doing, *what)))
    worst = sorted(found, key=lambda each: -each[0])[:HARMS]
    return [each[1] for each in found if each in worst]


def _simple(row: str, weight: float) -> Any:
    """Return a function (state before, event) that tells an event by one row of story.toml.

    `row` is the name of this row, `weight` its weight; the ship is the one in the event's field
    `ship`.
    """
    return lambda before, event: Happening(row, named(before, event.ship), weight=weight)


happens(ev.CrewKilled)(_simple("crew_lost", 7.0))
happens(ev.ShipArrived)(_simple("arrived", 3.0))


@happens(ev.ShipSurrendered)
def _surrendered(before: State, event: ev.ShipSurrendered) -> Happening:
    return Happening(f"surrendered_{event.how}", named(before, event.ship), weight=8.0)


@happens(ev.ShipRetaken)
def _retaken(before: State, event: ev.ShipRetaken) -> Happening:
    name = _without_prize(before, event.ship)
    return Happening(f"retaken_{event.how}", name, weight=7.0)


@happens(ev.ShipCaptured)
def _captured(before: State, event: ev.ShipCaptured) -> Happening:
    row = "possession" if surrendered(before.ships[event.ship]) else "captured"
    return Happening(row, named(before, event.by), named(before, event.ship), 8.0)


@happens(ev.GrappleTried)
def _grappled(before: State, event: ev.GrappleTried) -> Happening | None:
    if not event.holds:
        return None
    held = _grapples(before, event.ship, event.other) > 0
    row, weight = ("grappled_more", 1.2) if held else ("grappled", 2.0)
    return Happening(row, named(before, event.ship), named(before, event.other), weight)


@happens(ev.UnfoulTried)
def _clear(before: State, event: ev.UnfoulTried) -> Happening | None:
    if not event.freed:
        return None
    return Happening("clear", named(before, event.ship), named(before, event.other), 1.2)


@happens(ev.FoulRolled)
def _fouled(before: State, event: ev.FoulRolled) -> Happening | None:
    if not event.fouled:
        return None
    one, other = event.ships
    return Happening("fouled", named(before, one), named(before, other), 1.8)


def _grapples(state: State, one: str, other: str) -> int:
    return next((n for *ships, n in state.grappled if {*ships} == {one, other}), 0)


@happens(ev.CastOffTried)
def _cast_off(before: State, event: ev.CastOffTried) -> Happening | None:
    """Return the story's sentence for a cast-off that sets the ships free; None while other
    grapples hold them.
    """
    if not event.freed or _grapples(before, event.ship, event.other) > 1:
        return None
    return Happening("cast_off", named(before, event.ship), named(before, event.other), 1.2)


@happens(ev.MeleeFought)
def _melee(before: State, event: ev.MeleeFought) -> Happening:
    one, other = (named(before, each) for each in event.ships)
    lost = event.one.lost, event.other.lost
    row = "melee_even" if lost[0] == lost[1] else "melee"
    if lost[0] > lost[1]:
        one, other, lost = other, one, lost[::-1]
    return Happening(row, one, other, 2.5, loss=lost)


@happens(ev.SeatGaveUp)
def _gave_up(before: State, event: ev.SeatGaveUp) -> Happening:
    name = before.seats[event.seat].name if event.seat in before.seats else event.seat
    return Happening("gave_up", _side(name) if name else event.seat, weight=6.0)


@happens(ev.BattleEnded)
def _ended(before: State, event: ev.BattleEnded) -> Happening:
    sides = {each.name for each in before.seats.values() if each.side in event.winners}
    won = join_names([_side(name) for name in sorted(sides)])
    return Happening("won" if won else "drawn", won, weight=9.0)


# Voices: what is said aboard while a battle is played, orders and reports.


EYE, BEFORE = 3, 0
"""The angle from the direction that the wind blows to, to a ship's heading, in sixths of a circle:
heading into the wind, and before the wind."""
speaks = Happenings("voices")


def voice(before: State, event: Any) -> Happening | None:
    """Return the words said aboard about an event: its row of voices.toml, else the story's
    sentence; None if it has neither.
    """
    return speaks.happening(before, event) or happening(before, event)


@speaks(ev.SideFired)
def _said_of_fire(before: State, event: ev.SideFired) -> Happening | None:
    told = happening(before, event)
    hurt = join_names([*_hurt(*event.hits)])
    return replace(told, facts={**told.facts, "hurt": hurt}) if told else None


def _hurt(hull: int, guns: int, crew: int, rigging: int) -> Iterator[str]:
    """Yield phrases for the harm of a broadside to a ship, as her officers report it."""
    if hull:
        yield "hit in the hull"
    if guns:
        yield "a gun dismounted" if guns == 1 else f"{number(guns)} guns dismounted"
    if crew:
        yield "some men down" if crew == 1 else "many men down"
    if rigging:
        yield "rigging cut" if rigging < TORN else "rigging cut to pieces"


@speaks(ev.ImpulseTaken)
def _turned(before: State, event: ev.ImpulseTaken) -> Happening | None:
    """Return the order aboard the first ship that turns into the wind (tacks) or before it (wears);
    None if none does.
    """
    for key, (_, _, facing) in event.places.items():
        old, new = ((each - before.wind) % 6 for each in (before.ships[key].facing, facing))
        if old != new and new in (EYE, BEFORE):
            return Happening("tacks" if new == EYE else "wears", named(before, key))
    return None


@speaks(ev.SignalsHoisted)
def _signals(before: State, event: ev.SignalsHoisted) -> Happening | None:
    """Return the words said about the first signal that was hoisted; None if there is none."""
    for signal in event.signals.values():
        about = named(before, signal.about) if signal.about else ""
        facts = {"words": in_words(replace(signal, about=about))}
        return Happening("signals", named(before, signal.ship), facts=facts)
    return None


@speaks(ev.Collided)
def _collided(before: State, event: ev.Collided) -> Happening:
    one, other = event.ships
    return Happening("collided", named(before, one), named(before, other))


def _said_between(failed: str, succeeded: str) -> Any:
    """Return a function (state before, event) for the words about a ship's attempt, such as to
    grapple another.

    For a success it returns the story's sentence, for a failure the row `failed` of voices.toml.
    `succeeded` is the name of the event's field with the result.
    """
    return lambda before, event: (
        happening(before, event)
        if getattr(event, succeeded)
        else Happening(failed, named(before, event.ship), named(before, event.other), 0.8)
    )


speaks(ev.GrappleTried)(_said_between("grapple_fails", "holds"))
speaks(ev.UnfoulTried)(_said_between("still_foul", "freed"))
