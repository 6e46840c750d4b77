"""What the command palette offers; the palette itself is loaded when it is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from heat_tui.language import _

if TYPE_CHECKING:
    from textual.app import SystemCommand
    from textual.command import Provider
    from textual.screen import Screen

    from heat_tui.tui.app import HeatApp


def everything() -> type[Provider]:
    """What is possible on the screen at hand, the rules, and what `system_commands` lists."""
    from heat_tui.tui.palette import GameProvider

    return GameProvider


PROVIDERS: Final[set[type[Provider] | Callable[[], type[Provider]]]] = {everything}
"""Where the commands of the app come from: one provider, because the order of several is up to chance."""


def system_commands(app: HeatApp, screen: Screen[Any]) -> Iterable[SystemCommand]:
    """What the palette offers on every screen, beside the screen's own actions."""
    from textual.app import SystemCommand

    from heat_tui.tui.palette import choose_theme

    def keys() -> None:
        from heat_tui.tui.help.pages import KEYS_PAGE
        from heat_tui.tui.screens.help import HelpScreen

        app.push_screen(HelpScreen(KEYS_PAGE, here=HelpScreen.about(screen).here))

    def picture() -> None:
        app.set_timer(_PALETTE_GONE, app.action_take_screenshot)

    yield SystemCommand(_("Theme"), _("choose other colours"), lambda: choose_theme(app))
    yield SystemCommand(_("Keys"), _("all keys of the game"), keys)
    yield SystemCommand(_("Screenshot"), _("save a picture of this screen"), picture)
    yield SystemCommand(_("Leave the game"), _("asks first; what was played is saved"), app.action_leave)


_PALETTE_GONE: Final = 0.1
"""After so many seconds the palette is no longer in the picture."""
