"""Whether an initiative hand is legal (Oak & Iron ch. 6, Initiative Hand).

Five cards and the admiral's value; at most two of one value, one of a title, at
least three that are not discarded when played; the faction's symbol or none.
"""

from __future__ import annotations

from collections import defaultdict

from engine.base.counting import some
from engine.game.position import Reader
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import InitiativeCard
from engine.systems.oak_iron.squadrons.squadron import Roster, nation_name, titled

OF_ONE_VALUE = 2
"""The most cards of one value in a hand."""
THAT_STAY = 3
"""The fewest cards in a hand that are not discarded when played."""
PIRATE = "pirate"
"""The faction of the foreign card that Buccaneer Tactics allows."""


def check_hand(roster: Roster, head: Reader) -> None:
    """Note everything that is wrong with the hand.

    A card that could not be read still counts as one: its own fault is enough.
    """
    if not isinstance(head.raw.get("hand"), list):
        return
    _check_count(roster, head)
    _check_values(roster, head)
    _check_lasting(roster, head)
    _check_symbols(roster, head)


def _check_count(roster: Roster, head: Reader) -> None:
    size, count = roster.hand_size, len(roster.hand)
    if size is None or count == size:
        return
    admiral = book().admirals[roster.admiral]
    why = f"5 and the admiral's value {admiral.value}"
    if "indecisive" in roster.keywords:
        why += ", less one for Indecisive"
    head.fault("hand", f"found {some(count, 'card')}, allowed are {size}: {why}")


def _check_values(roster: Roster, head: Reader) -> None:
    """Note a second card of one title, and a third of one value."""
    by_value: defaultdict[int, list[str]] = defaultdict(list)
    for index, card in _known(roster):
        same = by_value[card.value]
        if card.id in same:
            head.fault(f"hand[{index}]", f"found {titled(card)} again, allowed is one of a title")
            continue
        same.append(card.id)
        if len(same) > OF_ONE_VALUE:
            others = f"beside {', '.join(same[:-1])}"
            text = f"found {titled(card)}, a card of value {card.value} {others}"
            head.fault(f"hand[{index}]", f"{text}; allowed are two of one value")


def _check_lasting(roster: Roster, head: Reader) -> None:
    """Note a hand with too few cards that stay, even if all unreadable ones did."""
    lasting = [card.id for _, card in _known(roster) if not card.discard]
    if len(lasting) + roster.hand.count("") < THAT_STAY:
        found = ", ".join(lasting) or "none"
        text = f"found {len(lasting)} that are not discarded when played ({found})"
        head.fault("hand", f"{text}, at least {THAT_STAY} are needed")


def _check_symbols(roster: Roster, head: Reader) -> None:
    """Note cards of other nations, and cards that come only with an admiral or upgrade."""
    nation = roster.nation
    foreign: list[str] = []
    for index, card in _known(roster):
        bringer, _, word = card.faction.partition(":")
        if word:
            brings = f"a card that comes by itself, with the {bringer}'s {_title(word)}"
            head.fault(f"hand[{index}]", f"found {titled(card)}, {brings}; allowed is another card")
        elif nation is not None and card.faction not in ("any", nation.id):
            foreign.append(card.faction)
            if not _tolerated(roster, foreign):
                text = f"found {titled(card)}, whose symbol is {nation_name(card.faction)}"
                head.fault(f"hand[{index}]", f"{text}; {_allowed(roster, foreign)}")


def _tolerated(roster: Roster, foreign: list[str]) -> bool:
    """Tell whether the last of these foreign factions may be in the hand.

    `foreign` holds the factions of the foreign cards so far, in the order of the hand.
    """
    if foreign[-1] in list(dict.fromkeys(foreign))[: _other_nations(roster)]:
        return True
    return foreign[-1] == PIRATE and _one_pirate_card(roster) and foreign.count(PIRATE) == 1


def _other_nations(roster: Roster) -> int:
    """Return from how many other nations the faction's rules allow cards (Mixed Hand)."""
    rules = roster.nation.rules if roster.nation else ()
    return sum(book().faction_rules[rule].other_nations for rule in rules)


def _one_pirate_card(roster: Roster) -> bool:
    """Tell whether the admiral allows one Pirate card (Buccaneer Tactics)."""
    return "buccaneer_tactics" in roster.keywords


def _allowed(roster: Roster, foreign: list[str]) -> str:
    nation = roster.nation.name if roster.nation else ""
    text = f"allowed are {nation} cards and those without a symbol"
    guests = list(dict.fromkeys(foreign))[: _other_nations(roster)]
    if guests:
        text += f", and of other nations only {nation_name(guests[0])}"
    return text + (", and one Pirate card" if _one_pirate_card(roster) else "")


def _known(roster: Roster) -> list[tuple[int, InitiativeCard]]:
    """Return the cards that could be read, with their places in the hand."""
    cards = book().cards
    return [(index, cards[card]) for index, card in enumerate(roster.hand) if card in cards]


def _title(word: str) -> str:
    return word.replace("_", " ").title()
