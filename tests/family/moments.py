"""Everything that is shown and judged at some moments of recorded battles, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine.base.errors import Refused
from engine.game.chart import Mark
from engine.game.decision import Answer, Decision, Option
from engine.game.question import Question, Sheet
from engine.kernel.battle import Battle

BATTLES = Path(__file__).resolve().parents[1] / "battles"
MOMENTS = {
    "quick_start_mixed": (20, 60),
    "melee_lieutenants": (40, 150),
    "wooden_ships_two": (6, 15),
    "wooden_ships_ten": (9,),
    "ironclads_in_turns": (12, 60),
    "ironclads_night": (25,),
}
"""{battle file: the entries after which the battle is examined}."""
SUBJECTS, OPTIONS, ADVICE, FIELD = 2, 6, 3, 12
"""The numbers of ships that are examined, of answers that are forecast and judged, of advised
answers, and of marks in a picture that get a line each."""


def lines(name: str) -> Iterator[str]:
    """Yield what is shown and judged at the chosen moments of a battle."""
    with Battle.open(BATTLES / f"{name}.battle", write=False) as battle:
        for n in MOMENTS[name]:
            state = battle.at(n)
            for seat in battle.game.seats(state)[:2]:
                yield f"== after entry {n}, seat {seat.key}"
                yield from shown(battle, state, seat.key)
                for question in battle.game.pending(state):
                    if question.seat == seat.key:
                        yield from _judged(battle, state, question)


def shown(battle: Battle, state: Any, seat: str) -> Iterator[str]:
    """Yield everything that is shown to a seat (a player)."""
    game = battle.game
    screen, view = game.screen, game.view(state, seat)
    yield _line("status", screen.status(view))
    for what in ("roster", "forces", "legend"):
        for row in getattr(screen, what)(view):
            yield _line(what, row)
    for row in screen.hand(view, seat):
        yield _line("hand", row)
    scene = screen.scene(view)
    yield _line("board", scene.board)
    yield from _marks("mark", scene.marks)
    for key in screen.subjects(view)[:SUBJECTS]:
        for row in screen.card(view, key):
            yield _line(f"card {key}", row)
        for overlay in screen.overlays():
            yield from _marks(f"{overlay.id} {key}", screen.overlay(view, overlay.id, key))
        yield _line(f"terms {key}", game.words.terms_now(view, key))
        with suppress(Refused):  # a hidden counter is nobody that can be asked about
            yield _line(f"inspect {key}", game.positions.inspect(view, key))
    for reason in game.thinking.evaluate(view, seat):
        yield _line("stands", reason)


def _judged(battle: Battle, state: Any, question: Question) -> Iterator[str]:
    game = battle.game
    view = game.view(state, question.seat)
    yield _line("asked", (question.kind, question.prompt))
    if isinstance(question, Sheet):
        asked = [question.as_decision(slot) for slot in question.slots[:SUBJECTS]]
    else:
        asked = [question]
    for each in asked:
        for option in each.options[:OPTIONS]:
            yield from foreseen(battle, state, question, each, option)
    for advice in game.thinking.advice(view, question, Random(1))[:ADVICE]:
        yield _line("advice", advice)


def foreseen(
    battle: Battle, state: Any, question: Question, asked: Decision, option: Option
) -> Iterator[str]:
    """Yield lines on one answer to a question, or to a slot of a sheet: its forecast and its
    worth.
    """
    game, view = battle.game, battle.game.view(state, question.seat)
    answer = _answer(battle, view, asked, option)
    yield _line("option", (option.id, option.label))
    preview = game.screen.preview(view, asked, answer)
    yield _line(f"foreseen {answer}", preview.rows)
    yield from _marks(f"ghosts {answer}", preview.marks)
    worth = (
        game.thinking.slot_score(view, question, asked.slot, answer, {})
        if isinstance(question, Sheet)
        else game.thinking.quick_score(view, asked, answer)
    )
    yield _line(f"worth {answer}", worth)


def _marks(what: str, marks: Iterable[Mark]) -> Iterator[str]:
    """Yield a line for each mark of a picture; if there are many, only their number and a check
    sum.
    """
    found = [_line(what, mark) for mark in marks]
    if len(found) <= FIELD:
        yield from found
    else:
        digest = blake2b("\n".join(found).encode(), digest_size=6).hexdigest()
        yield f"{what}: {len(found)} marks, {digest}; the first is{found[0].partition(':')[2]}"


def _answer(battle: Battle, view: Any, decision: Decision, option: Option) -> Answer:
    """Return the answer with an option, its dial one step from the middle, and its default
    place.
    """
    dial = decision.dial
    turned = dial.turned(dial.rest, 1) if option.dial and dial else None
    if not option.area:
        return Answer(option.id, turned)
    area = battle.game.answering.area(view, decision, option, turned)
    return Answer(option.id, turned, area.rest if area else None)


def _line(what: str, thing: Any) -> str:
    return f"{what}: {_plain(msgspec.to_builtins(thing))}"


def _plain(thing: Any) -> str:
    """Return plain data as one line, with figures to two decimal places."""
    if isinstance(thing, float):
        return f"{thing:.2f}".replace("-0.00", "0.00")
    if isinstance(thing, dict):
        return "{" + ", ".join(f"{key}: {_plain(each)}" for key, each in thing.items()) + "}"
    if isinstance(thing, list | tuple):
        return "[" + ", ".join(map(_plain, thing)) + "]"
    return str(thing)
