"""The reference: terms, pictures and figures explained in our own words."""

from __future__ import annotations

from functools import cache

from engine.base.text import pluralized
from engine.game.parts.words import Term
from engine.kit.program_words import program_terms
from engine.kit.sea_words import sea_terms
from engine.systems.wooden_ships.data import Book, Printed, book
from engine.systems.wooden_ships.fleet import status
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.state.steps import PHASES, Phase

AIDS: dict[str, tuple[str, str]] = {
    "ghost": (
        "Ghost of a plot",
        "While you type a plot, the chart shows the ship's final position, her numbered steps and "
        "the hexes that she can still reach. Beside it are the points and turns that she has "
        "left, and what her attitude at the end allows next turn.",
    ),
    "over_all_plots": (
        "Against all plots of the enemy",
        "Your plot is compared with every legal plot of one enemy, as if no other ship were near: "
        "in how many of them your loaded side can fire at the enemy (bear) or rake her (rake), in "
        "how many the enemy rakes your ship (raked), and in how many the two collide. The figures "
        "are exact for these two ships; a half comes from a hex that a die decides. Other ships, "
        "which may block or be nearer, are ignored.",
    ),
    "reach": (
        "Overlay: reach",
        "The hexes that bow or stern of the selected ship can reach, each with the first impulse "
        "in which she can be there.",
    ),
    "cover": (
        "Overlay: cover",
        "The hexes that the loaded sides of the selected ship can fire into, after any of her "
        "plots.",
    ),
    "danger": (
        "Overlay: danger",
        "How many enemies of the selected ship could fire into a hex after some plot; + for ten "
        "or more. A side fires only at the nearest ship, so fewer enemies will fire.",
    ),
    "collision_watch": (
        "Own ships that collide",
        "Below the sheet are your own ships whose plots collide, with step and hex. Ships that "
        "have no plot yet, and ships of other seats, are ignored.",
    ),
    "rose": (
        "Overlay: wind",
        "The movement points on each of the six headings, with the ship's damage included. The "
        "present heading is in brackets, and a marked line leads to D, the heading on which she "
        "stops. While you type a plot, the overlays of wind and fields of fire are drawn for the "
        "end of the plot.",
    ),
    "drift_clock": (
        "Overlay: drift",
        "The number on a ship's stern says for how many movement phases she has not moved a hex. "
        "`drifts` marks the place to which she drifts at the end of this turn, unless she moves a "
        "hex ahead.",
    ),
    "ties": (
        "Ties",
        "Dotted lines join ships that are tied: close dots for grappled ships, wide dots for "
        "fouled ones.",
    ),
    "step_by_step": (
        "Step by step",
        "Keys go forward and back through the steps of a turn: each impulse, contest, collision "
        "and die, with the plots beside the bows until they are carried out. In a replay they "
        "work at any time; in a battle while a turn is played, which then pauses until you press "
        "another key.",
    ),
    "cut_short": (
        "Cut short",
        "After plots were carried out, the log names each plot that was cut short, the part that "
        "was sailed, and the ship that stopped it.",
    ),
    "signals": (
        "Signals",
        "In a battle with signals each flagship hoists one before the orders, or none: engage, "
        "close with, follow, bear up, haul wind, make sail for. Friends and enemies see it on the "
        "chart until the next signals. A signal is not binding; the flagship is the first ship of "
        "a seat that still fights.",
    ),
    "chance_table": (
        "Chance table",
        "The first line is the sum that gives the hit table. The next lines say on how many of "
        "the six faces of the die the target strikes, loses a section of rigging or loses a "
        "section of crew. Then come the two largest average hits, and the hits of each face: h "
        "hull, g guns, c crew, r rigging. The chosen aim is in brackets, the other one beside it. "
        "The figures are exact for one broadside; other fire is not counted.",
    ),
    "hold_or_fire": (
        "Hold or fire",
        "How many hits the first broadside adds now, how many it would add at range 1, and after "
        "how many turns the empty sides can fire again.",
    ),
    "standing_choices": (
        "Standing choices",
        "You can set them at any time: the lowest hit table at which all ships, or one of them, "
        "fire; and the ships for which you are asked about neighbours of their own side, whom they "
        "may grapple or send crew to. The choices are kept until you change them, and other "
        "players do not see them. At "
        "first ships fire from table 0 on, and no ship is asked about neighbours of her own side.",
    ),
    "melee_forecast": (
        "Melee forecast",
        "The chances after three rounds against the whole crew of the enemy, if one section "
        "boards, if two board, and so on up to all: exact over all dice. `Lose` includes fights "
        "in which both crews reach zero. Below are the prize crew that her prisoners need, and "
        "what it costs to send sections away.",
    ),
    "surrender_watch": (
        "Overlay: watch",
        "The ships that one shot may make surrender where they lie now: a ship without guns, or a "
        "ship without rigging that can be raked. Ships that are saved only by a friend as large "
        "as the firer are marked, too.",
    ),
    "way_there": (
        "Overlay: way",
        "How many turns the selected ship needs from a hex, on the best heading there, to bring a "
        "broadside to bear on an enemy within five hexes; 0 means at once. Wind, turns, tacks and "
        "land are counted; enemies are assumed to hold their course this turn.",
    ),
    "fleet_drafts": (
        "Drafts for all",
        "A key fills the whole sheet: follow the ship ahead, abreast at the pace of the slowest, "
        "turn together. Ships that would collide get the nearest plot that keeps clear. Change "
        "what you like before you seal.",
    ),
    "plots_in_hindsight": (
        "Plots in hindsight",
        "When you look back, each plot is compared with all other plots of the ship, against the "
        "real plots of all others. The measure is the fire that she may expect to give, minus the "
        "fire that she may expect to take, minus the harm of a collision. A contested hex that "
        "needs a die is given to the ship with the lower id.",
    ),
    "choosing": (
        "Choosing ships",
        "Captains who share a fleet choose its ships one at a time; every second round goes in "
        "reverse order. A captain who leaves the choice to the program gets the ship with most "
        "points at each of his turns. Nobody is asked about the last ship.",
    ),
}
"""{id of a figure or an overlay of the screen: (its name, its text)}."""

