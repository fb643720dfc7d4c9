"""The player's own SSH key: it signs the first key of his letters, through `ssh-keygen -Y sign`.

So a third person who knows that SSH key knows whose letters they are. Nothing is asked: a key that
takes a passphrase and is in no agent signs nothing, and the letters are as good without.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from engine.post import signing

CHOSEN = "WEATHERGAGE_SSH_KEY"
"""The environment variable that names the key's file; `none` for no key."""
NAMES = ("id_ed25519", "id_ecdsa", "id_rsa")
"""The files in `~/.ssh` that are tried."""
SPACE = "weathergage"
"""The namespace of the signatures: they are of no use for anything else."""
PATIENCE = 10.0
"""Seconds that `ssh-keygen` has."""
HEAD, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"


def signature(text: str) -> str:
    """Return the signature of a text by the player's SSH key, in base64; '' where there is none."""
    for path in _keys():
        done = _run("sign", "-f", str(path), given=text)
        if done and done.returncode == 0:
            return "".join(done.stdout.replace(HEAD, "").replace(END, "").split())
    return ""


def judged(text: str, ssh: str) -> str:
    """Return what an SSH signature of a text comes to: the key's name, or what is wrong with it."""
    with tempfile.TemporaryDirectory(prefix="weathergage") as folder:
        path = Path(folder) / "signature"
        lines = [ssh[at : at + 70] for at in range(0, len(ssh), 70)]
        path.write_text("\n".join((HEAD, *lines, END, "")))
        done = _run("check-novalidate", "-s", str(path), given=text)
    name = signing.fingerprint(ssh)
    if done is None:
        return f"SSH key {name or 'unknown'}, not checked: there is no ssh-keygen here"
    return f"SSH key {name}" if done.returncode == 0 and name else "a wrong SSH signature"


def _keys() -> list[Path]:
    chosen = os.environ.get(CHOSEN, "")
    if chosen:
        return [] if chosen == "none" else [Path(chosen)]
    try:
        folder = Path.home() / ".ssh"
    except RuntimeError:  # a user without a home
        return []
    return [folder / name for name in NAMES if (folder / name).is_file()]


def _run(what: str, *words: str, given: str) -> subprocess.CompletedProcess[str] | None:
    """Run `ssh-keygen -Y`, which may ask nobody anything; None where it cannot be run."""
    # Without a terminal and an askpass program it fails at once where it would want a passphrase.
    environ = {**os.environ, "SSH_ASKPASS_REQUIRE": "never", "DISPLAY": ""}
    try:
        return subprocess.run(
            ["ssh-keygen", "-Y", what, "-n", SPACE, *words],
            input=given, capture_output=True, text=True, errors="replace", timeout=PATIENCE,
            env=environ, start_new_session=True, check=False,
        )  # fmt: skip
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
