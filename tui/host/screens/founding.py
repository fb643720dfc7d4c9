"""FoundingScreen: the terms of a new battle on a host."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from engine.base.counting import counted
from engine.hosting.terms import PERSON, Terms, new_form, terms_of
from engine.sitting.set_up_rows import SetupLine
from tui.host.screens.host_app import host_of
from tui.input.actions import Handlers
from tui.screens.chooser import Chooser
from tui.start.form_page import FormScreen
from tui.terminal.page import TextPage

WIDTH = 48


class FoundingScreen(FormScreen, Chooser):
    """The lines: game, scenario, a line a seat, invitation, clock, watchers."""

    screen_name: ClassVar[str] = "founding"
    what_for: ClassVar[str] = (
        "A new battle: left and right change the highlighted line, Enter founds the battle; "
        "it begins when every seat is taken."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "right", "find", "word", "help", "end", "down")

    def __init__(self) -> None:
        super().__init__()
        self.form = new_form()

    @property
    def terms(self) -> Terms:
        """What the battle is founded with."""
        return terms_of(self.form)

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the lines, and a picture of the table."""
        page.bar(0, "NEW BATTLE", "status")
        self.fill_form(page, WIDTH, most=3)

    @property
    def lines(self) -> list[SetupLine]:
        form = self.form
        return [*form.who(), *form.ways(), *form.also(), *form.forces()]

    def about(self, line: SetupLine) -> str:
        if line.what in ("game", "scenario"):
            return self.form.about_scenario
        if line.what == "set-up" and not self.form.own["advice"]:
            return "Nothing is proposed in a battle without advice."
        return self.form.told(line)

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

    def handlers(self) -> Handlers:
        return {**super().handlers(), "word": self.act_word, "find": self.act_find}

    def act_find(self) -> None:
        """Show all choices of the highlighted line in a list."""
        self.find()

    def act_word(self) -> None:
        """Say the invitation word; none lets everybody join."""
        line = next(each for each in self.lines if each.what == "word")
        self.ask("Invitation word, empty for none:", lambda word: self.form.take(line, word))

    def act_accept(self) -> None:
        """Found the battle and go to its seats."""
        from tui.host.screens.gathering import GatheringScreen

        host = host_of(self)
        hosted = host.hub.found(host.person, self.terms)
        self.game_app.leave(self)
        self.game_app.open(GatheringScreen(hosted))

    def _turn(self, step: int) -> None:
        if self.line.what == "word":
            self.act_word()
        else:
            super()._turn(step)
