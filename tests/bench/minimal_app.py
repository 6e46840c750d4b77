"""The smallest possible Textual app, which the game is measured against: one Static, and one key that changes it."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static


class MinimalApp(App[None]):
    """An app that shows that it is ready and counts how often 1 was pressed."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed = 0

    def compose(self) -> ComposeResult:
        """Show one Static."""
        yield Static("minimal app, pressed 0 times")

    def key_1(self) -> None:
        """Change the Static."""
        self.pressed += 1
        self.query_one(Static).update(f"minimal app, pressed {self.pressed} times")


if __name__ == "__main__":
    MinimalApp().run()
