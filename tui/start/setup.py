"""The set-up of a new battle: scenario, players, squadrons, and the seed of the dice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import ClassVar, NamedTuple

import msgspec

from engine.base.errors import WeatherGageError
from engine.game.game import Seat
from engine.game.parts.building import Switch
from engine.kernel.battle import Battle
from engine.kernel.registry import series, system, systems
from engine.players import PLAYERS
from tui.chart.thumbnail import portrait
from tui.files.begin import begin, drawn, fresh_seed
from tui.files.library import computers
from tui.files.saves import saves_folder, squadrons_folder
from tui.files.squadron_files import KeptSquadron
from tui.input.actions import Handlers
from tui.screens.page_screen import PageScreen
from tui.start.muster import fitting, mustered, named, scenario_for
from tui.terminal.page import TextPage, wrapped

HUMAN, COMPUTER = "human", "lieutenant"
SEATED: dict[str, str] = {HUMAN: "a person at this keyboard", **PLAYERS}
"""Who may play a seat, with a description."""
QUICK_START = "quickstart"
ANY = "drawn by the seed"
LONG = 2**64
"""Seeds from here on are not shown whole: nobody types them, and nobody can try them out."""
"""Shown as the squadron of a seat that has not chosen one."""
BY_HAND, QUICK = "by hand", "quick, proposed"
"""How a set-up is done."""


class SetupChoice(msgspec.Struct, kw_only=True, frozen=True):
    """What is chosen for a new battle."""

    game: str
    scenario: str
    players: dict[str, str]
    seed: int
    proposed: bool = False
    """Whether the computer proposes each choice of a person's set-up."""
    squadrons: dict[str, str] = {}
    """By seat, the name of the chosen squadron in the options of a set-up."""
    switches: dict[str, str] = {}
    """The options of a set-up that are not left as usual."""


class SetupLine(NamedTuple):
    """A line of the form: what it changes, and for which seat."""

    what: str
    seat: Seat | None = None
    switch: Switch | None = None


def on_offer() -> list[tuple[str, str, str]]:
    """Return (game, scenario, description) for every scenario and series, game by game.

    The game of the quick start comes first, and begins with it; series come last.
    """
    games = sorted(systems(), key=lambda game: QUICK_START not in system(game).scenarios())
    games += series()
    offered = [
        (game, scenario, about)
        for game in games
        for scenario, about in system(game).scenarios().items()
    ]
    return sorted(offered, key=lambda each: (games.index(each[0]), each[1] != QUICK_START))


def next_game(offered: list[tuple[str, str, str]], at: int, step: int) -> int:
    """Return the place of the first scenario of the game that is `step` games on."""
    games = list(dict.fromkeys(game for game, _, _ in offered))
    game = games[(games.index(offered[at][0]) + step) % len(games)]
    return next(place for place, each in enumerate(offered) if each[0] == game)


def next_scenario(offered: list[tuple[str, str, str]], at: int, step: int) -> int:
    """Return the place of the scenario that is `step` on, of the same game."""
    own = [place for place, each in enumerate(offered) if each[0] == offered[at][0]]
    return own[(own.index(at) + step) % len(own)]


def seats_of(
    game: str, scenario: str, seed: int, switches: Mapping[str, str] | None = None
) -> tuple[Seat, ...]:
    """Return the seats of a scenario, whose number may depend on the seed and on switches.

    Raises `SetUpFault` when it cannot be set up.
    """
    rules = system(game)
    plain = rules.seats(rules.set_up(scenario, switches))
    found = rules.seats(drawn(rules, scenario, seed, switches))
    if len(found) == len(plain):
        return plain  # with the names that they have before anything is drawn
    return tuple(Seat(seat.key, f"{seat.side} {seat.key}", seat.side) for seat in found)


def quick_start() -> SetupChoice:
    """Return the first scenario with a person against the lieutenant, and a random seed."""
    game, scenario, _ = on_offer()[0]
    rules = system(game)
    keys = [seat.key for seat in rules.seats(rules.set_up(scenario))]
    players = {key: HUMAN if key == keys[0] else COMPUTER for key in keys}
    return SetupChoice(game=game, scenario=scenario, players=players, seed=fresh_seed())