NOW: dict[Phase, tuple[str, ...]] = {
    "choosing": ("choosing",),
    "signals": ("signals",),
    "orders": (
        "ghost",
        "over_all_plots",
        "collision_watch",
        "fleet_drafts",
        "reach",
        "cover",
        "danger",
        "rose",
        "drift_clock",
        "standing_choices",
    ),
    "grappling": ("ties", "standing_choices"),
    "boarding": ("melee_forecast", "ties", "standing_choices"),
    "combat": ("chance_table", "hold_or_fire", "surrender_watch", "standing_choices"),
}
"""{phase: ids of the figures and overlays that help in this phase}."""


# The reference: entries for ships, classes, attitudes, parties, and the terms of the rules.


SEA_WORDS = (
    *("port", "starboard", "bow", "stern", "beam", "quarter", "ahead", "astern", "abreast"),
    *("windward", "leeward", "close-hauled", "hull", "rigging", "mast", "carronade"),
    *("ship of the line", "frigate", "sloop", "corvette", "consort", "prize", "colours"),
    *("squadron", "flagship", "anchor", "helm", "lee"),
)
"""The sailor's words that the texts of this game use; the reference explains them."""


def terms() -> tuple[Term, ...]:
    """Return every entry that a player may look up."""
    return _terms(book().version)


@cache
def _terms(version: str) -> tuple[Term, ...]:
    facts: Book = book()
    found = [
        Term(key, fact.name, "rule", (" ".join(fact.lines),), fact.confidence)
        for key, fact in facts.glossary.items()
    ]
    found += [Term(key, name, "aid", (text,)) for key, (name, text) in AIDS.items()]
    for key, ship in facts.ships.items():
        lines = (
            f"{ship.quality} crew, {pluralized(ship.points, 'point')}",
            *_boxes(ship),
            *ship.notes,
        )
        whose = ship.nation.capitalize()
        found.append(Term(key, ship.name, "ship", lines, ship.confidence, group=whose))
    for key, kind in facts.classes.items():
        name = f"{kind.nation.capitalize()} {kind.rated}"
        worth = ", ".join(f"{quality} {points}" for quality, points in kind.points.items())
        lines, whose = (*_boxes(kind), f"points: {worth}"), kind.nation.capitalize()
        found.append(Term(key, name, "class", lines, kind.confidence, group=whose))
    return (*found, *sea_terms(SEA_WORDS, found), *program_terms())


def terms_of(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms about a ship: her conditions, and her record."""
    ship = view.ships.get(key)
    return (*status(view, ship), ship.record) if ship else ()


_NOW: dict[Phase, tuple[str, ...]] = {
    "unfouling": ("fouled",),
    "orders": ("plot", "attitude", "impulse", "drift"),
    "grappling": ("grappled",),
    "ungrappling": ("grappled",),
    "boarding": ("OBP", "DBP", "TBP", "melee"),
    "combat": ("broadside", "rake", "initial", "guns", "hit_table", "quality"),
    "melee": ("melee", "DBP"),
    "loading": ("initial",),
}


def terms_now(view: State, key: str) -> tuple[str, ...]:
    """Return the ids of the terms that help now: those of the phase, and those about the ship
    `key`.
    """
    phase = PHASES[type(view.agenda[-1])] if view.agenda else "end"
    asked = (*_NOW.get(phase, ()), *NOW.get(phase, ()), *terms_of(view, key))
    return tuple(dict.fromkeys((*asked, "to_win")))  # always included, because it never disturbs


def _boxes(ship: Printed) -> tuple[str, ...]:
    guns, carronades = ship.guns, ship.carronades
    return (
        f"{ship.ship_class}, {pluralized(ship.rated, 'gun')}, {ship.nation}",
        f"hull {ship.hull}, crew {'-'.join(map(str, ship.crew))}, "
        f"rigging {'-'.join(map(str, ship.rigging))}",
        f"port {guns.port}+{carronades.port}, starboard {guns.starboard}+{carronades.starboard}",
        f"battle speed {ship.battle_speed}, turning {ship.turning}",
    )
