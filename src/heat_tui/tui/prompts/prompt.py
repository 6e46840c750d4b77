"""What every prompt is: it shows a choice, says what is considered, and hands over what is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual.message import Message
from textual.widget import Widget

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.prose import describe_action
from heat_tui.table.caution import needs_care


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision with what its seat sees; `hand_shown` tells whether the own cards may lie open at the table now.

    `confirm`: dangerous choices are asked for once more.
    """

    view: SeatView
    decision: Decision
    forecast: Callable[[Action], Forecast]
    hand_shown: bool
    confirm: bool


class Prompt(Widget, can_focus=True):
    """The lower left of the table while somebody chooses. Everything in it may be private."""

    help_topic: ClassVar[str] = "race"
    DEFAULT_CSS = """
    Prompt { width: 1fr; height: 1fr; layout: vertical; }
    Prompt > Horizontal { height: 1; }
    """

    class Chosen(Message):
        """The driver has made up his mind."""

        def __init__(self, prompt: Prompt, action: Action) -> None:
            super().__init__()
            self.prompt = prompt
            self.action = action

    class Considered(Message):
        """The driver looks at an action, or, where that is None, at nothing; then `sentence` stands instead.

        `asking` tells that it needs a second confirmation.
        """

        def __init__(self, prompt: Prompt, action: Action | None, sentence: str = "", *, asking: bool = False) -> None:
            super().__init__()
            self.prompt = prompt
            self.action = action
            self.sentence = sentence
            self.asking = asking

    def __init__(self, choice: Choice) -> None:
        super().__init__()
        self.choice = choice
        self._asked: Action | None = None

    @property
    def rows(self) -> int:
        """The rows that it would like to have, 0 for those that there usually are."""
        return 0

    @property
    def has_faces(self) -> bool:
        """Whether it shows cards that have more than a number on them, and so would like to be higher."""
        return False

    def consider(self, action: Action | None, sentence: str = "") -> None:
        """Show what an action would do, or a sentence."""
        self._asked = None
        self.post_message(self.Considered(self, action, sentence))

    def choose(self, action: Action) -> None:
        """Hand the action over; where that may hurt, only when it is confirmed once more."""
        careful = self.choice.confirm and needs_care(action, self.choice.forecast)
        if careful and self._asked != action:
            self._asked = action
            self.post_message(self.Considered(self, action, asking=True))
            return
        self._asked = None
        self.post_message(self.Chosen(self, action))

    def take_back(self) -> bool:
        """Put back what is half chosen; False if nothing is."""
        raise NotImplementedError

    def words(self, action: Action) -> str:
        """An action in a few words."""
        return _("{action}:").format(action=begun(describe_action(self.choice.decision, action)))


def begun(words: str) -> str:
    """Words as the beginning of a line."""
    return words[:1].upper() + words[1:]
