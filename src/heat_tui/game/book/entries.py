"""Enter finished races in the drivers' book, bring it up to date with the saves, rebuild it, and merge its names."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from heat_tui.drivers.kinds import PERSON
from heat_tui.engine.actions import NextRace
from heat_tui.engine.events import Event
from heat_tui.engine.setup import RaceSetup, RaceSheet
from heat_tui.engine.track import Track
from heat_tui.game.book.days import day_lines, share_lines, tries
from heat_tui.game.book.pages import LIKE, broken_lines, duel, find
from heat_tui.game.book.report import AUTOMATED, LEGEND, Driver, RaceKey
from heat_tui.game.figures.statistics import Tally, figures_of
from heat_tui.game.setup.seats import controller_name
from heat_tui.game.table.history import given_up
from heat_tui.language import N_, _, ngettext
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.modules.garage import Garage
from heat_tui.store.book import (
    HASTE,
    Book,
    BookCar,
    BookRace,
    BookSave,
    DamagedBook,
    Salvage,
    Select,
    Stamp,
    aliases,
    person_of,
)
from heat_tui.store.reading import BadFile, shown_path
from heat_tui.store.saved_race import (
    Chosen,
    Controller,
    Game,
    SavedRace,
    fingerprint,
    game_id,
    line_of,
    race_of,
    short_hash,
    time_text,
)
from heat_tui.store.saves import SaveStore, signature
from heat_tui.store.schema import Refused
from heat_tui.store.track_format import track_data
from heat_tui.words.names import car_name, quoted

if TYPE_CHECKING:
    from heat_tui.game.table.match import Match
    from heat_tui.game.telling.replay import Replay

T = TypeVar("T")

Progress = tuple[int, int]
"""The number of saves read so far, and the number to read in all."""

Choice = tuple[Chosen, Controller]
"""A choice that was not taken back, and the controller who made it."""

BATCH: Final = 50
"""The number of saves that are read before their races are entered together; a crash loses at most these races."""


LATEST: Final = 2**63 - 1
"""The latest time in a stamp, in the year 2262; SQLite has no larger integer."""


class Rebuilt(NamedTuple):
    """The outcome of rebuilding a book.

    `races` counts the races found in saves, `kept` the other races in the book; `unread` names the saves that cannot be
    used or replayed to their end. `aside` is the new path of a damaged book; `left_out` counts the races in it that can
    be read only in part and are in no save, and `torn` says that rows may be missing without a trace.
    """

    races: int
    kept: int
    unread: tuple[str, ...]
    aside: Path | None = None
    left_out: int = 0
    torn: bool = False


def book_race(saved: SavedRace, game: Game, happened: Sequence[Event], choices: Sequence[Choice]) -> BookRace:
    """Return the book's entry for a game's current race, which has just ended.

    The race's end is the time when the save was last changed. `happened` and `choices` cover the whole race.
    """
    race, season = race_of(game), game if isinstance(game, Season) else None
    sheet, changed = race.rules.sheet, time_text(saved.changed)
    counted = Tally(sheet, happened)
    counted.close(race.view(None), race.standings)
    drove = [[who for chosen, who in choices if chosen.seat == index] for index in range(len(race.cars))]
    home = [index for index in race.finished if given_up(drove[index]) is None]
    order = sorted(race.standings, key=lambda index: index not in home)
    return BookRace(
        game=game_id(saved),
        number=1 if season is None else season.index + 1,
        save=shown_path(saved.name),
        changed=changed,
        ended=changed,
        season="" if season is None else season.setup.title,
        races=1 if season is None else len(season.setup.calendar),
        track=sheet.track.id,
        track_name=sheet.track.name,
        course=_course(sheet.track),
        laps=sheet.laps,
        rules=" ".join(_rules(race.setup)),
        seed=saved.setup.seed,
        line=line_of(race.setup, [chosen for chosen, _by in choices]),
        rounds=counted.rounds,
        margin=counted.margin if home[:2] == [*race.finished[:2]] else None,
        cars=tuple(
            _car(saved, game, counted, index, drove[index], order.index(index) + 1, finished=index in home)
            for index in range(len(race.cars))
        ),
    )


def _car(
    saved: SavedRace, game: Game, counted: Tally, index: int, drove: Sequence[Controller], place: int, *, finished: bool
) -> BookCar:
    """Return the entry of a car; if the seat changed hands, its driver is the one who made the most choices.

    In a tie, a person is the driver. A person who gave up remains the driver, and the figures are left out, because
    others contributed to them.
    """
    race, figures = race_of(game), counted.cars[index]
    entry = race.rules.sheet.entries[index]
    kind, name, drivers, gave_up = LEGEND, entry.colour, Counter(drove), given_up(drove) is not None
    if index < race.rules.sheet.drivers:
        usual = saved.controllers_now[index]
        most = max(drivers, key=lambda each: (drivers[each], each == PERSON), default=usual)
        most = PERSON if gave_up else most
        kind, name = (PERSON, entry.name) if most == PERSON else (AUTOMATED, most)
    return BookCar(
        car=index,
        kind=kind,
        name=name,
        shared=len(drivers) > 1,
        grid=figures.places[0],
        place=place,
        finished=finished,
        points=game.results[-1].points[index] if isinstance(game, Season) else 0,
        figures={
            name: value
            for name, figure in figures_of(race.rules.sheet).items()
            if not gave_up and (kind != LEGEND or figure.legends) and (value := getattr(figures, name)) is not None
        },
    )


@functools.lru_cache(maxsize=16)
def _course(track: Track) -> str:
    return short_hash(fingerprint(track_data(track)))


def _rules(setup: RaceSetup) -> Iterator[str]:
    """Yield the names of a race's rules that affect records: keys of `pages.RULES`."""
    names = {module.name for module in setup.modules}
    if "championship" in names:
        yield "championship"
    yield from (module.level for module in setup.modules if isinstance(module, Garage))
    if "weather" in names and "championship" not in names:
        yield "weather"
    if "tournament" in names:
        yield "tournament"


