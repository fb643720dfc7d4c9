"""The Initiative Phase (Oak & Iron ch. 4), and two abilities of commanders: to exchange a card,
to inspire.
"""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.oak_iron.crew.bonus_actions import ask_relief, relief_option, weary_friends
from engine.systems.oak_iron.damage import remove_fatigue
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.dice import skill
from engine.systems.oak_iron.effects.hits import reach
from engine.systems.oak_iron.effects.turn import swap, wins_ties
from engine.systems.oak_iron.machine import RULES, Ledger, count
from engine.systems.oak_iron.plays import immediate
from engine.systems.oak_iron.sailing.seamanship import test_pool
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import (
    card_value,
    in_order,
    in_play,
    is_fleet_battle,
    sides,
    spokesman,
    squadrons_of,
)
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.turn.end_phase import LAST_TURN


@RULES.asks(st.SwapCard)
def swap_card(state: State, step: st.SwapCard) -> tuple[Decision, ...]:
    """Ask a squadron, in secret, whether it exchanges its face-down card for another of its
    hand.
    """
    squadron = state.squadrons[step.squadron]
    cards = book().cards
    hand = sorted(squadron.hand, key=lambda card: (cards[card].value, card))
    changes = [
        Option(card, f"{cards[card].name} ({cards[card].value})", cmd.ChooseCard(card), spends=True)
        for card in hand
    ]
    keep = Option("keep", f"keep {cards[squadron.face_down].name}", cmd.Pass())
    prompt = f"{squadron.name}: change the face-down card (admiral's rule: Clever; once a game)?"
    return (Decision(step.squadron, "swap_card", prompt, (*changes, keep), secret=True),)


@RULES.takes(st.SwapCard)
def take_swap(ledger: Ledger, step: st.SwapCard, seat: str, command: cmd.AnyCommand) -> None:
    """Exchange the face-down card as chosen, or keep it.

    An exchange is noted on the flagship, because it is allowed once in a battle.
    """
    ledger.finish()
    if isinstance(command, cmd.ChooseCard):
        flagship = ledger.state.squadrons[seat].flagship
        ledger.write(ev.CardSwapped(seat, command.card))
        ledger.write(ev.EffectUsed(flagship, step.card, step.card))


@RULES.asks(st.Inspire)
def inspire(state: State, step: st.Inspire) -> tuple[Decision, ...]:
    """Ask from which ship a commander removes 1 Fatigue: his own, or a friend near her."""
    ship = state.ships[step.ship]
    inches = reach(state, ship)
    if not ship.fights or inches < 0:
        return ()
    options = [relief_option(ship)] if ship.fatigue else []
    options += weary_friends(state, ship, inches)
    return ask_relief(state, ship, options, f"{ship.id}: which ship does her commander inspire?")


@RULES.takes(st.Inspire)
def take_inspire(ledger: Ledger, step: st.Inspire, seat: str, command: cmd.AnyCommand) -> None:
    """Remove 1 Fatigue from the ship that the player chose."""
    ledger.finish()
    if isinstance(command, cmd.ApplyEffect):
        remove_fatigue(ledger, command.ship)


# The Initiative Phase (Oak & Iron ch. 4): reveal cards, determine the initiative, choose new cards.
#
# In a fleet battle the values of a side's cards are added up (Oak & Iron ch. 9).


@RULES.asks(st.ChooseCards)
def choose_cards(state: State, step: st.ChooseCards) -> tuple[Decision, ...]:
    """Ask every squadron that has no face-down card to choose one, in secret."""
    return tuple(_which_card(state, key) for key in state.squadrons if _lacks(state, key))


def _lacks(state: State, squadron: str) -> bool:
    """Tell whether a squadron still has to choose its initiative card for the next turn."""
    own = state.squadrons[squadron]
    if state.turn >= LAST_TURN and state.edition:
        return False
    return bool(own.hand) and not own.face_down and in_play(state, squadron)


