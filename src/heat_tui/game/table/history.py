"""The log of a race, the record of a race to look back on, and the reasons why choices cannot be taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Final

from heat_tui.drivers.kinds import PERSON
from heat_tui.engine import events
from heat_tui.engine.actions import Action
from heat_tui.engine.decisions import SECRET
from heat_tui.engine.events import Event
from heat_tui.engine.race import Race
from heat_tui.engine.record import record
from heat_tui.engine.setup import RaceSetup, RaceSheet
from heat_tui.engine.view import SeatView
from heat_tui.language import N_, _, listing, ngettext, translated
from heat_tui.store.saved_race import Chosen, Controller, Game, race_of
from heat_tui.words.module import with_modules
from heat_tui.words.names import car_name, step_words

UndoStop = str
"""The reason why an undo goes no further, as a key of `undo_stops`.

Three keys mean that the log has no choice by a person: "race-began" if earlier races of the season are known,
"other-rules" if earlier choices were made under other rules (the save continued from its snapshot), "nothing-yet" in
any other case. "curtain": another person made the previous choice, and a curtain separates that person from the one who
must choose now. "over": the game of a shared table is over. "sealed": the only choice, sealed there, needs no take-back
by agreement. The other keys name what has been revealed or chosen since.
"""


class UndoStopped(Exception):
    """The refusal of an undo that would take nothing back; `stop` is the reason."""

    def __init__(self, stop: UndoStop) -> None:
        super().__init__(stop)
        self.stop: UndoStop = stop


@record
class Undone:
    """The result of an undo or a take-back: the number of `actions` taken back, and of people's `choices` among them.

    `seat` is the one that must decide again, None if several must at the same time. `stopped` is the reason why undoing
    a whole turn did not reach its start, else None.
    """

    actions: int
    choices: int
    seat: int | None
    stopped: UndoStop | None = None


def shown_to(seat: int, happened: Iterable[Event]) -> UndoStop | None:
    """Return the first thing that events revealed to the driver of `seat`, as a key of `undo_stops`, or None.

    A shuffle, a Salvage and another driver's plan count only if nothing else was revealed; of these, the last counts.
    """
    weak: UndoStop | None = None
    for event in happened:
        match event:
            case events.GearShifted(car=car) if car != seat:
                return "gears-opened"
            case events.CardsRevealed(car=car) | events.HandCluttered(car=car) if car != seat:
                return "cards-revealed"
            case events.HandFilled(drawn=drawn) if drawn:
                return "cards-drawn"
            case events.CardsScrapped(cards=cards) if cards:
                return "cards-scrapped"
            case events.SuperCooled(uncovered=card) if card is not None:
                return "card-uncovered"
            case events.DeckShuffled() | events.CardsSalvaged():
                weak = "deck-shuffled"
            case events.PlanMade(car=car) if car != seat:
                weak = "chosen-in-secret"
            case _ if event.reveals:
                return event.reveals
    return weak


@record
class LogEntry:
    """One action that was not taken back. The action itself may be secret (a plan, a discard); its events never are.

    `chosen` is the same object as in the record of the match; `before` is the game before the action, in this `round`.
    `behind_curtain` says that the choice was one that drivers make without seeing each other's (`SECRET`).
    """

    seat: int
    action: Action
    events: tuple[Event, ...]
    controller: Controller
    round: int
    behind_curtain: bool
    chosen: Chosen = field(repr=False, compare=False)
    before: Game = field(repr=False, compare=False)

    @classmethod
    def of(cls, before: Game, chosen: Chosen, controller: Controller, events: tuple[Event, ...]) -> LogEntry:
        """Return the entry for a choice that led to these events; `before` is the game before the choice."""
        return cls(
            seat=chosen.seat,
            action=chosen.action,
            events=events,
            controller=controller,
            round=race_of(before).round,
            behind_curtain=isinstance(before.decision, SECRET),
            chosen=chosen,
            before=before,
        )

    @property
    def sitting(self) -> tuple[int, int, bool]:
        """The seat, the round and `behind_curtain`, by which `undo` recognises the choices of a whole turn."""
        return self.seat, self.round, self.behind_curtain


@record
class RaceRecord:
    """A race to look back on: its log and events contain no choices that were taken back.

    `opening` are the events of its start, () if the race continued from a snapshot. `end` is the race as it ended, or
    as it is now, read-only; `controllers` are those of the drivers' seats at that time.
    """

    setup: RaceSetup
    sheet: RaceSheet
    opening: tuple[Event, ...]
    log: tuple[LogEntry, ...]
    controllers: tuple[Controller, ...]
    end: Race = field(repr=False, compare=False)

    @property
    def events(self) -> list[Event]:
        return [*self.opening, *(event for each in self.log for event in each.events)]

    @property
    def standings(self) -> tuple[int, ...]:
        return self.end.standings

    @property
    def race_over(self) -> bool:
        return self.end.over

    def view(self, seat: int | None) -> SeatView:
        return self.end.view(seat)


def given_up(drove: Sequence[Controller]) -> int | None:
    """Return the number of choices after which a person gave up a seat in a race, None if nobody did.

    `drove` has the controllers who made the seat's choices, in order. If a person made the first choice but not the
    last one, the person gave up after the last choice that a person made.
    """
    if not drove or drove[0] != PERSON or drove[-1] == PERSON:
        return None
    return max(made for made, controller in enumerate(drove, start=1) if controller == PERSON)


def taken_over(log: Sequence[LogEntry], drivers: int) -> dict[int, int]:
    """Return the seats below `drivers` that people gave up in a race, each with the log index of its next choice."""
    found = {}
    for seat in range(drivers):
        own = [place for place, entry in enumerate(log) if entry.seat == seat and not race_of(entry.before).over]
        made = given_up([log[place].controller for place in own])
        if made is not None:
            found[seat] = own[made]
    return found


_STOPS: Mapping[UndoStop, str] = {
    "nothing-yet": N_("You have nothing to undo yet."),
    "race-began": N_("Earlier races are finished and cannot be undone."),
    "other-rules": N_("Earlier choices were made under another version of the rules and cannot be undone."),
    "sealed": N_("Your choice is still sealed; undo takes it back."),
    "over": N_("The race is over, so nothing can be taken back."),
    "curtain": N_("Somebody else made the previous choice behind the curtain, so it cannot be undone."),
    "chosen-since": N_("Somebody else has chosen since, so your choice cannot be undone."),
    "chosen-in-secret": N_("Another driver has since started choosing in secret, so your choice cannot be undone."),
    "gears-opened": N_("All plans are made and the gears have been revealed, so your plan cannot be undone."),
    "cards-revealed": N_("Another driver has revealed cards since, so your choice cannot be undone."),
    "card-flipped": N_("A card from a draw deck has been turned over since, so your choice cannot be undone."),
    "cards-drawn": N_("Cards have been drawn since, so your choice cannot be undone."),
    "deck-shuffled": N_("A deck has been shuffled since, so your choice cannot be undone."),
    "card-uncovered": N_("A card in a discard pile has been revealed since, so your choice cannot be undone."),
    "cards-scrapped": N_("Cards from a draw deck have been scrapped since, so your choice cannot be undone."),
}

undo_stops: Final = with_modules(_STOPS, lambda words: words.reveals)
"""A function that returns the messages by `UndoStop`, including the modules' own reasons."""


