"""Sentences for moves, corners and spins."""

from __future__ import annotations

from heat_tui.engine.events import CarMoved, CornerTaken, SpunOut
from heat_tui.engine.sheet import RaceSheet
from heat_tui.language import _
from heat_tui.prose.names import car_list, car_name
from heat_tui.prose.places import lap_of, place_words, space_of, spaces_words
from heat_tui.prose.telling import sentences, told


@told.register
def car_moved(event: CarMoved, sheet: RaceSheet) -> str:
    """The move with its cause, what stood in the way, and the line if it was crossed."""
    if not event.distance:
        return _stays(event, sheet)
    if event.blockers:
        return sentences(_heads_for(event, sheet), _blocked(event, sheet), _line_crossed(event, sheet))
    return sentences(_moves_to(event, sheet), _line_crossed(event, sheet))


def _stays(event: CarMoved, sheet: RaceSheet) -> str:
    name, place = car_name(sheet, event.car), place_words(sheet.track, event.end, event.spot)
    if event.cause == "reveal":
        return _("{name} has speed 0 and stays on {place}.").format(name=name, place=place)
    return _("{name} stays on {place}.").format(name=name, place=place)


def _moves_to(event: CarMoved, sheet: RaceSheet) -> str:
    track = sheet.track
    name, speed = car_name(sheet, event.car), event.speed
    way, place = spaces_words(event.distance), place_words(track, event.end, event.spot)
    match event.cause:
        case "reveal":
            return _("At speed {speed} {name} drives from space {start} to {place}.").format(
                speed=speed, name=name, start=space_of(track, event.start), place=place
            )
        case "boost":
            return _("{name} drives {way} further to {place}; the Boost makes the speed {speed}.").format(
                name=name, way=way, place=place, speed=speed
            )
        case "adrenaline":
            return _("{name} drives {way} further to {place}; Adrenaline makes the speed {speed}.").format(
                name=name, way=way, place=place, speed=speed
            )
        case "slipstream":
            return _("{name} slipstreams {way} to {place}.").format(name=name, way=way, place=place)
        case "direct_play":
            return _("{name} drives {way} further to {place}; that card makes the speed {speed}.").format(
                name=name, way=way, place=place, speed=speed
            )
        case "accelerate":
            return _("{name} drives {way} further to {place}; that makes the speed {speed}.").format(
                name=name, way=way, place=place, speed=speed
            )
        case "draft":
            return _("{name} is drawn to {place}, and the speed stays {speed}.").format(
                name=name, place=place, speed=speed
            )
        case _:
            return _("{name} drives from space {start} to {place}.").format(
                name=name, start=space_of(track, event.start), place=place
            )


def _heads_for(event: CarMoved, sheet: RaceSheet) -> str:
    track = sheet.track
    name, speed = car_name(sheet, event.car), event.speed
    start, aim = space_of(track, event.start), space_of(track, event.start + event.distance)
    match event.cause:
        case "reveal":
            return _("At speed {speed} {name} heads from space {start} for space {aim}.").format(
                speed=speed, name=name, start=start, aim=aim
            )
        case "boost":
            return _("{name} heads on for space {aim}; the Boost makes the speed {speed}.").format(
                name=name, aim=aim, speed=speed
            )
        case "adrenaline":
            return _("{name} heads on for space {aim}; Adrenaline makes the speed {speed}.").format(
                name=name, aim=aim, speed=speed
            )
        case "slipstream":
            return _("{name} slipstreams for space {aim}.").format(name=name, aim=aim)
        case "direct_play":
            return _("{name} heads on for space {aim}; that card makes the speed {speed}.").format(
                name=name, aim=aim, speed=speed
            )
        case "accelerate":
            return _("{name} heads on for space {aim}; that makes the speed {speed}.").format(
                name=name, aim=aim, speed=speed
            )
        case _:
            return _("{name} heads from space {start} for space {aim}.").format(name=name, start=start, aim=aim)


def _blocked(event: CarMoved, sheet: RaceSheet) -> str:
    track = sheet.track
    name, blockers = car_name(sheet, event.car), car_list(sheet, event.blockers)
    aim, place = space_of(track, event.start + event.distance), place_words(track, event.end, event.spot)
    short = event.start + event.distance - event.end
    if event.end == event.start:
        return _("{blockers} fill space {aim} and no spot is free before it, so {name} stays on {place}.").format(
            blockers=blockers, aim=aim, name=name, place=place
        )
    if short == 1:
        return _("{blockers} fill space {aim}, so {name} stops 1 short on {place}.").format(
            blockers=blockers, aim=aim, name=name, place=place
        )
    return _(
        "{blockers} fill space {aim}, and behind it is no room either, so {name} stops {short} short on {place}."
    ).format(blockers=blockers, aim=aim, name=name, short=short, place=place)


