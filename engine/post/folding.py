"""A battle by letters as far as somebody knows it, where seals of others are still closed.

What is behind a seal may be any answer that was open. One of them stands in for it, and each of the
others is a world of its own: every later choice is decided in all of them. Where all look alike to
those who do not know, the battle goes on; where they would differ, the seal has to be opened first.
So no rule needs to know of seals, and no view can show what lies behind one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

from engine.base.errors import FileFault
from engine.base.files import UNREADABLE, misfit
from engine.base.hashes import SharedDice, Unthrown
from engine.base.machine import SURROUNDINGS
from engine.game.decision import Decision
from engine.game.game import Game
from engine.game.question import Question
from engine.kernel.codec import codec
from engine.kernel.timeline import fold
from engine.post.letters import LetterChoice

TRIES = 36
"""The most combinations of stand-ins for sealed answers that are tried after one was refuted."""
MOST = 64
"""The answers that a seal may stand for: more are never in a hand."""

BEYOND = (
    "it comes after dice or a sealed choice that are not open yet, or its seat has chosen already"
)
PROBES = "it depends on the other player's sealed choice"

Viewers = Callable[[str], Sequence[str]]
"""The seats that must not see another seat's sealed answer."""


class NotAllowed(FileFault):
    """A choice that the rules do not allow, by its index."""

    def __init__(self, number: int, why: object) -> None:
        self.number = number
        super().__init__(f"choice {number + 1} of the letter is not allowed: {why}")


class Stop(NamedTuple):
    """Where a battle cannot be folded further, and why."""

    number: int
    """The choice that waits; -1: the set-up."""
    dice: bool = False
    """Whether a share of its dice is missing."""
    seals: tuple[int, ...] = ()
    """The choices whose seals have to be opened."""
    owing: tuple[str, ...] = ()
    """The seats that still owe a secret choice, before anything is opened."""


class _World(NamedTuple):
    """A possible world: a state, with the stand-in that was chosen for each seal."""

    state: Any
    taken: dict[int, Any]
    seal: int = -1
    """The seal behind which there is another answer than in the first world."""


class _Step(NamedTuple):
    """A choice that was folded, and the worlds after it, the first one standing for all."""

    choice: LetterChoice
    command: Any
    worlds: tuple[_World, ...]
    fell: bool = False
    """Whether dice fell after it."""
    answers: tuple[Any, ...] = ()
    """What may be behind it, of a seal."""


