"""The class `Kind`: its subclasses say how a lesson, a puzzle or a battle by mail differs from a
plain battle.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from engine.base.errors import Refused
from engine.base.text import capitalized, sentence
from engine.game.decision import Advice, Answer
from engine.game.game import Given
from engine.game.question import Question
from engine.kernel.seen import PlayedBattle
from engine.sitting.orders import Orders
from engine.sitting.seats import SeatTable, WayOut
from engine.sitting.sheet_orders import SheetOrders

# The results of an action: sentences, a question that must be answered first, or an answer to give.


class Take(NamedTuple):
    """An answer that can be given. The front end first asks the coach about it, then calls
    `give`.
    """

    question: Question
    given: Given


class Ask(NamedTuple):
    """A yes-or-no question to the persons at this keyboard before an action."""

    text: str
    """The whole question, such as `Dice have fallen since. Take the order back anyway?`."""
    yes: Callable[[], Done]
    likely: bool = False
    """Whether Enter means yes on a screen. Otherwise, and always in the line interface, only `y`
    means yes."""
    word_is_yes: bool = False
    """Whether the line interface does not ask, because typing the action's word is already clear.
    """
    told: tuple[str, ...] = ()
    """Warnings that the line interface prints before the question; screens show them in the panel.
    """


Done: TypeAlias = Iterable[str] | Ask | Take
"""The result of an action: sentences for the person, a question that must be answered first, or an
answer to give."""


Does: TypeAlias = Callable[[str], Done]
"""A function that carries out an action, given the words typed after its name."""
Thought: TypeAlias = Callable[[Callable[[], Any]], Awaitable[Any]]
"""A function that runs a slow function without blocking the event loop, and returns its result."""


class Sitting(Protocol):
    """The attributes of `engine/sitting/sitting.py: Sitting` that its kind uses."""

    @property
    def battle(self) -> PlayedBattle:
        """The battle of the sitting."""

    @property
    def table(self) -> SeatTable:
        """The seats of the persons at this keyboard, and the players of the other seats."""

    @property
    def question(self) -> Question | None:
        """The open question in the form in which it is shown to a person."""

    @property
    def orders(self) -> Orders | None:
        """The person's unfinished answer to the open question."""

    def keep_draft(self) -> None:
        """Store the draft of the open sheet in the battle."""


def surrenders(sitting: Sitting) -> Iterable[WayOut]:
    """Yield the way to give up the battle by an order on the open sheet, if the rules have such an
    order, as to surrender with all ships.

    This way only writes the order on the sheet; the person must still seal (submit) the sheet.
    """
    orders = sitting.orders
    if not isinstance(orders, SheetOrders):
        return
    given_up = ((slot, each) for slot in orders.sheet.slots for each in slot.options)
    slot, option = next((pair for pair in given_up if pair[1].surrenders), (None, None))
    if slot is None or option is None:
        return

    def write() -> None:
        orders.write(slot.id, Answer(option.id))
        orders.fill_the_rest()
        sitting.keep_draft()

    yield WayOut(
        capitalized(option.label),
        "This is written into your orders. It happens when you seal them.",
        write,
    )


# Kind: a plain battle, and the base class of every other kind of sitting.


class Pointed(NamedTuple):
    """A ship to point out on the chart (her key) and an overlay to show (its id); '' for none."""

    ship: str
    picture: str


class Request(NamedTuple):
    """A request by another person, such as for a take-back, and the functions that accept or
    decline it.
    """

    text: str
    yes: Callable[[], None]
    no: Callable[[], None]


class RequestReply(NamedTuple):
    """A reply to the person's own request or proposal, and whether the request is still open."""

    text: str
    holds: Callable[[], bool] | None = None


