"""The analysis of a race: mistakes, traffic and luck, measured in turns to the flag and put into words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import fsum
from typing import Final

from heat_tui.drivers.course import OVERSHOOT
from heat_tui.drivers.evaluation import WEIGHED, weigh
from heat_tui.drivers.kinds import CAREFUL, COACH, PERSON, QUICK
from heat_tui.drivers.outlook import course_for, turns_left_out
from heat_tui.drivers.upgrades import UpgradeChoice
from heat_tui.engine.actions import Action, Discard, Plan
from heat_tui.engine.car import FINISHED
from heat_tui.engine.decisions import Decision
from heat_tui.engine.record import record
from heat_tui.engine.view import SeatView
from heat_tui.engine.worlds import with_worlds
from heat_tui.exact import add_up
from heat_tui.game.advice.reasons import Reasons
from heat_tui.game.figures.statistics import tally
from heat_tui.game.table.history import LogEntry, taken_over
from heat_tui.game.table.match import Raced
from heat_tui.language import N_, NN_, Message
from heat_tui.modules.championship.season import Season
from heat_tui.modules.championship.state import KEYS as SPONSORSHIPS
from heat_tui.store.saved_race import race_of
from heat_tui.words.formatter import fill, fitting, sentences
from heat_tui.words.names import car_name
from heat_tui.words.questions import describe_action

USUAL_LUCK: Final = 0.13
"""The turns gained per turn in an ordinary race compared with the evaluation, which ignores later Slipstreams.

This baseline of luck comes from `make coach ARGS=mistakes`; see docs/drivers.md.
"""

Advice = Callable[[SeatView, Decision], Action]
"""A function that recommends an action for a decision."""

WORTH_TELLING: Final = 0.05
"""The minimum cost of a mistake that is listed, in turns."""

SURE: Final = 2.0
"""The minimum cost of a mistake that is listed, in standard errors of that cost."""

EVEN: Final = 0.02
"""The turns by which a choice may seem worse than the best one and still count as equally good."""

LOOKS: Final = (
    (replace(COACH, playouts=None), EVEN),
    (replace(COACH, playouts=replace(QUICK, answers=3, worlds=24)), WORTH_TELLING),
    (replace(COACH, playouts=CAREFUL), EVEN),
)
"""The styles in which choices are judged, each with the turns by which a choice may seem worse than the best one.

