"""The set-up of a new battle: scenario, players, squadrons, and the seed of the dice."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from engine.files.library import computers
from engine.files.saves import random_seed, squadrons_folder
from engine.files.squadron_files import SquadronFile, option_name, scenario_for
from engine.kernel.registry import system
from engine.sitting.setting_up.forms import LONG, SEATED, SEED, quick_start, seed_in_short, start
from engine.sitting.setting_up.rows import SetupChoice, SetupLine, SetUpRows, title_of
from tui.input.actions import Handlers
from tui.screens.chooser import Chooser
from tui.start.pick import FormScreen
from tui.terminal.page import TextPage, wrapped


class SetupScreen(FormScreen, Chooser):
    """A form: a line for the game, the scenario, each seat's player and squadron, the seed."""

    screen_name: ClassVar[str] = "setup"
    what_for: ClassVar[str] = (
        "A new battle: left and right change the highlighted line, Enter begins the battle. "
        "The same seed gives the same dice; type another one to play that battle."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "accept",
        "right",
        "find",
        "reseed",
        "help",
        "end",
        "down=line",
    )

    def __init__(
        self, squadron: SquadronFile | None = None, scenario: tuple[str, str] | None = None
    ) -> None:
        """Start with a scenario of a game, a scenario for a squadron, or else the first one."""
        super().__init__()
        folder = squadrons_folder(self.game_app.saves)
        self.form = SetUpRows(quick_start(), SEATED, folder)
        if scenario:
            self.form.choose(*scenario)
        if squadron and squadron.draft:
            self._sail(squadron, squadron.draft.game)

    def _sail(self, squadron: SquadronFile, game: str) -> None:
        """Choose the first scenario that accepts a squadron, and give the squadron to the first
        seat.
        """
        form = self.form
        scenario = scenario_for(squadron, system(game))
        if any(each[:2] == (game, scenario) for each in form.offered):
            form.choose(game, scenario)
        if any(option_name(kept) == option_name(squadron) for kept in form.fit):
            form.take(form.forces()[0], option_name(squadron))

    # The page --------------------------------------------------------------------------

    @property
    def choice(self) -> SetupChoice:
        """The current choices."""
        return self.form.choice

    @property
    def lines(self) -> list[SetupLine]:
        """The lines, from the game to the seed."""
        return [*self.form.who(), *self.form.forces(), *self.form.ways(), SEED]

    def fill(self, page: TextPage) -> None:
        """Write the lines, and a picture of the table."""
        page.bar(0, "NEW BATTLE", "status")
        lines, below = self.lines, self._below()
        gaps = len(below)
        room = page.rows_count - 4 - sum(len(texts) for texts, _ in below)
        row, step = 2, 2 if len(lines) * 2 + gaps <= room else 1
        gap = len(lines) * step + gaps <= room
        for number, line in enumerate(lines):
            label, value = self.shown(line)
            chosen = number == self.index
            shown = self.highlighted(line, value) if chosen else f"  {value}"
            page.item(1, row, 46, f"{label:<12}{shown}", chosen, partial(self._click, number))
            row += step
        row += step == 1
        for texts, style in below:
            for text in texts:
                page.write(3, row, text, style)
                row += 1
            row += gap
        self.draw_table(page, 50)

    def _below(self) -> list[tuple[list[str], str]]:
        """Return lines about the scenario, the current value, and the historical stakes."""
        rules = self.form.rules
        wording = rules.screen.opening(rules.view(self.form.start, ""))
        said = [
            (self.form.about_scenario, "dim"),
            (self.form.fault, "text") if self.form.fault else (self.about(self.line), "dim"),
            (wording.text if wording else "", "text"),
        ]
        return [(wrapped(text, 44), style) for text, style in said if text]

    def shown(self, line: SetupLine) -> tuple[str, str]:
        return ("Seed", seed_in_short(self.choice.seed)) if line == SEED else super().shown(line)

    def about(self, line: SetupLine) -> str:
        if line != SEED:
            return self.form.told(line)
        if self.choice.seed >= LONG:
            return "Type digits for a seed of your own. The same seed gives the same dice."
        key = self.keymap.key(self.screen_name, "reseed")
        return (
            f"The same seed gives the same dice. A program could guess a seed as short as this; "
            ""
            f"{key} draws a long one."
        )

    def prompt(self) -> str:
        """Return what Enter begins, or why it cannot."""
        if self.form.fault:
            return self.form.fault
        players = self.choice.players
        seated = ", ".join(f"{seat.name} {players[seat.key]}" for seat in self.form.seats)
        seed = seed_in_short(self.choice.seed)
        return f"Enter begins  {title_of(self.form)}: {seated}, seed {seed}"

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Let digits and Backspace edit the seed while it is highlighted."""
        if self.line == SEED and (key.isdecimal() or key == "backspace"):
            text = str(self.choice.seed or "") if self.choice.seed < LONG else ""
            text = text[:-1] if key == "backspace" else text + key
            self._set_seed(int(text[:18] or 0))  # seeds with more digits are only drawn
            self.draw()
        else:
            super().press(key)

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "reseed": self.act_reseed,
            "find": self.act_find,
        }

    def _move(self, index: int) -> None:
        # Cyclic, because the last line, the seed, is often wanted first.
        count = len(self.lines)
        self.index = index % count if index in (-1, count) else max(0, min(index, count - 1))

    def act_find(self) -> None:
        """Open a list of all choices for the highlighted line."""
        self.find()

    def act_reseed(self) -> None:
        """Draw another seed."""
        self._set_seed(random_seed())

    def act_accept(self) -> None:
        """Begin the battle."""
        battle = start(self.choice, self.game_app.saves, self.form.options())
        self.game_app.play(battle, computers(battle))

    def _turn(self, step: int) -> None:
        seed = self.choice.seed
        if self.line == SEED:
            self._set_seed(max(0, seed + step) if seed < LONG else random_seed())
        else:
            super()._turn(step)

    def _set_seed(self, seed: int) -> None:
        """Use another seed; the seats of the scenario may change with it."""
        line = self.line
        self.form.reseed(seed)
        self._stay(line)
