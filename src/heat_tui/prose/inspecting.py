"""What there is to say about one thing on the table: a space, a car, a corner's sign, the start, a card."""

from __future__ import annotations

from heat_tui.engine import car as engine_car
from heat_tui.engine.car import RACING
from heat_tui.engine.setup import MOST_CARS
from heat_tui.engine.track import grid_place
from heat_tui.engine.view import CarView, SeatView
from heat_tui.language import _, ngettext
from heat_tui.modules.weather import CONDITIONS
from heat_tui.prose.cards import card_name, card_words
from heat_tui.prose.championship import held_line, press_lines
from heat_tui.prose.garage import owned_line
from heat_tui.prose.names import LEGEND, car_name, listing
from heat_tui.prose.places import cards_words, corner_number, corner_with_limit, place_words
from heat_tui.prose.tokens import corner_lines, space_lines, weather_of


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
    lines += _piles(car)
    if car.index in view.last:
        lines.append(_("It is among the last, so it has Adrenaline in this round."))
    return [*lines, *owned_line(view, car.index), *held_line(view, car.index)]


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
    lines += press_lines(view, index)
    return [*lines, *corner_lines(view, index), *_sector(view, index), *_chicane(view, index)]


def _sector(view: SeatView, index: int) -> list[str]:
    """What holds beyond a corner's line, unless its own token has said so already."""
    weather = weather_of(view)
    if weather is None or weather.sectors[index] is not None or CONDITIONS[weather.conditions[index]].scope == "corner":
        return []
    return [_("It acts beyond the second line of the chicane only.")]


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
    return [*space_lines(view, space), *_where_legends_press(view, space)]


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


def _piles(car: CarView) -> list[str]:
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
