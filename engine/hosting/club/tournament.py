"""A tournament of persons as data: rounds and pairings, the standings, and its table in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.base.text import pluralized
from engine.game.game import titled
from engine.hosting.terms import Terms
from engine.kernel.registry import system

# Pairings: round robin, Swiss, knock-out. Pure functions of names.
#
# No library is used: the existing ones have a single author and implement FIDE's rules for chess,
# with colours, titles and rating classes, which a club does not need.


Pair = tuple[str, str]
"""Two people who are to play each other; the first one plays the first side. The second is '' where
the first has a bye (a round without an opponent)."""
TRIES = 20_000
"""The most pairings of a Swiss round that are tried. After that, two people may meet a second
time."""


def round_robin(names: Sequence[str]) -> list[list[Pair]]:
    """Return the pairs of all rounds in which everybody meets everybody once (circle method).

    >>> round_robin(["anna", "ben", "carl"])[1:]
    [[('carl', 'anna'), ('ben', '')], [('anna', 'ben'), ('carl', '')]]
    """
    ring = [*names, *[""] * (len(names) % 2)]
    rounds: list[list[Pair]] = []
    for number in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = list(zip(ring[:half], ring[: half - 1 : -1], strict=True))
        if number % 2:  # so that the player who keeps the first place changes sides each round
            pairs[0] = pairs[0][::-1]
        rounds.append([_bye_last(pair) for pair in pairs])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _bye_last(pair: Pair) -> Pair:
    return pair if pair[0] else (pair[1], "")


def swiss(
    ranked: Sequence[str],
    score: Mapping[str, float],
    met: Collection[frozenset[str]],
    byes: Collection[str],
    first: Mapping[str, int],
) -> list[Pair]:
    """Return the pairs of the next round of a Swiss tournament.

    `ranked` are the players, best first; `met` the pairs that have met; `byes` the players who have
    had a bye (a round without an opponent); `first` how often each player had the first side minus
    how often the second. Players with equal scores meet: the upper half of each such group plays
    the lower half. No pair meets twice if that can be avoided. The bye goes to the lowest player
    who has not had one.
    """
    left = list(ranked)
    pairs: list[Pair] = []
    if len(left) % 2:
        rested = next((name for name in reversed(left) if name not in byes), left[-1])
        left.remove(rested)
        pairs.append((rested, ""))
    found = _match_pairs(left, score, met, [TRIES])
    if found is None:
        found = _match_pairs(left, score, (), [TRIES]) or []
    # The player who has had the first side less often gets it.
    sides = [(one, other) if first[one] <= first[other] else (other, one) for one, other in found]
    return sides + pairs


def _match_pairs(
    left: list[str],
    score: Mapping[str, float],
    met: Collection[frozenset[str]],
    tries: list[int],
) -> list[Pair] | None:
    """Return the players in `left` as pairs who have not met before; None if there are none.

    `tries` has one number, how many more attempts are allowed.
    """
    if not left:
        return []
    tries[0] -= 1
    if tries[0] < 0:
        return None
    one, rest = left[0], left[1:]
    # The most suitable opponents come first.
    group = [name for name in rest if score[name] == score[one]]
    others = [name for name in rest if score[name] != score[one]]
    half = len(group) // 2
    for other in [*group[half:], *group[:half][::-1], *others]:
        if frozenset((one, other)) not in met:
            found = _match_pairs([name for name in rest if name != other], score, met, tries)
            if found is not None:
                return [(one, other), *found]
    return None


def knock_out(seeds: Sequence[str]) -> list[Pair]:
    """Return the pairs of the first round of a knock-out.

    The best player meets the last, and so on. If the number of players is not a power of two, the
    best players have byes (no opponent in this round).

    >>> knock_out(["anna", "ben", "carl"])
    [('anna', ''), ('ben', 'carl')]
    """
    size = 1
    while size < len(seeds):
        size *= 2
    order = [0]
    while len(order) < size:
        order = [seat for each in order for seat in (each, 2 * len(order) - 1 - each)]
    places = [seeds[number] if number < len(seeds) else "" for number in order]
    return [_bye_last(pair) for pair in zip(places[::2], places[1::2], strict=True)]


# Tournaments: their meetings, the standings, and the next round.


Kind = Literal["swiss", "robin", "knockout"]
MOST_ROUNDS = 31
TITLES: dict[Kind, str] = {"swiss": "Swiss", "robin": "round robin", "knockout": "knock-out"}


class Meeting(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two people paired in one round; `second` is '' for a bye."""

    round: int
    first: str
    second: str
    battle: str = ""
    """The id of the battle in which the two people meet; '' before it is founded."""
    scores: tuple[float, float] | None = None
    """The points of `first` and of `second`; None until their battle is over."""
    how: str = ""
    """How the meeting ended, if not by the result of its battle: by the `deadline` of the round, or
    because a player has `left` the tournament. Otherwise ''."""