class _Reader:
    """A save's finished races that count for the book, collected while the save is replayed.

    The race in which a save continued under other rules does not count, because its start is unknown. In a game raced
    on from a choice of another game, neither the race of that choice nor any later race counts.
    """

    def __init__(self, saved: SavedRace) -> None:
        self.races: list[BookRace] = []
        self.running = 1
        self._saved = saved
        self._from_start = saved.base is None
        self._events: list[Event] = []
        self._choices: list[Choice] = []

    def watch(self, game: Game, chosen: Chosen | None, controller: Controller, happened: Sequence[Event]) -> None:
        """Record a choice with its events, and the race if it is over; `chosen` is None for the start of the game."""
        if chosen is None:
            self._events = [*happened]
        elif isinstance(chosen.action, NextRace):
            self._events, self._choices, self._from_start = [*happened], [], True
        elif self.running:
            self._events += happened
            self._choices.append((chosen, controller))
        over = race_of(game).over
        if over and self.running and self._from_start and self._saved.counts(self.running):
            self.races.append(book_race(self._saved, game, self._events, self._choices))
        self.running = 0 if over else game.index + 1 if isinstance(game, Season) else 1


def _read(path: Path, stamp: Stamp) -> BookSave:
    """Return a save's finished races that count; none if the save cannot be used or replayed to its end.

    A save has only the times of its creation and its last change; the ends of races are spread evenly between them.
    """
    from heat_tui.store.save_reading import played, read_unplayed

    nothing = BookSave(shown_path(path.stem), stamp)
    try:
        saved, mark = read_unplayed(path)
        reader = _Reader(saved)
        if saved.finished or isinstance(saved.setup, SeasonSetup):
            saved = played(saved, mark, shown_path(path), reader.watch)
    except BadFile:
        return nothing
    if saved.note is not None:
        return nothing
    lasted, steps = saved.changed - saved.created, len(reader.races) + bool(reader.running)
    races = tuple(
        replace(race, ended=time_text(saved.created + lasted * number / steps))
        for number, race in enumerate(reader.races, start=1)
    )
    changed = time_text(saved.changed)
    return BookSave(shown_path(saved.name), stamp, game_id(saved), changed, races, reader.running)


