"""The situation of a race in words: the player's own car, all cars and the track with everything on it."""

from __future__ import annotations

from collections import Counter

from heat_tui.engine.car import FINISHED, OUT, RACING, RETIRED
from heat_tui.engine.setup import MOST_CARS
from heat_tui.engine.track import Track, grid_place
from heat_tui.engine.view import CarView, SeatView
from heat_tui.language import N_, NN_, _, clause_row, row
from heat_tui.words import names
from heat_tui.words.cards import card_list, card_name, card_with_signs, card_words, is_upgrade
from heat_tui.words.formatter import Sentence, fill, fitting
from heat_tui.words.module import all_words, every_line
from heat_tui.words.telling import Facts, Say, by, either

FACTS: Facts = {
    "name": lambda car, view: names.car_name(view.sheet, car.index),
    "number": lambda car, view: car.index + 1,
    "place": lambda car, view: view.standings.index(car.index) + 1,
    "finish": lambda car, view: names.place_in_race(view.standings.index(car.index) + 1),
    "cars": lambda car, view: len(view.cars),
    "round": lambda car, view: view.round,
    "lap": lambda car, view: view.lap(car),
    "laps": lambda car, view: view.sheet.laps,
    "where": lambda car, view: names.place_words(view.sheet.track, car.at, car.spot),
    "hand": lambda car, view: names.cards_words(car.hand),
    "deck": lambda car, view: names.cards_words(car.deck),
    "road": lambda car, view: road_ahead(view),
    "is_beyond": lambda car, view: car.at > view.sheet.finish,
    "is_legend": lambda car, view: view.sheet.entries[car.index].kind == names.LEGEND,
}
"""The facts of a car in a race that are not plain fields."""


def _by_lap(beyond: str, on_grid: Sentence, on_lap: Sentence) -> Sentence:
    """Return one of three sentences about a car: beyond the finish line, on the grid, or on a lap."""
    return either("is_beyond", beyond, either("lap", on_lap, on_grid))


RACE = _by_lap(
    N_("Round {round}, past the finish line; position {place} of {cars}."),
    either(
        "round",
        N_("Round {round}, on the grid, before lap 1 of {laps}; position {place} of {cars}."),
        N_("Before the start, on the grid; position {place} of {cars}."),
    ),
    N_("Round {round}, lap {lap} of {laps}; position {place} of {cars}."),
)

PLACE = either("is_beyond", N_("You are on {where}."), N_("You are on {where}, {road}."))

GEAR = N_("Gear {gear}, {engine} Heat in the engine.")

PILES = either(
    "discard_top",
    N_("{deck} in the draw deck, {discard} in the discard pile with {discard_top} on top."),
    N_("{deck} in the draw deck; the discard pile is empty."),
)

GONE = {
    FINISHED: N_("You have finished in {finish}."),
    RETIRED: N_("You have retired from the race."),
    OUT: N_("You are out of the race."),
}


def round_line(view: SeatView) -> str:
    """Return a sentence with the number of the round, or one that says that the race has not started."""
    return fill(N_("Round {round}."), round=view.round) if view.round else fill(N_("Before the start."))


def situation(view: SeatView) -> list[str]:
    """Return the status lines of the seat's own car; for a spectator, who has no car, the round and the standings."""
    if view.seat is None:
        return [round_line(view), *standings(view)]
    own, say = view.own, Say(view.own, FACTS, view)
    if own.status != RACING:
        return [round_line(view), say(GONE[own.status])]
    space = every_line(lambda words: words.space(view, view.space(own)))
    lines = [*say.lines(RACE, PLACE), *space, say(GEAR), *neighbours(view)]
    if view.seat in view.last:
        last = N_("You are last, so you have Adrenaline this turn.")
        among = N_("You are among the last, so you have Adrenaline this turn.")
        lines.append(fill(last if len(view.last) == 1 else among))
    lines += [say(PILES), *every_line(lambda words: words.car(view, own.index)), *_turn_order(view, own.index)]
    return lines + every_line(lambda words: words.status(view))


def still_to_plan(view: SeatView, seat: int) -> list[int]:
    """Return the seats, except `seat`, whose drivers have yet to plan this round; [] once the cars are moving."""
    drivers = view.cars[: view.sheet.drivers] if view.acting is None else ()
    return [car.index for car in drivers if car.status == RACING and not car.planned and car.index != seat]


def _turn_order(view: SeatView, seat: int) -> list[str]:
    """Return the order of turns, and who else has yet to plan; [] once the cars are driving, or if only one is left."""
    if view.acting is not None or len(view.order) <= 1:
        return []
    lines = [_("Turn order: {cars}.").format(cars=row([names.car_name(view.sheet, car) for car in view.order]))]
    others = still_to_plan(view, seat)
    return [*lines, _("Still to plan: {cars}.").format(cars=names.car_list(view.sheet, others))] if others else lines


