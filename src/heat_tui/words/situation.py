"""How the race stands: for the driver who looks at it, for the table, and the track itself."""

from __future__ import annotations

from collections import Counter

from heat_tui.engine import car as engine_car
from heat_tui.engine.car import RACING
from heat_tui.engine.setup import MOST_CARS
from heat_tui.engine.track import grid_place
from heat_tui.engine.view import CarView, SeatView
from heat_tui.language import _, ngettext
from heat_tui.words.cards import card_list, card_name, card_with_signs, card_words, is_upgrade
from heat_tui.words.module import all_words, every_line
from heat_tui.words.names import (
    LEGEND,
    car_name,
    cards_words,
    corner_number,
    corner_with_limit,
    listing,
    place_words,
    row,
    spaces_words,
)


def situation(view: SeatView) -> list[str]:
    """The status lines of the own car; for a spectator, who has none, the standings."""
    if view.seat is None:
        return [_round(view), *standings(view)]
    own = view.own
    if own.status != engine_car.RACING:
        return [_round(view), _gone(view, own)]
    lines = [_race_line(view), _place_line(view), *_on_space(view, view.space(own)), _car_line(own)]
    lines += neighbours(view)
    if view.seat in view.last:
        lines.append(_("You are among the last, so you have Adrenaline this turn."))
    lines.append(_piles(own))
    lines += every_line(lambda words: words.car(view, own.index))
    return lines + every_line(lambda words: words.status(view))


def _on_space(view: SeatView, space: int) -> list[str]:
    return every_line(lambda words: words.space(view, space))


def standings(view: SeatView) -> list[str]:
    """All cars from first to last, a line each."""
    return [_standing(view, view.cars[car], place) for place, car in enumerate(view.standings, start=1)]


def track_lines(view: SeatView) -> list[str]:
    """The track in words: its length, corners and limits as they are now."""
    track = view.sheet.track
    lines = [
        ngettext(
            "{track}: {spaces} spaces a lap, {laps} lap.",
            "{track}: {spaces} spaces a lap, {laps} laps.",
            view.sheet.laps,
        ).format(track=track.name, spaces=track.spaces, laps=view.sheet.laps)
    ]
    lines += [_corner(view, index) for index in range(len(track.corners))]
    lines += [
        _("Chicane: {first} and {second} are its two lines.").format(
            first=corner_number(corner.chicane_with), second=corner_number(index)
        )
        for index, corner in enumerate(track.corners)
        if corner.chicane_with is not None
    ]
    lines += every_line(lambda words: words.printed(track))
    return lines + every_line(lambda words: words.track(view))


def _corner(view: SeatView, index: int) -> str:
    corner, limit = view.sheet.track.corners[index], view.limits[index]
    if limit == corner.limit:
        return _("Corner {number}, limit {limit}: its line is after space {space}.").format(
            number=index + 1, limit=limit, space=corner.line_after
        )
    return _("Corner {number}, limit {limit} (printed {printed}): its line is after space {space}.").format(
        number=index + 1, limit=limit, printed=corner.limit, space=corner.line_after
    )


def _round(view: SeatView) -> str:
    return _("Round {round}.").format(round=view.round)


def _gone(view: SeatView, car: CarView) -> str:
    place = view.standings.index(car.index) + 1
    match car.status:
        case engine_car.FINISHED:
            return _("You have finished in place {place}.").format(place=place)
        case engine_car.RETIRED:
            return _("You have retired from the race.")
        case _:
            return _("You are out of the race.")


def _race_line(view: SeatView) -> str:
    lap, place = view.lap(view.own), view.standings.index(view.own.index) + 1
    if not lap:
        return _("Round {round}, on the grid, before lap 1 of {laps}; position {place} of {cars}.").format(
            round=view.round, laps=view.sheet.laps, place=place, cars=len(view.cars)
        )
    if lap > view.sheet.laps:
        return _("Round {round}, beyond the finish line; position {place} of {cars}.").format(
            round=view.round, place=place, cars=len(view.cars)
        )
    return _("Round {round}, lap {lap} of {laps}; position {place} of {cars}.").format(
        round=view.round, lap=lap, laps=view.sheet.laps, place=place, cars=len(view.cars)
    )


