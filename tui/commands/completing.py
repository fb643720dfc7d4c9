"""Completion of a command line: commands, options, and the names and files that each accepts.

The scripts for shells contain no names. They ask the program, which also knows the player's own
squadrons and battles by mail.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tui.commands.grammar import OPPONENTS, SAMPLE, Parser, parse_file

FILES = ("FILE", "FILE|POSITION", "NEW", "PATH", "WHAT", "SCENARIO|SQUADRONS")
"""Placeholders in the help that may stand for a file: file names are proposed for them."""
FOLDERS = ("DIR", "SQUADRONS_DIR", "FOLDER")
BREAKS = ":="
"""Characters at which bash starts a new word: completions omit the text up to the last of them."""


def scenarios(_saves: str | None) -> Iterator[str]:
    """Yield the scenarios of every shipped game, and the series."""
    from engine.kernel.registry import series, system, systems

    for name in (*systems(), *series()):
        yield from system(name).scenarios()


def squadrons(saves: str | None) -> Iterator[str]:
    """Yield the names of the player's own squadrons and of the shipped ones."""
    from engine.files.saves import squadrons_folder
    from engine.files.squadron_files import list_squadrons

    yield from (each.path.stem for each in list_squadrons(squadrons_folder(saves)))


def samples(_saves: str | None) -> Iterator[str]:
    """Yield the battles that ship with the game, as commands accept them: `sample:` and the
    name.
    """
    from engine.files.saves import samples as known

    yield from (f"{SAMPLE}{name}" for name in known())


def players(_saves: str | None) -> Iterator[str]:
    """Yield the names of the computer players."""
    yield from OPPONENTS


def lessons(_saves: str | None) -> Iterator[str]:
    """Yield the names of the lessons."""
    from engine.teaching.lesson import shelf

    yield from (lesson.name for _, lesson in shelf())


def puzzles(_saves: str | None) -> Iterator[str]:
    """Yield the names of the puzzles, and the other words that the command `puzzles` accepts."""
    from engine.files.diary import own_puzzles
    from engine.puzzles.puzzle import shelf

    yield from ("today", "make", "check")
    yield from (puzzle.name for _, puzzle in shelf(own_puzzles()))


def by_mail(saves: str | None) -> Iterator[str]:
    """Yield the names of the battles by mail."""
    from engine.files import desks

    yield from desks.desk_names(desks.mail_search_folder(saves))


Names = Callable[[str | None], Iterator[str]]
NAMES: dict[tuple[str, str], tuple[Names, ...]] = {
    ("play", "what"): (scenarios,),
    ("series", "what"): (scenarios,),
    ("learn", "name"): (lessons,),
    ("puzzles", "what"): (puzzles,),
    ("simulate", "what"): (scenarios, squadrons),
    ("tournament", "--scenario"): (scenarios,),
    ("tournament", "--players"): (players,),
    ("tournament", "--anchor"): (players,),
    ("balance", "--scenario"): (scenarios,),
    ("mail", "scenario"): (scenarios,),
    ("mail", "battle"): (by_mail,),
    ("squadron", "file"): (squadrons,),
}
"""{(command, its argument or option): the functions that yield the names it accepts}."""
EVERYWHERE: dict[str, tuple[Names, ...]] = {"PLAYER": (players,)}
"""{placeholder in help: the functions that yield the names it accepts}, in every command."""


