"""Words of the sea that not everybody knows, explained for the references of the games."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game.parts.words import Term

KIND = "sea word"
"""The kind of this module's terms. A game may say that terms of this kind become links even where a
text has them in lower case."""

_MEANINGS: dict[str, str] = {
    "port": "The left side of a ship, for somebody who looks to her bow. A turn to port is a "
    "turn to the left. The other side is starboard.",
    "starboard": "The right side of a ship, for somebody who looks to her bow. A turn to "
    "starboard is a turn to the right. Short: stbd. The other side is port.",
    "bow": "The front end of a ship.",
    "stern": "The rear end of a ship.",
    "beam": "Straight out from the side of a ship, halfway between bow and stern.",
    "quarter": "The direction between the side of a ship and her stern, to port or starboard.",
    "ahead": "In front of the bow. Sailing ahead is sailing straight on.",
    "astern": "Behind the stern.",
    "abreast": "Side by side, with the same heading.",
    "windward": "Towards the wind, the side that it blows from. A ship to windward of another "
    "decides whether they meet: she has the weather gage.",
    "leeward": "Away from the wind, the side that it blows to. Also lee.",
    "lee": "The side of a ship or of land to which the wind blows.",
    "in irons": "A ship that points straight into the wind: she has stopped, and must turn out "
    "of it before she can sail.",
    "close-hauled": "Sailing as near to the wind as a ship can.",
    "helm": "What a ship is steered with: wheel and rudder.",
    "hull": "The body of a ship, without masts and sails.",
    "rigging": "Masts, sails and ropes. A ship that loses them is slower, or stops.",
    "mast": "A pole that carries the sails.",
    "carronade": "A short, heavy gun that reaches only a short way.",
    "ship of the line": "A large ship with two or three decks of guns, built to fight in a line.",
    "frigate": "A fast ship with one deck of guns, smaller than a ship of the line.",
    "corvette": "A small, fast warship, smaller than a frigate.",
    "sloop": "A small, fast warship.",
    "fluyt": "A merchant ship with a large hold, slow but hard to sink.",
    "shoal": "Shallow water, where a ship may run aground.",
    "aground": "Held by the bottom: the water is too shallow for the ship.",
    "consort": "Another ship of the same side, near by.",
    "prize": "A captured ship.",
    "colours": "The flag of a ship. A ship that strikes her colours surrenders.",
    "squadron": "A group of ships under one commander.",
    "flagship": "The ship with the commander of a squadron aboard.",
    "ram": "An iron spur under water at the bow, to pierce the hull of an enemy.",
    "casemate": "An armoured house on the deck, with guns that fire through its sides.",
    "turret": "An armoured round house on the deck; it turns, and its guns with it.",
    "monitor": "A low ironclad with one or two turrets.",
    "tow": "To pull another ship by a rope.",
    "draft": "How deep a ship lies in the water: the depth that she needs to float.",
    "anchor": "An iron hook on the sea bed that holds a ship in her place.",
}
"""{word: our own explanation of it}."""


def sea_terms(words: Iterable[str], known: Iterable[Term]) -> tuple[Term, ...]:
    """Return glossary terms for sea words.

    A word that the game explains itself, in a term of `known`, is left out.

    >>> [term.name for term in sea_terms(["port", "bow"], [Term("bow", "Bow", "rule", ())])]
    ['Port']
    """
    own = {term.name.lower() for term in known}
    return tuple(
        Term(f"sea_{word.replace(' ', '_')}", word.capitalize(), KIND, (_MEANINGS[word],))
        for word in words
        if word not in own
    )


def all_sea_words() -> tuple[str, ...]:
    """Return every sea word that this module explains."""
    return tuple(_MEANINGS)
