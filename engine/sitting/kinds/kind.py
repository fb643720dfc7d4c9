"""Kind: what differs on an evening of another kind: a lesson, a puzzle, a battle by mail."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from engine.base.errors import Refused
from engine.base.text import sentence
from engine.game.game import Given
from engine.game.question import Question
from engine.kernel.seen import PlayedBattle
from engine.sitting.orders import Orders
from engine.sitting.seats import SeatTable, WayOut

# What came of an action: sentences, a question to be put first, or an answer to be taken.


class Take(NamedTuple):
    """An answer that is ready to be given; a face has the coach look at it first, then `give`s."""

    question: Question
    given: Given


class Ask(NamedTuple):
    """What persons at this table are asked before something is done."""

    text: str
    """The whole question: `Dice have fallen since. Take it back all the same?`."""
    yes: Callable[[], Done]
    likely: bool = False
    """Whether Enter means yes on a screen; in lines only `y` does."""
    word_is_yes: bool = False
    """Whether who types the action's word has said yes by that."""
    told: tuple[str, ...] = ()
    """Warnings that are said before in lines; screens have them in the panel."""


Done: TypeAlias = Iterable[str] | Ask | Take
"""The result of an action: sentences for the person, or a question to answer first."""


Does: TypeAlias = Callable[[str], Done]
"""Does an action, with the words behind its name."""
Thought: TypeAlias = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a slow function without blocking the event loop, and returns its result."""


class Sitting(Protocol):
    """The interface of a sitting that its kind uses (`engine/sitting/sitting.py`)."""

    @property
    def battle(self) -> PlayedBattle:
        """The battle."""

    @property
    def table(self) -> SeatTable:
        """Who sits at it."""

    @property
    def question(self) -> Question | None:
        """The question as it was put to the person here."""

    @property
    def orders(self) -> Orders | None:
        """The same in the person's hands."""


# Kind: a plain battle, and the base of every other kind of evening.


class Pointed(NamedTuple):
    """What an evening points at: a ship by her key, a picture over the chart; '' for neither."""

    ship: str
    picture: str


class Asked(NamedTuple):
    """What another person asks of this one, and both answers."""

    text: str
    yes: Callable[[], None]
    no: Callable[[], None]


class Heard(NamedTuple):
    """A sentence about an own wish or proposal, and whether it still holds."""

    text: str
    holds: Callable[[], bool] | None = None


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
    abouts: Mapping[str, str] = {}
    """What the help says of actions that this kind does in another way, by name."""
    coached = False
    """Whether the coach looks on from the beginning, whatever the settings say."""
    in_company = False
    """Whether persons far away act meanwhile, so that questions come and go."""
    left = False
    """Whether the person has left the table by what Enter does where nothing is asked."""
    slot = ""
    """The slot of a sheet that is highlighted first; '' for the first that is empty."""
    by_slot = False
    """Whether an answer to a sheet is that to its highlighted slot, and no sheet is sealed."""

    def why_not(self, action: str) -> str:
        """Return why an action is not available now, or ''. `order` stands for any answer."""
        return self.closed.get(action, "")

    # Before and after questions ---------------------------------------------------------------

    def opening(self) -> Iterable[str]:
        """Return the text shown before the first question."""
        return ()

    def introduced(self) -> Iterable[str]:
        """Return what lines tell before anything else; screens have it in the panel."""
        return self.opening()

    def news(self, question: Question | None) -> Iterable[str]:
        """Return what lines tell before a question is put or a line is read, once each."""
        return ()

    def pointed(self) -> Pointed | None:
        """Return what is pointed at now that was not when this was asked last."""
        return None

    def named(self, seat: str, name: str) -> str:
        """Return how the prompt names a seat that is asked, by its key and name."""
        return name

    def standing(self, sitting: Sitting, usual: str) -> str:
        """Return how things stand while nothing is asked, in a sentence; `usual` in a battle."""
        return usual

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
        """Return what Enter does when no question is open, such as `goes on`; '' for nothing."""
        return ""

    def go_on(self) -> Done:
        """Do what Enter does where nothing is asked."""
        return ()

    def come_back(self) -> str:
        """Take a seat back from the computer that plays it; return a message, or ''."""
        return ""

    # Others -----------------------------------------------------------------------------------

    def asked_by_other(self) -> Asked | None:
        """Return what another person asks of this one now; None where nobody does."""
        return None

    def heard(self) -> Iterable[Heard]:
        """Return the replies to this person's wish or proposal since the last call."""
        return ()

    # Answers ----------------------------------------------------------------------------------

    def give(self, sitting: Sitting, seat: str, given: Given) -> Iterable[str]:
        """Take an answer; return the messages about it. Raises `Refused` if it cannot be taken."""
        sitting.battle.answer(seat, given)
        return ()

    async def after(self, thought: Thought) -> AsyncIterator[str]:
        """Yield the messages after an answer; finding them may take a while."""
        nothing: tuple[str, ...] = ()
        for said in nothing:
            yield said

    def helped(self) -> None:
        """Note that advice was asked for."""

    # Going back -------------------------------------------------------------------------------

    def undo(self, sitting: Sitting) -> Done:
        """Undo the latest order, open a sealed sheet again, or ask whether it is to be taken back.

        The first of these that is possible.
        """
        battle, seat = sitting.battle, sitting.table.acting_seat()
        if not (why_not := battle.why_not_undo(seat)):
            battle.undo(seat)
        elif not battle.why_not_reopen(seat):
            battle.reopen(seat)
        elif battle.why_not_take_back(seat):
            raise Refused(why_not)
        else:
            return self.take_back(sitting, why_not)
        return ()

    def redo(self, sitting: Sitting) -> Done:
        """Redo the last undone command, and the computer players' answers to it."""
        battle, seat = sitting.battle, sitting.table.acting_seat()
        battle.redo(seat)
        while sitting.table.computed() and not battle.why_not_redo():
            battle.redo(seat)
        return ()

    def take_back(self, sitting: Sitting, why: str = "") -> Done:
        """Take back the latest order, once all who must agree have agreed; `why` it is not undone.

        `Refused` where nothing may be taken back.
        """
        seat, table = sitting.table.acting_seat(), sitting.table
        if why_not := sitting.battle.why_not_take_back(seat):
            raise Refused(why_not)

        def yes() -> Done:
            sitting.battle.take_back(seat)
            return ()

        because = f"{sentence(why)} " if why else ""
        if others := [table.name(other) for other in table.others(seat)]:
            text = f"{because}{' and '.join(others)}, may {table.name(seat)} take it back?"
            return Ask(text, yes)
        return Ask(f"{because}Take it back{' all the same' * bool(why)}?", yes, likely=True)

    # Out of it --------------------------------------------------------------------------------

    def ways_out(self, sitting: Sitting) -> Sequence[WayOut]:
        """Return the ways out of the battle beside its rules; `Refused` where there are none."""
        battle, table = sitting.battle, sitting.table
        if battle.outcome() is not None:
            raise Refused("the battle is over")
        if battle.why_closed or not table.persons:
            raise Refused(battle.why_closed or "no person plays here")
        return table.ways_out()

    def facts(self) -> Iterable[str]:
        """Return what else there is to know of the table: who sits where."""
        return ()

    def keep(self) -> str:
        """Keep what the evening has earned so far; return why that failed, '' when it did not."""
        return ""

    def ending(self, sitting: Sitting) -> Iterable[str]:
        """Return what lines tell when the table is left or over."""
        return ()
