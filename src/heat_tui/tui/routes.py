"""The routes to the screens; a screen's module is imported when the screen opens, so that the app starts faster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from heat_tui.tui.guide import Row, T
from heat_tui.tui.textual_internals import PrivateApp

if TYPE_CHECKING:
    from heat_tui.engine.events import Event
    from heat_tui.engine.setup import RaceSheet
    from heat_tui.game.setup.options import Options
    from heat_tui.game.table.match import Match
    from heat_tui.game.table.shared import SharedMatch
    from heat_tui.game.telling.replay import Replay


def title() -> Screen[Any]:
    from heat_tui.tui.menus.title import TitleScreen

    return TitleScreen()


class Routes(PrivateApp):
    """The methods of `Guide` that open screens."""

    def set_up_race(self, options: Options | None = None, *, ghost: str = "", shares: bool = False) -> None:
        from heat_tui.tui.setup.race import NewRaceScreen

        self.push_screen(NewRaceScreen(options, ghost=ghost, shares=shares))

    def set_up_season(self, options: Options | None = None, *, shares: bool = False) -> None:
        from heat_tui.tui.setup.season import NewSeasonScreen

        self.push_screen(NewSeasonScreen(options, shares=shares))

    def show_race(self, match: Match) -> None:
        from heat_tui.tui.race.screen import RaceScreen

        self.push_in_app_context(RaceScreen(match))

    def show_room(self, match: SharedMatch) -> None:
        from heat_tui.tui.room import WaitingScreen

        self.push_in_app_context(WaitingScreen(match))

    def show_result(self, match: Match) -> None:
        from heat_tui.tui.race.results import ResultsScreen

        self.push_in_app_context(ResultsScreen(match))

    def show_season(self, match: Match, *, looking: bool = False) -> None:
        from heat_tui.tui.season import SeasonScreen

        self.push_in_app_context(SeasonScreen(match, looking=looking))

    def show_replay(self, match: Match, replay: Replay) -> None:
        from heat_tui.tui.replay.screen import ReplayScreen

        self.push_screen(ReplayScreen(match, replay))

    def show_figures(self, match: Match, number: int | None = None) -> None:
        from heat_tui.tui.race.figures import FiguresScreen

        self.push_screen(FiguresScreen(match, number))

    def show_log(self, match: Match, story: Sequence[Event] | None = None, sheet: RaceSheet | None = None) -> None:
        from heat_tui.tui.race.log import LogScreen

        self.push_screen(LogScreen(match, story, sheet))

    def show_help(self, screen: Screen[Any], page: str | None = None) -> None:
        from heat_tui.tui.help import HelpScreen

        self.push_screen(HelpScreen.about(screen, page))

    def ask(
        self,
        question: str,
        answers: Sequence[str],
        then: Callable[[int], None],
        *,
        automatic: bool = False,
        until: Callable[[], bool] | None = None,
    ) -> None:
        from heat_tui.tui.dialogs import AskScreen

        again = partial(self.ask, question, answers, then, automatic=True, until=until) if automatic else None
        asking = AskScreen(question, *answers, again=again, until=until)
        self.push_screen(asking, lambda answer: then(answer or 0))

    def ask_for_text(
        self, question: str, yes: str, text: str, read: Callable[[str], T], topic: str, then: Callable[[T], None]
    ) -> None:
        from heat_tui.tui.dialogs import AskTextScreen

        asking = AskTextScreen(question, yes=yes, text=text, read=read, topic=topic)
        self.push_screen(asking, lambda result: None if result is None else then(result))

    def choose(self, title: str, rows: Sequence[Row[T]], topic: str, then: Callable[[T], None], at: int = 0) -> None:
        from heat_tui.tui.dialogs import ChooseScreen

        choosing = ChooseScreen(title, rows, at=at, topic=topic)
        self.push_screen(choosing, lambda value: None if value is None else then(value))
