"""What can be bought for a squadron, with prices and effects; and a squadron as a sheet to print.

Oak & Iron ch. 6. `squadrons.check` checks whether the squadron is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.base.text import pluralized
from engine.game.chart import Hull, Scene, Sea
from engine.game.parts.building import Catalogue, Document, DocumentPart, Item, Section
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import (
    MARK,
    Admiral,
    Commander,
    Faction,
    GameSize,
    InitiativeCard,
    ShipType,
    Upgrade,
    doubt_mark,
)
from engine.systems.oak_iron.effects.hits import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.squadrons.check import UPGRADES, check_roster
from engine.systems.oak_iron.squadrons.squadron import (
    Purchase,
    Roster,
    RosterShip,
    bill,
    nation_name,
    option_price,
    ship_points,
)

ANY = "any"
"""The `faction` of a card that every nation may use."""
FIGURES = "F  B C W L"
"""The titles above a ship's figures: fortitude, broadside, crew, speed windward, speed large."""
GAP, STRIP, EAST = 2.5, 3.0, 90.0
"""For the picture of a squadron: inches between ships, width of the sea in inches, the ships'
heading in degrees."""


def catalogue(table: Mapping[str, Any]) -> Catalogue:
    """Return everything that may be chosen for a squadron, given its parsed file.

    The file may contain mistakes.
    """
    roster, _ = check_roster("", table)
    own = [ship for ship in book().ships.values() if roster.faction in ("", *ship.factions)]
    # Initiative cards of other nations only if a rule of the faction or the admiral allows some.
    cards = [card for card in book().cards.values() if ":" not in card.faction]
    symbols = ("", ANY, roster.faction)
    rules = roster.nation.rules if roster.nation else ()
    mixed = any(book().faction_rules[rule].other_nations for rule in rules)
    if not (mixed or "buccaneer_tactics" in roster.keywords):
        cards = [card for card in cards if not roster.faction or card.faction in symbols]
    # The squadron's ships in a line, heading east.
    hulls: list[Hull] = []
    x = GAP
    for number, ship in reversed(list(enumerate(roster.ships, start=1))):
        if ship.kind is not None:
            length, width = ship.kind.length, ship.kind.width
            pose = Pose(x + length / 2, STRIP / 2, EAST)
            flag = ship.flagship
            hulls.append(
                Hull(f"A{number}", "A", pose, length, width, name=ship.name, flagship=flag)
            )
            x += length + GAP
    return Catalogue(
        head=(
            Section("size", "Size of game", tuple(map(_size, book().sizes.values()))),
            Section("faction", "Faction", tuple(map(_faction, book().factions.values()))),
            Section(
                "admiral",
                "Admiral",
                tuple(map(_admiral, _own(roster, book().admirals))),
                columns="val",
            ),
            Section(
                "hand",
                "Initiative hand",
                tuple(map(_card, sorted(cards, key=lambda card: (card.value, card.faction)))),
                several=True,
                note=""
                if roster.hand_size is None
                else f"{len(roster.hand)} of {roster.hand_size}",
            ),
        ),
        types=Section(
            "type",
            "Ships to take",
            tuple(map(_type, sorted(own, key=lambda ship: ship.points))),
            columns=FIGURES,
        ),
        fittings=tuple(_fittings(roster, ship) for ship in roster.ships),
        figures=_figures(roster),
        line=Scene(Sea(x, STRIP), tuple(hulls)) if hulls else None,
    )


