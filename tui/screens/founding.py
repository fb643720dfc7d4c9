"""FoundingRoom: the terms of a new battle on a host."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

import msgspec

from engine.game import Seat, system
from engine.players import PLAYERS
from tui.host.papers import Terms
from tui.page import Page
from tui.screens.chooser import Chooser
from tui.screens.setup import on_offer
from tui.screens.sheet import SheetRoom
from tui.thumbnail import portrait

if TYPE_CHECKING:
    from tui.host.app import HostedApp

PERSON = "a person"
SEATED = (PERSON, *PLAYERS)
CLOCKS = {0: "none", 60: "a minute", 180: "3 minutes", 600: "10 minutes", 86400: "a day"}
LATE = {"computer": "the computer plays", "adjourn": "it is adjourned"}
WATCHING = {"live": "live, hands hidden", "delayed": "2 turns behind", "nobody": "not at all"}
CHOICES: dict[str, Mapping[Any, str]] = {"clock": CLOCKS, "late": LATE, "watching": WATCHING}
WIDTH = 48


class Row(NamedTuple):
    """A line of the page: what it changes, what it is called, what is chosen."""

    name: str
    label: str
    value: str


class FoundingRoom(Chooser, SheetRoom):
    """The lines: scenario, a line a seat, invitation, clock, watchers."""

    room: ClassVar[str] = "founding"
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
        game, scenario, _ = self.offered[0]
        self.terms = Terms(game, scenario)
        self.seats: tuple[Seat, ...] = self._seats(self.terms)

    # The page --------------------------------------------------------------------------

    def fill(self, page: Page) -> None:
        """Write the lines, and a picture of the table."""
        page.bar(0, "NEW BATTLE", "status")
        for number, line in enumerate(self._lines()):
            chosen = number == self.index
            shown = f"< {line.value} >" if chosen else f"  {line.value}"
            click = partial(self._click, number)
            page.item(1, 2 + number, WIDTH, f"{line.label:<12}{shown}", chosen, click)
        game, scenario, about = self.offered[self.scenario]
        row = 3 + len(self._lines())
        page.paragraph(3, row, WIDTH - 4, f"{system(game).title}, {scenario}: {about}", "dim")
        rules, left = system(game), WIDTH + 3
        scene = rules.scene(rules.view(rules.set_up(scenario, self.terms.options), ""))
        room = page.columns - left - 2
        page.paste(portrait(scene, room, page.rows_count - 6, self.glyphs), left, 2)

    def _lines(self) -> list[Row]:
        terms = self.terms
        size = terms.options.get("a_side")
        return [
            Row("scenario", "Scenario", terms.scenario),
            *([Row("a_side", "Squadrons", f"{size} a side")] if size else []),
            *(Row(s.key, s.name, terms.computers.get(s.key, PERSON)) for s in self.seats),
            Row("word", "Invitation", terms.word or "none, all may join"),
            Row("clock", "Clock", CLOCKS[terms.clock]),
            Row("late", "When late", LATE[terms.late]),
            Row("watching", "Watching", WATCHING[terms.watching]),
        ]

    def prompt(self) -> str:
        """Say what Enter does."""
        return f"Enter founds  {self.terms.scenario}"

    # Keys ------------------------------------------------------------------------------

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self._lines()) - 1))

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
        from tui.screens.gathering import GatheringRoom

        host = cast("HostedApp", self.app)
        hosted = host.harbour.found(host.person, self.terms)
        self.house.pop_screen()
        self.house.push_screen(GatheringRoom(hosted))

    def _click(self, index: int) -> None:
        if index == self.index:
            self._turn(1)
        self.index = index

    def _turn(self, step: int) -> None:
        name = self._lines()[self.index].name
        if name == "scenario":
            self._choose_scenario(step)
        elif name == "a_side":
            self._resize_fleets(step)
        elif name == "word":
            self.act_word()
        elif name in CHOICES:
            values = tuple(CHOICES[name])
            at = values.index(getattr(self.terms, name))
            self._change(**{name: values[(at + step) % len(values)]})
        else:
            self._seat(name, step)

    def _choose_scenario(self, step: int) -> None:
        self.scenario = (self.scenario + step) % len(self.offered)
        game, scenario, _ = self.offered[self.scenario]
        sizes = system(game).squadrons_a_side(scenario)
        options = {"a_side": sizes[0]} if sizes else {}
        self._change(game=game, scenario=scenario, options=options)

    def _resize_fleets(self, step: int) -> None:
        sizes = system(self.terms.game).squadrons_a_side(self.terms.scenario)
        at = sizes.index(self.terms.options["a_side"])
        self._change(options={"a_side": sizes[(at + step) % len(sizes)]})

    def _seats(self, terms: Terms) -> tuple[Seat, ...]:
        rules = system(terms.game)
        return rules.seats(rules.set_up(terms.scenario, terms.options))

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
        self.terms = msgspec.structs.replace(terms, computers=kept)
