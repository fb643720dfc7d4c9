"""SeriesGame: a chain of battles of any game, as a game of its own; and the mapping of seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.game import Cut, Decided, Game, Outcome, Seat, fold_events, titled
from engine.game.parts.part import part
from engine.game.question import Question, Sheet
from engine.series.set_up import make_plan, shipped
from engine.series.state import (
    SIDES,
    BattleBegan,
    BattleEnded,
    BattleRow,
    InBattle,
    Series,
    ended,
    with_battle,
)

# SeriesGame: several battles of a game in a chain, as a game of its own. It passes on the questions
# of the current battle, lets the rules of its game decide the answers, and wraps the events. So one
# file holds the whole chain, with one undo and one sequence of dice; journal, replay, host, letters
# and simulations need no special case.


class SeriesGame(Game[Series, Any, Any]):
    """A series of one game: a fixed number of battles; the side with more victories wins."""

    words = part("engine.series.parts:SeriesWords")
    screen = part("engine.series.screen:SeriesScreen")
    answering = part("engine.series.parts:SeriesAnswering")
    thinking = part("engine.series.parts:SeriesThinking")
    review = part("engine.series.parts:SeriesReview")
    positions = part("engine.series.parts:SeriesPositions")

    def __init__(self, inner: Game) -> None:
        """Create the game of series whose battles are battles of the game `inner`."""
        self.inner = inner
        self.name = f"series:{inner.name}"
        self.title = f"{inner.title}, a series"
        self.rules_version = f"{inner.rules_version}/1"
        self.data = inner.data
        self.strict_costs = inner.strict_costs
        self.dealt_in_secret = inner.dealt_in_secret

    @property
    def data_version(self) -> str:
        """The version of the game's data set."""
        return self.inner.data_version

    def with_data(self, folder: Path) -> SeriesGame:
        """Return the series of the game with a user's own records."""
        return SeriesGame(self.inner.with_data(folder))

    @property
    def types(self) -> tuple[Any, Any, Any]:
        """Return the types of state, command and event, built from those of the game `inner`."""
        state, command, event = self.inner.types
        return Series[state], command, InBattle[event] | BattleEnded | BattleBegan[state]  # type: ignore[valid-type]

    # Set-up ------------------------------------------------------------------

    def scenarios(self) -> Mapping[str, str]:
        """Return the shipped series of this game, each with a description of one line."""
        found = {}
        for name, plan in shipped().items():
            if plan.game == self.inner.name:
                battles = "; ".join(titled(self.inner, battle).title for battle in plan.battles)
                found[name] = f"{plan.title}: {battles}, best of {plan.best_of}"
        return found

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> Series:
        """Return a series at its start: a shipped series, or a series of one scenario of the game.

        The options in `OWN` of engine/series/set_up.py change the plan; all others are for the
        set-up of each battle.
        """
        plan = make_plan(self.inner, scenario, options or {})
        return Series(plan, self.inner.set_up(plan.scenario(1), plan.set_up(1)))

    # Rules -------------------------------------------------------------------

    def _places(self, state: Series) -> SeriesSeats:
        """Return the mapping of seats in the current battle."""
        return SeriesSeats(self.inner, state)

    def seats(self, state: Series) -> tuple[Seat, ...]:
        """Return the seats, which keep their keys throughout the series."""
        return self._places(state).all

    def pending(self, state: Series) -> tuple[Question, ...]:
        """Return the open questions of the current battle."""
        if state.outcome is not None:
            return ()
        places = self._places(state)
        return tuple(places.for_series(each) for each in self.inner.pending(state.battle))

    def under_way(self, state: Series) -> Series:
        """Return a series whose battle is in the middle of a command, marked so that it has no
        question.
        """
        return with_battle(state, self.inner.under_way(state.battle))

    def setting_up(self, state: Series) -> bool:
        """Tell whether the current battle is being set up."""
        return self.inner.setting_up(state.battle)

    def settled(self, state: Series, dice: Dice) -> Series:
        """Return a series whose battle has reached its first question."""
        own = dice.of_battle(state.number)
        return with_battle(state, self.inner.settled(state.battle, own))

    def decide(self, state: Series, seat: str, command: Any, dice: Dice) -> tuple[Any, ...]:
        """Return the events of a command: those of the current battle, and those that follow its
        end.
        """
        seat = self._places(state).inside(seat)
        happened = self.inner.decide(state.battle, seat, command, dice.of_battle(state.number))
        battles = fold_events(state.battle, happened, self.inner.evolve).states
        events: list[Any] = [InBattle(each) for each in happened]
        states = [with_battle(state, battle) for battle in battles]
        after = states[-1] if states else state
        for event in self._after(after, dice):
            after = self.evolve(after, event)
            events.append(event)
            states.append(after)
        return Decided(events, states)

    def _after(self, state: Series, dice: Dice) -> Iterable[Any]:
        """Yield the events that follow a finished battle: the start of the next, or the end of the
        series.
        """
        outcome = self.inner.outcome(state.battle)
        if outcome is None:
            return
        places = self._places(state)
        winners = {places.side(side) for side in outcome.winners}
        score = self.inner.review.score(state.battle)
        row = BattleRow(
            state.number,
            state.plan.scenario(state.number),
            winners.pop() if len(winners) == 1 else "",
            outcome.reason,
            {places.side(side): float(each) for side, each in score.items()},
            self.inner.turn(state.battle),
        )
        end = ended(state.plan, (*state.rows, row))
        yield BattleEnded(row, end)
        if end is None:
            number = state.number + 1
            battle = self.inner.set_up(state.plan.scenario(number), state.plan.set_up(number))
            building = self.inner.building
            battle = building.like(state.battle, battle)
            if state.plan.carry:
                battle = building.carried(state.battle, battle, state.plan.carry)
            battle = self.inner.settled(battle, dice.of_battle(number))
            yield BattleBegan(number, battle, self.dice_rolled(state))

    def reopens(self, state: Series, seat: str) -> Any:
        """Return the command that opens a seat's sealed sheet of the current battle again."""
        return self.inner.reopens(state.battle, self._places(state).inside(seat))

    def aside(self, state: Series, seat: str) -> Sheet | None:
        """Return a seat's sheet of standing choices in the current battle."""
        places = self._places(state)
        sheet = self.inner.aside(state.battle, places.inside(seat))
        return None if sheet is None else replace(sheet, seat=seat)

    def evolve(self, state: Series, event: Any) -> Series:
        """Return the state after an event."""
        if isinstance(event, InBattle):  # the inner game applies its own events
            return with_battle(state, self.inner.evolve(state.battle, event.happened))
        after: Series = event.after(state)
        return after

    def outcome(self, state: Series) -> Outcome | None:
        """Return how the series ended."""
        return state.outcome

    def view(self, state: Series, seat: str) -> Series:
        """Return the state as a seat may see it."""
        seen = self.inner.view(state.battle, self._places(state).inside(seat))
        return with_battle(state, seen)

    def dice_rolled(self, state: Series) -> int:
        """Return how many numbered dice all battles have used."""
        return state.rolled + self.inner.dice_rolled(state.battle)

    def turn(self, state: Series) -> int:
        """Return the turn of the current battle."""
        return self.inner.turn(state.battle)

    def chapter(self, state: Series) -> str:
        """Return the name of the current battle, such as `battle 2`."""
        return f"battle {state.number}"

    def cut(self, state: Series, seed: int) -> Cut | None:
        """Return the current battle as a battle of its own, with its seed and seats."""
        places = self._places(state)
        seats = {seat.key: places.inside(seat.key) for seat in places.all}
        return Cut(self.inner, state.battle, Dice(seed).of_battle(state.number).seed, seats)

    def undo_barrier(self, events: Iterable[Any]) -> str:
        """Return why the command with these events may not be undone without consent; '' if it
        may.
        """
        written = tuple(events)
        if any(not isinstance(event, InBattle) for event in written):
            return "the battle is over"
        return self.inner.undo_barrier(event.happened for event in written)