def _fittings(roster: Roster, ship: RosterShip) -> tuple[Section, ...]:
    """Return what may be bought for a ship, in sections: skill, options, upgrades, captain."""
    known = book()
    kind = ship.kind
    options = (_option(kind, key, roster.faction) for key in kind.options) if kind else ()
    skills = []
    for level, skill in known.skills.items():
        dice = "one die" if level == 1 else f"up to {level} dice"
        about = (f"In each Skill Test and attack {dice} may be re-rolled, each die once.",)
        skills.append(Item(level, f"Skill {level}", skill.cost, doubt_mark(skill, "cost"), about))
    captains = tuple(map(_captain, _own(roster, known.commanders)))
    fine = [
        c for c in known.upgrades.values() if not c.factions or roster.faction in ("", *c.factions)
    ]
    return (
        Section("skill", "Skill", tuple(skills)),
        Section("options", "Options of the ship", tuple(options), several=True),
        Section(
            "upgrades",
            "Upgrade cards",
            tuple(map(_upgrade, sorted(fine, key=lambda card: card.cost))),
            several=True,
            note=f"{UPGRADES} a ship",
        ),
        Section("commander", "Captain", captains, note="not on the flagship"),
    )


# Items of the sections --------------------------------------------------------------------


def _size(size: GameSize) -> Item:
    line = "with ships of the line" if size.ships_of_the_line else "no ships of the line"
    about = f"{size.points} points, {size.fewest} to {size.most} ships, {line}."
    return Item(size.id, size.name, None, f"{size.points} points", (about,), size.confidence)


def _faction(faction: Faction) -> Item:
    rules = [book().faction_rules[rule] for rule in faction.rules]
    about = tuple(f"{rule.name}: {rule.effect}{doubt_mark(rule, 'effect')}" for rule in rules)
    return Item(faction.id, faction.name, about=about, confidence=faction.confidence)


def _admiral(admiral: Admiral) -> Item:
    about = (f"Admiral value {admiral.value}{doubt_mark(admiral, 'value')}.", *_words(admiral))
    note = f"{admiral.value}{doubt_mark(admiral, 'cost')}"
    whose = _whose(admiral.faction)
    return Item(admiral.id, admiral.name, admiral.cost, note, about, admiral.confidence, whose)


def _type(ship: ShipType) -> Item:
    figures = ("fortitude", "broadside", "crew", "windward", "large")
    guns = f"{ship.broadside:>2}"
    note = f"{ship.fortitude} {guns} {ship.crew} {ship.windward} {ship.large}"
    values = ", ".join(f"{f} {getattr(ship, f)}{doubt_mark(ship, f)}" for f in figures)
    rules = [book().rules[key] for key in ship.special_rules]
    names = ", ".join(book().rules[key].name for key in ship.options)
    about = (
        f"{values}.",
        f"{ship.ship_class}, {ship.base} base.",
        *(f"{rule.name}: {rule.effect}{doubt_mark(rule, 'effect')}" for rule in rules),
        f"Options: {names or 'none'}.",
    )
    return Item(ship.id, ship.name, ship.points, note, about, ship.confidence)


def _option(ship: ShipType, key: str, faction: str) -> Item:
    rule, price = book().rules[key], option_price(ship, key, faction)
    usual = ship.options[key]
    cheaper = (f"It usually costs {usual}; for the {nation_name(faction)} faction {price}.",)
    about = (rule.effect, *(cheaper if price != usual else ()))
    return Item(key, rule.name, price, doubt_mark(rule, "effect"), about, rule.confidence)


def _upgrade(card: Upgrade) -> Item:
    limits = (
        "" if not card.factions else f"Only for {' or '.join(map(nation_name, card.factions))}.",
        "" if card.ships_of_the_line else "Not on a ship of the line.",
        "" if card.flagship else "Not on the flagship.",
        "The ship's only upgrade card." if card.alone else "",
    )
    about = (card.effect + doubt_mark(card, "effect"), *filter(None, limits))
    note = doubt_mark(card, "cost")
    whose = " or ".join(map(nation_name, card.factions)) or _whose(ANY)
    return Item(card.id, card.name, card.cost, note, about, card.confidence, whose)


def _captain(captain: Commander) -> Item:
    note = doubt_mark(captain, "cost")
    whose = _whose(captain.faction)
    about, sure = _words(captain), captain.confidence
    return Item(captain.id, captain.name, captain.cost, note, about, sure, whose)


