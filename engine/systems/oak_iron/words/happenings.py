"""What a battle's story tells of each event, and the words said aboard.

The sentences are in data/oak_iron/story.toml, the words in data/oak_iron/voices.toml.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from engine.base.text import join_names
from engine.game.parts.words import Happening
from engine.kit.by_type import Happenings
from engine.space.plane.pose import turn_between
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import SAILS, State
from engine.systems.oak_iron.state.wording import squadron_name, thing

# The story.


TIMES = ("not at all", "once", "twice", "three times", "four times", "five times", "six times")
RANGES = {
    "": "at close quarters",
    "yard_arm": "at point-blank range",
    "pistol": "within pistol shot",
    "musket": "within musket shot",
    "cannon": "at long range",
    "beyond": "at extreme range",
}
"""The words for the range of a shot, by range band, the shortest range first."""
SHOT = {
    "broadside": "broadside",
    "partial_fire": "few_guns",
    "close_combat": "hand_to_hand",
    "landing_party": "landing_fight",
}
"""The row of story.toml for each kind of attack, if it scores hits."""
MISSED = {"hand_to_hand": "hand_to_hand_missed", "landing_fight": "landing_fight_missed"}
"""The row of story.toml for a fight of men that scores no hits: {row with hits: row without}."""
NUMBERED = re.compile(r"^(.*) (II|III|IV|V|VI|VII|VIII)$")
"""Matches the name of a squadron that has a numeral because others have the same name."""
ORDINALS = {
    "II": "second",
    "III": "third",
    "IV": "fourth",
    "V": "fifth",
    "VI": "sixth",
    "VII": "seventh",
    "VIII": "eighth",
}
happens = Happenings("happenings")


def happening(before: State, event: Any) -> Happening | None:
    """Return what the story says about an event: a row of story.toml and its facts; None for
    most.
    """
    found = happens.happening(before, event)
    if found is None:
        return None
    names = {named(before, key): ship.name for key, ship in before.ships.items() if ship.name}
    about = (found.ship, found.other)
    short = {name: names[name] for name in about if names.get(name, name) != name}
    return replace(found, short=short) if short else found


def named(state: State, key: str) -> str:
    """Return the name of a ship, with her squadron if another ship has the same name."""
    ship = state.ships.get(key)
    if ship is None or not ship.name:
        return key
    if any(each.name == ship.name and each.id != key for each in state.ships.values()):
        return f"{ship.name} of {_squadron(state, ship.squadron)}"
    return ship.name


def _squadron(state: State, key: str) -> str:
    """Return the name of a squadron in a sentence: `the Red squadron`, `the Curacao Convoy`, `the
    third Curacao Convoy`; or of a fleet: `the Blue fleet`.
    """
    name = squadron_name(state, key).removeprefix("The ")
    numbered = NUMBERED.match(name)
    if numbered:
        return f"the {ORDINALS[numbered[2]]} {numbered[1]}"
    if " " in name or name != squadron_name(state, key):
        return f"the {name}"
    return f"the {name} {'squadron' if key in state.squadrons else 'fleet'}"


def times(count: int) -> str:
    """Return a number of times as words.

    >>> times(2), times(9)
    ('twice', 'nine times')
    """
    more = {7: "seven", 8: "eight", 9: "nine"}
    return TIMES[count] if count < len(TIMES) else f"{more.get(count, 'many')} times"


def more_times(count: int) -> str:
    """Return a further number of times as words.

    >>> more_times(1), more_times(2)
    ('once more', 'twice more')
    """
    return f"{times(count)} more"


def shots(count: int) -> str:
    """Return a number of shots as words.

    >>> shots(1), shots(4), shots(12)
    ('one shot', 'four shots', 'many shots')
    """
    numbers = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    number = numbers[count] if count < len(numbers) else "many"
    return f"{number} {'shot' if count == 1 else 'shots'}"


@happens(ev.HitsScored)
def _hits(before: State, event: ev.HitsScored) -> Happening:
    attack = before.attack
    facts = {
        "hits": times(event.hits),
        "more": more_times(event.hits),
        "shots": shots(event.hits),
        "range": "at close range",
    }
    row = "broadside"
    if attack is not None:
        row = SHOT[attack.kind]
        facts["range"] = RANGES[attack.band]
        facts["end"] = "stern" if str(attack.rake) == "stern" else "bow"
        facts["from"] = "astern" if facts["end"] == "stern" else "ahead"
    if attack is not None and attack.rake and event.hits:
        row = "rake"
    elif not event.hits:
        row = MISSED.get(row, "missed")
    weight = event.hits + 2.0 * (row == "rake") if event.hits else 0.3
    ships = named(before, event.attacker), named(before, event.target)
    reach = [*RANGES].index(attack.band) if attack is not None and event.hits else 0
    loss = (0, event.hits) if row.startswith("hand_to_hand") else (0, 0)
    return Happening(row, *ships, weight, facts, reach, facts["range"], loss)


def _simple(row: str, weight: float) -> Any:
    """Return a function (before, event) that tells of a ship, for events with a field `ship`.

    `row` is the row of story.toml that it uses; `weight` is how important the event is in the
    story.
    """
    return lambda before, event: Happening(row, named(before, event.ship), weight=weight)


for _kind, _row, _weight in (
    (ev.BecameShaken, "shaken", 4.0),
    (ev.BecameCrippled, "crippled", 5.0),
    (ev.BecameOutOfAction, "out_of_action", 6.0),
    (ev.HelmHit, "helm", 3.0),
    (ev.ShipRecaptured, "retaken", 7.0),
    (ev.ShipDestroyed, "destroyed", 8.0),
    (ev.ShipLeft, "left", 5.0),
    (ev.WentAground, "aground", 4.0),
    (ev.GotOff, "afloat", 2.0),
    (ev.CutLoose, "cut_free", 2.0),
):
    happens(_kind)(_simple(_row, _weight))


@happens(ev.AttackDeclared)
def _burnt(before: State, event: ev.AttackDeclared) -> Happening | None:
    """Return what the story says about the attack of a fire ship, which scores no hits."""
    attack = event.attack
    if attack.kind != "fire_ship":
        return None
    return Happening("fire_ship", named(before, attack.attacker), named(before, attack.target), 6.0)


@happens(ev.FatigueRemoved)
def _rallied(before: State, event: ev.FatigueRemoved) -> Happening | None:
    """Return what the story says when a crew stops being Shaken; None if the Fatigue removed
    does not do that.
    """
    if not before.ships[event.ship].shaken or event.now >= before.ships[event.ship].fatigue_boxes:
        return None
    return Happening("rallied", named(before, event.ship), weight=3.5)


@happens(ev.ShipRemoved)
def _removed(before: State, event: ev.ShipRemoved) -> Happening:
    row = "sunk" if event.lost == "sunk" else "broken_up"
    return Happening(row, named(before, event.ship), weight=8.0)


@happens(ev.ShipCaptured)
def _captured(before: State, event: ev.ShipCaptured) -> Happening:
    by = _squadron(before, event.by)
    return Happening("captured", named(before, event.ship), by, 8.0)


@happens(ev.Collided)
def _collided(before: State, event: ev.Collided) -> Happening:
    names = [
        named(before, key) if key in before.ships else thing(before, key) for key in event.struck
    ]
    if any(key in before.ships for key in event.struck):
        return Happening("collided", named(before, event.ship), join_names(names), 3.0)
    facts = {"thing": join_names(names)}
    return Happening("struck", named(before, event.ship), weight=3.0, facts=facts)


@happens(ev.Entangled)
def _entangled(before: State, event: ev.Entangled) -> Happening:
    one, other = event.pairs[0]
    return Happening("entangled", named(before, one), named(before, other), 2.5)


@happens(ev.AdmiralKilled)
def _admiral(before: State, event: ev.AdmiralKilled) -> Happening:
    return Happening("admiral", _squadron(before, event.squadron), weight=6.0)


@happens(ev.BattleEnded)
def _ended(before: State, event: ev.BattleEnded) -> Happening:
    won = join_names([_squadron(before, side) for side in event.outcome.winners])
    return Happening("won" if won else "drawn", won, weight=9.0)


# Voices: what is said aboard while a battle is played, orders and reports.


WIND_FROM = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
"""The bearing of each weather edge, from which the wind blows, in degrees."""
HALF = 180.0
"""Half a circle, in degrees."""
speaks = Happenings("voices")


def voice(before: State, event: Any) -> Happening | None:
    """Return the words said aboard about an event, a row of voices.toml.

    An event without such a row has the story's sentence; None if it has neither.
    """
    return speaks.happening(before, event) or happening(before, event)


@speaks(ev.AttackDeclared)
def _aimed(before: State, event: ev.AttackDeclared) -> Happening:
    attack = event.attack
    ships = named(before, attack.attacker), named(before, attack.target)
    rows = {"close_combat": "boards", "fire_ship": "fire_ship"}
    row = rows.get(attack.kind, "bears" if attack.edge else "bears_some")
    return Happening(row, *ships, facts={"side": str(attack.edge)})


@speaks(ev.ShipMoved)
def _turned(before: State, event: ev.ShipMoved) -> Happening | None:
    """Return the words for tacking or wearing: a turn that brings the wind to the other side.

    `tacks` is a turn through the wind, `wears` one away from it; None for any other move.
    """
    pose = before.ships[event.ship].pose
    if pose is None or event.how not in ("turn", "change_heading"):
        return None
    wind = WIND_FROM[before.table.weather_edge]
    old, new = (turn_between(each.heading, wind) for each in (pose, event.pose))
    if old * new >= 0 or old == -HALF:  # she had the wind ahead or astern
        return None
    row = "tacks" if abs(old) + abs(new) < HALF else "wears"
    return Happening(row, named(before, event.ship))


@speaks(ev.SailChanged)
def _sail(before: State, event: ev.SailChanged) -> Happening | None:
    ship = before.ships[event.ship]
    more = SAILS.index(event.sail) - SAILS.index(ship.sail)
    row = "anchors" if event.sail == "anchored" else "makes_sail" if more > 0 else "shortens_sail"
    if before.attack is not None and before.attack.target == event.ship:  # a critical hit
        row = "sails_hit"
    # a ship that runs aground is anchored without an order
    return Happening(row, named(before, event.ship)) if more and not ship.aground else None


@speaks(ev.Reloaded)
def _loaded(before: State, event: ev.Reloaded) -> Happening:
    facts = {"side": str(event.side)}
    return Happening("loaded", named(before, event.ship), weight=0.2, facts=facts)