# The mapping of seats in the current battle, and a mixin for the parts that use it.


class SeriesSeats:
    """The two seats of a series, mapped to the seats of the current battle.

    The two seats of the series keep their keys throughout, and may swap their seats in the battle
    from one battle to the next.
    """

    def __init__(self, inner: Game, state: Series) -> None:
        self._inner, self._battle = inner, state.battle
        self._changed = state.plan.exchanged(state.number)

    # Called for each log line; the usual case is fast, in which nobody has changed seats.

    @cached_property
    def _seats(self) -> tuple[Seat, ...]:
        return self._inner.seats(self._battle)

    def inside(self, seat: str) -> str:
        """Return the seat of the current battle for a seat of the series; '' (a watcher) for ''."""
        if not self._changed or not seat:
            return seat
        keys = [each.key for each in self._seats]
        return dict(zip(keys, reversed(keys), strict=True)).get(seat, seat)

    @property
    def all(self) -> tuple[Seat, ...]:
        """The seats of the series, in the order of their keys."""
        names = {seat.key: seat.name for seat in self._seats}
        return tuple(
            Seat(key, f"{side} ({names[self.inside(key)]})", side)
            for key, side in zip(names, SIDES, strict=False)
        )

    def side(self, inner: str) -> str:
        """Return the side of the series that plays this side of the current battle."""
        own = next(seat.key for seat in self._seats if seat.fights_for == inner)
        mine = self.inside(own)  # a swap of two seats is its own inverse
        return next(seat.side for seat in self.all if seat.key == mine)

    def for_series(self, question: Question) -> Question:
        """Return a question of the current battle with its seat's key replaced by the key in the
        series.
        """
        return replace(question, seat=self.inside(question.seat))

    def for_battle(self, question: Question) -> Any:
        """Return a question of the series with its seat's key replaced by the key in the current
        battle.
        """
        return replace(question, seat=self.inside(question.seat))


class Inside:
    """A mixin for the parts of a series: it gives access to the game of the battles."""

    game: Any

    @property
    def inner(self) -> Game:
        """The game of the battles."""
        inner: Game = self.game.inner
        return inner

    def places(self, view: Series) -> SeriesSeats:
        """Return the mapping of seats in the current battle."""
        return SeriesSeats(self.inner, view)
