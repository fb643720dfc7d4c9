"""Commands that print text: `report`, `verify`, `cards`, `talk`."""

from __future__ import annotations

import sys
from argparse import Namespace
from functools import partial
from pathlib import Path
from textwrap import fill, shorten, wrap
from typing import TYPE_CHECKING

from engine.base.errors import FileFault, Unusable, WeatherGageError
from engine.base.text import clean
from engine.game.parts.words import Term
from engine.kernel.opening import as_file_fault
from tui.commands.grammar import FINE, NO
from tui.commands.source import open_battle, use_data_folder

if TYPE_CHECKING:
    from engine.kernel.battle import Battle
    from engine.kernel.logbook import Proof, Share
    from engine.review.curve import CostlyChoice, Trial


def report(chosen: Namespace) -> int:
    """Print a battle or one chapter (a battle of a chain) line by line; with `--story`, as prose.

    With `--choices`, also print the choices with the highest proved cost.
    """
    from engine.review.chapters import chapter_named
    from engine.review.report import render_report
    from engine.review.report import report as report_of

    with open_battle(chosen, chosen.file) as battle, as_file_fault(battle):
        chapter = chapter_named(battle, chosen.chapter) if chosen.chapter else None
        if chosen.story:
            from engine.review.spectators import without_secrets
            from engine.review.tale import render_tale, tale

            part = (chapter.first, chapter.last) if chapter else ()
            print(render_tale(tale(without_secrets(battle), *part), chosen.format), end="")
            return FINE
        choices = _costly(battle, chosen.choices) if chosen.choices else ()
        print(render_report(report_of(battle, choices, chapter), chosen.format), end="")
    return FINE


def _costly(battle: Battle, most: int) -> list[tuple[CostlyChoice, Trial]]:
    """Return the choices that are proved to have cost most. A battle that is not judged yet is
    judged first.

    The judgement is not stored, because a report only reads.
    """
    from engine.review.curve import proved_choices
    from tui.commands.study import judge_here, whole_curve

    if battle.outcome() is None:
        print("The battle is not over: choices are judged at its end.", file=sys.stderr)
        return []
    assert battle.path is not None
    curve, stop = whole_curve(battle, partial(judge_here, battle.path), lambda *_: None)
    if stop:
        raise stop
    return proved_choices(curve)[:most]


def verify(chosen: Namespace) -> int:
    """Print for each file whether its battle follows the rules; return 1 if one does not."""
    use_data_folder(chosen.data)
    for file in chosen.files:
        if not Path(file).is_file():
            raise FileFault(f"{file} is not a file")
    verdicts: list[bool] = []
    unread: Unusable | None = None
    for file in chosen.files:
        try:
            verdicts.append(_verdict(file, chosen.jobs, chosen.data))
        except Unusable as error:  # this file is neither right nor wrong; check the others
            unread = unread or error
    if unread:
        raise unread
    return FINE if all(verdicts) else NO


def _verdict(file: str, jobs: int, data: str | None) -> bool:
    """Check one file, print a line about it, and return whether it is right.

    Raises `Unusable` if the system refuses to read it.
    """
    from engine.kernel.logbook import Share, merge_proofs

    shares = [Share(number, jobs) for number in range(jobs)]
    prove = partial(_proved, file, data)
    try:
        if jobs > 1:
            from engine.arena.workers import run_in_pool

            found = [part for _, part in run_in_pool(prove, shares, jobs)]
        else:
            found = [prove(Share())]
    except Unusable:
        raise
    except WeatherGageError as error:
        print(_line(file, f"wrong: {error}"), flush=True)
        return False
    verdict = merge_proofs([proof for proof, _ in found])
    parts = _finding(verdict), *found[0][1]
    print(_line(file, "; ".join(filter(None, parts))), flush=True)
    return verdict.ok


def _proved(file: str, data: str | None, share: Share) -> tuple[Proof, tuple[str, str]]:
    """Return (proof that a part of a battle file is right, two remarks).

    The remarks say how the battle ended outside the rules, and that the last line of the file is
    incomplete; each is '' if it does not apply. `share` names the part that this worker checks.
    """
    from engine.kernel.battle import Battle
    from engine.kernel.leaving import ended_outside_rules
    from engine.post.checking import prove

    use_data_folder(data)
    with Battle.open(file, write=False) as battle:
        persons = battle.header.options.get("persons", {})
        end = ended_outside_rules(battle.log, battle.game.seats(battle.state), persons)
        told = f"it ended outside the rules: {end}" if end else ""
        proof = prove(battle, share)
        if proof.ok and share.number == 0:
            proof = _witnessed(battle, proof)
        return proof, (told, battle.torn)


