"""How the race stands: for the driver who looks at it, for the table, and the track itself."""

from __future__ import annotations

from heat_tui.engine import car as engine_car
from heat_tui.engine.view import CarView, SeatView
from heat_tui.language import _, ngettext
from heat_tui.prose.cards import card_name
from heat_tui.prose.championship import held_line, track_press
from heat_tui.prose.garage import owned_line
from heat_tui.prose.goals import goal_line
from heat_tui.prose.names import LEGEND, car_name
from heat_tui.prose.neighbours import neighbours
from heat_tui.prose.places import cards_words, place_words
from heat_tui.prose.road import road_ahead
from heat_tui.prose.tokens import space_lines, special_lines


def situation(view: SeatView) -> list[str]:
    """The status lines of the own car; for a spectator, who has none, the standings."""
    if view.seat is None:
        return [_round(view), *standings(view)]
    own = view.own
    if own.status != engine_car.RACING:
        return [_round(view), _gone(view, own)]
    lines = [_race_line(view), _place_line(view), *space_lines(view, view.space(own)), _car_line(own)]
    lines += neighbours(view)
    if view.seat in view.last:
        lines.append(_("You are among the last, so you have Adrenaline this turn."))
    lines.append(_piles(own))
    return [*lines, *owned_line(view, own.index), *held_line(view, own.index), *goal_line(view)]


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
    return [*lines, *special_lines(track), *track_press(view)]


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
