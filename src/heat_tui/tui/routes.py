"""The screens of all destinations. A screen's file is imported when it is opened, so that the app starts faster."""

from __future__ import annotations

from typing import Any, assert_never

from textual.app import App
from textual.screen import Screen

from heat_tui.tui import destinations as to


def title() -> Screen[None]:
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
        case to.ToNewRace(options, ghost, shares):
            from heat_tui.tui.setup.race import NewRaceScreen

            race = NewRaceScreen(options, ghost=ghost)
            race.shares = shares
            app.push_screen(race)
        case to.ToNewSeason(options, shares):
            from heat_tui.tui.setup.season import NewSeasonScreen

            season = NewSeasonScreen(options)
            season.shares = shares
            app.push_screen(season)
        case to.ToRace(match):
            from heat_tui.tui.race.screen import RaceScreen

            app.push_screen(RaceScreen(match))
        case to.ToRoom(match):
            from heat_tui.tui.room import WaitingScreen

            app.push_screen(WaitingScreen(match))
        case to.ToResult(match):
            from heat_tui.tui.race.results import ResultsScreen

            app.push_screen(ResultsScreen(match))
        case to.ToSeason(match, looking):
            from heat_tui.tui.season.screen import SeasonScreen

            app.push_screen(SeasonScreen(match, looking=looking))
        case to.ToReplay(match, replay):
            from heat_tui.tui.replay.screen import ReplayScreen

            app.push_screen(ReplayScreen(match, replay))
        case to.ToFigures(match, number):
            from heat_tui.tui.race.figures import FiguresScreen

            app.push_screen(FiguresScreen(match, number))
        case to.ToLog(match, story, sheet):
            from heat_tui.tui.race.log import LogScreen

            app.push_screen(LogScreen(match, story, sheet))
        case to.ToTrack(view, scene, inspecting, own):
            from heat_tui.tui.track.screen import TrackViewScreen

            app.push_screen(TrackViewScreen(view, scene, inspecting=inspecting, own=own))
        case to.ToHelp(screen, page):
            from heat_tui.tui.help.screen import HelpScreen

            app.push_screen(HelpScreen.about(screen, page))
        case to.ToRule(rule, words):
            from heat_tui.tui.help.screen import HelpScreen

            app.push_screen(HelpScreen(rule=rule, words=words))
        case _:
            assert_never(destination)
