"""Words that make sense only at a screen: no sentence of the line mode may have one."""

from __future__ import annotations

import re

OF_SCREENS = re.compile(
    r"\b(pictures?|press(es)?|keys?|Tab|arrows?|panel|screen|highlight\w*|Space|Escape|cursor|"
    r"rings show|on the right|top line|beside the chart)\b"
)
