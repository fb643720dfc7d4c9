"""The set-up of a new battle: scenario, players, squadrons, and the seed of the dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from engine.files.begin import begin, fresh_seed
from engine.files.library import computers
from engine.files.saves import saves_folder, squadrons_folder
from engine.files.squadron_files import KeptSquadron
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import PLAYERS
from tui.chart.thumbnail import portrait
from tui.input.actions import Handlers
from tui.screens.page_screen import PageScreen
from tui.start.muster import named, scenario_for
from tui.start.pick import pick, pick_hints
from tui.start.set_up_rows import (
    Seating,
    SetupChoice,
    SetupLine,
    SetUpRows,
    on_offer,
    place_of,
)
from tui.terminal.page import TextPage, wrapped

HUMAN, COMPUTER = "human", "lieutenant"
SEATED = Seating(
    {HUMAN: "a person at this keyboard", **PLAYERS}, COMPUTER, "the seed", seed_known=True
)
"""Who may play a seat."""
LONG = 2**64
"""Seeds from here on are not shown whole: nobody types them, and nobody can try them out."""
SEED = SetupLine("seed")


def quick_start() -> SetupChoice:
    """Return the first scenario with a person against the lieutenant, and a random seed."""
    game, scenario, _ = on_offer()[0]
    rules = system(game)
    keys = [seat.key for seat in rules.seats(rules.set_up(scenario))]
    players = {key: HUMAN if key == keys[0] else COMPUTER for key in keys}
    return SetupChoice(game=game, scenario=scenario, players=players, seed=fresh_seed())


def start(
    choice: SetupChoice, saves: Path | None = None, options: Mapping[str, Any] | None = None
) -> Battle:
    """Begin the battle in a new file; raises `SetUpFault` and `FileFault`."""
    game = system(choice.game)
    asked = game.setting_up(game.set_up(choice.scenario, options))
    return begin(
        game,
        choice.scenario,
        choice.players,
        saves_folder(saves),
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
    hints: ClassVar[tuple[str, ...]] = ("accept", "right", "find", "reseed", "help", "end", "down")

    def __init__(
        self, squadron: KeptSquadron | None = None, scenario: tuple[str, str] | None = None
    ) -> None:
        """Start with a scenario of a game, else with the first, or with one for a squadron."""
        super().__init__()
        self.index = 0
        folder = squadrons_folder(self.game_app.saves)
        self.form = SetUpRows(quick_start(), SEATED, folder)
        if scenario:
            self.form.choose(*scenario)
        if squadron and squadron.draft:
            self._sail(squadron, squadron.draft.game)

    def _sail(self, squadron: KeptSquadron, game: str) -> None:
        """Take the first scenario that takes a squadron, with it in the first seat."""
        form = self.form
        scenario = scenario_for(squadron, system(game))
        if any(each[:2] == (game, scenario) for each in form.offered):
            form.choose(game, scenario)
        if any(named(kept) == named(squadron) for kept in form.fit):
            form.take(form.forces()[0], named(squadron))

    # The page --------------------------------------------------------------------------

    @property
    def choice(self) -> SetupChoice:
        """What is chosen."""
        return self.form.choice

    @property
    def entries(self) -> list[SetupLine]:
        """The lines, from the game to the seed."""
        return [*self.form.who(), *self.form.forces(), *self.form.ways(), SEED]

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
        rules = self.form.rules
        wording = rules.screen.opening(rules.view(self.form.start, ""))
        said = [
            (self.form.about_scenario, "dim"),
            (self.form.fault, "text") if self.form.fault else (self._about(self.entry), "dim"),
            (wording.text if wording else "", "text"),
        ]
        return [(wrapped(text, 44), style) for text, style in said if text]

    def _shown(self, entry: SetupLine) -> tuple[str, str]:
        """Return a line's label and value."""
        if entry.what == "seed":
            return "Seed", seed_in_short(self.choice.seed)
        return self.form.shown(entry)

    def _about(self, entry: SetupLine) -> str:
        """Return the explanation of a line's value."""
        return self._about_seed() if entry.what == "seed" else self.form.told(entry)

    def _about_seed(self) -> str:
        if self.choice.seed >= LONG:
            return "Type digits for a seed of your own; the same seed gives the same dice."
        key = self.keymap.key(self.screen_name, "reseed")
        return (
            "The same seed gives the same dice. A program that plays could try out one as "
            f"short as this; {key} draws one that nobody can."
        )

    def _table(self, page: TextPage) -> None:
        rules = self.form.rules
        scene = rules.screen.scene(rules.view(self.form.start, ""))
        left, room = 50, page.rows_count - 6
        page.paste(portrait(scene, page.columns - left - 2, room, self.glyphs), left, 2)

    def key_line(self) -> Sequence[str]:
        return pick_hints(self.form, self.entry, self.hints)

    def prompt(self) -> str:
        """Return what Enter begins, or why it cannot."""
        if self.form.fault:
            return self.form.fault
        players = self.choice.players
        seated = ", ".join(f"{seat.name} {players[seat.key]}" for seat in self.form.seats)
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
            "find": self.act_find,
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

    def act_find(self) -> None:
        """Show all choices of the highlighted line in a list."""
        entry = self.entry
        pick(self.form, entry, self, lambda: self._keep(entry))

    def act_reseed(self) -> None:
        """Draw another seed."""
        self._set_seed(fresh_seed())

    def act_accept(self) -> None:
        """Begin the battle."""
        battle = start(self.choice, self.game_app.saves, self.form.options())
        self.game_app.play(battle, computers(battle))

    def _click(self, index: int) -> None:
        """Highlight a line; a click on the highlighted one takes its next choice."""
        if index == self.index:
            self._turn(1)
        else:
            self.index = index

    def take_paste(self, text: str) -> None:
        """Take a pasted squadron on the line of a seat."""
        self.form.paste(self.entry, text)

    def _turn(self, step: int) -> None:
        entry, seed = self.entry, self.choice.seed
        if entry.what == "seed":
            self._set_seed(max(0, seed + step) if seed < LONG else fresh_seed())
            return
        self.form.turn(entry, step)
        self._keep(entry)

    def _set_seed(self, seed: int) -> None:
        """Take another seed; the seats of the scenario may change with it."""
        entry = self.entry
        self.form.reseed(seed)
        self._keep(entry)

    def _keep(self, entry: SetupLine) -> None:
        """Keep a line highlighted when others came or went."""
        entries = self.entries
        at = place_of(entry, entries)
        self.index = min(self.index, len(entries) - 1) if at is None else at
