"""The pairings of a tournament: round robin, Swiss, knock-out. Pure functions of names.

Libraries for it exist, but they are of one author and pair as FIDE does for chess, with colours,
titles and rating classes; what a club of captains needs is below.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Pair = tuple[str, str]
"""Two people, the first of the first side; the second is '' where the first has a bye."""
TRIES = 20_000
"""Pairings of a Swiss round that are tried before two may meet again."""


def round_robin(names: Sequence[str]) -> list[list[Pair]]:
    """Return all rounds in which everybody meets everybody once (the circle method).

    >>> round_robin(["anna", "ben", "carl"])[1:]
    [[('carl', 'anna'), ('ben', '')], [('anna', 'ben'), ('carl', '')]]
    """
    ring = [*names, *[""] * (len(names) % 2)]
    rounds: list[list[Pair]] = []
    for number in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = list(zip(ring[:half], ring[: half - 1 : -1], strict=True))
        if number % 2:  # the first one changes sides from round to round
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
    """Return the pairs of a Swiss round.

    `ranked` are the players, the best first; `met` the pairs that have met; `byes` who has had a
    bye; `first` how often each had the first side, less how often the second. Equal scores meet,
    the upper half of a group against the lower; nobody meets twice while that is possible; the bye
    goes to the last who had none.
    """
    left = list(ranked)
    pairs: list[Pair] = []
    if len(left) % 2:
        rested = next((name for name in reversed(left) if name not in byes), left[-1])
        left.remove(rested)
        pairs.append((rested, ""))
    found = _matched(left, score, met, [TRIES])
    if found is None:
        found = _matched(left, score, (), [TRIES]) or []
    return [_with_sides(pair, first) for pair in found] + pairs


def _matched(
    left: list[str],
    score: Mapping[str, float],
    met: Collection[frozenset[str]],
    tries: list[int],
) -> list[Pair] | None:
    """Pair all remaining players so that no pair has met before; None if that is impossible."""
    if not left:
        return []
    tries[0] -= 1
    if tries[0] < 0:
        return None
    one, rest = left[0], left[1:]
    for other in _wished(one, rest, score):
        if frozenset((one, other)) not in met:
            found = _matched([name for name in rest if name != other], score, met, tries)
            if found is not None:
                return [(one, other), *found]
    return None


def _wished(one: str, rest: list[str], score: Mapping[str, float]) -> list[str]:
    """Return possible opponents of the best remaining player, the best fit first."""
    group = [name for name in rest if score[name] == score[one]]
    others = [name for name in rest if score[name] != score[one]]
    half = len(group) // 2
    return [*group[half:], *group[:half][::-1], *others]


def _with_sides(pair: Pair, first: Mapping[str, int]) -> Pair:
    """Give the first side to the player who had it less often."""
    one, other = pair
    return (one, other) if first[one] <= first[other] else (other, one)


def knock_out(seeds: Sequence[str]) -> list[Pair]:
    """Return the first round: the best against the last; where places are free the best have byes.

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
