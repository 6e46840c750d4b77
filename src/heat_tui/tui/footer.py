"""The footer with the keys of a screen."""

from __future__ import annotations

from textual.widgets import Footer


class KeyFooter(Footer):
    """Textual's footer without the palette's key; it is composed again only when what it says has changed."""

    def __init__(self, *, compact: bool = False) -> None:
        super().__init__(show_command_palette=False, compact=compact)
        self._said: list[tuple[str, str, str, bool]] = []

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
