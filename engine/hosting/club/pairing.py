"""The pairings of a tournament: round robin, Swiss, knock-out. Pure functions of names.

No library is used: the existing ones have a single author and implement FIDE's rules for chess,
with colours, titles and rating classes, which a club does not need.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Pair = tuple[str, str]
"""Two people; the first plays the first side. The second is '' where the first has a bye."""
TRIES = 20_000
"""The most pairings of a Swiss round that are tried before a repeated meeting is allowed."""


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
        if number % 2:  # so the fixed player changes sides each round
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

    `ranked` are the players, best first; `met` the pairs that have met; `byes` the players who have
    had a bye; `first` how often each player had the first side minus how often the second. Players
    with equal scores meet, the upper half of each group of equals against the lower half. No pair
    meets twice while that is possible. The bye goes to the lowest player who has had none.
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
    return [_with_sides(pair, first) for pair in found] + pairs


def _match_pairs(
    left: list[str],
    score: Mapping[str, float],
    met: Collection[frozenset[str]],
    tries: list[int],
) -> list[Pair] | None:
    """Return pairs of all remaining players that have not met before; None if that is
    impossible.
    """
    if not left:
        return []
    tries[0] -= 1
    if tries[0] < 0:
        return None
    one, rest = left[0], left[1:]
    for other in _wished(one, rest, score):
        if frozenset((one, other)) not in met:
            found = _match_pairs([name for name in rest if name != other], score, met, tries)
            if found is not None:
                return [(one, other), *found]
    return None


def _wished(one: str, rest: list[str], score: Mapping[str, float]) -> list[str]:
    """Return possible opponents of the best remaining player, best fit first."""
    group = [name for name in rest if score[name] == score[one]]
    others = [name for name in rest if score[name] != score[one]]
    half = len(group) // 2
    return [*group[half:], *group[:half][::-1], *others]


def _with_sides(pair: Pair, first: Mapping[str, int]) -> Pair:
    """Return a pair in the order of sides: the player who had the first side less often comes
    first.
    """
    one, other = pair
    return (one, other) if first[one] <= first[other] else (other, one)


def knock_out(seeds: Sequence[str]) -> list[Pair]:
    """Return the first round: the best player meets the last, and so on; the best have byes if
    places are free.

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
