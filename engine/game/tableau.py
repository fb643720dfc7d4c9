"""What one tells others about: a picture of its own, shown for a moment in front of the chart.

A game system names the picture and says the sentence; a front end draws it in its glyphs.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Picture = Literal[
    "rake",  # shot goes through her from end to end
    "mast",  # a mast, or a funnel, goes over the side
    "fire",
    "ram",  # she runs into another
    "torpedo",  # goes off below her
    "blast",  # she, or her boiler, blows up
    "past",  # a ship runs past guns ashore
    "colours",  # she strikes, or is out of the fight
    "sunk",
    "fort",  # guns ashore fall silent
    "flagship",  # taken, or her admiral falls
    "cards",  # cards laid side by side
    "eve",  # of the battle: when and where it is fought, and what is at stake
    "end",  # of the battle
]
Rig = Literal["sail", "steam"]


class Card(msgspec.Struct, frozen=True):
    """A card that is turned up: whose it is, the figure that counts, its name and effect."""

    owner: str
    """The key of its seat, whose colour it has."""
    whose: str
    value: str
    name: str
    effect: str = ""


class Tableau(msgspec.Struct, frozen=True, tag="tableau"):
    """A picture, its title in a few words, and a sentence. All of it is everybody's to know."""

    picture: Picture
    title: str
    text: str
    owner: str = ""
    """The key of the squadron whose ship it shows; '' for nobody's colour."""
    rig: Rig = "sail"
    cards: tuple[Card, ...] = ()
    """What the picture `cards` lays side by side."""
    joins: str = ""
    """Pictures of one command with the same word are one: the first, with the sentences of all."""