def catching_up(store: SaveStore, *, again: bool = False) -> Generator[Progress, None, list[BookSave]]:
    """Enter the races of new and changed saves, or of all saves if `again`; return what was read. Raises BadFile.

    Yields the progress before every save, so that a caller can show it or postpone the rest; see `at_once`.
    """
    assert store.book is not None
    book = Book(store.book)
    seen = book.stamps()
    found = {path: signature(path) for path in store.files()}
    stamps = {path: (min(each[1], LATEST), each[2]) for path, each in found.items() if each is not None}
    if gone := seen.keys() - {shown_path(path.stem) for path in stamps}:
        book.enter([], gone=gone)
    unseen = [path for path, stamp in stamps.items() if again or seen.get(shown_path(path.stem)) != stamp]
    read: list[BookSave] = []
    for start in range(0, len(unseen), BATCH):
        batch: list[BookSave] = []
        for path in unseen[start : start + BATCH]:
            yield start + len(batch), len(unseen)
            batch.append(_read(path, stamps[path]))
        book.enter(batch)
        read += batch
    return read


def rebuilding(store: SaveStore) -> Generator[Progress, None, Rebuilt]:
    """Rebuild the book from all saves, save by save, and replace a damaged book. Raises BadFile.

    Merged names, tries, and races whose saves are gone are kept; from a damaged book, those that can be read.
    """
    assert store.book is not None
    book, salvage = Book(store.book), Salvage(whole=True)
    try:
        book.check()
        book.count_again()
    except DamagedBook:
        salvage = book.replaced()
    read = yield from catching_up(store, again=True)
    with book.reading() as select:
        entered = {(each["game"], each["number"]) for each in select("SELECT game, number FROM ends")}
    held = {race.key for save in read for race in save.races}
    return Rebuilt(
        races=len(entered & held),
        kept=len(entered - held),
        unread=tuple(save.name for save in read if not save.game),
        aside=salvage.aside,
        left_out=len(salvage.unread - entered),
        torn=not salvage.whole,
    )


def at_once(steps: Generator[Progress, None, T]) -> T:
    """Run a generator to its end without a pause, and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def rebuilt_lines(done: Rebuilt) -> list[str]:
    """Return the outcome of rebuilding a book, in sentences."""
    races = ngettext(
        "{count} race from your saves is in the book.", "{count} races from your saves are in the book.", done.races
    )
    kept = ngettext(
        "The book keeps {count} race whose save is gone.",
        "The book keeps {count} races whose saves are gone.",
        done.kept,
    )
    left_out = ngettext(
        "Left out: {count} race of the damaged book that cannot be read.",
        "Left out: {count} races of the damaged book that cannot be read.",
        done.left_out,
    )
    torn = _("Part of the damaged book cannot be read, so races whose saves are gone may be missing.")
    unread = _("{name} cannot be read; {command} says why.")
    aside = _("The damaged book is kept as {path}.")
    return [
        *([aside.format(path=shown_path(done.aside))] if done.aside is not None else []),
        races.format(count=done.races),
        *([kept.format(count=done.kept)] if done.kept else []),
        *([left_out.format(count=done.left_out)] if done.left_out else []),
        *([torn] if done.torn else []),
        *(unread.format(name=name, command=f"heat-tui saves show {quote(name)}") for name in done.unread),
    ]


def replay_of(store: SaveStore, race: RaceKey) -> tuple[Match, Replay]:
    """Return the match and the replay of a race in the book. Raises Refused if the book or the saves lack it.

    If the save that the book names is gone, unusable or now another game's, a copy with the same choices is used.
    """
    from heat_tui.game.telling.replay import open_replay
    from heat_tui.store.save_reading import read_unplayed

    assert store.book is not None
    with Book(store.book).reading() as select:
        rows = select("SELECT save, line FROM races WHERE (game, number) = (?, ?)", *race)
    if not rows:
        raise Refused(_("This race is no longer in the book."))
    save, line = rows[0]["save"], rows[0]["line"]
    try:
        match, replay = open_replay(store, save, race.number)
        if game_id(match.saved()) == race.game:
            return match, replay
        refusal = Refused(N_("{name} is now another race; the save of this one is gone."), name=shown_path(save))
    except Refused as reason:
        refusal = reason
    for path in store.files():
        with suppress(Refused):
            if game_id(read_unplayed(path)[0]) != race.game:
                continue
            match, replay = open_replay(store, path.stem, race.number)
            record = match.race(race.number)
            if line_of(record.setup, [each.chosen for each in record.log if not race_of(each.before).over]) == line:
                return match, replay
    raise refusal


def enter(book: Path, match: Match, saved: SavedRace) -> None:
    """Enter a match's current race, which has just ended, and put sentences about it into the match.

    `records` are about new records, the race of the day and seats that changed hands, `lines_to_share` about a try at
    the race of the day; after a failure, `not_in_book` says why the race is not in the book. A race that began under
    other rules, or does not count, is not entered.
    """
    if not saved.counts(max(match.numbered)) or (saved.base is not None and not match.past):
        return
    record = match.races[-1]
    log = [each for each in record.log if not race_of(each.before).over]
    happened = [*record.opening, *(event for each in log for event in each.events)]
    choices = [(each.chosen, each.controller) for each in log]
    try:
        race = book_race(saved, match.season or record.end, happened, choices)
        Book(book).enter_race(race)
        with Book(book).reading() as select:
            tried = next((each for each in tries(select) if each.game == race.game), None)
            of_day = day_lines(select, tried) if tried else ()
            match.records = (*of_day, *broken_lines(select, race), *_credits(record.sheet, race))
            match.lines_to_share = tuple(share_lines(match, tried)) if tried else ()
    except Refused as refusal:
        match.not_in_book = tuple(missing_lines(refusal, saved=match.not_saved is None))


def take_out(book: Path, match: Match, saved: SavedRace) -> None:
    """Delete the entry of a match's current race, if it has one, because its end was taken back."""
    facts = shown_path(saved.name), None, game_id(saved), time_text(saved.changed)
    with suppress(BadFile):  # the book reads the save when it is next opened
        Book(book).enter([BookSave(*facts, running=max(match.numbered))], patience=HASTE)


