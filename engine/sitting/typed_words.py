"""The search for the meaning of typed words: an option, an action, a screen, or terms of the rules.

For example, `turn 20 starboard` finds the option whose words begin with these words, and the value
of its dial; `undo` finds an action of the front end. The command palette uses the same search.
`find_terms` finds the terms of the rules in a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Protocol

import msgspec

from engine.base.errors import Refused
from engine.game.decision import Ambiguous, Decision, Option, Point
from engine.kernel.registry import system, systems

SHORTEST = 3
"""`find_terms` ignores terms whose names have fewer characters than this."""
NOTHING: Mapping[str, str] = {}
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
_READINGS = 4
"""A message about ambiguous words names at most this many options."""
_FILLERS = {"to", "the", "at", "a", "of", "degrees", "inches", "by"}
"""Words that a person may type although no option contains them."""


class Doable(Protocol):
    """An action of a front end, which is found by its name or its label."""

    @property
    def name(self) -> str:
        """The action's name in keymaps, such as `take_back`."""

    @property
    def label(self) -> str:
        """The effect of the action, in words."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the action."""


class Place(Protocol):
    """A screen of a front end, which is found by its label or its synonyms."""

    @property
    def name(self) -> str:
        """The screen's name among the destinations of a front end."""

    @property
    def label(self) -> str:
        """The screen's label, in words."""

    @property
    def also(self) -> str:
        """Synonyms by which a search finds the screen."""


class SearchMatch(msgspec.Struct, kw_only=True, frozen=True):
    """A possible meaning of typed words: an option (with dial and place), an action, or a
    screen.
    """

    label: str
    option: str = ""
    dial: float | None = None
    at: Point | None = None
    action: str = ""
    key: str = ""
    place: str = ""
    """The name of the matching screen, as in its `Destination`; '' for an option or an action."""
    about: tuple[str, str] = ("", "")
    """(the words that a match of cards and rules looks up, the name of their game)."""


def search(  # noqa: PLR0913 - what may be meant, and how closely
    typed: str,
    decision: Decision | None = None,
    phrases: Sequence[Iterable[str]] = (),
    actions: Iterable[Doable] = (),
    places: Iterable[Place] = (),
    whole: bool = False,
    also: Mapping[str, str] = NOTHING,
) -> list[SearchMatch]:
    """Return the possible meanings of typed words, the likeliest first.

    `phrases` has the synonyms of each option of the decision. With `whole`, every word must be
    typed in full; otherwise the beginning of a word is enough, because the person chooses from a
    list of matches. `also` maps the names of actions to synonyms.
    """
    words = _words(typed)
    found: list[tuple[float, int, SearchMatch]] = []
    for index, option in enumerate(decision.options if decision else ()):
        others = phrases[index] if index < len(phrases) else ()
        names = (option.id.replace("_", " ").replace("-", " ").replace(":", " "), option.label)
        best, dial, at = (
            max(_score(words, phrase, whole) for phrase in (*names, *others)),
            None,
            None,
        )
        if decision and (option.dial or option.area) and not best:
            for phrase in (*names, *others):
                split = _numbers(words, phrase, decision, option)
                if split and (score := _score(split[0], phrase, whole)) > best:
                    best, dial, at = score, split[1], split[2]
        if best > 0 and decision:
            # An option gets half a point more than an action, since players mostly type orders.
            found.append(
                (
                    -best - 0.5,
                    index,
                    SearchMatch(
                        label=decision.describe(option.id, dial, at),
                        option=option.id,
                        dial=dial,
                        at=at,
                    ),
                )
            )
    for index, action in enumerate(actions):
        # A match with the name counts more, because the name is short and players learn it.
        best = max(
            _score(words, action.name.replace("_", " ")),
            _score(words, action.label) * 0.9,
            _score(words, also.get(action.name, "")) * 0.6,
        )
        if best > 0:
            keys = action.keys[0] if action.keys else ""
            found.append(
                (-best, 1000 + index, SearchMatch(label=action.label, action=action.name, key=keys))
            )
    for index, place in enumerate(places):
        best = max(_score(words, place.label), _score(words, f"{place.name} {place.also}") * 0.9)
        if best > 0:
            found.append((-best, 2000 + index, SearchMatch(label=place.label, place=place.name)))
    return [each for _, _, each in sorted(found, key=lambda item: item[:2])]


NEAR = 0.72
"""The least similarity (by difflib, 0 to 1) at which a mistyped word is read as a known word."""


