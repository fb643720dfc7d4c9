"""A battle in hindsight: its result, its dice, and the battles from which puzzles are taken."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from engine.game.game import Record
from engine.game.parts.part import lazy_method
from engine.game.parts.review import (
    ALL,
    Aftermath,
    Fair,
    Luck,
    PuzzleGround,
    Review,
    Rolled,
    Score,
    ShipTally,
    Theme,
    binomial,
)
from engine.kit.counting import Counting
from engine.kit.dataset import uses_own_data
from engine.kit.ledger import evolve
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.data.facts import CASES, SIDES, Damage
from engine.systems.iron_oak.machine import chance, faces, multiples, reveal_all, ways
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Roll, Ship, State, Unit, beats, sides_of
from engine.systems.iron_oak.victory import NAMES, points
from engine.systems.iron_oak.words.reference import history
from engine.systems.iron_oak.words.words import tell

# The summary of a battle: points by turn, ships, what decided it, and luck of the dice.


_CONTESTS: dict[type, str] = {
    ev.ManeuverRolled: "maneuvers",
    ev.HazardChecked: "hazards",
    ev.RepairTried: "repairs",
    ev.RefloatTried: "refloating",
    ev.EngineStrained: "engines",
    ev.UnfoulTried: "getting clear",
    ev.SparTried: "spar torpedoes",
    ev.BeakChecked: "rams undamaged",
    ev.FoulingChecked: "fouling",
    ev.ArmamentChecked: "armament",
    ev.IncendiaryRolled: "incendiaries",
}
"""{type of event: the purpose of its challenge against a response} (Iron & Oak 1.6)."""
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
"""{type of event: the purpose of its roll}, for rolls without a response."""


def rolls(before: State, event: ev.AnyEvent, seat: str = "") -> tuple[Rolled, ...]:
    """Return the dice of an event; the dice of a ship that is hidden from the seat are left out.

    Some hidden ships roll fake dice. To count only real dice would reveal which ships are real.
    """
    named = (getattr(event, field, "") for field in ("unit", "ship", "source"))
    unit = next((str(id) for id in named if id), "") or next(iter(getattr(event, "ships", ())), "")
    known = before.ships.get(unit) or before.sections.get(unit)
    if known is None or fleet.public_name(known, fleet.side_of(before, seat)) != fleet.name(known):
        return ()
    side = NAMES[known.control]
    kind = type(event)
    found: list[tuple[str, int, Fair, tuple[Roll, ...]]] = []
    if isinstance(event, ev.ShotFired) and event.case in CASES:
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
            ship=fleet.name(known),
            kind=purpose,
            got=got,
            fair=fair,
            faces=tuple(each for roll in thrown for each in fallen(roll)),
        )
        for purpose, got, fair, thrown in found
    )


def _shot(
    kind: str, good: bool, mine: Roll, theirs: Roll
) -> tuple[str, int, Fair, tuple[Roll, ...]]:
    likely = multiples(mine.dice, theirs.dice, mine.drm, theirs.drm)[0]
    return kind, int(good), binomial(1, likely), (mine, theirs)


def fair_kept(dice: str) -> Fair:
    """Return the probability of each result of the dice, of which the highest counts; the index is
    the result.
    """
    counted = dict(faces(dice))
    return tuple(counted.get(result, 0) / ways(dice) for result in range(max(counted) + 1))


def fallen(roll: Roll) -> tuple[tuple[str, str], ...]:
    """Return (die, face) for each die of a roll; a die that was rolled again is listed each
    time.
    """
    sides = sides_of(roll.dice)
    return tuple(
        (f"d{side}", str(face)) for side, face in zip(sides, roll.faces, strict=False) if face
    )


# Luck: the results of a side's dice compared with the expected ones, by purpose.


PURPOSES = ("gunnery", "maneuvers", "hazards", "repairs")


class Fortunes:
    """Counts the rolls of both sides, to compare them with their expected results. A roll and its
    response count as one.
    """

    def __init__(self) -> None:
        self._rolls: Counter[tuple[str, str]] = Counter()
        self._good: Counter[tuple[str, str]] = Counter()
        self._expected: defaultdict[tuple[str, str], float] = defaultdict(float)

    def take(self, state: State, event: ev.AnyEvent) -> None:
        """Count the roll of an event, if it is of a kind that is counted."""
        for rolled in rolls(state, event):
            if rolled.kind in PURPOSES:
                for each in (rolled.kind, ALL):
                    self._rolls[rolled.side, each] += 1
                    self._good[rolled.side, each] += rolled.got
                    self._expected[rolled.side, each] += rolled.mean

    def all(self) -> tuple[Luck, ...]:
        """Return the luck of each side for each purpose (gunnery, maneuvers and so on) with at
        least one roll.
        """
        return tuple(
            Luck(
                side,
                purpose,
                self._rolls[side, purpose],
                self._good[side, purpose],
                self._expected[side, purpose],
            )
            for purpose in (*PURPOSES, ALL)
            for side in map(NAMES.__getitem__, SIDES)
            if self._rolls[side, purpose]
        )


# The summary of a battle: points by turn, each ship's damage done and taken, decisive moments.


DAMAGED: dict[Damage, str] = {"none": "", "light": "damaged", "heavy": "heavily damaged"}
COUNTED = ("shots", "hits dealt", "hits taken", "criticals", "rams")


def aftermath(start: State, entries: Sequence[Record]) -> Aftermath:
    """Return the statistics of the given entries of a battle's log; their field `points` has the
    points that each side won.
    """
    return _Counting(start).count_entries(entries)


class _Counting(Counting[State, ev.AnyEvent]):
    """Counts the figures of a battle, event by event."""

    decisive = (
        ev.Sunk,
        ev.Captured,
        ev.Silenced,
        ev.SectionDestroyed,
        ev.ShipsLeft,
        ev.Rammed,
        ev.SparExploded,
        ev.MineExploded,
        ev.BlastRolled,
    )
    evolve, tell = staticmethod(evolve), staticmethod(tell)

    def __init__(self, start: State) -> None:
        super().__init__(start)
        self.counts: dict[str, Counter[str]] = {what: Counter() for what in COUNTED}
        self.luck = Fortunes()

    def loser(self, event: ev.AnyEvent) -> str:
        match event:
            case ev.Rammed() | ev.SparExploded():
                hurt = event.target
            case ev.Sunk() | ev.Captured() | ev.MineExploded():
                hurt = event.ship
            case ev.Silenced() | ev.SectionDestroyed() | ev.BlastRolled():
                hurt = event.unit
            case _:
                return ""
        units: dict[str, Unit] = {**self.state.ships, **self.state.sections}
        return self.state.sides[units[hurt].side].seats[0]

    def count(self, event: ev.AnyEvent) -> None:
        if isinstance(event, ev.TurnEnded | ev.BattleEnded):
            for side in SIDES:
                enemy = fleet.other_side(side)
                units: tuple[Unit, ...] = (
                    *self.state.ships.values(),
                    *self.state.sections.values(),
                )
                worth = sum(
                    fleet.value(unit) for unit in units if unit.side == enemy and _open(unit)
                )
                won = points(self.state, side)
                self.score([Score(self.state.turn, NAMES[side], won, worth)])
        counts, shot = self.counts, self.state.shot
        if isinstance(event, ev.ShotFired):
            counts["shots"][event.unit] += 1
            counts["criticals"][event.unit] += event.case == "critical"
        elif isinstance(event, ev.HitsTaken):
            counts["hits taken"][event.unit] += event.hits
            if shot is not None and event.unit == shot.target:
                counts["hits dealt"][shot.firer] += event.hits
        elif isinstance(event, ev.Rammed):
            counts["rams"][event.ship] += 1
            counts["hits dealt"][event.ship] += event.target_hits
        elif isinstance(event, ev.SparExploded):
            counts["rams"][event.ship] += 1
            counts["hits dealt"][event.ship] += event.hits
        self.luck.take(self.state, event)

    def all(self) -> Aftermath:
        """Return the statistics; hidden ships are left out, so that any viewer may see them."""
        state = self.state
        units: tuple[Unit, ...] = (*state.ships.values(), *state.sections.values())
        tallies: list[ShipTally] = []
        for unit in units:
            if _open(unit):
                counts = tuple(self.counts[what][unit.id] for what in COUNTED)
                tallies.append(
                    ShipTally("", fleet.name(unit), NAMES[unit.side], counts, fate(unit))
                )
        return Aftermath(
            sides=tuple(NAMES[side] for side in SIDES),
            score_name="Victory Points won/at stake",
            scores=tuple(self.scores.values()),
            count_name="Ships and forts",
            counted=COUNTED,
            ships=tuple(tallies),
            luck=self.luck.all(),
            moments=tuple(self.moments),
            history=history(state),
            decided=state.outcome.reason if state.outcome else "",
        )


def _open(unit: Unit) -> bool:
    return not isinstance(unit, Ship) or (unit.kind == "ship" and not unit.hidden)


def fate(unit: Unit) -> str:
    """Return a unit's fate in one or two words; '' for a unit that fights on without damage."""
    if not isinstance(unit, Ship):
        return "destroyed" if unit.destroyed else "silenced" if fleet.silenced(unit) else ""
    if unit.lost == "sunk":
        return "sunk"
    if unit.captured_by:
        return "captured"
    if unit.lost:
        return f"left by the {unit.lost.removeprefix('left:')} edge"
    text = DAMAGED[fleet.damage(unit)]
    return "retiring" if fleet.retiring(unit) else "aground" if unit.grounded else text


