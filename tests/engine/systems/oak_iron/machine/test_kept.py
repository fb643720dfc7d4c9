"""Answers that are kept for the state that was asked about last."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from engine.kit.cached_per_state import cached_per_state
from engine.systems.oak_iron.data import records
from engine.systems.oak_iron.state.state import State
from tests.engine.systems.oak_iron.fleet import small_battle
from tests.engine.systems.oak_iron.own_data import use


def test_a_question_is_asked_once_of_a_state_and_again_of_another() -> None:
    asked: list[tuple[int, str, bool]] = []

    @cached_per_state
    def ask(state: State, squadron: str, whole: bool = True) -> int:
        """Return the turn."""
        asked.append((state.turn, squadron, whole))
        return state.turn

    first = small_battle()
    second = replace(first, turn=first.turn + 1)
    for _ in range(3):
        assert ask(first, "A") == ask(first, "A", whole=False) == ask(first, "B") == first.turn
    assert len(asked) == 3
    assert ask(second, "A") == second.turn
    assert ask(first, "A") == first.turn, "what was forgotten is asked anew"
    assert asked[3:] == [(second.turn, "A", True), (first.turn, "A", True)]


def test_other_records_are_asked_anew(tmp_path: Path) -> None:
    asked: list[str] = []
    state = small_battle()

    @cached_per_state
    def ask(of: State) -> None:
        """Note the question."""
        asked.append(records.book().version)

    ask(state)
    try:
        use(tmp_path)
        ask(state)
    finally:
        use(None)
    assert len(asked) == 2