def nearest(
    typed: str,
    actions: Sequence[Doable],
    places: Sequence[Place],
    also: Mapping[str, str] = NOTHING,
) -> list[SearchMatch]:
    """Return the actions and places that typed words mean, allowing for typing errors.

    A typed word that is not the beginning of a known word is read as the most similar known word;
    [] where none is similar.
    """
    if found := search(typed, actions=actions, places=places, also=also):
        return found
    texts = [f"{each.name} {each.label} {also.get(each.name, '')}" for each in actions]
    texts += [f"{each.name} {each.label} {each.also}" for each in places]
    known = sorted({word for text in texts for word in _words(text.replace("_", " "))})
    read = [
        word
        if any(each.startswith(word) for each in known)
        else next(iter(get_close_matches(word, known, 1, NEAR)), "")
        for word in _words(typed)
    ]
    if not any(read):
        return []
    return search(" ".join(filter(None, read)), actions=actions, places=places, also=also)


def resolve_words(typed: str, decision: Decision, phrases: Sequence[Iterable[str]]) -> SearchMatch:
    """Return the one option, with dial and place, that fully typed words mean.

    It is called for the line interface, which acts without first showing a list. An option that has
    the words in the typed order is preferred. Raises `Refused` where the words mean nothing,
    `Ambiguous` where they may mean several options.
    """
    found = [each for each in search(typed, decision, phrases, whole=True) if _words(typed)]
    if not found:
        raise Refused(f"'{typed}' is not an answer or command here; type a number, or `help`")
    if len(found) > 1:
        words = _words(typed)
        ids = [option.id for option in decision.options]
        names = {
            each.option: (
                decision.option(each.option).label,
                each.option.replace("_", " "),
                *phrases[ids.index(each.option)],
            )
            for each in found
        }
        sides = _words(f"{decision.dial.below} {decision.dial.above}") if decision.dial else []
        ordered = [
            each
            for each in found
            if any(_in_order(words, phrase, sides) for phrase in names[each.option])
        ]
        found = ordered or found
    if len(found) > 1:
        readings = [f"{ids.index(each.option) + 1} ({each.label})" for each in found[:_READINGS]]
        raise Ambiguous(typed, readings)
    return found[0]


def _in_order(typed: Sequence[str], phrase: str, sides: Sequence[str]) -> bool:
    """Tell whether all typed words occur in a phrase in this order; numbers and sides of the dial
    are ignored.
    """
    others = _own_words(typed, phrase)[1]
    return all(
        word in _FILLERS or word in sides or bool(_NUMBER.fullmatch(word)) for word in others
    )


def _words(text: str) -> list[str]:
    return re.findall(r"[-+]?\d+(?:\.\d+)?|[\w*!]+", text.lower())


def _score(typed: Sequence[str], phrase: str, whole: bool = False) -> float:
    """Return the score of a phrase for typed words: the higher, the closer is the match.

    It is 0 if a typed word begins no word of the phrase. Otherwise it is 1, plus up to 1 for the
    fraction of the phrase that is typed, 1 for the same first word, and 2 for the whole phrase.
    With `whole`, typed words must be whole words of the phrase; numbers must always be.
    """
    words = _words(phrase)
    if not typed:
        return 0.1
    left, met = list(words), False
    for word in typed:
        exactly = whole or bool(_NUMBER.fullmatch(word))
        match = next(
            (each for each in left if (each == word if exactly else each.startswith(word))), None
        )
        if match is None:
            if word in _FILLERS:
                continue
            return 0
        left.remove(match)
        met = met or word not in _FILLERS
    if not met:
        return 0
    share = sum(map(len, typed)) / max(1, sum(map(len, words)))
    first = bool(words) and words[0].startswith(typed[0])
    return 1 + share + (1 if first else 0) + (2 if list(typed) == words else 0)


def _numbers(
    words: Sequence[str], phrase: str, decision: Decision, option: Option
) -> tuple[list[str], float | None, Point | None] | None:
    """Split typed words into words of a phrase, the value of the dial, and the place.

    Numbers that belong to the phrase itself are neither dial nor place. Return None if a number has
    no meaning.
    """
    own, rest = _own_words(words, phrase)
    numbers = [float(word) for word in rest if _NUMBER.fullmatch(word)]
    rest = [word for word in rest if not _NUMBER.fullmatch(word)]
    value: float | None = None
    place = (numbers[0], numbers[1]) if option.area and len(numbers) > 1 else None
    turns = numbers[2:] if place else numbers  # `at 3, 24 heading 90`
    if option.dial and decision.dial and turns:
        value, *turns = turns
        below, above = _words(decision.dial.below), _words(decision.dial.above)
        if any(_begins(word, below) for word in rest):
            value = -abs(value)
        rest = [word for word in rest if not _begins(word, [*below, *above])]
    return None if turns else ([*own, *rest], value, place)