# The battles of Iron & Oak from which puzzles are taken, and the themes of those puzzles.


PUZZLES = PuzzleGround(
    scenarios=(
        "hampton_roads",
        "spanish_river",
        "duel",
        "plymouth",
        "drewrys_bluff",
        "yazoo_river",
        "albemarle_sound",
        "charleston",
        "new_carthage",
        "plum_point",
        "wassaw_sound",
        "mobile_bay_final_clash",
    ),
    themes=(
        Theme("ramming", "way", "ram*"),
        Theme("ramming", "way", "bow*"),
        Theme("the way", "way"),
        Theme("holding fire", "gunnery", "hold"),
        Theme("a fort", "gunnery", "*fort*"),
        Theme("the target", "gunnery"),
        Theme("gunnery cards", "gunnery_cards"),
        Theme("cards", "cards"),
        Theme("repair parties", "parties"),
        Theme("repair parties", "repairs"),
        Theme("towing", "tow"),
        Theme("towing", "tows"),
    ),
    rounds=48,  # no luck is subtracted from a score
)
"""The battles from which puzzles are taken, and the themes of these puzzles.

Choices of a hit's location and of exchanged cards are left out, because there is little to see.
Orders are left out because they concern too many ships. The choice of the ship to act first, and
cards on the enemy, are left out because of several hundred such questions none had one clear
answer.
"""


# A battle in hindsight, as the rest of the program needs it.


@uses_own_data
class IronOakReview(Review[State]):
    """The review part of the game: Victory Points by turn, each ship's actions, luck, decisive
    moments, costly orders.
    """

    by_slot = True
    explained: Mapping[str, str] = {
        **dict.fromkeys(PURPOSES, "Rolls"),
        "refloating": "Aground",
        "getting clear": "Fouled",
        "fouling": "Fouled",
        "repairs": "Repair Party",
        "smoke": "Smoke",
    }

    aftermath = lazy_method("engine.systems.iron_oak.review:aftermath")

    rolls = lazy_method("engine.systems.iron_oak.review:rolls")

    opened = staticmethod(reveal_all)

    def score(self, state: State) -> Mapping[str, float]:
        return {name: points(state, side) for side, name in NAMES.items()}

    def puzzle_ground(self) -> PuzzleGround:

        return PUZZLES
