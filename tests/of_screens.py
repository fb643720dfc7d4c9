"""Words that only a person at a screen can follow: no sentence of plain lines has one."""

from __future__ import annotations

import re

OF_SCREENS = re.compile(
    r"\b(pictures?|press(es)?|keys?|Tab|arrows?|panel|screen|highlight\w*|Space|Escape|cursor|"
    r"rings show|on the right|top line|beside the chart)\b"
)
