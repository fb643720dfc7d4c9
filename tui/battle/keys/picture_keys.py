"""PictureKeys: the key that writes the chart down as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.errors import Refused
from engine.files.own_folders import is_nowhere
from engine.files.saves import exports_folder, written_forms
from tui.battle.course import BattleCourse
from tui.input.actions import Handlers

if TYPE_CHECKING:
    from tui.share.paper import Paper


class PictureKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, course: BattleCourse) -> None:
        self.session = course.session
        self.course = course
        self.app = course.app
        self.display = course.display

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "picture": self.act_picture,
        }

    def act_picture(self) -> None:
        """Write the chart that is on the screen, which shows no more than the player may see."""
        if self.app.saves is not None and is_nowhere(self.app.saves):
            raise Refused("a host writes no pictures down")
        from tui.share.paper import paper_of, picture  # when it is first asked for
        from tui.share.raster import forms

        app, session = self.app, self.session
        battle, chart, frame = session.battle, session.chart, session.frame
        stem = battle.path.stem if battle.path else battle.header.scenario or "battle"
        path = exports_folder(app.saves) / f"{stem}-{battle.position}-chart"
        scene, extra = (frame.scene, frame.extra) if frame else (chart.scene, self.display.extras())
        status = session.game.screen.status(chart.view)
        title, marks = f"{status.title}, {status.turn}", (*chart.overlay_marks(), *extra)

        def drawn(paper: Paper) -> str:
            return picture(scene, paper, title=title, extra=marks)

        written = written_forms(path, forms(drawn, paper_of(app.settings.palette)))
        self.course.changes.say(f"Written: {written}")
