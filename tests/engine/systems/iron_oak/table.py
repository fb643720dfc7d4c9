"""A battle for tests: a position in a few words, and dice that fall as the test says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from engine.base.dice import Dice
from engine.game.decision import Answer
from engine.game.question import Fill, Question, Sheet, question_of
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.data.book import shipped
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.state.state import Section, Ship, State

GAME = IronOak()

STILL = {"direction": "none", "speed": "none"}


class Told(Dice):
    """Dice that fall as the test says, by the number of the die; after that as the seed says."""

    def __init__(self, *faces: int) -> None:
        super().__init__(1)
        self.faces = faces
        self.start = 0

    def face(self, number: int, sides: int = 8) -> int:
        place = number - self.start
        if 0 <= place < len(self.faces):
            face = self.faces[place]
            assert 1 <= face <= sides, f"a d{sides} cannot show {face} (die {place})"
            return face
        return super().face(number, sides)


class Table:
    """A position that is played by commands; `events` are those of the latest command."""

    def __init__(self, state: State) -> None:
        self.state = GAME.settled(state, Told())
        self.events: tuple[Any, ...] = ()

    def question(self, seat: str) -> Question:
        return question_of(rules.pending(self.state), seat)

    def asked(self, kind: str = "") -> str:
        """Return the kind of the only open question; with `kind`, check that it is this one."""
        (question,) = rules.pending(self.state)
        assert not kind or question.kind == kind, question
        return question.kind

    def options(self, seat: str) -> list[str]:
        question = self.question(seat)
        assert not isinstance(question, Sheet), question
        return [option.id for option in question.options]

    def do(self, seat: str, option: str, *faces: int) -> Self:
        """Answer a decision; the next dice show `faces`."""
        question = self.question(seat)
        assert not isinstance(question, Sheet), question
        return self._command(seat, question.option(option).command, faces)

    def fill(self, seat: str, answers: Mapping[str, str | tuple[str, ...]], *faces: int) -> Self:
        """Seal a sheet with these answers; other slots have their proposed answers."""
        sheet = self.question(seat)
        assert isinstance(sheet, Sheet), sheet
        draft = dict(sheet.proposed)
        for slot, given in answers.items():
            draft[slot] = Answer(given) if isinstance(given, str) else Answer(picks=given)
        return self._command(seat, Fill(sheet.id, draft), faces)

    def _command(self, seat: str, command: Any, faces: tuple[int, ...]) -> Self:
        dice = Told(*faces)
        dice.start = self.state.dice
        decided = GAME.decide(self.state, seat, command, dice)
        self.events = tuple(decided)
        if decided.states:
            self.state = decided.states[-1]
        return self

    def skip(self, kind: str) -> Self:
        """Answer with the last option, or as proposed, until a question of this kind is open."""
        for _ in range(200):
            questions = rules.pending(self.state)
            assert questions, "the battle is over"
            if questions[0].kind == kind:
                return self
            question = questions[0]
            if isinstance(question, Sheet):
                self.fill(question.seat, {})
            else:
                quiet = [each.id for each in question.options if each.id in {"hold", "pass"}]
                self.do(question.seat, quiet[0] if quiet else question.options[0].id)
        raise AssertionError(f"no question of kind {kind} came")

    def found(self, kind: type) -> list[Any]:
        return [event for event in self.events if type(event) is kind]

    def ship(self, id: str) -> Ship:
        return self.state.ships[id]

    def section(self, id: str) -> Section:
        return self.state.sections[id]


def ship(id: str, box: str, **fields: Any) -> dict[str, Any]:
    return {"id": id, "box": box, **fields}


def position(
    union: list[dict[str, Any]],
    confederate: list[dict[str, Any]],
    *,
    board: Mapping[str, Any] | None = None,
    hands: tuple[list[int], list[int]] = ([], []),
    forts: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([], []),
    **fields: Any,
) -> State:
    """Return a position, in the Order Phase of the Union unless `fields` say otherwise."""
    held = {*hands[0], *hands[1], *fields.get("discarded", ())}
    sides = {}
    for place, (side, edge, ships) in enumerate(
        (("union", "left", union), ("confederate", "right", confederate))
    ):
        sides[side] = {"edge": edge, "ships": ships, "hand": hands[place], "forts": forts[place]}
    table = {
        "game": "iron_oak",
        "board": {"current": STILL, **(board or {})},
        "sides": sides,
        "deck": [card for card in shipped().cards if card not in held],
        **fields,
    }
    state, _ = IronOak().positions.read("a test", table)
    return state


def table(*args: Any, **fields: Any) -> Table:
    return Table(position(*args, **fields))
