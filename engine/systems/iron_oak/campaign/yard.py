"""The yard, between battles: cards are drawn, played on yards or for a battle, cancelled and put
back. Iron & Oak 8.7.4, 8.9.
"""

from __future__ import annotations

from engine.game.decision import Closed, Decision, Option
from engine.systems.iron_oak.campaign.data import Side, YardKind, book
from engine.systems.iron_oak.campaign.effects import GREAT, ON_PLAY, USES, Use, kind_of_card
from engine.systems.iron_oak.campaign.fleet import available, card, upcoming
from engine.systems.iron_oak.campaign.machine import RULES, Ledger
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import (
    NAMES,
    SEATS,
    Laid,
    NameShip,
    PlayCard,
    State,
)
from engine.systems.iron_oak.fleet import other_side


@RULES.does(st.DrawYardCards)
def _draw(ledger: Ledger, step: st.DrawYardCards) -> None:
    """Let the winner of the battle draw two yard cards, and the loser one.

    A loser that sent no ship draws none. If neither side sent a ship, nobody draws.
    """
    ledger.finish()
    row, draws = ledger.state.rows[-1], book().campaign.yard
    if not any(row.ships[side] for side in SEATS):
        return
    for side in (row.winner, other_side(row.winner)):
        count = draws.winner_draws if side == row.winner else draws.loser_draws
        if side != row.winner and not row.ships[side]:
            count = 0
        cards = ledger.state.deck[:count]
        if cards:
            ledger.write(ev.YardCardsDrawn(side, cards))


# Playing ------------------------------------------------------------------------


@RULES.asks(st.PlayYard)
def _ask_play(state: State, step: st.PlayYard) -> tuple[Decision, ...]:
    # An option for each way in which a yard card may now be played, one card of each kind.
    options: list[Option] = []
    seen: set[str] = set()
    for number in state.forces[step.side].hand:
        kind = kind_of_card(number)
        if kind.id in seen:
            continue
        seen.add(kind.id)
        own = step.yard == step.side
        on_this = (kind.yard == "own") == own if kind.when == "refit" else own
        if not on_this or (kind.when == "upcoming" and upcoming(state) is None):
            continue
        ways = USES[kind.id](state, step.side, kind) if kind.id in USES else [Use("", kind.name)]
        options += [
            Option(
                f"{kind.id}{f':{use}' * bool(use)}",
                label,
                PlayCard(number, use),
                subject=subject,
                spends=True,
            )
            for use, label, subject in ways
        ]
    if not options:
        return ()
    whose = "your own yard" if step.yard == step.side else f"the yard of the {NAMES[step.yard]}"
    done = Option("done", "no more cards", PlayCard(), ends=True)
    open_now = {option.id.partition(":")[0] for option in options}
    held = {kind.id: kind for kind in map(kind_of_card, state.forces[step.side].hand)}
    return (
        Decision(
            SEATS[step.side],
            "yard",
            f"Cards on {whose}?",
            (done, *options),
            closed=tuple(
                Closed(kind.name, _why_not(state, step, kind))
                for kind in held.values()
                if kind.id not in open_now
            ),
            secret=True,
        ),
    )


def _why_not(state: State, step: st.PlayYard, kind: YardKind) -> str:
    own = step.yard == step.side
    if kind.when == "refit":
        return (
            "this card is for your own yard"
            if kind.yard == "own"
            else "this card is for the enemy's yard"
        )
    if not own:
        return "this card is for a battle, and is played with cards for your own yard"
    if upcoming(state) is None:
        return "the next battle is not known yet"
    return "a card is played for the battle already, or no ship can use it"


@RULES.takes(st.PlayYard)
def _take_play(ledger: Ledger, step: st.PlayYard, seat: str, command: PlayCard) -> None:
    if not command.card:
        ledger.finish()
        return
    kind = kind_of_card(command.card)
    yard = step.yard
    if kind.when == "upcoming":
        yard = step.side if kind.yard == "own" else other_side(step.side)
    if kind.yard == "either":
        yard = "union" if command.use == "union" else "confederate"
    laid = Laid(command.card, step.side, yard, command.use)
    ledger.write(ev.YardCardPlayed(laid))
    if kind.id in ON_PLAY:
        ON_PLAY[kind.id](ledger, laid)


@RULES.asks(st.MeetTheMist)
def _ask_mist(state: State, step: st.MeetTheMist) -> tuple[Decision, ...]:
    plan = upcoming(state)
    assert plan is not None
    ships = [
        ship for ship in available(state, step.side, plan) if card(ship).victory_points < GREAT
    ]
    if not ships:
        return ()
    options = [
        Option(
            ship.id,
            f"{card(ship).short}, {card(ship).victory_points} VP",
            NameShip(ship.id),
            subject=ship.id,
        )
        for ship in ships
    ]
    none = Option("none", "no ship", NameShip(), ends=True)
    prompt = "A great ship comes out of the mist. Send a weaker ship against her?"
    return (Decision(SEATS[step.side], "mist", prompt, (none, *options)),)


@RULES.takes(st.MeetTheMist)
def _take_mist(ledger: Ledger, step: st.MeetTheMist, seat: str, command: NameShip) -> None:
    ledger.finish()
    if command.ship:
        ledger.write(ev.MistMet(command.ship))


# Answering ----------------------------------------------------------------------


@RULES.asks(st.AnswerYard)
def _ask_answer(state: State, step: st.AnswerYard) -> tuple[Decision, ...]:
    """Ask a side whether it cancels cards that its enemy has played on this yard."""
    options = [
        Option(
            f"{kind_of_card(number).id}:{laid.card}",
            f"{kind_of_card(number).name} against {kind_of_card(laid.card).name}",
            PlayCard(number, against=laid.card),
            spends=True,
        )
        for laid in state.laid
        if laid.by != step.side and laid.yard == step.yard and not laid.answered
        if (number := _against(state, step.side, laid))
    ]
    if not options:
        return ()
    done = Option("done", "no answer", PlayCard(), ends=True)
    whose = "your yard" if step.yard == step.side else "the enemy's yard"
    prompt = f"Cancel the card that was played on {whose}?"
    return (Decision(SEATS[step.side], "answer", prompt, (done, *options), secret=True),)


def _against(state: State, side: Side, laid: Laid) -> int:
    """Return the number of a card in a side's hand that cancels the card `laid`; 0 if there is
    none.
    """
    wanted = book().campaign.cards[laid.card]
    hand = state.forces[side].hand
    return next((number for number in hand if kind_of_card(number).cancels == wanted), 0)


@RULES.takes(st.AnswerYard)
def _take_answer(ledger: Ledger, step: st.AnswerYard, seat: str, command: PlayCard) -> None:
    if not command.card:
        ledger.finish()
        return
    ledger.write(ev.YardCardAnswered(step.side, command.card, command.against))


# The hand -----------------------------------------------------------------------


@RULES.asks(st.CutHand)
def _ask_cut(state: State, step: st.CutHand) -> tuple[Decision, ...]:
    hand, most = state.forces[step.side].hand, book().campaign.yard.hand
    if len(hand) <= most:
        return ()
    options = tuple(
        Option(str(number), kind_of_card(number).name, PlayCard(number)) for number in hand
    )
    prompt = f"You keep {most} yard cards. Which goes back?"
    return (Decision(SEATS[step.side], "cut", prompt, options, secret=True),)


@RULES.takes(st.CutHand)
def _take_cut(ledger: Ledger, step: st.CutHand, seat: str, command: PlayCard) -> None:
    ledger.write(ev.HandCut(step.side, (command.card,)))