def _witnessed(battle: Battle, proof: Proof) -> Proof:
    """Return a proof together with a check of the SSH signatures in letters of a battle by mail."""
    from msgspec.structs import replace

    from engine.files.desks import ssh_verify
    from engine.kernel.logbook import Proof as Verdict
    from engine.post.checking import letters_of, signers
    from engine.post.slips import signed_text

    sent, found = letters_of(battle), []
    for name, key, ssh in signers(sent):
        if ssh:
            signed = ssh_verify(signed_text(sent[0].id, name, key), ssh)
            found.append(f"{name}'s first key: {signed}")
    if any("a wrong SSH signature" in each for each in found):
        return Verdict(False, f"a signature is wrong: {', '.join(found)}", proof.entries)
    return replace(proof, proof="; ".join((proof.proof, *found))) if found else proof


def _finding(verdict: Proof) -> str:
    """Return the result of a check in words.

    While its dice are secret, a battle is neither right nor wrong.
    """
    from engine.kernel.logbook import UNPROVED

    if verdict.ok:
        return "; ".join(filter(None, (f"right, {verdict.counted}", verdict.proof)))
    return verdict.text if verdict.text == UNPROVED else f"wrong: {verdict.text}"


def _line(file: str, says: str) -> str:
    """Return a line with the file and what was found; the name of the file appears only once."""
    return clean(f"{file}: {says.replace(f'{file}: ', '').replace(f'{file} ', '')}")


def cards(chosen: Namespace) -> int:
    """Print the explanations of cards and rules that match, or a list of all; return 1 if none
    matches.

    If the name of one is exactly the word, only the names of the others are printed.
    """
    from engine.kernel.registry import system, systems

    use_data_folder(chosen.data)
    wanted = " ".join(chosen.term).lower()
    found = [
        (rank, term)
        for name in systems()
        for term in system(name).words.terms()
        if (rank := _match(term, wanted)) is not None
    ]
    if len(wanted) == 1:  # the sign of a token; as a letter it would match too much
        found = [pair for pair in found if pair[0] == 0] or found
    found.sort(key=lambda pair: (pair[0], pair[1].kind, pair[1].name))
    wide = max((len(term.name) for _, term in found), default=0)
    names = {term.id: term.name for name in systems() for term in system(name).words.terms()}
    exact = bool(wanted) and any(rank == 0 for rank, _ in found)
    for rank, term in found:
        if not exact or rank == 0:
            first = shorten(term.lines[0], 76, placeholder=" ...") if term.lines else ""
            brief = f"{term.kind:16} {term.name:{wide}}  {first}".rstrip()
            if wanted:
                doubt = "" if term.confidence == "printed" else f", {term.confidence}"
                links = ", ".join(
                    dict.fromkeys(names[link] for link in term.links if link in names)
                )
                see = wrap(f"see {links}", 76, subsequent_indent="    ") if links else []
                texts = [
                    row for line in term.lines for row in wrap(line, 76, break_on_hyphens=False)
                ]
                rows = (f"  {line}" for line in (*texts, *see))
                print("\n".join((f"{term.name} ({term.kind}{doubt})", *rows, "")))
            else:
                print(brief)
    if exact:
        terms = [term for rank, term in found if rank]
        kinds = dict.fromkeys(term.kind for term in terms)
        lines = ["Also mentioned in\n"] if terms else []
        for kind in kinds:
            said = ", ".join(dict.fromkeys(term.name for term in terms if term.kind == kind))
            lines.append(fill(f"  {kind}: {said}", 78, subsequent_indent="    ") + "\n")
        print("".join(lines), end="")
    if not found:
        from difflib import get_close_matches

        by_letters = {name.lower(): name for name in sorted(set(names.values()))}
        near = [by_letters[name] for name in get_close_matches(wanted, by_letters, 3)]
        hint = (
            f"; did you mean {', '.join(near)}?"
            if near
            else "; `weathergage cards` lists all entries"
        )
        print(f"nothing is called '{wanted}'{hint}", file=sys.stderr)
    return FINE if found else NO


def _match(term: Term, wanted: str) -> int | None:
    """Return how well a term matches, 0 for exactly its name; None if it does not match."""
    if wanted in (term.name.lower(), term.id.lower(), *term.signs):
        return 0
    if wanted in f"{term.name} {term.id} {term.kind}".lower():
        return 1
    return 2 if wanted in " ".join(term.lines).lower() else None


def talk(chosen: Namespace) -> int:
    """Answer every line of JSON on the input with one line of JSON, until the input ends."""
    from engine.sitting.talk import Talk

    use_data_folder(chosen.data)
    Talk().run(sys.stdin.buffer, sys.stdout.buffer)
    return FINE
