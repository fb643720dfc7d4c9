"""FoundingScreen: the terms of a new battle on a host."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, NamedTuple

import msgspec

from engine.base.errors import WeatherGageError
from engine.game.game import Seat
from engine.kernel.registry import system
from engine.players import PLAYERS
from tui.chart.thumbnail import portrait
from tui.files.begin import fresh_seed
from tui.files.squadron_files import KeptSquadron
from tui.host.screens.host_app import host_of
from tui.host.terms import Terms
from tui.input.actions import Handlers
from tui.screens.chooser import Chooser
from tui.start.muster import fitting, mustered, named
from tui.start.setup import next_game, next_scenario, on_offer
from tui.terminal.page import TextPage, scrolled

PERSON = "a person"
SEATED = (PERSON, *PLAYERS)
CLOCKS = {0: "none", 60: "a minute", 180: "3 minutes", 600: "10 minutes", 86400: "a day"}
LATE = {"computer": "the computer plays", "adjourn": "it is adjourned"}
WATCHING = {"live": "live, hands hidden", "delayed": "2 turns behind", "nobody": "not at all"}
ADVICE = {True: "for who asks", False: "for nobody"}
CHOICES: dict[str, Mapping[Any, str]] = {
    "clock": CLOCKS,
    "late": LATE,
    "watching": WATCHING,
    "advice": ADVICE,
}
ABOUT = {
    "a_side": "How many squadrons each fleet has; each has a seat of its own.",
    "word": "Who does not say this word cannot sit down; it keeps the battle among friends.",
    "clock": "How long a choice may take, from when it is asked.",
    "late": "What happens when the clock runs out; who is late can play on afterwards.",
    "watching": "Who looks on never sees a hand of cards.",
    "advice": "The computer says what would be best, from what the asking seat can see.",
}
"""The explanation of a line, by its name; those of seats and squadrons are composed."""
DRAWN = "drawn by lot"
MORE = "... and more below"
WIDTH = 48
LABEL = 14
SAILS = "sails:"
"""Before the seat in the name of a line about its squadron."""


class TermsRow(NamedTuple):
    """A line of the page: the name of the term that it changes, its label, the chosen value."""

    name: str
    label: str
    value: str


class FoundingScreen(Chooser):
    """The lines: game, scenario, a line a seat, invitation, clock, watchers."""

    screen_name: ClassVar[str] = "founding"
    what_for: ClassVar[str] = (
        "A new battle: left and right change the highlighted line, Enter founds the battle; "
        "it begins when every seat is taken."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "right", "word", "help", "end", "down")

    def __init__(self) -> None:
        super().__init__()
        self.offered = on_offer()
        self.index = 0
        self.scenario = 0
        self.a_side = 0
        """Squadrons a side, where that may be chosen."""
        game, scenario, _ = self.offered[0]
        self.terms = Terms(game=game, scenario=scenario)
        self.seats: tuple[Seat, ...] = self._seats(self.terms)
        self.start: Any = system(game).set_up(scenario)
        """What these terms set up, or the latest that did set something up."""
        self.fault = ""
        """Why the terms set nothing up; '' when they do."""
        self.squadrons: dict[str, str] = {}
        """By seat, the ready squadron that was chosen for it."""
        self.fit: list[KeptSquadron] = []
        """The ready squadrons that may be chosen."""
        self._seed = fresh_seed()

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the lines, and a picture of the table."""
        page.bar(0, "NEW BATTLE", "status")
        lines = self._lines()
        rows = page.rows_count - 8
        first = scrolled(len(lines), self.index, rows)
        for row, line in enumerate(lines[first : first + rows], 2):
            chosen = first + row - 2 == self.index
            shown = f"< {line.value} >" if chosen else f"  {line.value}"
            click = partial(self._click, first + row - 2)
            text = f"{line.label[: LABEL - 1]:<{LABEL}}{shown}"
            page.item(1, row, WIDTH, text, chosen, click)
        if first + rows < len(lines):
            page.write(3, 2 + rows, MORE, "dim")
        row = 3 + min(rows, len(lines))
        page.paragraph(3, row, WIDTH - 4, self._about(lines[self.index].name), "dim", 3)
        rules, left = system(self.terms.game), WIDTH + 3
        scene = rules.screen.scene(rules.view(self.start, ""))
        room = page.columns - left - 2
        page.paste(portrait(scene, room, page.rows_count - 6, self.glyphs), left, 2)

    def _about(self, name: str) -> str:
        """Return the explanation of a line."""
        if name in ("game", "scenario"):
            _, scenario, about = self.offered[self.scenario]
            return f"{scenario}: {about}"
        if name in ABOUT:
            return ABOUT[name]
        if name.startswith(SAILS):
            kept = self._sailing(name.removeprefix(SAILS))
            built = (
                f"{kept.points} points, {len(kept.draft.ships)} ships"
                if kept and kept.draft
                else ""
            )
            return built or "Nobody knows the squadron before the battle begins."
        player = self.terms.computers.get(name)
        return f"{player}: {PLAYERS[player]}" if player else "Whoever sits down there first."

    def _lines(self) -> list[TermsRow]:
        terms = self.terms
        size = self.a_side
        sailing = self.seats if self.fit else ()
        return [
            TermsRow("game", "Game", system(terms.game).title),
            TermsRow("scenario", "Scenario", terms.scenario),
            *([TermsRow("a_side", "Squadrons", f"{size} a side")] if size else []),
            *(TermsRow(s.key, s.name, terms.computers.get(s.key, PERSON)) for s in self.seats),
            TermsRow("word", "Invitation", terms.word or "none, all may join"),
            TermsRow("clock", "Clock", CLOCKS[terms.clock]),
            TermsRow("late", "When late", LATE[terms.late]),
            TermsRow("watching", "Watching", WATCHING[terms.watching]),
            TermsRow("advice", "Advice", ADVICE[terms.advice]),
            *(TermsRow(f"{SAILS}{s.key}", f"{s.name} sails", self._title(s.key)) for s in sailing),
        ]

    def prompt(self) -> str:
        if self.fault:
            return self.fault
        sitters = (self.terms.computers.get(seat.key, PERSON) for seat in self.seats)
        count = Counter(sitters)
        people = count.pop(PERSON, 0)
        seats = [f"{people} seat{'s' * (people != 1)} for people"]
        seats += [f"{number} for the {name}" for name, number in count.items()]
        key = self.keymap.key(self.screen_name, "accept")
        return f"{key} founds  {self.terms.scenario}: {', '.join(seats)}"

    # Keys ------------------------------------------------------------------------------

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self._lines()) - 1))

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "left": self.act_left,
            "right": self.act_right,
            "word": self.act_word,
            "accept": self.act_accept,
        }

    def act_left(self) -> None:
        """Take the choice before."""
        self._turn(-1)

    def act_right(self) -> None:
        """Take the next choice."""
        self._turn(1)

    def act_word(self) -> None:
        """Say the invitation word; none lets everybody join."""
        self.ask("Invitation word, empty for none:", lambda word: self._change(word=word))

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
        self.index = index

    def _turn(self, step: int) -> None:
        name = self._lines()[self.index].name
        if name == "game":
            self._choose_scenario(next_game(self.offered, self.scenario, step))
        elif name == "scenario":
            self._choose_scenario(next_scenario(self.offered, self.scenario, step))
        elif name == "a_side":
            self._resize_fleets(step)
        elif name == "word":
            self.act_word()
        elif name.startswith(SAILS):
            self._choose_squadron(name.removeprefix(SAILS), step)
        elif name in CHOICES:
            values = tuple(CHOICES[name])
            at = values.index(getattr(self.terms, name))
            self._change(**{name: values[(at + step) % len(values)]})
        else:
            self._seat(name, step)

    def _choose_scenario(self, place: int) -> None:
        self.scenario = place
        game, scenario, _ = self.offered[self.scenario]
        sizes = system(game).building.squadrons_a_side(scenario)
        self.a_side = sizes[0] if sizes else 0
        self._change(game=game, scenario=scenario)
        self._muster()

    def _resize_fleets(self, step: int) -> None:
        sizes = system(self.terms.game).building.squadrons_a_side(self.terms.scenario)
        self.a_side = sizes[(sizes.index(self.a_side) + step) % len(sizes)]
        self._change()
        self._muster()

    def _seats(self, terms: Terms) -> tuple[Seat, ...]:
        """Return the seats with the names that they have before squadrons are known."""
        rules = system(terms.game)
        plain = {"a_side": self.a_side} if self.a_side else {}
        return rules.seats(rules.set_up(terms.scenario, plain))

    def _muster(self) -> None:
        """Find the ready squadrons for the scenario; none of them is chosen yet."""
        rules, scenario = system(self.terms.game), self.terms.scenario
        folder = host_of(self).hub.folder
        fit = fitting(rules, scenario, len(self.seats), folder)
        self.fit = [kept for kept in fit if kept.ready]
        self.squadrons = {}
        self._change()

    def _sailing(self, key: str) -> KeptSquadron | None:
        """Return the squadron chosen for a seat."""
        return next((kept for kept in self.fit if named(kept) == self.squadrons.get(key)), None)

    def _title(self, key: str) -> str:
        kept = self._sailing(key)
        return kept.title if kept else DRAWN

    def _choose_squadron(self, key: str, step: int) -> None:
        names = ["", *map(named, self.fit)]
        at = names.index(self.squadrons.get(key, ""))
        chosen = {**self.squadrons, key: names[(at + step) % len(names)]}
        self.squadrons = {seat: name for seat, name in chosen.items() if name}
        self._change()

    def _options(self) -> dict[str, Any]:
        """Return the options of the set-up: the squadrons that were chosen, or how many."""
        seats = [seat.key for seat in self.seats]
        whole = system(self.terms.game).building.whole_battle
        mustering = mustered(seats, self.squadrons, self.fit, self._seed, whole)
        return mustering or ({"a_side": self.a_side} if self.a_side else {})

    def _seat(self, key: str, step: int) -> None:
        computers = dict(self.terms.computers)
        at = SEATED.index(computers.pop(key, PERSON))
        name = SEATED[(at + step) % len(SEATED)]
        if name != PERSON:
            computers[key] = name
        self._change(computers=computers)

    def _change(self, **changes: object) -> None:
        terms = msgspec.structs.replace(self.terms, **changes)
        self.seats = self._seats(terms)
        keys = {seat.key for seat in self.seats}
        kept = {key: name for key, name in terms.computers.items() if key in keys}
        self.terms = terms = msgspec.structs.replace(terms, computers=kept, options=self._options())
        self.fault = ""
        try:
            self.start = system(terms.game).set_up(terms.scenario, terms.options)
        except WeatherGageError as error:  # one more choice may mend it
            self.fault = str(error)
