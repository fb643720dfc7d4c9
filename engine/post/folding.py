"""A battle by letters as one player knows it, with the other player's seals still closed.

A seal may hide any answer that was possible. One of them is assumed, and players see the state that
follows (the first world); each other possible answer makes a world of its own. Every later choice
is decided in all worlds. While the worlds look alike to the player who did not make the seal, the
battle continues; before they would look different, the seal must be opened. So the rules need not
know about seals, and no view can show a sealed answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

from engine.base.errors import SURROUNDINGS, FileFault
from engine.base.files import UNREADABLE, decode_fault
from engine.base.hashes import SharedDice, UnknownDice
from engine.game.decision import Decision
from engine.game.game import Game
from engine.game.question import Question
from engine.kernel.codec import codec
from engine.kernel.timeline import fold
from engine.post.letters import LetterChoice

TRIES = 36
"""If an assumed answer of a seal turns out to be wrong, at most this many other combinations of
assumed answers are tried."""
MOST = 64
"""A seal is kept closed while the battle continues only if it hides one of at most this many
answers; no hand has more cards."""

BEYOND = (
    "it comes after dice or a sealed choice that are not open yet, or its seat has chosen already"
)
PROBES = "it depends on the other player's sealed choice"

Viewers = Callable[[str], Sequence[str]]
"""A function from a seat to the seats that must not see the sealed answers of that seat."""


class NotAllowed(FileFault):
    """The error that the rules do not allow a choice; `number` is the index of the choice."""

    def __init__(self, number: int, why: object) -> None:
        self.number = number
        super().__init__(f"choice {number + 1} of the letter is not allowed: {why}")


class Stop(NamedTuple):
    """The first choice whose result cannot be computed yet, and the reason."""

    number: int
    """The index of the choice whose result cannot be computed; -1 for the set-up."""
    dice: bool = False
    """Whether the reason is that a player's share of the dice for this choice is missing."""
    seals: tuple[int, ...] = ()
    """The indexes of the choices whose seals must be opened."""
    owing: tuple[str, ...] = ()
    """The seats that must make their own secret choices before those seals are opened."""


class _World(NamedTuple):
    """A possible world: the state of the battle if the seals hide the answers in `taken`."""

    state: Any
    taken: dict[int, Any]
    seal: int = -1
    """The index of the sealed choice whose assumed answer differs from that in the first world; -1
    in the first world itself."""


class _Step(NamedTuple):
    """A choice that has been carried out in all worlds, with the worlds that result.

    Players see the first world.
    """

    choice: LetterChoice
    command: Any
    worlds: tuple[_World, ...]
    fell: bool = False
    """Whether carrying out the choice rolled dice."""
    answers: tuple[Any, ...] = ()
    """The possible answers that the seal of the choice may hide; () if it is not sealed."""


