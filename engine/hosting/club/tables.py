"""The table and the results of a tournament: as lines of text, and as a page of HTML for a web
site.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from engine.base.text import pluralized
from engine.game.game import titled
from engine.hosting.club.tournament import TITLES, Meeting, Tournament
from engine.kernel.registry import system

STYLE = (
    "body{font-family:sans-serif;max-width:50em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left;"
    "border-bottom:1px solid #ccc}"
)
"""The style sheet of the page. The page loads no other file and runs no script."""


def _battle(found: Tournament) -> str:
    """Return the name of the battles of a tournament, as people read it."""
    return titled(system(found.terms.game), found.terms.scenario).title


def tournament_lines(found: Tournament, due: str) -> Iterator[str]:
    """Yield lines: the standings, then the pairs of this round. `due` is the deadline of the round
    in words.
    """
    kind = TITLES[found.kind]
    yield f"{found.name}: {kind}, {_battle(found)}, founded by {found.founder}"
    if not found.round:
        players = ", ".join(found.players) or "nobody yet"
        yield f"{pluralized(len(found.players), 'player')}: {players}"
        yield f"To take part type enter {found.name}; its founder types begin {found.name}."
        return
    if found.over:
        yield f"Over after {pluralized(found.round, 'round')}."
    else:
        yield f"Round {found.round} of {found.rounds}, till {due}"
    for place, row in enumerate(found.standings(), 1):
        left = ", has left" * (row.name in found.gone)
        yield f"{place}. {row.name}: {_points(row.points)} ({_points(row.buchholz)}){left}"
    for meeting in found.this_round:
        yield f"  {_met(meeting)}"


def page(found: Tournament) -> str:
    """Return the table and all rounds as a page of HTML."""
    rows = "".join(
        f"<tr><td>{place}</td><td>{escape(row.name)}</td><td>{_points(row.points)}</td>"
        f"<td>{_points(row.buchholz)}</td><td>{row.wins}</td></tr>"
        for place, row in enumerate(found.standings(), 1)
    )
    rounds = "".join(
        f"<h2>Round {number}</h2><ul>"
        + "".join(f"<li>{escape(_met(e))}</li>" for e in found.meetings if e.round == number)
        + "</ul>"
        for number in range(1, found.round + 1)
    )
    title = escape(f"{found.name}: {TITLES[found.kind]}, {_battle(found)}")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">"
        f"<title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>"
        "<table><tr><th></th><th>Name</th><th>Points</th><th>Buchholz</th><th>Won</th></tr>"
        f"{rows}</table>{rounds}</body></html>\n"
    )


def _points(points: float) -> str:
    return f"{points:g}"


def _met(meeting: Meeting) -> str:
    """Return a meeting in words: `anna - ben 1:0 (deadline)`."""
    if not meeting.second:
        return f"{meeting.first} has a bye"
    result = "under way"
    if meeting.scores:
        result = f"{_points(meeting.scores[0])}:{_points(meeting.scores[1])}"
    how = f" ({meeting.how})" if meeting.how and meeting.scores else ""
    return f"{meeting.first} - {meeting.second} {result}{how}"
