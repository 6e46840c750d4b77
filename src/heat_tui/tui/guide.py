"""The app as its games and screens see it: settings, saves, and methods that open screens and ask questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel
    from textual.screen import Screen

    from heat_tui.engine.events import Event
    from heat_tui.engine.setup import RaceSheet
    from heat_tui.game.setup.options import Options
    from heat_tui.game.table.match import Match
    from heat_tui.game.table.shared import SharedMatch
    from heat_tui.game.telling.replay import Replay
    from heat_tui.store.saves import SaveStore
    from heat_tui.store.settings import Settings

T = TypeVar("T")

LOOKS_EVERY: Final = 1.0
"""The seconds between two checks for changes by other programs, to a save or to a shared table."""

Row = tuple[str, str, T]
"""A line of a list: its words, a remark, and its value, never None, because None means that Esc was pressed."""


class Guide(Protocol):
    """The part of the app that games and screens use. Methods that show or ask open a screen over the current one."""

    settings: Settings

    @property
    def store(self) -> SaveStore | None:
        """The saved races; None if the app does not save races."""

    def set_up_race(self, options: Options | None = None, *, ghost: str = "", shares: bool = False) -> None:
        """Show the form for a race, filled in from `options`, if given; it is for a shared table if `shares`.

        `ghost` is the name of the save whose ghost is raced against, "" for no ghost.
        """

    def set_up_season(self, options: Options | None = None, *, shares: bool = False) -> None:
        """Show the form for a season, filled in from `options`, if given; it is for a shared table if `shares`."""

    def show_race(self, match: Match) -> None:
        """Show a race in progress."""

    def show_room(self, match: SharedMatch) -> None:
        """Show the room where the people of a hosted table wait for the start."""

    def show_result(self, match: Match) -> None:
        """Show the result of a race."""

    def show_season(self, match: Match, *, looking: bool = False) -> None:
        """Show the standings, calendar and garages of a season, read-only if `looking`, as during a race."""

    def show_replay(self, match: Match, replay: Replay) -> None:
        """Show the replay of a race."""

    def show_figures(self, match: Match, number: int | None = None) -> None:
        """Show the figures of race `number`, from 1, or of the nearest race that is known; None means the latest."""

    def show_log(self, match: Match, story: Sequence[Event] | None = None, sheet: RaceSheet | None = None) -> None:
        """Show the log of the current race, or of `story`; `sheet` is needed if its events are from another race."""

    def show_help(self, screen: Screen[Any], page: str | None = None) -> None:
        """Open the help at `page`, by default the page that belongs to a screen."""

    def ask(
        self,
        question: str,
        answers: Sequence[str],
        then: Callable[[int], None],
        *,
        automatic: bool = False,
        until: Callable[[], bool] | None = None,
    ) -> None:
        """Ask a question; `then` takes the index of the answer. The first answer must be safe: Esc gives it.

        An `automatic` question, which no key led to, takes no answer until there has been time to read it. Once
        `until` returns true, the question no longer matters and closes with the first answer.
        """

    def ask_for_text(
        self, question: str, yes: str, text: str, read: Callable[[str], T], topic: str, then: Callable[[T], None]
    ) -> None:
        """Ask for a line of text until the player cancels or `read` accepts it; `read` raises Refused for other texts.

        `then` takes the value that `read` returned, and is not called for None.
        """

    def choose(self, title: str, rows: Sequence[Row[T]], topic: str, then: Callable[[T], None], at: int = 0) -> None:
        """Offer a list with row `at` highlighted; `then` takes the value of the chosen row, unless Esc was pressed."""

    def to_the_base(self, *, keep_list: bool = False) -> None:
        """Close the screens above the nearest one with `keeps_games` or, if `keep_list`, with `keeps_results`.

        If no screen has either, close all but the first.
        """

    def notify(
        self, message: str, *, severity: SeverityLevel = ..., timeout: float | None = ..., markup: bool = ...
    ) -> None:
        """Show a notification for `timeout` seconds; None means the app's default."""
