"""The story of a race, as lines that everybody may read."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from shlex import quote

from heat_tui.engine.events import Event, RoundBegan
from heat_tui.engine.setup import RaceSheet
from heat_tui.game.figures.statistics import tally
from heat_tui.game.table.history import RaceRecord, taken_back_lines
from heat_tui.game.table.match import Match, Raced
from heat_tui.game.telling.highlights import highlight_lines
from heat_tui.game.telling.rival import verdict_lines
from heat_tui.language import _
from heat_tui.words.brief import BriefLog, brief_lines
from heat_tui.words.events import Line, log_lines
from heat_tui.words.names import car_name
from heat_tui.words.situation import round_line, standings


class Story:
    """The story of a match's current race, in full sentences or, if `brief`, in short lines with ASCII signs only.

    A mark is the number of actions that a reader knows already.
    """

    def __init__(self, match: Match, *, brief: bool = False) -> None:
        self._match = match
        self._brief = brief
        self.catch_up()

    @property
    def end(self) -> int:
        """The mark of a reader who knows everything so far."""
        return len(self._match.log)

    def rounds(self, count: int) -> list[str]:
        """Return the lines of the last `count` rounds, the current one included; all lines if there are fewer."""
        events = self._match.events
        begun = [place for place, event in enumerate(events) if isinstance(event, RoundBegan)]
        return _spaced(self._lines(events[begun[-count] if count <= len(begun) else 0 :]))

    def lines(self, since: int = 0) -> list[str]:
        """Return the lines since a mark, with an empty line before each round; those since mark 0 include the start."""
        parts = [self._match.opening_events] if since == 0 else []
        parts += [entry.events for entry in self._match.log[since:]]
        if self._brief:
            return _spaced(self._lines(chain.from_iterable(parts)))
        return [line for part in parts for line in _spaced(self._lines(part))]

    def tell(self, events: Iterable[Event], *, growing: bool = False) -> list[str]:
        """Return new events as lines, with an empty line before each round.

        In a brief story, `growing` holds back the last line, to which later events may add.
        """
        if not self._brief:
            return _spaced(self._lines(events))
        self._held.sheet = self._match.sheet  # a driver may have another name now
        self._held.add(events)
        return _spaced(self._held.take(growing=growing, ascii_only=True))

    def catch_up(self) -> None:
        """Drop the line held back; call this if it is no longer to be shown, or if `rounds` or `lines` shows it."""
        self._held = BriefLog(self._match.sheet)

    def _lines(self, events: Iterable[Event]) -> list[Line]:
        return _told(self._match.sheet, events, brief=self._brief)


def past_lines(race: RaceRecord, *, brief: bool = False) -> list[str]:
    """Return the lines of a whole race, such as an earlier one of the season."""
    return _spaced(_told(race.sheet, race.events, brief=brief))


def season_log(match: Match, *, brief: bool = False) -> list[str]:
    """Return the lines of all known earlier races of the season, each race followed by its result and an empty line."""
    return [line for race in match.past for line in (*past_lines(race, brief=brief), *ended_lines(race), "")]


def _told(sheet: RaceSheet, events: Iterable[Event], *, brief: bool) -> list[Line]:
    return brief_lines(sheet, events, ascii_only=True) if brief else log_lines(sheet, events)


def _spaced(lines: Iterable[Line]) -> list[str]:
    """Return the texts of lines, with an empty line before each round."""
    return [text for line in lines for text in (["", line.text] if line.round_begun else [line.text])]


def result_lines(match: Match) -> list[str]:
    """Return the report on a race that is over.

    The report has the verdict on the target, the places with the drivers' figures, the highlights, the sentences from
    the book (records, race of the day, or why the race is missing), take-backs by agreement, and the seed unless it is
    secret.
    """
    lines = [*verdict_lines(match), *ended_lines(match), *match.records, *match.not_in_book]
    return [*lines, *taken_back_lines(match.take_backs), *seed_lines(match)]


def ended_lines(race: Raced) -> list[str]:
    """Return the result of a race that is over: the places, each with figures, and the highlights."""
    counted, lines = tally(race), [_("Result:")]
    for place, car in enumerate(race.standings, start=1):
        figures, words = counted.cars[car], _("{place}. {name}: rounds {rounds}.")
        if car < race.sheet.drivers:
            words = _(
                "{place}. {name}: rounds {rounds}, top speed {speed}, Heat paid {heat}, spin outs {spins}, "
                "Boosts {boosts}, spaces slipstreamed {slipped}, corners over the limit {over}."
            )
        line = words.format(
            place=place,
            name=car_name(race.sheet, car),
            rounds=figures.rounds or "-",
            speed=figures.top_speed,
            heat=figures.heat_paid,
            spins=figures.spins,
            boosts=figures.boosts,
            slipped=figures.slipstream_spaces,
            over=figures.corners_over,
        )
        lines.append(line)
    story = highlight_lines(race)
    return [*lines, _("How it went:"), *story] if story else lines


def state_lines(match: Match) -> list[str]:
    """Return the result or, if the race is not over, the round, the standings, and the seed unless it is secret."""
    view = match.view(None)
    lines = [round_line(view), *standings(view), *seed_lines(match)]
    return result_lines(match) if match.race_over else lines


def resuming(match: Match, command: str, *options: str) -> str:
    """Return a message that says how to resume a match, or that it cannot be resumed.

    The message gives `command` with the name of the save; at a shared table, it gives the table's own command for
    coming back, followed by `options`. A match without a save and a closed table cannot be resumed.
    """
    if match.table is not None:
        if match.table.info.closed:
            return match.table.waiting_words()
        back = _("Your seat stays yours. To come back: {command}") if match.here else _("To watch again: {command}")
        return back.format(command=" ".join([match.table.comes_back, *options]))
    if not match.can_be_resumed:
        return _("This race is not saved and cannot be resumed.")
    saved = _("The race is saved as {name}. To resume it: {command}")
    if match.season is not None:
        saved = _("The season is saved as {name}. To resume it: {command}")
    if match.not_saved is not None:
        saved = _("Your last choices are not saved. To resume from the last save: {command}")
    return saved.format(name=match.name, command=f"{command} {quote(match.name)}")


def seed_lines(match: Match) -> list[str]:
    """Return a line with the seed that reproduces the race or the season; [] while it must stay secret."""
    seed = match.open_seed
    if seed is None:
        return []
    if match.season is not None:
        return [_("The seed of this season is {seed}.").format(seed=seed)]
    if match.over:
        return [_("The seed of this race was {seed}.").format(seed=seed)]
    return [_("The seed of this race is {seed}.").format(seed=seed)]
