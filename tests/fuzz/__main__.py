"""Runs the attacks in turn with new seeds, and prints for each fault the command that repeats
it.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from random import SystemRandom

from tests.fuzz.attacks import ATTACKS, Attack, load

LONGEST = 900
"""Seconds after which an example counts as hung. The longest, a run of all properties, takes some
200."""


def main(words: list[str]) -> int:
    """Attack until the time is over or all examples are done; return 1 if a fault was found."""
    told = arguments(words)
    names = [told.only] if told.only else ATTACKS
    attacks = {name: load(name) for name in names}
    tried, found = fight(attacks, told.seed, told.count, told.minutes * 60)
    for name in names:
        print(f"{name}: {tried[name]} examples, {found[name]} with a fault")
    return 1 if found.total() else 0


def arguments(words: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--only", choices=ATTACKS, help="one attack instead of all")
    parser.add_argument("--seed", type=int, help="the first seed; the next ones follow it")
    parser.add_argument("--count", type=int, help="examples of each; 1 where a seed is given")
    parser.add_argument("--minutes", type=float, default=0.0, help="0: until Ctrl+C")
    told = parser.parse_args(words)
    if told.count is None:
        told.count = 0 if told.seed is None else 1
    return told


def fight(
    attacks: dict[str, Attack], first: int | None, count: int, seconds: float
) -> tuple[Counter[str], Counter[str]]:
    """Run examples until there were `count` of each attack or `seconds` are over; 0 means no limit.

    Each attack gets the same share of the time, however long its examples take. Return ({attack:
    number of examples}, {attack: number that found a fault}).
    """
    start = SystemRandom().randrange(1_000_000_000) if first is None else first
    tried, found = Counter[str](), Counter[str]()
    spent = dict.fromkeys(attacks, 0.0)
    began = time.monotonic()
    try:
        while left := [name for name in attacks if not count or tried[name] < count]:
            if seconds and time.monotonic() - began > seconds:
                break
            name = min(left, key=spent.__getitem__)
            asked = time.monotonic()
            found[name] += not stood(name, attacks[name], start + tried[name])
            spent[name] += time.monotonic() - asked
            tried[name] += 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    return tried, found


def stood(name: str, attack: Attack, seed: int) -> bool:
    """Run one example; return True if it found no fault, otherwise print the command that repeats
    it.
    """
    signal.signal(signal.SIGALRM, hung)
    signal.alarm(LONGEST)
    try:
        attack(seed)
    except KeyboardInterrupt:
        raise
    except BaseException:  # a SystemExit in an attack is a fault as well
        print(traceback.format_exc(), file=sys.stderr)
        print(f"make fuzz ONLY={name} SEED={seed}", flush=True)
        return False
    finally:
        signal.alarm(0)
    return True


def hung(signum: int, frame: object) -> None:
    """Handle the alarm signal: end an example that does not end by itself."""
    raise AssertionError(f"not done after {LONGEST} seconds")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as mine:  # keys would change the settings of who runs it
        os.environ |= {"XDG_STATE_HOME": mine, "WEATHERGAGE_CONFIG": os.path.join(mine, "config")}
        sys.exit(main(sys.argv[1:]))
