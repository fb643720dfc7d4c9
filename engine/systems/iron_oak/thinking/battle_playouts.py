"""Playouts of a battle (simulated turns), from states in which hidden facts are drawn at random."""

from __future__ import annotations

from collections import Counter
from random import Random

from msgspec.structs import replace

from engine.base.dice import Dice, SimulatedDice
from engine.game.decision import Answer
from engine.game.question import Fill, Question, Sheet
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.machine import Ledger, masked, view
from engine.systems.iron_oak.orders.sheet import choices
from engine.systems.iron_oak.state.state import COVERED, HIDDEN, Ship, State
from engine.systems.iron_oak.thinking.quick_score import quick_score, slot_score

# Facts hidden from a seat are drawn at random: cards, hidden orders, hidden counters.


def determinize(view: State, chance: Random) -> State:
    """Return a possible full state for a view: everything that it hides is drawn at random."""
    view = _with_cards(_with_ships(view, chance), chance)
    covered = [ship for ship in view.ships.values() if ship.order == HIDDEN]
    if not covered:
        return view
    orders = {ship.id: replace(ship, order=chance.choice(choices(view, ship))) for ship in covered}
    return replace(view, ships={**view.ships, **orders})


def _with_cards(view: State, chance: Random) -> State:
    """Deal the cards that the viewer has not seen, at random, to hidden hands, the deck and the
    cards set aside.
    """
    move, shot = view.move, view.shot
    seen = {*view.discarded, *view.deck, *view.set_aside}
    seen.update(card for side in view.sides.values() for card in side.hand)
    seen.update(ship.springs for ship in view.ships.values())
    seen.update((move.quick, move.slow, move.target_quick, move.target_slow) if move else ())
    seen.update((*shot.cards, shot.misfire) if shot else ())
    left = [card for card in book().cards if card not in seen]
    chance.shuffle(left)

    def drawn(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(left.pop() if card == COVERED and left else card for card in cards)

    sides = {key: replace(side, hand=drawn(side.hand)) for key, side in view.sides.items()}
    return replace(view, sides=sides, deck=drawn(view.deck), set_aside=drawn(view.set_aside))


def _with_ships(view: State, chance: Random) -> State:
    """Let each counter in the view be a ship of the battle that is not in the view, drawn at
    random; the other counters are False Contacts.
    """
    counters = [ship for ship in view.ships.values() if ship.kind == "counter"]
    record = book().scenarios.get(view.scenario)
    if not counters:
        return view
    chance.shuffle(counters)
    names: dict[str, str] = {}
    texts: dict[str, Ship] = {}
    missing = {
        side: [
            unit
            for unit in (record.force(side).units if record else ())
            if unit.ship not in view.ships
        ]
        for side in {ship.side for ship in counters}
    }
    for counter in counters:
        if missing[counter.side]:
            unit = missing[counter.side].pop()
            names[counter.id] = unit.ship
            texts[unit.ship] = replace(counter, id=unit.ship, kind="ship", grade=unit.grade)
        else:
            texts[counter.id] = replace(counter, kind="contact")
    ships = {id: masked(ship, names) for id, ship in view.ships.items() if ship.kind != "counter"}
    return replace(
        view,
        ships={**ships, **texts},
        agenda=masked(view.agenda, names),
        move=masked(view.move, names),
        shot=masked(view.shot, names),
    )


# A playout of a battle: both sides choose by heuristics.


LAST = 3
"""A playout goes to the end of the battle if this many turns or fewer are left, the current one
included."""
LONGEST = 600
"""A playout stops after this many answers, far more than a turn needs; its state is then scored as
it is."""


def heuristic_command(seen: State, question: Question, luck: Random) -> object:
    """Return the command with the best quick score for the seat that is asked; `luck` decides
    between equal ones.
    """
    if isinstance(question, Sheet):
        return Fill(question.id, fill_sheet(seen, question, luck))
    if len(question.options) == 1:
        return question.options[0].command
    scored = [
        (quick_score(seen, question, option), luck.random(), place)
        for place, option in enumerate(question.options)
    ]
    return question.options[max(scored)[2]].command


def fill_sheet(seen: State, sheet: Sheet, luck: Random) -> dict[str, Answer]:
    """Return a draft without faults: in each slot the answer with the best quick score that the
    budgets allow.
    """
    draft: dict[str, Answer] = {}
    for slot in sheet.slots:
        tried = [Answer(option.id) for option in slot.options]
        if not slot.needs:
            tried.append(Answer())
        scored = [
            (slot_score(seen, sheet, slot.id, each, draft), luck.random(), place)
            for place, each in enumerate(tried)
        ]
        ranked = [tried[place] for _, _, place in sorted(scored, reverse=True)]
        best = next((each for each in ranked if sheet.affords({**draft, slot.id: each})), None)
        if best is not None and best.chosen:
            draft[slot.id] = best
    return draft if not sheet.faults(draft) else dict(sheet.proposed)


def play_round(state: State, seat: str, command: object, seed: int) -> State:
    """Return the state in which the seat gives orders again, after both sides have played on by
    quick scores.

    With few turns left the battle is played to its end, because only the end decides the winner.
    Random numbers depend only on the seed, the question, and how often it was asked in the turn. So
    playouts of two commands get the same dice for the same question.
    """
    turn, asked = state.turn, Counter[str]()
    questions = rules.pending(state)
    question = next(each for each in questions if each.seat == seat)
    for _ in range(LONGEST):
        key = f"{state.turn} {question.seat} {question.kind} {question.ship}"
        asked[key] += 1
        luck = Random(f"{seed} {key} {asked[key]}")
        dice: Dice = SimulatedDice(luck.getrandbits(32))
        if not command:
            command = heuristic_command(view(state, question.seat), question, luck)
        ledger = Ledger(state, dice)
        rules.RULES.decide(ledger, questions, question.seat, command)
        state, command = ledger.state, None
        questions = rules.pending(state)
        if not questions or _comes_round(state, questions[0], seat, turn):
            break
        question = questions[0]
    return state


def _comes_round(state: State, question: Question, seat: str, turn: int) -> bool:
    if state.turns - turn < LAST:
        return False
    if state.turn > turn + 1:
        return True
    return state.turn > turn and question.kind == "orders" and question.seat == seat
