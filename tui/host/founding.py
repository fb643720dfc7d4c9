"""The form of a new battle on a host, and the page of a battle that still waits for players."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import ClassVar

from engine.base.errors import Refused
from engine.base.text import capitalized, pluralized
from engine.game.game import Seat
from engine.hosting.hosted import HostedBattle
from engine.hosting.lobby_rows import (
    DICE,
    privacy_text,
    seat_person_text,
    terms_to_accept,
    waits_for,
)
from engine.hosting.terms import PERSON, Terms, new_form, rows_of, terms_of
from engine.sitting.setting_up.rows import SetupLine, title_of
from tui.host.desk import HostApp, host_of
from tui.input.actions import Handlers
from tui.screens.chooser import Chooser
from tui.start.pick import FormScreen
from tui.terminal.page import TextPage

# GatheringScreen: a battle that waits for people. A person sits down and chooses a word for the
# dice.


GAP = 3


class GatheringScreen(Chooser):
    """The page with the seats (players' places) of a battle that has not begun.

    It begins when the last seat is taken.
    """

    screen_name: ClassVar[str] = "gathering"
    what_for: ClassVar[str] = (
        "A battle that waits for people: sit down in a free seat. It begins when all are taken."
    )

    def __init__(self, hosted: HostedBattle) -> None:
        super().__init__()
        self.hosted = hosted
        keys = [seat.key for seat in hosted.seats]
        self.index = keys.index(hosted.seating.free[0]) if hosted.seating.free else 0
        self._free = tuple(hosted.seating.free)
        """The seats that were free when the page was last updated."""
        self._follow = self.host.hub.subscribe(self._changed)

    @property
    def host(self) -> HostApp:
        """The application of this connection."""
        return host_of(self)

    @property
    def seat(self) -> Seat:
        """The highlighted seat."""
        return self.hosted.seats[self.index]

    def _changed(self, battle: str) -> None:
        self.call_later(self.game_app.in_turn, self._look, self)

    def _look(self) -> None:
        """Update the page; if the battle has begun, open it for a person who plays in it."""
        if not self.is_current:
            return
        if self.hosted.standing != "open" and self.hosted.seating.seats_of(self.host.person):
            self.host.enter_battle(self.hosted)
            return
        self.said = self.advised  # a refused choice may now be possible
        free = self.hosted.seating.free
        taken = self.seat.key in self._free and self.seat.key not in free
        if taken and free and not self.hosted.seating.seats_of(self.host.person):
            self.index = [seat.key for seat in self.hosted.seats].index(free[0])
        self._free = tuple(free)
        self.draw()

    def on_unmount(self) -> None:
        """Stop listening to changes of the host."""
        self._follow()

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the seats with their players, and how the dice are made."""
        hosted = self.hosted
        battles = self.host.hub.battles.values()
        elsewhere = any(waits_for(each, self.host.person) for each in battles)
        more = "another battle waits for you" if elsewhere else f"by {hosted.agreement.founder}"
        page.bar(0, f"GATHERING   {hosted.title}", "status", more)
        names = max(len(seat.name) for seat in hosted.seats) + GAP
        for number, seat in enumerate(hosted.seats):
            text = f"{seat.name:<{names}}{seat_person_text(hosted, seat.key)}"
            chosen = number == self.index
            page.item(1, 2 + number, page.columns - 2, text, chosen, partial(self._move, number))
        row = 3 + len(hosted.seats)
        if private := privacy_text(hosted, self.host.person):
            row = page.paragraph(3, row, page.columns - 6, private) + 1
        width = min(76, page.columns - 6)
        for text in terms_to_accept(hosted.agreement.terms):
            row = page.paragraph(3, row, width, text)
        row = page.paragraph(3, row + 1, width, DICE, "dim")
        page.paragraph(3, row, width, f"Pledge of the secret: {hosted.pledge}", "dim")

    def prompt(self) -> str:
        if self.hosted.seating.withdrawn:
            who = self.hosted.seating.withdrawn
            return f"{capitalized(who)} has withdrawn this battle"
        if self.hosted.standing != "open":
            return f"It has begun: {self.keymap.key(self.screen_name, 'accept')} watches it"
        if not self.host.person:
            return "A guest may watch once it has begun"
        if self.seat.key in self.hosted.seating.free:
            return f"{self.keymap.key(self.screen_name, 'accept')} sits down as {self.seat.name}"
        waits = ", ".join(s.name for s in self.hosted.seats if s.key in self.hosted.seating.free)
        if self.hosted.seating.seats_of(self.host.person):
            return f"You are in. Waiting for somebody to play {waits}; you need not stay here"
        return f"{self.seat.name} is taken; the free seats are {waits}"

    def key_line(self) -> list[str]:
        """Return the names of the actions that this person can do at the highlighted seat."""
        names = []
        if self.hosted.standing != "open":
            names.append("accept=watch")
        elif self.host.person and self.seat.key in self.hosted.seating.free:
            names.append("accept")
        elif self.host.person and self.hosted.seating.person_of(self.seat.key) == self.host.person:
            names.append("stand_up")
        return [*names, "down=choose", "end", "help"]

    # Keys ------------------------------------------------------------------------------

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.hosted.seats) - 1))

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "stand_up": self.act_stand_up,
        }

    def act_accept(self) -> None:
        """Take the highlighted seat.

        Ask for the invitation word if one is needed, then for a word that is mixed into the dice.
        """
        if self.hosted.standing != "open":
            self.host.enter_battle(self.hosted)
            return
        if not self.host.person:
            raise Refused("a guest may watch, but not play")
        seat = self.seat  # the highlight moves on when somebody else takes this seat meanwhile
        if seat.key not in self.hosted.seating.free:
            raise Refused(f"{seat.name} is taken")
        if self.hosted.seating.needs_word(self.host.person):
            self.ask("Invitation word:", partial(self._check_invitation, seat))
        else:
            self._check_invitation(seat, self.hosted.agreement.terms.word)

    def _check_invitation(self, seat: Seat, invitation: str) -> None:
        self.hosted.seating.check_invitation(self.host.person, invitation)
        text = f"You will be {seat.name}. Any word of yours, to mix into the dice:"
        self.ask(text, partial(self._sit, seat, invitation))

    def _sit(self, seat: Seat, invitation: str, word: str) -> None:
        person = self.host.person
        self.hosted.sit(person, seat.key, self.host.hub.word_for_dice(person, word), invitation)

    def act_stand_up(self) -> None:
        """Give the seat back, so that somebody else can take it."""
        self.hosted.leave_seat(self.host.person, self.seat.key)