def _place_line(view: SeatView) -> str:
    own = view.own
    place = place_words(view.sheet.track, own.at, own.spot)
    if own.at > view.sheet.finish:
        return _("You are on {place}.").format(place=place)
    return _("You are on {place}, {road}.").format(place=place, road=road_ahead(view))


def _car_line(own: CarView) -> str:
    return _("Gear {gear}, {engine} Heat in the engine.").format(gear=own.gear, engine=own.engine)


def _piles(own: CarView) -> str:
    deck = cards_words(own.deck)
    if own.discard_top is None:
        return _("Draw deck {deck}; the discard pile is empty.").format(deck=deck)
    return _("Draw deck {deck}, discard pile {discard}, {top} on top.").format(
        deck=deck, discard=own.discard, top=card_name(own.discard_top)
    )


def _standing(view: SeatView, car: CarView, place: int) -> str:
    name = car_name(view.sheet, car.index)
    match car.status:
        case engine_car.FINISHED:
            return _("{place}. {name}, finished").format(place=place, name=name)
        case engine_car.RETIRED:
            return _("{place}. {name}, retired").format(place=place, name=name)
        case engine_car.OUT:
            return _("{place}. {name}, out of the race").format(place=place, name=name)
        case _:
            return _on_track(view, car, place)


def _on_track(view: SeatView, car: CarView, place: int) -> str:
    name, where = car_name(view.sheet, car.index), place_words(view.sheet.track, car.at, car.spot)
    lap = view.lap(car)
    if car.at > view.sheet.finish:
        return _("{place}. {name}, {where} beyond the finish line").format(place=place, name=name, where=where)
    if view.sheet.entries[car.index].kind == LEGEND:
        if not lap:
            return _("{place}. {name}, on the grid, {where}").format(place=place, name=name, where=where)
        return _("{place}. {name}, lap {lap}, {where}").format(place=place, name=name, lap=lap, where=where)
    if not lap:
        return _("{place}. {name}, on the grid, {where}, gear {gear}, {engine} Heat").format(
            place=place, name=name, where=where, gear=car.gear, engine=car.engine
        )
    return _("{place}. {name}, lap {lap}, {where}, gear {gear}, {engine} Heat").format(
        place=place, name=name, lap=lap, where=where, gear=car.gear, engine=car.engine
    )


def road_ahead(view: SeatView) -> str:
    """The next corner or the finish in a few words: "5 spaces before corner 2, limit 3".

    The count is how far the car may go without crossing the line.
    """
    own, track = view.own, view.sheet.track
    space = view.space(own)
    corner = track.next_corner(space)
    spaces = track.spaces_to_line(space, corner)
    if own.at + spaces >= view.sheet.finish:
        return finish_ahead(view)
    name = corner_ahead(view, corner)
    if not spaces:
        return _("right before the line of {corner}").format(corner=name)
    return ngettext(
        "{count} space before the line of {corner}",
        "{count} spaces before the line of {corner}",
        spaces,
    ).format(count=spaces, corner=name)


def corner_ahead(view: SeatView, corner: int) -> str:
    """A corner with its limit as it stands on the table, whether the press is there, and what the road adds."""
    name = corner_with_limit(corner, view.limits[corner])
    for words in all_words():
        name = words.corner_name(view, name, corner)
    surcharge = view.surcharges[corner]
    if not surcharge:
        return name
    return _("{corner} (overheating, {heat} more if you pay)").format(corner=name, heat=surcharge)


def finish_ahead(view: SeatView) -> str:
    """The way to the finish, where no corner is left."""
    spaces = view.sheet.finish - view.own.at
    if not spaces:
        return _("right before the finish line")
    return ngettext(
        "{count} space before the finish line with no corner between",
        "{count} spaces before the finish line with no corner between",
        spaces,
    ).format(count=spaces)


NEAR = 10
"""How many spaces away a car still counts as near."""


