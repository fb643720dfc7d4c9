"""Luck: what a side's dice did against what they should have done, by purpose."""

from __future__ import annotations

from collections import Counter, defaultdict

from engine.game.parts.aftermath import ALL, Luck
from engine.systems.iron_oak.data.facts import SIDES
from engine.systems.iron_oak.gunnery.odds import chance, multiples
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.victory.wording import NAMES

PURPOSES = ("gunnery", "maneuvers", "hazards", "repairs")


class Fortunes:
    """Rolls of both sides as they fall; a roll and its response count as one."""

    def __init__(self) -> None:
        self._rolls: Counter[tuple[str, str]] = Counter()
        self._good: Counter[tuple[str, str]] = Counter()
        self._expected: defaultdict[tuple[str, str], float] = defaultdict(float)

    def take(self, state: State, event: ev.AnyEvent) -> None:
        """Count the roll of an event, if it has one that counts."""
        if isinstance(event, ev.ShotFired) and event.case != "grapeshot":
            mine, theirs = event.gunnery, event.defence
            likely = multiples(mine.dice, theirs.dice, mine.drm, theirs.drm)[0]
            self._note(state, event.unit, "gunnery", event.case != "miss", likely)
        elif isinstance(event, ev.ManeuverRolled):
            likely = _chance(event.challenge, event.response)
            self._note(state, event.ship, "maneuvers", event.succeeded, likely)
        elif isinstance(event, ev.HazardChecked):
            likely = _chance(event.challenge, event.response)
            self._note(state, event.ship, "hazards", event.passed, likely)
        elif isinstance(event, ev.RepairTried):
            likely = _chance(event.challenge, event.response)
            self._note(state, event.unit, "repairs", event.repaired, likely)

    def _note(self, state: State, unit: str, purpose: str, good: bool, likely: float) -> None:
        side = state.unit(unit).control
        for each in (purpose, ALL):
            self._rolls[side, each] += 1
            self._good[side, each] += good
            self._expected[side, each] += likely

    def all(self) -> tuple[Luck, ...]:
        """Return every purpose that a die was thrown for, by side."""
        return tuple(
            Luck(
                NAMES[side],
                purpose,
                self._rolls[side, purpose],
                self._good[side, purpose],
                self._expected[side, purpose],
            )
            for purpose in (*PURPOSES, ALL)
            for side in SIDES
            if self._rolls[side, purpose]
        )


def _chance(challenge: Roll, response: Roll) -> float:
    return chance(challenge.dice, response.dice, challenge.drm, response.drm)
