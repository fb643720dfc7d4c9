"""The panel beside the chart: ship cards, a line for each squadron, hands of cards, the status
bar.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.text import join_names, some
from engine.game.panel import (
    Heading,
    Row,
    ShipLine,
    ShipPlan,
    SideLine,
    Span,
    Style,
    Title,
    Track,
    Words,
    taught_rows,
    words,
)
from engine.game.parts.screen import Status
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import ShipType
from engine.systems.oak_iron.effects.dice import skill
from engine.systems.oak_iron.machine import keywords, name_of
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.screen.brief import STEPS, brief, step_of
from engine.systems.oak_iron.screen.scene import drawn_side
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.ships import is_fleet_battle, sides, summed
from engine.systems.oak_iron.state.state import HIDDEN, SAILS, PointOfSail, Ship, Squadron, State
from engine.systems.oak_iron.state.wording import statuses, tokens
from engine.systems.oak_iron.table.sight import points
from engine.systems.oak_iron.turn.end_phase import LAST_TURN
from engine.systems.oak_iron.victory import strike
from engine.systems.oak_iron.victory import strike as account
from engine.systems.oak_iron.victory.objectives import progress

# The ship card: the figures of the printed card, and the ship's present state.


UNSURE = ("inferred", "unknown")
"""A figure with one of these confidences is marked as reconstructed (not seen in print)."""
MARK = "~"
"""The mark after a reconstructed figure."""
LEGEND = "~ reconstructed figure"


def card(view: State, key: str) -> tuple[Row, ...]:
    """Return the card of a ship, with her figures and her state, as rows; () for an unknown
    ship.
    """
    ship = view.ships.get(key)
    if ship is None:
        return ()
    facts = book().ships[ship.type]
    shown = ("fortitude", "broadside", "crew", "windward", "large", "special_rules")
    faction = view.squadrons[ship.squadron].faction
    kind = facts.name if ship.name else facts.ship_class
    kind += f", {faction.title()}" if faction else ""
    name = ship.name or facts.name
    guns = figure(facts, "broadside") + (f"{more:+d}" if (more := _more_guns(ship)) else "")
    first = (("fortitude", figure(facts, "fortitude")), ("broadside", guns))
    second = (("skill", str(skill(view, ship))), ("windward", figure(facts, "windward")))
    spans = [Span("sail   ")]
    for setting in reversed(SAILS):
        chosen = setting == ship.sail
        spans.append(Span(" "))
        spans.append(Span(f"[{setting.upper()}]", "head") if chosen else Span(setting, "dim"))
    doubtful = _mark(facts, "special_rules")
    names = [name_of(rule) + doubtful for rule in facts.special_rules]
    names += [name_of(option) for option in (*ship.options, *ship.upgrades)]
    rows: list[Row] = [words(", ".join(names), "dim", depth="usual")] if names else []
    if ship.commander:
        record = book().commanders[ship.commander]
        rows.append(words(f"{record.name}: {_listed(record.keywords)}", depth="usual"))
    if view.is_flagship(ship.id) and view.squadrons[ship.squadron].admiral:
        squadron = view.squadrons[ship.squadron]
        chief = book().admirals.get(squadron.admiral)
        called = chief.name if chief is not None else wording.plain(squadron.admiral).title()
        words_of = f": {_listed(keywords(squadron))}" if keywords(squadron) else ""
        rows.append(
            words(f"admiral {called}, value {squadron.admiral_value}{words_of}", depth="usual")
        )
    states: list[Row] = []
    if ship.reload:
        states.append(words(f"{join_names(list(ship.reload))} to reload", "warning"))
    for status in statuses(view, ship):
        if status != "flagship":
            states.append(words(status, "dim" if status.startswith("has ") else "warning"))
    ready = [side for side in ("port", "starboard") if side not in ship.reload]
    told = f"guns loaded: {' and '.join(ready) or 'none'}"
    return (
        Title(ship.id, ship.holder, name, kind, tokens(view, ship, wake=True)),
        *_plan(ship, facts),
        *taught_rows(
            "range_and_broadside", words(_columns((*first, ("crew", figure(facts, "crew")))))
        ),
        *taught_rows(
            "sails_and_speed", words(_columns((*second, ("large", figure(facts, "large")))))
        ),
        _track("damage", ship.damage, ship.damage_boxes),
        _track("fatigue", ship.fatigue, ship.fatigue_boxes),
        words(
            "at anchor" if ship.sail == "anchored" else f"{ship.sail} sail",
            until="first",
            lesson="sails_and_speed",
        ),
        *taught_rows("sails_and_speed", Words(tuple(spans), short=f"sail {ship.sail}")),
        *taught_rows("sails_and_speed", *_speeds(view, ship)),
        *rows,
        *([words(told, until="first", lesson="reload_and_crew")] if ship.afloat else []),
        *states,
        *(
            [words(LEGEND, "dim", depth="all")]
            if any(_mark(facts, field) for field in shown)
            else []
        ),
    )


def _track(label: str, filled: int, total: int) -> Row:
    said = f"{filled} of {total}"
    told = f"{filled} {label} of {total}" if filled else f"no {label}"
    return Track(label, filled, total, note=said, told=told, lesson="rally_and_striking")


def figure(facts: ShipType, field: str) -> str:
    """Return a figure of a ship card as text, with `~` if it is reconstructed."""
    return f"{getattr(facts, field)}{_mark(facts, field)}"


def _mark(facts: ShipType, field: str) -> str:
    return MARK if facts.sure(field) in UNSURE else ""


def _plan(ship: Ship, facts: ShipType) -> list[Row]:
    if not ship.afloat or ship.out_of_action:
        return []
    guns = facts.broadside + _more_guns(ship)
    loaded = ["port" not in ship.reload, "starboard" not in ship.reload]
    return [*taught_rows("reload_and_crew", ShipPlan(ship.holder, guns, *loaded))]


def _more_guns(ship: Ship) -> int:
    return ("additional_guns" in ship.options) - ("poorly_armed" in ship.upgrades)


def _columns(pairs: tuple[tuple[str, str], ...]) -> str:
    widths = (14, 15, 0)
    shown = (
        f"{name} {value}".ljust(width) for (name, value), width in zip(pairs, widths, strict=True)
    )
    return "".join(shown)


def _speeds(view: State, ship: Ship) -> list[Row]:
    if not ship.afloat:
        return []
    now = view.activation
    if now is not None and now.ship == ship.id and now.phase == "movement":
        at: tuple[PointOfSail, ...] = (now.point,) if now.point else points(view, ship.id)
        adjust, cut_free = now.adjust, now.cut_free
    else:
        at, adjust, cut_free = points(view, ship.id), 0, ship.cut_free
    speeds = dict.fromkeys(rating(view, ship.id, point, adjust, cut_free) for point in at)
    if len(speeds) > 1:
        several = " or ".join(
            f"{each.value} {each.reasons[0].rstrip('0123456789 ')}"
            if len(each.reasons) == 1
            else f"{each.value} = {', '.join(each.reasons)}"
            for each in speeds
        )
        return [words(f"speed   {several}: her captain chooses")]
    return [words(f"speed   {each.value} = {', '.join(each.reasons)}") for each in speeds]


def _listed(keywords: tuple[str, ...]) -> str:
    return ", ".join(map(name_of, keywords))


# The roster of squadrons, the hand of cards and the status bar.


FATES = {"sunk": "sunk", "destroyed": "destroyed", "left": "off the table"}


def squadrons(view: State) -> tuple[Row, ...]:
    """Return the ships of every squadron with the strike points.

    During set-up, return the panel of the set-up instead.
    """
    if view.phase == "set_up":
        return brief(view)
    return _standings(view)


def forces(view: State) -> tuple[Row, ...]:
    """Return the ships of every squadron, and where each squadron's strike points come from.

    Unlike `squadrons`, it shows the ships during set-up too.
    """
    return (*_standings(view), *_ledger(view))


FLAGSHIP = " (a flagship 3 in the turn of her loss, 2 from the next turn)"
"""Text after the strike points of a lost ship, if the rule `flagship_points` is on."""


def to_win(view: State) -> tuple[Row, ...]:
    """Return how the battle is won (Oak & Iron ch. 4, End Phase)."""
    if view.phase == "set_up":
        return ()
    flagship = FLAGSHIP if view.rules.flagship_points else ""
    return (
        Heading("To win"),
        words(
            f"A crippled ship gives its side 1 strike point, a lost one 2{flagship}. A side with "
            "more strike points than ships left withdraws at the end of the turn, and loses."
        ),
        words(f"After turn {LAST_TURN} the side with fewer strike points wins."),
    )


def _ledger(view: State) -> Iterator[Row]:
    """Yield rows that say where each squadron's strike points come from.

    They also name each single loss that would make the squadron's side withdraw.
    """
    if view.phase == "set_up":
        return
    yield Heading("Strike points from")
    for key, squadron in view.squadrons.items():
        style: Style = "side_a" if drawn_side(view, key) == "A" else "side_b"
        made = ", ".join(account.entries(view, key)) or "none"
        yield words(f"{squadron.name}: {made}; withdraws above {strike.borne(view, key)}", style)
        if steps := account.one_step_from(view, key):
            yield words(f"withdraws after one of: {', '.join(steps)}", style)


def _standings(view: State) -> tuple[Row, ...]:
    rows: list[Row] = [Heading("Strike points/ships")]
    for squadron in view.squadrons.values():
        style: Style = "side_a" if drawn_side(view, squadron.key) == "A" else "side_b"
        points, ships = strike.points(view, squadron.key), strike.total(view, squadron.key)
        tip = tipping(view, squadron.key)
        fortune = f"fortune {squadron.fortune}" if squadron.fortune else ""
        # Two fleets may have squadrons of the same name, so ships are shown with the squadron's
        # letter.
        letter = squadron.key if is_fleet_battle(view) else ""
        score = f"{points}/{ships}"
        card = " + ".join(map(wording.valued, at_work(squadron)))
        rows.append(
            SideLine(
                key=squadron.key,
                name=squadron.name,
                style=style,
                points=score,
                tip=tip,
                spare=fortune,
                letter=letter,
                card=card,
                told=f"{some(points, 'strike point')}, {some(ships, 'ship')}{TIPS.get(tip, '')}",
                lesson="rally_and_striking",
            )
        )
        for ship in view.own_ships(squadron.key):
            note = ""
            if ship.lost:
                note = FATES[ship.lost]
            elif ship.out_of_action:
                note = "out of action"
            elif ship.captured_by:
                note = f"taken by {wording.squadron_name(view, ship.captured_by)}"
            rows.append(
                ShipLine(
                    key=ship.id,
                    owner=ship.holder,
                    tokens=tokens(view, ship, wake=True),
                    name=ship.name or wording.type_name(ship),
                    tracks=(
                        ("d", ship.damage, ship.damage_boxes),
                        ("f", ship.fatigue, ship.fatigue_boxes),
                    ),
                    note=note,
                    told=note or (f"{ship.damage} damage" if ship.damage else "unharmed"),
                    lesson="rally_and_striking",
                )
            )
    if view.phase != "set_up" and (text := progress(view)):
        rows.append(words(f"Objective: {text}"))
    return tuple(rows)


def status(view: State) -> Status:
    """Return the texts of the status bar: turn, phase, initiative, strike points."""
    shown = view.outcome
    if view.phase == "set_up" and shown is None:
        number, name = step_of(view)
        return Status(view.title, f"SET-UP {number} OF {len(STEPS)}", name.upper())
    phase = "OVER" if shown is not None else view.phase.replace("_", " ").upper()
    leader = wording.squadron_name(view, view.initiative) if view.initiative else ""
    note = f"{leader} has the initiative" if leader else ""
    in_short = f"initiative {leader}" if leader else ""
    if shown is not None:
        note, in_short = shown.told, ""
    points = "  ".join(
        f"{wording.squadron_name(view, side)} {summed(strike.points, view, side)}"
        f"/{summed(strike.total, view, side)}"
        for side in sides(view)
    )
    counts = [
        (
            wording.squadron_name(view, side),
            summed(strike.points, view, side),
            summed(strike.total, view, side),
        )
        for side in sides(view)
    ]
    struck = ", ".join(f"{name} {count}" for name, count, _ in counts)
    left = ", ".join(f"{name} {ships}" for name, _, ships in counts)
    in_force = ", ".join(wording.plain(event) for event in view.events_in_force)
    turn = f"TURN {view.turn} OF {LAST_TURN}"
    card = book().objectives.get(view.objective) if view.plan else None
    return Status(
        title=f"{view.title}: {card.name}" if card else view.title,
        turn=turn,
        phase=phase,
        note=note,
        points=points,
        standing=f"strike points: {struck}; ships left: {left}",
        in_force=in_force,
        note_in_short=in_short,
    )


def at_work(squadron: Squadron) -> tuple[str, ...]:
    """Return the cards that affect a squadron this turn: the face-up card, and second cards."""
    return (*([squadron.face_up] if squadron.face_up else []), *(squadron.borrowed or ()))


def hand(view: State, seat: str) -> tuple[Row, ...]:
    """Return the cards of a seat's hand with their effects, and what everyone may know of other
    hands.
    """
    rows: list[Row] = []
    own = view.squadrons.get(seat)
    if own is not None:
        # Before the lesson about cards, the heading does not mention Fortune Points.
        lesson = "initiative_cards"
        rows.append(Heading(f"Hand of {own.name}", until="first", lesson=lesson))
        rows += taught_rows(lesson, Heading(f"Hand of {own.name}, fortune {own.fortune}"))
        rows += [_card_row("now", card) for card in at_work(own)]
        rows += [_card_row("next", own.face_down)] if own.face_down else []
        rows += [_card_row("", card) for card in _by_value(own.hand)]
    for squadron in view.squadrons.values():
        if squadron.key != seat:
            theirs: list[Row] = [Heading(f"Hand of {squadron.name}, fortune {squadron.fortune}")]
            theirs += [_card_row("now", card) for card in at_work(squadron)]
            theirs += [_card_row("next", squadron.face_down)] if squadron.laid_open else []
            laid = ", one face down" if squadron.face_down and not squadron.laid_open else ""
            theirs.append(words(f"{some(len(squadron.hand), 'card')} in hand{laid}"))
            held = [
                card for card in squadron.seen if card != HIDDEN and card not in squadron.discarded
            ]
            known = [
                wording.valued(card)
                for card in _by_value(tuple(held))
                if card not in at_work(squadron)
            ]
            if known:
                theirs.append(words(f"seen: {', '.join(known)}", "dim"))
            rows += taught_rows("initiative_cards", *theirs)
    return tuple(rows)


TIPS = {
    "STRIKES": "; withdraws",
    "1 cripple ends it": "; withdraws when 1 more is crippled",
    "1 loss ends it": "; withdraws when 1 more is lost",
}
"""What each label of `tipping` means, in words for players who have not been taught the labels."""


def tipping(view: State, squadron: str) -> str:
    """Return a label for how near a squadron's side is to withdrawing; '' if it is not near.

    'STRIKES': it withdraws this turn; '1 cripple ends it' or '1 loss ends it': one more ship
    Crippled or lost is enough. Oak & Iron ch. 4, Strike Points.
    """
    if account.strikes(view, squadron):
        return "STRIKES"
    # Every panel calls this function, so it stops at the first ship that it finds.
    if any(account.by_a_cripple(view, squadron)):
        return "1 cripple ends it"
    return "1 loss ends it" if any(account.by_a_loss(view, squadron)) else ""


def _by_value(cards: tuple[str, ...]) -> list[str]:
    known = book().cards
    return sorted(cards, key=lambda card: (known[card].value if card in known else 99, card))


def _card_row(lead: str, card: str) -> Row:
    spans = [Span(f"{lead:<5}", "dim")] if lead else []
    record = book().cards.get(card)
    if record is None:
        return Words((*spans, Span("a card, face down")))
    gone = " Discarded when played." if record.discard else ""
    name = Span(f"{record.value} {record.name}", "head" if lead else "text")
    return Words((*spans, name, Span(f"  {record.effect}{gone}", "dim")))
