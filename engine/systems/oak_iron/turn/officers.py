"""What admirals and captains do by their keywords: swap a card, inspire (Oak & Iron ch. 4)."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.oak_iron.crew.bonus_actions import ask_relief, relief_option, weary_friends
from engine.systems.oak_iron.damage.harm import remove_fatigue
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.fatigue import reach
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import Inspire, SwapCard


@RULES.asks(SwapCard)
def swap_card(state: State, step: SwapCard) -> tuple[Decision, ...]:
    """Ask in secret whether the face-down card is swapped for another of the hand."""
    squadron = state.squadrons[step.squadron]
    cards = book().cards
    hand = sorted(squadron.hand, key=lambda card: (cards[card].value, card))
    changes = [
        Option(card, f"{cards[card].name} ({cards[card].value})", cmd.ChooseCard(card), spends=True)
        for card in hand
    ]
    keep = Option("keep", f"keep {cards[squadron.face_down].name}", cmd.Pass())
    prompt = f"{squadron.name}: change the face-down card, once a game (Clever)?"
    return (Decision(step.squadron, "swap_card", prompt, (*changes, keep), secret=True),)


@RULES.takes(SwapCard)
def take_swap(ledger: Ledger, step: SwapCard, seat: str, command: cmd.AnyCommand) -> None:
    """Swap the card and note it on the flagship, or keep the first."""
    ledger.finish()
    if isinstance(command, cmd.ChooseCard):
        flagship = ledger.state.squadrons[seat].flagship
        ledger.write(ev.CardSwapped(seat, command.card))
        ledger.write(ev.EffectUsed(flagship, step.card, step.card))


@RULES.asks(Inspire)
def inspire(state: State, step: Inspire) -> tuple[Decision, ...]:
    """Ask which ship a commander inspires: his own or a friend near her."""
    ship = state.ships[step.ship]
    inches = reach(state, ship)
    if not ship.fights or inches < 0:
        return ()
    options = [relief_option(ship)] if ship.fatigue else []
    options += weary_friends(state, ship, inches)
    return ask_relief(state, ship, options, f"{ship.id}: whom does her commander inspire?")


@RULES.takes(Inspire)
def take_inspire(ledger: Ledger, step: Inspire, seat: str, command: cmd.AnyCommand) -> None:
    """Take 1 Fatigue off the inspired ship."""
    ledger.finish()
    if isinstance(command, cmd.ApplyEffect):
        remove_fatigue(ledger, command.ship)
