"""Answers that are cached for the state that was asked about last."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.kit.by_type import cached_per_state


class State(msgspec.Struct, frozen=True):
    """A state with a turn, as any system's has."""

    turn: int = 1


def test_a_question_is_asked_once_of_a_state_and_again_of_another() -> None:
    asked: list[tuple[int, str, bool]] = []

    @cached_per_state
    def ask(state: State, squadron: str, whole: bool = True) -> int:
        """Return the turn."""
        asked.append((state.turn, squadron, whole))
        return state.turn

    first = State()
    second = replace(first, turn=first.turn + 1)
    for _ in range(3):
        assert ask(first, "A") == ask(first, "A", whole=False) == ask(first, "B") == first.turn
    assert len(asked) == 3
    assert ask(second, "A") == second.turn
    assert ask(first, "A") == first.turn, "what was forgotten is asked again"
    assert asked[3:] == [(second.turn, "A", True), (first.turn, "A", True)]
