"""SetupRoom: a new battle. Scenario, who sits in each seat, and the seed of the dice."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import ClassVar

import msgspec

from engine.battle import Battle
from engine.errors import WeatherGageError
from engine.game import Seat, system, systems
from engine.players import PLAYERS
from tui.begin import begin, fresh_seed
from tui.library import computers
from tui.page import Page
from tui.saves import saves_folder
from tui.screens.sheet import SheetRoom
from tui.thumbnail import portrait

HUMAN = "human"
SEATED: dict[str, str] = {HUMAN: "a person at this keyboard", **PLAYERS}
QUICK_START = "quickstart"


class Choice(msgspec.Struct, frozen=True):
    """A battle as it would begin."""

    game: str
    scenario: str
    players: dict[str, str]
    seed: int


def on_offer() -> list[tuple[str, str, str]]:
    """Return (game, scenario, about) of every scenario of every system, the quick start first."""
    offered = [
        (game, scenario, about)
        for game in systems()
        for scenario, about in system(game).scenarios().items()
    ]
    return sorted(offered, key=lambda each: each[1] != QUICK_START)


def seats_of(game: str, scenario: str) -> tuple[Seat, ...]:
    """Return the seats of a scenario; `SetUpFault` when it cannot be set up."""
    rules = system(game)
    return rules.seats(rules.set_up(scenario))


def quick_start() -> Choice:
    """Return the first scenario, a person against the lieutenant."""
    game, scenario, _ = on_offer()[0]
    keys = [seat.key for seat in seats_of(game, scenario)]
    players = {key: HUMAN if key == keys[0] else "lieutenant" for key in keys}
    return Choice(game, scenario, players, fresh_seed())


def start(choice: Choice, saves: Path | None = None) -> Battle:
    """Start a battle and its file; `SetUpFault` and `FileFault` say what is in the way."""
    folder = saves_folder(saves)
    return begin(system(choice.game), choice.scenario, choice.players, folder, choice.seed)


class SetupRoom(SheetRoom):
    """The lines: scenario, a line a seat, seed."""

    room: ClassVar[str] = "setup"
    what_for: ClassVar[str] = (
        "A new battle: left and right change the highlighted line, Enter begins the battle. "
        "The same seed gives the same dice; type another one to play that battle."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "right", "reseed", "help", "end", "down")

    def __init__(self) -> None:
        super().__init__()
        self.offered = on_offer()
        self.index = 0
        self.scenario = 0
        self.choice = quick_start()
        self.seats = seats_of(self.choice.game, self.choice.scenario)

    # The page --------------------------------------------------------------------------

    @property
    def seed_line(self) -> int:
        """The number of the line with the seed, the last one."""
        return len(self.seats) + 1

    def fill(self, page: Page) -> None:
        """Write the lines, and a picture of the table."""
        page.bar(0, "NEW BATTLE", "status")
        game, scenario, about = self.offered[self.scenario]
        row = 2
        for number, (label, value) in enumerate(self._lines()):
            shown = f"< {value} >" if number == self.index else f"  {value}"
            chosen = number == self.index
            page.item(1, row, 46, f"{label:<12}{shown}", chosen, partial(self._click, number))
            row += 2
        row = page.paragraph(3, row, 44, f"{system(game).title}, {scenario}: {about}", "dim")
        if self.index not in (0, self.seed_line):
            player = self.choice.players[self.seats[self.index - 1].key]
            page.paragraph(3, row + 1, 44, f"{player}: {SEATED[player]}", "dim")
        if self.index == self.seed_line:
            words = "Type digits for a seed of your own; the same seed gives the same dice."
            page.paragraph(3, row + 1, 44, words, "dim")
        self._table(page)

    def _lines(self) -> list[tuple[str, str]]:
        players = self.choice.players
        return [
            ("Scenario", self.choice.scenario),
            *((seat.name, players[seat.key]) for seat in self.seats),
            ("Seed", str(self.choice.seed)),
        ]

    def _table(self, page: Page) -> None:
        rules = system(self.choice.game)
        scene = rules.scene(rules.view(rules.set_up(self.choice.scenario), ""))
        left, room = 50, page.rows_count - 6
        page.paste(portrait(scene, page.columns - left - 2, room, self.glyphs), left, 2)

    def prompt(self) -> str:
        """Say what Enter begins."""
        seated = ", ".join(f"{seat.name} {self.choice.players[seat.key]}" for seat in self.seats)
        return f"Enter begins  {self.choice.scenario}: {seated}, seed {self.choice.seed}"

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Let digits and Backspace edit the seed while it is highlighted."""
        if self.index == self.seed_line and (key.isdecimal() or key == "backspace"):
            text = str(self.choice.seed or "")
            text = text[:-1] if key == "backspace" else text + key
            self._change(seed=int(text[:18] or 0))
            self.draw()
        else:
            super().press(key)

    def act_up(self) -> None:
        """Highlight the line above."""
        self.index = (self.index - 1) % (self.seed_line + 1)

    def act_down(self) -> None:
        """Highlight the line below."""
        self.index = (self.index + 1) % (self.seed_line + 1)

    def act_left(self) -> None:
        """Take the choice before."""
        self._turn(-1)

    def act_right(self) -> None:
        """Take the next choice."""
        self._turn(1)

    def act_reseed(self) -> None:
        """Draw another seed."""
        self._change(seed=fresh_seed())

    def act_accept(self) -> None:
        """Begin the battle."""
        battle = start(self.choice, self.house.saves)
        self.house.play(battle, computers(battle))

    def _click(self, index: int) -> None:
        """Highlight a line; a click on the highlighted one takes its next choice."""
        if index == self.index:
            self._turn(1)
        self.index = index

    def _turn(self, step: int) -> None:
        if self.index == 0:
            self._choose_scenario((self.scenario + step) % len(self.offered))
        elif self.index == self.seed_line:
            self._change(seed=max(0, self.choice.seed + step))
        else:
            seat = self.seats[self.index - 1].key
            names = list(SEATED)
            at = names.index(self.choice.players[seat])
            self._change(players={**self.choice.players, seat: names[(at + step) % len(names)]})

    def _choose_scenario(self, index: int) -> None:
        game, scenario, _ = self.offered[index]
        try:
            seats = seats_of(game, scenario)
        except WeatherGageError as error:
            self.said = str(error)
            return
        self.scenario, self.seats = index, seats
        players = {seat.key: self.choice.players.get(seat.key, HUMAN) for seat in seats}
        self._change(game=game, scenario=scenario, players=players)

    def _change(self, **changes: object) -> None:
        self.choice = msgspec.structs.replace(self.choice, **changes)
