"""The base of all screens of the app, and the interface that the app offers them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Protocol, TypeVar, cast

from textual import events, on
from textual.await_complete import AwaitComplete
from textual.binding import ActiveBinding, Binding
from textual.containers import VerticalScroll
from textual.geometry import Offset, Size
from textual.reactive import Reactive
from textual.screen import ModalScreen
from textual.widget import Widget

from heat_tui.language import _, translated
from heat_tui.store.schema import Refused
from heat_tui.tui.guide import Guide
from heat_tui.tui.input import Grace
from heat_tui.tui.keymap import WHY_NOT, bound
from heat_tui.tui.lists import TooSmall, is_too_small
from heat_tui.tui.look import Looking, keys_of, styles
from heat_tui.tui.textual_internals import PrivateScreen, bindings_of, is_said

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from heat_tui.game.table.shared import SharedMatch
    from heat_tui.store.settings import Settings
    from heat_tui.tui.games import Games


class Host(Guide, Looking, Protocol):
    """The app as its screens see it: settings, look, saves, games and navigation."""

    overrides: dict[str, str]
    keeps_settings: bool

    @property
    def saves(self) -> Path | None:
        """The folder of the saved races, which need not exist; None if the app does not save races."""

    @property
    def games(self) -> Games:
        """The part of the app that starts, resumes, replays and shows games."""

    @property
    def way_back(self) -> str:
        """The name of the screen to which the app returns when a game is left."""

    def apply(self, settings: Settings) -> None:
        """Apply settings without writing them to the file; a changed setting loses its entry in `overrides`."""

    def to_title(self) -> None:
        """Leave the match, if any, and return to the nearest screen with `keeps_games`, or to a new title screen."""

    def repaint(self) -> None:
        """Write the whole screen to the terminal."""

    def call_to_table(self, name: str) -> None:
        """Ring the bell and put the driver's name in the terminal's title, each if the settings say so."""

    def allows(self, action: str) -> bool:
        """Return whether an action, such as "screen.help" or "card(3)", may be run here."""

    def action_leave(self) -> None:
        """Ask whether to leave the game."""


def host_of(node: DOMNode) -> Host:
    """Return the app of a screen or widget, or an app itself, typed as Host."""
    return cast("Host", node.app)


def screen_of(widget: Widget) -> HeatScreen[object]:
    """Return the screen of a widget, typed as HeatScreen."""
    return cast("HeatScreen[object]", widget.screen)


T = TypeVar("T")

MID: Final = 30
"""The minimum number of rows of a terminal that is not low."""

WaysOut = tuple[str, Sequence[tuple[str, Callable[[], object]]]]
"""A question, and its answers besides staying and quitting, each with its function."""

WIDTHS: Final = [(0, "-narrow"), (100, "-medium"), (120, "-wide"), (160, "-vast")]
"""The size classes of a screen by its width, each with its minimum number of columns."""

HEIGHTS: Final = [(0, "-tiny"), (24, "-low"), (MID, "-mid"), (40, "-high"), (50, "-tall")]
"""The size classes of a screen by its height, each with its minimum number of rows."""


class ClosingScreen(PrivateScreen[T]):
    """A screen that closes only once, and ignores further attempts."""

    ALLOW_SELECT: ClassVar[bool] = False
    """False, because text copied from a hand could be pasted by somebody else; screens without secrets may set it."""

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """Return the widget and offset at a position, both None for a removed widget: no selection can begin there."""
        widget, offset = super().get_widget_and_offset_at(x, y)
        return (widget, offset) if widget is not None and widget.is_attached else (None, None)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close this screen with a result, if it is on top and not the first; otherwise do nothing."""
        stack = self.app.screen_stack
        return super().dismiss(result) if len(stack) > 1 and stack[-1] is self else AwaitComplete()