A choice that seems worse by more than that is judged again, in the next style.
"""


@record
class Judged:
    """One driver's choice, with the turns to the flag expected after it.

    Turns are counted from the end of the `turn` of the choice. `best` is the action that counts as the best, and
    `best_turns` are the turns after it; `chosen_turns` are the turns after the action taken, and `error` is the
    standard error of the difference. `advised` is the action advised, None if the choice is judged without advice.
    """

    entry: LogEntry
    best: Action
    best_turns: float
    chosen_turns: float
    error: float = 0.0
    advised: Action | None = None

    @property
    def turn(self) -> int:
        """The number of the turn of the choice, which is its round; 0 before the first turn."""
        return self.entry.round

    @property
    def chosen(self) -> Action:
        """The action taken, with the cards of a plan or discard sorted."""
        return with_sorted_cards(self.entry.action)

    @property
    def mistake(self) -> float:
        """The cost of the choice, in turns."""
        return self.chosen_turns - self.best_turns

    @property
    def is_mistake(self) -> bool:
        """True if the choice cost enough to be listed, and enough for the evaluation to be sure of it."""
        return self.mistake >= max(WORTH_TELLING, SURE * self.error)

    @property
    def pace(self) -> float:
        """The average number of spaces per turn on this track, for converting turns to spaces."""
        return course_for(self.entry.before.view(self.entry.seat)).pace

    @property
    def reasons(self) -> Reasons:
        """The reasons for every answer at the time of the choice."""
        return reasons_of(self.entry)


def with_sorted_cards(action: Action) -> Action:
    """Return an action, with the cards of a plan or discard sorted, because their order means nothing."""
    return replace(action, cards=tuple(sorted(action.cards))) if isinstance(action, (Plan, Discard)) else action


def reasons_of(entry: LogEntry) -> Reasons:
    """Return the reasons for every answer at the time of a choice, from what its driver could know."""
    decision = entry.before.decision
    assert decision is not None
    view = entry.before.view(entry.seat)
    return Reasons(with_worlds(race_of(entry.before), view) if COACH.needs_worlds(decision) else view, decision)


def judge(entry: LogEntry, advice: Advice | None = None) -> Judged | None:
    """Judge a choice from what its driver could know; return None if it cannot be weighed against another.

    The action that `advice` returns counts as the best, unless the choice was as good. A choice that seems as good as
    any at first sight is no mistake; only one that does not is examined further.
    """
    known, chosen = reasons_of(entry), with_sorted_cards(entry.action)
    view, decision = known.view, known.decision
    advised = None if advice is None else advice(view, decision)
    also = [each for each in (chosen, advised) if each is not None]
    for style, margin in LOOKS:
        weighed = weigh(view, decision, style, also=also)
        found = {one.action: one for one in sorted(weighed, key=lambda one: -one.turns)}
        if len(weighed) < 2 or chosen not in found:
            return None
        made, least = found[chosen], min(weighed, key=lambda one: one.turns)
        best = least if advised is None else found.get(advised, least)
        if made.turns <= best.turns + margin:
            break
    if made.turns <= best.turns + EVEN:
        best = made
    laps = turns_left_out(view)
    return Judged(entry, best.action, laps + best.turns, laps + made.turns, made.error, advised)


@record
class Account:
    """The choices of one driver that could be judged, in order, and their outcome.

    `finish` is the turn in which the car finished, with the turns (0 or less) for its spaces beyond the flag; None if
    the car did not finish, its driver gave up, or no choice could be judged: then only the mistakes are known. `pace`
    is the average number of spaces per turn, 0 without choices. `towed` pairs turns, starting with that of the first
    choice, with the spaces gained by Slipstream, less those lost to cars in the way; it is empty if `finish` is None.
    `usual` has the usual gains from traffic and from luck, in turns, which are deducted from the actual ones.
    """

    seat: int
    choices: tuple[Judged, ...]
    finish: tuple[int, float] | None
    pace: float
    towed: tuple[tuple[int, int], ...] = ()
    usual: tuple[float, float] = (0.0, 0.0)

    @property
    def is_measured(self) -> bool:
        """True if traffic and luck are known."""
        return self.finish is not None

    @property
    def mistakes(self) -> float:
        """The cost of all mistakes, in turns, including those too small to be listed."""
        return fsum(choice.mistake for choice in self.choices)

    @property
    def luck(self) -> float:
        """The total turns gained by luck, beyond the usual gain, not counting traffic; negative for bad luck."""
        return fsum(self.lucks) - self.traffic - fsum(self.usual)

    @property
    def traffic(self) -> float:
        """The total turns gained from traffic, beyond the usual gain; negative for a loss."""
        return fsum(spaces / self.pace for _, spaces in self.towed) - self.usual[0]

    @property
    def lucks(self) -> list[float]:
        """The turns gained from traffic and luck, beyond `USUAL_LUCK`, from each choice to the next or to the finish.

        If `finish` is None, the last choice has no entry.
        """
        reached = [(choice.turn, choice.best_turns) for choice in self.choices[1:]]
        if self.finish is not None:
            reached.append(self.finish)
        pairs = zip(self.choices, reached, strict=False)
        return [made.chosen_turns - (turn - made.turn) * (1 + USUAL_LUCK) - turns for made, (turn, turns) in pairs]

    def costliest(self, count: int = 3) -> list[Judged]:
        """Return the costliest mistakes that the evaluation is sure of, at most `count`, worst first."""
        costly = [choice for choice in self.choices if choice.is_mistake]
        return sorted(costly, key=lambda choice: -choice.mistake)[:count]

    def by_turn(self) -> list[tuple[int, float, float, float]]:
        """Return each turn that has choices or traffic, in order, with its mistakes' cost and its gains, in turns.

        The gains are those from traffic and from luck, less the usual ones, which are spread evenly over these turns.
        In an account that is not measured, only the cost of the mistakes means anything.
        """
        mistakes, gained = defaultdict[int, float](float), defaultdict[int, float](float)
        for choice, luck in zip(self.choices, [*self.lucks, 0.0], strict=False):
            mistakes[choice.turn] += choice.mistake
            gained[choice.turn] += luck
        traffic = defaultdict[int, float](float, {turn: spaces / self.pace for turn, spaces in self.towed})
        driven = sorted({*mistakes, *traffic})
        usual_traffic, usual_luck = (each / max(len(driven), 1) for each in self.usual)
        return [
            (turn, mistakes[turn], traffic[turn] - usual_traffic, gained[turn] - traffic[turn] - usual_luck)
            for turn in driven
        ]


def is_analysed(race: Raced) -> bool:
    """Return whether there is anything to judge: the race is over, its choices are known, and it has a coach."""
    return race.race_over and race.setup.coach and bool(race.log)


class Analysis:
    """The judgements of a race's choices, each made only once; following the `advice`, if given, is never a mistake."""

    def __init__(self, race: Raced, advice: Advice | None = None) -> None:
        self.race = race
        self._advice = advice
        self._judged: dict[int, tuple[LogEntry, Judged | None]] = {}

    def judged(self, entry: LogEntry) -> Judged | None:
        """Return a choice's judgement, made once; None if `judge` returns None or the hand may have been covered."""
        if not self.knows(entry):
            judged = None if self._may_be_unseen(entry) else judge(entry, advice=self._advice)
            self._judged[id(entry)] = entry, judged
        return self._judged[id(entry)][1]

    def knows(self, entry: LogEntry) -> bool:
        """Return whether a choice has been judged already; `judged` then takes no time."""
        return id(entry) in self._judged

    @property
    def choices(self) -> list[LogEntry]:
        """The choices of the kinds in `WEIGHED` that can be judged, in order.

        They exclude the choices of a driver who held a Sponsorship and may still hold it, unless that driver is the
        only person; choices made for a driver who had given up; and discards of nothing by one of several people,
        who may have left the curtain closed and not seen the cards.
        """
        log = self.race.log
        ends = taken_over(log, self.race.sheet.drivers)
        people = [seat for seat, who in enumerate(self.race.controllers) if who == PERSON]
        return [
            entry
            for place, entry in enumerate(log)
            if place < ends.get(entry.seat, len(log))
            and isinstance(entry.before.decision, tuple(WEIGHED))
            and (people == [entry.seat] or not _holds_secret(entry))
            and not self._may_be_unseen(entry)
        ]

    def _may_be_unseen(self, entry: LogEntry) -> bool:
        """Return whether a person among several discarded nothing, as happens if the curtain stays closed."""
        if entry.action != Discard():
            return False
        controllers = self.race.controllers
        return controllers[entry.seat] == PERSON and controllers.count(PERSON) > 1

    @property
    def left(self) -> list[LogEntry]:
        """The choices still to be judged."""
        return [entry for entry in self.choices if not self.knows(entry)]

    def accounts(self) -> list[Account]:
        """Judge the remaining choices and return the account of each driver, in the order of the result."""
        return accounts(self.race, filter(None, map(self.judged, self.choices)))


