"""BattleLog: the battle log, one readable line an event, as a seat may know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.game.chart import News, Spectacle
from engine.kernel.battle import Battle
from engine.kernel.timeline import Record


class Told(msgspec.Struct, frozen=True):
    """A line of the log, and after which command it stands."""

    at: int
    seat: str
    text: str


class BattleLog:
    """The log of a battle. What was told before is kept; undone commands leave it."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self._chapters: dict[str, list[tuple[Record, tuple[Told, ...]]]] = {}
        self._read: dict[str, tuple[tuple[int, int], list[Told]]] = {}
        """What each seat was told last, and how far battle and file had come by then."""

    def lines(self, eyes: str) -> list[Told]:
        """Return all lines as a seat may know them, oldest first; '' is a watcher."""
        now = self.battle.position, len(self.battle.log)
        if eyes not in self._read or self._read[eyes][0] != now:
            self._read[eyes] = now, self._compiled(eyes)
        return self._read[eyes][1]

    def _compiled(self, eyes: str) -> list[Told]:
        chapters = self._chapters.setdefault(eyes, [])
        entries = self.battle.entries
        while chapters and (
            len(chapters) > len(entries) or chapters[-1][0] is not entries[len(chapters) - 1]
        ):
            chapters.pop()
        for record in entries[len(chapters) :]:
            chapters.append((record, self._told(record, eyes)))
        told = [line for _, lines in chapters for line in lines]
        said = self._said()
        return sorted([*told, *said], key=lambda line: line.at) if said else told

    def _said(self) -> list[Told]:
        """Return what the seats have said to each other, each at its moment."""
        names = {seat.key: seat.name for seat in self.battle.game.seats(self.battle.state)}
        persons = self.battle.header.options.get("persons", {})
        names |= {key: f"{person} ({names.get(key, key)})" for key, person in persons.items()}
        return [
            Told(
                min(record.at, self.battle.position),
                record.seat,
                f'{names.get(record.seat, record.seat)}: "{record.text}"',
            )
            for record in self.battle.log
            if record.kind == "chat"
        ]

    def _told(self, record: Record, eyes: str) -> tuple[Told, ...]:
        lines = []
        for before, event, _ in self.battle.unfolded(record.at):
            text = self.battle.game.tell(before, event, eyes)
            if text:
                lines.append(Told(record.at, record.seat, text))
        return tuple(lines)


def seen(battle: Battle, record: Record) -> Iterator[tuple[Any, Spectacle]]:
    """Yield what there is to see in a command, with the state that it is shown in.

    That is the state before it, but for news the one that they tell of. Nothing is to be
    seen of a command that was taken back meanwhile.
    """
    if record not in battle.entries[record.at - 1 : record.at]:
        return
    for before, event, after in battle.unfolded(record.at):
        spectacle = battle.game.spectacle(before, event)
        if isinstance(spectacle, News):
            yield after, spectacle
        elif spectacle is not None:
            yield before, spectacle
