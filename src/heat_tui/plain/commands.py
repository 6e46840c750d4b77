"""The commands that can be typed at the prompts of a race or season in the line-based game."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from heat_tui.drawing.ascii_map import draw_track
from heat_tui.drawing.characters import COLUMNS_PER_SPACE, strip
from heat_tui.drawing.road import Spot
from heat_tui.drawing.track_sheet import signs, special_signs
from heat_tui.drivers.kinds import COACH as COACH_STYLE
from heat_tui.drivers.kinds import KINDS, PERSON
from heat_tui.engine.car import RACING
from heat_tui.engine.view import SeatView
from heat_tui.game.advice.analysis import analysis_lines, is_analysed
from heat_tui.game.advice.coach import analysis_of
from heat_tui.game.figures.race_tables import figure_lines
from heat_tui.game.setup.seats import read_kind, whole_number
from heat_tui.game.table.history import (
    UndoStopped,
    back_to_sentence,
    consent_words,
    stop_sentence,
    taken_back_lines,
    undone_sentence,
)
from heat_tui.game.table.match import GIVEN_UP_TO, Match
from heat_tui.game.table.open_tables import may_race_again
from heat_tui.game.table.seasons import calendar_lines, season_lines
from heat_tui.game.telling.rival import gap_lines, rival_place
from heat_tui.language import N_, _, choice, clause_listing, ngettext, row
from heat_tui.modules.championship.words import calendar_card, race_card, sponsorships_line
from heat_tui.modules.garage import Garage
from heat_tui.modules.garage.words import garage_lines
from heat_tui.modules.legends import Legends
from heat_tui.modules.legends.words import turned_lines
from heat_tui.modules.weather import Weather
from heat_tui.modules.weather.words import weather_lines
from heat_tui.plain.console import matching
from heat_tui.plain.desk import HELP, Again, Command, Desk, Stopped
from heat_tui.plain.prompts import read_card, read_seat
from heat_tui.store.saves import player_saves
from heat_tui.store.schema import Refused
from heat_tui.typesetting import after_first_word
from heat_tui.words.cards import card_with_signs, card_words
from heat_tui.words.formatter import sentences
from heat_tui.words.names import car_name, corner_words, quoted
from heat_tui.words.situation import deck_lines, hand_line, situation, standings, upgrades_in_hand

DEFAULT_LOG_LINES = 20
TURN = "turn"


def _status(desk: Desk, _words: list[str]) -> None:
    view, public = desk.view, standings(desk.match.view(None))
    if desk.match.between_races:
        desk.console.say(*public, *season_lines(desk.season))
    elif view.seat is None:
        desk.console.say(*situation(view))
    else:
        desk.console.say(*situation(view), *gap_lines(desk.match, view, desk.seat), *public)


def _private(lines: Callable[[SeatView], list[str]]) -> Callable[[Desk, list[str]], None]:
    """Return the action of a command that shows what only one person may see.

    A closed curtain opens while the lines are shown. The action raises Refused between two races, for a watcher, and if
    the question itself is behind the curtain; Again if covering the cards cleared the screen; and EndOfInput.
    """

    def show(desk: Desk, _words: list[str]) -> None:
        seat, decision, curtain = desk.seat, desk.match.decision, desk.curtain
        assert decision is not None
        if desk.match.between_races:
            raise Refused(_("Between two races nobody has a hand or a draw deck."))
        if seat not in desk.match.here:
            raise Refused(_("You see only what everybody sees."))
        if curtain.is_open_to(seat):
            desk.console.say(*lines(desk.view))
            return
        if curtain.hides(seat, decision):
            asked = desk.match.waits_for_person
            words = _("Your cards are behind the curtain; press Enter first.")
            raise Refused(words if asked else _("No cards are needed now."))
        curtain.open(seat)
        desk.console.say(*lines(desk.view))
        if desk.console.typed:
            desk.console.ask(_("Press Enter to cover your cards."))
        curtain.close()
        if curtain.blank:
            desk.recall()
            raise Again

    return show


def _drawn(draw: Callable[..., tuple[str, str]]) -> Callable[[Desk, list[str]], None]:
    """Return the action of a command that shows a drawing and the key to it."""

    def show(desk: Desk, _words: list[str]) -> None:
        view, rival = desk.view, desk.match.rival
        ghost = None if rival is None else rival_place(rival, view, desk.seat)
        drawing, key = draw(view, terminal=desk.console.terminal, ghost=ghost)
        desk.console.draw(drawing)
        desk.console.say(key)

    return show


def _log(desk: Desk, typed: list[str]) -> None:
    count = _count(typed, DEFAULT_LOG_LINES, LOG)
    desk.console.say(*desk.story.lines()[-count:], *taken_back_lines(desk.match.take_backs))


def _mistakes(desk: Desk, _words: list[str]) -> None:
    analysis = analysis_of(desk.match)
    choices = len(analysis.choices)
    working = ngettext(
        "Comparing {count} choice with the best one; this takes a moment.",
        "Comparing {count} choices with the best ones; this takes a moment.",
        choices,
    )
    desk.console.say(working.format(count=choices))
    desk.console.flush()
    desk.console.say(*analysis_lines(analysis))


def _undo(desk: Desk, typed: list[str]) -> None:
    whole_turn = bool(typed) and matching(typed[0], (TURN,)) == TURN
    if len(typed) > 1 or (typed and not whole_turn):
        raise Refused(N_("Type {undo}, or {turn} for your whole turn."), undo="undo", turn="undo turn")
    try:
        with desk.interruptions.held():
            undone = desk.match.undo(whole_turn=whole_turn)
    except UndoStopped as stopped:
        hint = _("If everybody agrees, you can go further back: type {command}.").format(command=TAKE_BACK)
        desk.console.say(sentences(stop_sentence(stopped.stop), hint if desk.match.choices else ""))
        return
    lines = [undone_sentence(undone, desk.match.sheet)]
    if undone.stopped is not None:
        lines.append(stop_sentence(undone.stopped))
    raise Again(*lines)


def _take_back(desk: Desk, typed: list[str]) -> None:
    """Take back choices, even past a reveal, if everybody here agrees; at a shared table, ask the rest next.

    Several people answer in front of a closed curtain.
    """
    race, count = desk.match, _count(typed, desk.match.own_choices_back, TAKE_BACK)
    race.check_back(count)
    consent = consent_words(race.here)
    if consent:
        desk.curtain.close()
        desk.recall()
        question = back_to_sentence(count, race.log, race.sheet), consent, _("Do you agree (yes, no)?")
        if not desk.agrees(sentences(*question)):
            raise Again(_("Not everybody agrees, so nothing is taken back."))
    with desk.interruptions.held():
        undone = race.take_back(count)
    if not undone.actions:
        raise Again(back_to_sentence(count, race.log, race.sheet), _("The others at the table are being asked."))
    if race.table is not None:
        race.table.turned_back = None
    raise Again(_("Agreed; the result will mention it."), undone_sentence(undone, race.sheet))


def _hand_over(desk: Desk, typed: list[str]) -> None:
    race = desk.match
    if not (race.is_behind_curtain or race.rests or race.table is not None):
        raise Refused(_("You can hand over a seat only at the start of a round, while drivers plan."))
    if len(typed) < 2:
        reason = N_("Type {command}, a driver ({seats}) and who drives from now on: {kinds}.")
        seats = choice([desk.name(seat) for seat in range(race.sheet.drivers)])
        kinds = choice([*(f"@{kind}" for kind in KINDS), PERSON])
        raise Refused(reason, command=HAND_OVER, seats=seats, kinds=kinds)
    seat = read_seat(" ".join(typed[:-1]), race.sheet)
    controller = PERSON if typed[-1] == PERSON else read_kind(typed[-1])
    with desk.interruptions.held():
        desk.curtain.hand_over(seat, controller)
    told = _("The automated driver {kind} takes over from {name}.")
    if controller == PERSON:
        told = _("A person takes over from {name}.")
    raise Again(told.format(kind=f"@{controller}", name=desk.name(seat)))


def _hint(desk: Desk, _words: list[str]) -> None:
    if not desk.hints:
        in_settings = _("The coach is switched off in the settings.")
        raise Refused(in_settings if desk.match.table is None else _("The coach is off."))
    from heat_tui.game.advice.hint import hinting

    hint = hinting(desk.curtain, desk.coach)
    if hint is not None:
        desk.console.say(_("The coach is thinking."))
        desk.console.say(*hint(COACH_STYLE).lines())
    elif desk.match.rests or not desk.match.waits_for_person:
        raise Refused(_("You can ask for a hint when it is your turn."))
    else:
        raise Refused(_("Your cards are behind the curtain; press Enter first."))


def _switch_coach(desk: Desk, _words: list[str]) -> None:
    """Switch the coach of this race on or off; switching it on overrides the settings.

    At a shared table, switch it only for this screen. Raises Refused if the table was opened without a coach.
    """
    on, shared = not (desk.hints and desk.match.coach), desk.match.table is not None
    if shared and not desk.match.coach:
        raise Refused(_("This table was opened without a coach."))
    desk.hints = on or (desk.hints and not shared)
    if not shared:
        desk.match.switch_coach(on=on)
    words = _("The coach is on; type {command} for a hint.") if on else _("The coach is off.")
    desk.console.say(words.format(command=HINT))


def _say(desk: Desk, _words: list[str]) -> None:
    """Say the words after the command to a shared table, and show its news (see `Desk.hear`).

    Raises Refused, Stopped, EndOfInput, and Again if the decision has changed in the meantime.
    """
    shared, asked = desk.match.table, desk.match.decision
    if shared is not None:
        shared.say(after_first_word(desk.line))
        desk.hear(shared)
        if desk.match.decision != asked:
            raise Again


def _race_again(desk: Desk, _words: list[str]) -> None:
    """Go to the table where the same people race again (`SharedMatch.again`). Raises Refused, Stopped."""
    if desk.match.table is not None:
        desk.next_match = desk.match.table.again(player_saves())
        raise Stopped


def _give_up(desk: Desk, _words: list[str]) -> None:
    """If a person confirms giving up, let an automated driver take over; the car stays in the race."""
    seat = desk.match.may_give_up
    if seat is None:
        raise Refused(_("Nobody can give up now."))
    names = {"driver": f"@{GIVEN_UP_TO}", "name": desk.name(seat)}
    if desk.agrees(_("Give up, and let {driver} take over from {name} (yes, no)?").format(**names)):
        with desk.interruptions.held():
            desk.curtain.hand_over(seat, GIVEN_UP_TO)
        raise Again(_("{driver} takes over from {name}.").format(**names))


def _quit(desk: Desk, _words: list[str]) -> None:
    question = _("Stop the season here (yes, no)?") if desk.match.rests else _("Stop the race here (yes, no)?")
    if desk.match.table is not None:
        question = _("Leave the table (yes, no)?")
    if desk.agrees(question):
        raise Stopped


def _told(lines: Callable[[SeatView], Iterable[str]]) -> Callable[[Desk, list[str]], None]:
    """Return the action of a command that shows lines from the public view."""
    return lambda desk, _words: desk.console.say(*lines(desk.match.view(None)))


def _card(desk: Desk, typed: list[str]) -> None:
    if len(typed) != 1:
        reason = N_("Type {command} and the name of one card, such as {example}.")
        raise Refused(reason, command=CARD, example="card stress")
    key = read_card(typed[0], (), desk.match.sheet.cards)
    desk.console.say(_("{card}: {words}").format(card=card_with_signs(key), words=card_words(key)))


def _calendar(desk: Desk, _words: list[str]) -> None:
    season, rests = desk.season, desk.match.rests
    card = calendar_card(season.setup, season.index + 1) if rests else race_card(desk.match.view(None))
    desk.console.say(*calendar_lines(season), *card)


def _count(typed: list[str], default: int, command: str) -> int:
    """Return the number, at least 1, typed after a command, or `default` if nothing is typed. Raises Refused."""
    if not typed:
        return default
    number = whole_number(typed[0])
    if len(typed) > 1 or not number:
        reason = N_("{text} cannot follow {command}; type a number, or nothing.")
        raise Refused(reason, text=quoted(" ".join(typed)), command=command)
    return number


DEFAULT_SIZE = (78, 22)
SMALLEST_SIZE = (40, 16)
LARGEST_SIZE = (110, 34)
GHOST: Final = "G"
BEHIND = 3
"""The number of spaces that the strip shows behind its car (`strip_lines`)."""


def map_lines(view: SeatView, *, terminal: bool, ghost: Spot | None = None) -> tuple[str, str]:
    """Return the drawing of the track with the cars as digits, and the key to it.

    The place in `ghost` is absolute: lap * spaces + space.
    """
    width, height = DEFAULT_SIZE
    if terminal:
        size = shutil.get_terminal_size(DEFAULT_SIZE)
        width = min(max(size.columns - 1, SMALLEST_SIZE[0]), LARGEST_SIZE[0])
        height = min(max(size.lines - 3, SMALLEST_SIZE[1]), LARGEST_SIZE[1])
    drawing = draw_track(view.sheet.track, width, height, marks=_marks(view, ghost))
    return drawing, sentences(_meanings(signs(view.sheet.track)), _limits(view), _key(view, ghost))


def strip_lines(view: SeatView, *, terminal: bool, ghost: Spot | None = None) -> tuple[str, str]:
    """Return the strip, beginning just behind the player's car (for a spectator, the first car), and the key to it."""
    track = view.sheet.track
    columns = shutil.get_terminal_size(DEFAULT_SIZE).columns - 1 if terminal else DEFAULT_SIZE[0]
    length = min(max(columns, SMALLEST_SIZE[0]) // COLUMNS_PER_SPACE, track.spaces)
    car = view.cars[view.seat if view.seat is not None else view.standings[0]]
    start = (view.space(car) - 1 - BEHIND) % track.spaces + 1
    key = _(
        "From space {start}, driving to the right; race-line spots above, the others below; # corner "
        "line with its <limit>, : or L legends line, = and S/F start and finish; the numbers count "
        "the spaces to the next corner."
    ).format(start=start)
    key = sentences(key, _meanings(special_signs(track)), _limits(view), _key(view, ghost))
    return strip(track, start, length, _marks(view, ghost)), key


def _meanings(found: list[str]) -> str:
    return _("The signs: {meanings}.").format(meanings=row(found)) if found else ""


def _marks(view: SeatView, ghost: Spot | None) -> dict[Spot, str]:
    """Return the marks of the racing cars and the ghost by space and spot; a car hides the ghost."""
    marks = {} if ghost is None else {(view.sheet.track.space_of(ghost[0]), ghost[1]): GHOST}
    return {**marks, **{(view.space(car), car.spot): str(car.index + 1) for car in view.cars if car.status == RACING}}


def _limits(view: SeatView) -> str:
    """Return a sentence on the limits that differ from the printed ones, which drawings show; "" if none do."""
    changed = dict.fromkeys(  # the two lines of a chicane are one corner
        _("{limit} at {corner}").format(limit=limit, corner=corner_words(view.sheet.track, index))
        for index, limit in enumerate(view.limits)
        if limit != view.sheet.track.corners[index].limit
    )
    if not changed:
        return ""
    return _("The map shows the printed limits; in this race the limit is {limits}.").format(
        limits=clause_listing([*changed])
    )


def _key(view: SeatView, ghost: Spot | None) -> str:
    cars = [
        _("{digit} {name}").format(digit=car.index + 1, name=car_name(view.sheet, car.index))
        for car in view.cars
        if car.status == RACING
    ]
    cars += [] if ghost is None else [_("{letter} the ghost").format(letter=GHOST)]
    return _("The cars: {cars}.").format(cars=row(cars)) if cars else _("No cars are on the track.")


def _has(module: str) -> Callable[[Match], bool]:
    """Return a function that tests whether a race shows the state of a module."""
    return lambda race: module in dict(race.view(None).shown)


LOG, TAKE_BACK, HAND_OVER, CARD = "log", "takeback", "handover", "card"
HINT, COACH, MISTAKES, QUIT, RACE_AGAIN = "hint", "coach", "mistakes", "quit", "again"

COMMANDS: Final[Mapping[str, Command]] = {
    HELP: Command(N_("{command}: this help."), typed="help, ?", alone=False, afterwards=True),
    "status": Command(N_("{command}: where everybody is, what is ahead of you, your gear and engine."), _status),
    "hand": Command(
        N_("{command}: the cards in your hand."), _private(lambda view: [hand_line(view), *upgrades_in_hand(view)])
    ),
    "deck": Command(N_("{command}: the cards left in your draw deck, by kind."), _private(deck_lines)),
    HINT: Command(
        N_("{command}: what the coach would do, why, and what the next best choices would cost."),
        _hint,
        known=lambda race: race.coach,
    ),
    COACH: Command(N_("{command}: switch the coach of this race on or off."), _switch_coach),
    "map": Command(N_("{command}: the track, cars as digits."), _drawn(map_lines)),
    "strip": Command(N_("{command}: the track as a straight line, to count spaces."), _drawn(strip_lines)),
    "standings": Command(N_("{command}: the order of the cars."), _told(standings), afterwards=True),
    "legends": Command(
        N_("{command}: the Legend cards turned over since the last shuffle."),
        _told(turned_lines),
        known=_has(Legends.name),
    ),
    LOG: Command(
        N_("{command}: what has happened; {example} shows the last 50 lines."),
        _log,
        example="log 50",
        alone=False,
        afterwards=True,
    ),
    "undo": Command(
        N_("{command}: undo your last choice; {turn} undoes your whole turn."), _undo, example="undo turn", alone=False
    ),
    TAKE_BACK: Command(
        N_("{command}: ask everybody to agree to take back more; {example} takes back three choices."),
        _take_back,
        example="takeback 3",
        alone=False,
    ),
    HAND_OVER: Command(
        N_("{command}: at the start of a round, hand a seat to an automated driver or a person."),
        _hand_over,
        alone=False,
    ),
    "giveup": Command(N_("{command}: give up; an automated driver takes your car to the finish line."), _give_up),
    "say": Command(
        N_("{command}: say something to everybody at the table, such as {example}."),
        _say,
        example="say hello",
        alone=False,
        known=lambda race: race.table is not None,
        afterwards=True,
    ),
    RACE_AGAIN: Command(
        N_("{command}: race again with the same people."),
        _race_again,
        known=lambda race: race.table is not None and may_race_again(race.table),
        afterwards=True,
    ),
    QUIT: Command(N_("{command}: stop here; you can continue later."), _quit),
    MISTAKES: Command(
        N_("{command}: what mistakes cost every driver, what luck brought them, and what you could have done."),
        _mistakes,
        known=is_analysed,
        afterwards=True,
    ),
    "figures": Command(
        N_("{command}: all figures of the race so far, from places and gears to Heat and cards."),
        lambda desk, _words: desk.console.say(*figure_lines(desk.match)),
        afterwards=True,
    ),
    "garage": Command(
        N_("{command}: everybody's upgrades, and those in the market."),
        _told(lambda view: [*garage_lines(view), *sponsorships_line(view)]),
        known=_has(Garage.name),
    ),
    CARD: Command(
        N_("{command}: what a card does, such as {example}."),
        _card,
        example="card stress",
        alone=False,
        known=_has(Garage.name),
    ),
    "weather": Command(
        N_("{command}: the weather and the road at every corner."), _told(weather_lines), known=_has(Weather.name)
    ),
    "season": Command(
        N_("{command}: the points, wins and places of the season so far."),
        lambda desk, _words: desk.console.say(*season_lines(desk.season)),
        known=lambda race: race.season is not None,
        afterwards=True,
    ),
    "calendar": Command(
        N_("{command}: the races of the season, and what is special about this race."),
        _calendar,
        known=lambda race: race.season is not None,
    ),
}
"""The commands by the word to type, in the order of the help, which lists those of only some races last."""