def _holds_secret(entry: LogEntry) -> bool:
    """Return whether the driver held a Sponsorship before a choice; False in a single race or a season's last race."""
    season, held = entry.before, race_of(entry.before).cars[entry.seat].hand
    goes_on = isinstance(season, Season) and season.index + 1 < len(season.setup.calendar)
    return goes_on and not SPONSORSHIPS.isdisjoint(held)


def accounts(race: Raced, judged: Iterable[Judged]) -> list[Account]:
    """Return the accounts of all drivers, in the order of the result.

    Traffic and luck are compared with the average of the measured drivers, or with a typical race if fewer than
    two are measured.
    """
    counted, view, flag = tally(race), race.view(None), race.sheet.finish + 1
    left = taken_over(race.log, race.sheet.drivers)
    choices: dict[int, list[Judged]] = {seat: [] for seat in race.standings if seat < race.sheet.drivers}
    for each in judged:
        choices[each.entry.seat].append(each)
    found = []
    for seat, made in choices.items():
        car, figures = view.cars[seat], counted.cars[seat]
        if not made or car.status != FINISHED or seat in left:
            found.append(Account(seat, tuple(made), None, made[0].pace if made else 0.0))
            continue
        finish = figures.rounds, OVERSHOOT * (flag - car.at)
        gains = [(turn.round, turn.slipstream - turn.blocked) for turn in figures.turns]
        gained = tuple((turn, gain) for turn, gain in gains if gain and turn >= made[0].turn)
        found.append(Account(seat, tuple(made), finish, made[0].pace, gained))
    measured = [each for each in found if each.is_measured]
    if len(measured) < 2:
        return [replace(each, usual=_usual(each)) for each in found]
    count = len(measured)
    usual = fsum(each.traffic for each in measured) / count, fsum(each.luck for each in measured) / count
    return [replace(each, usual=usual) if each.is_measured else each for each in found]


