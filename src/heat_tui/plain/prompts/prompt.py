"""What every prompt is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import Decision
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.view import SeatView
from heat_tui.language import _
from heat_tui.plain.commands import Unclear
from heat_tui.prose import describe_action, foretell, refusal

D = TypeVar("D", bound=Decision, covariant=True)
T = TypeVar("T", covariant=True)


class Prompt(Protocol[T]):
    """A question that is asked until the answer is clear."""

    @property
    def question(self) -> str:
        """The line after which the answer is typed."""
        ...

    @property
    def words(self) -> tuple[str, ...]:
        """The words, beside the commands, with which an answer can begin."""
        ...

    def help(self) -> list[str]:
        """What can be answered, line by line."""
        ...

    def answer(self, typed: list[str]) -> T:
        """What the typed words mean; there is none where the line was empty. Raises Unclear."""
        ...


@dataclass(frozen=True, slots=True)
class Choice(Generic[D]):
    """A decision, whose it is, what that seat sees, and what an action would do."""

    name: str
    view: SeatView
    decision: D
    forecast: Callable[[Action], Forecast]

    def check(self, action: Action) -> None:
        """Raise Unclear with the reason if the decision refuses an action."""
        objection = self.decision.objection(action)
        if objection is not None:
            raise Unclear(refusal(objection))

    def consequences(self, action: Action) -> list[str]:
        """An action and what it would do."""
        chosen = _("Your choice: {action}.").format(action=describe_action(self.decision, action))
        return [chosen, *self.foretold(action)]

    def foretold(self, action: Action) -> list[str]:
        """What an action would do, in sentences."""
        return foretell(self.view, self.forecast(action))


class ActionPrompt(Prompt[Action], Protocol):
    """The prompt of a decision."""

    def opening(self) -> list[str]:
        """What is said before the question is asked for the first time."""
        ...

    def warning(self, action: Action) -> list[str] | None:
        """The consequences to be confirmed before this is done, None where it can be done at once."""
        ...