def stop_sentence(stop: UndoStop) -> str:
    """Return the sentence for a reason why nothing more can be taken back."""
    return translated(undo_stops()[stop])


def undone_sentence(undone: Undone, sheet: RaceSheet) -> str:
    """Return a sentence on the choices taken back; it names the person who chooses again if there is only one."""
    if undone.seat is None:
        return taken_back_lines([undone.choices])[0]
    return ngettext(
        "{count} choice taken back; {name} chooses again.",
        "{count} choices taken back; {name} chooses again.",
        undone.choices,
    ).format(count=undone.choices, name=car_name(sheet, undone.seat))


def made_by(choices: int, log: Iterable[LogEntry], sheet: RaceSheet) -> str:
    """Return who made the last `choices` choices by people in a log, in words, with counts if several people did."""
    seats = [entry.seat for entry in log if entry.controller == PERSON][-choices:]
    made = Counter(seats)
    words = _("{name} ({count})") if len(made) > 1 else "{name}"
    return listing([words.format(name=car_name(sheet, seat), count=count) for seat, count in made.items()])


def back_to_sentence(choices: int, log: Iterable[LogEntry], sheet: RaceSheet) -> str:
    """Return a sentence on who chooses again, and when, once people's last `choices` (at least 1) are taken back."""
    first = [entry for entry in log if entry.controller == PERSON][-choices]
    words = _("Round {round}: {name} chooses again ({step}).")
    if not first.round:
        words = _("{name} chooses again ({step}).")
    step = step_words(race_of(first.before).step_name, first.before.decision)
    return words.format(round=first.round, step=step, name=car_name(sheet, first.seat))


def consent_words(here: Collection[int]) -> str:
    """Return the sentence for a question to which all the people at a screen have to agree; "" if there is only one."""
    return _("Everybody here has to agree.") if len(here) > 1 else ""


def taken_back_lines(take_backs: Iterable[int]) -> list[str]:
    """Return a line for each take-back by agreement; `take_backs` has the number of people's choices in each."""
    return [
        ngettext(
            "{count} choice was taken back by agreement.", "{count} choices were taken back by agreement.", choices
        ).format(count=choices)
        for choices in take_backs
    ]
