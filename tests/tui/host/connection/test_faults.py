"""An error of the program on a host is written to a file that the log names; the file contains no
secrets.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import Refused
from engine.files import crash_file
from engine.hosting.log import log_fault

WHAT = "a fault ended the screen of %s"


def failed(text: str) -> Exception:
    """Return an error with a traceback, as it is when it was raised and caught."""
    try:
        raise AssertionError(text)
    except AssertionError as error:
        return error


def test_one_fault_has_one_file_however_often_it_is_met(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(30):
        log_fault(tmp_path, WHAT, "anna", failed("card 'Boarders Away', seed 1234567890"))
    (path,) = (tmp_path / "faults").iterdir()
    assert all(each.endswith(f"details are in {path}") for each in caplog.messages)
    text = path.read_text(encoding="utf-8")
    assert "AssertionError: card ..., seed ...\n" in text
    assert "in failed\n" in text
    assert "no terminal\n" in text
    assert "1234567890" not in text
    path.unlink()
    log_fault(tmp_path, WHAT, "ben", failed("again"))
    assert len(list((tmp_path / "faults").iterdir())) == 1


def test_a_sentence_for_a_person_leaves_no_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    log_fault(tmp_path, WHAT, "anna", Refused("this cannot be"))
    assert not (tmp_path / "faults").exists()
    assert caplog.messages == ["a fault ended the screen of anna: Refused: this cannot be"]


def test_a_full_disk_leaves_the_line_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(crash_file.files, "write", full)
    log_fault(tmp_path, WHAT, "anna", failed("x"))
    (line,) = caplog.messages
    assert "told in" not in line
    assert "AssertionError at test_faults.py:" in line
