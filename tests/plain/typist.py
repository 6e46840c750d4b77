"""A typist for whole races: a keyboard that knows which prompt it answers."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from typing import Final

from heat_tui.drivers import Driver, Steady
from heat_tui.engine.actions import (
    Action,
    ChooseValues,
    Discard,
    Exchange,
    KeepUpgrade,
    NextRace,
    Pick,
    Plan,
    PutAway,
    React,
    Refresh,
    Replace,
    Retire,
    Slipstream,
)
from heat_tui.engine.decisions import Decision, ReplaceDecision, SlipstreamDecision
from heat_tui.engine.module import Module
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.table.match import Match
from heat_tui.language import _
from heat_tui.modules.legends import Legends
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.mulligan.answer import Mulligan
from heat_tui.plain.console import Console
from heat_tui.plain.table import PlainTable
from heat_tui.store.saved_race import Controller
from heat_tui.store.saves import SaveStore
from heat_tui.store.tracks import load_track

CONFIRM = "Do that (yes, no, or something else)?"

CURTAINS = (
    "{name}, plan your turn: press Enter.",
    "{name}, look at your opening hand: press Enter.",
    "{name}, you may react: press Enter to see your cards.",
    "{name}, you may discard: press Enter to see your hand, or type {none}.",
    "Press Enter to cover your cards.",
)

END = "\x04"
"""The text that stands for Ctrl-D: it ends the input."""

Before = Callable[["Keyboard"], str | None]
"""A function that returns the text to type at a prompt, or None for the answer of the keyboard's driver."""


def words_for(action: Action, decision: Decision | None = None) -> str:
    """Return an action as a player types it; the words for some actions depend on the decision."""
    match action:
        case Plan(gear=gear, cards=cards):
            return " ".join([str(gear), *cards])
        case Retire():
            return "retire"
        case Mulligan(take=take):
            return "yes" if take else "no"
        case React(symbol=None):
            return "done"
        case React():
            return _symbol(action)
        case Slipstream(distance=distance):
            if isinstance(decision, SlipstreamDecision) and len(decision.distances) > 1:
                return str(distance)
            return "yes" if distance else "no"
        case Discard(cards=cards):
            return " ".join(["discard", *cards]) if cards else "none"
        case Pick(card=card) | PutAway(card=card):
            return card
        case Exchange(give=str(give), take=str(take)):
            return f"{give} {take}"
        case Exchange():
            return "keep"
        case KeepUpgrade(card=card):
            return card
        case NextRace():
            return "next"
        case ChooseValues(values=values):
            return " ".join(str(value) for _card, value in sorted(values))
        case Replace(cards=cards):
            assert isinstance(decision, ReplaceDecision)
            return str(decision.choices.index(cards) + 1)
        case Refresh(cards=cards):
            return " ".join(["refresh", *cards]) if cards else "none"
        case _:
            raise AssertionError(action)


def _symbol(action: React) -> str:
    """Return the use of a symbol as typed, with its source unless the symbol alone is clear."""
    source = action.source
    match action.symbol:
        case "cooldown":
            return f"cool {action.amount} with {source}"
        case "reduce_stress":
            return f"calm {action.amount} with {source}"
        case "super_cool":
            return f"supercool {action.amount} with {source}"
        case "salvage":
            return " ".join(["salvage", *action.cards, "with", source])
        case "heat":
            return f"pay for {source}"
        case "direct_play":
            return f"play {source}"
        case "scrap" | "accelerate" | "draft":
            return f"{action.symbol} {source}"
        case symbol:
            return str(symbol)


IDLE: Final = os.pipe()[0]
"""A file in which nothing ever waits to be read: that of a keyboard at which nobody types ahead."""


class Screen(io.StringIO):
    """The output so far; `terminal` makes the screen claim to be a terminal."""

    def __init__(self, *, terminal: bool = False) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


class Keyboard(io.StringIO):
    """A keyboard that types what `before` returns at a prompt of its table, or else the choice of `mind` (Steady).

    `lines` has every line typed so far, in order; `typed` makes the keyboard claim to be a terminal.
    """

    def __init__(
        self, screen: Screen, *, before: Before | None = None, typed: bool = False, mind: Driver | None = None
    ) -> None:
        super().__init__()
        self.screen = screen
        self.table: PlainTable | None = None
        self.lines: list[str] = []
        self._before = before
        self._typed = typed
        self._mind = mind if mind is not None else Steady(1)

    def isatty(self) -> bool:
        return self._typed

    def fileno(self) -> int:
        return IDLE

    @property
    def prompt(self) -> str:
        """The line that is waiting for an answer."""
        told = self.screen.getvalue()
        return told[told.rfind("\n") + 1 :].strip()

    @property
    def confirms(self) -> bool:
        """True if the prompt asks for the confirmation of a choice, in any language."""
        return self.prompt.endswith(_(CONFIRM))

    @property
    def waits_for_enter(self) -> bool:
        """True if the prompt asks for the curtain to be opened or closed, in any language."""
        seat = self.match.to_move
        name = "" if seat is None else self.match.setup.seats[seat]
        return self.prompt.endswith(tuple(_(line).format(name=name, none="none") for line in CURTAINS))

    @property
    def is_behind_curtain(self) -> bool:
        """True if the curtain is open to the driver who must choose."""
        assert self.table is not None
        return self.table.curtain.open_to == self.match.to_move

    @property
    def match(self) -> Match:
        """The match at this table."""
        assert self.table is not None
        return self.table.match

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = self._before(self) if self._before is not None else None
        if line is None:
            line = self.answer()
        if line == END:
            return ""
        self.lines.append(line)
        return line + "\n"

    def answer(self) -> str:
        """Return the input that continues the race."""
        if self.confirms:
            return "yes"
        if self.waits_for_enter:
            return ""
        decision = self.match.decision
        if decision is None:  # everything is over: leave
            return ""
        return words_for(self._mind.choose(self.match.view(decision.seat), decision), decision)


def table(
    screen: Screen,
    keyboard: Keyboard,
    match: Match,
    *,
    brief: bool = False,
) -> PlainTable:
    """Return a table whose players type on `keyboard`."""
    keyboard.table = PlainTable(match, Console(keyboard, screen), brief=brief)
    return keyboard.table


def match(
    *names: str,
    legends: int = 2,
    seed: int = 3,
    laps: int = 1,
    track: str = "usa",
    controllers: tuple[Controller, ...] = (),
    store: SaveStore | None = None,
    open_table: bool = False,
    mulligan: bool = False,
    retire: bool = False,
    lessons: bool = False,
    modules: tuple[Module, ...] = (),
) -> Match:
    """Return a match about to begin; all drivers are people unless `controllers` says otherwise."""
    setup = RaceSetup(
        load_track(track),
        names,
        seed=seed,
        laps=laps,
        retire=retire,
        modules=(*((Legends(legends),) if legends else ()) + modules, *((MulliganRule(),) if mulligan else ())),
    )
    people: list[Controller] = ["person" for _name in names]
    return Match.start(setup, controllers or people, store=store, open_table=open_table, lessons=lessons)