class Tournament(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament as it is stored; before its start its round is 0."""

    name: str
    founder: str
    kind: Kind
    terms: Terms
    rounds: int
    seconds: float
    """The length of a round in seconds."""
    players: tuple[str, ...] = ()
    """The players; after the start of the tournament, the strongest player first."""
    gone: tuple[str, ...] = ()
    """The players who have left the tournament and cannot come back."""
    meetings: tuple[Meeting, ...] = ()
    round: int = 0
    due: float = 0.0
    """The deadline of the round, in seconds since 1970."""
    began: float = 0.0
    """When the round began, in seconds since 1970."""
    still: float = 0.0
    """The end of the last holiday that has extended the round, in seconds since 1970; 0 for
    none."""
    over: bool = False

    def __post_init__(self) -> None:
        """Raise `ValueError` for impossible meetings: the file may be damaged."""
        known = {*self.players, ""}
        if len(known) <= len(self.players) or not self.round <= self.rounds <= MOST_ROUNDS:
            raise ValueError("a player is named twice, or the round is beyond the last one")
        for each in self.meetings:
            if not each.first or {each.first, each.second} - known:
                raise ValueError(f"{each.first} or {each.second} takes no part")
            if each.scores and not {*each.scores} <= {0.0, 0.5, 1.0}:
                raise ValueError("a score is 1, 0.5 or 0")

    def with_holiday(self, begin: float, end: float) -> Tournament:
        """Return the tournament with its deadline moved by a holiday from `begin` to `end`.

        Time that an earlier holiday has already added is not counted twice. A deadline that had
        passed when the holiday began is not moved.
        """
        more = end - max(begin, self.still)
        if more <= 0 or begin >= self.due:
            return self
        return replace(self, due=self.due + more, still=end)

    @property
    def playing(self) -> tuple[str, ...]:
        """The players who still take part and therefore get opponents."""
        return tuple(name for name in self.players if name not in self.gone)

    @property
    def this_round(self) -> tuple[Meeting, ...]:
        """The meetings of the current round."""
        return tuple(each for each in self.meetings if each.round == self.round)

    @property
    def round_is_over(self) -> bool:
        """Whether every meeting of the round has a result."""
        return all(each.scores is not None for each in self.this_round)

    def with_result(
        self, meeting: Meeting, scores: tuple[float, float], how: str = ""
    ) -> Tournament:
        """Return the tournament with the result of a meeting filled in."""
        new = replace(meeting, scores=scores, how=how)
        return replace(self, meetings=tuple(new if e == meeting else e for e in self.meetings))

    # Standings -----------------------------------------------------------------------------

    def scores(self) -> dict[str, float]:
        """Return the points of every player."""
        found = dict.fromkeys(self.players, 0.0)
        for each in self.meetings:
            if each.scores:
                found[each.first] += each.scores[0]
                if each.second:
                    found[each.second] += each.scores[1]
        return found

    def standings(self) -> list[Row]:
        """Return a row for every player, the leader first.

        Players with equal points are ordered by Buchholz (the points of all their opponents), then
        by wins, then by the order at the start.
        """
        scores = self.scores()
        buchholz, wins = Counter[str](), Counter[str]()
        for each in self.meetings:
            pairs = ((each.first, each.second, 0), (each.second, each.first, 1))
            for own, other, at in pairs:
                if own and other and each.scores:
                    buchholz[own] += round(2 * scores[other])
                    wins[own] += each.scores[at] == 1.0
        rows = [Row(name, scores[name], buchholz[name] / 2, wins[name]) for name in self.players]
        reached = {name: self._reached(name) for name in self.players}
        return sorted(rows, key=lambda row: (
            -reached[row.name], -row.points, -row.buchholz, -row.wins,
            self.players.index(row.name),
        ))  # fmt: skip

    def _reached(self, name: str) -> int:
        """Return the last round that a player has reached in a knock-out.

        0 in tournaments of other kinds.
        """
        if self.kind != "knockout":
            return 0
        rounds = [e.round + (self._winner(e) == name) for e in self.meetings
                  if name in (e.first, e.second)]  # fmt: skip
        return max(rounds, default=0)

    # The next round ------------------------------------------------------------------------

    def next_pairs(self) -> list[Pair]:
        """Return the pairs of the next round; [] where the tournament is over."""
        if self.round >= self.rounds or len(self.playing) < 2:
            return []
        match self.kind:
            case "robin":
                pairs = round_robin(self.players)[self.round]
                return [_without(self.gone, pair) for pair in pairs if set(pair) - {*self.gone, ""}]
            case "knockout":
                if not self.round:
                    return knock_out(self.players)
                through = [self._winner(each) for each in self.this_round]
                through = ["" if name in self.gone else name for name in through]
                bracket = zip(through[::2], through[1::2], strict=True)
                return [pair if pair[0] else (pair[1], "") for pair in bracket if any(pair)]
            case "swiss":
                met = {frozenset((e.first, e.second)) for e in self.meetings if e.second}
                byes = {each.first for each in self.meetings if not each.second}
                first = dict.fromkeys(self.players, 0)
                for each in self.meetings:
                    if each.second:
                        first[each.first] += 1
                        first[each.second] -= 1
                ranked = [row.name for row in self.standings() if row.name not in self.gone]
                return swiss(ranked, self.scores(), met, byes, first)

    def _winner(self, meeting: Meeting) -> str:
        """Return the player of a meeting who goes on to the next round; '' for nobody.

        After a draw it is the player who was ranked lower at the start.
        """
        if not meeting.scores or not meeting.second:
            return meeting.first
        first, second = meeting.scores
        if first == second:
            both = (meeting.first, meeting.second)
            return max(both, key=self.players.index) if first else ""
        return meeting.first if first > second else meeting.second


class Row(NamedTuple):
    """One person's row in the standings."""

    name: str
    points: float
    buchholz: float
    wins: int


def _without(gone: tuple[str, ...], pair: Pair) -> Pair:
    """Return a pair in which a player who has left the tournament is replaced by a bye."""
    here = [name for name in pair if name and name not in gone]
    return (here[0], here[1]) if len(here) == 2 else (here[0], "")


# The table and the results: as lines of text, and as a page of HTML for a web site.


STYLE = (
    "body{font-family:sans-serif;max-width:50em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left;"
    "border-bottom:1px solid #ccc}"
)
"""The style sheet of the page; the page loads no other file and runs no script."""


def _battle(found: Tournament) -> str:
    """Return the name of the battles of a tournament, as people read it."""
    return titled(system(found.terms.game), found.terms.scenario).title


def tournament_lines(found: Tournament, due: str) -> Iterator[str]:
    """Yield lines with the standings, then lines with the pairs of this round.

    `due` is the deadline of the round in words.
    """
    kind = TITLES[found.kind]
    yield f"{found.name}: {kind}, {_battle(found)}, founded by {found.founder}"
    if not found.round:
        players = ", ".join(found.players) or "nobody yet"
        yield f"{pluralized(len(found.players), 'player')}: {players}"
        yield f"To take part type `enter {found.name}`; its founder types `begin {found.name}`."
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


def tournament_page(found: Tournament) -> str:
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
    """Return a meeting in words, such as `anna - ben 1:0 (deadline)`."""
    if not meeting.second:
        return f"{meeting.first} has a bye"
    result = "under way"
    if meeting.scores:
        result = f"{_points(meeting.scores[0])}:{_points(meeting.scores[1])}"
    how = f" ({meeting.how})" if meeting.how and meeting.scores else ""
    return f"{meeting.first} - {meeting.second} {result}{how}"