def standings(view: SeatView) -> list[str]:
    """Return all cars from first to last, one line each."""
    return [Say(view.cars[car], FACTS, view)(STANDING) for car in view.standings]


STANDING = by(
    "status",
    {
        FINISHED: N_("{place}. {name}, finished"),
        RETIRED: N_("{place}. {name}, retired"),
        OUT: N_("{place}. {name}, out of the race"),
    },
    _by_lap(
        N_("{place}. {name}, past the finish line, {where}"),
        either(
            "is_legend",
            N_("{place}. {name}, on the grid, {where}"),
            N_("{place}. {name}, on the grid, {where}, gear {gear}, {engine} Heat"),
        ),
        either(
            "is_legend",
            N_("{place}. {name}, lap {lap}, {where}"),
            N_("{place}. {name}, lap {lap}, {where}, gear {gear}, {engine} Heat"),
        ),
    ),
)


def track_lines(view: SeatView) -> list[str]:
    """Return the track in words: its length, its corners with their present limits, its features and conditions."""
    track = view.sheet.track
    length = NN_("{track}: {spaces} spaces a lap, {laps} lap.", "{track}: {spaces} spaces a lap, {laps} laps.", "laps")
    lines = [fill(length, track=names.track_name(track), spaces=track.spaces, laps=view.sheet.laps)]
    lines += [_corner(view, line) for line, _name in names.corners_by_token(track)]
    lines += every_line(lambda words: words.printed(track))
    return lines + every_line(lambda words: words.track(view))


def _corner(view: SeatView, index: int) -> str:
    """Return a corner in words, by the index of its line, or of either line of a chicane, which share a limit (H2)."""
    track = view.sheet.track
    line = next((line for line, corner in enumerate(track.corners) if corner.chicane_with == index), index)
    corner, limit, first = track.corners[line], view.limits[line], 0
    as_printed = N_("Corner {number}, limit {limit}: its line is after space {space}.")
    changed = N_("Corner {number}, limit {limit} (printed {printed}): its line is after space {space}.")
    if corner.chicane_with is not None:
        first = track.corners[corner.chicane_with].line_after
        as_printed = N_("Corner {number}, a chicane, limit {limit}: its lines are after spaces {first} and {space}.")
        changed = N_(
            "Corner {number}, a chicane, limit {limit} (printed {printed}): its lines are after spaces {first} and "
            "{space}."
        )
    number, message = track.corner_number(line), as_printed if limit == corner.limit else changed
    return fill(message, number=number, limit=limit, printed=corner.limit, first=first, space=corner.line_after)


def road_ahead(view: SeatView) -> str:
    """Return the distance to the next corner line or the finish: "5 spaces before the line of corner 2, limit 3"."""
    own, track = view.own, view.sheet.track
    space, finish = view.space(own), view.sheet.finish - own.at
    corner = track.next_corner(space)
    spaces = track.spaces_to_line(space, corner)
    if spaces >= finish:
        before = NN_(
            "{count} space before the finish line, with no corner between",
            "{count} spaces before the finish line, with no corner between",
            "count",
        )
        return fill(before if finish else N_("right before the finish line"), count=finish)
    before = NN_("{count} space before the line of {corner}", "{count} spaces before the line of {corner}", "count")
    return fill(
        before if spaces else N_("right before the line of {corner}"), count=spaces, corner=corner_ahead(view, corner)
    )


def corner_ahead(view: SeatView, corner: int) -> str:
    """Return a corner with its limit for the seat's own car, and anything that modules and the road add."""
    name = names.corner_with_limit(view.sheet.track, corner, view.limit(corner, view.own.index))
    for words in all_words():
        name = words.corner_name(view, name, corner)
    surcharge = view.surcharges[corner]
    if not surcharge:
        return name
    return fill(N_("{corner} (overheating, {heat} more Heat if you pay)"), corner=name, heat=surcharge)


NEAR = 10
"""The greatest distance, in spaces, at which a car counts as near."""


def neighbours(view: SeatView) -> list[str]:
    """Return lines on the cars beside, ahead and behind within `NEAR` spaces, on any lap, nearest first in each line.

    If no car is near, the only line says so; [] if the race has only one car.
    """
    spaces, own = view.sheet.track.spaces, view.own
    others = [car for car in view.cars if car.status == RACING and car.index != own.index]
    ahead = sorted(((car.at - own.at) % spaces, car.spot, car.index) for car in others)
    behind = sorted(((own.at - car.at) % spaces, car.spot, car.index) for car in others)
    lines = [
        _("Beside you: {car}.").format(car=_beside(view, view.cars[index])) for way, _spot, index in ahead if not way
    ]
    for words, cars, sign in ((_("Ahead: {cars}."), ahead, 1), (_("Behind: {cars}."), behind, -1)):
        near = [_near(view, view.cars[index], sign * way) for way, _spot, index in cars if 0 < way <= NEAR]
        lines += [words.format(cars=clause_row(near))] if near else []
    if not others:
        return [_("No other cars are left on the track.")] if len(view.cars) > 1 else []
    return lines or [_("No other car is within {near} spaces.").format(near=NEAR)]


