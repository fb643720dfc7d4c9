"""Puts random single faults into the code, and runs the tests that enter the changed function.

`python -m tests.mutants --room engine/systems/wooden_ships --count 40 --seed 7` prints each fault
that no test noticed. Faults in equivalent.toml, each with its reason, are skipped. `--changed
COMMIT` tries every condition with `and` or `or` on lines changed since that commit: with the
operator exchanged, and without each of its terms. `--not-entered` prints the blocks of code that no
test enters, with the reasons in not_entered.py. `--measure` measures again which test enters which
function; that takes as long as the whole suite under coverage.py. `--measure tests/family` measures
only some tests.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random, SystemRandom

from tests.mutants.entered import ROOTS, Entered, measure, measured
from tests.mutants.faults import Fault, faults
from tests.mutants.not_entered import NOT_ENTERED

AT_ONCE = 250
"""The number of tests in one run of pytest. The fastest come first; the first test that fails ends
the search."""
LONGEST = 300
"""Seconds after which a run is ended. If a fault makes the program hang, it counts as noticed."""
ALWAYS = (
    *("tests/family", "tests/test_frozen_names.py", "tests/test_frozen_data.py"),
    *("tests/test_one_map.py", "tests/test_house.py"),
)
"""Tests that examine modules and classes as a whole; they are run for faults outside of any
function."""
EQUIVALENT = Path(__file__).parent / "equivalent.toml"


def main(words: Sequence[str]) -> int:
    """Put faults into the code; return 1 if one was not noticed."""
    told = arguments(words)
    if told.measure is not None:
        measure(told.jobs, told.measure)
    if told.rows:
        from tests.mutants.rows import report, rows

        found = [row for row in rows() if row.functions[0].startswith(tuple(told.room))]
        seed = SystemRandom().randrange(1_000_000) if told.seed is None else told.seed
        return report(Random(seed).sample(found, min(told.count or len(found), len(found))))
    entered = measured()
    if told.not_entered:
        return not_entered(entered, told.room)
    if told.changed:
        chosen = [
            fault
            for path, lines in changed(told.changed, told.room).items()
            for fault in faults(path)
            if fault.of_a_condition and fault.line in lines
        ]
        print(f"{len(chosen)} faults on lines changed since {told.changed}", flush=True)
        return verdict(tried(chosen, entered, told.jobs))
    seed = SystemRandom().randrange(1_000_000) if told.seed is None else told.seed
    chosen = drawn(told.room, told.count, seed)
    print(f"{len(chosen)} faults in {', '.join(told.room)}, seed {seed}", flush=True)
    return verdict(tried(chosen, entered, told.jobs))


def verdict(counts: Counter[str]) -> int:
    """Print how many faults were noticed; return 1 if one was not."""
    found, all_of = counts["noticed"], counts["noticed"] + counts["missed"]
    print(f"{found} of {all_of} noticed, {counts['equivalent']} equivalent")
    return 1 if counts["missed"] else 0


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--room", nargs="+", default=list(ROOTS), help="folders or files")
    parser.add_argument("--count", type=int, default=40, help="of rows 0: all")
    parser.add_argument("--rows", action="store_true", help="of docs/coverage.md, instead")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--changed", metavar="COMMIT", help="conditions on lines changed since")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--measure", nargs="*", help="anew: all tests, or these beside the others")
    parser.add_argument("--not-entered", action="store_true")
    return parser.parse_args(words)


def not_entered(entered: Entered, rooms: Sequence[str]) -> int:
    """Print the blocks of code in some rooms (folders) that no test enters."""
    found = [each for each in entered.not_entered if each.path.startswith(tuple(rooms))]
    known = [each for each in found if each.function in NOT_ENTERED]
    for block in found:
        if block not in known:
            print(f"{block.path}:{block.first} ({block.inside})")
    for function in dict.fromkeys(each.function for each in known):
        count = sum(each.function == function for each in known)
        print(f"{count} in {function}: {NOT_ENTERED[function]}")
    left = len(found) - len(known)
    print(f"{left} blocks, and {len(known)} for a reason, of {entered.blocks} in all")
    return 0


def changed(commit: str, rooms: Sequence[str]) -> dict[Path, set[int]]:
    """Return {module: its lines changed since a commit} for some rooms (folders).

    A number, as from `make mutants CHANGED=1`, means so many commits back.
    """
    since = f"HEAD~{commit}" if commit.isdecimal() else commit
    told = subprocess.run(
        ["git", "diff", "--unified=0", "--no-color", since, "--", *rooms],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found: dict[Path, set[int]] = {}
    lines: set[int] = set()
    for row in told.splitlines():
        if row.startswith("+++ "):
            path = Path(row.removeprefix("+++ ").removeprefix("b/"))
            lines = found.setdefault(path, set()) if path.suffix == ".py" else set()
        elif match := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", row):
            first, count = int(match[1]), int(match[2] or 1)
            lines |= set(range(first, first + count))
    return {path: lines for path, lines in found.items() if path.is_file() and lines}


def drawn(rooms: Sequence[str], count: int, seed: int) -> list[Fault]:
    """Return `count` random faults in some rooms (folders), each fault equally likely."""
    known = [each for room in rooms for path in modules(Path(room)) for each in faults(path)]
    return Random(seed).sample(known, min(count, len(known)))


def modules(room: Path) -> list[Path]:
    """Return the modules in a folder; for a file, only the file."""
    return sorted(room.rglob("*.py")) if room.is_dir() else [room]


def tried(chosen: Sequence[Fault], entered: Entered, jobs: int) -> Counter[str]:
    """Try faults in several processes, each in a copy of the project; print those that no test
    noticed.
    """
    counts, trees = Counter[str](), SimpleQueue[Path]()
    known = equivalents()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for number in range(jobs):
            trees.put(copied(Path(folder) / str(number)))

        def judged(fault: Fault) -> str:
            if _key(fault) in known:
                return "equivalent"
            tree = trees.get()
            try:
                return "noticed" if noticed(fault, entered, tree) else "missed"
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(jobs) as pool:
            for fault, verdict in zip(chosen, pool.map(judged, chosen), strict=True):
                counts[verdict] += 1
                if verdict != "noticed":
                    print(f"{verdict}: {fault}", flush=True)
    return counts


def copied(to: Path) -> Path:
    """Copy the files of the project that git tracks, or that it would not ignore."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for name in listed:
        if Path(name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(name, to / name)
    return to


def noticed(fault: Fault, entered: Entered, tree: Path) -> bool:
    """Tell whether a test that enters the function of a fault fails because of it."""
    tests = entered.of(fault.path.as_posix(), fault.inside)
    if not entered.knows(fault.path.as_posix(), fault.inside):
        tests += ALWAYS
    there, sound = tree / fault.path, fault.path.read_bytes()
    there.write_bytes(fault.put(sound))
    try:
        batches = (tests[at : at + AT_ONCE] for at in range(0, len(tests), AT_ONCE))
        return any(failed(batch, tree) for batch in batches)
    finally:
        there.write_bytes(sound)


def failed(tests: Sequence[str], tree: Path) -> bool:
    """Tell whether one of some tests fails in a copy of the project, or does not end."""
    listed = tree / ".mutants-tests"
    listed.write_text("\n".join(tests) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{listed}"]
    try:
        run = subprocess.run(command, cwd=tree, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return True
    return run.returncode not in (0, 5)  # 5: no such test is there any more


def equivalents() -> set[tuple[str, str, str, str]]:
    """Return the faults that change nothing, or only the speed."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("fault", [])
    return {(each["path"], each["inside"], each["was"], each["now"]) for each in listed}


def _key(fault: Fault) -> tuple[str, str, str, str]:
    was, now = (" ".join(each.split()) for each in (fault.was, fault.now))
    return fault.path.as_posix(), fault.inside, was, now


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