class HeatScreen(ClosingScreen[T]):
    """A screen with the app's keys. `help_topic` names the page of the help that belongs to it.

    A screen that `fits_anywhere` is shown in terminals of any size. One that `keeps_results` stays below the result of
    a game opened from it. `keeps_games` names a screen to which the app returns when a game is left; it is "" for
    other screens.
    """

    BINDINGS = bound("help", "back")
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    focused = Reactive[Widget | None](None, repaint=False)
    """The widget with the focus.

    A change affects only two widgets, which repaint themselves; Textual would repaint the whole screen, which is slow.
    """

    help_topic: str = "start"
    fits_anywhere: ClassVar[bool] = False
    keeps_results: ClassVar[bool] = False
    keeps_games: ClassVar[str] = ""

    _grace: Grace | None = None
    """The period in which the screen takes no keys or clicks; None for a screen that takes them immediately."""

    @property
    def heat(self) -> Host:
        """The app, typed as Host; Textual's `app` is the same object."""
        return host_of(self)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The current bindings that the app allows, described in the player's language for the footer and the help."""
        return {
            key: active._replace(binding=replace(active.binding, description=self.words_of(active.binding)))
            for key, active in super().active_bindings.items()
            if self.heat.allows(active.binding.action)
        }

    def words_of(self, binding: Binding) -> str:
        """Return the current effect of a key, in a few words; "" without a description."""
        return translated(binding.description) if binding.description else ""

    @on(events.Mount)
    def begin(self) -> None:
        """Set the classes for the app's look and size, warn if the size is too small, and begin any `_grace` again.

        It begins once more with the first frame, which may take longer to paint than the period lasts.
        """
        if self._grace is not None:
            self._grace.begin()
            self.call_after_refresh(self._grace.begin)
        self.set_class(self.heat.look.ascii, "-ascii")
        # Textual would set the size classes only after the first frame.
        for extent, classes in zip(self.app.size, (WIDTHS, HEIGHTS), strict=True):
            self.add_class(max(each for each in classes if each[0] <= extent)[1], update=False)
        self._warn_if_too_small(self.app.size)

    def on_resize(self, event: events.Resize) -> None:
        self._warn_if_too_small(event.size)

    def _warn_if_too_small(self, size: Size) -> None:
        too_small = is_too_small(*size) and not self.fits_anywhere
        if too_small and not self.query(TooSmall):
            self.mount(TooSmall())
        self.query(TooSmall).set(display=too_small)

    def on_look_changed(self) -> None:
        self.set_class(self.heat.look.ascii, "-ascii")
        self.query("*").refresh(layout=True)

    def is_too_early(self, event: events.Key | events.MouseEvent) -> bool:
        """Return whether a key or click comes so early that it was meant for the screen below this one."""
        return self._grace is not None and not self._grace.over

    def on_key(self, event: events.Key) -> None:
        """Say why a key of the screen does nothing now, if `why_not` has a reason."""
        active = self.active_bindings.get(event.key)
        if active is not None and active.enabled:
            return
        reasons = (self.why_not(binding.id) for binding in bindings_of(self, event.key) if binding.id)
        reason = next(filter(None, reasons), "")
        if reason:
            event.stop()
            self.say_why(translated(reason).format(**keys_of(self)))

    def why_not(self, id: str) -> str:
        """Return the reason why the key of a binding does nothing now, untranslated; "" if no reason is known."""
        return WHY_NOT.get(id, "")

    def say_why(self, sentence: str) -> None:
        """Say in a notification why a key did nothing, unless the same one is still visible."""
        if not is_said(self.app, sentence):
            self.notify(sentence, markup=False)

    def ways_out(self) -> WaysOut | None:
        """Return the question to ask before leaving, with any further answers; None for the general question."""
        return None

    def offer(self, name: str) -> None:
        """Offer to resume the race saved as `name`, which the player has just left; most screens do nothing."""

    def more_commands(self) -> Iterable[tuple[str, str, Callable[[], object]]]:
        """Return the screen's commands without keys, for the palette: name, explanation and function of each."""
        return ()

    def tell(self, words: str) -> None:
        """Show words in a dialog until the player closes it."""
        self.heat.ask(words, (_("Close"),), lambda _answer: None)

    def ask(self, question: str, no: str, yes: str, act: Callable[[], object], *, automatic: bool = False) -> None:
        """Ask a question; if the answer is `yes`, call `act`, and say why if the action is refused.

        The answer `no`, which comes first, does nothing. See `Guide.ask`.
        """

        def answered(answer: int) -> None:
            if answer:
                self.attempt(act)

        self.heat.ask(question, (no, yes), answered, automatic=automatic)

    def attempt(self, act: Callable[[], object]) -> bool:
        """Call `act`, but notify the player if it raises Refused; return whether it was carried out."""
        try:
            act()
        except Refused as reason:
            self.notify(str(reason), severity="error", markup=False)
            return False
        return True

    async def reword(self) -> None:
        """Rewrite everything in a newly chosen language."""
        await self.recompose()
        self.refresh_bindings()

    @property
    def _too_long(self) -> list[VerticalScroll]:
        """The parts of the screen that do not fit and can be scrolled."""
        return [each for each in self.query(VerticalScroll) if each.max_scroll_y and each.is_on_screen]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "say":
            return self._shared_table is not None
        return bool(self._too_long) if action == "read" else super().check_action(action, parameters)

    @property
    def _shared_table(self) -> SharedMatch | None:
        """The current match if it is at a shared table, which several screens follow; None otherwise."""
        match = self.heat.games.match
        return None if match is None else match.table

    def action_say(self) -> None:
        """Ask for a line, and say it to everybody at the shared table."""
        if self._shared_table is not None:
            words = _("Say to everybody at the table:"), _("Say it")
            self.heat.ask_for_text(*words, "", self._shared_table.say, "tables", lambda _said: None)

    def action_read(self, way: int) -> None:
        """Scroll each overlong part by its own height, down (1) or up (-1)."""
        for each in self._too_long:
            each.scroll_relative(y=way * each.scrollable_content_region.height, animate=False)

    def action_help(self) -> None:
        self.heat.show_help(self)

    def action_back(self) -> None:
        """Leave this screen, unless it is the first."""
        self.dismiss()


class HeatDialog(HeatScreen[T], ModalScreen[T]):
    """A box over the previous screen, which stays visible; Esc closes the box."""

    CSS_PATH = styles("dialogs")
