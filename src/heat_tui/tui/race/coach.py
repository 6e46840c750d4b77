"""The coach of the first race: what is worth knowing now, and what could be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, cast

from rich.text import Text
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from heat_tui.game.lessons import Lesson
from heat_tui.language import _
from heat_tui.tui.keymap import shown_keys
from heat_tui.tui.look import look_of

if TYPE_CHECKING:
    from heat_tui.tui.app import HeatApp

MOST_ROWS: Final = 12
"""More rows of text than this are never asked for; longer lessons are shown page by page."""

_LESSON_ROWS: Final = 3
"""With fewer rows left for a lesson, the suggestion has a page of its own."""


class _Page(NamedTuple):
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

    def show(self, lessons: Sequence[Lesson], suggestion: str | None = None) -> None:
        """Say this from its first page on; nothing at all hides the pane."""
        self._lessons, self._suggestion, self._page = tuple(lessons), suggestion, 0
        self.display = bool(lessons) or suggestion is not None
        self._frame()
        self.refresh(layout=True)

    @property
    def page(self) -> int:
        """The page that is shown, from 1."""
        return min(self._page, max(self.pages - 1, 0)) + 1

    @property
    def pages(self) -> int:
        """How many pages there are at this size; 0 if there is nothing to say."""
        return len(self._pages())

    def read_on(self) -> bool:
        """Turn to the next page; False, and back to the first, where this was the last."""
        more = self.page < self.pages
        self._page = self.page if more else 0
        self._frame()
        self.refresh()
        return more

    def on_click(self, event: events.Click) -> None:
        """Turn the page."""
        event.stop()
        self.read_on()

    def on_resize(self) -> None:
        """Write the number of pages of the new size."""
        self._frame()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the longest lesson and the suggestion, so that turning a page moves nothing."""
        lessons = max((len(self._wrapped(lesson.text, width)) for lesson in self._lessons), default=0)
        return max(1, min(lessons + len(self._advice(width)), MOST_ROWS))

    def render(self) -> Text:
        """Return the page, with the suggestion at the bottom where there is room for both."""
        pages = self._pages()
        if not pages:
            return Text()
        page = pages[self.page - 1]
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
        """Cut every lesson into pages of the pane's size; the suggestion is on all of them, or a page after them."""
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

    def _advice(self, width: int) -> list[str]:
        """Return the rows of the suggestion."""
        return [] if self._suggestion is None else self._wrapped("► " + self._suggestion, width)

    def _wrapped(self, text: str, width: int) -> list[str]:
        return [line.plain.rstrip() for line in Text(text).wrap(self.app.console, max(width, 1))]

    def _frame(self) -> None:
        """Write the title of the page and its number on the border."""
        pages, page = self._pages(), self.page
        self.border_title = Content(pages[page - 1].title) if pages else None
        self.border_subtitle = None
        if len(pages) > 1:
            words = _("{page} of {pages}, {key} reads on") if page < len(pages) else _("{page} of {pages}")
            keys = shown_keys(cast("HeatApp", self.app).settings.keys, ascii=look_of(self).ascii)
            self.border_subtitle = Content(words.format(page=page, pages=len(pages), key=keys["lesson"]))