def start(choice: SetupChoice, saves: Path | None = None) -> Battle:
    """Begin the battle in a new file; raises `SetUpFault` and `FileFault`."""
    game = system(choice.game)
    seats = list(choice.players)
    fit = fitting(game, choice.scenario, len(seats), squadrons_folder(saves))
    built = game.building
    options = mustered(seats, choice.squadrons, fit, choice.seed, built.whole_battle, built.makes)
    options = {**options, **choice.switches}
    folder = saves_folder(saves)
    asked = game.setting_up(game.set_up(choice.scenario, options))
    return begin(
        game,
        choice.scenario,
        choice.players,
        folder,
        choice.seed,
        options,
        proposed=choice.proposed and asked,
    )


def seed_in_short(seed: int) -> str:
    """Return a seed as it is shown: whole, or the first digits of one that was drawn."""
    return str(seed) if seed < LONG else f"{str(seed)[:8]}.."


class SetupScreen(PageScreen):
    """A form: a line for the game, the scenario, each seat's player and squadron, the seed."""

    screen_name: ClassVar[str] = "setup"
    what_for: ClassVar[str] = (
        "A new battle: left and right change the highlighted line, Enter begins the battle. "
        "The same seed gives the same dice; type another one to play that battle."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "right", "reseed", "help", "end", "down")

    def __init__(self, squadron: KeptSquadron | None = None) -> None:
        """Start with the first scenario, or with one that takes `squadron` in the first seat."""
        super().__init__()
        self.offered = on_offer()
        self.index = 0
        self.scenario = 0
        self.choice = quick_start()
        self.seats = seats_of(self.choice.game, self.choice.scenario, self.choice.seed)
        self.fit: list[KeptSquadron] = []
        """The squadrons that may be chosen for a seat."""
        if squadron and squadron.draft:
            game = squadron.draft.game
            wanted = game, scenario_for(squadron, system(game))
            ids = [each[:2] for each in self.offered]
            self._choose_scenario(ids.index(wanted) if wanted in ids else 0)
            if any(named(kept) == named(squadron) for kept in self.fit):
                self._change(squadrons={self.seats[0].key: named(squadron)})

    # The page --------------------------------------------------------------------------

    @property
    def entries(self) -> list[SetupLine]:
        """The lines, from the game to the seed."""
        sails = [SetupLine("squadron", seat) for seat in self.seats if self.fit]
        seated = [SetupLine("player", seat) for seat in self.seats]
        rules = system(self.choice.game)
        offered = rules.building.switches(self.choice.scenario)
        switches = [SetupLine("switch", switch=each) for each in offered]
        asked = rules.setting_up(rules.set_up(self.choice.scenario))
        more = [*switches, *([SetupLine("set-up")] if asked else [])]
        return [SetupLine("game"), SetupLine("scenario"), *seated, *sails, *more, SetupLine("seed")]

    @property
    def entry(self) -> SetupLine:
        """The highlighted line."""
        return self.entries[self.index]

    def fill(self, page: TextPage) -> None:
        """Write the lines, and a picture of the table."""
        page.bar(0, "NEW BATTLE", "status")
        entries, below = self.entries, self._below()
        gaps = len(below)
        room = page.rows_count - 4 - sum(len(lines) for lines, _ in below)
        row, step = 2, 2 if len(entries) * 2 + gaps <= room else 1
        gap = len(entries) * step + gaps <= room
        for number, entry in enumerate(entries):
            label, value = self._shown(entry)
            chosen = number == self.index
            shown = f"< {value} >" if chosen else f"  {value}"
            page.item(1, row, 46, f"{label:<12}{shown}", chosen, partial(self._click, number))
            row += step
        row += step == 1
        for lines, style in below:
            for line in lines:
                page.write(3, row, line, style)
                row += 1
            row += gap
        self._table(page)

    def _below(self) -> list[tuple[list[str], str]]:
        """Return in lines what the scenario is, what the line's value means, what was at stake."""
        _, scenario, about = self.offered[self.scenario]
        rules = system(self.choice.game)
        wording = rules.screen.opening(rules.view(rules.set_up(self.choice.scenario), ""))
        said = [
            (f"{scenario}: {about}", "dim"),
            (self._about(self.entry), "dim"),
            (wording.text if wording else "", "text"),
        ]
        return [(wrapped(text, 44), style) for text, style in said if text]

    def _shown(self, entry: SetupLine) -> tuple[str, str]:
        """Return a line's label and value."""
        if entry.switch:
            value = self.choice.switches.get(entry.switch.name, "")
            return entry.switch.label, dict(entry.switch.values)[value]
        if entry.seat is None:
            values = {
                "game": system(self.choice.game).title,
                "scenario": self.choice.scenario,
                "set-up": QUICK if self.choice.proposed else BY_HAND,
            }
            return entry.what.capitalize(), values.get(entry.what, seed_in_short(self.choice.seed))
        if entry.what == "player":
            return entry.seat.name, self.choice.players[entry.seat.key]
        chosen = self._chosen(entry.seat)
        return f"{entry.seat.name[:6]} sails", chosen.title if chosen else ANY

    def _about(self, entry: SetupLine) -> str:
        """Return the explanation of a line's value."""
        if entry.what == "seed":
            return self._about_seed()
        if entry.what == "game":
            count = sum(game == self.choice.game for game, _, _ in self.offered)
            return f"{count} scenario{'s' * (count != 1)} in this game; right for the next game."
        if entry.what == "set-up":
            quick = (
                "Quick: the computer proposes each choice; Enter takes it, and you may change it."
            )
            return quick if self.choice.proposed else "Every choice of the set-up is yours."
        if entry.seat is None:
            return ""
        if entry.what == "player":
            player = self.choice.players[entry.seat.key]
            return f"{player}: {SEATED[player]}"
        return self._about_squadron(entry.seat)

    def _about_seed(self) -> str:
        if self.choice.seed >= LONG:
            return "Type digits for a seed of your own; the same seed gives the same dice."
        key = self.keymap.key(self.screen_name, "reseed")
        return (
            "The same seed gives the same dice. A program that plays could try out one as "
            f"short as this; {key} draws one that nobody can."
        )

    def _about_squadron(self, seat: Seat) -> str:
        kept = self._chosen(seat)
        if kept is None or kept.draft is None:
            if system(self.choice.game).building.makes:
                return "A squadron that is made by the seed, of the other's limit of points."
            return "A squadron that came with the game, by the seed."
        whose = "came with the game" if kept.ready else "your own"
        return f"{kept.points} points, {len(kept.draft.ships)} ships, {whose}."

    def _chosen(self, seat: Seat) -> KeptSquadron | None:
        """Return the squadron chosen for a seat."""
        name = self.choice.squadrons.get(seat.key)
        return next((kept for kept in self.fit if named(kept) == name), None)

    def _table(self, page: TextPage) -> None:
        rules = system(self.choice.game)
        scene = rules.screen.scene(rules.view(rules.set_up(self.choice.scenario), ""))
        left, room = 50, page.rows_count - 6
        page.paste(portrait(scene, page.columns - left - 2, room, self.glyphs), left, 2)

    def prompt(self) -> str:
        """Return what Enter begins."""
        seated = ", ".join(f"{seat.name} {self.choice.players[seat.key]}" for seat in self.seats)
        seed = seed_in_short(self.choice.seed)
        return f"Enter begins  {self.choice.scenario}: {seated}, seed {seed}"

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Let digits and Backspace edit the seed while it is highlighted."""
        if self.entry.what == "seed" and (key.isdecimal() or key == "backspace"):
            text = str(self.choice.seed or "") if self.choice.seed < LONG else ""
            text = text[:-1] if key == "backspace" else text + key
            self._set_seed(int(text[:18] or 0))  # more are drawn, and shown in short
            self.draw()
        else:
            super().press(key)

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "up": self.act_up,
            "down": self.act_down,
            "left": self.act_left,
            "right": self.act_right,
            "reseed": self.act_reseed,
            "accept": self.act_accept,
        }

    def act_up(self) -> None:
        """Highlight the line above."""
        self.index = (self.index - 1) % len(self.entries)

    def act_down(self) -> None:
        """Highlight the line below."""
        self.index = (self.index + 1) % len(self.entries)

    def act_left(self) -> None:
        """Take the choice before."""
        self._turn(-1)

    def act_right(self) -> None:
        """Take the next choice."""
        self._turn(1)

    def act_reseed(self) -> None:
        """Draw another seed."""
        self._set_seed(fresh_seed())

    def act_accept(self) -> None:
        """Begin the battle."""
        battle = start(self.choice, self.game_app.saves)
        self.game_app.play(battle, computers(battle))

    def _click(self, index: int) -> None:
        """Highlight a line; a click on the highlighted one takes its next choice."""
        if index == self.index:
            self._turn(1)
        self.index = index

    def _turn(self, step: int) -> None:
        what, seat, switch = self.entry
        if switch:
            self._switch(self._switched(switch, step))
        elif what == "seed":
            seed = self.choice.seed
            self._set_seed(max(0, seed + step) if seed < LONG else fresh_seed())
        elif what == "set-up":
            self._change(proposed=not self.choice.proposed)
        elif seat is None:
            turned = next_game if what == "game" else next_scenario
            self._choose_scenario(turned(self.offered, self.scenario, step))
        elif what == "player":
            names = list(SEATED)
            at = names.index(self.choice.players[seat.key])
            player = names[(at + step) % len(names)]
            self._change(players={**self.choice.players, seat.key: player})
        else:
            self._change(squadrons=self._sailing(seat.key, step))

    def _switch(self, switches: dict[str, str]) -> None:
        """Take these options; they may change the seats, and not all of them go together."""
        try:
            seats = seats_of(self.choice.game, self.choice.scenario, self.choice.seed, switches)
        except WeatherGageError as error:
            self.said = str(error)
            return
        entry = self.entry.switch
        self._change(switches=switches)
        if seats != self.seats:
            self._seat(seats)
            self.index = next(i for i, each in enumerate(self.entries) if each.switch == entry)

    def _switched(self, switch: Switch, step: int) -> dict[str, str]:
        """Return the options after a step through the values of one."""
        values = [value for value, _ in switch.values]
        at = values.index(self.choice.switches.get(switch.name, ""))
        chosen = {**self.choice.switches, switch.name: values[(at + step) % len(values)]}
        return {name: value for name, value in chosen.items() if value}

    def _sailing(self, seat: str, step: int) -> dict[str, str]:
        """Return the squadrons by seat after a step in this seat's list, which includes none."""
        names = ["", *map(named, self.fit)]
        at = names.index(self.choice.squadrons.get(seat, ""))
        chosen = {**self.choice.squadrons, seat: names[(at + step) % len(names)]}
        return {key: name for key, name in chosen.items() if name}

    def _choose_scenario(self, index: int) -> None:
        game, scenario, _ = self.offered[index]
        try:
            seats = seats_of(game, scenario, self.choice.seed)
        except WeatherGageError as error:
            self.said = str(error)
            return
        self.scenario = index
        self._change(game=game, scenario=scenario, switches={})
        self._seat(seats)

    def _seat(self, seats: tuple[Seat, ...]) -> None:
        """Take these seats: keep their players, and forget all chosen squadrons."""
        self.seats = seats
        folder = squadrons_folder(self.game_app.saves)
        self.fit = fitting(system(self.choice.game), self.choice.scenario, len(seats), folder)
        players = {seat.key: self.choice.players.get(seat.key, COMPUTER) for seat in seats}
        self._change(players=players, squadrons={})

    def _set_seed(self, seed: int) -> None:
        """Take another seed; the seats of the scenario may change with it."""
        self._change(seed=seed)
        choice = self.choice
        seats = seats_of(choice.game, choice.scenario, seed, choice.switches)
        if seats != self.seats:
            last = self.entry.what == "seed"
            self._seat(seats)
            self.index = len(self.entries) - 1 if last else min(self.index, len(self.entries) - 1)

    def _change(self, **changes: object) -> None:
        self.choice = msgspec.structs.replace(self.choice, **changes)
