"""What a battle amounted to: points by turn, what each ship did and took, what decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.game.parts.aftermath import Aftermath, Score, ShipTally
from engine.game.record import Record
from engine.kit.counting import Counting
from engine.kit.fold import evolve
from engine.systems.iron_oak.data.facts import SIDES, Damage
from engine.systems.iron_oak.fleet.hulls import damage, name, retiring, silenced, value
from engine.systems.iron_oak.fleet.sides import other_side
from engine.systems.iron_oak.review.luck import Fortunes
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Ship, State, Unit
from engine.systems.iron_oak.victory.points import points
from engine.systems.iron_oak.victory.wording import NAMES
from engine.systems.iron_oak.words.history import history
from engine.systems.iron_oak.words.words import tell

DAMAGED: dict[Damage, str] = {"none": "", "light": "damaged", "heavy": "heavily damaged"}
COUNTED = ("shots", "hits dealt", "hits taken", "criticals", "rams")


def aftermath(start: State, entries: Sequence[Record]) -> Aftermath:
    """Return what some entries amount to; points are those that a side has won."""
    return _Counting(start).over(entries)


class _Counting(Counting[State, ev.AnyEvent]):
    """The figures of a battle."""

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
            self.score(_scores(self.state))
        self._count(event)
        self.luck.take(self.state, event)

    def _count(self, event: ev.AnyEvent) -> None:
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

    def all(self) -> Aftermath:
        """Return what was counted; hidden ships are left out, whoever looks."""
        state = self.state
        units: tuple[Unit, ...] = (*state.ships.values(), *state.sections.values())
        return Aftermath(
            sides=tuple(NAMES[side] for side in SIDES),
            score_name="Victory Points won",
            scores=tuple(self.scores.values()),
            count_name="Ships and forts",
            counted=COUNTED,
            ships=tuple(self._tally(unit) for unit in units if _open(unit)),
            luck=self.luck.all(),
            moments=tuple(self.moments),
            history=history(state),
            decided=state.outcome.reason if state.outcome else "",
        )

    def _tally(self, unit: Unit) -> ShipTally:
        counts = tuple(self.counts[what][unit.id] for what in COUNTED)
        return ShipTally("", name(unit), NAMES[unit.side], counts, fate(unit))


def _open(unit: Unit) -> bool:
    return not isinstance(unit, Ship) or (unit.kind == "ship" and not unit.hidden)


def _scores(state: State) -> Iterator[Score]:
    for side in SIDES:
        enemy = other_side(side)
        units: tuple[Unit, ...] = (*state.ships.values(), *state.sections.values())
        worth = sum(value(unit) for unit in units if unit.side == enemy and _open(unit))
        yield Score(state.turn, NAMES[side], points(state, side), worth)


def fate(unit: Unit) -> str:
    """Return what became of a ship or section, in a word or two."""
    if not isinstance(unit, Ship):
        return "destroyed" if unit.destroyed else "silenced" if silenced(unit) else ""
    if unit.lost == "sunk":
        return "sunk"
    if unit.captured_by:
        return "captured"
    if unit.lost:
        return f"left by the {unit.lost.removeprefix('left:')} edge"
    text = DAMAGED[damage(unit)]
    return "retiring" if retiring(unit) else "aground" if unit.grounded else text
