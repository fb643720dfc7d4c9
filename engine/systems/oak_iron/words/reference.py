"""The reference for players: its terms, and which of them apply to a step, a ship or terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UnsetType
from msgspec.structs import replace

from engine.game.parts.words import Term, linked
from engine.kit.program_words import program_terms
from engine.kit.sea_words import KIND, sea_terms
from engine.systems.oak_iron.data.book import (
    Admiral,
    Book,
    Commander,
    Counting,
    EventCard,
    Fact,
    Faction,
    FactionRule,
    GameSize,
    GlossaryTerm,
    InitiativeCard,
    ShipType,
    SpecialRule,
    TerrainPiece,
    Upgrade,
    book,
)
from engine.systems.oak_iron.squadrons.squadron import nation_name
from engine.systems.oak_iron.state import steps
from engine.systems.oak_iron.state.state import HIDDEN, Attack, Ship, State, Terrain
from engine.systems.oak_iron.state.wording import SIGNS, tokens

_PHASES = ("initiative", "movement", "attack", "end")
_STEPS: dict[type[steps.AnyStep], tuple[str, ...]] = {
    steps.AttackChoice: ("broadside", "partial_fire", "close_combat", "line_of_sight"),
    steps.BoardingTest: ("boarding", "skill_test"),
    steps.Challenge: ("challenge_test", "admiral_value"),
    steps.CheckWithdrawal: ("strike_points", "withdrawal"),
    steps.CrewAction: ("reload_action", "rally", "repair", "change_sail_setting", "boarding"),
    steps.EyeTurn: ("in_the_winds_eye", "turning"),
    steps.LostFlagships: ("lost_flagship",),
    steps.Manoeuvre: ("move", "turning", "speed_rating"),
    steps.OfficerDie: ("officer_lost",),
    steps.PointOfSailChoice: ("point_of_sail",),
    steps.Prizes: ("capture", "shaken"),
    steps.Reactions: ("partial_fire",),
    steps.RepairTest: ("repair", "skill_test"),
    steps.RerollOffer: ("skill_value", "fortune_point"),
    steps.SeamanshipAction: ("change_heading", "adjust_speed", "cut_free"),
    steps.SeamanshipOffer: ("skill_test", "change_heading", "adjust_speed", "cut_free"),
    steps.SinkShips: ("sinking",),
    steps.TrimHand: ("admiral_value",),
}
"""The terms that explain each step of the agenda. A step that is not listed has only the terms of
its phase."""


def terms_now(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms that matter now, each once; those about the current step come
    first.
    """
    wanted = (
        *_asked(view),
        *_attack(view.attack),
        *terms_of(view, key),
        *(each.face_up for each in view.squadrons.values() if each.face_up != HIDDEN),
        *(f"event_{event}" for event in view.events_in_force),
        *((f"objective_{view.objective}",) if view.objective else ()),
        *_drafted(view),
        *(_around(view)),
        "battle_won",
    )
    return _known(wanted)