def neighbours(view: SeatView) -> list[str]:
    """Lines on the cars within ten spaces, the nearest first; a lapped or lapping car is near too."""
    spaces, own = view.sheet.track.spaces, view.own
    others = [car for car in view.cars if car.status == RACING and car.index != own.index]
    ahead = sorted(((car.at - own.at) % spaces, car.spot, car.index) for car in others)
    behind = sorted(((own.at - car.at) % spaces, car.spot, car.index) for car in others)
    lines = [
        _("Beside you: {car}.").format(car=_beside(view, view.cars[index])) for way, _spot, index in ahead if not way
    ]
    near_ahead = [_near(view, view.cars[index], way) for way, _spot, index in ahead if 0 < way <= NEAR]
    near_behind = [_near(view, view.cars[index], -way) for way, _spot, index in behind if 0 < way <= NEAR]
    if near_ahead:
        lines.append(_("Ahead: {cars}.").format(cars=row(near_ahead)))
    if near_behind:
        lines.append(_("Behind: {cars}.").format(cars=row(near_behind)))
    if not others:
        return [_("No other car is left on the track.")] if len(view.cars) > 1 else []
    return lines or [_("No other car is within {near} spaces.").format(near=NEAR)]


def _beside(view: SeatView, car: CarView) -> str:
    name, laps = car_name(view.sheet, car.index), _laps_between(view, car, 0)
    return _("{car} ({laps})").format(car=name, laps=_laps_words(laps)) if laps else name


def _near(view: SeatView, car: CarView, way: int) -> str:
    name, laps = car_name(view.sheet, car.index), _laps_between(view, car, way)
    spaces, place = spaces_words(abs(way)), place_words(view.sheet.track, car.at, car.spot)
    if laps:
        return _("{car} by {spaces} ({place}; {laps})").format(
            car=name, spaces=spaces, place=place, laps=_laps_words(laps)
        )
    return _("{car} by {spaces} ({place})").format(car=name, spaces=spaces, place=place)


def _laps_between(view: SeatView, car: CarView, way: int) -> int:
    """How many laps ahead a car is that stands `way` spaces further round the track, negative when behind."""
    return (car.at - view.own.at - way) // view.sheet.track.spaces


def _laps_words(laps: int) -> str:
    if laps > 0:
        return ngettext("{laps} lap ahead", "{laps} laps ahead", laps).format(laps=laps)
    return ngettext("{laps} lap behind", "{laps} laps behind", -laps).format(laps=-laps)


def hand_line(view: SeatView) -> str:
    """The own hand, and the plan if it is made."""
    hand = _("Your hand: {cards}.").format(cards=card_list(view.hand))
    if view.plan is None:
        return hand
    gear, cards = view.plan
    return _("{hand} You have planned gear {gear} with {cards}.").format(hand=hand, gear=gear, cards=card_list(cards))


def upgrades_in_hand(view: SeatView) -> list[str]:
    """What stands on the upgrades of the own hand, in signs; none where there are none."""
    upgrades = [key for key in dict.fromkeys(view.hand) if is_upgrade(key)]
    if not upgrades:
        return []
    return [_("Upgrades in it: {cards}.").format(cards=row([card_with_signs(key) for key in upgrades]))]


def deck_lines(view: SeatView) -> list[str]:
    """What is left to be drawn, by kind, as somebody knows who remembers every card."""
    if not view.sheet.memory_aid:
        return [_("In your draw deck and discard pile together: {cards}.").format(cards=_kinds(view.unseen))]
    return [
        _("In your draw deck, in an order that nobody knows: {cards}.").format(cards=_kinds(view.unseen)),
        _("In your discard pile: {cards}.").format(cards=_kinds(view.spent)),
    ]


def _kinds(cards: tuple[str, ...]) -> str:
    """Cards by kind with their numbers: "3 x 4, 2 x Stress"."""
    counts = Counter(cards)
    if not counts:
        return _("no cards")
    kinds = dict.fromkeys(sorted(counts, key=lambda key: (not key.isdigit(), key)))
    return row([_("{count} x {card}").format(count=counts[key], card=card_list((key,))) for key in kinds])


