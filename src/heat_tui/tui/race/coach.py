"""The coach's pane, with lessons, suggestions and hints, and the keys that choose an advised action."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from rich.text import Text
from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from heat_tui.engine.actions import Action, Discard, Plan
from heat_tui.game.advice.first_race import Lesson, Part
from heat_tui.language import _
from heat_tui.tui.keymap import CARDS
from heat_tui.tui.look import keys_of
from heat_tui.tui.race.consequences import wrapped
from heat_tui.tui.race.prompts import ChoosingPrompt, HandPrompt, PlanPrompt, Prompt
from heat_tui.typesetting import joined
from heat_tui.words.cards import ranked

_SENTENCE: Final = re.compile(r"[.:?]\s+")
"""The end of a sentence or of a clause before a colon."""

LIT: Final[Mapping[tuple[str, str], frozenset[Part]]] = {
    ("#prompt", "-gears-lit"): frozenset({"gears"}),
    ("#prompt", "-lit"): frozenset({"cards", "answers"}),
    ("#consequences", "-lit"): frozenset({"preview"}),
    ("#standings", "-lit"): frozenset({"cars"}),
}
"""The parts of the table that a widget highlights, by the widget's selector and the class that highlights them.

The other parts are highlighted by the board of a car and by the track.
"""


def keys_to(prompt: Prompt, action: Action) -> Iterator[str]:
    """Yield the ids of the keys that choose an action at a prompt as it is now; nothing if the list lacks the action.

    The key of a line has no id, and is yielded itself.
    """
    if isinstance(prompt, ChoosingPrompt):
        place = prompt.place_of(action)
        if place is None:
            return
        yield from _to_line(prompt, place)
        variants = prompt.choice.variants(action)
        steps = variants.index(action) - variants.index(prompt.lines[place])
        yield from ["right" if steps > 0 else "left"] * abs(steps)
    elif isinstance(prompt, HandPrompt) and isinstance(action, (Plan, Discard)):
        yield from _to_cards(prompt, action)
    yield from ["confirm"] * prompt.confirmations(action)


def _to_line(prompt: ChoosingPrompt, place: int) -> Iterator[str]:
    """Yield a line's own key or, without one, the keys that move the cursor to it; nothing if it is highlighted."""
    steps = place - prompt.place
    if steps and place < len(prompt.keys):
        yield prompt.keys[place]
    else:
        yield from ["down" if steps > 0 else "up"] * abs(steps)


def _to_cards(prompt: HandPrompt, action: Plan | Discard) -> Iterator[str]:
    """Yield the keys that undo a wrong choice, shift if the prompt's `is_shifted` says so, and choose missing cards.

    The cards are in the order in which the words for the action list them.
    """
    keeps = prompt.leads_to(action)
    if not keeps:
        yield from ["back"] * prompt.steps_back
    if isinstance(prompt, PlanPrompt) and isinstance(action, Plan) and prompt.is_shifted(action.gear):
        steps = prompt.gears.index(action.gear) - prompt.gears.index(prompt.gear if keeps else prompt.first_gear)
        yield from ["gear-up" if steps > 0 else "gear-down"] * abs(steps)
    missing, order = {*prompt.places(action)} - {*(prompt.chosen if keeps else ())}, ranked(action.cards)
    places = sorted(missing, key=lambda place: (order.index(prompt.cards[place]), -place))
    yield from (CARDS[place] for place in places if place < len(CARDS))


class _Page(NamedTuple):
    lesson: Lesson | None
    rows: tuple[Text, ...]
    advised: bool = False


