"""The footer with the keys of a screen."""

from __future__ import annotations

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.widgets import Footer
from textual.widgets._footer import FooterKey


class KeyFooter(Footer):
    """Textual's footer without the palette's key; it is composed again only when what it says has changed.

    Where a language needs more room than there is, the last keys are left out, but not the one for the help, which
    lists all of them.
    """

    def __init__(self, *, compact: bool = False) -> None:
        super().__init__(show_command_palette=False, compact=compact)
        self._said: list[tuple[str, str, str, bool]] = []
        self._wanted = self._room = 0

    def compose(self) -> ComposeResult:
        """Yield the keys for which there is room."""
        widths = {key: self._width(key) for key in super().compose() if isinstance(key, FooterKey)}
        self._wanted, self._room = sum(widths.values()), self.app.size.width + self.compact
        for key in [key for key in reversed(widths) if key.action != "help"]:
            if sum(widths.values()) > self._room:
                del widths[key]
        yield from widths

    async def on_resize(self) -> None:
        """Show other keys where there is not enough room for all of them, or was not before."""
        before, now = self._room, self.app.size.width + self.compact
        if before != now and self._wanted > min(before, now):
            await super().recompose()

    async def recompose(self) -> None:
        """Write the keys again, unless they are the same ones.

        Textual asks for it whenever the focus moves or a screen comes back, which at the start is three times at once.
        """
        if not self.is_attached:
            return
        said = [
            (self.app.get_key_display(binding), binding.description, binding.action, enabled)
            for _node, binding, enabled, _tooltip in self.screen.active_bindings.values()
            if binding.show
        ]
        if said != self._said:
            self._said = said
            await super().recompose()

    def _width(self, key: FooterKey) -> int:
        """Return the columns that a key takes with the blanks beside it."""
        return cell_len(key.key_display) + cell_len(key.description) + (2 if self.compact else 3)