def _card(card: InitiativeCard) -> Item:
    whose = _whose(card.faction)
    after = "discarded when played" if card.discard else "stays"
    note = f"{card.value}{doubt_mark(card, 'value')}{' x' if card.discard else ''}"
    about = (
        f"Value {card.value}{doubt_mark(card, 'value')}, {whose}, {after}.",
        f"{card.effect}{doubt_mark(card, 'effect')}",
    )
    return Item(card.id, card.name, None, note, about, card.confidence, whose)


def _whose(faction: str) -> str:
    return "any nation" if faction == ANY else nation_name(faction)


# Words ------------------------------------------------------------------------------------


def _own(roster: Roster, cards: Mapping[str, Any]) -> list[Any]:
    """Return the records of `cards` (admirals or captains) that a squadron of this nation may
    have.
    """
    return [c for c in cards.values() if not roster.faction or c.faction in (ANY, roster.faction)]


def _words(leader: Admiral | Commander) -> tuple[str, ...]:
    known = [book().keywords[word] for word in leader.keywords]
    return tuple(f"{word.name}: {word.effect}{doubt_mark(word, 'effect')}" for word in known)


def _figures(roster: Roster) -> tuple[tuple[str, str], ...]:
    """Return the squadron's figures as (name, value): sums of guns, fortitude and crew, the
    lowest speeds of a ship, and the cards that admiral, captains and upgrades add to the hand.
    """
    kinds = [ship.kind for ship in roster.ships if ship.kind]
    if not kinds:
        return ()
    guns = sum(kind.broadside for kind in kinds)
    guns += sum("additional_guns" in ship.options for ship in roster.ships)
    windward, large = min(kind.windward for kind in kinds), min(kind.large for kind in kinds)
    added = [book().cards[card].name for card in roster.added]
    return (
        ("broadside dice", str(guns)),
        ("fortitude", str(sum(kind.fortitude for kind in kinds))),
        ("crew", str(sum(kind.crew for kind in kinds))),
        ("slowest to windward, large", f"{windward}, {large}"),
        *((("cards added", ", ".join(added)),) if added else ()),
    )


# A squadron as a sheet to print: ships with values and tracks, cards, hand, points.
#
# Reconstructed figures bear a mark.


LEGEND = f"{MARK} reconstructed: we know of no printed source"
"""The line on the sheet that explains the mark of a reconstructed figure."""
VALUES = ("fortitude", "broadside", "crew", "windward", "large")


def sheet(roster: Roster, faults: tuple[tuple[str, str], ...] = ()) -> Document:
    """Return the sheet of a squadron to print; if it is not legal, its faults come first.

    Each fault is (key in the file, text).
    """
    ships = (_ship(at, ship, roster.faction) for at, ship in enumerate(roster.ships, start=1))
    nation, size = roster.nation, roster.game_size
    words = [nation.name if nation else "no faction", size.name.lower() if size else "no size"]
    limit = f" of {size.points}" if size else ""
    count = len(roster.ships)
    words += [pluralized(count, "ship"), f"{roster.points}{limit} points"]
    lines = tuple(f"{path}: {text}" if path else text for path, text in faults)
    # The initiative hand by value; cards that admirals or upgrades bring come last.
    cards = book().cards
    chosen = sorted((cards[key] for key in roster.hand if key), key=lambda card: card.value)
    rows = [("Value", "Card", "After play", "Effect")]
    rows += [_hand_row(card) for card in chosen]
    rows += [_hand_row(cards[key], " (added)") for key in roster.added]
    listed = [("No", "Ship", "Type", "Points", "With")]
    for at, ship in enumerate(roster.ships, start=1):
        bought = [_bought(item) for item in bill(ship, roster.faction)[1:]]
        if ship.flagship:
            bought.insert(0, "flagship")
        points = str(ship_points(ship, roster.faction))
        listed.append((str(at), ship.name, _type_name(ship), points, ", ".join(bought)))
    admiral = book().admirals.get(roster.admiral)
    if admiral is not None:
        cost = f"{admiral.cost}{doubt_mark(admiral, 'cost')}"
        listed.append(("", admiral.name, "admiral", cost, f"value {admiral.value}"))
    listed.append(("", "Total", "", str(roster.points), ""))
    # What the admiral and the faction do.
    orders = []
    if admiral is not None:
        orders.append(
            f"{admiral.name}: admiral value {admiral.value}{doubt_mark(admiral, 'value')}."
        )
        orders += _keywords(admiral.keywords)
    for key in roster.nation.rules if roster.nation else ():
        rule = book().faction_rules[key]
        orders.append(f"{rule.name}: {rule.effect}{doubt_mark(rule, 'effect')}")
    return Document(
        title=roster.name or "Squadron without a name",
        lines=(", ".join(words) + ".", f"{LEGEND}."),
        parts=(
            *((DocumentPart("Not legal", lines=lines),) if lines else ()),
            DocumentPart("Squadron", table=tuple(listed)),
            *ships,
            DocumentPart("Admiral and faction", lines=tuple(orders)),
            DocumentPart("Initiative hand", table=tuple(rows)),
        ),
    )