class CoachPane(Widget):
    """A box with a page of a lesson, the suggestion, or both; `read_on` or a click turns the page."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"coach--lesson", "coach--keys", "coach--suggestion"}

    @dataclass
    class Turned(Message):
        """A page was shown, or the pane was emptied; `parts` are the parts of the table that the page is about."""

        parts: tuple[Part, ...]

    def __init__(self) -> None:
        super().__init__(id="coach")
        self._set()

    def _set(self, lessons: Sequence[Lesson] = (), suggestion: str | None = None, *, held: bool = False) -> None:
        self._lessons, self._suggestion, self._held, self._page = tuple(lessons), suggestion, held, 0

    def show(self, lessons: Sequence[Lesson], suggestion: str | None = None, *, held: bool = False) -> None:
        """Show lessons and a suggestion from the first page; without anything to show, hide the pane.

        If `held`, the title says that any key continues, or counts the pages.
        """
        self._set(lessons, suggestion, held=held)
        self.display = bool(lessons) or suggestion is not None
        self._turned()

    def reword(self, lessons: Sequence[Lesson], suggestion: str | None = None) -> None:
        """Replace the lessons and the suggestion, for example to name other keys, without turning the page."""
        words = tuple(lessons), suggestion
        if words != (self._lessons, self._suggestion):
            self._lessons, self._suggestion = words
            self._frame()

    def fall_silent(self) -> None:
        """Empty the pane without hiding it, so that nothing on the screen moves."""
        self._set()
        self._turned()

    @property
    def page(self) -> int:
        """The current page, from 1."""
        return min(self._page, max(self.pages - 1, 0)) + 1

    @property
    def pages(self) -> int:
        """The number of pages at this size; 0 if there is nothing to say."""
        return len(self._pages())

    def read_on(self) -> bool:
        """Turn to the next page and return True; on the last page, go back to the first and return False."""
        more = self.page < self.pages
        self._page = self.page if more else 0
        self._turned()
        return more

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.read_on()

    def on_resize(self) -> None:
        self._frame()

    def render(self) -> Text:
        pages = self._pages()
        if not pages:
            return Text()
        page, (width, height) = pages[self.page - 1], self._room
        advice = self._advice(width) if page.advised else []
        between = [Text()] * (height - len(page.rows) - len(advice)) if page.rows and advice else []
        return Text("\n", no_wrap=True).join([*page.rows, *between, *advice])

    @property
    def _room(self) -> tuple[int, int]:
        """The columns and rows for text, at least 1 of each."""
        return max(self.content_size.width, 1), max(self.content_size.height, 1)

    def _pages(self) -> list[_Page]:
        """Return the pages, each with a lesson or a part of one, and with the suggestion if there is room for it.

        The first page leaves room for the suggestion, unless the suggestion fills the pane. If no page has room for it,
        an extra last page has only the suggestion.
        """
        width, height = self._room
        advice = len(self._advice(width))
        pages: list[_Page] = []
        for lesson in self._lessons:
            first = max(height - advice, 0) if not pages else 0
            parts = self._parts(self._words(lesson), width, first or height)
            pages += [_Page(lesson, part, advised=0 < advice <= height - len(part)) for part in parts]
        if advice and not any(page.advised for page in pages):
            pages.append(_Page(None, (), advised=True))
        return pages

    def _parts(self, text: Text, width: int, room: int) -> Iterator[tuple[Text, ...]]:
        """Yield a text's rows in parts, the first of at most `room` rows, the others of at most the pane's height.

        A part ends after the last sentence or colon in its second half, if it has one there.
        """
        rows = self._wrapped(text, width)
        while len(rows) > room:
            starts, at = [], 0
            for row in rows[: room + 1]:
                at = text.plain.index(row.plain, at)
                starts.append(at)
                at += len(row.plain)
            half, full = starts[room // 2], starts[room]
            ends = [each.end() for each in _SENTENCE.finditer(text.plain, half, full)]
            if ends and ends[-1] < full:
                yield tuple(self._wrapped(text[: ends[-1]], width))
                text = text[ends[-1] :]
                rows = self._wrapped(text, width)
            else:  # the rows get fewer even if they are empty, in a pane narrower than a wide letter
                yield tuple(rows[:room])
                text, rows = text[full:], rows[room:]
            _width, room = self._room
        yield tuple(rows)

    def _words(self, lesson: Lesson) -> Text:
        keys = lesson.keys.format_map(keys_of(self))
        text = Text(joined(lesson.text, keys), self.get_component_rich_style("coach--lesson"))
        text.stylize(self.get_component_rich_style("coach--keys"), len(text) - len(keys))
        return text

    def _advice(self, width: int) -> list[Text]:
        if self._suggestion is None:
            return []
        return self._wrapped(Text("► " + self._suggestion, self.get_component_rich_style("coach--suggestion")), width)

    def _wrapped(self, text: Text, width: int) -> list[Text]:
        lines = wrapped(text, width, self.app.console)
        for line in lines:
            line.rstrip()
        return lines

    def _turned(self) -> None:
        """Show the page, and post the parts of the table that the page is about."""
        self._frame()
        pages = self._pages()
        lesson = pages[self.page - 1].lesson if pages else None
        self.post_message(self.Turned(() if lesson is None else lesson.parts))

    def _frame(self) -> None:
        """Repaint, with the page's title and any page number or key to press in the border; without pages, no title.

        A pane that has just been shown has no size and does not know its pages yet; it is framed again when resized.
        """
        self.refresh()
        pages, page = self._pages(), self.page
        if not pages:
            self.border_title = None
            return
        lesson = pages[page - 1].lesson
        title = _("Your coach") if lesson is None else lesson.title
        words, several = _("{title} · press any key") if self._held else "{title}", len(pages) > 1 and bool(self.size)
        if several:
            words = _("{title} · page {page} of {pages}") if self._held else _("{title} · {key} page {following}")
        facts = {"key": keys_of(self)["lesson"], "following": page % len(pages) + 1}
        self.border_title = Content(words.format(title=title, page=page, pages=len(pages), **facts))