def _which_card(state: State, squadron: str, note: str = "") -> Decision:
    own, cards = state.squadrons[squadron], book().cards
    turn = 1 if state.turn == 1 and not own.face_up else state.turn + 1
    options = tuple(
        Option(
            card,
            f"{cards[card].name} ({cards[card].value})",
            cmd.ChooseCard(card),
            spends=cards[card].discard,
        )
        for card in sorted(own.hand, key=lambda card: (cards[card].value, card))
    )
    prompt = f"{own.name}: choose the initiative card for turn {turn}{note}"
    return Decision(squadron, "choose_card", prompt, options, secret=True)


@RULES.asks(st.ShowCards)
def show_cards(state: State, step: st.ShowCards) -> tuple[Decision, ...]:
    """Ask each squadron of a side whose enemy has the condition Surprise which initiative card it
    places face up.

    The questions are secret, because their options show the hands.
    """
    own = squadrons_of(state, step.side)
    return tuple(_which_card(state, key, ", face up") for key in own if _lacks(state, key))


@RULES.takes(st.ShowCards)
def take_open_card(ledger: Ledger, step: st.ShowCards, seat: str, command: cmd.ChooseCard) -> None:
    """Place the chosen card face up, so that the enemy sees it before he chooses."""
    ledger.write(ev.CardLaidOpen(seat, command.card))


@RULES.takes(st.ChooseCards)
def take_card(ledger: Ledger, step: st.ChooseCards, seat: str, command: cmd.ChooseCard) -> None:
    """Place the chosen card face down; after the last squadron has chosen, the step ends."""
    ledger.write(ev.CardChosen(seat, command.card))


@RULES.does(st.RevealCards)
def before_reveal(ledger: Ledger, step: st.RevealCards) -> None:
    """Reveal all cards; first ask the squadrons that may exchange their face-down card."""
    cards = {key: swap(ledger.state, key) for key in ledger.state.squadrons}
    swaps = [st.SwapCard(key, card) for key, card in cards.items() if card]
    if swaps:
        ledger.finish(*swaps, st.TurnUp(step.last or ""))
    else:
        reveal(ledger, step)


@RULES.does(st.TurnUp)
def reveal(ledger: Ledger, step: st.RevealCards | st.TurnUp) -> None:
    """Reveal all cards, and give the initiative to the side whose cards have the highest sum of
    values.

    In a fleet, a squadron without a ship in play plays no card (Oak & Iron ch. 9). With the rule
    for events, a tie between sides that all have a card first draws an event card.
    """
    fleets = is_fleet_battle(ledger.state)
    cards = {
        key: squadron.face_down
        for key, squadron in ledger.state.squadrons.items()
        if squadron.face_down and (not fleets or in_play(ledger.state, key))
    }
    ledger.write(ev.CardsRevealed(cards))
    state = ledger.state
    parties = sides(state)
    best = _leaders(
        parties,
        {
            side: sum(card_value(state, key) for key in squadrons_of(state, side))
            for side in parties
        },
    )
    if len(best) == 1:
        _win(ledger, best[0], "sum" if fleets else "value")
        return
    if state.rules.events and all(
        any(state.squadrons[key].face_up for key in squadrons_of(state, side)) for side in best
    ):
        ledger.finish(st.DrawEvent(best, step.last or ""))
    else:
        _break_tie(ledger, best)


@RULES.does(st.BreakTie)
def break_tie(ledger: Ledger, step: st.BreakTie) -> None:
    """Break the tie for the initiative, after an event card was drawn."""
    _break_tie(ledger, step.waiting)


