"""The event's goal as it stands, and the Sponsorships that a move would bring."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from heat_tui.engine.forecast import CERTAIN, Outcome
from heat_tui.engine.view import SeatView
from heat_tui.language import _, ngettext
from heat_tui.modules.championship.promises import GRANDSTAND, RECORD, Goal, Promise, goal, loses_heat, promised
from heat_tui.prose.championship import sponsorships_words
from heat_tui.prose.odds import odds_in_words
from heat_tui.prose.places import corner_number

Ways = tuple[Outcome, ...]


def goal_words(view: SeatView) -> str:
    """The event's goal in a few words, "speed 15: 3 more"; "" where there is none or it is out of reach."""
    found = goal(view)
    if found is None:
        return ""
    if found.event == GRANDSTAND:
        return _grandstand(found)
    if found.event == RECORD:
        return _record(found)
    return _television(found)


def goal_line(view: SeatView) -> list[str]:
    """The same as a status line; none where there is no goal."""
    words = goal_words(view)
    return [_("Goal of this race, {goal}.").format(goal=words)] if words else []


def _grandstand(found: Goal) -> str:
    left = found.wanted - (found.so_far or 0)
    if left <= 0:
        return _("grandstand: full")
    return ngettext("grandstand: {left} place left", "grandstand: {left} places left", left).format(left=left)


def _record(found: Goal) -> str:
    if found.so_far is None:
        return _("speed {wanted}: Sponsorship").format(wanted=found.wanted)
    if found.so_far >= found.wanted:
        return _("speed {wanted}: reached").format(wanted=found.wanted)
    return _("speed {wanted}: {more} more").format(wanted=found.wanted, more=found.wanted - found.so_far)


def _television(found: Goal) -> str:
    if found.so_far is None:
        return _("pass {wanted} cars: Sponsorship").format(wanted=found.wanted)
    return _("passed {passed} of {wanted}").format(passed=found.so_far, wanted=found.wanted)


def promise_lines(view: SeatView, outcome: Outcome) -> list[str]:
    """What a move that is certain brings of Sponsorships and takes of Heat cards, a line each."""
    lines = [_promise_line(view, outcome, promise) for promise in promised(view, outcome)]
    if loses_heat(view, outcome):
        lines.append(_("You complete a lap: one of your Heat cards leaves the game in step 8."))
    return lines


def _promise_line(view: SeatView, outcome: Outcome, promise: Promise) -> str:
    won, limit = sponsorships_words(promise.cards), _other_limit(view, outcome, promise)
    match promise.reason:
        case "towed":
            return _("{sponsorships}: the Slipstream takes you over {corner}, where the press stands.").format(
                sponsorships=won, corner=_corner(promise)
            )
        case "fast" if limit is not None:
            return _("{sponsorships}: {over} over limit {limit} at {corner}, where the press stands.").format(
                sponsorships=won, over=promise.over, limit=limit, corner=_corner(promise)
            )
        case "fast":
            return _("{sponsorships}: {over} over the limit at {corner}, where the press stands.").format(
                sponsorships=won, over=promise.over, corner=_corner(promise)
            )
        case "slow" if limit is not None:
            return _("{sponsorships}: {under} under limit {limit} at {corner}, where the press stands.").format(
                sponsorships=won, under=-promise.over, limit=limit, corner=_corner(promise)
            )
        case "slow":
            return _("{sponsorships}: {under} under the limit at {corner}, where the press stands.").format(
                sponsorships=won, under=-promise.over, corner=_corner(promise)
            )
        case "grandstand":
            return _("{sponsorships}: you complete lap 1 while the grandstand has a place.").format(sponsorships=won)
        case "record":
            return _("{sponsorships}: the speed for the record.").format(sponsorships=won)
        case "television":
            return _("{sponsorships}: three cars or more passed.").format(sponsorships=won)


def promise_odds(view: SeatView, outcomes: Ways) -> list[str]:
    """The same for a move with several outcomes: where a Sponsorship is possible, and how likely."""
    chances: dict[int | None, Fraction] = {}
    for outcome in outcomes:
        for corner in {promise.corner for promise in promised(view, outcome)}:
            chances[corner] = chances.get(corner, Fraction(0)) + outcome.chance
    lines = [_odds_line(corner, chance) for corner, chance in chances.items()]
    lost = sum((outcome.chance for outcome in outcomes if loses_heat(view, outcome)), Fraction(0))
    if lost:
        lines.append(_("Completing a lap, which costs a Heat card, is {odds}.").format(odds=odds_in_words(lost)))
    return lines


def _odds_line(corner: int | None, chance: Fraction) -> str:
    if corner is None:
        return _("A Sponsorship by the event of this race is {odds}.").format(odds=odds_in_words(chance))
    return _("A Sponsorship at {corner} is {odds}.").format(corner=corner_number(corner), odds=odds_in_words(chance))


def with_promises(view: SeatView, words: str, ways: Ways) -> str:
    """A line about some outcomes, and what Sponsorships they bring."""
    chance = sum((way.chance for way in ways if promised(view, way)), Fraction(0))
    if not chance:
        return words
    if chance != CERTAIN:
        return _("{outcome}, a Sponsorship is {odds}").format(outcome=words, odds=odds_in_words(chance))
    fewest = min(sum(promise.cards for promise in promised(view, way)) for way in ways)
    return _("{outcome}, {sponsorships}").format(outcome=words, sponsorships=sponsorships_words(fewest))


def promise_parts(view: SeatView, outcome: Outcome) -> Iterable[str]:
    """What an outcome brings, each in a few words: "2 over: Sponsorship"."""
    for promise in promised(view, outcome):
        yield _part(view, outcome, promise)
    if loses_heat(view, outcome):
        yield _("a Heat card leaves the game")


def _part(view: SeatView, outcome: Outcome, promise: Promise) -> str:
    """A promise in a few words."""
    won, limit = _won(promise.cards), _other_limit(view, outcome, promise)
    match promise.reason:
        case "towed":
            return _("towed: {sponsorships}").format(sponsorships=won)
        case "fast" if limit is not None:
            return _("{over} over <{limit}>: {sponsorships}").format(over=promise.over, limit=limit, sponsorships=won)
        case "fast":
            return _("{over} over: {sponsorships}").format(over=promise.over, sponsorships=won)
        case "slow" if limit is not None:
            return _("{under} under <{limit}>: {sponsorships}").format(
                under=-promise.over, limit=limit, sponsorships=won
            )
        case "slow":
            return _("{under} under: {sponsorships}").format(under=-promise.over, sponsorships=won)
        case "grandstand":
            return _("grandstand: {sponsorships}").format(sponsorships=won)
        case "record":
            return _("record: {sponsorships}").format(sponsorships=won)
        case "television":
            return _("on television: {sponsorships}").format(sponsorships=won)


def _other_limit(view: SeatView, outcome: Outcome, promise: Promise) -> int | None:
    """The limit that the press goes by, where the driver's own is another in this turn (E9)."""
    if promise.corner is None:
        return None
    limit = view.limits[promise.corner]
    return limit if any(cost.corner == promise.corner and cost.limit != limit for cost in outcome.corners) else None


def _won(cards: int) -> str:
    return _("Sponsorship") if cards == 1 else sponsorships_words(cards)


def _corner(promise: Promise) -> str:
    assert promise.corner is not None
    return corner_number(promise.corner)