def _beside(view: SeatView, car: CarView) -> str:
    name, laps = names.car_name(view.sheet, car.index), _laps_between(view, car, 0)
    return fill(N_("{car} ({laps})"), car=name, laps=_laps_words(laps)) if laps else name


def _near(view: SeatView, car: CarView, way: int) -> str:
    laps = _laps_between(view, car, way)
    near = N_("{name} by {spaces} ({where}; {apart})") if laps else N_("{name} by {spaces} ({where})")
    return Say(car, FACTS, view)(near, spaces=names.spaces_words(abs(way)), apart=_laps_words(laps))


def _laps_between(view: SeatView, car: CarView, way: int) -> int:
    """Return how many laps ahead a car is, besides `way` spaces round the track; a negative number means behind."""
    return (car.at - view.own.at - way) // view.sheet.track.spaces


def _laps_words(laps: int) -> str:
    ahead = NN_("{laps} lap ahead", "{laps} laps ahead", "laps")
    return fill(ahead if laps > 0 else NN_("{laps} lap behind", "{laps} laps behind", "laps"), laps=abs(laps))


def hand_line(view: SeatView) -> str:
    """Return the seat's own hand, and the plan once it is made."""
    hand = fill(N_("Your hand: {cards}."), cards=card_list(view.hand))
    if view.plan is None:
        return hand
    gear, cards = view.plan
    planned = N_("{hand} You have planned gear {gear} with {cards}.")
    return fill(planned, hand=hand, gear=gear, cards=card_list(cards))


def upgrades_in_hand(view: SeatView) -> list[str]:
    """Return a line with the upgrades (no starting ones) and Sponsorships in hand, and their signs; [] if none."""
    upgrades = [key for key in dict.fromkeys(view.hand) if is_upgrade(key)]
    if not upgrades:
        return []
    return [_("Upgrades in it: {cards}.").format(cards=row([card_with_signs(key) for key in upgrades]))]


def deck_lines(view: SeatView) -> list[str]:
    """Return the seat's draw deck and discard pile by kind, as one pile if the memory aid is off."""
    if not view.sheet.memory_aid:
        return [_("In your draw deck and discard pile together: {cards}.").format(cards=_kinds(view.unseen))]
    return [
        _("In your draw deck, in an order that nobody knows: {cards}.").format(cards=_kinds(view.unseen)),
        _("In your discard pile: {cards}.").format(cards=_kinds(view.spent)),
    ]


def _kinds(cards: tuple[str, ...]) -> str:
    """Return the kinds of cards with their counts: "3 x 4, 2 x Stress" is three 4s and two Stress cards."""
    counts = Counter(cards)
    if not counts:
        return _("no cards")
    kinds = sorted(counts, key=lambda key: (not key.isdigit(), key))
    return row([_("{count} x {card}").format(count=counts[key], card=card_name(key)) for key in kinds])


def inspect_space(view: SeatView, space: int, spot: int) -> list[str]:
    """Return everything about a space and one of its spots: its position, the cars there and the road ahead."""
    off, on = N_("Space {space}, off spot."), N_("Space {space}, race-line spot.")
    return [
        fill(off if spot else on, space=space),
        _who_stands(view, space, spot),
        _way_to_line(view, space),
        *_start_line(view.sheet.track, space),
        *every_line(lambda words: words.space(view, space)),
        *_grid(view.sheet.track, space, spot),
        *_what_legends_do(view, space),
        *every_line(lambda words: words.inspected(view, space)),
    ]


def inspect_car(view: SeatView, car: CarView) -> list[str]:
    """Return everything public about a car."""
    say = Say(car, FACTS, view)
    lines = say.lines(N_("Car {number}: {name}."), WHERE)
    if say.fact("is_legend"):
        rules = _("The Legend cards move it: it never pays Heat, spins out or slipstreams.")
        return [*lines, rules, *every_line(lambda words: words.car(view, car.index))]
    if car.status != RACING:
        return lines
    empty = N_("{hand} in hand, {deck} in the draw deck; the discard pile is empty.")
    piles = N_("{hand} in hand, {deck} in the draw deck, {discard} in the discard pile with {discard_top} on top.")
    lines += [say(GEAR), say(empty if car.discard_top is None else piles)]
    if car.face_down:
        face_down = NN_(
            "{face_down} card is face down in front of it.",
            "{face_down} cards are face down in front of it.",
            "face_down",
        )
        lines.append(say(face_down))
    if car.index in view.last:
        last = N_("It is last, so it has Adrenaline this round.")
        among = N_("It is among the last, so it has Adrenaline this round.")
        lines.append(fill(last if len(view.last) == 1 else among))
    return lines + every_line(lambda words: words.car(view, car.index))


