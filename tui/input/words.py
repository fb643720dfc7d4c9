"""Find what typed words mean: an option of the open question, or an action of the screen.

`turn 20 starboard` finds the option whose words begin so, and sets its dial. `undo` finds the
screen's action. The command palette uses the same search. `words_on` finds the terms of the rules
that stand in a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from engine.base.errors import Refused
from engine.game.decision import Decision, Point
from engine.kernel.registry import system, systems
from tui.input.actions import Action
from tui.input.destinations import Destination

SHORTEST = 3
"""Signs of a term's name that is looked for in a text."""
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
_FILLERS = {"to", "the", "at", "a", "of", "degrees", "inches", "by"}
"""Words that a person may type and that no option needs."""


class Finding(msgspec.Struct, kw_only=True, frozen=True):
    """A match of typed words: an option with dial and place, an action, or another screen."""

    label: str
    option: str = ""
    dial: float | None = None
    at: Point | None = None
    action: str = ""
    key: str = ""
    place: str = ""
    """The screen that it leads to, among the app's destinations."""


def search(
    typed: str,
    decision: Decision | None = None,
    phrases: Sequence[Iterable[str]] = (),
    actions: Iterable[Action] = (),
    places: Iterable[Destination] = (),
) -> list[Finding]:
    """Return the matches of typed words, the likeliest first.

    `phrases` has for each option of the decision the other names that it has.
    """
    words = _words(typed)
    found: list[tuple[float, int, Finding]] = []
    for index, option in enumerate(decision.options if decision else ()):
        also = phrases[index] if index < len(phrases) else ()
        names = (option.id.replace("_", " ").replace("-", " ").replace(":", " "), option.label)
        scores = [_score(words, phrase) for phrase in (*names, *also)]
        dial, at = None, None
        if decision and (option.dial or option.area) and not max(scores):
            rest, dial, at = _numbers(words, decision, bool(option.dial), bool(option.area))
            scores += [_score(rest, phrase) for phrase in (*names, *also)]
        best = max(scores)
        if best > 0:
            # Half a point ahead of an action: a player mostly types orders.
            found.append(
                (
                    -best - 0.5,
                    index,
                    Finding(label=option.label, option=option.id, dial=dial, at=at),
                )
            )
    for index, action in enumerate(actions):
        # The name weighs more: it is short, and what a player learns.
        best = max(_score(words, action.name.replace("_", " ")), _score(words, action.label) * 0.9)
        if best > 0:
            keys = action.keys[0] if action.keys else ""
            found.append(
                (-best, 1000 + index, Finding(label=action.label, action=action.name, key=keys))
            )
    for index, place in enumerate(places):
        best = max(_score(words, place.label), _score(words, f"{place.name} {place.also}") * 0.9)
        if best > 0:
            found.append((-best, 2000 + index, Finding(label=place.label, place=place.name)))
    return [each for _, _, each in sorted(found, key=lambda item: item[:2])]


def _words(text: str) -> list[str]:
    return re.findall(r"[-+]?\d+(?:\.\d+)?|[\w*!]+", text.lower())


def _score(typed: Sequence[str], phrase: str) -> float:
    """Return 0 when a typed word begins no word of the phrase, else more for a closer match.

    1 for any match, up to 1 for the share of the phrase that is typed, 1 for the same first
    word, 2 for the whole phrase: an exact name is ahead of any longer phrase.
    """
    words = _words(phrase)
    if not typed:
        return 0.1
    left = list(words)
    for word in typed:
        match = next((each for each in left if each.startswith(word)), None)
        if match is None:
            if word in _FILLERS:
                continue
            return 0
        left.remove(match)
    share = sum(map(len, typed)) / max(1, sum(map(len, words)))
    first = bool(words) and words[0].startswith(typed[0])
    return 1 + share + (1 if first else 0) + (2 if list(typed) == words else 0)


def _numbers(
    words: Sequence[str], decision: Decision, dial: bool, area: bool
) -> tuple[list[str], float | None, Point | None]:
    """Split the words into those of the phrase, the value of the dial, and the place."""
    numbers = [float(word) for word in words if _NUMBER.fullmatch(word)]
    rest = [word for word in words if not _NUMBER.fullmatch(word)]
    value: float | None = None
    place = (numbers[0], numbers[1]) if area and len(numbers) > 1 else None
    turns = numbers[2:] if place else numbers  # `at 3, 24 heading 90`
    if dial and decision.dial and turns:
        value = turns[0]
        below, above = _words(decision.dial.below), _words(decision.dial.above)
        if any(_begins(word, below) for word in rest):
            value = -abs(value)
        rest = [word for word in rest if not _begins(word, [*below, *above])]
    return rest, value, place


def _begins(word: str, names: Sequence[str]) -> bool:
    return word not in _FILLERS and any(name.startswith(word) for name in names)


def words_on(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the game that most of the words in a text are of, and its terms that stand there.

    Where two have as many, the first of them. `Refused` when no word of any game does.
    """
    best: tuple[str, ...] = ()
    game = ""
    for name in systems():
        found = tuple(term.id for term in system(name).words.terms() if _named(term.name, text))
        if len(found) > len(best):
            best, game = found, name
    if not best:
        raise Refused("no word on this screen has an entry among the terms of the rules")
    return game, best


def _named(name: str, text: str) -> bool:
    """Tell whether a text has a term's name as words of its own, one or many of it."""
    words = r"\s+".join(map(re.escape, name.split()))  # a line may end between them
    return len(name) >= SHORTEST and bool(re.search(rf"(?<!\w){words}e?s?(?!\w)", text, re.I))
