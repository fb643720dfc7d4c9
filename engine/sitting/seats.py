"""The seats of a battle at one keyboard, which seat's view is shown, and the ways to leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from engine.base.errors import ProgramFault
from engine.game.chart import Counter, Fort, Hull, Scene
from engine.game.game import Seat
from engine.game.question import Question
from engine.kernel.leaving import LeavingKind
from engine.kernel.seen import PlayedBattle
from engine.players import SUBSTITUTE, Player, make_player

# WayOut: one line on the page that lists the ways to end a battle outside its rules.


class WayOut(NamedTuple):
    """A way to leave: its label, its consequence, and the function that does it.

    If `why_not` is not '', this way is not available, for that reason. `more` is a sublist to
    choose from; without a sublist, a confirmation follows.
    """

    label: str
    about: str
    do: Callable[[], None] = lambda: None
    why_not: str = ""
    more: Callable[[], Sequence[WayOut]] | None = None


# SeatTable: the seats of a battle at one keyboard, which seat is asked, which seat's view is drawn.


class SeatTable:
    """The seats of a battle at one keyboard.

    If several persons share the keyboard (hot seat), the screen shows what a watcher may see.
    Before a secret choice the keyboard is passed to the person who chooses; that seat's view is
    shown until the next choice that is not secret. A battle that accepts no commands has no persons
    and is only watched.
    """

    def __init__(self, battle: PlayedBattle, players: Mapping[str, Player]) -> None:
        self.battle = battle
        self.players = {} if battle.why_closed else dict(players)
        self.seats: tuple[Seat, ...] = battle.game.seats(battle.state)
        keys = () if battle.why_closed else tuple(seat.key for seat in self.seats)
        self.persons = tuple(key for key in keys if key not in self.players)
        self.seat_at_keyboard = ""
        """In hot seat, the seat whose person alone may look at the screen now; '' when everybody
        may."""

    @property
    def hot(self) -> bool:
        """Tell whether several persons share the keyboard (hot seat)."""
        return len(self.persons) > 1

    @property
    def viewer_seat(self) -> str:
        """The seat whose view the screen shows; '' for a watcher's view."""
        if self.hot:
            return self.seat_at_keyboard
        return self.persons[0] if self.persons else ""

    @property
    def goes_on(self) -> bool:
        """Tell whether Enter means to continue, because no order can be given."""
        return False

    def name(self, key: str) -> str:
        """Return a seat's name."""
        return next((seat.name for seat in self.seats if seat.key == key), key)

    def who(self, key: str) -> str:
        """Return the seat's name as sentences use it; with people at other keyboards, also the
        person's name.
        """
        return self.name(key)

    def asked(self) -> Question | None:
        """Return the open question that a person answers next; a question to the seat at the
        keyboard comes first.
        """
        mine = [each for each in self.battle.pending() if each.seat in self.persons]
        kept = [each for each in mine if each.seat == self.seat_at_keyboard]
        return next(iter(kept or mine), None)

    def computed(self) -> tuple[Player, Question] | None:
        """Return (computer player, its open question), or None if no computer player is asked."""
        for decision in self.battle.pending():
            if decision.seat in self.players:
                return self.players[decision.seat], decision
        return None

    def relieve(self, seat: str, fault: ProgramFault) -> str:
        """Let a substitute take over the seat of a program that has failed; return a sentence that
        says so.

        The sentence is also written into the battle as a note. Screens and the line interface both
        call this method, so that a failed program never ends a battle.
        """
        game, seed = self.battle.game, self.battle.seed
        self.players[seat] = make_player(SUBSTITUTE, game, seed, seat)
        sentence = f"A {SUBSTITUTE} plays {self.name(seat)} from now on: {fault}"
        self.battle.note(sentence)
        return sentence

    def must_pass(self, decision: Question | None) -> bool:
        """Tell whether the keyboard must be passed before this question is shown."""
        return bool(
            decision and self.hot and decision.secret and decision.seat != self.seat_at_keyboard
        )

    def settle(self, decision: Question | None) -> None:
        """Show the view for everybody again if the next choice is not secret."""
        if decision is None or not decision.secret:
            self.seat_at_keyboard = ""

    def acting_seat(self) -> str:
        """Return the seat whose orders undo and redo change: the seat of the latest command, if a
        person has it; else the seat that is asked.
        """
        decision = self.asked()
        last = self.battle.entries[-1].seat if self.battle.entries else ""
        if last in self.persons:
            return last
        if decision:
            return decision.seat
        return self.persons[0] if self.persons else ""

    def sitting(self) -> str:
        """Return the seat of the person at the keyboard; '' when several persons share it."""
        if self.hot:
            return self.seat_at_keyboard
        return self.persons[0] if len(self.persons) == 1 else ""

    def others(self, seat: str) -> tuple[str, ...]:
        """Return the seats of the other persons, who must agree to a take-back."""
        return tuple(key for key in self.persons if key != seat)

    def ways_out(self) -> Sequence[WayOut]:
        """Return the ways to leave the battle."""
        alone = "" if self.hot else "your opponents are computer players, which never accept a draw"
        resigns = [
            WayOut(
                f"Resign as {seat.name}",
                f"{seat.name} gives up; the last side left wins. This cannot be undone.",
                partial(self._leave, ("resign", seat.key, "")),
            )
            for seat in self.seats
            if seat.key in self.persons
        ]
        seat = self.acting_seat()
        ends = [
            WayOut(label, about, partial(self._leave, ("offer", seat, end), ("end", "", end)), why)
            for label, end, about, why in (
                ("Agree on a draw", "draw", "All at this keyboard agree: nobody wins.", alone),
                (
                    "End it here, with no winner",
                    "stop",
                    "The battle ends here, without a result.",
                    "",
                ),
            )
        ]
        return [*resigns, *ends]

    def _leave(self, *steps: tuple[LeavingKind, str, str]) -> None:
        for kind, seat, text in steps:
            self.battle.leave(kind, seat, text)


class OwnTable(SeatTable):
    """The seats of the one person at this keyboard; all other players are elsewhere. A watcher has
    none.
    """

    def __init__(self, battle: PlayedBattle, persons: tuple[str, ...]) -> None:
        super().__init__(battle, {})
        self.persons = persons
        self._eyes = persons[0] if persons else ""

    @property
    def hot(self) -> bool:
        """Return False, because only one person is at this keyboard."""
        return False

    @property
    def viewer_seat(self) -> str:
        """The seat whose view is drawn; if the person has several, the seat that was asked last."""
        return self._eyes

    def settle(self, decision: Question | None) -> None:
        """Show the view of the person's seat that is asked."""
        self._eyes = decision.seat if decision else self._eyes


def own_keys(table: SeatTable, scene: Scene) -> set[str]:
    """Return the keys of the ships and forts of the viewer's side."""
    allies = {seat.side for seat in table.seats if seat.key == table.viewer_seat}
    mine = {seat.key for seat in table.seats if seat.side in allies}
    return {key for key, owner in owners(scene).items() if owner in mine}


def owners(scene: Scene) -> dict[str, str]:
    """Return {key of a ship or fort on the chart: seat that owns it}."""
    ours = (mark for mark in scene.marks if isinstance(mark, Hull | Counter | Fort))
    return {mark.key: mark.owner for mark in ours}
