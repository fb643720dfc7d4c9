"""Kind: what differs on an evening of another kind: a lesson, a puzzle, a battle by mail."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.base.errors import Refused
from engine.game.game import Given
from engine.game.question import Question
from engine.sitting.seats import WayOut

if TYPE_CHECKING:
    from engine.sitting.sitting import Sitting

Thought: TypeAlias = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Returns what a function finds that takes a while, without keeping others from their turns."""


Does: TypeAlias = Callable[[str], Iterable[str]]
"""Does an action, with the words behind its name; returns what is told of it."""


class Kind:
    """A plain battle, and the base of every other kind of evening.

    A sitting has one; it is made with the sitting and ends with it. A face (screens, lines) asks it
    each of these at its time, and a kind answers those in which it differs. It knows no face, so
    that an evening is the same on every one.
    """

    closed: Mapping[str, str] = {}
    """By the name of an action, the sentence that is said instead of doing it."""
    does: Mapping[str, Does] = {}
    """Actions that this kind has of its own, or does in another way, by name."""
    coached = False
    """Whether the coach looks on from the beginning, whatever the settings say."""

    def why_not(self, action: str) -> str:
        """Return why an action is not to be had now; '' where it is. `order` is any answer."""
        return self.closed.get(action, "")

    def opening(self) -> Iterable[str]:
        """Return what is told before the first question."""
        return ()

    def news(self, question: Question | None) -> Iterable[str]:
        """Return what is told before a question is put or a line is read, once each."""
        return ()

    def over(self, sitting: Sitting) -> bool:
        """Tell whether nothing more is to be done at this table."""
        return sitting.battle.outcome() is not None

    def waits(self) -> bool:
        """Tell whether the person stays while nobody here is asked."""
        return False

    def stage(self) -> object:
        """Return a value that changes when what was asked is done, though the state stays."""
        return None

    def goes_on(self) -> str:
        """Return the words that say that Enter goes on, where nothing is asked; '' elsewhere."""
        return ""

    def go_on(self) -> None:
        """Go on from what was only to be read."""

    def give(self, sitting: Sitting, seat: str, given: Given) -> Iterable[str]:
        """Take an answer; return what is told of it. `Refused` where it may not be taken."""
        sitting.battle.answer(seat, given)
        return ()

    def redo(self, sitting: Sitting) -> None:
        """Do again what was undone."""
        sitting.battle.redo(sitting.table.acting_seat())

    def take_back_question(self, sitting: Sitting) -> str:
        """Return what is asked before an order is taken back; `Refused` where it may not be."""
        seat, table = sitting.table.acting_seat(), sitting.table
        if why_not := sitting.battle.why_not_take_back(seat):
            raise Refused(why_not)
        names = [table.name(other) for other in table.others(seat)]
        return f"{' and '.join(names)}, may it be taken back" if names else "take it back"

    def take_back(self, sitting: Sitting) -> None:
        """Take the latest order back, once all who must agree have agreed."""
        sitting.battle.take_back(sitting.table.acting_seat())

    def ways_out(self, sitting: Sitting) -> Sequence[WayOut]:
        """Return the ways out of the battle beside its rules."""
        return sitting.table.ways_out()

    async def after(self, thought: Thought) -> AsyncIterator[str]:
        """Yield what is told once a question was answered, which may take a while to be found."""
        nothing: tuple[str, ...] = ()
        for said in nothing:
            yield said

    def helped(self) -> None:
        """Note that advice was asked for."""

    def ending(self, sitting: Sitting) -> Iterable[str]:
        """Return what is told when the table is left or over."""
        return ()
