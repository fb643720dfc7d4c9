"""Small positions for tests: ships in a few words, dice with chosen faces, sheets sealed in one
line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from engine.base.dice import Dice
from engine.game.decision import Answer
from engine.game.question import Fill, Sheet
from engine.kit.dataset import current_dataset
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import State

E = TypeVar("E")
ASKED: dict[str, Any] = {"neighbours": ["*"]}
"""Values for a seat that wants to be asked about all neighbouring ships of its own side."""
GAME = WoodenShips()


class Loaded(Dice):
    """Dice with chosen faces; a test fails if more dice are rolled than were chosen."""

    def __init__(self, *faces: int) -> None:
        super().__init__(0)
        self.faces = faces

    def face(self, number: int, sides: int = 8) -> int:
        assert number < len(self.faces), f"die {number} was not foreseen"
        assert 1 <= self.faces[number] <= sides
        return self.faces[number]


def ship(
    ship_id: str, bow: str | list[int], facing: int, record: str = "fr-sol2-74", **fields: Any
) -> dict[str, Any]:
    """Return the table of a ship; a record with hyphens is a class, any other a historical ship."""
    kind = "type" if "-" in record else "ship"
    return {"id": ship_id, kind: record, "bow": bow, "facing": facing, **fields}


def table(*ships: Mapping[str, Any], wind: int = 1, **head: Any) -> dict[str, Any]:
    """Return the table of a position; each ship belongs to the seat named by her id's first
    letter.
    """
    seats: dict[str, Any] = {key: dict(head.pop(key)) for key in "ABCD" if key in head}
    for each in ships:
        seats.setdefault(each["id"][0], {}).setdefault("ships", []).append(dict(each))
    return {"game": "wooden_ships", "wind": wind, "seats": seats, **head}


def sea(*ships: Mapping[str, Any], wind: int = 1, **head: Any) -> State:
    """Return a position with these ships, this wind, and other values of its head."""
    state, _ = WoodenShips(current_dataset()).positions.read(
        "test", table(*ships, wind=wind, **head)
    )
    return state


def from_text(text: str) -> State:
    """Return the position in the text of a position file."""
    state, _ = WoodenShips(current_dataset()).positions.read("test", tomllib.loads(text))
    return state


def sheet(state: State, seat: str = "A") -> Sheet:
    """Return the open sheet of a seat."""
    found = next(each for each in GAME.pending(state) if each.seat == seat)
    assert isinstance(found, Sheet)
    return found


def filled(of: Sheet, answers: Mapping[str, str], plain: bool = True) -> Fill:
    """Return a sheet filled with these answers; other slots get their `plain` option, or the
    proposed one.
    """
    draft = {}
    for slot in of.slots:
        least = next((id for id in ("0", "none", "hold", "stay", "port") if _has(slot, id)), "")
        rest = Answer(least) if plain and least else of.proposed[slot.id]
        draft[slot.id] = Answer(answers[slot.id]) if slot.id in answers else rest
    return Fill(of.id, draft)


def _has(slot: Any, option: str) -> bool:
    return any(each.id == option for each in slot.options)


def open_all(
    state: State, answers: Mapping[str, str] | None = None, dice: Dice | None = None
) -> tuple[State, list[AnyEvent]]:
    """Seal all sheets of one phase with these answers; return (state, events)."""
    events: list[AnyEvent] = []
    questions = GAME.pending(state)
    assert questions, "nothing is asked"
    for question in questions:
        assert isinstance(question, Sheet)
        decided = GAME.decide(
            state, question.seat, filled(question, answers or {}), dice or Dice(1)
        )
        events += decided
        state = decided.states[-1]
    return state, events


def of(kind: type[E], events: Iterable[Any]) -> list[E]:
    """Return the events of a kind."""
    return [event for event in events if isinstance(event, kind)]
