"""Commands that write files from a battle: `fork`, `export`."""

from __future__ import annotations

import gc
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import FileFault, Refused
from engine.files.saves import create_file, new_path, saves_folder
from engine.kernel.opening import as_file_fault
from engine.review.chapters import chapter_named, extract_chapter
from tui.commands.grammar import FINE, PLACE, Misuse, moment
from tui.commands.source import open_battle

if TYPE_CHECKING:
    from engine.kernel.battle import Battle
    from tui.replay.sharing import Part, Viewer
    from tui.share.film import Film
    from tui.terminal.theme import Palette


# The commands that make a new battle from a part of another one: `fork`, `export`.


def fork(chosen: Namespace) -> int:
    """Begin a new battle that branches off another at an entry or in a chapter, and print its
    file.
    """
    if bool(chosen.chapter) == (chosen.at is not None):
        raise Misuse("`fork` needs either --at N or --chapter NAME, and not both")
    with open_battle(chosen, chosen.file) as battle, as_file_fault(battle):
        n = chosen.at
        if chosen.chapter:
            n = chapter_named(battle, chosen.chapter).first
        if battle.game.outcome(battle.at(n)):
            raise Refused("the battle is over at this entry; choose an earlier one with --at")
        fresh = battle.fork(n, _path(chosen, battle), _now())
    return _told(fresh)


def export_chapter(chosen: Namespace) -> int:
    """Write one battle of a chain of battles into a file of its own, and print the path."""
    with open_battle(chosen, chosen.file) as battle, as_file_fault(battle):
        chapter = chapter_named(battle, chosen.chapter)
        fresh = extract_chapter(battle, chapter, _path(chosen, battle), _now())
    return _told(fresh)


def _path(chosen: Namespace, battle: Battle) -> Path:
    """Return the path of the new file: as given, otherwise a free name in the folder of saved
    battles.
    """
    if chosen.to:
        if Path(chosen.to).exists():
            raise Misuse(f"{chosen.to} is there already")
        return Path(chosen.to)
    folder = saves_folder(chosen.saves)
    name = " ".join(filter(None, (battle.header.scenario or "battle", chosen.chapter)))
    return new_path(folder, name)


def _now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def _told(fresh: Battle) -> int:
    fresh.close()
    print(fresh.path)
    return FINE


# The command that shares a battle: `export`, in the format of the new file's ending.


Files = Mapping[Path, str | bytes]
PICTURES = (".jpg", ".jpeg", ".webp", ".pdf", ".mp4")
"""Endings of pictures and films that the program cannot write; an error says so."""
ALWAYS = ("seat", "open", "palette")
TAKES: Mapping[str, tuple[str, ...]] = {
    ".html": (*ALWAYS, "first", "until", "chapter"),
    ".svg": (*ALWAYS, "moment", "first", "until", "chapter", "width"),
    ".gif": (*ALWAYS, "moment", "first", "until", "chapter", "width"),
    ".png": (*ALWAYS, "moment", "width"),
    ".md": (*ALWAYS, "first", "until", "chapter", "moments", "diagrams", "width"),
    ".cast": (*ALWAYS, "first", "until", "chapter", "cast_version"),
    "": ("chapter",),
}
"""{ending of the new file: the options that its format accepts}; the ending '' is a battle taken
out of a chain of battles."""
OPTIONS: Mapping[str, str] = {"moment": "at", "first": "from", "cast_version": "cast-version"}
"""{name of an option in code: its name on the command line}, where they differ."""


def export(chosen: Namespace) -> int:  # noqa: PLR0912  (one branch a check)
    """Write a battle, one moment of it, or one battle of a chain into a file, and print the
    path.
    """
    # Each `--to` names the new file or the last moment of a film. Both may be given, as in
    # `--to film.gif --from turn:3 --to turn:5`.
    files = []
    for word in chosen.to or ():
        if not PLACE.fullmatch(word):
            files.append(word)
        elif chosen.until is not None:
            raise Misuse(f"two ends are named, --to {word} is the second; give only one")
        else:
            chosen.until = moment(word)
    if len(files) > 1:
        raise Misuse(f"`export` writes one file, not {' and '.join(files)}")
    chosen.to = files[0] if files else None
    form = _form(chosen)
    known = {name for names in TAKES.values() for name in names}
    for name in sorted(known - set(TAKES[form])):
        if getattr(chosen, name) not in (None, "", False, []):
            what = f"a file {form}" if form else "a battle that is cut out"
            raise Misuse(f"--{OPTIONS.get(name, name)} cannot be used for {what}")
    if chosen.seat and chosen.open:
        raise Misuse("--open shows all cards, so it cannot be combined with --seat")
    if chosen.chapter and (chosen.first is not None or chosen.until is not None):
        raise Misuse("--chapter cannot be combined with --from and --until")
    if chosen.moment and (chosen.chapter or chosen.first or chosen.until):
        raise Misuse(
            "--at shows one moment, so it cannot be combined with --from, --until and --chapter"
        )
    if not form:
        return export_chapter(chosen)
    if Path(chosen.to).exists():
        raise Misuse(f"{chosen.to} is there already")
    with (
        _uncollected(),
        open_battle(chosen, chosen.file, once=True) as battle,
        as_file_fault(battle),
    ):
        for path, content in WRITERS[form](chosen, battle).items():
            print(create_file(path, content))
    return FINE


