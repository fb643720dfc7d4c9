"""BattleLog: the log of a battle, one readable line for each event, as a seat may know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.base.text import counted
from engine.game.chart import News, Spectacle
from engine.game.game import Record
from engine.kernel.leaving import LEAVING, leaving_told, named
from engine.kernel.seen import SeenBattle, may_be_told

ALL = "*"
"""The reader of a finished battle, who knows what each seat knew."""

OWN_SIDE = ", to their own side"
"""The text after the name of a person whose words only one side could read."""


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log, and the number of the last command before it."""

    at: int
    seat: str
    text: str
    said: bool = False
    """Whether it is a person's chat."""


class BattleLog:
    """The log of a battle for each seat. Lines of undone commands disappear from it.

    Lines are cached for each command, because they need the states between its events, and a long
    log is read at every frame.
    """

    def __init__(self, battle: SeenBattle) -> None:
        self.battle = battle
        self._told: dict[tuple[str, int], tuple[Record, tuple[LogLine, ...]]] = {}
        """The lines by (seat, number of the command); an undone command's lines stay until a new
        command has its number."""
        self._read: dict[str, tuple[tuple[int, int], list[LogLine]]] = {}
        """The latest result for each seat, with the positions in battle and file at that time."""

    def lines(self, viewer_seat: str) -> list[LogLine]:
        """Return all lines as a seat may know them, oldest first; '' is a watcher."""
        viewer_seat = self._reader(viewer_seat)
        now = self.battle.position, len(self.battle.log)
        if viewer_seat not in self._read or self._read[viewer_seat][0] != now:
            entries = self.battle.entries
            texts = [line for record in entries for line in self._lines_of(record, viewer_seat)]
            self._read[viewer_seat] = now, self._with_talk([*self._opening(), *texts], viewer_seat)
        return self._read[viewer_seat][1]

    def latest(self, viewer_seat: str, count: int, until: int | None = None) -> list[LogLine]:
        """Return the last `count` lines, without lines after the command `until`.

        Earlier lines are not computed: a long battle has thousands of commands.
        """
        viewer_seat = self._reader(viewer_seat)
        texts: list[LogLine] = []
        last = self.battle.position if until is None else until
        at = last
        while at > 0 and len(texts) < count:
            texts = [*self._lines_of(self.battle.entries[at - 1], viewer_seat), *texts]
            at -= 1
        if at == 0:
            texts = [*self._opening(), *texts]
        lines = self._with_talk(texts, viewer_seat, after=at if at else -1)
        shown = [line for line in lines if line.at <= last]
        return shown[len(shown) - count :] if count < len(shown) else shown

    def _reader(self, viewer_seat: str) -> str:
        """Return the reader that a seat counts as: `ALL` when the battle is over."""
        return viewer_seat if self.battle.outcome() is None else ALL

    def _lines_of(self, record: Record, viewer_seat: str) -> tuple[LogLine, ...]:
        kept = self._told.get((viewer_seat, record.at))
        if kept is None or kept[0] is not record:
            kept = record, self._tell(record, viewer_seat)
            self._told[viewer_seat, record.at] = kept
        return kept[1]

    def _with_talk(self, texts: list[LogLine], viewer_seat: str, after: int = -1) -> list[LogLine]:
        """Return lines with the chat after a command inserted where it happened."""
        said = [line for line in self._said(viewer_seat) if line.at > after]
        return sorted([*texts, *said], key=lambda line: line.at) if said else texts

    def _opening(self) -> list[LogLine]:
        """Return date, place and stakes of the battle, if the game has them."""
        game = self.battle.game
        wording = game.screen.opening(game.view(self.battle.at(0), ""))
        if wording is None:
            return []
        sentences = wording.text.replace(". ", ".\n").split("\n")
        return [LogLine(0, "", text) for text in (wording.title, *sentences)]

    def _said(self, viewer_seat: str) -> list[LogLine]:
        """Return the chat that a seat may read, and the steps of leaving, each line with its
        entry.
        """
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
            at = min(record.at, self.battle.position)
            lines.append(LogLine(at, record.seat, text, record.kind == "chat"))
        return lines

    def _tell(self, record: Record, viewer_seat: str) -> tuple[LogLine, ...]:
        lines = []
        reader = record.seat if viewer_seat == ALL else viewer_seat
        for before, event, _ in may_be_told(self.battle, record.at):
            text = self.battle.game.words.tell(before, event, reader)
            if text:
                lines.append(LogLine(record.at, record.seat, text))
        return tuple(lines)


def seen(battle: SeenBattle, record: Record) -> Iterator[tuple[Any, Spectacle]]:
    """Yield the spectacles of a command, each with the state to show it in.

    That is the state before the event; for news it is the state after it. A command that was taken
    back in the meantime has none.
    """
    if record not in battle.entries[record.at - 1 : record.at]:
        return
    for before, event, after in may_be_told(battle, record.at):
        spectacle = battle.game.screen.spectacle(before, event)
        if isinstance(spectacle, News):
            yield after, spectacle
        elif spectacle is not None:
            yield before, spectacle


def missed(battle: SeenBattle, viewer_seat: str, left_at: int | None) -> list[str]:
    """Return the lines of the log after a number of commands, as a seat may know them.

    [] for None. Commands taken back in the meantime are left out.
    """
    if left_at is None:
        return []
    told = BattleLog(battle).lines(viewer_seat)
    return [line.text for line in told if line.at > left_at and not line.said]


def since_you_left(told: list[str]) -> str:
    """Return a sentence about what a person has missed; '' for nothing."""
    if not told:
        return ""
    return f"Since you left: {counted(len(told), 'line')} of the log, the last: {told[-1]}"