WHERE = by(
    "status",
    {
        FINISHED: N_("It has finished in {finish}."),
        RETIRED: N_("It has retired from the race."),
        OUT: N_("It is out of the race."),
    },
    _by_lap(
        N_("Position {place} of {cars}, past the finish line, {where}."),
        N_("Position {place} of {cars}, on the grid, {where}."),
        N_("Position {place} of {cars}, lap {lap} of {laps}, {where}."),
    ),
)


def inspect_corner(view: SeatView, index: int) -> list[str]:
    """Return everything about a corner: its limit, the places of its lines and the cost of exceeding the limit."""
    track, surcharge = view.sheet.track, view.surcharges[index]
    before = track.corners[index].legends_line_after
    price = N_("Each point of speed over the limit costs 1 Heat. A car that cannot pay in full spins out.")
    overheats = N_("Each point of speed over the limit costs 1 Heat, plus {surcharge} for any car over it.")
    legends_line = N_("Its legends line is between spaces {before} and {after}.")
    lines = [_corner(view, index), fill(overheats if surcharge else price, surcharge=surcharge)]
    if len(view.cars) > view.sheet.drivers:
        lines.append(fill(legends_line, before=before, after=before % track.spaces + 1))
    return lines + every_line(lambda words: words.corner(view, index))


def inspect_start(view: SeatView) -> list[str]:
    """Return everything about the start/finish line."""
    laps = NN_(
        "The race is {laps} lap long; a car has finished when its turn ends past the line.",
        "The race is {laps} laps long; a car has finished when its turn ends past the line after the last lap.",
        "laps",
    )
    between = N_("The start/finish line, between space {last} and space 1.")
    return [fill(between, last=view.sheet.track.spaces), fill(laps, laps=view.sheet.laps)]


def inspect_card(key: str) -> list[str]:
    """Return the name and the effects of one of the player's own cards."""
    return [fill(N_("Your card: {card}."), card=card_name(key)), card_words(key)]


def _who_stands(view: SeatView, space: int, spot: int) -> str:
    here = [car for car in view.cars if car.status == RACING and view.space(car) == space]
    cars = {car.spot: names.car_name(view.sheet, car.index) for car in here}
    on_it, beside = cars.get(spot), cars.get(1 - spot)
    cases = {
        N_("{car} is here, with {other} beside it."): on_it and beside,
        N_("{car} is here."): on_it,
        N_("The spot is free; {other} is beside it."): beside,
        N_("The whole space is free."): True,
    }
    return fill(fitting(cases), car=on_it, other=beside)


def _way_to_line(view: SeatView, space: int) -> str:
    track = view.sheet.track
    corner = track.next_corner(space)
    count = track.spaces_to_line(space, corner)
    way = NN_(
        "A car can move {count} space from here before the line of {corner}.",
        "A car can move {count} spaces from here before the line of {corner}.",
        "count",
    )
    last = N_("It is the last space before the line of {corner}.")
    return fill(way if count else last, count=count, corner=names.corner_with_limit(track, corner, view.limits[corner]))


def _start_line(track: Track, space: int) -> list[str]:
    if space == track.spaces:
        return [_("The start/finish line is just ahead.")]
    return [_("The start/finish line is just behind.")] if space == 1 else []


def _grid(track: Track, space: int, spot: int) -> list[str]:
    return [
        fill(N_("The spot is grid place {place}."), place=place)
        for place in range(1, MOST_CARS + 1)
        if grid_place(track, place) == (space, spot)
    ]


def _what_legends_do(view: SeatView, space: int) -> list[str]:
    """Return the move of a Legend that starts on a space (L3, L4, L6); [] if no Legend can still reach the space."""
    track, finish = view.sheet.track, view.sheet.finish
    legends = [car for car in view.cars[view.sheet.drivers :] if car.status == RACING]
    arrivals = [at for car in legends if (at := car.at + (space - car.at) % track.spaces) <= finish]
    if not arrivals:
        return []
    corner = track.next_corner(space)
    past = N_(
        "Past the legends line: a Legend moves the limit ({limit}) plus its diamond number, and "
        "crosses one corner line at most."
    )
    before = N_(
        "Before the legends line: a Legend moves its helmet number. If that would cross the corner "
        "line, it stops short of the line by its diamond number."
    )
    message = past if track.is_past_legends_line(space) else before
    if min(arrivals) + track.spaces_to_line(space, corner) >= finish:
        message = N_("With no corner left before the finish, a Legend moves its helmet number.")
    return [fill(message, limit=view.limits[corner])]
