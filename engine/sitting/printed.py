"""Reads a typed line if it has a form in which the program itself prints an answer.

`parse_printed` is tried before the less exact search for typed words. An option's label is matched
first and as a whole, so that a number in it (`sail 3", then turn`) is never taken for the value of
a dial.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple
from unicodedata import category

from engine.base.errors import Refused
from engine.base.text import clean
from engine.game.decision import Ambiguous, Answer, Closed, Decision, Dial, Option, Point
from engine.game.game import Game

_FIGURE = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?")
_PLACE = re.compile(r"(?:^|\s)at\s+([-+]?\d+(?:\.\d+)?)(?:\s*,\s*|\s+)([-+]?\d+(?:\.\d+)?)$")
MOST_FIGURES = 6
"""At most this many numbers in a line are tried as the value of a dial; a printed line has few."""

_CONTROLS = {"\x1b": "Escape", "\x7f": "Delete", "\x08": "Backspace", "\t": "Tab"} | {
    chr(n): f"Ctrl+{chr(n + 64)}" for n in range(1, 27) if n not in (8, 9)
}
"""{control character: name of the key that sends it}."""

Said = Callable[[Any], str]
"""A function from a command to the line that a report of the battle prints for it."""


class Reader(NamedTuple):
    """What is needed to read a line as an answer to a decision."""

    decision: Decision
    said: Said
    numbered: bool = True
    """Whether a number at the beginning of the line means the option with this number in the
    list."""


def reader_of(game: Game, view: Any, decision: Decision) -> Reader:
    """Return the reader for the answers to a decision, or to a slot as a decision.

    If options are typed with digits, as movement orders are, a number does not mean an option's
    place in the list.
    """
    digits = bool(decision.slot) and any(each.id.isdigit() for each in decision.options)
    return Reader(decision, lambda command: game.words.describe(view, command), not digits)


def option_synonyms(game: Game, view: Any, decision: Decision) -> list[tuple[str, str]]:
    """Return for each option two texts by which typed words find it: its line in a report, and its
    ship, label and id.
    """
    return [
        (
            # An option of a slot has no command of its own.
            game.words.describe(view, option.command) if option.command is not None else "",
            f"{decision.ship} {option.label} {option.id}",
        )
        for option in decision.options
    ]


def why_closed(words: str, closed: Sequence[Closed]) -> str:
    """Return why the answer with exactly these words is closed (not allowed now); '' if it is not
    one of `closed`.
    """
    line = _plain(words)
    found = (each for each in closed if _plain(each.label) == line)
    named = next(found, None)
    return f"{named.label}: {named.why_not}" if named else ""


def option_text(option: Option, decision: Decision) -> str:
    """Return an option as it is printed in a list: its label, the ends of its dial, and `at a
    place` if it needs one.
    """
    dial = decision.dial if option.dial else None
    between = f" ({dial.describe(dial.low)} to {dial.describe(dial.high)})" if dial else ""
    return f"{option.label}{between}{', at a place' * bool(option.area)}"


def printed_forms(reader: Reader, answer: Answer) -> Iterator[str]:
    """Yield every form in which an answer is printed in lists, advice, lessons or reports."""
    decision = reader.decision
    option = decision.option(answer.option)
    number = decision.options.index(option) + 1
    dial, at = answer.dial, answer.at
    told = decision.describe(option.id, dial, at)
    yield told
    yield f"{told}."
    if dial is None and at is None:
        yield option_text(option, decision)
    elif decision.dial and dial is not None and at is None:
        yield f"{option.label} {decision.dial.describe(dial)}"
        yield f"{option.label} [ < {decision.dial.describe(dial)} > ]"
    if reader.numbered:
        rest = told.removeprefix(option.label).strip()
        yield f"{number} {rest}".strip()
        yield f"{number}  {told}"
        yield f"{number}. {told}"
        if dial is None and at is None:
            yield f"{number}  {option_text(option, decision)}"
    if option.command is not None and at is None:
        yield reader.said(option.filled(decision, dial, at))


def parse_printed(reader: Reader, text: str) -> Answer | None:
    """Return the answer that the program prints as this line; None if none is printed so.

    Labels are tried first, then numbers, ids and the words of the report; the longest matching
    beginning wins. Raises `Ambiguous` if the line fits two answers with different commands,
    `Refused` if the value in brackets is not on the dial.
    """
    line = _plain(text)
    if not line:
        return None
    for found in (_by_label, _by_number, _by_id, _by_report):
        matches = found(reader, line)
        if not matches:
            continue
        longest = max(length for length, _ in matches)
        best = list(dict.fromkeys(answer for length, answer in matches if length == longest))
        # Return the first answer if all of them give the same command; else raise `Ambiguous`.
        first = best[0]
        if any(_command(reader, each) != _command(reader, first) for each in best[1:]):
            ids = [option.id for option in reader.decision.options]
            raise Ambiguous(
                text.strip(),
                [f"{ids.index(each.option) + 1} ({each.option})" for each in best],
            )
        return first
    return None


def _command(reader: Reader, answer: Answer) -> Any:
    option = reader.decision.option(answer.option)
    if option.command is None or option.area:
        return answer
    return option.filled(reader.decision, answer.dial, None)


Match = tuple[int, Answer]
"""Pairs (number of matching characters, the answer)."""


def _by_label(reader: Reader, line: str) -> list[Match]:
    return [
        (len(head), answer)
        for option in reader.decision.options
        for head in (_plain(option.label), _plain(f"{reader.decision.ship} {option.label}"))
        for answer in _headed(reader.decision, option, head, line)
    ]


def _by_number(reader: Reader, line: str) -> list[Match]:
    """Return the answers that a line may mean that begins with an option's number in the list, such
    as `1` or `1 [20 to port]`.
    """
    figures = re.match(r"(\d{1,6})\.?(?=\s|$)", line)
    if not reader.numbered or not figures:
        return []
    number = int(figures[1])
    if not 1 <= number <= len(reader.decision.options):
        return []
    option = reader.decision.options[number - 1]
    head = figures[0]
    label = _plain(f"{head} {option.label}")
    labelled = [(len(label), each) for each in _headed(reader.decision, option, label, line)]
    return labelled or [(len(head), each) for each in _headed(reader.decision, option, head, line)]


def _by_id(reader: Reader, line: str) -> list[Match]:
    return [
        (len(option.id), answer)
        for option in reader.decision.options
        for answer in _headed(reader.decision, option, _plain(option.id), line)
    ]


def _by_report(reader: Reader, line: str) -> list[Match]:
    """Return the answers whose line in a report has exactly the words of `line`."""
    figures = [float(each) for each in _FIGURE.findall(line)[:MOST_FIGURES]]
    decision, found = reader.decision, []
    for option in decision.options:
        if option.command is None:
            continue
        dials: list[float | None] = [None]
        if option.dial and decision.dial:
            dials += _on(decision.dial, figures)
        for dial in dials:
            command = option.filled(decision, dial, None) if not option.area else option.command
            if _plain(reader.said(command)) == line:
                found.append((len(line), Answer(option.id, dial)))
    return found


def _on(dial: Dial, figures: Sequence[float]) -> Iterator[float]:
    """Yield the dial values that the numbers in a line may mean; 20 may mean 20 or -20."""
    for figure in figures:
        for wanted in (figure, -figure):
            try:
                yield dial.value(wanted)
            except Refused:
                continue


def _headed(decision: Decision, option: Option, head: str, line: str) -> Iterator[Answer]:
    """Yield the option's answer if the line is `head` (its label, number or id), alone or followed
    by a dial value or place.
    """
    if not head or not f"{line} ".startswith(f"{head} "):
        # The list prints `, at a place` directly after the label.
        if not (option.area and line == f"{head}, at a place"):
            return
        line = head
    rest = line[len(head) :].strip()
    dial = decision.dial if option.dial else None
    if dial and rest.startswith("("):
        between = _plain(f"({dial.describe(dial.low)} to {dial.describe(dial.high)})")
        rest = rest.removeprefix(between).strip()
    if option.area:
        rest = rest.removeprefix(", at a place").strip()
    at: Point | None = None
    if option.area and (place := _PLACE.search(rest)):
        at, rest = (float(place[1]), float(place[2])), rest[: place.start()].strip()
    if not rest:
        yield Answer(option.id, None, at)
    elif dial and rest.startswith("[") and rest.endswith("]"):
        yield Answer(option.id, dial.read(rest[1:-1].strip(" <>")), at)  # `[ < 20 to port > ]`
    elif dial:
        try:
            yield Answer(option.id, dial.read(rest), at)
        except Refused:
            return


def _plain(text: str) -> str:
    """Return a text normalised for comparison: lower case, single spaces, no full stop at its end.
    An equals sign between a plot and its words, as the prompt prints it (`4 = 4 ahead`), is
    removed.
    """
    return " ".join(clean(text).lower().replace(" = ", " ").split()).removesuffix(".")


def refuse_controls(line: str) -> None:
    """Raise `Refused`, naming the key, if a line contains a control character.

    Arrows and other keys send escape sequences; the letters in them are not an answer.
    """
    found = next((sign for sign in line.rstrip("\r\n") if category(sign) == "Cc"), "")
    if found:
        name = _CONTROLS.get(found) or f"U+{ord(found):04X}"
        raise Refused(f"the line has a control character in it ({name}), so it was ignored")