class Folding:
    """The state of a battle computed from its choices, as far as one player knows them, or as far
    as both players know them.

    A later call of `go_on` continues from the first choice that has changed.
    """

    def __init__(self, game: Game, start: Any, viewers: Viewers) -> None:
        """Begin with the state `start`, a set-up before its random draws."""
        self.game = game
        self._beyond = False
        self.start = start
        """The set-up before its random draws."""
        self.stop: Stop | None = None
        self._viewers = viewers
        self._settled: _Step | None = None
        """The set-up after its random draws; None while the dice for these draws are not known."""
        self._steps: list[_Step] = []
        self._preferred: dict[int, Any] = {}
        """{index of a sealed choice: answer to assume}, for seals whose first possible answer
        turned out to be wrong."""

    def go_on(
        self, choices: Sequence[LetterChoice], dice: SharedDice, beyond: bool = False
    ) -> Folding:
        """Compute the state after the choices, as far as they and their dice are known.

        Afterwards `stop` names what is missing, if anything is.

        After a stop only seats with an open question may choose. `beyond` also allows choices after
        these; it is used for a player's own letter, which may not yet open seals and shares of the
        dice that the player knows. Raises `FileFault` naming a choice that the rules do not allow,
        or that is beyond a stop.
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
        """Yield combinations of assumed answers for the closed seals: {index of a choice:
        answer}.
        """
        seals = self.closed
        answers = [self._steps[seal].answers for seal in seals]
        for taken in islice(product(*answers), TRIES):
            yield dict(zip(seals, taken, strict=True))

    def _begin(self, dice: SharedDice) -> bool:
        """Make the random draws of the set-up; return whether the dice for them are known."""
        thrown = dice.for_command(0)
        try:
            state = self.game.settled(self.start, thrown)
        except UnknownDice:
            self.stop = Stop(-1, dice=True)
            return False
        self._settled = _Step(LetterChoice(""), None, (_World(state, {}),), thrown.was_rolled)
        return True

    @property
    def begun(self) -> bool:
        """Whether the set-up is known, including its random draws."""
        return self._settled is not None

    @property
    def _worlds(self) -> tuple[_World, ...]:
        assert self._settled is not None, "the set-up is known"
        return (self._steps[-1] if self._steps else self._settled).worlds

    @property
    def state(self) -> Any:
        """The state after all choices that could be carried out, with an assumed answer for each
        closed seal.
        """
        return self._worlds[0].state

    @property
    def position(self) -> int:
        """The number of choices that could be carried out."""
        return len(self._steps)

    def pending(self) -> tuple[Question, ...]:
        """Return the open questions after all choices that could be carried out."""
        return self.game.pending(self.state)

    @property
    def commands(self) -> list[tuple[str, Any]]:
        """Pairs (seat, command), one for each choice that could be carried out.

        A closed seal is represented by its assumed answer.
        """
        taken = self._worlds[0].taken
        return [
            (step.choice.seat, taken.get(number, step.command))
            for number, step in enumerate(self._steps)
        ]

    @property
    def closed(self) -> tuple[int, ...]:
        """The indexes of the choices that were carried out although their seals are closed."""
        return tuple(n for n, step in enumerate(self._steps) if step.choice.closed)

    # One choice ------------------------------------------------------------------

    def _take(self, number: int, choices: Sequence[LetterChoice], dice: SharedDice) -> Stop | None:
        choice = choices[number]
        asked = self.pending()
        question = next((each for each in asked if each.seat == choice.seat), None)
        if question is None:
            raise not_allowed(number, "its seat was asked nothing")
        if choice.closed and not question.secret:
            raise not_allowed(number, "it is sealed, although it is not a secret")
        command = None
        if choice.closed:
            if not possible_commands(question):
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
        answers = possible_commands(question) if choice.closed else ()
        self._steps.append(_Step(choice, command, worlds, fell, answers))
        return None

    def _check_ahead(
        self, number: int, choices: Sequence[LetterChoice], asked: tuple[Question, ...]
    ) -> None:
        """Check the choices from the stop on: each must be the only answer of a seat with an open
        question.
        """
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
        """Check that an unsealed choice after a stop is allowed in at least one world.

        Without this check only a player who knows the choice at the stop could refuse an illegal
        one.
        """
        command = self._read(number, choice)
        fault: Exception | None = None
        for world in self._worlds:
            try:
                self.game.decide(world.state, choice.seat, command, SharedDice({}).for_command(0))
            except UnknownDice:
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
            raise not_allowed(number, decode_fault(error)) from None

    def _behind(self, number: int, seat: str) -> list[tuple[_World, Any]]:
        """Return pairs (world, answer) to be tried for a new seal.

        The first world is paired with each possible answer, every other world with one answer.
        """
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
        return next((possible_commands(each) for each in asked if each.seat == seat), ())

    def _decided(
        self, number: int, seat: str, tried: list[tuple[_World, Any]], dice: SharedDice
    ) -> tuple[tuple[_World, ...], Stop | None, bool]:
        """Decide a choice in every world; stop before worlds look different to a player who did not
        make the seal.

        Return (the worlds after the choice, the stop or None, whether dice were rolled).

        A world that does not allow the choice is dropped; if it is the first world, an error is
        raised and `go_on` tries other assumed answers.
        """
        after: list[_World] = []
        waits, fell, fault = set[int](), False, None
        for world, command in tried:
            thrown = dice.for_command(number + 1)
            try:
                events = self.game.decide(world.state, seat, command, thrown)
                came = world._replace(state=fold(self.game, world.state, events))
            except UnknownDice:
                waits.add(len(after))
                came = world
            except SURROUNDINGS:
                raise
            except Exception as error:  # a forged command may make the rules raise any exception
                if self._is_others(world.seal, seat):
                    raise not_allowed(number, PROBES) from None
                fault = fault or error
                continue
            if fault and not after:
                raise not_allowed(number, fault)
            fell = fell or thrown.was_rolled
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
        """Tell whether the sealed choice with this index is one that `seat` may not know."""
        if not 0 <= seal < len(self._steps):
            return False
        return seat in self._viewers(self._steps[seal].choice.seat)

    def _shows(self, after: list[_World], at: int, waits: set[int], viewers: Sequence[str]) -> bool:
        """Tell whether world `at` looks different from the first world to the seats `viewers`.

        These are the seats of the player who did not make the seal.
        """
        first, world = after[0], after[at]
        if waits & {0, at}:
            return not {0, at} <= waits
        game = self.game
        if game.outcome(first.state) != game.outcome(world.state):
            return True
        return any(game.view(first.state, each) != game.view(world.state, each) for each in viewers)


def _took(world: _World, number: int, command: Any) -> _World:
    return world._replace(taken={**world.taken, number: command})


def possible_commands(question: Question) -> tuple[Any, ...]:
    """Return the commands that a sealed answer to this question may be; () if they are too many to
    try.

    A sheet, a dial or a place has too many possible answers; the seal is then opened as soon as all
    seats have chosen.
    """
    if not isinstance(question, Decision) or not question.secret or len(question.options) > MOST:
        return ()
    placed = question.area or any(each.area for each in question.options)
    turned = question.dial and any(each.dial for each in question.options)
    if placed or turned:
        return ()
    return tuple(each.command for each in question.options)


def not_allowed(number: int, why: object) -> NotAllowed:
    """Return the error that the choice with this index is not allowed, with the reason `why`."""
    return NotAllowed(number, why)