def inspect_space(view: SeatView, space: int, spot: int) -> list[str]:
    """All about a space and one of its spots: where it is, what lies ahead, who stands there."""
    if spot:
        lines = [_("Space {space}, the spot off the race line.").format(space=space)]
    else:
        lines = [_("Space {space}, the spot on the race line.").format(space=space)]
    lines.append(_who_stands(view, space, spot))
    lines.append(_way_to_line(view, space))
    lines += _start_line(view, space)
    lines += _special(view, space)
    lines += _grid(view, space, spot)
    lines.append(_what_legends_do(view, space))
    return lines


def inspect_car(view: SeatView, car: CarView) -> list[str]:
    """All that everybody may know of a car."""
    sheet = view.sheet
    lines = [_("Car {number}: {name}.").format(number=car.index + 1, name=car_name(sheet, car.index))]
    lines.append(_where(view, car))
    if sheet.entries[car.index].kind == LEGEND:
        lines.append(_("The Legend cards drive it: it pays no Heat, never spins out and takes no Slipstream."))
        return lines
    if car.status != RACING:
        return lines
    lines.append(_("Gear {gear}, {engine} Heat in the engine.").format(gear=car.gear, engine=car.engine))
    lines += _inspecting_piles(car)
    if car.index in view.last:
        lines.append(_("It is among the last, so it has Adrenaline in this round."))
    return lines + every_line(lambda words: words.car(view, car.index))


def inspect_corner(view: SeatView, index: int) -> list[str]:
    """All about a corner: its limit, what going over it costs, where its lines are."""
    track = view.sheet.track
    corner, limit = track.corners[index], view.limits[index]
    if limit == corner.limit:
        lines = [_("Corner {number}: the speed limit is {limit}.").format(number=index + 1, limit=limit)]
    else:
        lines = [
            _("Corner {number}: the speed limit is {limit} now, {printed} is printed.").format(
                number=index + 1, limit=limit, printed=corner.limit
            )
        ]
    lines.append(
        _("Its line lies between spaces {before} and {after}.").format(
            before=corner.line_after, after=corner.line_after % track.spaces + 1
        )
    )
    surcharge = view.surcharges[index]
    if surcharge:
        lines.append(
            _("Each point of speed over the limit costs 1 Heat, and whoever is over it pays {surcharge} more.").format(
                surcharge=surcharge
            )
        )
    else:
        lines.append(_("Each point of speed over the limit costs 1 Heat; whoever cannot pay it all spins out."))
    lines.append(
        _("Its legends line lies between spaces {before} and {after}.").format(
            before=corner.legends_line_after, after=corner.legends_line_after % track.spaces + 1
        )
    )
    return [*lines, *every_line(lambda words: words.corner(view, index)), *_chicane(view, index)]


def inspect_start(view: SeatView) -> list[str]:
    """All about the start/finish line."""
    track = view.sheet.track
    return [
        _("The start/finish line, between space {last} and space 1.").format(last=track.spaces),
        ngettext(
            "The race goes over {laps} lap; a car is at the finish when its turn ends beyond the line.",
            "The race goes over {laps} laps; a car is at the finish when its turn ends beyond the line after the last.",
            view.sheet.laps,
        ).format(laps=view.sheet.laps),
    ]


def inspect_card(key: str) -> list[str]:
    """All about a card of one's own."""
    return [_("Your card {card}.").format(card=card_name(key)), card_words(key)]


def _who_stands(view: SeatView, space: int, spot: int) -> str:
    here = [car for car in view.cars if car.status == RACING and view.space(car) == space]
    names = {car.spot: car_name(view.sheet, car.index) for car in here}
    on_it, beside = names.get(spot), names.get(1 - spot)
    if on_it and beside:
        return _("{car} stands here, {other} beside it.").format(car=on_it, other=beside)
    if on_it:
        return _("{car} stands here.").format(car=on_it)
    if beside:
        return _("The spot is free; {car} stands beside it.").format(car=beside)
    return _("The whole space is free.")


def _way_to_line(view: SeatView, space: int) -> str:
    track = view.sheet.track
    corner = track.next_corner(space)
    count = track.spaces_to_line(space, corner)
    name = corner_with_limit(corner, view.limits[corner])
    if not count:
        return _("It is the last space before the line of {corner}.").format(corner=name)
    return ngettext(
        "From here {count} space can be driven before the line of {corner}.",
        "From here {count} spaces can be driven before the line of {corner}.",
        count,
    ).format(count=count, corner=name)