def _usual(account: Account) -> tuple[float, float]:
    """Return the usual gains from traffic and from luck for a driver who has no others to compare with.

    The two cancel out, because `Account.lucks` already deducts the usual luck. Only the turns since the first choice
    count; both are 0 if the account is not measured.
    """
    turns = 0
    if account.finish is not None:
        turns = account.finish[0] - max(account.choices[0].turn, 1) + 1
    return USUAL_LUCK * turns, -USUAL_LUCK * turns


LEAST = 0.05
"""The minimum gain or loss that is mentioned, in rounds."""


def mistakes_words(account: Account) -> str:
    """Return the cost of a driver's mistakes in words, or a note that it is negligible or unknown."""
    if not account.choices:
        return fill(N_("None of this driver's choices can be judged."))
    if account.mistakes < LEAST:
        return fill(N_("No mistakes worth mentioning."))
    return fill(N_("Mistakes cost {amount}."), amount=_about(account.mistakes, account.pace))


def traffic_words(account: Account) -> str:
    """Return the gain or loss from traffic in words; "" if it is unknown."""
    none = N_("Traffic neither helped nor hurt.")
    return _gain_words(account, account.traffic, N_("Traffic saved {amount}."), N_("Traffic cost {amount}."), none)


def luck_words(account: Account) -> str:
    """Return the gain or loss from luck in words; "" if it is unknown."""
    none = N_("Luck neither helped nor hurt.")
    return _gain_words(account, account.luck, N_("Luck saved {amount}."), N_("Luck cost {amount}."), none)


def _gain_words(account: Account, gain: float, saved: Message, cost: Message, none: Message) -> str:
    """Return a gain or loss of turns in words; "" if it is unknown. `none` is the message for less than `LEAST`."""
    if not account.is_measured:
        return ""
    message = none if abs(gain) < LEAST else saved if gain > 0 else cost
    return fill(message, amount=_about(abs(gain), account.pace))


