"""BattleLog: the log of a battle, one readable line for each event, as a seat may know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.game.chart import News, Spectacle
from engine.game.record import Record
from engine.kernel.leaving import LEAVING, leaving_told, named
from engine.kernel.seen import SeenBattle, may_be_told

ALL = "*"
"""Who reads when a battle is over: everybody, and knows what each seat knew."""

OWN_SIDE = ", to their own side"
"""Stands behind who says something that only one side could read."""


class LogLine(msgspec.Struct, frozen=True):
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
        self._chapters: dict[str, list[tuple[Record, tuple[LogLine, ...]]]] = {}
        self._read: dict[str, tuple[tuple[int, int], list[LogLine]]] = {}
        """The latest answer for each seat, with the position of battle and file it was made at."""

    def lines(self, viewer_seat: str) -> list[LogLine]:
        """Return all lines as a seat may know them, oldest first; '' is a watcher."""
        if self.battle.outcome() is not None:
            viewer_seat = ALL
        now = self.battle.position, len(self.battle.log)
        if viewer_seat not in self._read or self._read[viewer_seat][0] != now:
            self._read[viewer_seat] = now, self._compiled(viewer_seat)
        return self._read[viewer_seat][1]

    def _compiled(self, viewer_seat: str) -> list[LogLine]:
        chapters = self._chapters.setdefault(viewer_seat, [])
        entries = self.battle.entries
        while chapters and (
            len(chapters) > len(entries) or chapters[-1][0] is not entries[len(chapters) - 1]
        ):
            chapters.pop()
        for record in entries[len(chapters) :]:
            chapters.append((record, self._told(record, viewer_seat)))
        texts = [*self._opening(), *(line for _, lines in chapters for line in lines)]
        said = self._said(viewer_seat)
        return sorted([*texts, *said], key=lambda line: line.at) if said else texts

    def _opening(self) -> list[LogLine]:
        """Return when and where the battle is fought and what is at stake, where that is told."""
        game = self.battle.game
        wording = game.screen.opening(game.view(self.battle.at(0), ""))
        if wording is None:
            return []
        sentences = wording.text.replace(". ", ".\n").split("\n")
        return [LogLine(0, "", text) for text in (wording.title, *sentences)]

    def _said(self, viewer_seat: str) -> list[LogLine]:
        """Return the talk that a seat may read, and who has left, each line where it happened."""
        seats = self.battle.game.seats(self.battle.state)
        side = next((seat.side for seat in seats if seat.key == viewer_seat), "")
        persons = self.battle.header.options.get("persons", {})
        lines = []
        for record, names in named(self.battle.log, seats, persons):
            if record.kind == "chat" and (record.to in ("", side) or viewer_seat == ALL):
                who = f"{names.get(record.seat, record.seat)}{OWN_SIDE * bool(record.to)}"
                text = f'{who}: "{record.text}"'
            elif record.kind in LEAVING:
                text = f"{leaving_told(record, names)}."
            else:
                continue
            lines.append(LogLine(min(record.at, self.battle.position), record.seat, text))
        return lines

    def _told(self, record: Record, viewer_seat: str) -> tuple[LogLine, ...]:
        lines = []
        reader = record.seat if viewer_seat == ALL else viewer_seat
        for before, event, _ in may_be_told(self.battle, record.at):
            text = self.battle.game.words.tell(before, event, reader)
            if text:
                lines.append(LogLine(record.at, record.seat, text))
        return tuple(lines)


def seen(battle: SeenBattle, record: Record) -> Iterator[tuple[Any, Spectacle]]:
    """Yield the spectacles of a command, each with the state to show it in.

    That is the state before the event; for news it is the state after it, which they tell of.
    A command that was taken back meanwhile has none.
    """
    if record not in battle.entries[record.at - 1 : record.at]:
        return
    for before, event, after in may_be_told(battle, record.at):
        spectacle = battle.game.screen.spectacle(before, event)
        if isinstance(spectacle, News):
            yield after, spectacle
        elif spectacle is not None:
            yield before, spectacle
