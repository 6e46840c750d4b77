"""The mistakes of a first race and the better choices: as they happen, and after the flag."""

from __future__ import annotations

from dataclasses import asdict

from heat_tui.engine.actions import Plan
from heat_tui.engine.cards import HEAT
from heat_tui.engine.events import CarMoved, CornerTaken, Event, HandCluttered, SpunOut
from heat_tui.exact import add_up
from heat_tui.game.advice.analysis import Analysis, Judged, reasons_of
from heat_tui.game.advice.lessons import Lesson
from heat_tui.game.advice.mistake_words import better_words, choice_words, costly_words
from heat_tui.game.advice.reasons import is_last
from heat_tui.game.figures.statistics import tally
from heat_tui.game.table.history import LogEntry
from heat_tui.language import N_, NN_, Message, _
from heat_tui.words.formatter import fill, sentences
from heat_tui.words.names import corner_number, corner_with_limit, place_in_race

DEAR = 3
"""The Heat for one corner that is worth a remark if less would have sufficed."""
SLOW = 0.2
"""The rounds that a plan must lose to stop the race, once, with the remark that a faster plan was better."""
LEFT_OVER = 4
"""The Heat in the engine at the end that could have made the car faster."""

MISTAKE = "mistake"
"""The topic of every remark."""


class Review:
    """The remarks on a driver's mistakes as soon as they show; bad luck is called by its name."""

    def __init__(self, seat: int, analysis: Analysis) -> None:
        self._seat = seat
        self._analysis = analysis
        self._told_slow = False

    def after(self, event: Event) -> list[Lesson]:
        """Return the remarks on an event that has just happened."""
        if getattr(event, "car", None) != self._seat:
            return []
        match event:
            case CarMoved(cause="reveal"):
                title, text = _("You could have been faster"), self._slow()
            case CornerTaken():
                title, text = _("An expensive corner"), self._dear(event)
            case SpunOut():
                title, text = _("Why the car spun out"), self._spin(event)
            case HandCluttered():
                title, text = _("Why the hand was cluttered"), self._clutter()
            case _:
                return []
        return [Lesson(MISTAKE, title, text)] if text else []

    def _choices(self) -> list[LogEntry]:
        """Return the driver's choices of this turn, the plan first; [] if the plan is not known."""
        own = [entry for entry in self._analysis.race.log if entry.seat == self._seat]
        plans = [place for place, entry in enumerate(own) if isinstance(entry.action, Plan)]
        return [entry for entry in own[plans[-1] :] if entry.controller == "person"] if plans else []

    def _costliest(self) -> Judged | None:
        """Return the worst mistake of this turn; None if none is worth telling."""
        judged = [found for found in map(self._analysis.judged, self._choices()) if found is not None]
        return max([each for each in judged if each.is_mistake], key=lambda choice: choice.mistake, default=None)

    def _spin(self, spin: SpunOut) -> str:
        owed = N_("Speed {speed} at {corner}: {owed} Heat to pay, and only {paid} in the engine.")
        corner = corner_with_limit(self._analysis.race.sheet.track, spin.corner, spin.limit)
        facts = fill(owed, speed=spin.speed, owed=spin.owed, paid=spin.paid, corner=corner)
        return sentences(facts, self._cause())

    def _cause(self) -> str:
        """Return the choice of the turn that led to a spin out, or another cause if no choice was a mistake."""
        worst = self._costliest()
        if worst is not None:
            return sentences(choice_words(worst.entry), better_words(worst))
        chances = [reasons_of(entry).forecast(entry.action).spin_chance for entry in self._choices()]
        if not chances:
            return _("Count the spaces to the line, and stop before it when you cannot pay.")
        if any(0 < chance < 1 for chance in chances):
            return _("Bad luck: the card you turned over was too high.")
        if not chances[0]:
            return _("The cars that would have stopped you short of the line had moved on.")
        return _("There was nothing better in your hand.")

    def _dear(self, corner: CornerTaken) -> str:
        """Return a remark on an expensive corner, if the turn could have cost less Heat and been better for it."""
        worst = self._costliest() if corner.heat >= DEAR else None
        if worst is None or worst.reasons.expected(worst.best).most_heat >= corner.heat:
            return ""
        view = self._analysis.race.view(self._seat)
        much = N_("{heat} Heat for {corner} is a lot: you will miss it at the next corner.")
        if is_last(view, view.cars[self._seat].at):
            much = N_("{heat} Heat for {corner} is a lot.")
        name = corner_number(self._analysis.race.sheet.track, corner.corner)
        return sentences(fill(much, heat=corner.heat, corner=name), choice_words(worst.entry), better_words(worst))

    def _slow(self) -> str:
        """Return, once, the remark that a faster plan would have been better."""
        plan = None if self._told_slow else next(map(self._analysis.judged, self._choices()), None)
        if plan is None or plan.mistake < SLOW:
            return ""
        now, better = (plan.reasons.expected(action).outcomes for action in (plan.chosen, plan.best))
        self._told_slow = bool(now and better) and better[0].speed > now[-1].speed
        return better_words(plan) if self._told_slow else ""

    def _clutter(self) -> str:
        left = NN_(
            "{heat} Heat card in your hand left too few cards to play. When Heat gathers there, drive a round in gear "
            "1 or 2 before it fills your hand.",
            "{heat} Heat cards in your hand left too few cards to play. When Heat gathers there, drive a round in gear "
            "1 or 2 before it fills your hand.",
            "heat",
        )
        hand = next((entry.before.view(self._seat).hand for entry in self._choices()), ())
        return fill(left, heat=hand.count(HEAT)) if hand else ""


def debrief(analysis: Analysis, seat: int) -> list[Lesson]:
    """Return a summary of the race for a seat, and its two costliest choices."""
    race = analysis.race
    account = next(each for each in analysis.accounts() if each.seat == seat)
    figures, choices = tally(race).cars[seat], add_up(each.chosen != each.advised for each in account.choices)
    engine = race.view(None).cars[seat].engine
    place = place_in_race(race.standings.index(seat) + 1)
    facts = {
        **asdict(figures),
        "place": place[:1].upper() + place[1:],
        "heat_paid": figures.heat_paid,
        "choices": choices,
    }
    well: dict[Message, object] = {
        NN_(
            "{place} after {rounds} round, with a top speed of {top_speed}.",
            "{place} after {rounds} rounds, with a top speed of {top_speed}.",
            "rounds",
        ): True,
        N_("You took every suggestion."): not choices,
        NN_("You went your own way {choices} time.", "You went your own way {choices} times.", "choices"): choices,
        N_("You paid {heat_paid} Heat in all and cooled {cooled}."): True,
        NN_(
            "Slipstreams gave you {slipstream_spaces} space for free.",
            "Slipstreams gave you {slipstream_spaces} spaces for free.",
            "slipstream_spaces",
        ): figures.slipstream_spaces,
    }
    better = [costly_words(choice) for choice in account.costliest(2)]
    if not better and choices and engine >= LEFT_OVER:
        left = N_("{engine} Heat was left in your engine: near the finish, spend it on a faster corner or a Boost.")
        better = [fill(left, engine=engine)]
    told = sentences(*(fill(message, **facts) for message, holds in well.items() if holds))
    lessons = [Lesson("well", _("How it went"), told)]
    for topic, text in zip(("better", "better-too"), better, strict=False):
        lessons.append(Lesson(topic, _("What could have gone better"), text))
    return lessons