def _credits(sheet: RaceSheet, race: BookRace) -> Iterator[str]:
    """Yield a sentence for every seat that changed hands in a race of the book: for which driver the race counts."""
    for car in race.cars:
        if car.shared:
            words = _("Several drivers had the seat of {seat}; in the drivers' book, this race counts for {name}.")
            if not car.finished and not car.figures:
                words = _("In the drivers' book, {name} gave up this race and is placed behind all who finished.")
            name = car.name if car.kind == PERSON else controller_name(car.name)
            yield words.format(name=name, seat=car_name(sheet, car.car))


def missing_lines(refusal: Refused, *, saved: bool) -> list[str]:
    """Return sentences on why a finished race is not in the book, and whether it will be added later.

    If the race is saved and the book is damaged, the reason is the only sentence, because it says what to do.
    """
    if not saved:
        return [str(refusal), _("The race is not saved, so it cannot be added to the book later.")]
    if isinstance(refusal, DamagedBook):
        return [str(refusal)]
    return [str(refusal), _("The race is added to the book when it is next opened.")]


def merge(path: Path, name: str, into: str) -> str:
    """Credit the races of `name` to the person called `into`; return a sentence that says so. Raises Refused."""
    book = Book(path)
    with book.reading() as select:
        one, other = find(select, name), find(select, into)
        if one == other and one.kind == PERSON:
            raise Refused(N_("{name} and {other} already count as one person."), name=quoted(name), other=quoted(into))
        check_merge(select, one, other)
    book.set_alias(one.name, other.name)
    return _("The races of {name} count for {other} from now on.").format(name=one.name, other=other.name)


def check_merge(select: Select, one: Driver, other: Driver) -> None:
    """Raise Refused if two drivers cannot be one person."""
    for driver in (one, other):
        if driver.kind != PERSON:
            raise Refused(N_("{name} is not a person; only the names of people can be merged."), name=driver)
    if duel(select, one, other)["races"]:
        rivals = N_("{name} and {other} have raced against each other, so they are not one person.")
        raise Refused(rivals, name=one, other=other)


def unmerge(path: Path, name: str) -> str:
    """Count the races of a merged name separately again, and return a sentence that says so. Raises Refused."""
    book = Book(path)
    merged = book.read(aliases)
    found = next((each for like in LIKE for each in merged if like(each) == like(name)), None)
    if found is None:
        raise Refused(N_("{name} is not merged with another name."), name=quoted(name))
    book.set_alias(found, None)
    other = person_of(found, merged)
    return _("The races of {name} no longer count for {other}.").format(name=found, other=other)
