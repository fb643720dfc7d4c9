"""The opening menu: a ship under sail, the entries, and the latest battles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

import msgspec

from engine.base.errors import WeatherGageError
from engine.files.saved_battles import COMPUTER, Saved, has_person, summarise, title_of
from engine.files.saves import is_sample
from engine.kernel.registry import system
from tui import IN_SHORT, UNOFFICIAL
from tui.chart.thumbnail import thumbnail
from tui.input.actions import Handlers
from tui.panel import pictures
from tui.start.saved_battles import SavedBattlesScreen
from tui.terminal.cells import cut, rows_of
from tui.terminal.page import TextPage, wrapped

PICTURE = 42
"""The width of the picture of the ship in columns."""
CARD, WIDE_CARD = 26, 35
"""The width of a battle's card in columns, on narrow and on wide screens."""
FEW = 5
"""Whether the player is new is checked in at most this many battles. A player with more has surely
finished one."""
THUMB = (11, 5)
"""(columns, rows) of the small map of a battle."""
LEARNT = 9
"""The index at which the lessons stand in the menu of a person who has done them all: just above
the rules."""
SHORT = 14
"""The maximum length of a game's name in the menu, in characters; a longer name is cut before its
`&`."""
TITLE_ROWS = 3
"""The maximum number of rows of a battle's title."""


class MenuItem(msgspec.Struct, frozen=True):
    """One entry of the menu, such as `New battle`."""

    name: str
    about: str
    choose: Callable[[], None]
    gap: bool = False
    """Whether a blank line is left above the entry."""
    stays: bool = True
    """Whether the entry is highlighted again when the person comes back. Those that begin a battle
    are not: then the entry to continue it is."""


