"""The screens of all destinations. A screen's file is imported when it is opened, so that the app starts faster."""

from __future__ import annotations

from typing import Any, assert_never

from textual.app import App
from textual.screen import Screen

from heat_tui.tui import destinations as to


def title() -> Screen[None]:
    """Return the title screen."""
    from heat_tui.tui.menus.title import TitleScreen

    return TitleScreen()


def open_screen(app: App[Any], destination: to.Destination) -> None:
    """Push the screen of a destination."""
    match destination:
        case to.ToQuestion(question, answers, then):
            from heat_tui.tui.dialogs import AskScreen

            app.push_screen(AskScreen(question, *answers), then)
        case to.ToLine(question, yes, text, answer, topic, used):
            from heat_tui.tui.dialogs import AskTextScreen

            app.push_screen(AskTextScreen(question, yes=yes, text=text, answer=answer, topic=topic), used)
        case to.ToChoice(words, rows, at, topic, then):
            from heat_tui.tui.dialogs import ChooseScreen

            app.push_screen(ChooseScreen(words, rows, at=at, topic=topic), then)
        case to.ToWait(name, store, then):
            from heat_tui.tui.dialogs import WaitScreen

            app.push_screen(WaitScreen(name, store), then)
        case _:
            app.push_screen(_screen(destination))


def _screen(destination: to.Plain) -> Screen[None]:
    match destination:
        case to.ToNewRace(options, ghost):
            from heat_tui.tui.setup.race import NewRaceScreen

            return NewRaceScreen(options, ghost=ghost)
        case to.ToNewSeason(options):
            from heat_tui.tui.setup.season import NewSeasonScreen

            return NewSeasonScreen(options)
        case to.ToRace(match):
            from heat_tui.tui.race.screen import RaceScreen

            return RaceScreen(match)
        case to.ToResult(match):
            from heat_tui.tui.race.results import ResultsScreen

            return ResultsScreen(match)
        case to.ToSeason(match, looking):
            from heat_tui.tui.season.screen import SeasonScreen

            return SeasonScreen(match, looking=looking)
        case to.ToReplay(match, replay):
            from heat_tui.tui.replay.screen import ReplayScreen

            return ReplayScreen(match, replay)
        case to.ToFigures(match, number):
            from heat_tui.tui.race.figures import FiguresScreen

            return FiguresScreen(match, number)
        case to.ToLog(match, story, sheet):
            from heat_tui.tui.race.log import LogScreen

            return LogScreen(match, story, sheet)
        case to.ToTrack(view, scene, inspecting, own):
            from heat_tui.tui.track.screen import TrackViewScreen

            return TrackViewScreen(view, scene, inspecting=inspecting, own=own)
        case to.ToHelp(screen, page):
            from heat_tui.tui.help.screen import HelpScreen

            return HelpScreen.about(screen, page)
        case to.ToRule(rule, words):
            from heat_tui.tui.help.screen import HelpScreen

            return HelpScreen(rule=rule, words=words)
        case _:
            assert_never(destination)
