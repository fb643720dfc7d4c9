"""Advice on a sheet or on one slot; plots and boarding plans are also tried by playouts (simulated
turns).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decision import Advice, Answer, Decision, Reason
from engine.game.game import Game, fold_events
from engine.game.parts.thinking import Horizon
from engine.game.question import Fill, Question, Sheet, Slot
from engine.kit.by_type import cached_per_state
from engine.lookahead.playout import Race, has_time_limit, is_contender, is_time_up, rounds
from engine.systems.wooden_ships.fleet import apart
from engine.systems.wooden_ships.machine import STANDING
from engine.systems.wooden_ships.sailing import GIVE_UP
from engine.systems.wooden_ships.state.state import State, afloat, friends
from engine.systems.wooden_ships.thinking.courses import end_of
from engine.systems.wooden_ships.thinking.holds import crew_drafts, plan_reason
from engine.systems.wooden_ships.thinking.slots import counted_reasons, slot_reasons
from engine.systems.wooden_ships.thinking.way_there import crowded

DRAFTS = 6
"""The largest number of drafts that are advised: the best one, and drafts that differ from it for
one ship."""


ROUNDS = 5
"""How often, at most, the plots of a sheet are chosen anew to avoid collisions. In a jam each time
may find only one more ship that must wait."""


def advise(view: State, sheet: Sheet) -> tuple[Advice, ...]:
    """Return the best drafts of a sheet, best first; each of the others differs from the first in
    one slot.

    The best draft is built slot by slot. For plots all slots are then chosen again, given the
    others, so that ships avoid friends that were plotted later; this is repeated while ships would
    collide.
    """
    if sheet.kind == STANDING:
        return ()
    draft: dict[str, Answer] = {}
    seconds: list[tuple[float, str, Answer]] = []
    for number in range(ROUNDS if sheet.kind == "orders" else 1):
        if number > 1 and not any(crowded(view, ship, draft) for ship in draft):
            break
        seconds = []
        for slot in sheet.slots:
            (best, first), *others = ranked(view, sheet, slot, draft)
            draft[slot.id] = Answer(first)
            seconds += [(best - worth, slot.id, Answer(id)) for worth, id in others[: DRAFTS - 1]]
    seconds.sort(key=lambda each: each[0])
    changes = [(slot, answer) for _, slot, answer in seconds[: DRAFTS - 1]]
    found = _around(view, sheet, draft, changes)
    for _ in changes:
        if len(found) < 2 or found[1].worth <= found[0].worth:
            break
        # The best plot for one ship alone may be worse for all ships together.
        found = _around(view, sheet, found[1].draft, changes)
    return found


def _around(
    view: State, sheet: Sheet, draft: Mapping[str, Answer], changes: list[tuple[str, Answer]]
) -> tuple[Advice, ...]:
    """Return advice on a draft, then on the drafts with one of the `changes` each, best first."""
    others = [{**draft, slot: answer} for slot, answer in changes if draft[slot] != answer]
    first, *rest = (advice_on(view, sheet, each) for each in (draft, *others))
    return (first, *sorted(rest, key=lambda each: -each.worth))


def advise_slot(view: State, slot: Decision) -> tuple[Advice, ...]:
    """Return every answer to one slot, best first, with its reasons."""
    found = []
    for option in slot.options if slot.kind != STANDING else ():
        if slot.kind == "orders":
            reasons = counted_reasons(view, slot.slot, option.id)
        else:
            reasons = slot_reasons(view, slot.kind, slot.slot, option.id, {})
        worth = sum(reason.worth for reason in reasons)
        found.append(Advice(option.id, None, None, worth, reasons))
    return tuple(sorted(found, key=lambda each: -each.worth))


def ranked(
    view: State, sheet: Sheet, slot: Slot, draft: Mapping[str, Answer]
) -> list[tuple[float, str]]:
    """Return [(worth in points, option)] for a slot, best first.

    On a tie, the proposed option comes first, then the earlier one, so that advice is
    deterministic.
    """
    known = sheet.proposed.get(slot.id)
    worth = {
        option.id: sum(
            each.worth for each in slot_reasons(view, sheet.kind, slot.id, option.id, draft)
        )
        for option in slot.options
    }
    usual = known.option if known else ""
    ranked = sorted(worth, key=lambda id: (-worth[id], id != usual))
    return [(worth[id], id) for id in ranked]


def advice_on(view: State, sheet: Sheet, draft: Mapping[str, Answer]) -> Advice:
    """Return advice on a draft: its reasons and their points, added up over all ships."""
    found: dict[str, Reason] = {}
    for key, answer in draft.items():
        for each in slot_reasons(view, sheet.kind, key, answer.option, draft):
            term = each.term if sheet.kind == "orders" else f"{key} {each.term}"
            words = each.words if sheet.kind == "orders" else f"{key}: {each.words}"
            known = found.get(term)
            found[term] = Reason(
                term,
                words if known is None or known.words == words else known.words,
                each.worth + (known.worth if known else 0.0),
            )
    reasons = tuple(sorted(found.values(), key=lambda reason: -abs(reason.worth)))
    return Advice(
        option="",
        dial=None,
        at=None,
        worth=sum(each.worth for each in reasons),
        reasons=reasons,
        draft=draft,
    )


# Playouts of plots and boarding parties to the end of the next turn.
#
# They start with the best plots by score; the next best answers of single ships are also tried,
# with the same dice for all. Both sides plot once more during a playout, so that the enemy's next
# broadside and rakes count. Only among few ships, where a turn takes little time.


FEW = 4
"""The largest number of ships on the map with which answers are tried by playouts. A turn of a
playout then takes only some six milliseconds."""
NEAR = 10
"""Answers are tried by playouts only if two enemies are at most this many hexes apart, the range of
a broadside."""
QUIET = 8
"""After this many turns without fire, playouts are no longer used: they make a player keep away,
while the static reasons (without playouts) make him close."""
KINDS = ("orders", "boarding")
"""The kinds of sheet on which playouts try the answers. For fire, loading and grappling they find
nothing better than the static reasons do (docs/bots.md)."""
DOUBT = 12.0
"""The error, in points, of comparing two answers by their static reasons (without playouts). These
look one turn ahead, and later turns vary far more (docs/bots.md)."""
HORIZON = Horizon(turns=2, doubt=DOUBT)
"""How far the playouts of the player `captain` go: to the end of the next turn. For the player
`admiral` see `WoodenShipsThinking.horizon`."""
ANSWERS = 6
"""The largest number of drafts that playouts try, the best draft included."""
TRIAL_ROUNDS = 3
"""How many playouts each draft gets. More are not needed, because the first ones decide most
(docs/bots.md)."""
UNTRIED = 1.0
"""The least number of points by which an answer that no playout tried scores below the answer of
the first draft (the best before playouts). So it is never advised before that answer."""


class DraftTrial(NamedTuple):
    """A draft after its trial: by how much it did better than the first draft, and the number of
    its playouts.
    """

    advice: Advice
    """The draft with its reasons."""
    gain: float
    """The lead over the first draft in points, from static reasons and playouts, weighted by their
    errors; 0 for the first draft."""
    times: int


def advise_by_trials(game: Game[State], view: State, sheet: Sheet) -> tuple[Advice, ...]:
    """Return advice on the drafts of a sheet, best first; playouts decide the order where there are
    any.

    A caller with a time limit gets static reasons only, because it then plays the drafts out
    itself.
    """
    if has_time_limit() and is_tried(view, sheet.kind):
        return tuple(each.advice for each in _entered(view, sheet))
    tried = draft_trials(game, view, sheet.seat, sheet.kind)
    if len(tried) < 2:
        found = [_by_plan(view, sheet.kind, each) for each in advise(view, sheet)]
        # The options of sections that together are no plan look better than they are.
        return tuple(each for each in found if each.worth <= found[0].worth)
    plain = [_by_plan(view, sheet.kind, each.advice) for each in tried]
    entered = [
        _with(advice, each, plain[0].worth, _follows(view, sheet.kind, advice.draft))
        for advice, each in zip(plain, tried, strict=True)
    ]
    return tuple(sorted(entered, key=lambda each: -each.worth))


def advise_slot_by_trials(game: Game[State], view: State, slot: Decision) -> tuple[Advice, ...]:
    """Return advice on every answer to one slot, best first; playouts decide the order where there
    are any.
    """
    plain = advise_slot(view, slot)
    tried = draft_trials(game, view, slot.seat, slot.kind)
    if len(tried) < 2:
        return plain
    best: dict[str, DraftTrial] = {}
    for one in tried:
        best.setdefault(one.advice.draft[slot.slot].option, one)
    if slot.kind == "boarding":
        # With the worth of the crew's whole plan that was tried.
        ranked: list[Advice] = []
        for each in plain:
            trial = best.get(each.option)
            crews = dict(_crews(trial.advice.draft)) if trial else {}
            ship = slot.slot.partition(":")[0]
            plan = plan_reason(view, view.ships[ship], crews[ship]) if crews else None
            ranked.append(
                each if plan is None else replace(each, worth=plan[1].worth, reasons=(plan[1],))
            )
        plain = tuple(ranked)
    first = next(iter(best))
    base = next(each.worth for each in plain if each.option == first)
    found = []
    for each in plain:
        if each.option in best:
            follows = _follows(view, slot.kind, best[each.option].advice.draft)
            found.append(_with(each, best[each.option], base, follows))
        else:
            worth = min(0.0, base - UNTRIED - each.worth)
            reason = Reason("untried", "an order that promises less", worth)
            found.append(_and(each, reason) if worth else each)
    return tuple(sorted(found, key=lambda each: -each.worth))


def is_tried(view: State, kind: str) -> bool:
    """Tell whether answers to a sheet are tried by playouts: if few ships are on the map, and
    enemies are near.

    They are not if nobody has fired for long. A player who looks two turns ahead would keep away
    for ever, while the static reasons make ships close.
    """
    if kind not in KINDS or view.quiet >= QUIET:
        return False
    ships = list(afloat(view))
    return len(ships) <= FEW and any(
        not friends(view, one, other) and apart(one, other) <= NEAR
        for number, one in enumerate(ships)
        for other in ships[:number]
    )


def draft_trials(game: Game[State], view: State, seat: str, kind: str) -> tuple[DraftTrial, ...]:
    """Return the trials of the drafts of a seat's sheet, the first draft's first; () if nothing is
    tried.
    """
    return () if has_time_limit() or not is_tried(view, kind) else _tried(view, game, seat, kind)


@cached_per_state
def _tried(view: State, game: Game[State], seat: str, kind: str) -> tuple[DraftTrial, ...]:
    """Try the drafts of a seat's sheet by playouts.

    Cached by state, so that the computer player `captain` plays what the advice shows.
    """
    sheet = open_sheet(view, game, seat, kind)
    return race_answers(view, game, sheet) if sheet else ()


def open_sheet(view: State, game: Game[State], seat: str, kind: str) -> Sheet | None:
    """Return the open sheet of a kind that a seat has to fill in; None if there is none."""
    for each in game.pending(view):
        if isinstance(each, Sheet) and each.seat == seat and each.kind == kind:
            return each
    return None


def race_answers(view: State, game: Game[State], sheet: Sheet) -> tuple[DraftTrial, ...]:
    """Play out the drafts of a sheet, as often as the time allows, and return their trials."""
    entered = _entered(view, sheet)
    race = Race([each.advised for each in entered], HORIZON)
    commands = [Fill(sheet.id, dict(each.advice.draft)) for each in entered]
    luck = Random(f"{view.turn} {sheet.seat} {sheet.kind}")
    start = unsealed(view)
    played = rounds(race, game, view, sheet, commands, luck, is_time_up, lambda _: start)
    for _ in islice(played, TRIAL_ROUNDS):
        pass
    return tuple(
        DraftTrial(each.advice, race.edge_over(number, 0).points, race.rounds_of(number))
        for number, each in enumerate(entered)
    )


def unsealed(view: State) -> State:
    """Return the state without the sealed sheets that the viewer cannot see: those seats fill them
    in again in a playout.
    """
    kept = {seat: answers for seat, answers in view.sealed.items() if answers}
    return view if kept == view.sealed else replace(view, sealed=kept)


class _Entered(NamedTuple):
    """A draft to be tried, with its static worth minus that of the best draft."""

    advised: float
    advice: Advice


def _entered(view: State, sheet: Sheet) -> list[_Entered]:
    """Return the drafts to be tried: the best one, then drafts with another answer for one ship,
    best first.

    Of plots with the same end only one is tried. An answer is left out if it is so much worse that
    playouts could not make up for it.
    """
    found = advise(view, sheet)
    if not found or Answer(GIVE_UP) in found[0].draft.values():
        return [_Entered(0.0, each) for each in found[:1]]
    first = found[0].draft
    changes = _other_plots if sheet.kind == "orders" else _other_parties
    others = sorted(changes(view, sheet, first), key=lambda each: -each[0])
    worth_it = [each for each in others[: ANSWERS - 1] if is_contender(each[0], HORIZON)]
    entered = [
        _Entered(less, advice_on(view, sheet, {**first, **changed})) for less, changed in worth_it
    ]
    return [_Entered(0.0, found[0]), *entered]


Changes = Iterator[tuple[float, dict[str, Answer]]]


def _other_plots(view: State, sheet: Sheet, first: Mapping[str, Answer]) -> Changes:
    """Yield (worth minus the worth of the ship's plot in `first`, the changed slot) for the other
    plots of each ship. Of plots with the same end only one is yielded.
    """
    for slot in sheet.slots:
        ship = view.ships[slot.id]
        options = [each for each in ranked(view, sheet, slot, first) if each[1] != GIVE_UP]
        taken = first[slot.id].option
        base = next(worth for worth, id in options if id == taken)
        ends = {end_of(view, ship, taken)}
        for worth, id in options:
            end = end_of(view, ship, id)
            if end not in ends:
                ends.add(end)
                yield worth - base, {slot.id: Answer(id)}


def _other_parties(view: State, sheet: Sheet, first: Mapping[str, Answer]) -> Changes:
    """Yield (worth minus the worth of the crew's plan in `first`, its slots) for each other plan of
    a ship's whole crew.

    Single sections are not changed, because half of a plan would board without a chance.
    """
    for ship_id in dict.fromkeys(slot.id.partition(":")[0] for slot in sheet.slots):
        drafts = [
            (worth, {slot: Answer(option) for slot, option in options.items()})
            for worth, options in crew_drafts(view, view.ships[ship_id])
        ]
        base = next((worth for worth, plan in drafts if plan.items() <= first.items()), None)
        for worth, plan in drafts:
            fits = not sheet.faults({**first, **plan})
            if base is not None and fits and not plan.items() <= first.items():
                yield worth - base, plan


def _by_plan(view: State, kind: str, advice: Advice) -> Advice:
    """Return advice on boarding parties with one reason for each ship: the plan of her whole crew.

    The reasons of single sections would count a plan once for each section. Other advice is
    returned unchanged, and so is a draft whose orders are no plan.
    """
    if kind != "boarding":
        return advice
    found = []
    for ship, draft in _crews(advice.draft):
        plan = plan_reason(view, view.ships[ship], draft)
        if plan is None:
            return advice
        _, reason = plan
        found.append(Reason(f"{ship} melee", f"{ship}: {reason.words}", reason.worth))
    found.sort(key=lambda each: -abs(each.worth))
    return replace(advice, worth=sum(each.worth for each in found), reasons=tuple(found))


def _crews(draft: Mapping[str, Answer]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each ship of a boarding sheet with {slot: option} of her sections."""
    for ship in dict.fromkeys(slot.partition(":")[0] for slot in draft):
        yield (
            ship,
            {id: each.option for id, each in draft.items() if id.partition(":")[0] == ship},
        )


FOLLOWS = "what follows by the end of the next turn, with the enemy's reply"
"""The words of the reason that playouts add to an answer's static reasons."""
BY_PLAN = {
    "board": "how the fight aboard may go by the end of the next turn",
    "defend": "how the defence may go by the end of the next turn",
    "": "fire first: fewer defenders are left when she is boarded a turn later",
}
"""{kind of plan: the words of the reason that playouts add to a crew's plan}."""


def _follows(view: State, kind: str, draft: Mapping[str, Answer]) -> tuple[str, str]:
    """Return the words for the reason that playouts add to a draft: (if they raise its worth, if
    they lower it).
    """
    if kind != "boarding":
        return FOLLOWS, FOLLOWS
    plans = [plan_reason(view, view.ships[ship], crew) for ship, crew in _crews(draft)]
    does = {plan[0] for plan in plans if plan is not None}
    (only,) = does if len(does) == 1 else ("",)
    return BY_PLAN[only], BY_PLAN[only] if only else "she is boarded a turn later"


def _with(advice: Advice, tried: DraftTrial, base: float, follows: tuple[str, str]) -> Advice:
    """Return advice corrected by its playouts; the difference is listed as one more reason."""
    worth = base + tried.gain - advice.worth
    words = follows[0] if worth > 0 else follows[1]
    return _and(advice, Reason("played_on", words, worth)) if worth else advice


def _and(advice: Advice, reason: Reason) -> Advice:
    """Return advice with one more reason."""
    reasons = tuple(sorted((*advice.reasons, reason), key=lambda each: -abs(each.worth)))
    return replace(advice, worth=advice.worth + reason.worth, reasons=reasons)


# How the computer player `admiral` models the other players: they seal what the player `captain`
# would seal in their place; and `captain` models `lieutenant`.
#
# Only facts that the modelled seat may know are used.


FORESEEN = 0.75
"""The probability that in a playout the other seats choose as the computer player `captain` would.
Else they take the answer with the best quick score, because not everybody thinks alike."""


def determinize(game: Game[State], view: State, question: Question, luck: Random) -> State:
    """Return a possible full state for a seat's view, with the hidden sheets of other seats filled
    in at random.

    Mostly each of these seats has sealed the sheet that the computer player `captain` would seal.
    """
    state = unsealed(view)
    if luck.random() >= FORESEEN:
        return state
    for each in game.pending(state):
        if isinstance(each, Sheet) and each.seat != question.seat and each.kind == question.kind:
            draft = dict(_as_a_captain(view, game, each.seat, each.kind))
            if draft and not game.answering.faults(state, each, draft):
                events = game.decide(state, each.seat, Fill(each.id, draft), Dice(0))
                state = fold_events(state, events, game.evolve).states[-1]
    return state


@cached_per_state
def _as_a_captain(view: State, game: Game[State], seat: str, kind: str) -> Mapping[str, Answer]:
    """Return the draft that the computer player `captain` would seal in another seat, from the
    facts that this seat may know.
    """
    theirs = game.view(unsealed(view), seat)
    sheet = open_sheet(theirs, game, seat, kind)
    tried = race_answers(theirs, game, sheet) if sheet else ()
    return max(tried, key=lambda each: each.gain).advice.draft if tried else {}
