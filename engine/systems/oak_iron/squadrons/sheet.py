"""A squadron as a sheet to print: ships with values and tracks, cards, hand, points.

Reconstructed figures bear a mark.
"""

from __future__ import annotations

from engine.base.text import counted
from engine.game.parts.building import Document, DocumentPart
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import MARK, InitiativeCard, ShipType, doubt_mark
from engine.systems.oak_iron.effects.hits import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.squadrons.squadron import Item, Roster, RosterShip, bill, ship_points

LEGEND = f"{MARK} reconstructed: we know of no printed source"
"""The line that explains the mark."""
VALUES = ("fortitude", "broadside", "crew", "windward", "large")


def sheet(roster: Roster, faults: tuple[tuple[str, str], ...] = ()) -> Document:
    """Return the sheet of a squadron, with its faults (key, text) first when it is not legal."""
    ships = (_ship(at, ship, roster.faction) for at, ship in enumerate(roster.ships, start=1))
    nation, size = roster.nation, roster.game_size
    words = [nation.name if nation else "no faction", size.name.lower() if size else "no size"]
    limit = f" of {size.points}" if size else ""
    count = len(roster.ships)
    words += [counted(count, "ship"), f"{roster.points}{limit} points"]
    lines = tuple(f"{path}: {text}" if path else text for path, text in faults)
    # The initiative hand by value; cards that admirals or upgrades bring come last.
    cards = book().cards
    chosen = sorted((cards[key] for key in roster.hand if key), key=lambda card: card.value)
    rows = [("Value", "Card", "After play", "Effect")]
    rows += [_card(card) for card in chosen]
    rows += [_card(cards[key], " (added)") for key in roster.added]
    return Document(
        title=roster.name or "Squadron without a name",
        lines=(", ".join(words) + ".", f"{LEGEND}."),
        parts=(
            *((DocumentPart("Not legal", lines=lines),) if lines else ()),
            _list(roster),
            *ships,
            _command(roster),
            DocumentPart("Initiative hand", table=tuple(rows)),
        ),
    )


def _list(roster: Roster) -> DocumentPart:
    """Return the ships, one on each line, with their purchases."""
    rows = [("No", "Ship", "Type", "Points", "With")]
    for at, ship in enumerate(roster.ships, start=1):
        bought = [_bought(item) for item in bill(ship, roster.faction)[1:]]
        if ship.flagship:
            bought.insert(0, "flagship")
        points = str(ship_points(ship, roster.faction))
        rows.append((str(at), ship.name, _type(ship), points, ", ".join(bought)))
    admiral = book().admirals.get(roster.admiral)
    if admiral is not None:
        cost = f"{admiral.cost}{doubt_mark(admiral, 'cost')}"
        rows.append(("", admiral.name, "admiral", cost, f"value {admiral.value}"))
    rows.append(("", "Total", "", str(roster.points), ""))
    return DocumentPart("Squadron", table=tuple(rows))


def _bought(item: Item) -> str:
    """Return a purchase as words with its price, and the usual price if that differs."""
    usual = f", usually {item.usual}" if item.cost != item.usual else ""
    if item.kind == "skill":
        item_name = f"Skill {item.id}"
    else:
        known = book()
        if item.kind == "option":
            item_name = known.rules[item.id].name
        else:
            item_name = (known.upgrades if item.kind == "upgrade" else known.commanders)[
                item.id
            ].name
    return f"{item_name} ({item.cost}{_item_mark(item)}{usual})"


def _item_mark(item: Item) -> str:
    known = book()
    if item.kind == "skill":
        return doubt_mark(known.skills[int(item.id)], "cost")
    if item.kind == "upgrade":
        return doubt_mark(known.upgrades[item.id], "cost")
    return doubt_mark(known.commanders[item.id], "cost") if item.kind == "commander" else ""


def _ship(at: int, ship: RosterShip, faction: str) -> DocumentPart:
    """Return a ship's part: values, tracks to tick off, rules, options, cards."""
    kind = ship.kind
    flag = ", flagship" if ship.flagship else ""
    heading = f"{at}. {ship.name or _type(ship)}, {_type(ship)}{flag}"
    if kind is None:
        return DocumentPart(heading)
    values = (*(_value(ship, kind, field) for field in VALUES), str(ship.skill))
    return DocumentPart(
        heading,
        table=(("Fortitude", "Broadside", "Crew", "Windward", "Large", "Skill"), values),
        tracks=(
            ("Damage", damage_boxes(kind, ship.options, ship.upgrades)),
            ("Fatigue", fatigue_boxes(kind, ship.options, ship.upgrades)),
        ),
        lines=tuple(_texts(ship, kind)),
    )


def _value(ship: RosterShip, kind: ShipType, field: str) -> str:
    """Return a printed value, with +1 or -1 where an option or upgrade changes it."""
    more = {"broadside": "additional_guns", "windward": "weatherly", "large": "swift"}
    less = {"broadside": "poorly_armed", "large": "foul"}
    text = f"{getattr(kind, field)}{doubt_mark(kind, field)}"
    text += "+1" if more.get(field) in ship.options else ""
    return text + ("-1" if less.get(field) in ship.upgrades else "")


def _texts(ship: RosterShip, kind: ShipType) -> list[str]:
    """Return the effects of rules, options, upgrades and the captain, one on each line."""
    known = book()
    unsure = doubt_mark(kind, "special_rules")
    lines = [f"{known.rules[key].name}{unsure}: {_effect(key)}" for key in kind.special_rules]
    lines += [f"{known.rules[key].name}: {_effect(key)}" for key in ship.options if key]
    for card in ship.upgrades:
        if card in known.upgrades:
            upgrade = known.upgrades[card]
            text = f"{upgrade.effect}{doubt_mark(upgrade, 'effect')}"
            words = [f"{known.rules[key].name}: {_effect(key)}" for key in upgrade.keywords]
            lines.append(" ".join((f"{upgrade.name}: {text}", *words)))
    if ship.commander in known.commanders:
        captain = known.commanders[ship.commander]
        lines.append(" ".join((f"{captain.name}.", *_keywords(captain.keywords))))
    return lines


def _command(roster: Roster) -> DocumentPart:
    """Return the effects of the admiral and the faction."""
    known = book()
    lines = []
    admiral = known.admirals.get(roster.admiral)
    if admiral is not None:
        lines.append(
            f"{admiral.name}: admiral value {admiral.value}{doubt_mark(admiral, 'value')}."
        )
        lines += _keywords(admiral.keywords)
    for key in roster.nation.rules if roster.nation else ():
        rule = known.faction_rules[key]
        lines.append(f"{rule.name}: {rule.effect}{doubt_mark(rule, 'effect')}")
    return DocumentPart("Admiral and faction", lines=tuple(lines))


def _card(card: InitiativeCard, note: str = "") -> tuple[str, str, str, str]:
    after = "discarded" if card.discard else "stays"
    value = f"{card.value}{doubt_mark(card, 'value')}"
    return value, card.name + note, after, card.effect + doubt_mark(card, "effect")


def _keywords(words: tuple[str, ...]) -> list[str]:
    known = book().keywords
    return [
        f"{known[word].name}: {known[word].effect}{doubt_mark(known[word], 'effect')}"
        for word in words
    ]


def _type(ship: RosterShip) -> str:
    return ship.kind.name if ship.kind else "unknown type"


def _effect(rule: str) -> str:
    record = book().rules[rule]
    return f"{record.effect}{doubt_mark(record, 'effect')}"
