"""Enter finished races in the drivers' book, and bring the book up to date with the saves."""

from __future__ import annotations

import functools
import hashlib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from heat_tui.drivers.kinds import PERSON
from heat_tui.engine.actions import NextRace
from heat_tui.engine.events import Event
from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Track
from heat_tui.game.book.days import day_lines, find_try, share_lines
from heat_tui.game.book.pages import AUTOMATED, LEGEND, Driver, Race, broken_lines, duel, find
from heat_tui.game.figures.statistics import Tally, figures_of
from heat_tui.game.setup.challenge import code_of, race_of_day, today
from heat_tui.game.table.history import given_up
from heat_tui.language import N_, _, ngettext
from heat_tui.modules.championship.season import Season, SeasonSetup
from heat_tui.modules.garage import Garage
from heat_tui.store.book import Book, BookCar, BookRace, BookSave, DamagedBook, Select, Stamp, stamp_of
from heat_tui.store.reading import BadFile, shown_path
from heat_tui.store.save_writing import entry_line, time_text
from heat_tui.store.saved_race import Chosen, Controller, Game, SavedRace, fingerprint, race_of
from heat_tui.store.saves import SaveStore
from heat_tui.store.schema import Refused
from heat_tui.store.track_format import track_data
from heat_tui.words.names import quoted

if TYPE_CHECKING:
    from heat_tui.game.table.match import Match
    from heat_tui.game.telling.replay import Replay

T = TypeVar("T")

Progress = tuple[int, int]
"""The saves that have been read, and those that have to be."""

Choice = tuple[Chosen, Controller]
"""A choice that was not taken back, and who made it."""

BATCH: Final = 50
"""The number of saves after which what was read of them is entered, so that nothing is read twice after a crash."""


class Rebuilt(NamedTuple):
    """The outcome of rebuilding a book.

    `races` counts the races found in saves, `kept` those whose save is gone; `unread` names the saves that cannot be
    read, and `aside` is where a damaged book was moved. Of that, `left_out` counts the races that could be read only in
    part, and it is `torn` if rows may be missing without a trace.
    """

    races: int
    kept: int
    unread: tuple[str, ...]
    aside: Path | None = None
    left_out: int = 0
    torn: bool = False


def book_race(saved: SavedRace, game: Game, happened: Sequence[Event], choices: Sequence[Choice]) -> BookRace:
    """Return what the book has of the race of a game that has just ended, when the save was last changed.

    `happened` are all events of that race, `choices` those of its drivers.
    """
    race, season = race_of(game), game if isinstance(game, Season) else None
    sheet, changed = race.rules.sheet, time_text(saved.changed)
    counted = Tally.of(sheet, happened)
    counted.close(race.view(None), race.standings)
    drove = [[who for chosen, who in choices if chosen.seat == index] for index in range(len(race.cars))]
    home = [index for index in race.finished if given_up(drove[index]) is None]
    order = sorted(race.standings, key=lambda index: index not in home)
    return BookRace(
        game=_identity(saved),
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
        line=_line(race.setup, choices),
        rounds=counted.rounds,
        margin=counted.margin if home[:2] == [*race.finished[:2]] else None,
        cars=tuple(
            _car(saved, game, counted, index, drove[index], order.index(index) + 1, finished=index in home)
            for index in range(len(race.cars))
        ),
    )


