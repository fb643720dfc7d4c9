"""A tournament of persons as data: its games, the standings, and the next round."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.hosting.club.pairing import Pair, knock_out, round_robin, swiss
from engine.hosting.terms import Terms

Kind = Literal["swiss", "robin", "knockout"]
MOST_ROUNDS = 31
TITLES: dict[Kind, str] = {"swiss": "Swiss", "robin": "round robin", "knockout": "knock-out"}


class Meeting(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two people paired in one round; `second` is '' for a bye."""

    round: int
    first: str
    second: str
    battle: str = ""
    """The id of the two players' battle on the host; '' before it is founded."""
    scores: tuple[float, float] | None = None
    """The points of `first` and `second`; None until their battle is over."""
    how: str = ""
    """How the meeting ended, if not by its battle: `deadline`, or `left` if one player left the
    tournament."""


class Tournament(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament as stored. Round 0 is before the start."""

    name: str
    founder: str
    kind: Kind
    terms: Terms
    rounds: int
    seconds: float
    """The length of a round in seconds."""
    players: tuple[str, ...] = ()
    """The players; once the tournament has begun, the strongest first."""
    gone: tuple[str, ...] = ()
    """The players who have left for good."""
    meetings: tuple[Meeting, ...] = ()
    round: int = 0
    due: float = 0.0
    """The deadline of the round, in seconds since 1970."""
    began: float = 0.0
    """When the round began, in seconds since 1970."""
    still: float = 0.0
    """The end of the last holiday that the round waits for, in seconds since 1970; 0 for none."""
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
        """Return the tournament with its deadline extended by the holiday from `begin` to `end`.

        Time that an earlier holiday has already added is not counted twice, and a deadline that had
        passed when the holiday began is not moved.
        """
        more = end - max(begin, self.still)
        if more <= 0 or begin >= self.due:
            return self
        return replace(self, due=self.due + more, still=end)

    @property
    def playing(self) -> tuple[str, ...]:
        """The players who are still paired."""
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
        """Return the tournament with the result of a meeting."""
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

        Ties are broken by Buchholz (the points of all opponents), then by wins, then by the order
        at the start.
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
        """Return the last round that a player has reached in a knock-out; 0 in other kinds."""
        if self.kind != "knockout":
            return 0
        rounds = [e.round + (self._winner(e) == name) for e in self.meetings
                  if name in (e.first, e.second)]  # fmt: skip
        return max(rounds, default=0)

    # The next round ------------------------------------------------------------------------

    def next_pairs(self) -> list[Pair]:
        """Return the pairs of the round after this one; none where the tournament is over."""
        if self.round >= self.rounds or len(self.playing) < 2:
            return []
        match self.kind:
            case "robin":
                pairs = round_robin(self.players)[self.round]
                return [_without(self.gone, pair) for pair in pairs if set(pair) - {*self.gone, ""}]
            case "knockout":
                return self._next_bracket()
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

    def _next_bracket(self) -> list[Pair]:
        if not self.round:
            return knock_out(self.players)
        through = [self._winner(each) for each in self.this_round]
        through = ["" if name in self.gone else name for name in through]
        pairs = zip(through[::2], through[1::2], strict=True)
        return [pair if pair[0] else (pair[1], "") for pair in pairs if any(pair)]

    def _winner(self, meeting: Meeting) -> str:
        """Return the player who advances, after a draw the one weaker at the start; '' for
        nobody.
        """
        if not meeting.scores or not meeting.second:
            return meeting.first
        first, second = meeting.scores
        if first == second:
            both = (meeting.first, meeting.second)
            return max(both, key=self.players.index) if first else ""
        return meeting.first if first > second else meeting.second


class Row(NamedTuple):
    """One person in the standings."""

    name: str
    points: float
    buchholz: float
    wins: int


def _without(gone: tuple[str, ...], pair: Pair) -> Pair:
    """Return a pair with a bye in the place of a player who has left."""
    here = [name for name in pair if name and name not in gone]
    return (here[0], here[1]) if len(here) == 2 else (here[0], "")
