"""The review of a battle: chances to win, points, ships, luck, decisive moments; and StoryScreen,
which tells the battle in prose.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import ClassVar

from engine.base.errors import Refused
from engine.files.own_folders import USUAL_FILES
from engine.game.parts.review import NAME, Bars, Sums, TurningPoint, columns, numbered, tables
from engine.kernel.seen import SeenBattle
from engine.review.curve import Curve, judge_version, stored_curve
from engine.review.fortune import luck_lines
from engine.review.spectators import without_secrets
from engine.review.tale import NOTHING, Paragraph, tale
from engine.sitting.adviser import think
from engine.sitting.battle_log import winners
from tui.input.actions import Handlers
from tui.panel.pictures import curve_bars, rows_for
from tui.screens.chooser import Scroller
from tui.screens.page_screen import PageScreen
from tui.terminal.cells import wrap
from tui.terminal.page import ClickSpot, TextPage, scrolled
from tui.terminal.terminal import Glyphs


def write_curve(  # noqa: PLR0913 - the curve, its place, and the handler of a click
    page: TextPage,
    row: int,
    battle: SeenBattle,
    curve: Curve,
    here: int | None,
    watch: Callable[[int], None],
) -> int:
    """Write the curve of the chances to win, and how much dice and choices have changed them;
    return the next free row.

    A click on the curve shows the entry.
    """
    glyphs: Glyphs = "ascii" if page.glyph_set == "ascii" else "unicode"
    rows, length, end = rows_for(page.rows_count), page.columns - 2, curve.positions - 1
    for at, bar in enumerate(curve_bars(curve, length, rows, glyphs, here)):
        page.runs(row + at, bar, 1)
    for column in range(length):
        n = round(column / max(1, length - 1) * end)
        page.spots.append(ClickSpot(1 + column, row, 1, rows, partial(watch, n)))
    row += rows
    stale = " (outdated)" if curve.judge != judge_version(battle) else ""
    told = [] if stale else luck_lines(curve, battle)
    for line in told or [f"{curve.name}'s chances by entry{stale}"]:
        page.write(1, row, line, "dim")
        row += 1
    return row


# AftermathScreen: the winner and the reason, points by turn, ships, luck, and the decisive moments.


TOP = 4
"""The first row of the page below its heading."""
LEAST = 12
"""The minimum number of rows for points, moments and luck; the list of ships below them can be
scrolled instead."""
BARS = {"ascii": ("#", "."), "unicode": ("■", "·")}
SHORT_BARS = (6, 4, 2, 0)
"""Lengths in columns that bars on a narrow page may have; the longest that fits is used."""
GAP = 2
WIDE = 100
LONG_NAME = 34
"""The width of a ship's name in columns, on a wide page."""
SHORT, LONG = 8, 15
"""The width in columns for a side's name above its points: on a narrow page, and on a wide one."""


