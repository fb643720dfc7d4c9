"""Words that make sense only on a screen; no sentence of the line mode may contain one."""

from __future__ import annotations

import re

OF_SCREENS = re.compile(
    r"\b(pictures?|press(es)?|keys?|Tab|arrows?|panel|screen|highlight\w*|Space|Escape|cursor|"
    r"rings show|on the right|top line|beside the chart)\b"
)