@contextmanager
def _uncollected() -> Iterator[None]:
    """Switch garbage collection off in the block.

    An export leaves no garbage, and a collection would search all of its states.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _form(chosen: Namespace) -> str:
    """Return the format of the new file, as its ending; '' for a battle taken out of a chain of
    battles.
    """
    ending = Path(chosen.to or "").suffix.lower()
    if ending in TAKES and ending:
        return ending
    if ending in PICTURES:
        raise Misuse(
            f"`export` writes no {ending} files: pictures are .svg and .png, films .gif and .svg"
        )
    if not chosen.chapter:
        raise Misuse(
            "`export` takes --to NAME.html, .svg, .png, .gif, .md or .cast, or --chapter NAME of a "
            "chain"
        )
    return ""


def _eyes(chosen: Namespace) -> Viewer:
    from tui.replay.sharing import Viewer

    return Viewer(chosen.seat or "", chosen.open)


def _part(chosen: Namespace) -> Part:
    from tui.replay.sharing import Part

    return Part(chosen.first or "start", chosen.until or "end", chosen.chapter)


def _page(chosen: Namespace, battle: Battle) -> Files:
    from tui.replay.sharing import shared_page

    told = shared_page(battle, _eyes(chosen), _part(chosen), chosen.palette or "auto")
    return {Path(chosen.to): told}


def _picture(chosen: Namespace, battle: Battle) -> Files:
    from tui.replay.sharing import picture_of, reel_for

    if chosen.first or chosen.until or chosen.chapter:
        from tui.share.film import animated_svg

        return {Path(chosen.to): animated_svg(_shots(chosen, battle), chosen.palette or "auto")}
    reel = reel_for(battle, _eyes(chosen))
    n = reel.find(chosen.moment or "end")
    return {Path(chosen.to): picture_of(reel, n, chosen.palette or "auto", chosen.width)}


def _pixels(chosen: Namespace, battle: Battle) -> Files:
    from tui.replay.sharing import picture_of, reel_for
    from tui.share.paper import LIBRARY, can_draw, png

    _need(LIBRARY, can_draw(), "PNG")
    reel = reel_for(battle, _eyes(chosen))
    drawn = partial(picture_of, reel, reel.find(chosen.moment or "end"), width=chosen.width)
    return {Path(chosen.to): png(drawn, chosen.palette or "auto")}


def _gif(chosen: Namespace, battle: Battle) -> Files:
    from tui.share.pixels import LIBRARY, can_film, gif

    _need(LIBRARY, can_film(), "GIF")
    return {Path(chosen.to): gif(_shots(chosen, battle), chosen.palette or "auto")}


def _need(library: str, there: bool, form: str) -> None:
    """Raise `Misuse` if the library that a format needs is missing."""
    if not there:
        from engine.sitting.guides import install_command

        raise Misuse(f"a {form} needs the library {library}; type  {install_command(library)}")


def _shots(chosen: Namespace, battle: Battle) -> Film:
    from tui.replay.sharing import Part, footage, reel_for
    from tui.share.film import film

    eyes, part = _eyes(chosen), _part(chosen)
    if chosen.moment:
        n = str(reel_for(battle, eyes).find(chosen.moment))
        part = Part(n, n)
    return film(footage(battle, eyes, part), chosen.width)


def _text(chosen: Namespace, battle: Battle) -> Files:
    """Return the text of the export, with its pictures if requested."""
    from engine.review.report import Moment
    from tui.replay.sharing import default_moments, parse_moments, picture_of, reel_for, story
    from tui.share.page import ascii_chart, markdown, picture_link
    from tui.terminal.terminal import glyphs

    eyes, to = _eyes(chosen), Path(chosen.to)
    told, reel = story(battle, eyes, _part(chosen)), reel_for(battle, eyes)
    moments = [word.strip() for word in (chosen.moments or "").split(",") if word.strip()]
    wanted = parse_moments(reel, moments) if moments else default_moments(told)
    beside: dict[Path, str] = {}

    def drawn(moment: Moment) -> str:
        if chosen.diagrams != "svg":
            return ascii_chart(moment, glyphs(chosen.glyphs or "ascii"))
        path = to.with_name(f"{to.stem}-{moment.n}.svg")
        beside[path] = picture_of(reel, moment.n, chosen.palette or "auto", chosen.width)
        return picture_link(moment, path.name)

    written = markdown(told, wanted, drawn)
    if taken := [str(path) for path in beside if path.exists()]:
        raise FileFault(f"{taken[0]} is there already")
    return {to: written, **beside}


def _cast(chosen: Namespace, battle: Battle) -> Files:
    from tui.replay.export import Cast, cast
    from tui.replay.sharing import part_of, reel_for, remarks, whole_shot
    from tui.terminal.terminal import glyphs

    eyes = _eyes(chosen)
    reel = reel_for(battle, eyes)
    first, last = part_of(battle, reel, _part(chosen))
    palette: Palette = "default" if chosen.palette in (None, "auto") else chosen.palette
    reel.go(first)
    shot = whole_shot(reel, glyphs(chosen.glyphs or "unicode"), palette)
    notes = remarks(battle, eyes, first, last)
    wanted = Cast(first, last, notes, int(chosen.cast_version or 2))
    return {Path(chosen.to): "".join(cast(reel, shot, wanted))}


WRITERS: Mapping[str, Callable[[Namespace, Battle], Files]] = {
    ".html": _page,
    ".svg": _picture,
    ".png": _pixels,
    ".md": _text,
    ".gif": _gif,
    ".cast": _cast,
}