def _own_words(words: Sequence[str], phrase: str) -> tuple[list[str], list[str]]:
    """Split typed words into those that occur in the phrase, in its order, and all others.

    So the 3 of `sail 3 turn 25 port` belongs to the label, and 25 does not.
    """
    own: list[str] = []
    others: list[str] = []
    left = _words(phrase)
    for word in words:
        exactly = bool(_NUMBER.fullmatch(word))
        at = next(
            (
                n
                for n, each in enumerate(left)
                if each == word or (not exactly and each.startswith(word))
            ),
            None,
        )
        if at is None or word in _FILLERS:
            others.append(word)
        else:
            own.append(word)
            left = left[at + 1 :]
    return own, others


def _begins(word: str, names: Sequence[str]) -> bool:
    return word not in _FILLERS and any(name.startswith(word) for name in names)


def find_terms(text: str, about: str = "") -> tuple[str, tuple[str, ...]]:
    """Return the game whose reference terms the text names most often, and the ids of these terms.

    `about` names the game that the text is about; with '' every game is tried, and of games with
    equal counts the first is returned. Raises `Refused` when the text names no term.
    """
    best: tuple[str, ...] = ()
    game = ""
    for name in (about,) if about else systems():
        found = tuple(term.id for term in system(name).words.terms() if _named(term.name, text))
        if len(found) > len(best):
            best, game = found, name
    if not best:
        raise Refused("no word on this screen is a term of the rules")
    return game, best


MOST_TERMS = 5
"""The palette offers at most this many terms of the rules."""


def terms_to_read(typed: str, about: str = "") -> list[SearchMatch]:
    """Return matches for the terms of the rules whose names have all of the typed words, in full or
    their beginnings; the shortest names first.

    `about` names the game that is searched; with '' every game is. Very short words find nothing.
    """
    words = _words(typed)
    if len("".join(words)) < SHORTEST:
        return []
    found = [
        (term.name.rstrip("~"), game)  # without the mark of a figure that was not seen in print
        for game in ((about,) if about else systems())
        for term in system(game).words.terms()
        if all(any(each.startswith(word) for each in _words(term.name)) for word in words)
    ]
    several = len({game for _, game in found}) > 1
    return [
        SearchMatch(
            label=f"read about: {name}" + (f" ({system(game).title})" if several else ""),
            place="reference",
            about=(name, game),
        )
        for name, game in sorted(dict.fromkeys(found), key=lambda each: len(each[0]))[:MOST_TERMS]
    ]


def _named(name: str, text: str) -> bool:
    """Tell whether a text contains a term's name as whole words, in the singular or the plural."""
    words = r"\s+".join(map(re.escape, name.split()))  # the name may be broken across lines
    return len(name) >= SHORTEST and bool(re.search(rf"(?<!\w){words}e?s?(?!\w)", text, re.I))


# Which of the positions found by a search is meant: the first, the next, or the previous one.


ORDERS = ("first", "next", "previous")
"""Words that may come before a search, as in `previous loss`; the default is `next`."""


def split_order(wanted: str) -> tuple[str, str]:
    """Return `first`, `next` or `previous` ('' for none of these), and the words after it.

    >>> split_order("previous loss"), split_order("first")
    (('previous', 'loss'), ('', 'first'))
    """
    word, _, rest = wanted.partition(" ")
    return (word, rest.strip()) if rest.strip() and word in ORDERS else ("", wanted)


def next_place(places: Sequence[int], n: int, order: str) -> int:
    """Return the first place, or the next or previous one from n; at the ends it wraps around."""
    if order == "first":
        return places[0]
    if order == "previous":
        return next((each for each in reversed(places) if each < n), places[-1])
    return next((each for each in places if each > n), places[0])


# Destinations: the screens that the palette can open from everywhere, by name.


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
    Destination("new_battle", "new battle", "begin scenario start skirmish campaign war"),
    Destination("squadrons", "squadrons: build your own", "builder fleet editor"),
    Destination(
        "host",
        "host: let friends join you on this machine",
        "ssh network friend multiplayer server online lan",
    ),
    Destination(
        "join", "join: connect to a friend's host", "ssh network friend multiplayer connect online"
    ),
    Destination("mail", "mail: play by letters", "post friend correspondence pbem"),
    Destination(
        "export",
        "export: share a battle: page, picture, report, film",
        "write html svg cast gif video",
    ),
)
ON_A_HOST = (Destination("menu", "the lobby", "leave battles"), *EVERYWHERE)
"""The destinations on a host, where guests have no access to the files of the host's machine."""
