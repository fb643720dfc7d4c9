"""GatheringRoom: a battle that waits for people. Sit down, bring a word for the dice."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from engine.errors import Refused
from engine.game import Seat
from tui.host.hosted import HostedBattle
from tui.page import Page
from tui.screens.chooser import Chooser
from tui.screens.sheet import SheetRoom

if TYPE_CHECKING:
    from tui.host.app import HostedApp

DICE = (
    "The dice of this battle come from a secret that the host has pledged already, and from a "
    "word of every seat. When it is over the secret is revealed, so that all can check it."
)


class GatheringRoom(Chooser, SheetRoom):
    """The seats of a battle that has not begun; it begins when the last one is taken."""

    room: ClassVar[str] = "gathering"
    what_for: ClassVar[str] = (
        "A battle that waits for people: sit down in a free seat. It begins when all are taken."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "stand_up", "help", "end", "down=choose")

    def __init__(self, hosted: HostedBattle) -> None:
        super().__init__()
        self.hosted = hosted
        keys = [seat.key for seat in hosted.seats]
        self.index = keys.index(hosted.free[0]) if hosted.free else 0
        self._follow = self.host.harbour.subscribe(self._changed)

    @property
    def host(self) -> HostedApp:
        """The application, with its harbour."""
        return cast("HostedApp", self.app)

    @property
    def seat(self) -> Seat:
        """The highlighted seat."""
        return self.hosted.seats[self.index]

    def _changed(self) -> None:
        self.call_later(self._look)

    def _look(self) -> None:
        """Go to the battle once it has begun, if this person plays in it."""
        if not self.is_current:
            return
        if self.hosted.battle and self.hosted.seats_of(self.host.person):
            self.host.enter_battle(self.hosted)
        else:
            self.draw()

    def on_unmount(self) -> None:
        """Follow the harbour no more."""
        self._follow()

    # The page --------------------------------------------------------------------------

    def fill(self, page: Page) -> None:
        """Write the seats, and how the dice are made."""
        hosted = self.hosted
        page.bar(0, f"GATHERING   {hosted.title}", "status", f"by {hosted.papers.founder}")
        for number, seat in enumerate(hosted.seats):
            sitter = hosted.sitter(seat.key) or "free"
            word = hosted.papers.words.get(seat.key)
            said = f"   word for the dice: {word}" if word else ""
            text = f"{seat.name:<12}{sitter}{said}"
            chosen = number == self.index
            page.item(1, 2 + number, page.columns - 2, text, chosen, partial(self._move, number))
        row = 3 + len(hosted.seats)
        width = min(76, page.columns - 6)
        row = page.paragraph(3, row, width, DICE, "dim")
        row = page.paragraph(3, row, width, f"Pledge of the secret: {hosted.pledge}", "dim")
        if hosted.papers.terms.word:
            words = "It is private: the invitation word is asked for."
            if hosted.papers.founder == self.host.person:
                words = f"It is private. Its invitation word is: {hosted.papers.terms.word}"
            page.paragraph(3, row + 1, width, words)

    def prompt(self) -> str:
        """Say what Enter does."""
        if not self.host.person:
            return "A guest may watch once it has begun"
        if self.seat.key in self.hosted.free:
            return f"Enter sits down as {self.seat.name}"
        if self.hosted.papers.seated.get(self.seat.key) == self.host.person:
            waits = ", ".join(s.name for s in self.hosted.seats if s.key in self.hosted.free)
            return f"You sit here, waiting for {waits}"
        return f"{self.seat.name} is taken"

    # Keys ------------------------------------------------------------------------------

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.hosted.seats) - 1))

    def act_accept(self) -> None:
        """Sit down: say the invitation word where there is one, then a word for the dice."""
        if not self.host.person:
            raise Refused("a guest may watch, but not play")
        if self.seat.key not in self.hosted.free:
            raise Refused("this seat is taken")
        mine = self.hosted.seats_of(self.host.person)
        founder = self.hosted.papers.founder == self.host.person
        if self.hosted.papers.terms.word and not mine and not founder:
            self.ask("Invitation word:", self._invited)
        else:
            self._invited(self.hosted.papers.terms.word)

    def _invited(self, invitation: str) -> None:
        self.hosted.check_invitation(self.host.person, invitation)
        self.ask("A word of yours for the dice, any:", partial(self._sit, invitation))

    def _sit(self, invitation: str, word: str) -> None:
        self.hosted.sit(self.host.person, self.seat.key, word, invitation)

    def act_stand_up(self) -> None:
        """Give the seat back."""
        self.hosted.stand_up(self.host.person, self.seat.key)
