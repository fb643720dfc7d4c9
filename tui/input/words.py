"""Destinations: the screens that the palette can open from everywhere, by name."""

from __future__ import annotations

import msgspec


class Destination(msgspec.Struct, frozen=True):
    """A screen that can be opened from everywhere; `also` are synonyms that find it."""

    name: str
    label: str
    also: str = ""


EVERYWHERE = (
    Destination("settings", "settings: glyphs, colours, animation", "options preferences"),
    Destination("reference", "learn: cards and rules, with diagrams", "reference terms help"),
)
AT_HOME = (
    Destination("menu", "the opening menu", "leave home"),
    Destination("saves", "saves: all battles, to watch or continue", "battles replays load open"),
    *EVERYWHERE,
    Destination("new_battle", "new battle", "begin scenario"),
    Destination("squadrons", "squadrons: build your own", "builder fleet"),
    Destination("host", "host: let friends join you on this machine", "ssh network friend"),
    Destination("join", "join: come to a friend's host", "ssh network friend"),
    Destination("mail", "mail: play by letters", "post friend"),
    Destination(
        "export", "export: share a battle: page, picture, report, film", "write html svg cast"
    ),
)
ON_A_HOST = (Destination("menu", "the lobby", "leave battles"), *EVERYWHERE)
"""The destinations on a host: its guests reach nothing of the machine that it runs on."""
