"""How the turn, the cards and the end of it are told."""

from __future__ import annotations

from engine.systems.oak_iron.machine.moment import name_of
from engine.systems.oak_iron.machine.telling import tells
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import HIDDEN, State
from engine.systems.oak_iron.state.wording import (
    card_name,
    listed,
    some,
    squadron_name,
    valued,
    who,
)


@tells(ev.TurnBegan)
def _turn(state: State, event: ev.TurnBegan, seat: str) -> str:
    return f"Turn {event.turn}"


@tells(ev.PhaseBegan)
def _phase(state: State, event: ev.PhaseBegan, seat: str) -> str:
    if event.phase not in ("movement", "attack") or not state.initiative:
        return ""
    return f"{event.phase.title()}: {squadron_name(state, state.initiative)} goes first"


@tells(ev.BattleEnded)
def _over(state: State, event: ev.BattleEnded, seat: str) -> str:
    won = [squadron_name(state, side) for side in event.outcome.winners]
    return (
        f"{listed(won)} wins: {event.outcome.reason}" if won else f"Drawn: {event.outcome.reason}"
    )


@tells(ev.StrikePointsCounted)
def _struck(state: State, event: ev.StrikePointsCounted, seat: str) -> str:
    counts = [
        f"{squadron_name(state, key)} {points} against {some(event.ships.get(key, 0), 'ship')}"
        for key, points in event.points.items()
    ]
    return f"Strike points: {', '.join(counts)}"


@tells(ev.CardChosen)
def _chosen(state: State, event: ev.CardChosen, seat: str) -> str:
    card = card_name(event.card if event.squadron == seat else HIDDEN)
    return f"{squadron_name(state, event.squadron)} lays {card} face down"


@tells(ev.CardLaidOpen)
def _laid_open(state: State, event: ev.CardLaidOpen, seat: str) -> str:
    name = squadron_name(state, event.squadron)
    return f"{name} is surprised, and lays {valued(event.card)} face up"


@tells(ev.CardSwapped)
def _swapped(state: State, event: ev.CardSwapped, seat: str) -> str:
    card = card_name(event.card if event.squadron == seat else HIDDEN)
    return f"{squadron_name(state, event.squadron)} changes its mind, and lays {card} face down"


@tells(ev.EffectUsed)
def _used(state: State, event: ev.EffectUsed, seat: str) -> str:
    return f"{who(state, event.ship)}: {name_of(event.card)}"


@tells(ev.CardBorrowed)
def _borrowed(state: State, event: ev.CardBorrowed, seat: str) -> str:
    return f"{squadron_name(state, event.squadron)} uses {card_name(event.card)}, too"


@tells(ev.CardsRevealed)
def _revealed(state: State, event: ev.CardsRevealed, seat: str) -> str:
    shown = (f"{squadron_name(state, key)} {valued(card)}" for key, card in event.cards.items())
    return "Cards: " + ", ".join(shown)


@tells(ev.InitiativeWon)
def _initiative(state: State, event: ev.InitiativeWon, seat: str) -> str:
    how = {
        "value": "the higher card",
        "sum": "the higher sum of cards",
        "tactician": "the tactician wins the tie",
        "admiral": "the better admiral",
        "challenge": "the challenge won",
        "skill": "the more skilled flagship",
    }
    return f"{squadron_name(state, event.squadron)} has the initiative: {how[event.by]}"


@tells(ev.ChallengeRolled)
def _challenge(state: State, event: ev.ChallengeRolled, seat: str) -> str:
    scores = (
        f"{squadron_name(state, key)} {some(n, 'success', 'successes')}"
        for key, n in event.successes.items()
    )
    return "Challenge: " + ", ".join(scores)


@tells(ev.CardsReturned)
def _returned(state: State, event: ev.CardsReturned, seat: str) -> str:
    gone = [f"{squadron_name(state, key)} discards its card" for key in event.discarded]
    return "; ".join(gone)


@tells(ev.CardDropped)
def _dropped(state: State, event: ev.CardDropped, seat: str) -> str:
    card = card_name(event.card if event.squadron == seat else HIDDEN)
    return f"{squadron_name(state, event.squadron)} gives up {card}"


@tells(ev.EffectApplied)
def _effect(state: State, event: ev.EffectApplied, seat: str) -> str:
    on = f" for {who(state, event.ship)}" if event.ship else ""
    return f"{squadron_name(state, event.squadron)}: {card_name(event.card)}{on}"


@tells(ev.ShipCaptured)
def _captured(state: State, event: ev.ShipCaptured, seat: str) -> str:
    return f"{who(state, event.ship)} is captured by {squadron_name(state, event.by)}"


@tells(ev.ShipRecaptured)
def _recaptured(state: State, event: ev.ShipRecaptured, seat: str) -> str:
    return f"{who(state, event.ship)} is retaken by her own side"


@tells(ev.ShipDestroyed)
def _destroyed(state: State, event: ev.ShipDestroyed, seat: str) -> str:
    return f"{who(state, event.ship)} is destroyed"


@tells(ev.SinkingRolled)
def _sinking(state: State, event: ev.SinkingRolled, seat: str) -> str:
    fate = "she goes down" if event.sinks else "the wreck stays afloat"
    return f"{who(state, event.ship)} ({event.face}): {fate}"


@tells(ev.ShipRemoved)
def _removed(state: State, event: ev.ShipRemoved, seat: str) -> str:
    return f"{who(state, event.ship)} has sunk" * (event.lost == "sunk") or (
        f"{who(state, event.ship)} is broken up"
    )