def _line_crossed(event: CarMoved, sheet: RaceSheet) -> str:
    before, after = lap_of(sheet.track, event.start), lap_of(sheet.track, event.end)
    if after == before:
        return ""
    if after > sheet.laps:
        return _("That is over the finish line!")
    if not before:
        return _("That is over the start line into lap {lap} of {laps}.").format(lap=after, laps=sheet.laps)
    return _("That is over the start/finish line into lap {lap} of {laps}.").format(lap=after, laps=sheet.laps)


@told.register
def corner_taken(event: CornerTaken, sheet: RaceSheet) -> str:
    """A corner and its price (7.1)."""
    name, corner, speed, limit = car_name(sheet, event.car), event.corner + 1, event.speed, event.limit
    if not event.heat:
        return _("{name} takes corner {corner} at speed {speed}, within limit {limit}.").format(
            name=name, corner=corner, speed=speed, limit=limit
        )
    extra = event.heat - (speed - limit)
    if extra:
        return _(
            "{name} takes corner {corner} at speed {speed} over limit {limit} and pays {heat} Heat, {extra} of it "
            "because the road overheats; {engine} left in the engine."
        ).format(name=name, corner=corner, speed=speed, limit=limit, heat=event.heat, extra=extra, engine=event.engine)
    return _(
        "{name} takes corner {corner} at speed {speed} over limit {limit} and pays {heat} Heat; "
        "{engine} left in the engine."
    ).format(name=name, corner=corner, speed=speed, limit=limit, heat=event.heat, engine=event.engine)


@told.register
def spun_out(event: SpunOut, sheet: RaceSheet) -> str:
    """A spin out: what was owed, what was there, and what follows (7.3); an eliminated car takes no Stress (E11)."""
    if not event.stress:
        out = _("{name} spins out.").format(name=car_name(sheet, event.car))
        return sentences(_owed(event, sheet), _overheated(event), out)
    return sentences(
        _owed(event, sheet),
        _overheated(event),
        _thrown_back(event, sheet),
        _further_back(event, sheet),
        _lap_lost(event, sheet),
    )


def _owed(event: SpunOut, sheet: RaceSheet) -> str:
    name, corner, speed, limit = car_name(sheet, event.car), event.corner + 1, event.speed, event.limit
    if not event.paid:
        return _(
            "{name} takes corner {corner} at speed {speed} over limit {limit} and owes {owed} Heat, "
            "but the engine is empty."
        ).format(name=name, corner=corner, speed=speed, limit=limit, owed=event.owed)
    return _(
        "{name} takes corner {corner} at speed {speed} over limit {limit} and owes {owed} Heat, "
        "but can pay only the {paid} in the engine."
    ).format(name=name, corner=corner, speed=speed, limit=limit, owed=event.owed, paid=event.paid)


def _overheated(event: SpunOut) -> str:
    extra = event.owed - (event.speed - event.limit)
    return _("Of what is owed {extra} is for the road, which overheats.").format(extra=extra) if extra else ""


def _thrown_back(event: SpunOut, sheet: RaceSheet) -> str:
    name, place = car_name(sheet, event.car), place_words(sheet.track, event.end, event.spot)
    if event.gear == 1:
        return _("{name} spins out, back to {place}, takes {stress} Stress and stays in gear 1.").format(
            name=name, place=place, stress=event.stress
        )
    return _("{name} spins out, back to {place}, takes {stress} Stress for gear {gear} and drops to gear 1.").format(
        name=name, place=place, stress=event.stress, gear=event.gear
    )


def _further_back(event: SpunOut, sheet: RaceSheet) -> str:
    if space_of(sheet.track, event.end) == sheet.track.corners[event.corner].line_after:
        return ""
    return _("The spots nearer to the corner are taken.")


def _lap_lost(event: SpunOut, sheet: RaceSheet) -> str:
    before, after = lap_of(sheet.track, event.start), lap_of(sheet.track, event.end)
    if after == before:
        return ""
    name = car_name(sheet, event.car)
    if before > sheet.laps:
        return _("That is back before the finish line: {name} has not finished.").format(name=name)
    if not after:
        return _("That is back before the start line: {name} has lap {lap} still to begin.").format(
            name=name, lap=before
        )
    return _("That is back before the start/finish line: {name} is on lap {lap} again.").format(name=name, lap=after)