def _start_line(view: SeatView, space: int) -> list[str]:
    if space == view.sheet.track.spaces:
        return [_("The start/finish line is right ahead.")]
    if space == 1:
        return [_("The start/finish line is right behind.")]
    return []


def _special(view: SeatView, space: int) -> list[str]:
    return [*_on_space(view, space), *_where_legends_press(view, space)]


def _where_legends_press(view: SeatView, space: int) -> list[str]:
    """The mark for aggressive Legends (L8), in a race with Legends."""
    track = view.sheet.track
    corner = track.corners[track.next_corner(space)]
    way = track.spaces_to_line(space, track.next_corner(space))
    more = (way < corner.aggressive) + (way < corner.double_aggressive)
    if not more or len(view.sheet.entries) == view.sheet.drivers:
        return []
    return [
        ngettext(
            "It is marked: an aggressive Legend that starts here may cross {more} corner line more.",
            "It is marked: an aggressive Legend that starts here may cross {more} corner lines more.",
            more,
        ).format(more=more)
    ]


def _grid(view: SeatView, space: int, spot: int) -> list[str]:
    track = view.sheet.track
    return [
        _("It is place {place} of the grid.").format(place=place)
        for place in range(1, MOST_CARS + 1)
        if grid_place(track, place) == (space, spot)
    ]


def _what_legends_do(view: SeatView, space: int) -> str:
    track = view.sheet.track
    corner = track.next_corner(space)
    limit = view.limits[corner]
    if track.is_past_legends_line(space):
        return _(
            "Past the legends line: a Legend drives the limit {limit} and its diamond number, "
            "over one corner line at most."
        ).format(limit=limit)
    return _(
        "Before the legends line: a Legend drives its helmet number, or, if that would cross the corner line, "
        "to its diamond number of spaces before it."
    )


def _where(view: SeatView, car: CarView) -> str:
    place = view.standings.index(car.index) + 1
    match car.status:
        case engine_car.FINISHED:
            return _("It has finished in place {place}.").format(place=place)
        case engine_car.RETIRED:
            return _("It has retired from the race.")
        case engine_car.OUT:
            return _("It is out of the race.")
    where, lap = place_words(view.sheet.track, car.at, car.spot), view.lap(car)
    cars = len(view.cars)
    if not lap:
        return _("Position {place} of {cars}, on the grid, {where}.").format(place=place, cars=cars, where=where)
    if car.at > view.sheet.finish:
        return _("Position {place} of {cars}, beyond the finish line, {where}.").format(
            place=place, cars=cars, where=where
        )
    return _("Position {place} of {cars}, lap {lap} of {laps}, {where}.").format(
        place=place, cars=cars, lap=lap, laps=view.sheet.laps, where=where
    )


def _inspecting_piles(car: CarView) -> list[str]:
    hand, deck = cards_words(car.hand), cards_words(car.deck)
    if car.discard_top is None:
        lines = [
            _("{hand} in the hand, {deck} in the draw deck; the discard pile is empty.").format(hand=hand, deck=deck)
        ]
    else:
        lines = [
            _("{hand} in the hand, {deck} in the draw deck, {discard} in the discard pile with {top} on top.").format(
                hand=hand, deck=deck, discard=car.discard, top=card_name(car.discard_top)
            )
        ]
    if car.face_down:
        lines.append(
            ngettext(
                "{count} card lies face down in front of it.",
                "{count} cards lie face down in front of it.",
                car.face_down,
            ).format(count=car.face_down)
        )
    return lines


def _chicane(view: SeatView, index: int) -> list[str]:
    corners = view.sheet.track.corners
    partners = [n for n, corner in enumerate(corners) if corner.chicane_with == index]
    own = corners[index].chicane_with
    if own is not None:
        partners.append(own)
    if not partners:
        return []
    return [_("Together with {corners} it is a chicane.").format(corners=listing([corner_number(n) for n in partners]))]