def _car(
    saved: SavedRace,
    game: Game,
    counted: Tally,
    index: int,
    drove: Sequence[Controller],
    place: int,
    *,
    finished: bool,
) -> BookCar:
    """Return a car with its driver: of a seat that changed hands, the one who made most of its choices.

    Where two made as many, it is the person, and so it is if they gave up: then what others made of it is left out.
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
            if not gave_up and (kind != LEGEND or figure.legends) and (value := figures.figure(name)) is not None
        },
    )


def _identity(saved: SavedRace) -> str:
    """Return what a game has of its own from its start to its end, whatever its save and its drivers are called.

    It begins with when the game did, so that of two games the earlier one comes first.
    """
    setup = saved.setup
    what = setup.title if isinstance(setup, SeasonSetup) else setup.track.id
    return f"{time_text(saved.created)} {_short(f'{what} {setup.seed}')}"


@functools.lru_cache(maxsize=16)
def _course(track: Track) -> str:
    return _short(fingerprint(track_data(track)))


def _line(setup: RaceSetup, choices: Iterable[Choice]) -> str:
    """Return what races have in common that were raced alike, choice for choice: one branches off a season later on."""
    return _short("".join([f"{setup.track.id} {setup.seed}", *(entry_line(chosen) for chosen, _by in choices)]))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _rules(setup: RaceSetup) -> Iterator[str]:
    """Yield the words of the rules that records are kept for (`pages.RULES`)."""
    names = {module.name for module in setup.modules}
    if "championship" in names:
        yield "championship"
    yield from (module.level for module in setup.modules if isinstance(module, Garage))
    if "weather" in names and "championship" not in names:
        yield "weather"
    if "tournament" in names:
        yield "tournament"


class _Reader:
    """Replay a save and collect the races that count.

    A race counts if the save holds it from its start. The first race of a save that continued under other rules does
    not, nor does one raced on from a choice, nor any race after it. Only the time of the last flag is known; earlier
    races are spread evenly over the time since the game began.
    """

    def __init__(self, saved: SavedRace) -> None:
        self.races: list[BookRace] = []
        self.running = 1
        self._saved = saved
        self._from_start = saved.base is None
        self._events: list[Event] = []
        self._choices: list[Choice] = []

    def watch(self, game: Game, chosen: Chosen | None, controller: Controller, happened: Sequence[Event]) -> None:
        """Take note of a choice."""
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
    """Return what a save holds; nothing of one that cannot be used, or that other rules no longer lead to its end."""
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
    return BookSave(shown_path(saved.name), stamp, _identity(saved), changed, races, reader.running)


def catching_up(store: SaveStore, *, again: bool = False) -> Generator[Progress, None, list[BookSave]]:
    """Enter what the saves hold that the book has not seen, or all of them `again`, and return it. Raises BadFile.

    It yields before every save, so that the progress can be shown and the rest left for later; see `at_once`.
    """
    assert store.book is not None
    book = Book(store.book)
    seen = book.stamps()
    stamps = {path: stamp for path in store.files() if (stamp := stamp_of(path)) is not None}
    gone = seen.keys() - {shown_path(path.stem) for path in stamps}
    unseen = [path for path, stamp in stamps.items() if again or seen.get(shown_path(path.stem)) != stamp]
    read: list[BookSave] = []
    for start in range(0, len(unseen), BATCH):
        batch: list[BookSave] = []
        for path in unseen[start : start + BATCH]:
            yield start + len(batch), len(unseen)
            batch.append(_read(path, stamps[path]))
        book.enter(batch, gone=gone)
        read += batch
    return read


def rebuilding(store: SaveStore) -> Generator[Progress, None, Rebuilt]:
    """Make the book from all saves again, save by save, in place of a damaged one. Raises BadFile.

    Races whose saves are gone stay, and so do merged names, those of a damaged book as far as they can still be read.
    """
    assert store.book is not None
    book, aside, salvage = Book(store.book), None, None
    try:
        book.check()
        book.count_again()
        read = yield from catching_up(store, again=True)
        entered = _counted(book)
    except DamagedBook:
        salvage = book.salvaged()
        aside = book.put_aside()
        for name, person in salvage.aliases.items():
            book.set_alias(name, person)
        book.keep_tries(salvage.tries)
        book.enter([BookSave("", None, races=salvage.races)])
        read = yield from catching_up(store, again=True)
        entered = _counted(book)
    held = {race.key for save in read for race in save.races}
    return Rebuilt(
        races=len(entered & held),
        kept=len(entered - held),
        unread=tuple(save.name for save in read if not save.game),
        aside=aside,
        left_out=0 if salvage is None else len(salvage.unread - entered),
        torn=salvage is not None and not salvage.whole,
    )


def _counted(book: Book) -> set[tuple[str, int]]:
    """Return what identifies the races of a book, all of which are counted. Raises BadFile."""
    with book.reading() as select:
        return {(each["game"], each["number"]) for each in select("SELECT game, number FROM ends")}


def at_once(steps: Generator[Progress, None, T]) -> T:
    """Return the result of what is done step by step."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def rebuilt_lines(done: Rebuilt) -> list[str]:
    """Return what became of a book that was made again, a sentence each."""
    races = ngettext(
        "{count} race from your saves is in the book.", "{count} races from your saves are in the book.", done.races
    )
    kept = ngettext(
        "It keeps {count} race whose save is gone.", "It keeps {count} races whose saves are gone.", done.kept
    )
    left_out = ngettext(
        "Left out: {count} race of the damaged book that cannot be read.",
        "Left out: {count} races of the damaged book that cannot be read.",
        done.left_out,
    )
    torn = _("Part of the damaged book cannot be read, so races whose saves are gone may be missing.")
    unread = _("{name} cannot be read; heat-tui saves says why.")
    aside = _("The damaged book is kept as {path}.")
    return [
        *([aside.format(path=shown_path(done.aside))] if done.aside is not None else []),
        races.format(count=done.races),
        *([kept.format(count=done.kept)] if done.kept else []),
        *([left_out.format(count=done.left_out)] if done.left_out else []),
        *([torn] if done.torn else []),
        *(unread.format(name=name) for name in done.unread),
    ]


