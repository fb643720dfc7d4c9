"""The dice of an event: contests against a response, and dice whose sum or highest counts."""

from __future__ import annotations

from engine.game.parts.rolled import Fair, Rolled, binomial
from engine.systems.iron_oak.fleet.hulls import name, public_name
from engine.systems.iron_oak.fleet.sides import side_of
from engine.systems.iron_oak.gunnery.odds import chance, faces, multiples, ways
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.rolls import Roll, beats, sides_of
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.victory.wording import NAMES

_CONTESTS: dict[type, str] = {
    ev.ManeuverRolled: "maneuvers",
    ev.HazardChecked: "hazards",
    ev.RepairTried: "repairs",
    ev.RefloatTried: "refloating",
    ev.EngineStrained: "engines",
    ev.UnfoulTried: "getting clear",
    ev.SparTried: "spar torpedoes",
    ev.BeakChecked: "rams held",
    ev.FoulingChecked: "fouling",
    ev.ArmamentChecked: "armament",
    ev.IncendiaryRolled: "incendiaries",
}
"""What a challenge against a response is for (Iron & Oak 1.6)."""
_SUMS: dict[type, str] = {
    ev.DriftRolled: "drift",
    ev.MineExploded: "mines",
    ev.CrewLost: "crew lost",
    ev.CriticalRolled: "criticals",
    ev.Marked: "criticals",
    ev.FireStarted: "fires",
    ev.BlastRolled: "explosions",
    ev.SparExploded: "spar hits",
    ev.Searched: "searches",
    ev.EngineRolled: "engines",
    ev.FireChecked: "fires",
    ev.SmokeChecked: "smoke",
}
"""What a roll is for of which the result counts, good or bad."""


def rolls(before: State, event: ev.AnyEvent, seat: str = "") -> tuple[Rolled, ...]:
    """Return the dice of an event; those of a ship that is hidden from the seat are left out.

    Dice are feigned for some such ships: who counted the others would know which are none.
    """
    unit = _unit(event)
    known = before.ships.get(unit) or before.sections.get(unit)
    if known is None or public_name(known, side_of(before, seat)) != name(known):
        return ()
    side = NAMES[known.control]
    kind = type(event)
    found: list[tuple[str, int, Fair, tuple[Roll, ...]]] = []
    if isinstance(event, ev.ShotFired) and event.case != "grapeshot":
        found.append(_shot("gunnery", event.case != "miss", event.gunnery, event.defence))
    elif isinstance(event, ev.BlastStruck):
        found.append(_shot("explosions", event.case != "miss", event.gunnery, event.defence))
    elif isinstance(event, ev.Rammed):
        good = event.attack.result > event.defence.result
        found.append(_shot("rams", good, event.attack, event.defence))
    elif kind in _CONTESTS:
        mine: Roll = event.challenge  # type: ignore[attr-defined]
        theirs: Roll = event.response  # type: ignore[attr-defined]
        likely = chance(mine.dice, theirs.dice, mine.drm, theirs.drm)
        good = beats(mine, theirs)
        found.append((_CONTESTS[kind], int(good), binomial(1, likely), (mine, theirs)))
    elif kind in _SUMS:
        thrown = (getattr(event, "roll", None), getattr(event, "own_roll", None))
        found += [
            (_SUMS[kind], roll.kept, fair_kept(roll.dice), (roll,))
            for roll in thrown
            if roll is not None and roll.dice
        ]
    return tuple(
        Rolled(
            side=side,
            ship=name(known),
            kind=purpose,
            got=got,
            fair=fair,
            faces=tuple(each for roll in thrown for each in fallen(roll)),
        )
        for purpose, got, fair, thrown in found
    )


def _unit(event: ev.AnyEvent) -> str:
    """Return the ship or section that an event is about; '' where it is none."""
    for field in ("unit", "ship", "source"):
        if id := getattr(event, field, ""):
            return str(id)
    return next(iter(getattr(event, "ships", ())), "")


def _shot(
    kind: str, good: bool, mine: Roll, theirs: Roll
) -> tuple[str, int, Fair, tuple[Roll, ...]]:
    likely = multiples(mine.dice, theirs.dice, mine.drm, theirs.drm)[0]
    return kind, int(good), binomial(1, likely), (mine, theirs)


def fair_kept(dice: str) -> Fair:
    """Return the chances of what is kept of a roll of such dice, from 0 on."""
    counted = dict(faces(dice))
    return tuple(counted.get(result, 0) / ways(dice) for result in range(max(counted) + 1))


def fallen(roll: Roll) -> tuple[tuple[str, str], ...]:
    """Return each die of a roll with its face; of one rolled again, as often as it fell."""
    sides = sides_of(roll.dice)
    return tuple(
        (f"d{side}", str(face)) for side, face in zip(sides, roll.faces, strict=False) if face
    )
