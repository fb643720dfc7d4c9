"""SeriesGame: a series of battles of some game, as a game of its own; and the mapping between the
seats of the series and the seats of a battle.
"""

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
    """A game of its own around another game: a fixed number of battles of that game; the side with
    more victories wins.
    """

    words = part("engine.series.parts:SeriesWords")
    screen = part("engine.series.screen:SeriesScreen")
    answering = part("engine.series.parts:SeriesAnswering")
    thinking = part("engine.series.parts:SeriesThinking")
    review = part("engine.series.parts:SeriesReview")
    positions = part("engine.series.parts:SeriesPositions")

    def __init__(self, inner: Game) -> None:
        """Create the series game whose battles are battles of the game `inner`."""
        self.inner = inner
        self.name = f"series:{inner.name}"
        self.title = f"{inner.title}, a series"
        self.rules_version = f"{inner.rules_version}/1"
        self.data = inner.data
        self.strict_costs = inner.strict_costs
        self.dealt_in_secret = inner.dealt_in_secret

    @property
    def data_version(self) -> str:
        """The version of the data set (ships, cards, tables) of the game that the series plays."""
        return self.inner.data_version

    def with_data(self, folder: Path) -> SeriesGame:
        """Return the same series game with the user's own data set in `folder`."""
        return SeriesGame(self.inner.with_data(folder))

    @property
    def types(self) -> tuple[Any, Any, Any]:
        """Return the types of state, command and event, built from those of the game `inner`."""
        state, command, event = self.inner.types
        return Series[state], command, InBattle[event] | BattleEnded | BattleBegan[state]  # type: ignore[valid-type]

    # Set-up ------------------------------------------------------------------

    def scenarios(self) -> Mapping[str, str]:
        """Return {name of a series that comes with the program: its description in one line}."""
        found = {}
        for name, plan in shipped().items():
            if plan.game == self.inner.name:
                battles = "; ".join(titled(self.inner, battle).title for battle in plan.battles)
                found[name] = f"{plan.title}: {battles}, best of {plan.best_of}"
        return found

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> Series:
        """Return a series at its start; `scenario` names a series that comes with the program, or a
        scenario of the game for all battles.

        The options in `OWN` of engine/series/set_up.py change the plan; all others are for the
        set-up of each battle.
        """
        plan = make_plan(self.inner, scenario, options or {})
        return Series(plan, self.inner.set_up(plan.scenario(1), plan.set_up(1)))

    # Rules -------------------------------------------------------------------

    def _places(self, state: Series) -> SeriesSeats:
        """Return the mapping between the seats of the series and those of the current battle."""
        return SeriesSeats(self.inner, state)

    def seats(self, state: Series) -> tuple[Seat, ...]:
        """Return the seats of the series; their keys stay the same in all battles."""
        return self._places(state).all

    def pending(self, state: Series) -> tuple[Question, ...]:
        """Return the open questions of the current battle."""
        if state.outcome is not None:
            return ()
        places = self._places(state)
        return tuple(places.for_series(each) for each in self.inner.pending(state.battle))

    def under_way(self, state: Series) -> Series:
        """Return a series in the middle of a command; its battle is marked so that it asks no
        question.
        """
        return with_battle(state, self.inner.under_way(state.battle))

    def setting_up(self, state: Series) -> bool:
        """Tell whether the current battle is being set up."""
        return self.inner.setting_up(state.battle)

    def settled(self, state: Series, dice: Dice) -> Series:
        """Return a series whose battle has made its random draws and reached its first question."""
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
        """If the current battle is over, yield its end, and the start of the next battle if there
        is one.
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
        """Return the command with which a seat changes its sealed orders again, in the current
        battle.
        """
        return self.inner.reopens(state.battle, self._places(state).inside(seat))

    def aside(self, state: Series, seat: str) -> Sheet | None:
        """Return the sheet with a seat's standing choices (orders kept until changed) in the
        battle.
        """
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
        """Return how the series ended; None until it is over."""
        return state.outcome

    def view(self, state: Series, seat: str) -> Series:
        """Return the state as a seat may see it, with the battle's hidden facts left out."""
        seen = self.inner.view(state.battle, self._places(state).inside(seat))
        return with_battle(state, seen)

    def dice_rolled(self, state: Series) -> int:
        """Return how many dice all battles of the series have used so far."""
        return state.rolled + self.inner.dice_rolled(state.battle)

    def turn(self, state: Series) -> int:
        """Return the turn of the current battle."""
        return self.inner.turn(state.battle)

    def chapter(self, state: Series) -> str:
        """Return the name of the current battle, such as `battle 2`."""
        return f"battle {state.number}"

    def cut(self, state: Series, seed: int) -> Cut | None:
        """Return the data to continue the current battle as a battle of its own: state, seed, and
        {seat of the series: seat of the battle}.
        """
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

    The two seats of the series keep their keys throughout, but may swap their seats in the battle
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
        """Return the seat in the current battle that a seat of the series plays; '' (a watcher) for
        ''.
        """
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
        """Return the side of the series that plays the side `inner` of the current battle."""
        own = next(seat.key for seat in self._seats if seat.fights_for == inner)
        mine = self.inside(own)  # a swap of two seats is its own inverse
        return next(seat.side for seat in self.all if seat.key == mine)

    def for_series(self, question: Question) -> Question:
        """Return a question of the current battle, addressed to the seat of the series."""
        return replace(question, seat=self.inside(question.seat))

    def for_battle(self, question: Question) -> Any:
        """Return a question of the series, addressed to the seat of the current battle."""
        return replace(question, seat=self.inside(question.seat))


class Inside:
    """A mixin for the parts (words, screen, advice) of a series: it gives access to the game that
    the series plays.
    """

    game: Any

    @property
    def inner(self) -> Game:
        """The game that the series plays: that of all its battles."""
        inner: Game = self.game.inner
        return inner

    def places(self, view: Series) -> SeriesSeats:
        """Return the mapping between the seats of the series and those of the current battle."""
        return SeriesSeats(self.inner, view)