def replay_of(store: SaveStore, race: Race) -> tuple[Match, Replay]:
    """Return the replay of a race in the book with its match. Raises Refused if its save is gone."""
    from heat_tui.game.telling.replay import open_replay

    assert store.book is not None
    with Book(store.book).reading() as select:
        (save,) = (each["save"] for each in select("SELECT save FROM races WHERE (game, number) = (?, ?)", *race))
    match, replay = open_replay(store, save, race.number)
    if _identity(match.saved()) != race.game:
        raise Refused(N_("{name} is now another race; the save of this one is gone."), name=shown_path(save))
    return match, replay


def follow_try(path: Path, match: Match) -> Callable[[], None] | None:
    """Return a function that enters a try at the race of the day after each change; None for any other race.

    A try is new if its first choice is made on its day. Any other goes on from the choices that were made here, so an
    edited save, or one that was raced elsewhere, never counts; neither does a race with choices taken back by
    agreement. The function raises BadFile.
    """
    saved, book, race = match.saved(), Book(path), race_of_day(today())
    setup, game, day, name = match.setup, _identity(saved), "", match.setup.seats[0]
    fresh = not match.log and saved.counts(1) and setup.seed == race.setup.seed
    if fresh and code_of(setup, match.controllers) == race.code:
        day = str(today())
    elif not _is_try(book, game):
        return None

    def line() -> str:
        return _line(setup, [(each.chosen, each.controller) for each in match.log])

    before = line()

    def follow() -> None:
        nonlocal before
        if match.log and not match.take_backs:
            book.enter_try(game, before, now := line(), day, name)
            before = now

    return follow


def _is_try(book: Book, game: str) -> bool:
    try:
        return book.is_try(game)
    except BadFile:  # which the result of the race says
        return False


def enter(book: Path, match: Match, saved: SavedRace) -> None:
    """Enter the race of a match that has just ended, and leave sentences on that in the match.

    A race whose start is not known, because other rules had it, cannot be entered. What could not be entered comes
    from the save when the book is next opened.
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
            tried = find_try(select, race.game)
            match.records = (*(day_lines(select, tried) if tried else ()), *broken_lines(select, race))
            match.shared = tuple(share_lines(match, tried)) if tried else ()
    except Refused as refusal:
        match.not_in_book = tuple(missing_lines(refusal, saved=match.not_saved is None))


def missing_lines(refusal: Refused, *, saved: bool) -> list[str]:
    """Return why a race that is over is not in the book, and whether it will be: without its save it cannot be."""
    if not saved:
        return [str(refusal), _("The race is not saved, so it cannot be added to the book later.")]
    if isinstance(refusal, DamagedBook):  # which says what to do
        return [str(refusal)]
    return [str(refusal), _("The race is added to the book when it is next opened.")]


def merge(path: Path, name: str, into: str) -> str:
    """Count the races of one name for the person of another, and return a sentence on that. Raises Refused."""
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
        raise Refused(
            N_("{name} and {other} have raced against each other, so they are not one person."),
            name=one,
            other=other,
        )


def unmerge(path: Path, name: str) -> str:
    """Count the races of a merged name separately again, and return a sentence on that. Raises Refused."""
    book = Book(path)
    person = book.aliases().get(name)
    if person is None:
        raise Refused(N_("{name} is not merged with another name."), name=quoted(name))
    book.set_alias(name, None)
    return _("The races of {name} no longer count for {other}.").format(name=name, other=person)