def _bought(item: Purchase) -> str:
    """Return something bought for a ship as words with its price, and the usual price if it
    differs.
    """
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


def _item_mark(item: Purchase) -> str:
    known = book()
    if item.kind == "skill":
        return doubt_mark(known.skills[int(item.id)], "cost")
    if item.kind == "upgrade":
        return doubt_mark(known.upgrades[item.id], "cost")
    return doubt_mark(known.commanders[item.id], "cost") if item.kind == "commander" else ""


def _ship(at: int, ship: RosterShip, faction: str) -> DocumentPart:
    """Return a ship's part of the sheet: values, tracks to tick off, rules, options, cards."""
    kind = ship.kind
    flag = ", flagship" if ship.flagship else ""
    heading = f"{at}. {ship.name or _type_name(ship)}, {_type_name(ship)}{flag}"
    if kind is None:
        return DocumentPart(heading)
    # +1 or -1 follows a printed value if an option or upgrade changes it.
    more = {"broadside": "additional_guns", "windward": "weatherly", "large": "swift"}
    less = {"broadside": "poorly_armed", "large": "foul"}
    figures: list[str] = []
    for field in VALUES:
        text = f"{getattr(kind, field)}{doubt_mark(kind, field)}"
        text += "+1" if more.get(field) in ship.options else ""
        figures.append(text + ("-1" if less.get(field) in ship.upgrades else ""))
    values = (*figures, str(ship.skill))
    # What her rules, options, upgrades and captain do, one on each line.
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
    return DocumentPart(
        heading,
        table=(("Fortitude", "Broadside", "Crew", "Windward", "Large", "Skill"), values),
        tracks=(
            ("Damage", damage_boxes(kind, ship.options, ship.upgrades)),
            ("Fatigue", fatigue_boxes(kind, ship.options, ship.upgrades)),
        ),
        lines=tuple(lines),
    )


def _hand_row(card: InitiativeCard, note: str = "") -> tuple[str, str, str, str]:
    after = "discarded" if card.discard else "stays"
    value = f"{card.value}{doubt_mark(card, 'value')}"
    return value, card.name + note, after, card.effect + doubt_mark(card, "effect")


def _keywords(words: tuple[str, ...]) -> list[str]:
    known = book().keywords
    return [
        f"{known[word].name}: {known[word].effect}{doubt_mark(known[word], 'effect')}"
        for word in words
    ]


def _type_name(ship: RosterShip) -> str:
    return ship.kind.name if ship.kind else "unknown type"


def _effect(rule: str) -> str:
    record = book().rules[rule]
    return f"{record.effect}{doubt_mark(record, 'effect')}"