# FoundingScreen: the terms of a new battle on a host.


WIDTH = 48


class FoundingScreen(FormScreen, Chooser):
    """The form of a new battle on a host: game, scenario, a row for each player, invitation word,
    clock, watchers.
    """

    screen_name: ClassVar[str] = "founding"
    what_for: ClassVar[str] = (
        "A new battle: left and right change the highlighted line, Enter sets up the battle; "
        "it begins when every seat is taken."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "accept",
        "right",
        "find",
        "word",
        "help",
        "end",
        "down=line",
    )

    def __init__(self) -> None:
        super().__init__()
        self.form = new_form()

    @property
    def terms(self) -> Terms:
        """The terms of the new battle, as filled in."""
        return terms_of(self.form)

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the rows of the form, and a picture of the players around the table."""
        page.bar(0, "NEW BATTLE", "status")
        self.fill_form(page, WIDTH, most=3)

    @property
    def lines(self) -> list[SetupLine]:
        return rows_of(self.form)

    def about(self, line: SetupLine) -> str:
        if line.what in ("game", "scenario"):
            return self.form.about_scenario
        if line.what == "set-up" and not self.form.own["advice"]:
            return "This battle has no advice, so no choice is proposed."
        return self.form.told(line)

    def prompt(self) -> str:
        choice = self.form.choice
        if self.form.fault:
            return self.form.fault
        count = Counter(choice.players.values())
        people = count.pop(PERSON, 0)
        seats = [f"{pluralized(people, 'seat')} for people"]
        seats += [f"{pluralized(number, 'seat')} for the {name}" for name, number in count.items()]
        key = self.keymap.key(self.screen_name, "accept")
        return f"{key} sets up  {title_of(self.form)}: {', '.join(seats)}"

    # Keys ------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {**super().handlers(), "word": self.act_word, "find": self.act_find}

    def act_find(self) -> None:
        """Open a list with all choices for the highlighted row."""
        self.find()

    def act_word(self) -> None:
        """Ask for the invitation word that players will need; without one everybody may join."""
        line = next(each for each in self.lines if each.what == "word")
        self.ask("Invitation word, empty for none:", lambda word: self.form.take(line, word))

    def act_accept(self) -> None:
        """Create the battle, and open the page with its seats."""

        host = host_of(self)
        hosted = host.hub.found_battle(host.person, self.terms)
        self.game_app.leave(self)
        self.game_app.open(GatheringScreen(hosted))

    def _turn(self, step: int) -> None:
        if self.line.what == "word":
            self.act_word()
        else:
            super()._turn(step)