class AftermathScreen(PageScreen):
    """A page about one battle, finished or not. A replay shows the moment that is chosen on it."""

    screen_name: ClassVar[str] = "aftermath"
    what_for: ClassVar[str] = (
        "A look back at the battle: points by turn, damage dealt and taken by each ship, luck, the "
        "decisive moments, and the chances to win after the command `weathergage annotate FILE`. "
        "Enter watches the chosen moment."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "accept",
        "down=moment",
        "page_down=ships",
        "right=dice",
        "choices",
        "story",
        "dice",
        "proof",
        "end",
        "help",
    )

    def __init__(
        self, battle: SeenBattle, watch: Callable[[int], None], own: Collection[str] = ()
    ) -> None:
        """Review a battle; `watch` shows the position after an entry.

        Before the battle is over, only the choices of the player's `own` seats are judged.
        """
        super().__init__()
        self.battle = battle
        self.own = own
        self.shows_entry = watch
        self.explained = battle.game.review.explained
        self.after = battle.game.review.aftermath(battle.at(0), battle.entries)
        self.curve = stored_curve(battle) if battle.outcome() is not None else None
        """The curve of the chances to win, if it is stored beside the battle's file and the battle
        is over."""
        self.index = 0
        self.first_ship = 0
        self.first_dice = 0
        self.more_dice = False
        """Whether the page has no room for all kinds of dice: then the keys left and right show the
        others."""
        self.more_ships = False
        """Whether the page has no room for all ships: then the keys for pages show the others."""

    def on_mount(self) -> None:
        """Begin to judge the player's own battle in the background; proved costly choices become
        puzzles.

        On a host, where processors are shared, judging begins only with the action `choices`.
        """
        mine = self.game_app.own_files is USUAL_FILES
        if mine and self.battle.outcome() is not None and self._persons():
            self.work(self._judge)

    async def _judge(self) -> None:
        from engine.review.hindsight import open_seats
        from engine.sitting.hindsight import cached_hindsight

        try:
            found = cached_hindsight(
                self.battle, open_seats(self.battle, self.own), self._persons()
            )
        except Refused:
            return
        while not found.over:
            await think(partial(found.step, self.battle))
        answers = self.game_app.own_files.answers
        await think(partial(found.keep_puzzles, self._persons(), answers))

    @property
    def about_game(self) -> str:
        return self.battle.game.name

    @property
    def moment(self) -> TurningPoint | None:
        """The chosen decisive moment; None if the battle has none."""
        return self.after.moments[self.index] if self.after.moments else None

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the heading, then points beside moments and luck, then the ships."""
        game, state = self.battle.game, self.battle.state
        status = game.screen.status(self.battle.view(""))
        title = self.battle.header.title or status.title
        page.bar(0, f"AFTERMATH   {title}", "status", f"turn {game.turn(state)}")
        outcome = self.battle.outcome()
        page.write(1, 1, winners(self.battle, outcome) or "THE BATTLE GOES ON", "head")
        page.paragraph(1, 2, page.columns - 2, outcome.told if outcome else "", most=2)
        top = TOP
        if outcome and self.after.history:
            then = f"In history: {self.after.history}"
            top = page.paragraph(1, TOP, page.columns - 2, then, "dim", most=3) + 1
        if self.curve:
            here = self.moment.n if self.moment else None
            top = write_curve(page, top, self.battle, self.curve, here, self.shows_entry)
        # The longest bars that leave room for the dice.
        name = LONG_NAME if page.columns >= WIDE else NAME
        parts: dict[str, list[str]] = {}
        for longest in (Bars().longest, *SHORT_BARS) if page.columns >= WIDE else SHORT_BARS:
            found = tables(self.after, Bars(*BARS[page.glyph_set], longest), name)
            parts = {each.part: _lined(each, page.columns) for each in found}
            widest = max(map(len, parts.get("luck", [])), default=0)
            if _beside(parts.get("scores") or parts.get("strengths", [])) + widest < page.columns:
                break
        luck = parts.get("luck", [])
        points = parts.get("scores") or parts.get("strengths", [])
        ships = parts.get("ships") or parts.get("chapters", [])
        rows = page.rows_count - 2 - top
        if not parts:
            page.write(1, top, f"{game.title} has no other figures to show.", "dim")
            return
        wanted = max(len(points), len(parts.get("moments", [])) + len(luck)) + 1
        above = min(wanted, max(LEAST, rows - len(ships), rows // 2))
        right = _beside(points)
        low = min(len(luck), above - 5 if self.after.moments else above)
        _lines(page, 1, top, above, points)
        room = above - low
        moments = self.after.moments
        if moments and room >= 2:
            start = scrolled(len(moments), self.index, room - 1)
            heading = f"Decisive moments{_shown(start, room - 1, len(moments))}"
            page.write(right, top, heading, "head")
            width = page.columns - right - 1
            for line, each in enumerate(moments[start : start + room - 1]):
                text = f"{numbered(self.after, each):<4}{each.words}"
                click = partial(self._clicked, start + line)
                page.item(right, top + 1 + line, width, text, start + line == self.index, click)
        self.first_dice = _window(page, right, top + above - low, low, luck, self.first_dice)
        self.more_dice = len(luck) > low > 2
        self.first_ship = _window(page, 1, top + above, rows - above, ships, self.first_ship)
        self.more_ships = len(ships) > rows - above > 2

    def key_line(self) -> Sequence[str]:
        """Return the actions of the key line; the one for more dice only if some dice do not fit on
        the page.
        """
        useless = {"right=dice": not self.more_dice, "page_down=ships": not self.more_ships}
        return [each for each in self.hints if not useless.get(each)]

    def prompt(self) -> str:
        if self.moment is None:
            return self.keymap.hint(self.screen_name, "end", "goes back")
        key = self.keymap.key(self.screen_name, "accept")
        return f"{key} watches entry {self.moment.n}: {self.moment.words}"

    # Keys ------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "choices": self.act_choices,
            "story": self.act_story,
            "dice": self.act_dice,
            "proof": self.act_proof,
            "up": self.act_up,
            "down": self.act_down,
            "first": self.act_first,
            "last": self.act_last,
            "page_up": self.act_page_up,
            "page_down": self.act_page_down,
            "left": self.act_left,
            "right": self.act_right,
        }

    def act_accept(self) -> None:
        """Show the chosen moment in the replay."""
        if self.moment:
            self.shows_entry(self.moment.n)

    def act_choices(self) -> None:
        """Open the list of the costliest choices; raises `Refused` if no choice may be judged."""
        from engine.review.hindsight import open_seats
        from engine.sitting.hindsight import cached_hindsight
        from tui.review.hindsight_screen import HindsightScreen

        seats = open_seats(self.battle, self.own)
        if not seats:
            raise Refused("choices are judged when the battle is over")
        found = cached_hindsight(self.battle, seats, self._persons())
        self.game_app.open(HindsightScreen(self.battle, found, self.shows_entry, self._persons()))

    def _persons(self) -> Collection[str]:
        """Return the seats of this player: the given ones, otherwise those that persons play at
        this machine.
        """
        from engine.puzzles.yours import seats_of_persons

        return tuple(filter(None, self.own)) or seats_of_persons(self.battle)

    def act_story(self) -> None:
        """Open the story of the battle; it tells only what every player has seen."""
        from tui.review.aftermath import StoryScreen

        outcome = self.battle.outcome()
        won = winners(self.battle, outcome) or "THE BATTLE GOES ON"
        about = [(won, "head"), *([(outcome.told, "text")] if outcome else [])]
        title = self.battle.header.title or self.battle.game.title
        told = tale(without_secrets(self.battle))
        self.game_app.open(StoryScreen(title, self.about_game, about, told, self.shows_entry))

    def act_dice(self) -> None:
        """Open the page about the dice; of an unfinished battle it has only the rolls that every
        player has seen.
        """
        self.open_screen("dice", self.battle, self.shows_entry)

    def act_proof(self) -> None:
        """Show the proof that the dice are fair, and the pledge (hash) that was made before the
        battle.
        """
        self.open_screen("proof", self.battle)

    def act_up(self) -> None:
        """Choose the decisive moment above the chosen one."""
        self._move(self.index - 1)

    def act_down(self) -> None:
        """Choose the decisive moment below the chosen one."""
        self._move(self.index + 1)

    def act_first(self) -> None:
        """Choose the first decisive moment."""
        self._move(0)

    def act_last(self) -> None:
        """Choose the last decisive moment."""
        self._move(len(self.after.moments) - 1)

    def act_page_up(self) -> None:
        """Scroll up in the list of ships."""
        self.first_ship -= 5

    def act_page_down(self) -> None:
        """Scroll down in the list of ships."""
        self.first_ship += 5

    def act_left(self) -> None:
        """Show the dice of the kinds of rolls before these, if not all fit on the page."""
        self.first_dice -= 3

    def act_right(self) -> None:
        """Show the dice of the kinds of rolls after these, if not all fit on the page."""
        self.first_dice += 3

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.after.moments) - 1))

    def _clicked(self, index: int) -> None:
        """Choose a decisive moment; a click on the chosen one shows it in the replay."""
        if index == self.index:
            self.act_accept()
        self._move(index)


def _beside(points: Sequence[str]) -> int:
    """Return the first free column to the right of the points."""
    return max(map(len, points), default=-GAP) + GAP + 1


def _lined(part: Sums, width: int) -> list[str]:
    """Return a table of sums as lines, with its heading; on a narrow page names are shortened."""
    figures = part.part in ("scores", "strengths")
    name = SHORT if figures and width < WIDE else LONG
    head, *rows = part.rows
    # a title may be as wide as the lines below it
    below = [max((len(row[at]) for row in rows), default=0) for at in range(len(head))]
    titles = (
        cell if len(cell) <= wide else cell[:name].rstrip()
        for cell, wide in zip(head, below, strict=True)
    )
    table = (tuple(titles), *rows)
    lines = columns(table)
    if max(map(len, lines)) > width - 2:
        lines = columns(table, " ")
    return [part.heading, *lines]


def _lines(page: TextPage, column: int, row: int, rows: int, lines: Sequence[str]) -> None:
    """Write a heading, the titles of columns, and as many of the lines as fit."""
    head, each = lines[:2], lines[2:]
    for number, line in enumerate([*head, *_fitting(each, rows - len(head))]):
        style = "head" if number == 0 else "dim" if number == 1 else "text"
        page.write(column, row + number, line[: page.columns - column - 1], style)


def _fitting(lines: Sequence[str], rows: int) -> list[str]:
    """Return as many lines of turns as fit: first of all the first one, then those that differ from
    the line before them, then the others, latest first.
    """
    if rows < 1:
        return []
    last = len(lines) - 1
    points = [line.split(maxsplit=1)[1:] for line in lines]
    news = {at for at in range(1, last + 1) if points[at] != points[at - 1]}
    ranked = [0, *sorted(range(1, last + 1), key=lambda at: (at not in {*news, last}, -at))]
    return [lines[at] for at in sorted(ranked[:rows]) if at <= last]


def _window(  # noqa: PLR0913 - the lines and the room they have
    page: TextPage, column: int, row: int, rows: int, lines: Sequence[str], first: int
) -> int:
    """Write a heading, the titles of columns, and the lines from `first` on; return the first line
    that is shown.
    """
    count, screen = len(lines) - 2, rows - 2
    if count < 1 or screen < 1:
        return 0
    first = max(0, min(first, count - screen))
    heading = f"{lines[0]}{_shown(first, screen, count)}"
    _lines(page, column, row, rows, [heading, lines[1], *lines[first + 2 : first + rows]])
    return first


def _shown(first: int, screen: int, count: int) -> str:
    """Return which lines are visible, for example `, 3 to 9 of 12`; '' if all are."""
    return f", {first + 1} to {first + screen} of {count}" if count > screen else ""


# StoryScreen: a battle told in prose, a paragraph for each turn.


class StoryScreen(Scroller):
    """The story of one battle; Enter shows the turn at the top of the page in the replay."""

    screen_name: ClassVar[str] = "story"
    what_for: ClassVar[str] = (
        "The battle as a story, a paragraph for each turn. Down scrolls; Enter watches the turn at "
        "the top of the page."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "down=scroll", "page_down", "end", "help")

    def __init__(
        self,
        title: str,
        game: str,
        about: Sequence[tuple[str, str]],
        paragraphs: Sequence[Paragraph],
        watch: Callable[[int], None],
    ) -> None:
        """Show the story of a battle; `game` is the name of its game.

        `about` are lines above the story, as (text, style); `watch` shows an entry.
        """
        super().__init__()
        self.title = title
        self._game = game
        self._about = about
        self._paragraphs = paragraphs
        self._watch = watch
        self._entries: list[int] = []
        """For each line of the page: the first entry of its turn."""

    @property
    def about_game(self) -> str:
        return self._game

    def fill(self, page: TextPage) -> None:
        """Write as many lines as fit."""
        width, room = page.columns - 2, page.rows_count - 4
        lines = [(row, style) for text, style in self._about for row in wrap(text, width)]
        first = self._paragraphs[0].n if self._paragraphs else 0
        self._entries = [first] * len(lines)
        for each in self._paragraphs:
            rows = wrap(f"{each.heading}. {each.text}", width)
            lines += [("", "text"), *((row, "text") for row in rows)]
            self._entries += [each.n] * (len(rows) + 1)
        if not self._paragraphs:
            lines += [(row, "dim") for row in wrap(NOTHING, width)]
        self.top = max(0, min(self.top, len(lines) - room))
        self.rest = max(0, len(lines) - room - self.top)
        page.bar(0, f"STORY   {self.title}", "status", self.below)
        for row, (text, style) in enumerate(lines[self.top : self.top + room], 2):
            page.write(1, row, text, style)

    def prompt(self) -> str:
        return "Enter watches the turn at the top of the page" if self._paragraphs else NOTHING

    def handlers(self) -> Handlers:
        return {**super().handlers(), "accept": self.act_accept}

    def act_accept(self) -> None:
        """Show the turn at the top of the page in the replay."""
        if self._entries:
            self._watch(self._entries[min(self.top, len(self._entries) - 1)])