def _break_tie(ledger: Ledger, best: tuple[str, ...]) -> None:
    """Give the initiative to a side in a tie.

    First a keyword decides (Tactician), then the admirals' values, then a Challenge Test.
    """
    state = ledger.state
    # The squadrons whose admirals count in a tie: those with a ship that can fight, or all if
    # none has one.
    own: dict[str, tuple[str, ...]] = {}
    for side in best:
        theirs = squadrons_of(state, side)
        own[side] = tuple(key for key in theirs if in_play(state, key)) or theirs
    best = tuple(side for side in best if any(wins_ties(state, key) for key in own[side])) or best
    if len(best) == 1:
        _win(ledger, best[0], "tactician")
        return
    values = {key: each.admiral_value for key, each in state.squadrons.items()}
    best = _leaders(best, {side: sum(values[key] for key in own[side]) for side in best})
    if len(best) == 1:
        _win(ledger, best[0], "admiral")
    else:
        ledger.finish(st.Challenge(tuple(max(own[side], key=values.__getitem__) for side in best)))


def _leaders(keys: tuple[str, ...], score: dict[str, int]) -> tuple[str, ...]:
    most = max(score[key] for key in keys)
    return tuple(key for key in keys if score[key] == most)


def _win(ledger: Ledger, side: str, by: ev.Means) -> None:
    ledger.write(ev.InitiativeWon(side, by))
    ledger.finish(st.ChooseCards(), st.ResolveCards())


@RULES.does(st.Challenge)
def challenge(ledger: Ledger, step: st.Challenge) -> None:
    """Roll the Challenge Test of the flagship of the first squadron in `waiting`."""
    flagship = ledger.state.squadrons[step.waiting[0]].flagship
    ledger.roll("challenge_test", flagship, test_pool(ledger.state, flagship, "challenge").dice)
    ledger.finish(st.RerollOffer(), st.ScoreChallenge(step.waiting, step.rolled, step.prize))


@RULES.does(st.ScoreChallenge)
def score_challenge(ledger: Ledger, step: st.ScoreChallenge) -> None:
    """Note the successes of a Challenge Test; after the last squadron's roll, find the winner.

    Most successes win, then the higher Skill of the flagship; if that is equal too, they roll
    again.
    """
    state = ledger.state
    assert state.roll is not None
    score = count(state.roll.faces, "challenge_test")
    rolled = (*step.rolled, (step.waiting[0], score))
    if step.waiting[1:]:
        ledger.finish(st.Challenge(step.waiting[1:], rolled, step.prize))
        return
    successes = dict(rolled)
    ledger.write(ev.ChallengeRolled(successes))
    best = _leaders(tuple(successes), successes)
    if len(best) == 1:
        _take_prize(ledger, step, best[0], "challenge")
        return
    skills = {key: skill(state, state.ships[state.squadrons[key].flagship]) for key in best}
    best = _leaders(best, skills)
    if len(best) == 1:
        _take_prize(ledger, step, best[0], "skill")
    else:
        ledger.finish(st.Challenge(best, prize=step.prize))


def _take_prize(ledger: Ledger, step: st.ScoreChallenge, squadron: str, by: ev.Means) -> None:
    if step.prize == "role":
        ledger.finish(st.ChooseRole(spokesman(ledger.state, squadron)))
    else:
        _win(ledger, ledger.state.squadrons[squadron].side, by)


@RULES.does(st.ResolveCards)
def resolve_cards(ledger: Ledger, step: st.ResolveCards) -> None:
    """Apply the next initiative card that works at once; after the last, begin the Movement Phase.

    Cards are resolved one at a time, because an effect depends on the positions after the earlier
    ones.
    """
    state = ledger.state
    waiting = step.waiting or tuple(
        key
        for side in in_order(state)
        for key in squadrons_of(state, side)
        if state.squadrons[key].face_up in immediate.IMMEDIATE
    )
    effects = [
        effect
        for key in waiting[:1]
        for effect in immediate.steps_of(state, key, state.squadrons[key].face_up)
    ]
    rest = waiting[1:]
    ledger.finish(*effects, st.ResolveCards(rest) if rest else st.BeginPhase("movement"))
