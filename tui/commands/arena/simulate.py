"""The command `simulate`: many battles of one scenario between two computer players."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Container, Iterator
from contextlib import closing, nullcontext
from datetime import datetime
from itertools import repeat
from pathlib import Path

from engine.arena import Bout, Match, Scorebook, fight_bouts
from engine.base.errors import WeatherGageError
from engine.files.saves import new_paths
from engine.players import make_player
from tui.commands.arena.results import FORMATS, Results
from tui.commands.grammar import FINE, INTERRUPTED, Misuse
from tui.commands.progress import Progress
from tui.commands.source import field, use_data_folder

PAGE = 80
"""The width of pictures in columns if the output is not a terminal."""


def simulate(chosen: Namespace) -> int:
    """Fight many battles of one scenario, and print who won how often.

    After Ctrl+C or an error in a battle, print the results of the battles that were finished.
    """
    short = [form for form in ("json", "csv") if getattr(chosen, form)]
    if len({*short, *filter(None, [chosen.format])}) > 1:
        raise Misuse("results have one form; give only one of --format, --json and --csv")
    form: str = (short or [chosen.format or "text"])[0]
    if chosen.plot and form != "text":
        raise Misuse(f"--plot draws below text, so it cannot be used with the form {form}")
    if chosen.cluster and chosen.jobs:
        raise Misuse("--jobs cannot be used with --cluster, which has workers of its own")
    if chosen.cluster and chosen.saves:
        raise Misuse(
            "--saves cannot be used with --cluster, whose battles are not saved; use --resume FILE "
            "to keep their results"
        )
    data = use_data_folder(chosen.data)
    game, scenario, options = field(chosen)
    now = datetime.now()
    match = Match(
        game=game.name,
        scenario=scenario,
        a=chosen.a,
        b=chosen.b,
        seed=chosen.seed,
        mirror=chosen.mirror,
        arranged=chosen.random_setup,
        options=options,
        created=now.isoformat(timespec="seconds") if chosen.saves else "",
        data=data,
    )
    # What is wrong with the match is raised before any worker process starts.
    start = game.set_up(match.scenario, match.options)
    for player in (match.a, match.b):
        make_player(player, game, match.seed, game.seats(start)[0].key, programs=True)
    empty = game.review.aftermath(start, ())
    with Scorebook(chosen.resume, match) if chosen.resume else nullcontext() as book:
        known = dict(book.results) if book else {}
        found = {number: known[number] for number in range(chosen.games) if number in known}
        kept = len(found)
        bouts = _bouts(match, chosen, known)
        with Progress(chosen.games, kept) as progress:
            stop: BaseException | None = None
            try:
                with closing(fight_bouts(bouts, chosen.jobs or 1, chosen.cluster)) as fights:
                    for _, result in fights:
                        if book:
                            book.add(result)
                        found[result.number] = result
                        progress.step()
            except (KeyboardInterrupt, WeatherGageError) as error:
                stop = error
            seconds = progress.seconds
        if book and book.notice:
            print(f"weathergage: {book.notice}", file=sys.stderr)
    results = Results(
        match=match,
        wanted=chosen.games,
        fought=tuple(found[number] for number in sorted(found)),
        kept=kept,
        seconds=round(seconds, 3),
        points=empty.score_name,
        counts=empty.count_name,
    )
    fault = stop if isinstance(stop, WeatherGageError) else None
    if found or not fault:
        print(FORMATS[form](results))
        if chosen.plot:
            from tui.commands.arena.results import pictures
            from tui.screens.settings import load as load_settings
            from tui.terminal.terminal import glyphs, page

            settings, _ = load_settings()
            wide, _ = page(sys.stdout, (PAGE, PAGE))
            print(*pictures(results, glyphs(chosen.glyphs or settings.glyphs), wide), sep="\n")
    if fault:
        raise fault
    return INTERRUPTED if stop else FINE


def _bouts(match: Match, chosen: Namespace, known: Container[int]) -> Iterator[Bout]:
    """Yield the battles of the match whose numbers are not in `known`."""
    files = new_paths(Path(chosen.saves), match.scenario) if chosen.saves else repeat("")
    for number in range(chosen.games):
        if number not in known:
            yield Bout(match, number, str(next(files)))