def terms_of(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms about a ship, those of her tokens first, or about a piece of
    terrain.
    """
    ship = view.ships.get(key)
    if ship is not None:
        return _known(_of_ship(view, ship))
    return _known(_of_piece(piece) for piece in view.terrain if piece.id == key)


def _known(wanted: Iterable[str]) -> tuple[str, ...]:
    """Return those of the wanted term ids that the reference has, each once."""
    known = {term.id for term in terms()}
    return tuple(dict.fromkeys(term for term in wanted if term in known))


def _asked(view: State) -> Iterator[str]:
    """Yield the ids of the terms about the current step, then about its phase and about winning."""
    if view.agenda:
        yield from _STEPS.get(type(view.agenda[-1]), ())
    if view.phase in _PHASES:
        yield f"{view.phase}_phase"
        yield "battle_won"


def _attack(attack: Attack | None) -> Iterator[str]:
    if attack is None:
        return
    yield attack.kind
    yield from ("hits", "critical_damage")
    if attack.band:
        yield attack.band
    if attack.rake:
        yield "raking"
    if attack.aim != "hull":
        yield f"targeting_{attack.aim}"


def _of_ship(view: State, ship: Ship) -> Iterator[str]:
    """Yield the ids of the terms about a ship: her tokens in order, then her condition, type,
    cards.
    """
    signed = {sign: term.id for term in book().glossary.values() for sign in term.sign}
    yield from (signed[sign] for sign in tokens(view, ship, wake=True))
    lying = (
        ("shaken", ship.shaken),
        ("crippled", ship.crippled),
        ("battle_sail", ship.sail == "battle"),
        ("cut_free", ship.cut_free),
        ("landing_party", ship.landing_party is not None),
        ("fatigue", ship.fatigue > 0),
        ("damage", ship.damage > 0),
    )
    yield from (term for term, lies in lying if lies)
    active = view.activation
    if active is not None and active.ship == ship.id and active.point:
        yield "in_the_winds_eye" if active.point == "eye" else active.point
    yield ship.type
    for rule in (*book().ships[ship.type].special_rules, *ship.options):
        yield from (rule, f"rule_{rule}")
    yield from (f"upgrade_{card}" for card in ship.upgrades)
    if ship.commander:
        yield f"commander_{ship.commander}"
    if view.is_flagship(ship.id):
        yield view.squadrons[ship.squadron].admiral


def _drafted(view: State) -> Iterator[str]:
    """Yield the ids of the scenario cards that can be drafted, then of those that were taken."""
    if not isinstance(view.plan, UnsetType):
        for kind, offered in view.plan.offers.items():
            yield from (f"{kind}_{card}" for card in offered)
        for cards in view.plan.drafted.values():
            yield from (f"{kind}_{card}" for kind, card in cards.items())
    for squadron in view.squadrons.values():
        yield from (f"condition_{card}" for card in squadron.conditions)


def _around(view: State) -> Iterator[str]:
    """Yield the ids of the terms about the terrain on the table and the optional rules that are
    on.
    """
    yield from map(_of_piece, view.terrain)
    if view.rules.formation and not view.rules.quick_start:
        yield "formation"
    if view.rules.scrolling_sea:
        yield "scrolling_sea"


def _of_piece(piece: Terrain) -> str:
    """Return the id of the term about the kind of a piece of terrain."""
    return "island" if piece.kind == "land" else piece.kind


# The reference: an entry of a few lines for each ship, card, admiral, measure, die and term.


UNSURE = "~"
"""The mark of a reconstructed figure, that is, one not seen in print."""

_SCENARIO = ("objective", "setting", "deployment", "condition")
_LEGEND = f"{UNSURE} not seen in print"
PLAIN = frozenset(
    (
        *("term", "phase", "test", "state", "range", "terrain", "dice"),
        *("point of sail", "sail setting", "seamanship", "crew action", "attack", "critical"),
        KIND,
    )
)
"""Kinds of term that are linked in texts even where the name is in lower case. Names of other kinds
are also common words."""
SEA_WORDS = (
    *("port", "starboard", "beam", "quarter", "ahead", "astern", "leeward", "lee", "in irons"),
    *(
        "helm",
        "hull",
        "rigging",
        "mast",
        "ship of the line",
        "frigate",
        "consort",
        "prize",
        "anchor",
    ),
)
"""The sailors' words that the texts of this game use, so that the reference explains them."""
_linked: list[tuple[Book, tuple[Term, ...]]] = []
"""A cache of one entry: (data set, its terms). Finding all links between terms takes long."""


def terms() -> tuple[Term, ...]:
    """Return every term that a player may look up, with links from one to the other."""
    if not _linked or _linked[0][0] is not book():
        known = book()
        die = book().dice.die
        count = {face: die.faces.count(face) for face in dict.fromkeys(die.faces)}
        faces = ", ".join(f"{times} {face}" for face, times in count.items())
        entries = (
            *(_ship(ship) for ship in known.ships.values()),
            *(_card(card) for card in known.cards.values()),
            *(_admiral(admiral) for admiral in known.admirals.values()),
            *(_rule(rule) for rule in known.rules.values()),
            *(_upgrade(card) for card in known.upgrades.values()),
            *(_commander(card) for card in known.commanders.values()),
            *(
                _named("keyword", keyword, keyword.name, keyword.effect)
                for keyword in known.keywords.values()
            ),
            *(_faction(faction) for faction in known.factions.values()),
            *(_faction_rule(rule) for rule in known.faction_rules.values()),
            *(_size(size) for size in known.sizes.values()),
            *_measures(),
            *[
                _term(die, "Die", "dice", f"Eight faces: {faces}."),
                *(_counting(place) for place in book().dice.places.values()),
            ],
            *(_glossary(term) for term in known.glossary.values()),
            _tokens(known),
            *(_event(card) for card in known.events.values()),
            *(_piece(piece) for piece in known.pieces.values()),
            *(
                _named(kind, card, card.name, card.effect)
                for kind in _SCENARIO
                for card in getattr(known, f"{kind}s").values()
            ),
        )
        entries = (*entries, *sea_terms(SEA_WORDS, entries))
        # Not linked: in the texts of cards, captains and admirals are officers.
        _linked[:] = [(book(), (*linked(entries, PLAIN), *program_terms()))]
    return _linked[0][1]


def _figure(record: Fact, field: str) -> str:
    """Return the value of a field as text, with `~` if it is reconstructed."""
    sign = UNSURE if record.sure(field) in ("inferred", "unknown") else ""
    value = getattr(record, field)
    return f"{value:g}{sign}" if isinstance(value, float) else f"{value}{sign}"


def _term(record: Fact, name: str, kind: str, *lines: str) -> Term:
    """Return a term of the reference with the lines that are not empty."""
    said = tuple(filter(None, lines))
    faction = str(getattr(record, "faction", ""))
    if not faction or ":" in faction:  # the source of a card that another card brings
        nation = ""
    else:
        nation = "any nation" if faction == "any" else nation_name(faction)
    return Term(record.id, name, kind, said, record.confidence, group=nation)


def _ship(ship: ShipType) -> Term:
    known = book().rules
    rules = ", ".join(known[rule].name for rule in ship.special_rules) or "none"
    options = ", ".join(f"{known[key].name} {cost}" for key, cost in ship.options.items())
    values = ", ".join(
        f"{field} {_figure(ship, field)}"
        for field in ("fortitude", "broadside", "crew", "windward", "large")
    )
    rate, points, base = (_figure(ship, field) for field in ("ship_class", "points", "base"))
    head = f"{rate}, {points} points, {base} base"
    line = ", ship of the line" if ship.ship_of_the_line else ""
    unsure = UNSURE if ship.sure("special_rules") in ("inferred", "unknown") else ""
    return _term(
        ship,
        ship.name,
        "ship",
        values,
        f"{head}, {ship.length:g} by {ship.width:g} inches{line}",
        f"rules{unsure}: {rules}",
        f"options: {options}" if options else "",
        f"sails for: {', '.join(ship.factions)}",
        _LEGEND if "inferred" in ship.doubts.values() else "",
    )


def _card(card: InitiativeCard) -> Term:
    nation = _figure(card, "faction").replace(":", " ")
    owner = "any squadron" if card.faction == "any" else nation
    after = "discarded after play" if card.discard else "returns to the hand"
    head = f"value {_figure(card, 'value')}, {owner}, {card.timing}, {after}"
    legend = _LEGEND if UNSURE in head else ""
    return _term(card, card.name, "initiative card", head, card.effect, legend)


def _admiral(admiral: Admiral) -> Term:
    words = ", ".join(book().keywords[word].name for word in admiral.keywords)
    nation = "any nation" if admiral.faction == "any" else admiral.faction
    head = f"value {_figure(admiral, 'value')}, {_points(admiral)}, {nation}"
    return _term(admiral, admiral.name, "admiral", head, f"keywords: {words}" if words else "")


def _rule(rule: SpecialRule) -> Term:
    if rule.kind == "upgrade card":
        return _named("rule", rule, rule.name, rule.effect, kind="rule of an upgrade")
    kind = {"ship": "special rule", "upgrade": "ship option"}.get(rule.kind, "rule or option")
    return _term(rule, rule.name, kind, rule.effect)


def _upgrade(card: Upgrade) -> Term:
    limits = (
        "" if not card.factions else " or ".join(card.factions) + " only",
        "" if card.ships_of_the_line else "not on a ship of the line",
        "" if card.flagship else "not on the flagship",
        "the ship's only upgrade card" if card.alone else "",
    )
    head = ", ".join(word for word in (_points(card), *limits) if word)
    unsure = UNSURE if card.sure("effect") in ("inferred", "unknown") else ""
    legend = "~ not seen in print: worked out from name and price" if unsure else ""
    return _named("upgrade", card, card.name, head, f"{card.effect}{unsure}", legend)


def _commander(card: Commander) -> Term:
    nation = "any nation" if card.faction == "any" else card.faction
    words = ", ".join(book().keywords[word].name for word in card.keywords)
    return _named("commander", card, card.name, f"{_points(card)}, {nation}", f"keywords: {words}")


def _points(card: Upgrade | Commander | Admiral) -> str:
    return f"{_figure(card, 'cost')} {'point' if abs(card.cost) == 1 else 'points'}"


def _faction(faction: Faction) -> Term:
    rules = [book().faction_rules[rule] for rule in faction.rules]
    return _named(
        "faction", faction, faction.name, *(f"{rule.name}: {rule.effect}" for rule in rules)
    )


def _faction_rule(rule: FactionRule) -> Term:
    unsure = UNSURE if rule.sure("effect") in ("inferred", "unknown") else ""
    legend = _LEGEND if unsure else ""
    effect = f"{rule.effect}{unsure}"
    return _named("faction_rule", rule, rule.name, effect, legend, kind="rule of a nation")


def _size(size: GameSize) -> Term:
    line = "" if size.ships_of_the_line else ", no ship of the line"
    return _named(
        "size",
        size,
        size.name,
        f"Squadrons of {size.points} points, {size.fewest} to {size.most} ships{line}.",
        kind="size of game",
    )


def _named(prefix: str, record: Fact, name: str, *lines: str, kind: str = "") -> Term:
    """Return a term with `prefix` before its id, because records of other kinds may have the
    same id.
    """
    term = _term(record, name, kind or prefix, *lines)
    return Term(f"{prefix}_{record.id}", term.name, term.kind, term.lines, term.confidence)


def _measures() -> list[Term]:
    measures = book().measures
    ranges = [
        _term(
            band,
            band.name,
            "range",
            f"Up to {_figure(band, 'distance')} inches between the nearest points of two bases.",
        )
        for band in measures.ranges.values()
    ]
    tools = [
        Term(
            f"tool_{speed}",
            f"Speed {speed} tool",
            "movement tool",
            (
                f"{_figure(tool, 'length')} inches ahead, a turn of up to "
                f"{_figure(tool, 'turn')} degrees.",
            ),
            tool.confidence,
        )
        for speed, tool in measures.tools.items()
    ]
    return ranges + tools


def _counting(place: Counting) -> Term:
    name = place.id.replace("_", " ").capitalize()
    symbols = f"{place.place}: {', '.join(place.symbols)}."
    return _named("dice", place, f"{name} dice", symbols)


def _event(card: EventCard) -> Term:
    sign = "" if card.name_confidence in ("printed", "quoted-secondhand") else UNSURE
    lasts = {"at_once": "At once.", "turn": "For this turn.", "game": "Stays face up."}
    ends = [book().events[event].name for event in card.ends if event in book().events]
    over = f"Ends {' and '.join(ends)}." if ends else ""
    return _named("event", card, card.name + sign, card.effect, lasts[card.lasts], over)


def _piece(piece: TerrainPiece) -> Term:
    across, along = zip(*piece.outline, strict=True)
    size = f"{max(across) - min(across):.1f} by {max(along) - min(along):.1f} inches"
    return _named("piece", piece, piece.name, f"A piece of terrain: {piece.kind}, {size}.")


def _glossary(term: GlossaryTerm) -> Term:
    marked = f". Token: {' '.join(term.sign)}" if term.sign else ""
    entry = _term(term, term.name, term.kind, term.text, f"Rulebook ch. {term.chapter}{marked}")
    return replace(entry, signs=term.sign)


def _tokens(known: Book) -> Term:
    """Return the term that explains all token letters, in the order in which they stand beside a
    ship.
    """
    signed = sorted(
        (term for term in known.glossary.values() if term.sign and term.sign in SIGNS),
        key=lambda term: SIGNS.index(term.sign),
    )
    words = ", ".join(f"{' '.join(term.sign)} {term.name}" for term in signed)
    line = "Signs beside a hull, in the strip and on the card, in this order:"
    return Term("token", "Token", "term", (line, f"{words}."))
