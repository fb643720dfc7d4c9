"""A campaign for tests: a position in a few words, and dice that fall as the test says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from msgspec.structs import replace

from engine.game.decision import Answer
from engine.game.game import Outcome
from engine.game.question import Fill, Question, Sheet, question_of
from engine.systems.iron_oak.campaign.game import IronOakCampaign, set_up
from engine.systems.iron_oak.campaign.positions import from_position
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import NAMES, State, Vessel
from engine.systems.iron_oak.data.facts import Side
from tests.engine.systems.iron_oak.table import Told

GAME = IronOakCampaign()

Given = str | tuple[str, ...]


class War:
    """A campaign that is played by commands; `events` are those of the latest command."""

    def __init__(self, state: State, *faces: int) -> None:
        dice = Told(*faces)
        dice.start = state.dice
        self.state = GAME.settled(state, dice)
        self.events: tuple[Any, ...] = ()

    def question(self, seat: str) -> Question:
        return question_of(GAME.pending(self.state), seat)

    def asked(self) -> tuple[str, str]:
        """Return (seat, kind) of the only open question."""
        (question,) = GAME.pending(self.state)
        return question.seat, question.kind

    def sheet(self, seat: str) -> Sheet:
        question = self.question(seat)
        assert isinstance(question, Sheet), question
        return question

    def options(self, seat: str) -> list[str]:
        question = self.question(seat)
        assert not isinstance(question, Sheet), question
        return [option.id for option in question.options]

    def picks(self, seat: str, slot: str = "ships") -> list[str]:
        return sorted(option.id for option in self.sheet(seat).slot(slot).options)

    def do(self, seat: str, option: str, *faces: int) -> Self:
        question = self.question(seat)
        assert not isinstance(question, Sheet), question
        return self.command(seat, question.option(option).command, *faces)

    def fill(self, seat: str, answers: Mapping[str, Given], *faces: int) -> Self:
        """Seal a sheet with these answers; other slots have their proposed answers."""
        return self._fill(seat, dict(self.sheet(seat).proposed), answers, faces)

    def only(self, seat: str, answers: Mapping[str, Given], *faces: int) -> Self:
        """Seal a sheet with these answers; other slots stay empty."""
        return self._fill(seat, {}, answers, faces)

    def _fill(
        self, seat: str, draft: dict[str, Answer], answers: Mapping[str, Given], faces: Any
    ) -> Self:
        for slot, given in answers.items():
            draft[slot] = Answer(given) if isinstance(given, str) else Answer(picks=given)
        return self.command(seat, Fill(self.sheet(seat).id, draft), *faces)

    def command(self, seat: str, command: Any, *faces: int) -> Self:
        dice = Told(*faces)
        dice.start = self.state.dice
        decided = GAME.decide(self.state, seat, command, dice)
        self.events = tuple(decided)
        if decided.states:
            self.state = decided.states[-1]
        return self

    def found(self, kind: type) -> list[Any]:
        return [event for event in self.events if type(event) is kind]

    def ship(self, id: str) -> Vessel:
        return self.state.ships[id]

    def skip_to(self, kind: str) -> Self:
        """Answer each question as proposed, or with its first option, until one of this kind is
        open.
        """
        for _ in range(40):
            question = GAME.pending(self.state)[0]
            if question.kind == kind:
                return self
            if isinstance(question, Sheet):
                self.fill(question.seat, {})
            else:
                last = question.options[0]
                self.command(question.seat, last.command)
        raise AssertionError(f"no question of kind {kind} came")

    def to_battle(self) -> Self:
        """Place all ships as proposed, until the battle has begun."""
        while self.state.battle is None:
            question = GAME.pending(self.state)[0]
            self.fill(question.seat, {}) if isinstance(question, Sheet) else self.command(
                question.seat, question.options[0].command
            )
        return self

    def over(self, winner: Side | str, *faces: int, **ships: Mapping[str, Any]) -> Self:
        """End the battle with this winner ('' for none) and with changes to the final state of some
        ships.
        """
        battle = self.state.battle
        assert battle is not None
        changed = {id: replace(battle.ships[id], **fields) for id, fields in ships.items()}
        names = (NAMES[winner],) if winner in NAMES else ()
        battle = replace(
            battle, ships={**battle.ships, **changed}, outcome=Outcome(names, "so it was told")
        )
        agenda = (st.NextBattle(), st.CloseBattle(self.state.number))
        state = replace(self.state, battle=battle, agenda=agenda)
        again = War(state, *faces)
        self.state = again.state
        return self


def new() -> War:
    return War(set_up("campaign"))


def ship(id: str, **fields: Any) -> dict[str, Any]:
    return {"id": id, **fields}


def plan(kind: str = "engagement", attacker: Side = "union", **fields: Any) -> dict[str, Any]:
    return {"kind": kind, "attacker": attacker, **fields}


def row(winner: Side = "union", **fields: Any) -> dict[str, Any]:
    ships = {"union": ["uss_monitor"], "confederate": ["css_virginia"]}
    return {"kind": "engagement", "attacker": "union", "winner": winner, **ships, **fields}


UNION = (ship("uss_monitor"), ship("uss_hartford"), ship("uss_galena"), ship("uss_cairo"))
CONFEDERATE = (
    ship("css_virginia"),
    ship("css_albemarle"),
    ship("css_patrick_henry"),
    ship("css_arkansas"),
)


def position(
    step: str,
    union: tuple[dict[str, Any], ...] = UNION,
    confederate: tuple[dict[str, Any], ...] = CONFEDERATE,
    *,
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
    **fields: Any,
) -> State:
    """Return a campaign after one battle, which the Union has won unless `fields` say otherwise."""
    table = {
        "game": "iron_oak_campaign",
        "step": step,
        "rows": [row()],
        "plans": [plan()],
        "sides": {
            "union": {"ships": union, "hand": hands[0]},
            "confederate": {"ships": confederate, "hand": hands[1]},
        },
        **fields,
    }
    state, _ = from_position("a test", table)
    return state


def war(*args: Any, dice: tuple[int, ...] = (), **fields: Any) -> War:
    return War(position(*args, **fields), *dice)


def battle(
    kind: str,
    union: tuple[str, ...],
    confederate: tuple[str, ...],
    attacker: Side = "union",
    **fields: Any,
) -> War:
    """Return a campaign whose second battle is to be set up, between these ships of both fleets."""
    water = fields.pop("water", {})
    dice = fields.pop("dice", ())
    fleets = []
    for fleet, sent in ((UNION, union), (CONFEDERATE, confederate)):
        more = tuple(ship(id) for id in sent if id not in {each["id"] for each in fleet})
        fleets.append(
            tuple({**each, "battle": 2} if each["id"] in sent else each for each in (*fleet, *more))
        )
    plans = [plan(kind, attacker, **water)]
    return war("battle", *fleets, plans=plans, dice=dice, **fields)
