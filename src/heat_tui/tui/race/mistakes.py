"""Every driver's mistakes, traffic and luck, after a race."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from heat_tui.game.advice.analysis import (
    Account,
    better_words,
    choice_words,
    cost_words,
    figure,
    luck_words,
    measure_words,
    mistakes_words,
    traffic_words,
)
from heat_tui.game.advice.coach import analysis_of
from heat_tui.game.table.match import Match
from heat_tui.language import _
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter, Lines
from heat_tui.tui.look import look_of, styles
from heat_tui.tui.screen import HeatScreen
from heat_tui.typesetting import column_width
from heat_tui.words.formatter import sentences
from heat_tui.words.names import car_name, track_name

AT_ONCE: Final = 10
"""The number of choices to judge between two updates of the progress."""

_FIGURE, _LONGEST_NAME = 9, 24
_ROUND, _BAR = 7, 6
_EACH: Final = 0.1
"""The fraction of a round that each block of a bar represents."""


class MistakesScreen(HeatScreen[None]):
    """The drivers with their mistakes, traffic and luck; up and down select the driver to show in detail."""

    help_topic = "mistakes"
    CSS_PATH = styles("pages", "race/results")
    BINDINGS = bound("read-on", shown=True) + bound("read-back")

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def compose(self) -> ComposeResult:
        yield Heading(_("{track}: mistakes and luck").format(track=track_name(self.match.sheet.track)))
        yield Static(id="progress", markup=False)
        yield KeyFooter()

    @on(events.Mount)
    @work(exclusive=True)
    async def judge(self) -> None:
        analysis, progress = analysis_of(self.match), self.query_one("#progress", Static)
        choices = len(analysis.choices)
        while left := analysis.left:
            done = _("{number} of {choices} choices compared").format(number=choices - len(left), choices=choices)
            progress.update(done)
            for entry in left[:AT_ONCE]:  # one by one, so that little is left to judge once the player has left
                await to_thread(analysis.judged, entry)
        accounts = analysis.accounts()
        if not progress.is_attached:  # the player has left the screen
            return
        await progress.remove()
        await self.mount(AccountsView(self.match, accounts), before=self.query_one(KeyFooter))
        self.query_one(AccountsView).focus()


class AccountsView(VerticalScroll, inherit_bindings=False):
    """The drivers, with the rounds and the costliest choices of one: initially a person here, or else the first."""

    BINDINGS = bound("car-before", "car-after", shown=True)

    def __init__(self, match: Match, accounts: list[Account]) -> None:
        super().__init__()
        self.match = match
        self.accounts = accounts
        self.chosen = next((place for place, account in enumerate(accounts) if account.seat in match.here), 0)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Drivers(self)
            yield Costliest(self)
        yield Rounds(self)

    @property
    def account(self) -> Account:
        return self.accounts[self.chosen]

    def action_car(self, step: int) -> None:
        """Select the next driver (1) or the previous one (-1), wrapping around."""
        self.chosen = (self.chosen + step) % len(self.accounts)
        self.scroll_home(animate=False)
        self.query("AccountLines").refresh(layout=True)
        self._offer_to_scroll()

    @on(events.Resize)
    def _offer_to_scroll(self) -> None:
        self.call_after_refresh(self.refresh_bindings)


class AccountLines(Lines):
    """Lines about the accounts of a race."""

    def __init__(self, view: AccountsView) -> None:
        super().__init__()
        self.view = view


class Drivers(AccountLines):
    """A line for each driver, by place, with mistakes, traffic and luck if known."""

    def lines(self, width: int) -> Iterable[Text]:
        look, sheet, places = look_of(self), self.view.match.sheet, self.view.match.standings
        names = [car_name(sheet, account.seat) for account in self.view.accounts]
        room = min(max(map(cell_len, names)), _LONGEST_NAME)
        titles = (look.to_right(each, _FIGURE) for each in (_("mistakes"), _("traffic"), _("luck")))
        heads, unit = " " * (9 + room) + "".join(titles), " " + _("(in rounds)")
        yield Text(heads + unit if cell_len(heads + unit) <= width else heads, style="dim")
        for index, (account, name) in enumerate(zip(self.view.accounts, names, strict=True)):
            chosen = index == self.view.chosen
            line = Text("► " if chosen else "  ").append(f"{places.index(account.seat) + 1:>2} ")
            line.append(*look.badge(sheet, account.seat))
            line.append(" " + look.to_left(name, room), Style(bold=chosen))
            gains = map(figure, (account.traffic, account.luck)) if account.is_measured else ("-", "-")
            for shown in (figure(account.mistakes) if account.choices else "-", *gains):
                line.append(look.to_right(shown, _FIGURE), Style(bold=chosen))
            yield line


class Costliest(AccountLines):
    """One driver's mistakes, traffic and luck, and the costliest choices."""

    def lines(self, width: int) -> Iterable[Text]:
        account = self.view.account
        for words in filter(None, (mistakes_words(account), traffic_words(account), luck_words(account))):
            yield from self.wrapped(words, width, "bold")
        for choice in account.costliest():
            yield Text()
            yield from self.wrapped(choice_words(choice.entry), width)
            yield from self.wrapped(cost_words(choice), width, indent="  ")
            yield from self.wrapped(better_words(choice), width, indent="  ")
        yield Text()
        explained = _(
            "A mistake is how much worse a choice was than the best one, given what the driver could know. "
            "Traffic is the spaces gained by Slipstream, less those lost to cars in the way. "
            "Luck is the rest: the cards, what the others did, and what the coach misjudged."
        )
        yield from self.wrapped(sentences(explained, measure_words(self.view.accounts)), width, "dim")


class Rounds(AccountLines):
    """The mistakes, the traffic and the luck of one driver, round by round."""

    def lines(self, width: int) -> Iterable[Text]:
        account = self.view.account
        if not account.by_turn():
            return
        look, room = look_of(self), column_width(_("Round"), _ROUND)
        figures = "".join(look.to_left(each, _BAR + 6) for each in (_("mistakes"), _("traffic")))
        yield Text(look.to_left(_("Round"), room) + figures + _("luck"), style="dim")
        for turn, mistakes, traffic, luck in account.by_turn():
            line = Text(look.to_left(str(turn or "-"), room))
            line.append(look.to_left(_bar(mistakes), _BAR + 6), "bold" if mistakes >= _EACH else "dim")
            if account.is_measured:
                line.append(look.to_left(_bar(traffic, signed=True), _BAR + 6), "" if abs(traffic) >= _EACH else "dim")
                line.append(_bar(luck, signed=True), "" if abs(luck) >= _EACH else "dim")
            yield line


def _bar(rounds: float, *, signed: bool = False) -> str:
    """Return rounds as a figure, with a plus sign if `signed` and above 0, and a bar of up to `_BAR` blocks."""
    text = figure(rounds)
    if signed and not text.startswith("-") and text != "0.0":
        text = f"+{text}"
    bar = "■" * min(int(abs(float(text)) / _EACH + 0.5), _BAR)
    return f"{text:>4} {bar}"
