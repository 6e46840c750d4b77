"""The destinations that a screen can name; only the app knows which screen is shown for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from textual.screen import Screen

    from heat_tui.engine.events import Event
    from heat_tui.engine.setup import RaceSheet
    from heat_tui.engine.view import SeatView
    from heat_tui.game.setup.options import Options
    from heat_tui.game.table.match import Match
    from heat_tui.game.table.shared import SharedMatch
    from heat_tui.game.telling.replay import Replay
    from heat_tui.store.saves import SaveStore
    from heat_tui.store.settings import Settings
    from heat_tui.tui.track.scene import Scene


class ToNewRace(NamedTuple):
    """The set-up of a race, or of a shared table, with the options chosen so far and the save of a ghost."""

    options: Options | None = None
    ghost: str = ""
    shares: bool = False


class ToNewSeason(NamedTuple):
    """The set-up of a season, or of a shared table, with the options chosen so far."""

    options: Options | None = None
    shares: bool = False


class ToRace(NamedTuple):
    """The table of a race."""

    match: Match


class ToRoom(NamedTuple):
    """The room where the people of a hosted table wait for the start."""

    match: SharedMatch


class ToResult(NamedTuple):
    """The result of a race or a season."""

    match: Match


class ToSeason(NamedTuple):
    """The standings and calendar of a season; `looking` if they are only looked at during a race."""

    match: Match
    looking: bool = False


class ToReplay(NamedTuple):
    """The replay of a race."""

    match: Match
    replay: Replay


class ToFigures(NamedTuple):
    """The figures of a race by its number, from 1, or of the latest."""

    match: Match
    number: int | None = None


class ToLog(NamedTuple):
    """The log of a race, or of the events in `story`; `sheet` is given for an earlier race of a season."""

    match: Match
    story: Sequence[Event] | None = None
    sheet: RaceSheet | None = None


class ToTrack(NamedTuple):
    """The whole track and everything on it; `own` are the private things that may be inspected."""

    view: SeatView
    scene: Scene
    inspecting: bool
    own: Iterable[tuple[str, Callable[[], list[str]]]]


class ToHelp(NamedTuple):
    """The help, open at the page that belongs to a screen, or at another page."""

    screen: Screen[Any]
    page: str | None = None


class ToRule(NamedTuple):
    """The help, open at a rule by its id, or with a search for words."""

    rule: str | None = None
    words: str = ""


class ToQuestion(NamedTuple):
    """A question whose first answer is safe. `then` takes the index of the answer."""

    question: str
    answers: Sequence[str]
    then: Callable[[int | None], None]


class ToLine(NamedTuple):
    """A question for a line of text, as in AskTextScreen. `then` takes whether the text was used."""

    question: str
    yes: str
    text: str
    answer: Callable[[str], str | None]
    topic: str
    then: Callable[[bool | None], None]


class ToChoice(NamedTuple):
    """A choice from a list, as in ChooseScreen. `then` takes the chosen row's number, None after Esc."""

    title: str
    rows: Sequence[tuple[str, str, int]]
    at: int
    topic: str
    then: Callable[[int | None], None]


class ToWait(NamedTuple):
    """A wait until no other program has a save open. `then` takes 1 once it is free, 0 if the player gave up."""

    name: str
    store: SaveStore
    then: Callable[[int | None], None]


Destination: TypeAlias = (
    ToNewRace
    | ToNewSeason
    | ToRace
    | ToRoom
    | ToResult
    | ToSeason
    | ToReplay
    | ToFigures
    | ToLog
    | ToTrack
    | ToHelp
    | ToRule
    | ToQuestion
    | ToLine
    | ToChoice
    | ToWait
)


class Guide(Protocol):
    """The part of the app that `Games` relies on."""

    settings: Settings

    @property
    def store(self) -> SaveStore | None:
        """The saved races; None if the app does not save races."""

    def go(self, to: Destination) -> None:
        """Open a destination over the current screen."""

    def to_the_base(self, *, keep_list: bool = False) -> None:
        """Close screens down to one that keeps games, with `keep_list` to one that keeps results, or to the first."""

    def notify(
        self,
        message: str,
        *,
        severity: Literal["information", "warning", "error"] = ...,
        timeout: float | None = ...,
        markup: bool = ...,
    ) -> None:
        """Show a notification."""