def measure_words(found: Iterable[Account]) -> str:
    """Return the standard that the drivers' traffic and luck are compared with, in words."""
    measured = add_up(each.is_measured for each in found)
    cases: dict[Message, object] = {
        N_("Traffic and luck are compared with the average driver of the race."): measured > 1,
        N_("Traffic and luck are compared with a typical race, because they are known for only one driver."): measured,
        N_("Traffic and luck are measured only for drivers who finish and whose choices can be judged."): True,
    }
    return fill(fitting(cases))


def choice_words(entry: LogEntry, name: str = "") -> str:
    """Return a choice and its round in words, and its driver's `name` if one is given."""
    decision = entry.before.decision
    assert decision is not None
    when = N_("Round {round}: {action}.") if entry.round else N_("Before the start: {action}.")
    who = N_("{name}, round {round}: {action}.") if entry.round else N_("{name}, before the start: {action}.")
    action = describe_action(decision, with_sorted_cards(entry.action))
    return fill(who if name else when, name=name, round=entry.round, action=action)


def cost_words(choice: Judged) -> str:
    return fill(N_("That cost {amount}."), amount=_about(choice.mistake, choice.pace))


def better_words(choice: Judged) -> str:
    """Return the better choice in words, and the reason for it."""
    better, reasons = N_("Better: {action}. {reason}"), choice.reasons
    action = describe_action(reasons.decision, choice.best)
    return fill(better, action=action, reason=reasons.instead(choice.best, choice.chosen)).strip()


def costly_words(choice: Judged) -> str:
    """Return a choice that cost something, its cost and the better choice, in words."""
    return sentences(choice_words(choice.entry), cost_words(choice), better_words(choice))


def verdict_words(entry: LogEntry, choice: Judged | None) -> list[str]:
    """Return the coach's verdict on a choice, in paragraphs; `choice` is None if it could not be judged."""
    if choice is None:
        return [fill(_unjudged(entry))]
    if choice.is_mistake:
        return [cost_words(choice), better_words(choice)]
    if choice.chosen != choice.best:
        best = describe_action(choice.reasons.decision, choice.best)
        return [fill(N_("As good as the coach's choice: {action}."), action=best)]
    why = choice.reasons.why(choice.best)
    return [fill(N_("The coach would have chosen the same."))] + ([why] if why else [])


def _unjudged(entry: LogEntry) -> str:
    """Return the reason why a choice has no verdict, as an untranslated message."""
    decision = entry.before.decision
    if isinstance(decision, UpgradeChoice):
        return N_("Choices of upgrades are not judged.")
    if not isinstance(decision, tuple(WEIGHED)):
        return N_("Choices of this kind are not judged.")
    return N_("The coach has nothing to compare here.")


def analysis_lines(analysis: Analysis) -> list[str]:
    """Return a heading, then the words on each driver's account and costliest mistakes."""
    sheet, lines = analysis.race.sheet, []
    for account in analysis.accounts():
        told = N_("{name}: {mistakes} {traffic} {luck}")
        words = {"mistakes": mistakes_words(account), "traffic": traffic_words(account), "luck": luck_words(account)}
        lines.append(fill(told, name=car_name(sheet, account.seat), **words).strip())
        lines += ["  " + costly_words(choice) for choice in account.costliest()]
    return [fill(N_("Mistakes and luck:")), *lines] if lines else []


def _about(rounds: float, pace: float) -> str:
    """Return a cost or a gain of rounds, with the spaces that they cover at a pace, as words for the gap {amount}."""
    about = NN_("about {rounds} rounds ({spaces} space)", "about {rounds} rounds ({spaces} spaces)", "spaces")
    return amount(about, rounds, pace)


def amount(message: Message, rounds: float, pace: float, **facts: str) -> str:
    """Return a message filled with rounds, and with the spaces (at least 1) that they cover at a pace."""
    return fill(message, rounds=figure(rounds), spaces=max(round(rounds * pace), 1), **facts)


def figure(rounds: float) -> str:
    """Return a number of rounds to one decimal place, never as "-0.0"."""
    return f"{round(rounds, 1) + 0.0:.1f}"
