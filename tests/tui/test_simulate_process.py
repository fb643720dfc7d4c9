"""Simulations that are stopped by a signal, and continued."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "import sys; from tui.cli import main; sys.exit(main())"
SOON = 60
WORDS = ("quickstart", "--seed", "3", "--mirror", "--format", "battles")


def start(*words: str) -> subprocess.Popen[str]:
    """Start a simulation in a process group of its own, as a terminal does."""
    command = [sys.executable, "-c", PROGRAM, "simulate", *WORDS, *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, text=True, start_new_session=True, **pipes)  # type: ignore[call-overload, no-any-return]


def wait_for_results(file: Path, count: int) -> None:
    until = monotonic() + SOON
    while not file.exists() or file.read_bytes().count(b"\n") <= count:
        assert monotonic() < until, "no results"
        sleep(0.02)


def left_alone(group: int) -> bool:
    """Tell whether every process of a group ends soon."""
    until = monotonic() + SOON
    while monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        sleep(0.05)
    return False


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("whole_group", [True, False])
def test_ctrl_c_prints_what_there_is_and_leaves_nobody_at_work(
    tmp_path: Path, jobs: str, whole_group: bool
) -> None:
    file = tmp_path / "results"
    running = start("--games", "100000", "--jobs", jobs, "--resume", str(file))
    wait_for_results(file, 4)
    if whole_group:
        os.killpg(running.pid, signal.SIGINT)
    else:
        running.send_signal(signal.SIGINT)
    out, complaint = running.communicate(timeout=SOON)
    assert (running.returncode, complaint) == (130, "")
    kept = file.read_bytes().splitlines()
    assert len(out.splitlines()) - 1 in (len(kept) - 1, len(kept) - 2)
    assert left_alone(running.pid)


def test_a_simulation_that_is_killed_goes_on_to_the_same_results(tmp_path: Path) -> None:
    file = tmp_path / "results"
    words = ("--games", "30", "--resume", str(file), "--jobs")
    running = start(*words, "2")
    wait_for_results(file, 4)
    running.kill()
    running.communicate(timeout=SOON)
    assert left_alone(running.pid), "its workers end with it"
    assert 5 <= file.read_bytes().count(b"\n") < 31
    out, complaint = start(*words, "3").communicate(timeout=SOON)
    assert complaint == ""
    assert out == start("--games", "30").communicate(timeout=SOON)[0]
    assert out.count("\n") == 31
