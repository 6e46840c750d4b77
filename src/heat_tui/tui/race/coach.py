"""The coach of the first race: what is worth knowing now, and what could be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, cast

from rich.text import Text
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from heat_tui.game.lessons import Lesson
from heat_tui.language import _
from heat_tui.tui.keymap import shown_keys
from heat_tui.tui.look import look_of, plain

if TYPE_CHECKING:
    from heat_tui.tui.app import HeatApp

MOST_ROWS: Final = 12
"""More rows of text than this are never asked for; longer lessons are shown page by page."""

_LESSON_ROWS: Final = 3
"""With fewer rows left for a lesson, the suggestion has a page of its own."""


@dataclass(frozen=True, slots=True)
class _Page:
    title: str
    rows: tuple[str, ...]
    advised: bool


class CoachPane(Widget):
    """A box with the lessons that are due, page by page, and below them the suggestion for the choice at hand.

    It never takes the focus; `read_on` turns the page, as a click does. With nothing to say it is not there.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"coach--lesson", "coach--suggestion"}

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lessons: tuple[Lesson, ...] = ()
        self._suggestion: str | None = None
        self._page = 0

    def on_mount(self) -> None:
        """Draw the frame with signs that the terminal has."""
        self._frame()

    def show(self, lessons: Sequence[Lesson], suggestion: str | None = None) -> None:
        """Say this from its first page on; nothing at all hides the pane."""
        self._lessons, self._suggestion, self._page = tuple(lessons), suggestion, 0
        self.display = bool(lessons) or suggestion is not None
        self._frame()
        self.refresh(layout=True)

    @property
    def page(self) -> int:
        """The page that is shown, from 1."""
        return self._turned(self._pages()) + 1

    @property
    def pages(self) -> int:
        """How many pages there are at this size; 0 if there is nothing to say."""
        return len(self._pages())

    def read_on(self) -> bool:
        """Turn to the next page; False, and back to the first, where this was the last."""
        pages = self._pages()
        more = self._turned(pages) + 1 < len(pages)
        self._page = self._turned(pages) + 1 if more else 0
        self._frame()
        self.refresh()
        return more

    def on_click(self, event: events.Click) -> None:
        """Turn the page."""
        event.stop()
        self.read_on()

    def on_resize(self) -> None:
        """Other sizes have other pages."""
        self._frame()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Room for the longest lesson and the suggestion, so that turning a page moves nothing."""
        lessons = max((len(self._wrapped(lesson.text, width)) for lesson in self._lessons), default=0)
        return max(1, min(lessons + len(self._advice(width)), MOST_ROWS))

    def render(self) -> Text:
        """The page, with the suggestion at the bottom where there is room for both."""
        pages = self._pages()
        if not pages:
            return Text()
        page = pages[self._turned(pages)]
        text = Text("\n".join(page.rows), self.get_component_rich_style("coach--lesson"), no_wrap=True)
        advice = self._advice(self._width) if page.advised else []
        if page.rows and advice:
            text.append("\n" * (self._room - len(page.rows) + 1))
        text.append("\n".join(advice), self.get_component_rich_style("coach--suggestion"))
        return text

    @property
    def _width(self) -> int:
        return max(self.content_size.width, 1)

    @property
    def _room(self) -> int:
        """The rows for a lesson: above the suggestion, or all of them where that has a page of its own."""
        height = max(self.content_size.height, 1)
        left = height - len(self._advice(self._width))
        return left if left >= min(_LESSON_ROWS, height) else height

    def _pages(self) -> list[_Page]:
        """Every lesson cut into pages of the pane's size; the suggestion is on all of them, or a page after them."""
        room, width = self._room, self._width
        advised = self._suggestion is not None
        beside = room + len(self._advice(width)) <= max(self.content_size.height, 1)
        pages = []
        for lesson in self._lessons:
            rows = self._wrapped(lesson.text, width)
            starts = range(0, len(rows), room)
            pages += [_Page(lesson.title, tuple(rows[start : start + room]), advised and beside) for start in starts]
        if advised and not (pages and beside):
            pages.append(_Page(_("Your coach"), (), advised))
        return pages

    def _turned(self, pages: list[_Page]) -> int:
        return min(self._page, max(len(pages) - 1, 0))

    def _advice(self, width: int) -> list[str]:
        """The suggestion in rows."""
        return [] if self._suggestion is None else self._wrapped("► " + self._suggestion, width)

    def _wrapped(self, text: str, width: int) -> list[str]:
        told = plain(text, ascii_only=look_of(self).ascii)
        return [line.plain.rstrip() for line in Text(told).wrap(self.app.console, max(width, 1))]

    def _frame(self) -> None:
        """Title, pages and border as they are now."""
        look = look_of(self)
        self.set_class(look.ascii, "-ascii")
        pages = self._pages()
        if not pages:
            self.border_title = self.border_subtitle = None
            return
        page = self._turned(pages)
        self.border_title = Content(plain(pages[page].title, ascii_only=look.ascii))
        if len(pages) == 1:
            self.border_subtitle = None
            return
        if page + 1 == len(pages):
            self.border_subtitle = Content(_("{page} of {pages}").format(page=page + 1, pages=len(pages)))
            return
        shown = shown_keys(cast("HeatApp", self.app).settings.keys, ascii=look.ascii)
        self.border_subtitle = Content(
            _("{page} of {pages}, {key} reads on").format(page=page + 1, pages=len(pages), key=shown["lesson"])
        )
