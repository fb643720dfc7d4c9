"""Browser: a headless Chromium that gets real key events, controlled through a pipe."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.programs import program
from tests.tui.conftest import BASE

KEYS = {
    "ArrowLeft": 37,
    "ArrowRight": 39,
    "Home": 36,
    "End": 35,
    "]": 221,
    "[": 219,
    ".": 190,
    ",": 188,
    " ": 32,
    "+": 187,
    "-": 189,
    "0": 48,
    "d": 68,
}
"""{name of a key: its number in a browser}."""


class Browser:
    """One open page. Used with `with`, so that the process is ended."""

    def __init__(self, folder: Path) -> None:
        chromium = program("chromium", "chromium-browser", "google-chrome")
        read, self._out = os.pipe()
        self._in, write = os.pipe()

        def pipes() -> None:
            os.dup2(read, 3)
            os.dup2(write, 4)

        self._process = subprocess.Popen(
            [
                chromium,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--remote-debugging-pipe",
                f"--user-data-dir={folder}",
                "about:blank",
            ],
            env={**os.environ, "TMPDIR": str(BASE)},  # its sockets have paths of at most 108 bytes
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(3, 4),
            preexec_fn=pipes,  # noqa: PLW1509 - no thread is running yet
        )
        os.close(read)
        os.close(write)
        self._number, self._rest, self._session = 0, b"", ""
        self.problems: list[str] = []
        """Errors of the page, and what its security policy has refused."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        found = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = found["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        os.close(self._out)
        self._process.kill()
        self._process.wait()
        os.close(self._in)

    def call(self, method: str, **params: Any) -> Any:
        """Call a method of the browser's protocol; return its result."""
        self._number += 1
        told: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            told["sessionId"] = self._session
        os.write(self._out, json.dumps(told).encode() + b"\0")
        while (said := self._next()).get("id") != self._number:
            self._note(said)
        assert "error" not in said, said
        return said["result"]

    def open(self, url: str) -> None:
        """Open a page, and wait until it is drawn."""
        self.load(url, "document.body?.dataset.entry")

    def load(self, url: str, ready: str) -> None:
        """Open a file, and wait until the expression `ready` is true in it."""
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        self.value(f"""new Promise((done) => {{
            const look = () => ({ready}) ? done(1) : setTimeout(look, 5);
            look();
        }})""")

    def value(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        found = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def press(self, key: str) -> None:
        """Press and release a key."""
        what = {"key": key, "windowsVirtualKeyCode": KEYS[key]}
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **what, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **what)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._in, 1 << 16)
            assert more, "the browser has ended"
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(line)
        return found

    def _note(self, said: dict[str, Any]) -> None:
        if said.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            self.problems.append(json.dumps(said["params"]))
        if said.get("method") == "Network.requestWillBeSent":
            url = said["params"]["request"]["url"]
            if not url.startswith(("file:", "about:")):
                self.problems.append(url)
