"""BattleLog: the log of a battle, one readable line for each event, as a seat may know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.game.chart import News, Spectacle
from engine.game.record import Record
from engine.kernel.seen import SeenBattle


class Told(msgspec.Struct, frozen=True):
    """A line of the log, and after which command it stands."""

    at: int
    seat: str
    text: str


class BattleLog:
    """The log of a battle for each seat. Lines of undone commands disappear from it.

    Lines are cached for each command: telling a command folds its events, and a long battle is
    read at every frame.
    """

    def __init__(self, battle: SeenBattle) -> None:
        self.battle = battle
        self._chapters: dict[str, list[tuple[Record, tuple[Told, ...]]]] = {}
        self._read: dict[str, tuple[tuple[int, int], list[Told]]] = {}
        """The latest answer for each seat, with the position of battle and file it was made at."""

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
        told = [*self._opening(), *(line for _, lines in chapters for line in lines)]
        said = self._said()
        return sorted([*told, *said], key=lambda line: line.at) if said else told

    def _opening(self) -> list[Told]:
        """Return when and where the battle is fought and what is at stake, where that is told."""
        game = self.battle.game
        told = game.screen.opening(game.view(self.battle.at(0), ""))
        if told is None:
            return []
        sentences = told.text.replace(". ", ".\n").split("\n")
        return [Told(0, "", text) for text in (told.title, *sentences)]

    def _said(self) -> list[Told]:
        """Return the talk of the seats, each line at the position where it was said."""
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
            text = self.battle.game.words.tell(before, event, eyes)
            if text:
                lines.append(Told(record.at, record.seat, text))
        return tuple(lines)


def seen(battle: SeenBattle, record: Record) -> Iterator[tuple[Any, Spectacle]]:
    """Yield the spectacles of a command, each with the state to show it in.

    That is the state before the event; for news it is the state after it, which they tell of.
    A command that was taken back meanwhile has none.
    """
    if record not in battle.entries[record.at - 1 : record.at]:
        return
    for before, event, after in battle.unfolded(record.at):
        spectacle = battle.game.screen.spectacle(before, event)
        if isinstance(spectacle, News):
            yield after, spectacle
        elif spectacle is not None:
            yield before, spectacle
