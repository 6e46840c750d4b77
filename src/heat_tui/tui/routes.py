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
        case to.ToEntry(entry):
            return _entry(entry)
        case to.ToNewRace(options, ghost, shares):
            from heat_tui.tui.setup.race import NewRaceScreen

            race = NewRaceScreen(options, ghost=ghost)
            race.shares = shares
            return race
        case to.ToNewSeason(options, shares):
            from heat_tui.tui.setup.season import NewSeasonScreen

            season = NewSeasonScreen(options)
            season.shares = shares
            return season
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


def _entry(entry: str) -> Screen[None]:
    """Return the screen of an entry of the title's menu. Raises KeyError if it has none."""
    match entry:
        case "new":
            return _screen(to.ToNewRace())
        case "season":
            return _screen(to.ToNewSeason())
        case "challenges":
            from heat_tui.tui.menus.challenges import ChallengesScreen

            return ChallengesScreen()
        case "tracks":
            from heat_tui.tui.track.tracks import TracksScreen

            return TracksScreen()
        case "saves":
            from heat_tui.tui.menus.saved import SavedRacesScreen

            return SavedRacesScreen()
        case "book":
            from heat_tui.tui.book.screen import BookScreen

            return BookScreen()
        case "settings":
            from heat_tui.tui.menus.settings import SettingsScreen

            return SettingsScreen()
        case _:
            raise KeyError(f"tui/routes.py has no screen for the entry {entry!r} of the menu")
