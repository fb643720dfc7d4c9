"""Notes on a battle: the list of them, and the keys that write them and draw their circles and
arrows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from getpass import getuser
from typing import ClassVar, Protocol

from engine.base.errors import Refused
from engine.base.text import pluralized
from engine.files.saves import is_sample, own_copy, saves_folder
from engine.game.chart import Mark, Pointer
from engine.kernel.battle import Battle
from engine.review import notes
from engine.review.notes import Arrow, Circle, Note, remove_note
from engine.sitting.watching.reel import Reel, append_note, notes_here
from tui.chart.viewport import place_of
from tui.input.actions import Handlers
from tui.replay.note_marks import note_marks
from tui.screens.chart_model import ChartModel
from tui.screens.chooser import ListedRow, SearchedList
from tui.screens.game_app import GameApp
from tui.terminal.page import TextPage

# NotesScreen: all notes and bookmarks on a battle: search them, go to them, delete them.


class NotesScreen(SearchedList):
    """The list of notes: entry, turn, author, text. Enter shows the entry of the chosen note."""

    screen_name: ClassVar[str] = "notes"
    what_for: ClassVar[str] = (
        "All notes on the battle: notes in its file, which cannot be changed, and notes beside "
        "it. Enter shows the entry of a note."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "down=note", "find", "delete", "end", "help")

    def __init__(self, reel: Reel, watch: Callable[[int], None]) -> None:
        """List the notes on a recorded battle; `watch` shows the position after an entry."""
        super().__init__()
        self.reel = reel
        self.shows_entry = watch
        here = (at for at, note in enumerate(reel.notes) if note.n >= reel.n)
        self.index = next(here, max(0, len(reel.notes) - 1))

    def listed(self) -> Sequence[ListedRow]:
        return [ListedRow(note_row(self.reel, note)) for note in self.reel.notes]

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
        return f"{key} shows entry {note.n}: {note.with_author}"

    def handlers(self) -> Handlers:
        return {**super().handlers(), "accept": self.act_accept, "delete": self.act_delete}

    def act_accept(self) -> None:
        """Show the entry of the chosen note."""
        if self.reel.notes:
            self.shows_entry(self.reel.notes[self.chosen_row].n)

    def act_delete(self) -> None:
        """Remove the chosen note; a note that is part of the battle's file cannot be removed."""
        if not self.reel.notes:
            return
        note = self.reel.notes[self.chosen_row]
        remove_note(self.reel.battle, note)
        self.reel.notes = tuple(each for each in self.reel.notes if each is not note)
        self.kept_words = ""
        self.index = max(0, min(self.index, len(self.reel.notes) - 1))
        self.say("The note is removed")


def note_row(reel: Reel, note: Note) -> str:
    """Return the row of a note: entry, turn, text."""
    # Clamped, because the entry of a note may have been undone.
    turn = reel.game.turn(reel.battle.at(min(note.n, reel.end)))
    marks = f"  [{pluralized(len(note.marks), 'mark')}]" if note.marks else ""
    sign = "*" if note.kind == "bookmark" else " "
    return f"{note.n:>5}  T{turn:<4}{sign} {note.with_author}{marks}"


# NoteKeys: notes, bookmarks, and the circles and arrows drawn on the chart for them.


NAME = "WEATHERGAGE_NAME"
"""The environment variable with the name of the person at this machine."""
AS = "@"
"""A note may begin with this sign and a name: that person becomes the author of this and later
notes."""


class NoteDisplay(Protocol):
    """What the keys for notes need of a replay's screen."""

    battle: Battle
    model: ChartModel

    @property
    def game_app(self) -> GameApp:
        """The application, with the folder of battles and the current battle."""

    def pause(self) -> None:
        """Stop playing, and stay at the present entry."""

    def ask(self, lead: str, done: Callable[[str], None]) -> None:
        """Let the user type a line after the words `lead`, and pass it to `done`."""

    def say(self, sentence: str) -> None:
        """Show a message."""

    def draw(self) -> None:
        """Draw everything."""

    def open_screen(self, name: str, *about: object) -> None:
        """Open another screen by its name."""


