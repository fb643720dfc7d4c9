"""NotesScreen: all notes and bookmarks on a battle, to be searched, gone to and taken away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from engine.base.counting import counted
from engine.review.notes import Note, take_away
from tui.input.actions import Handlers
from tui.replay.reel import Reel
from tui.screens.chooser import ListedRow, SearchedList
from tui.terminal.page import TextPage


class NotesScreen(SearchedList):
    """A row a note: its entry, its turn, who wrote it and what; it leads to its entry."""

    screen_name: ClassVar[str] = "notes"
    what_for: ClassVar[str] = (
        "All notes on the battle: those of its own file, which stay, and those beside it. Enter "
        "shows the entry of one."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "down=note", "find", "delete", "end", "help")

    def __init__(self, reel: Reel, watch: Callable[[int], None]) -> None:
        """List the notes of a reel; `watch` shows the position after one of its entries."""
        super().__init__()
        self.reel = reel
        self.shows_entry = watch
        here = (at for at, note in enumerate(reel.notes) if note.n >= reel.n)
        self.index = next(here, max(0, len(reel.notes) - 1))

    def listed(self) -> Sequence[ListedRow]:
        return [ListedRow(told(self.reel, note)) for note in self.reel.notes]

    def fill(self, page: TextPage) -> None:
        """Write the notes."""
        count = "note" if len(self.reel.notes) == 1 else "notes"
        page.bar(0, f"NOTES   {self.reel.battle.header.title}", "status", self.how_many(count))
        if not self.reel.notes:
            page.paragraph(1, 2, page.columns - 2, "Nobody has written a note yet.", "dim")
            return
        page.write(2, 1, "entry  turn", "dim")
        self.write_list(page, 0, page.columns - 1)

    def key_line(self) -> Sequence[str]:
        return self.hints

    def prompt(self) -> str:
        if not self.reel.notes:
            return self.keymap.hint(self.screen_name, "end", "goes back")
        note = self.reel.notes[self.chosen_row]
        key = self.keymap.key(self.screen_name, "accept")
        return f"{key} shows entry {note.n}: {note.told}"

    def handlers(self) -> Handlers:
        return {**super().handlers(), "accept": self.act_accept, "delete": self.act_delete}

    def act_accept(self) -> None:
        """Show the entry of the chosen note."""
        if self.reel.notes:
            self.shows_entry(self.reel.notes[self.chosen_row].n)

    def act_delete(self) -> None:
        """Take the chosen note away; what stands in the battle's own file stays."""
        if not self.reel.notes:
            return
        note = self.reel.notes[self.chosen_row]
        take_away(self.reel.battle, note)
        self.reel.notes = tuple(each for each in self.reel.notes if each is not note)
        self.kept_words = ""
        self.index = max(0, min(self.index, len(self.reel.notes) - 1))
        self.say("The note is gone")


def told(reel: Reel, note: Note) -> str:
    """Return a note as a row: its entry, the turn there, and what it says."""
    # An entry that was noted may have been undone.
    turn = reel.game.turn(reel.battle.at(min(note.n, reel.end)))
    marks = f"  [{counted(len(note.marks), 'mark')}]" if note.marks else ""
    sign = "*" if note.kind == "bookmark" else " "
    return f"{note.n:>5}  T{turn:<4}{sign} {note.told}{marks}"