class Kind:
    """The rules of a sitting at a plain battle, and the base class of all other kinds.

    A sitting creates one `Kind` and keeps it to the end. Front ends (screens, the line interface)
    call these methods, and a kind overrides those in which it differs. A kind does not know which
    front end calls it, so that it behaves the same on all of them.
    """

    closed: Mapping[str, str] = {}
    """{name of an action that is not available: the sentence that says why}."""
    does: Mapping[str, Does] = {}
    """{name of an action: the function that carries it out in this kind of sitting}."""
    abouts: Mapping[str, str] = {}
    """{name of an action: its help text in this kind of sitting}."""
    coached = False
    """Whether the coach is on from the start, whatever the settings say."""
    in_company = False
    """Whether people at other keyboards take part, so that a question may close at any time."""
    left = False
    """Whether the person has left by pressing Enter when no question was open."""
    slot = ""
    """The id of the slot that is highlighted first on a sheet; '' for the first empty slot."""
    lessons: tuple[str, ...] | None = None
    """For a lesson: its name, and the names of the lessons that it continues; else None."""
    counts = True
    """Whether the battle counts towards the number of battles that a person has fought."""
    says_filling = True
    """Whether an empty slot shows the answer that the action `fill` would write into it."""
    left_at: int | None = None
    """After a return to a battle that others have continued: how many commands the person has seen.
    None if nothing was missed."""
    by_slot = False
    """Whether an answer fills only the highlighted slot, so that no sheet is sealed as a whole."""

    def why_not(self, action: str) -> str:
        """Return why an action is not available now; '' if it is. The action `order` stands for any
        answer.
        """
        return self.closed.get(action, "")

    # Before and after questions ---------------------------------------------------------------

    def opening(self) -> Iterable[str]:
        """Return the text shown before the first question."""
        return ()

    def introduction(self) -> Iterable[str]:
        """Return the text that the line interface prints first; screens show it in the panel."""
        return self.opening()

    def news(self, question: Question | None) -> Iterable[str]:
        """Return the text that the line interface prints before a question or a prompt.

        Each text is returned only once.
        """
        return ()

    def pointed(self) -> Pointed | None:
        """Return a ship or overlay to point out now; None if there is none, or if an earlier call
        returned it.
        """
        return None

    def seat_title(self, seat: str, name: str) -> str:
        """Return the text by which the prompt names the seat that is asked; a plain battle uses its
        name.
        """
        return name

    def opens_on(self, question: Question) -> Given | None:
        """Return the answer to highlight first, or for a sheet the answers to propose; None for the
        usual ones.
        """
        return None

    def standing(self, sitting: Sitting, usual: str) -> str:
        """Return the sentence about the state of play that is shown while no question is open.

        `usual` is the sentence that a plain battle shows.
        """
        return usual

    def over(self, sitting: Sitting) -> bool:
        """Tell whether the sitting is over; by default it ends with the battle."""
        return sitting.battle.outcome() is not None

    def waits(self) -> bool:
        """Tell whether the person stays while no question is open, for example because others may
        still act.
        """
        return False

    def stage(self) -> object:
        """Return a value that changes with each progress that is not in the battle's state, such as
        the step of a lesson.
        """
        return None

    def goes_on(self) -> str:
        """Return in words what Enter does when no question is open, such as `goes on`; '' for
        nothing.
        """
        return ""

    def go_on(self) -> Done:
        """Carry out what Enter does when no question is open."""
        return ()

    def come_back(self) -> str:
        """Give the person's seat back, if a computer player has taken it over; return a message, or
        ''.
        """
        return ""

    # Others -----------------------------------------------------------------------------------

    def asked_by_other(self) -> Request | None:
        """Return the open request of another person to this person; None if there is none."""
        return None

    def replies(self) -> Iterable[RequestReply]:
        """Return the replies to this person's request or proposal since the last call."""
        return ()

    # Answers ----------------------------------------------------------------------------------

    def give(self, sitting: Sitting, seat: str, given: Given) -> Iterable[str]:
        """Submit an answer to the battle and return the messages about it; raises `Refused` if the
        answer is not allowed.
        """
        sitting.battle.answer(seat, given)
        return ()

    async def after(self, thought: Thought) -> AsyncIterator[str]:
        """Yield the messages after an answer; computing them may take a while."""
        nothing: tuple[str, ...] = ()
        for said in nothing:
            yield said

    def advised(self, question: Question, found: Sequence[Advice]) -> tuple[Advice, ...]:
        """Return the advice to show on a question; `found` is what the game advises, best first."""
        return tuple(found)

    def helped(self) -> None:
        """Record that advice was given, which may cost a star."""

    # Going back -------------------------------------------------------------------------------

    def undo(self, sitting: Sitting) -> Done:
        """Do the first of these that is possible: undo the latest order, open a sealed sheet again,
        or ask whether to take the order back.
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
        """Apply the last undone command again, and the computer players' answers to it."""
        battle, seat = sitting.battle, sitting.table.acting_seat()
        battle.redo(seat)
        while sitting.table.computed() and not battle.why_not_redo():
            battle.redo(seat)
        return ()

    def take_back(self, sitting: Sitting, why: str = "") -> Done:
        """Return the question whether the latest order may be taken back, to everybody whose
        consent is needed.

        `why` is the reason why the order cannot be undone without consent.

        Raises `Refused` if nothing may be taken back.
        """
        seat, table = sitting.table.acting_seat(), sitting.table
        if why_not := sitting.battle.why_not_take_back(seat):
            raise Refused(why_not)

        def yes() -> Done:
            sitting.battle.take_back(seat)
            return ()

        because = f"{sentence(why)} " if why else ""
        if others := [table.name(other) for other in table.others(seat)]:
            text = f"{because}{' and '.join(others)}, may {table.name(seat)} take the order back?"
            return Ask(text, yes)
        return Ask(f"{because}Take the order back{' anyway' * bool(why)}?", yes, likely=True)

    # Out of it --------------------------------------------------------------------------------

    def ways_out(self, sitting: Sitting) -> Sequence[WayOut]:
        """Return the ways to leave the battle; raises `Refused` if there are none."""
        battle, table = sitting.battle, sitting.table
        if battle.outcome() is not None:
            raise Refused("the battle is over")
        if battle.why_closed or not table.persons:
            raise Refused(battle.why_closed or "no person plays in this battle")
        return [*table.ways_out(), *surrenders(sitting)]

    def facts(self) -> Iterable[str]:
        """Return further facts about this sitting, such as the person of each seat."""
        return ()

    def keep(self) -> str:
        """Store the person's results so far, such as stars; return why that failed, or ''."""
        return ""

    def ending(self, sitting: Sitting) -> Iterable[str]:
        """Return the sentences that the line interface prints at the end."""
        return ()
