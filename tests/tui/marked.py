"""Cards that identify their owner wherever they appear, and a search of everything that the app shows or could show.

Every driver's cards have letters of a unique alphabet, one letter a card, which nothing else in the game uses; so a
letter on the screen, in a picture, in a hidden widget or among the bytes of a terminal is that driver's card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import ClassVar, Final

from rich.console import Console, ConsoleRenderable, RichCast
from rich.text import Text
from textual.content import Content
from textual.geometry import Region
from textual.renderables.blank import Blank
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.visual import RichVisual
from textual.widget import Widget
from textual.widgets import DataTable, Input, Markdown, OptionList, Select, Static

from heat_tui.engine.cards import HEAT, STARTING_UPGRADES, STRESS, Card
from heat_tui.engine.events import CardFlipped, CardsRevealed, CardsScrapped, CardsTurnedOver, HandCluttered
from heat_tui.engine.module import Data, Module
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSetup
from heat_tui.game.table.match import Match
from heat_tui.modules.garage import Garage
from heat_tui.modules.mulligan import MulliganRule
from heat_tui.modules.tournament.events import CardLost
from heat_tui.store.saved_race import Controller, SavedRace
from heat_tui.store.tracks import load_track
from heat_tui.tui.app import HeatApp
from heat_tui.tui.track.scene import Scene
from heat_tui.words.cards import all_cards

ALPHABETS: Final = ("ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀ", "აბგდევზთიკლმნოპჟ", "БГДЖЗИЙЛПФЦЧШЩЪЭ", "ⴱⴳⴷⴺⴼⵀⵃⵅⵉⵊⵍⵎⵏⵓⵔⵚ")
"""The marked cards of each seat, a letter a card."""
SEED: Final = 7_305_882_916_443_190_257
"""The apparent seed of a race with marked cards: digits that occur nowhere else."""
_WIDE: Final = 200
"""The width, in columns, at which Rich renders a text to be searched."""


def marks(seat: int) -> frozenset[str]:
    """Return the marked cards of a seat."""
    return frozenset(ALPHABETS[seat])


def marked_cards() -> tuple[Card, ...]:
    """Return all marked cards, with speeds 1 to 4."""
    return tuple(Card(letter, "upgrade", number % 4 + 1) for each in ALPHABETS for number, letter in enumerate(each))


@record
class Marked(Module):
    """A module that gives every driver unique speed cards, and only four Basic cards, which end a flip."""

    name: ClassVar[str] = "marked"

    def cards(self) -> tuple[Card, ...]:
        return marked_cards()

    def deck(self, race: Race, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
        replaced = STARTING_UPGRADES if any(isinstance(module, Garage) for module in race.setup.modules) else (HEAT,)
        return (*ALPHABETS[seat], "1", "2", "3", "4", *replaced)


@contextmanager
def known_cards() -> Iterator[None]:
    """Add the marked cards to the catalogue of cards until the block ends."""
    catalogue = all_cards()
    added = {card.key: card for card in marked_cards()}
    catalogue.update(added)
    try:
        yield
    finally:
        for key in added:
            del catalogue[key]


def marked_match(
    *seats: str,
    controllers: Sequence[Controller] | None = None,
    places: Sequence[int] = (),
    open_table: bool = False,
    mulligan: bool = False,
    swapped: bool = False,
    engine: int | None = None,
    laps: int = 2,
    seed: int = 5,
    modules: tuple[Module, ...] = (),
) -> Match:
    """Return a race in which every hand has four marked cards, two Basic cards and a Stress card.

    `places` are the spaces of the cars in their first lap instead of the grid, `engine` the Heat of all drivers.
    After a draft, all cards are in the deck at first, with the upgrades, and hands are dealt at random.
    `swapped` redistributes the first driver's cards between hand and deck, so that nobody else can tell the difference.
    """
    setup = RaceSetup(
        load_track("usa"),
        seats,
        seed=seed,
        laps=laps,
        modules=(
            Marked(),
            *modules,
            *((MulliganRule(),) if mulligan else ()),
        ),
    )
    race = Race.start(setup)
    data = race.snapshot()
    cars = data["cars"]
    assert isinstance(cars, list)
    for seat, car in enumerate(cars[: len(seats)]):
        assert isinstance(car, dict)
        if car["hand"]:
            _deal(car, ALPHABETS[seat], swapped=swapped and seat == 0)
        if places:
            car["at"], car["spot"] = setup.track.spaces + places[seat], 0
        if engine is not None:
            car["engine"] = engine
    race = Race.restore(replace(setup, seed=SEED), data)
    people: list[Controller] = ["person"] * len(seats)
    who = people if controllers is None else controllers
    begun = SavedRace(
        name="",
        setup=race.setup,
        controllers=tuple(who),
        open_table=open_table,
        created=datetime(2026, 1, 1, tzinfo=UTC),
    )
    return Match(race, begun, None)


def _deal(car: dict[str, Data], letters: str, *, swapped: bool) -> None:
    """Deal the first and three other letters, two Basic cards and a Stress card; the deck ends with its top."""
    first, one, other, rest = letters[0], letters[1:4], letters[4:7], letters[7:]
    one_basics, other_basics = ["1", "2"], ["3", "4"]
    if swapped:
        one, other, one_basics, other_basics = other, one, other_basics, one_basics
    car["hand"] = sorted([first, *one, *one_basics, STRESS])
    car["deck"] = [*other, HEAT, STRESS, *other_basics, STRESS, *rest]
    car["discard"] = []


def opened(match: Match) -> set[str]:
    """Return the cards, marked or not, that are open or have been shown to the whole table (K1)."""
    shown: set[str] = set()
    for event in match.events:
        match event:
            case CardsRevealed(cards=cards) | HandCluttered(cards=cards):
                shown.update(cards)
            case CardsTurnedOver(cards=cards) | CardsScrapped(cards=cards):
                shown.update(cards)
            case CardLost(card=lost):
                shown.add(lost)
            case CardFlipped(discarded=discarded, card=card):
                shown.update(discarded)
                shown.add(card or "")
    for car in match.view(None).cars:
        shown.update(car.play)
        shown.add(car.discard_top or "")
    return shown


def found(places: Iterable[tuple[str, str]], letters: Iterable[str]) -> list[str]:
    """Return the places of the letters, with their surroundings."""
    wanted = sorted(letters)
    faults = []
    for place, text in places:
        for letter in wanted:
            at = text.find(letter)
            if at >= 0:
                faults.append(f"{letter} in {place}: {text[max(at - 30, 0) : at + 30]!r}")
    return faults


def everywhere(app: HeatApp) -> Iterator[tuple[str, str]]:
    """Yield each place and its text: all that is painted, or that a screen, widget, notification or the clipboard has.

    A screenshot has the same painted text, but takes longer than all of this.
    """
    yield "the frame", "\n".join(strip.text for strip in app.screen._compositor.render_strips())
    yield "the titles", f"{app.title} {app.sub_title}"
    yield "the clipboard", app.clipboard
    for note in app._notifications:
        yield "a notification", f"{note.title} {note.message}"
    for stack in app._screen_stacks.values():
        for screen in stack:
            yield from of_screen(screen)


def of_screen(screen: Screen[object]) -> Iterator[tuple[str, str]]:
    """Yield all text of a screen and its widgets as (place, text)."""
    name = type(screen).__name__
    yield f"the title of {name}", f"{screen.title} {screen.sub_title}"
    yield f"the selection of {name}", screen.get_selected_text() or ""
    for widget in [screen, *screen.walk_children(Widget)]:
        for text in _texts(widget):
            yield f"{type(widget).__name__} of {name}", text


def _texts(widget: Widget) -> Iterator[str]:
    """Yield the texts that a widget shows, would show if it were larger, or keeps ready."""
    yield f"{widget.border_title} {widget.border_subtitle} {_plain(widget.tooltip)}"
    if widget.size:
        yield "\n".join(strip.text for strip in widget.render_lines(Region(0, 0, *widget.size)))
    if isinstance(widget, Screen):
        return
    if not isinstance(widget, ScrollView):
        yield _plain(widget.render())
    match widget:
        case Static():
            yield _plain(widget.content)
        case OptionList():
            yield "\n".join(_plain(option.prompt) for option in widget.options)
        case Input():
            yield f"{widget.value} {widget.placeholder}"
        case Select():
            yield "\n".join(_plain(prompt) for prompt, _value in widget._options)
        case Markdown():
            yield widget.source
        case DataTable():
            yield "\n".join(_plain(cell) for key in widget.rows for cell in widget.get_row(key))
        case _:
            pass


def _plain(shown: object) -> str:
    """Return the text of anything that a widget renders."""
    match shown:
        case None | Blank():
            return ""
        case str():
            return shown
        case Text() | Content():
            return shown.plain
        case RichVisual():
            return _plain(shown._renderable)
        case ConsoleRenderable() | RichCast():
            console = Console(width=_WIDE)
            with console.capture() as captured:
                console.print(shown)
            return captured.get()
        case _:
            return str(shown)


def previews(app: HeatApp) -> list[str]:
    """Return a description of each widget, on any screen, that marks the landings of a choice."""
    marked = []
    for screen in app.screen_stack:
        for widget in screen.walk_children(Widget):
            scene = getattr(widget, "scene", None)
            if isinstance(scene, Scene) and (scene.landings or scene.reach):
                marked.append(f"{widget!r}: {scene.landings} {sorted(scene.reach)}")
    return marked