class Folding:
    """A battle from one point of view. It goes on from where the choices are still the same."""

    def __init__(self, game: Game, start: Any, viewers: Viewers) -> None:
        """Begin with a set-up."""
        self.game = game
        self._beyond = False
        self.start = start
        """The set-up, before anything is drawn."""
        self.stop: Stop | None = None
        self._viewers = viewers
        self._settled: _Step | None = None
        """The set-up after what was drawn for it."""
        self._steps: list[_Step] = []
        self._preferred: dict[int, Any] = {}
        """Stand-ins for seals whose first answer was refuted."""

    def go_on(
        self, choices: Sequence[LetterChoice], dice: SharedDice, beyond: bool = False
    ) -> Folding:
        """Fold the choices as far as they and the dice are known; `stop` tells what is missing.

        Beyond a stop nothing is chosen but by seats that are asked there, unless `beyond` allows
        it: whoever writes a letter knows more, until he has opened what he owes in it. Raises
        `FileFault` naming a choice that the rules do not allow, or one beyond a stop.
        """
        self._beyond = beyond
        if self._settled and self._settled.fell and dice.open_to < 0:
            self._settled = None
        if self._settled is None and not self._begin(dice):
            self._steps = []
            return self
        same = 0
        for step, choice in zip(self._steps, choices, strict=False):
            if step.choice != choice or (step.fell and same + 1 > dice.open_to):
                break
            same += 1
        del self._steps[same:]
        self.stop = None
        others: Iterator[dict[int, Any]] | None = None
        while True:
            try:
                while len(self._steps) < len(choices) and self.stop is None:
                    self.stop = self._take(len(self._steps), choices, dice)
            except NotAllowed:
                others = self._combined() if others is None else others
                taken = next(others, None)
                if not taken:
                    raise
                self._preferred.update(taken)
                del self._steps[min(taken) :]
            else:
                return self

    def _combined(self) -> Iterator[dict[int, Any]]:
        """Yield the combinations of stand-ins for the closed seals."""
        seals = self.closed
        answers = [self._steps[seal].answers for seal in seals]
        for taken in islice(product(*answers), TRIES):
            yield dict(zip(seals, taken, strict=True))

    def _begin(self, dice: SharedDice) -> bool:
        """Draw what the set-up draws; tell whether it could be."""
        thrown = dice.thrown_at(0)
        try:
            state = self.game.settled(self.start, thrown)
        except Unthrown:
            self.stop = Stop(-1, dice=True)
            return False
        self._settled = _Step(LetterChoice(""), None, (_World(state, {}),), thrown.fell)
        return True

    @property
    def begun(self) -> bool:
        """Whether the set-up is known."""
        return self._settled is not None

    @property
    def _worlds(self) -> tuple[_World, ...]:
        assert self._settled is not None, "the set-up is known"
        return (self._steps[-1] if self._steps else self._settled).worlds

    @property
    def state(self) -> Any:
        """The state after all that was folded, with what stands in for closed seals."""
        return self._worlds[0].state

    @property
    def position(self) -> int:
        """How many choices were folded."""
        return len(self._steps)

    def pending(self) -> tuple[Question, ...]:
        """Return the open questions after them."""
        return self.game.pending(self.state)

    @property
    def commands(self) -> list[tuple[str, Any]]:
        """The choices that were folded as commands of seats, stand-ins among them."""
        taken = self._worlds[0].taken
        return [
            (step.choice.seat, taken.get(number, step.command))
            for number, step in enumerate(self._steps)
        ]

    @property
    def closed(self) -> tuple[int, ...]:
        """The seals among them that are still closed."""
        return tuple(n for n, step in enumerate(self._steps) if step.choice.closed)

    # One choice ------------------------------------------------------------------

    def _take(self, number: int, choices: Sequence[LetterChoice], dice: SharedDice) -> Stop | None:
        choice = choices[number]
        asked = self.pending()
        question = next((each for each in asked if each.seat == choice.seat), None)
        if question is None:
            raise not_allowed(number, "nobody asked its seat")
        if choice.closed and not question.secret:
            raise not_allowed(number, "it is sealed, although it is not a secret")
        command = None
        if choice.closed:
            if not stand_ins(question):
                self._check_ahead(number, choices, asked)
                ahead = {choice.seat for choice in choices[number:]}
                owing = tuple(each.seat for each in asked if each.secret and each.seat not in ahead)
                return Stop(number, seals=(number,), owing=owing)
            tried = self._behind(number, choice.seat)
        else:
            command = self._read(number, choice)
            tried = [(world, command) for world in self._worlds]
        worlds, stop, fell = self._decided(number, choice.seat, tried, dice)
        if stop:
            self._check_ahead(number, choices, asked)
            return stop
        answers = stand_ins(question) if choice.closed else ()
        self._steps.append(_Step(choice, command, worlds, fell, answers))
        return None

    def _check_ahead(
        self, number: int, choices: Sequence[LetterChoice], asked: tuple[Question, ...]
    ) -> None:
        """Check what is chosen from a stop on: one answer for each seat that is asked."""
        seats = {each.seat for each in asked}
        if self._beyond:
            return
        for at in range(number, len(choices)):
            if choices[at].seat not in seats:
                raise not_allowed(at, BEYOND)
            seats.remove(choices[at].seat)
            if at > number and not choices[at].closed:
                self._check_open(at, choices[at])

    def _check_open(self, number: int, choice: LetterChoice) -> None:
        """Check that an open choice beyond a stop is allowed there, in a world at least.

        So nothing is left of it that only whoever knows the stop could refuse.
        """
        command = self._read(number, choice)
        fault: Exception | None = None
        for world in self._worlds:
            try:
                self.game.decide(world.state, choice.seat, command, SharedDice({}).thrown_at(0))
            except Unthrown:
                return
            except SURROUNDINGS:
                raise
            except Exception as error:  # as in `_decided`
                fault = error
            else:
                return
        raise not_allowed(number, fault)

    def _read(self, number: int, choice: LetterChoice) -> Any:
        try:
            return codec(self.game).command(choice.command)
        except UNREADABLE as error:
            raise not_allowed(number, misfit(error)) from None

    def _behind(self, number: int, seat: str) -> list[tuple[_World, Any]]:
        """Return the worlds with what may be behind a new seal in each: all of it in the first."""
        first, *others = self._worlds
        tried = []
        preferred = self._preferred.get(number)
        answers = sorted(self._open(first, seat), key=lambda each: each != preferred)
        for at, command in enumerate(answers):
            world = first if at == 0 else first._replace(seal=number)
            tried.append((_took(world, number, command), command))
        for world in others:
            open_there = self._open(world, seat)
            for command in sorted(open_there, key=lambda each: each != answers[0])[:1]:
                tried.append((_took(world, number, command), command))
        return tried

    def _open(self, world: _World, seat: str) -> tuple[Any, ...]:
        asked = self.game.pending(world.state)
        return next((stand_ins(each) for each in asked if each.seat == seat), ())

    def _decided(
        self, number: int, seat: str, tried: list[tuple[_World, Any]], dice: SharedDice
    ) -> tuple[tuple[_World, ...], Stop | None, bool]:
        """Decide a choice in every world; stop where those who do not know would see a difference.

        Return the worlds after it, or the stop, and whether dice fell.
        A world that does not allow what was chosen is none any more; where that is the first one,
        others are to be tried.
        """
        after: list[_World] = []
        waits, fell, fault = set[int](), False, None
        for world, command in tried:
            thrown = dice.thrown_at(number + 1)
            try:
                events = self.game.decide(world.state, seat, command, thrown)
                came = world._replace(state=fold(self.game, world.state, events))
            except Unthrown:
                waits.add(len(after))
                came = world
            except SURROUNDINGS:
                raise
            except Exception as error:  # a forged command may break what the rules rely on
                if self._is_others(world.seal, seat):
                    raise not_allowed(number, PROBES) from None
                fault = fault or error
                continue
            if fault and not after:
                raise not_allowed(number, fault)
            fell = fell or thrown.fell
            after.append(came)
        if not after:
            raise not_allowed(number, fault)
        owners = {number: seat} | {n: step.choice.seat for n, step in enumerate(self._steps)}
        seals = {
            world.seal
            for at, world in enumerate(after[1:], 1)
            if self._shows(after, at, waits, self._viewers(owners[world.seal]))
        }
        if seals:
            return (), Stop(number, seals=tuple(sorted(seals))), fell
        if waits:
            return (), Stop(number, dice=True), fell
        return tuple(after), None, fell

    def _is_others(self, seal: int, seat: str) -> bool:
        """Tell whether a seal, by its index, is one whose choice a seat may not know."""
        if not 0 <= seal < len(self._steps):
            return False
        return seat in self._viewers(self._steps[seal].choice.seat)

    def _shows(self, after: list[_World], at: int, waits: set[int], viewers: Sequence[str]) -> bool:
        """Tell whether a world looks otherwise than the first one to those who do not know."""
        first, world = after[0], after[at]
        if waits & {0, at}:
            return not {0, at} <= waits
        game = self.game
        if game.outcome(first.state) != game.outcome(world.state):
            return True
        return any(game.view(first.state, each) != game.view(world.state, each) for each in viewers)


def _took(world: _World, number: int, command: Any) -> _World:
    return world._replace(taken={**world.taken, number: command})


def stand_ins(question: Question) -> tuple[Any, ...]:
    """Return the commands that may be behind the seal of a question; none where nothing can be.

    A sheet, a dial or a place has too many: such a seal is opened as soon as all have chosen.
    """
    if not isinstance(question, Decision) or not question.secret or len(question.options) > MOST:
        return ()
    placed = question.area or any(each.area for each in question.options)
    turned = question.dial and any(each.dial for each in question.options)
    if placed or turned:
        return ()
    return tuple(each.command for each in question.options)


def not_allowed(number: int, why: object) -> NotAllowed:
    """Return the fault of a choice, by its index."""
    return NotAllowed(number, why)
