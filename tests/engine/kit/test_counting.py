"""Statistics of a battle that are counted event by event."""

from __future__ import annotations

import msgspec
import pytest

from engine.game.game import Record
from engine.game.parts.review import Aftermath, Score
from engine.kernel.battle import Battle
from engine.kit.counting import Counting


class Watch(msgspec.Struct, frozen=True):
    """The state of a fake game, which counts the bells of a watch."""

    turn: int = 0
    seen: int = 0
    agenda: tuple[()] = ()
    dice: int = 0
    outcome: None = None


class Tolls(Counting[Watch, int]):
    """Statistics about the bells; 8 bells are a turning point."""

    decisive = (bool,)

    @staticmethod
    def evolve(state: Watch, event: int) -> Watch:
        """Return the state after this many more bells."""
        return Watch(state.turn + (event == 0), state.seen + event)

    @staticmethod
    def tell(before: Watch, event: int, seat: str) -> str:
        """Return the words about a turning point."""
        return f"after {before.seen}" if event else ""

    def loser(self, event: int) -> str:
        """Return the side that a turning point goes against."""
        return "B" if event else ""

    def count(self, event: int) -> None:
        if event == 0:
            self.score([Score(self.state.turn, "A", self.state.seen, 9)])

    def all(self) -> Aftermath:
        return Aftermath(scores=tuple(self.scores.values()), moments=tuple(self.moments))


def entry(n: int, at: int, *events: int) -> Record:
    return Record(n=n, kind="command", at=at, events=events)


def test_events_are_counted_on_the_state_before_them_and_noted_by_the_replays_number() -> None:
    after = Tolls(Watch()).count_entries([entry(1, 1, 2, True), entry(4, 2, 0, True, True, False)])
    assert [(each.n, each.turn, each.words, each.against) for each in after.moments] == [
        (1, 0, "after 2", "B"),
        (2, 1, "after 3", "B"),  # its entry is the fourth line of the log: two were undone
        (2, 1, "after 4", "B"),
    ]
    assert [(each.turn, each.points) for each in after.scores] == [(0, 3), (1, 5)]


def test_a_turn_that_is_counted_again_counts_once() -> None:
    after = Tolls(Watch()).count_entries([entry(1, 1, 1)])
    tolls = Tolls(Watch())
    tolls.score([Score(1, "A", 2, 9)])
    tolls.score([Score(1, "A", 3, 9), Score(1, "B", 0, 9)])
    assert [each.points for each in tolls.scores.values()] == [3, 0]
    assert after.moments == ()


@pytest.mark.parametrize("game", ["wooden_ships", "iron_oak"])
def test_turning_points_of_a_battle_with_an_undo_lie_in_the_replay(game: str) -> None:
    path = {"wooden_ships": "wooden_ships_ten", "iron_oak": "ironclads_in_turns"}[game]
    with Battle.open(f"tests/battles/{path}.battle", write=False) as battle:
        entries = [
            msgspec.structs.replace(each, n=each.n + 100) for each in battle.entries
        ]  # as if a hundred lines of the log were talk
        after = battle.game.review.aftermath(battle.at(0), entries)
        assert after.moments
        assert all(1 <= each.n <= battle.position for each in after.moments)
