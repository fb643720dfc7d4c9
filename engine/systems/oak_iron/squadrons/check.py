"""Whether a squadron and its hand of initiative cards are legal (Oak & Iron ch. 6).

Faults are recorded under their key in the squadron file.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.base.text import pluralized, some
from engine.game.parts.building import Verdict
from engine.game.position import Faults, Reader, named_table, source_of
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import InitiativeCard, Upgrade
from engine.systems.oak_iron.squadrons.squadron import (
    Roster,
    RosterShip,
    nation_name,
    read_roster,
    titled,
)

# Whether an initiative hand is legal (Oak & Iron ch. 6, Initiative Hand).
# The number of cards is five plus the admiral's value. At most two cards may have the same value,
# and none the same title. At least three must be cards that are not discarded when played. Each
# card must bear the faction's symbol or none.


OF_ONE_VALUE = 2
"""A hand may have at most this many cards of the same value."""
THAT_STAY = 3
"""A hand must have at least this many cards that are not discarded when played."""
PIRATE = "pirate"
"""The faction of which Buccaneer Tactics, a keyword of admirals, allows one card in another
nation's hand."""


def check_hand(roster: Roster, head: Reader) -> None:
    """Record every fault of the hand of initiative cards.

    A card that could not be read has a fault already; it still counts towards the number of cards.
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
    head.fault("hand", f"found {some(count, 'card')}, allowed: {size}: {why}")


def _check_values(roster: Roster, head: Reader) -> None:
    """Record a fault for each card that the hand has twice, and for each third card of one
    value.
    """
    by_value: defaultdict[int, list[str]] = defaultdict(list)
    for index, card in _known(roster):
        same = by_value[card.value]
        if card.id in same:
            head.fault(f"hand[{index}]", f"found {titled(card)} again, allowed: each title once")
            continue
        same.append(card.id)
        if len(same) > OF_ONE_VALUE:
            others = f"beside {', '.join(same[:-1])}"
            text = f"found {titled(card)}, a card of value {card.value} {others}"
            head.fault(f"hand[{index}]", f"{text}; allowed: two of one value")


def _check_lasting(roster: Roster, head: Reader) -> None:
    """Record a fault for a hand with too few cards that are kept after they are played.

    Cards that could not be read get the benefit of the doubt: they count as kept.
    """
    lasting = [card.id for _, card in _known(roster) if not card.discard]
    if len(lasting) + roster.hand.count("") < THAT_STAY:
        found = ", ".join(lasting) or "none"
        text = f"found {len(lasting)} that are not discarded when played ({found})"
        head.fault("hand", f"{text}, at least {THAT_STAY} are needed")


def _check_symbols(roster: Roster, head: Reader) -> None:
    """Record a fault for each card that the squadron may not choose.

    It is a card of another nation, or a card that only an admiral or upgrade adds.
    """
    nation = roster.nation
    foreign: list[str] = []
    for index, card in _known(roster):
        bringer, _, word = card.faction.partition(":")
        if word:
            upgrade = word.replace("_", " ").title()
            brings = f"a card that comes automatically with the {bringer}'s {upgrade}"
            head.fault(f"hand[{index}]", f"found {titled(card)}, {brings}; allowed: another card")
        elif nation is not None and card.faction not in ("any", nation.id):
            foreign.append(card.faction)
            # The nations whose cards are allowed: the first foreign ones in the hand.
            guests = list(dict.fromkeys(foreign))[: _other_nations(roster)]
            pirates = card.faction == PIRATE and _one_pirate_card(roster)
            if card.faction not in guests and not (pirates and foreign.count(PIRATE) == 1):
                text = f"found {titled(card)}, whose symbol is {nation_name(card.faction)}"
                allowed = f"allowed: {nation.name} cards and those without a symbol"
                if guests:
                    allowed += f", and of other nations only {nation_name(guests[0])}"
                allowed += ", and one Pirate card" if _one_pirate_card(roster) else ""
                head.fault(f"hand[{index}]", f"{text}; {allowed}")


def _other_nations(roster: Roster) -> int:
    """Return from how many other nations the hand may hold cards (rule Mixed Hand)."""
    rules = roster.nation.rules if roster.nation else ()
    return sum(book().faction_rules[rule].other_nations for rule in rules)


def _one_pirate_card(roster: Roster) -> bool:
    """Tell whether the admiral allows one card of the pirates in the hand (Buccaneer Tactics)."""
    return "buccaneer_tactics" in roster.keywords


def _known(roster: Roster) -> list[tuple[int, InitiativeCard]]:
    """Return (index in the hand, card) for each card that could be read."""
    cards = book().cards
    return [(index, cards[card]) for index, card in enumerate(roster.hand) if card in cards]


# Whether a squadron is legal: size of game, faction, upgrades, admiral, initiative hand.
#
# Every mistake is recorded under its key, with the legal values (Oak & Iron ch. 6, Creating a
# Squadron); an unreadable value is skipped, because it has a fault already.


UPGRADES = 2
"""A ship may carry at most this many upgrade cards."""


def check_roster(source: str, table: Mapping[str, Any]) -> tuple[Roster, Faults]:
    """Return (roster, faults) of a parsed squadron file: what it says, and every breach of a
    rule.
    """
    faults = Faults(source)
    roster, head, ships = read_roster(Reader(table, faults))
    _check_size(roster, head)
    flags = [index for index, ship in enumerate(roster.ships) if ship.flagship]
    for index in flags[1:]:
        first = f"beside ships[{flags[0]}]"
        ships[index].fault("flagship", f"found a second flagship {first}, allowed: one")
    readable = all(isinstance(each.raw.get("flagship", False), bool) for each in ships)
    if roster.ships and readable and not flags:
        head.fault("ships", "found no flagship; one ship needs flagship = true")
    _check_admiral(roster, head)
    for ship, reader in zip(roster.ships, ships, strict=True):
        reasons = _against(roster, ship.type)
        if reasons:
            fine = [kind for kind in book().ships if not _against(roster, kind)]
            reader.fault(
                "type",
                f"found {titled(book().ships[ship.type])}, {reasons}; allowed: {_or_none(fine)}",
            )
        for index in _repeated(ship.options):
            option = ship.options[index]
            reader.fault(f"options[{index}]", f"found '{option}' again, allowed: each option once")
        _check_upgrades(roster, ship, reader)
        _check_commander(roster, ship, reader)
    # There is only one of a unique ship.
    seen: set[str] = set()
    for ship, reader in zip(roster.ships, ships, strict=True):
        if ship.kind is not None and "unique" in ship.kind.ship_class:
            if ship.type in seen:
                reader.fault("type", f"found a second {titled(ship.kind)}, allowed: one of them")
            seen.add(ship.type)
    check_hand(roster, head)
    return roster, faults


def verdict(table: Mapping[str, Any]) -> Verdict:
    """Return the points of a parsed squadron file, the limit of points, and all faults."""
    roster, faults = check_roster("", table)
    size = roster.game_size
    limit = size.points if size else None
    return Verdict(roster.name, roster.points, limit, tuple(faults.found))


def legal_squadron(path: Path | str) -> Roster:
    """Return the roster of a legal squadron, given its file or the text of the file.

    Raises `FileFault` when it cannot be read; `SetUpFault` lists everything that is not legal.
    """
    roster, faults = check_roster(source_of(path), named_table(path))
    faults.check()
    return roster


def _check_size(roster: Roster, head: Reader) -> None:
    """Record a fault if the squadron has too many points, or too many or few ships for its size."""
    size = roster.game_size
    if size is None:
        return
    game = f"{_a(size.name.lower())} game"
    if roster.points > size.points:
        over = f"found {pluralized(roster.points, 'point')}, allowed: {size.points} in {game}"
        head.fault("size", over)
    count = len(roster.ships)
    if isinstance(head.raw.get("ships"), list) and not size.fewest <= count <= size.most:
        allowed = f"allowed: {size.fewest} to {size.most} in {game}"
        head.fault("ships", f"found {some(count, 'ship')}, {allowed}")


def _check_admiral(roster: Roster, head: Reader) -> None:
    """Record a fault if the admiral is of another nation."""
    admiral, nation = book().admirals.get(roster.admiral), roster.nation
    if admiral is None or nation is None or admiral.faction in ("any", nation.id):
        return
    own = [one.id for one in book().admirals.values() if one.faction == nation.id]
    found = f"found {titled(admiral)}, whose symbol is {nation_name(admiral.faction)}"
    head.fault("admiral", f"{found}; allowed: admirals of any nation and {_or_none(own)}")


def _against(roster: Roster, kind: str) -> str:
    """Return why a squadron may not have a type of ship; '' when it may."""
    ship, nation, size = book().ships.get(kind), roster.nation, roster.game_size
    if ship is None:
        return ""
    reasons = []
    if nation is not None and nation.id not in ship.factions:
        reasons.append(f"which does not sail under the {nation.name} flag")
    if ship.ship_of_the_line:
        if size is not None and not size.ships_of_the_line:
            reasons.append(f"a ship of the line, of which there is none in {_a(size.name.lower())}")
        if "rogues" in roster.keywords:
            reasons.append("a ship of the line, which no admiral with Rogues leads")
    return " and ".join(reasons)


def _check_upgrades(roster: Roster, ship: RosterShip, reader: Reader) -> None:
    """Record faults for a ship's upgrade cards: too many, the same twice, or not allowed for
    her.
    """
    known = book().upgrades
    count = len(ship.upgrades)
    if count > UPGRADES:
        reader.fault("upgrades", f"found {count} upgrade cards, allowed: {UPGRADES} a ship")
    for index in _repeated(ship.upgrades):
        card = ship.upgrades[index]
        reader.fault(f"upgrades[{index}]", f"found '{card}' again, allowed: each card once a ship")
    for index, card in enumerate(ship.upgrades):
        if card in known and (reason := _unfit(roster, ship, known[card])):
            fine = [key for key, one in known.items() if not _unfit(roster, ship, one)]
            allowed = f"allowed: {_or_none(fine)}"
            reader.fault(f"upgrades[{index}]", f"found {titled(known[card])}, {reason}; {allowed}")
        elif card in known and known[card].alone and count > 1:
            only = f"allowed: {card} alone, or other cards without it"
            reader.fault(
                f"upgrades[{index}]",
                f"found {titled(known[card])} beside another upgrade card; {only}",
            )


def _unfit(roster: Roster, ship: RosterShip, card: Upgrade) -> str:
    """Return why a ship may not carry an upgrade card; '' when it may."""
    nation, kind = roster.nation, ship.kind
    reasons = []
    if card.factions and nation is not None and nation.id not in card.factions:
        reasons.append(f"which is not for the {nation.name}")
    if kind is not None and kind.ship_of_the_line and not card.ships_of_the_line:
        reasons.append("which is not for ships of the line")
    if ship.flagship and not card.flagship:
        reasons.append("which is not for flagships")
    return " and ".join(reasons)


def _check_commander(roster: Roster, ship: RosterShip, reader: Reader) -> None:
    """Record a fault for a captain on the flagship, or for a captain of another nation."""
    captain, nation = book().commanders.get(ship.commander), roster.nation
    if captain is None:
        return
    if ship.flagship:
        why = "on the flagship, whose captain is the admiral"
        reader.fault("commander", f"found {titled(captain)} {why}; allowed: no captain there")
    if nation is not None and captain.faction not in ("any", nation.id):
        fine = [c.id for c in book().commanders.values() if c.faction in ("any", nation.id)]
        whose = f"whose symbol is {nation_name(captain.faction)}"
        reader.fault("commander", f"found {titled(captain)}, {whose}; allowed: {_or_none(fine)}")


def _repeated(words: Iterable[str]) -> list[int]:
    """Return the indices of words that have occurred before in the list."""
    seen: Counter[str] = Counter()
    places = []
    for index, word in enumerate(words):
        seen[word] += 1
        if word and seen[word] > 1:
            places.append(index)
    return places


def _a(noun: str) -> str:
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


def _or_none(words: Collection[str]) -> str:
    return ", ".join(words) or "none"