class NoteKeys:
    """The handlers of keys for notes: a method `act_NAME` for each action NAME.

    It also holds the circles and arrows that are being drawn for a note.
    """

    def __init__(self, reel: Reel, display: NoteDisplay, watch: Callable[[int], None]) -> None:
        """Create the handlers for a recorded battle; `watch` shows the position after an entry."""
        self.reel = reel
        self.display = display
        self.shows_entry = watch
        self.by = own_name()
        self._begun: tuple[float, float] | None = None
        """The point where an arrow begins that has no end yet; None without one."""
        self._marks: list[notes.Mark] = []
        self._drawn_at = 0
        """The entry on whose chart circles and arrows are being drawn."""

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "note": self.act_note,
            "bookmark": self.act_bookmark,
            "draw": self.act_draw,
            "notes": self.act_notes,
        }

    @property
    def drawing(self) -> bool:
        """Tell whether circles or arrows were drawn on this entry for a note that is not written
        yet.
        """
        here = self._drawn_at == self.reel.n
        return here and bool(self._marks or self._begun)

    def marks(self) -> tuple[Mark, ...]:
        """Return the circles and arrows of the notes on this entry, and those that are being
        drawn.
        """
        reel, scene = self.reel, self.display.model.scene
        found = [mark for note in notes_here(reel) for mark in note.marks]
        if not self.drawing:
            return note_marks(found, scene)
        loose: tuple[Mark, ...] = ()
        if self._begun:
            loose = (Pointer(self._begun, self.display.model.viewport.at),)
        return (*note_marks([*found, *self._marks], scene), *loose)

    def act_draw(self) -> None:
        """Begin an arrow at the cursor, or end it there.

        An arrow that ends where it begins becomes a circle.
        """
        self.display.pause()
        model, viewport = self.display.model, self.display.model.viewport
        if not self._beside:
            raise Refused("marks can only be drawn on a battle that is over and has a file")
        if not self.drawing:
            self._marks, self._begun, self._drawn_at = [], None, self.reel.n
        if self._begun is None:
            ship = None if model.looking else place_of(model.scene, viewport.selected)
            self._begun = ship or viewport.at
            viewport.point_at(self._begun)
            model.looking = True
            self.display.draw()
            spelt = partial(self.display.game_app.keymap.key, "replay")
            steer = " ".join(map(spelt, ("west", "south", "north", "east")))
            told = (
                f"{steer} move the cursor; {spelt('draw')} draws an arrow to it, or a circle "
                "if it has not moved"
            )
            self.display.say(told)
            return
        here, begun = viewport.at, self._begun
        viewport.point_at(begun)
        stayed = viewport.at == here
        viewport.point_at(here)
        if stayed:
            key = viewport.ship_at(model.scene, here)
            self._marks.append(Circle(key) if key else Circle(at=here))
        else:
            self._marks.append(Arrow(begun, here))
        self._begun = None
        self.display.draw()
        count = pluralized(len(self._marks), "mark")
        self.display.say(f"{count} here; write a note to keep them before you leave this entry")

    def drop(self) -> bool:
        """Discard the circles and arrows that are being drawn; return False if there are none."""
        was, self._begun, self._marks = self.drawing, None, []
        return was

    def act_note(self) -> None:
        """Let the user type a note on this entry."""
        with_marks = f" with {len(self._marks)} marks" if self.drawing and self._marks else ""
        by = f" by {self.by} ({AS}NAME changes the name)" if self._beside else ""
        self.display.ask(f"Note on entry {self.reel.n}{with_marks}{by}: ", self._note)

    def act_bookmark(self) -> None:
        """Set a bookmark on this entry."""
        self._write(Note(n=self.reel.n, kind="bookmark", by=self.by, text=f"entry {self.reel.n}"))
        self.display.say(f"Entry {self.reel.n} has a bookmark")
        self.display.draw()

    def act_notes(self) -> None:
        """Open the list of all notes; this replay then shows the entry of the note that is chosen
        there.
        """
        self.display.pause()
        self.display.open_screen("notes", self.reel, self.shows_entry)

    # Writing -----------------------------------------------------------------------------------

    @property
    def _beside(self) -> bool:
        """Whether notes are stored in a file beside the battle's file, as for a finished battle."""
        return self.reel.open and self.display.battle.path is not None

    def _note(self, text: str) -> None:
        text = text.strip()
        if self._beside and text.startswith(AS):
            name, _, text = text[len(AS) :].partition(" ")
            self.by, text = name or own_name(), text.strip()
        marks = tuple(self._marks) if self.drawing else ()
        if text or marks:
            self._write(Note(n=self.reel.n, by=self.by, text=text, marks=marks))
            self.drop()
        self.display.draw()

    def _write(self, note: Note) -> None:
        """Store a note: for a finished battle in a file beside it, otherwise in the battle's own
        file.

        A battle that ships with the game (a sample) is never changed: the player gets a copy, and
        the replay goes on with it. A file that is only watched is opened briefly for writing.
        """
        display, reel = self.display, self.reel
        path = display.battle.path
        if path and is_sample(path):
            path = own_copy(path, saves_folder(display.game_app.saves))
            display.battle = Battle.open(path, write=False)
            reel.read(display.battle)
            display.say(f"The sample is not changed; your notes are in {path.name}")
        if self._beside:
            append_note(reel, notes.add(display.battle, note))
            return
        elsewhere = display.battle is not display.game_app.battle
        watched = bool(display.battle.why_closed and path) and elsewhere
        battle = Battle.open(path) if watched and path else display.battle
        try:
            battle.note(note.text, reel.viewer_seat, at=note.n, bookmark=note.kind == "bookmark")
        finally:
            if watched:
                battle.close()
                display.battle.refresh()
            reel.read(display.battle)


def own_name() -> str:
    """Return the name of the person at this machine: from the environment, else from the operating
    system; '' if unknown.
    """
    try:
        return os.environ.get(NAME) or getuser()
    except (OSError, KeyError, ImportError):
        return ""
