"""Destinations: the screens that the palette can open from everywhere, by name."""

from __future__ import annotations

import msgspec


class Destination(msgspec.Struct, frozen=True):
    """A screen that can be opened from everywhere; `also` holds synonyms for the search."""

    name: str
    label: str
    also: str = ""


EVERYWHERE = (
    Destination(
        "settings",
        "settings: glyphs, colours, animation",
        "options preferences colour color theme sound bell volume speed animation difficulty coach "
        "mouse layout config customize",
    ),
    Destination(
        "reference",
        "learn: cards and rules, with diagrams",
        "reference terms manual glossary wiki encyclopedia",
    ),
)
AT_HOME = (
    Destination("menu", "the opening menu", "leave home main title"),
    Destination(
        "saves",
        "saves: all battles, to watch or continue",
        "battles replays load open continue resume history",
    ),
    *EVERYWHERE,
    Destination("new_battle", "new battle", "begin scenario start skirmish"),
    Destination("squadrons", "squadrons: build your own", "builder fleet editor"),
    Destination(
        "host",
        "host: let friends join you on this machine",
        "ssh network friend multiplayer server online lan",
    ),
    Destination(
        "join", "join: come to a friend's host", "ssh network friend multiplayer connect online"
    ),
    Destination("mail", "mail: play by letters", "post friend correspondence pbem"),
    Destination(
        "export",
        "export: share a battle: page, picture, report, film",
        "write html svg cast gif video",
    ),
)
ON_A_HOST = (Destination("menu", "the lobby", "leave battles"), *EVERYWHERE)
"""The destinations on a host: its guests reach nothing of the machine that it runs on."""
