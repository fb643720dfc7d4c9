"""PictureKeys: the key that writes the chart down as a picture."""

from __future__ import annotations

from tui.battle.course import BattleCourse
from tui.files.saves import exports_folder, written_to
from tui.input.actions import Handlers


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
        from tui.share.paper import paper_of, picture  # when it is first asked for

        app, session = self.app, self.session
        battle, chart, frame = session.battle, session.chart, session.frame
        stem = battle.path.stem if battle.path else battle.header.scenario or "battle"
        path = exports_folder(app.saves) / f"{stem}-{battle.position}-chart.svg"
        scene, extra = (frame.scene, frame.extra) if frame else (chart.scene, self.display.extras())
        status = session.game.screen.status(chart.view)
        drawn = picture(
            scene,
            paper_of(app.settings.palette),
            title=f"{status.title}, {status.turn}",
            extra=(*chart.overlay_marks(), *extra),
        )
        self.course.changes.say(f"Written: {written_to(path, drawn)}")