class MenuScreen(SavedBattlesScreen):
    """The opening menu: its entries, and below them the latest battles.

    The highlight is in one of the two.
    """

    screen_name: ClassVar[str] = "menu"
    what_for: ClassVar[str] = (
        "The opening menu. Up and down choose, Enter opens. The latest battles are listed below."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "accept=open",
        "down=choose",
        "switch",
        "help",
        "end",
        "palette",
    )
    below_hints: ClassVar[tuple[str, ...]] = (
        "accept=open",
        "watch",
        "delete",
        "switch=menu",
        "help",
        "end",
        "right=choose",
    )
    """The actions in the line of keys while the highlight is among the battles."""

    def __init__(self) -> None:
        super().__init__()
        self.index = 0
        self.below = False
        """Whether the highlight is among the battles and not among the entries."""
        self.looked = False
        """Whether the battles were already read; this happens after the first frame."""
        self.leaving = False
        """Whether the latest key was the one to leave the program; if it is pressed again, the
        program ends."""
        self.quick_game = ""
        """The name of the game that the quick start would begin; '' for the first one on offer."""
        self.items = self._items()
        self._return_to_entry()

    # Entries ---------------------------------------------------------------------------

    def _items(self) -> list[MenuItem]:
        count = self.own_turns() if self.looked else 0
        about = "a battle at once"
        if self.quick_game:
            name = system(self.quick_game).title
            about = f"< {name if len(name) <= SHORT else name.partition(' & ')[0]} >"
        items = [
            MenuItem("Quick start", about, self._quick_start, gap=True, stays=False),
            MenuItem("New battle", "games, a campaign", self._setup, stays=False),
            MenuItem("Puzzles", "find the best order", partial(self.open_screen, "puzzles")),
            MenuItem("Battles", "watch, continue", self._saves),
            MenuItem("Captain's log", "your career", partial(self.open_screen, "log")),
            MenuItem("Squadrons", "build your own", self._squadrons),
            MenuItem("Host", "let friends join", partial(self.open_screen, "host")),
            MenuItem("Join", "a friend's host", partial(self.open_screen, "join")),
            MenuItem(
                "Mail",
                f"{count} wait{'s' * (count == 1)} for you" if count else "by letters",
                partial(self.open_screen, "mail"),
            ),
            MenuItem("Cards and rules", "in our own words", self._reference),
            MenuItem("Settings", "glyphs, colours", self._settings),
            MenuItem("Quit", "all battles saved", self.act_quit, gap=True),
        ]
        learn = MenuItem("Learn", "lessons, with stars", partial(self.open_screen, "lessons"))
        learning = not self._newcomer() and self._learning()
        if not learning:
            items.insert(0 if self._newcomer() else LEARNT, learn)
        latest = self.latest() if self.looked else None
        if latest:
            about = summarise(latest).status.turn.lower()
            items.insert(0, MenuItem("Continue", about, lambda: self.resume(latest), stays=False))
        elif not self.looked and any(map(_may_go_on, self.battles)):
            # no key is processed before the person sees the screen
            items.insert(0, MenuItem("Continue", "", lambda: None, stays=False))
        if learning:
            items.insert(1, learn)
        return items

    def _return_to_entry(self) -> None:
        """Highlight the entry from which the person comes back, if the menu still has it."""
        names = [item.name for item in self.items]
        if self.game_app.menu_entry in names:
            self.index = names.index(self.game_app.menu_entry)

    def _learning(self) -> bool:
        """Tell whether a lesson is still to be done; if so, the lessons are the second entry of the
        menu.
        """
        from engine.files import record  # lazy imports: a newcomer's menu needs neither
        from engine.teaching.lesson import lesson_keys

        return not lesson_keys() <= set(record.load_stars(self.game_app.own_files.stars))

    def _stands(self) -> None:
        """Read the battles once the first frame is visible, before any key is processed."""
        super()._stands()
        if not self.looked:
            self.looked = True
            self.refreshed()
            self._return_to_entry()
            self.draw()

    def _newcomer(self) -> bool:
        """Tell whether no person has finished a battle on this machine.

        Battles that ship with the game do not count. A player with many battles is not new.
        """
        own = [each for each in self.battles if _may_go_on(each)]
        return len(own) <= FEW and not (self.looked and any(map(_is_over, own)))

    def _quick_start(self) -> None:
        from engine.sitting.setting_up.forms import quick_start, start

        self.enter(start(quick_start(self.quick_game), self.game_app.saves))

    def _setup(self) -> None:
        self.open_screen("new_battle")

    def _saves(self) -> None:
        self.open_screen("saves")

    def _squadrons(self) -> None:
        self.open_screen("squadrons")

    def _reference(self) -> None:
        self.open_screen("reference")

    def _settings(self) -> None:
        self.open_screen("settings")

    def refreshed(self) -> None:
        """Make the entries of the menu again, because the battle to continue may have changed."""
        self.items = self._items()
        self.index = min(self.index, len(self.items) - 1)
        self.below = self.below and bool(self.battles)

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the ship under sail, the entries, and as many battles as fit."""
        page.bar(0, "WEATHER GAGE   fighting sail in a terminal", "status")
        rows = pictures.ship(self.glyphs)
        left = max(0, (page.columns // 2 - PICTURE) // 2)
        for number, text in enumerate(rows):
            foot = len(rows) - number
            style = (
                "ring"
                if foot <= pictures.SEA
                else "bar"
                if foot <= pictures.SEA + pictures.HULL
                else "text"
            )
            for offset, sign in enumerate(text):
                if sign != " ":
                    flag = number == 0 and sign in pictures.FLAG
                    page.put(left + offset, 1 + number, sign, "head" if flag else style)
        column = max(PICTURE, page.columns // 2 + 2)
        room = self._below_ship() - len(self.items)
        gaps = sum(item.gap for item in self.items)
        gaps = gaps if gaps < room else 0  # the first row is the title's
        row = min(2 + max(0, (page.rows_count - 30) // 3), room - gaps)
        for number, item in enumerate(self.items):
            row += item.gap and gaps > 0
            chosen = number == self.index and not self.below
            text = f"{item.name:<16} {item.about}"
            width = min(40, page.columns - column)
            page.item(column, row, width, text, chosen, partial(self._click, number))
            row += 1
        self._strip(page)
        words = UNOFFICIAL if len(UNOFFICIAL) <= page.columns - 2 else IN_SHORT
        page.write(1, page.rows_count - 3, words, "dim")

    def _below_ship(self) -> int:
        """Return the row of the horizontal line below the ship; the entries end above that line."""
        return len(pictures.ship(self.glyphs)) + 1

    def _strip(self, page: TextPage) -> None:
        top = self._below_ship()
        if self.battles and not self.looked:
            page.rule(top, "Battles")
            return
        if not self.battles:
            page.rule(top, "")
            page.write(2, top + 2, "No battle yet. Quick start begins one at once.", "dim")
            return
        across = page.columns // (CARD if page.columns < 3 * WIDE_CARD else WIDE_CARD)
        card = page.columns // across
        down = max(1, (page.rows_count - 3 - top - 1) // (THUMB[1] + 1) or 1)
        shown = across * down
        first = self.chosen // shown * shown
        count = len(self.battles)
        last = min(count, first + shown)
        several = f"{first + 1} to {last} of {count}" if count > shown else ""
        page.rule(top, ", ".join(filter(None, ("Battles", several))))
        for place, saved in enumerate(self.battles[first : first + shown]):
            row, column = divmod(place, across)
            at = column * card + 1, top + 1 + row * (THUMB[1] + 1)
            self._card(page, at, card, saved, self.below and first + place == self.chosen)

    def _card(
        self, page: TextPage, at: tuple[int, int], card: int, saved: Saved, chosen: bool
    ) -> None:
        column, row = at
        width = card - THUMB[0] - 2
        beside = column + THUMB[0] + 1
        click = partial(self._click_card, self.battles.index(saved))
        title = title_of(saved)
        first, *rest = wrapped(title, width - 1) or [""]
        more = rows_of(title.removeprefix(first).strip(), width, TITLE_ROWS - 1) if rest else []
        page.item(beside - 1, row, width + 1, first, chosen, click, THUMB[1])
        try:
            seen = summarise(saved)
        except WeatherGageError as error:
            page.paragraph(beside, row + 1, width, str(error), "warning", THUMB[1] - 1)
            return
        page.paste(thumbnail(seen.scene, *THUMB, self.glyphs), column, row)
        ended = f"{seen.winner} won" if seen.winner else "drawn"
        standing = ended if seen.outcome else seen.status.turn.lower()
        stands = [standing]
        if is_sample(saved.path):
            marked = f"sample, {standing}"
            stands = [marked] if len(marked) <= width else ["sample", standing]
        points = seen.status.points
        if len(points) > width:
            # the number of ships after a slash would need a word of its own
            counts = (word.partition("/")[0] for word in points.split() if word[:1].isdigit())
            figures = ", ".join(counts)
            points = figures if len(figures) + 7 > width else f"points {figures}"
        short = (
            f"{COMPUTER}s" if seen.seats.startswith(COMPUTER) else seen.seats.partition(" v ")[0]
        )
        seats = seen.seats if len(seen.seats) <= width else short
        seats = seats if len(seats) <= width else seats.removeprefix("you ")
        lines = [(each, "chosen" if chosen else "text") for each in more]
        lines += [(each, "text") for each in stands]
        lines += [(seats, "text"), (points, "dim"), (saved.date, "dim")]
        # A long title replaces the date, and the points.
        for number, (line, style) in enumerate(lines[: THUMB[1] - 1], 1):
            page.write(beside, row + number, cut(line, width), style)

    def prompt(self) -> str:
        if self.below:
            return self.about_chosen()
        item = self.items[self.index]
        latest = self.latest() if self.looked else None
        if item.name == "Continue" and latest:
            return f"Enter continues  {self.describe(latest)}"
        if item.name == "Quick start":
            what = f" of {system(self.quick_game).title}" if self.quick_game else f": {item.about}"
            right = self.keymap.hint(self.screen_name, "right", "another game")
            return f"Enter begins  Quick start{what}   {right}"
        return f"Enter opens  {item.name}: {item.about}"

    # Keys ------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "up": self.act_up,
            "down": self.act_down,
            "left": self.act_left,
            "right": self.act_right,
            "first": self.act_first,
            "last": self.act_last,
            "switch": self.act_switch,
            "accept": self.act_accept,
        }

    def key_line(self) -> tuple[str, ...]:
        """Return the actions of the line of keys: for the entries or for the battles."""
        return self.below_hints if self.below else self.hints

    def act_up(self) -> None:
        """Choose the entry above, or the previous battle."""
        self._step(-1)

    def act_down(self) -> None:
        """Choose the entry below, or the next battle."""
        self._step(1)

    def act_first(self) -> None:
        """Choose the first entry, or the first battle."""
        if self.below:
            self.choose(0)
        else:
            self.index = 0

    def act_last(self) -> None:
        """Choose the last entry, or the last battle."""
        if self.below:
            self.choose(len(self.battles) - 1)
        else:
            self.index = len(self.items) - 1

    def act_left(self) -> None:
        """Choose the previous battle, or the previous game of the quick start."""
        self._aside(-1)

    def act_right(self) -> None:
        """Choose the next battle, or the next game of the quick start."""
        self._aside(1)

    def _aside(self, step: int) -> None:
        if self.below:
            self.choose(self.chosen + step)
        elif self.items[self.index].name == "Quick start":
            from engine.sitting.setting_up.rows import first_battles

            games = [game for game, _ in first_battles()]
            if games:
                at = games.index(self.quick_game) if self.quick_game else 0
                self.quick_game = games[(at + step) % len(games)]
                self.items = self._items()

    def act_switch(self) -> None:
        """Go from the entries to the battles and back."""
        self.below = not self.below and bool(self.battles)

    def act_accept(self) -> None:
        """Open the highlighted item."""
        if self.below:
            self.open_chosen()
        else:
            item = self.items[self.index]
            self.game_app.menu_entry = item.name if item.stays else ""
            item.choose()

    def act_back(self) -> None:
        """Move the highlight from the battles back to the entries."""
        self.below = False

    def press(self, key: str) -> None:
        """Process a key.

        After any other key, the key to leave the program must again be pressed twice.
        """
        action = self.keymap.action(self.screen_name, key)
        self.leaving = self.leaving and action is not None and action.name == "end"
        super().press(key)

    def act_end(self) -> None:
        """Ask at the first press, and quit at the second, so that a key pressed once too often in
        another screen does not quit.
        """
        if self.leaving:
            self.act_quit()
        else:
            self.leaving = True
            key = self.keymap.key(self.screen_name, "end")
            self.say(f"Quit? {key} again leaves the program; all battles are saved.")

    def act_delete(self) -> None:
        """Ask whether to move the highlighted battle to the bin."""
        if self.below:
            super().act_delete()

    def act_watch(self) -> None:
        """Replay the highlighted battle."""
        if self.below:
            super().act_watch()

    def _click(self, index: int) -> None:
        self.below, self.index = False, index
        self.act_accept()

    def _click_card(self, index: int) -> None:
        """Highlight a battle; a click on the highlighted one opens it."""
        again = self.below and self.chosen == index
        self.below = True
        self.choose(index)
        if again:
            self.open_chosen()

    def _step(self, step: int) -> None:
        if self.below:
            self.choose(self.chosen + step)
        else:
            # Clamped instead of cyclic: Up from the first entry must not lead to Quit.
            self.index = max(0, min(self.index + step, len(self.items) - 1))


def _is_over(saved: Saved) -> bool:
    """Tell whether a battle is finished; False for a file that cannot be read."""
    try:
        return summarise(saved).outcome is not None
    except WeatherGageError:
        return False


def _may_go_on(saved: Saved) -> bool:
    """Tell from the first line of a battle's file whether the battle may be continued."""
    return bool(saved.header and has_person(saved.header) and not is_sample(saved.path))