def completions(parser: Parser, words: Sequence[str]) -> list[str]:
    """Return the completions of the last word, sorted; folders end in a slash.

    `words` are those after the name of the program; the last one is being typed.
    """
    *before, typed = words or [""]
    command, at, wants, saves = "", parser, list[argparse.Action](), None
    for word in before:
        if word.startswith("-") and word != "-":
            option = at._option_string_actions.get(word)
            wants = [option] if option and option.nargs != 0 else []
            continue
        if wants:
            if wants[0].dest == "saves":
                saves = word
            if wants[0].nargs not in ("+", "*"):
                wants = []
            continue
        inner = _inner(at).get(word)
        if inner:
            command, at = command or word, inner
    if typed.startswith("-"):
        options = (word for action in at._actions for word in action.option_strings)
        return sorted(word for word in options if word.startswith(typed))
    found: set[str] = set()
    actions = wants or [
        action
        for action in at._actions
        if not action.option_strings and not isinstance(action, argparse._SubParsersAction)
    ]
    for action in actions:
        found |= set(_values(command, action, typed, saves))
    if not wants:
        found |= {word for word in _inner(at) if word.startswith(typed)}
    return sorted(found)


def _inner(parser: argparse.ArgumentParser) -> dict[str, Parser]:
    """Return {name: parser} for the commands of a parser."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _values(command: str, action: argparse.Action, typed: str, saves: str | None) -> Iterator[str]:
    """Yield the values of an argument or option that begin with the typed text."""
    if action.choices is not None:
        yield from (each for each in map(str, action.choices) if each.startswith(typed))
        return
    called = str(action.metavar or "")
    asked = action.option_strings[0] if action.option_strings else action.dest
    names = NAMES.get((command, asked), EVERYWHERE.get(called, ()))
    if asked == "--squadrons":
        names = (squadrons,)
    if action.type is parse_file:
        names = (samples,)
    listed = typed.rpartition(",")[0] if called == "A,B,..." else ""
    lead = f"{listed}," if listed else ""
    for each in names:
        yield from (f"{lead}{name}" for name in each(saves) if f"{lead}{name}".startswith(typed))
    if called in (*FILES, *FOLDERS) or names == (squadrons,):
        yield from _files(typed, folders=called in FOLDERS)


def _files(typed: str, folders: bool) -> Iterator[str]:
    """Yield the files and folders, or only folders, whose path begins with the typed text."""
    folder, slash, begins = typed.rpartition("/")
    inside = os.path.expanduser(f"{folder}{slash}") or "."
    try:
        with os.scandir(inside) as entries:
            for entry in entries:
                hidden = entry.name.startswith(".") and not begins.startswith(".")
                is_folder = entry.is_dir()
                if entry.name.startswith(begins) and not hidden and (is_folder or not folders):
                    yield f"{folder}{slash}{entry.name}{'/' if is_folder else ''}"
    except OSError:
        return


def split(line: str) -> list[str]:
    """Return the words of a line as a shell splits it; the last one is incomplete.

    >>> split("weathergage play 'two wor"), split("weathergage play ")
    (['weathergage', 'play', 'two wor'], ['weathergage', 'play', ''])
    """
    kept = line[:-1] if re.search(r"(?<!\\)(\\\\)*\\$", line) else line
    for closing in ("", "'", '"'):
        try:
            words = shlex.split(f"{kept}{closing}")
        except ValueError:
            continue
        ended = re.search(r"(?<!\\)(\\\\)*\s$", line) and not closing
        return [*words, ""] if ended or not line else words
    return line.split()


def answers(shell: str, parser: Parser, words: Sequence[str]) -> list[str]:
    """Return the completions that a shell's script asks for.

    `words` are the words of the command line; for bash, one text with the whole line.
    """
    if shell == "bash":
        asked = split(words[0] if words else "")[1:] or [""]
        typed = asked[-1]
        known = max(typed.rfind(sign) for sign in BREAKS) + 1
        return [each[known:] for each in completions(parser, asked)]
    if shell == "tcsh":
        asked = split(os.environ.get("COMMAND_LINE", ""))[1:] or [""]
        return completions(parser, asked)
    return completions(parser, words)


def script(shell: str) -> str:
    """Return the script that teaches a shell to complete command lines."""
    path = Path(__file__).with_name("completion") / f"{shell}.txt"
    return path.read_text(encoding="utf-8")
