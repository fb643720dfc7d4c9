"""All golden runs by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from tests.runs import acts, battles, hosted, panels, printed, screens, shared, typed, visited
from tests.runs.frame import Frame

RUNS: Mapping[str, Callable[[], Iterator[Frame]]] = {
    **{f"acts_{name.replace('/', '_')}": partial(acts.frames, name) for name in acts.RECORDED},
    **{
        f"battles_{name.rpartition('/')[2]}": partial(battles.frames, name)
        for name in battles.NAMES
    },
    **{f"printed_{name}": partial(printed.commands, name) for name in printed.BATTLES},
    **{f"scenarios_{name}": partial(printed.scenarios, name) for name in printed.GAMES},
    "marks": printed.marks,
    **{f"panels_{name}": partial(panels.frames, name) for name in panels.NAMES},
    **{f"typed_{name}": partial(typed.battle, name) for name in typed.BATTLES},
    **{f"typed_learning_{name}": partial(typed.learning, name) for name in typed.LEARNT},
    "typed_replays": typed.replays,
    **{f"screens_{name}": partial(screens.frames, name) for name in screens.RUNS},
    **{f"shared_{name}": partial(shared.frames, name) for name in shared.RUNS},
    "hosted": hosted.frames,
    "visited_lobby": partial(visited.frames, False),
    "visited_battle": partial(visited.frames, True),
    **{f"typed_{name}": partial(typed.menu, name) for name in typed.MENUS},
}
"""{name of a run: the function that plays it}; its golden file is tests/frozen/NAME.txt."""
