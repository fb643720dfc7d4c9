"""FoundingScreen: the terms of a new battle on a host."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from engine.base.counting import counted
from engine.files.begin import fresh_seed
from engine.hosting.terms import Terms
from engine.players import PLAYERS
from tui.host.screens.host_app import host_of
from tui.input.actions import Handlers
from tui.screens.chooser import Chooser
from tui.start.form_page import FormLine, fill_form
from tui.start.pick import pick, pick_hints
from tui.start.set_up_rows import (
    Seating,
    SetupChoice,
    SetupLine,
    SetUpRows,
    on_offer,
    place_of,
)
from tui.terminal.page import TextPage

PERSON = "a person"
SEATED = Seating(
    {PERSON: "whoever sits down there first", **PLAYERS}, PERSON, "lot", seed_known=False
)
"""Who may have a seat; the seed is drawn when all have sat down."""
DAY = 86400
CLOCKS = {
    3 * DAY: "3 days, as by letters",
    7 * DAY: "a week",
    0: "none, we are friends",
    60: "a minute",
    180: "3 minutes",
    600: "10 minutes",
    DAY: "a day",
}
AWAY = {7 * DAY: "after a week", DAY: "after a day", 3600: "after an hour", 0: "never"}
LATE = {"computer": "the computer plays", "adjourn": "it is adjourned"}
WATCHING = {"live": "live, hands hidden", "delayed": "2 turns behind", "nobody": "not at all"}
ADVICE = {True: "for who asks", False: "for nobody"}
CHOICES: dict[str, Mapping[Any, str]] = {
    "clock": CLOCKS,
    "late": LATE,
    "away": AWAY,
    "watching": WATCHING,
    "advice": ADVICE,
}
ABOUT = {
    "word": "Who does not say this word cannot sit down; it keeps the battle among friends.",
    "clock": "How long a choice may take, from when it is asked.",
    "late": "What happens when the clock runs out; who is late can play on afterwards. "
    "When nobody is there, it is adjourned.",
    "away": "When the others may give a seat to another, whose person is away and is waited for.",
    "watching": "Who looks on never sees a hand of cards.",
    "advice": "The computer says what would be best, from what the asking seat can see.",
}
"""The explanation of a line of the terms, by its name."""
WIDTH = 48


class FoundingScreen(Chooser):
    """The lines: game, scenario, a line a seat, invitation, clock, watchers."""

    screen_name: ClassVar[str] = "founding"
    what_for: ClassVar[str] = (
        "A new battle: left and right change the highlighted line, Enter founds the battle; "
        "it begins when every seat is taken."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "right", "find", "word", "help", "end", "down")

    def __init__(self) -> None:
        super().__init__()
        self.index = 0
        game, scenario, _ = on_offer()[0]
        choice = SetupChoice(game=game, scenario=scenario, players={}, seed=fresh_seed())
        self.form = SetUpRows(choice, SEATED)
        self.agreed = Terms(game=game, scenario=scenario, clock=3 * DAY, away=7 * DAY)
        """The terms but for the set-up."""

    @property
    def terms(self) -> Terms:
        """What the battle is founded with."""
        choice = self.form.choice
        players = choice.players.items()
        return replace(
            self.agreed,
            game=choice.game,
            scenario=choice.scenario,
            options=self.form.options(),
            computers={seat: name for seat, name in players if name != PERSON},
            proposed=choice.proposed and any(line.what == "set-up" for line in self.form.ways()),
        )

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the lines, and a picture of the table."""
        page.bar(0, "NEW BATTLE", "status")
        lines = self._lines()
        shown = [FormLine(label, value, f"< {value} >") for label, value in map(self._shown, lines)]
        fill_form(
            page, self.form, shown, self.index, self._about(lines[self.index]), self._click,
            width=WIDTH, most=3, glyphs=self.glyphs,
        )  # fmt: skip

    def _about(self, line: SetupLine) -> str:
        """Return the explanation of a line."""
        if line.what in ("game", "scenario"):
            return self.form.about_scenario
        if line.what == "set-up" and not self.agreed.advice:
            return "Nothing is proposed in a battle without advice."
        return ABOUT.get(line.what) or self.form.told(line)

    def _lines(self) -> list[SetupLine]:
        form = self.form
        terms = [SetupLine(name) for name in ABOUT]
        return [*form.who(), *form.ways(), *terms, *form.forces()]

    def _shown(self, line: SetupLine) -> tuple[str, str]:
        """Return a line's label and value."""
        agreed = self.agreed
        terms = {
            "word": ("Invitation", agreed.word or "none, all may join"),
            "clock": ("Clock", CLOCKS[agreed.clock]),
            "late": ("When late", LATE[agreed.late]),
            "away": ("Given away", AWAY[agreed.away]),
            "watching": ("Watching", WATCHING[agreed.watching]),
            "advice": ("Advice", ADVICE[agreed.advice]),
        }
        return terms.get(line.what) or self.form.shown(line)

    def key_line(self) -> Sequence[str]:
        return pick_hints(self.form, self._lines()[self.index], self.hints)

    def prompt(self) -> str:
        choice = self.form.choice
        if self.form.fault:
            return self.form.fault
        count = Counter(choice.players.values())
        people = count.pop(PERSON, 0)
        seats = [f"{counted(people, 'seat')} for people"]
        seats += [f"{number} for the {name}" for name, number in count.items()]
        key = self.keymap.key(self.screen_name, "accept")
        return f"{key} founds  {choice.scenario}: {', '.join(seats)}"

    # Keys ------------------------------------------------------------------------------

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self._lines()) - 1))

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "left": self.act_left,
            "right": self.act_right,
            "word": self.act_word,
            "find": self.act_find,
            "accept": self.act_accept,
        }

    def act_left(self) -> None:
        """Take the choice before."""
        self._turn(-1)

    def act_right(self) -> None:
        """Take the next choice."""
        self._turn(1)

    def act_find(self) -> None:
        """Show all choices of the highlighted line in a list."""
        line = self._lines()[self.index]
        pick(self.form, line, self, lambda: self._stay(line))

    def act_word(self) -> None:
        """Say the invitation word; none lets everybody join."""
        self.ask("Invitation word, empty for none:", lambda word: self._agree(word=word))

    def act_accept(self) -> None:
        """Found the battle and go to its seats."""
        from tui.host.screens.gathering import GatheringScreen

        host = host_of(self)
        hosted = host.hub.found(host.person, self.terms)
        self.game_app.leave(self)
        self.game_app.open(GatheringScreen(hosted))

    def _click(self, index: int) -> None:
        if index == self.index:
            self._turn(1)
        else:
            self.index = index

    def take_paste(self, text: str) -> None:
        """Take a pasted squadron on the line of a seat."""
        self.form.paste(self._lines()[self.index], text)

    def _turn(self, step: int) -> None:
        line = self._lines()[self.index]
        name = line.what
        if name == "word":
            self.act_word()
        elif name in CHOICES:
            values = tuple(CHOICES[name])
            at = values.index(getattr(self.agreed, name))
            self._agree(**{name: values[(at + step) % len(values)]})
        else:
            self.form.turn(line, step)
            self._stay(line)

    def _stay(self, line: SetupLine) -> None:
        """Keep a line highlighted when others came or went."""
        stays = place_of(line, self._lines())
        self._move(self.index if stays is None else stays)

    def _agree(self, **changes: object) -> None:
        self.agreed = replace(self.agreed, **changes)
