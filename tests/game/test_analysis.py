"""After a race: the mistakes and the luck of every driver, and the costliest choices."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from heat_tui.drivers import KINDS
from heat_tui.drivers.course import OVERSHOOT
from heat_tui.drivers.outlook import course_for, turns_left_out
from heat_tui.engine.actions import Action, Discard, Plan, Retire
from heat_tui.engine.decisions import DiscardDecision, PickDecision, PlanDecision
from heat_tui.game.advice.analysis import (
    USUAL_LUCK,
    WORTH_TELLING,
    Account,
    Analysis,
    Judged,
    accounts,
    analysis_lines,
    better_words,
    choice_words,
    figure,
    is_analysed,
    judge,
    luck_words,
    measure_words,
    mistakes_words,
    traffic_words,
    verdict_words,
)
from heat_tui.game.advice.coach import analysis_of
from heat_tui.game.advice.first_race import SUGGESTED_LINE, first_race_setup
from heat_tui.game.figures.statistics import tally
from heat_tui.game.table.curtain import Curtain
from heat_tui.game.table.history import LogEntry
from heat_tui.game.table.match import Match
from heat_tui.game.telling.export import log_text
from heat_tui.game.telling.highlights import highlight_lines
from heat_tui.modules.championship.state import KEYS
from heat_tui.store.saved_race import Chosen, Controller, race_of
from tests.hints import hint_for
from tests.saves.races import new_match, step
from tests.saves.seasons import new_season, to_the_pause
from tests.tables import Table, driver, loop, planning
from tests.tui.races import finished
from tests.tui.table import usa
from tests.words.pseudo import PseudoTranslations, spoken, untranslated

STRAIGHT = loop(60)
FLAG = 181
"""The first place past the finish line, after two laps: the grid is before the line."""


def last_turn(hand: str, *, deck: str = "", retire: bool = False) -> Table:
    """Return a table at the plan of a car that is 3 spaces short of crossing the finish line, with an empty engine."""
    here = driver(FLAG - 3, gear=2, engine=0, hand=hand, deck=deck)
    return planning(STRAIGHT, here, driver(5, engine=0, hand="heat 1 1 1 1 1 1"), retire=retire)


def entry(table: Table, action: Action, round: int = 5) -> LogEntry:
    """Return the record of an action chosen at a table, which is left unchanged."""
    race = table.race
    assert race.decision is not None
    chosen = Chosen(race.decision.seat, action)
    return replace(LogEntry.of(race.clone(), chosen, "person", ()), round=round)


def judged(least: float, expected: float, turn: int) -> Judged:
    """Return a made-up judgement; the chosen action does not matter."""
    plan = Plan(1, ("1",))
    return Judged(entry(last_turn("1 1 1 1 1 1 1"), plan, turn), plan, least, expected)


def account(*choices: Judged, finish: tuple[int, float] | None = None) -> Account:
    return Account(0, choices, finish, 10.0)


@pytest.mark.deep
def test_a_mistake_is_the_difference_between_the_chosen_plan_and_the_best() -> None:
    """Past the finish line, every space is worth the same, so moving 5 instead of 12 loses 7."""
    found = judge(entry(last_turn("4 4 4 1 1 1 1"), Plan(2, ("4", "1"))))
    assert found is not None
    assert found.best == Plan(3, ("4", "4", "4"))
    assert found.best_turns == pytest.approx(-9 * OVERSHOOT)
    assert found.mistake == pytest.approx(7 * OVERSHOOT, rel=0.2)


def test_the_best_choice_is_not_a_mistake_in_any_order_of_its_cards() -> None:
    found = judge(entry(last_turn("4 4 3 1 1 1 1"), Plan(3, ("4", "3", "4"))))
    assert found is not None
    assert found.mistake == 0
    assert found.chosen_turns == found.best_turns


def test_a_driver_without_another_to_compare_with_is_compared_with_a_usual_race() -> None:
    finished, gave_up = account(finish=(9, 0.0)), account()
    assert measure_words([finished, finished]).endswith("compared with the average driver of the race.")
    assert measure_words([finished]).endswith("a typical race, because they are known for only one driver.")
    assert measure_words([finished, gave_up]) == measure_words([finished])
    assert measure_words([gave_up]).endswith("only for drivers who finish and whose choices can be judged.")


@pytest.mark.deep
def test_the_advice_counts_as_the_best_unless_the_choice_was_even_better() -> None:
    """Compared with the advised 8 spaces, moving 5 loses 3; moving 12 loses nothing."""
    table, advised = last_turn("4 4 4 1 1 1 1"), Plan(2, ("4", "4"))
    for plan, spaces in ((Plan(2, ("1", "4")), 3), (advised, 0), (Plan(3, ("4", "4", "4")), 0)):
        found = judge(entry(table, plan), advice=lambda _view, _decision: advised)
        assert found is not None
        assert found.mistake == pytest.approx(spaces * OVERSHOOT, rel=0.2)
        assert found.best == (advised if spaces else plan)


def test_choices_without_an_evaluation_are_not_judged() -> None:
    assert judge(entry(last_turn("4 4 4 1 1 1 1", retire=True), Retire())) is None
    cluttered = last_turn("heat heat heat heat heat heat heat")
    decision = cluttered.race.decision
    assert decision is not None
    assert judge(entry(cluttered, next(decision.options()))) is None


def test_luck_is_the_difference_between_a_draw_and_its_expectation() -> None:
    """A Stress card flips 1 or 3, equally likely; with the 3, the car ends a space further than expected."""
    table, plan = last_turn("stress 4 1 1 1 1 1", deck="3 1"), Plan(3, ("1", "4", "stress"))
    chosen = judge(entry(table, plan))
    assert chosen is not None
    assert chosen.mistake == 0
    assert chosen.chosen_turns == pytest.approx(-4 * OVERSHOOT)
    table.play(plan)
    end = (5, OVERSHOOT * (FLAG - (FLAG - 3 + 5 + 3)))
    assert account(chosen, finish=end).luck == pytest.approx(OVERSHOOT)


def test_a_round_that_passed_is_one_turn_and_average_luck() -> None:
    one, other = judged(10.0, 10.4, turn=1), judged(8.7, 8.7, turn=2)
    [luck, last] = account(one, other, finish=(10, -0.1)).lucks
    assert luck == pytest.approx(10 + 0.4 - (1 + USUAL_LUCK) - 8.7)
    assert last == pytest.approx(8.7 - 8 * (1 + USUAL_LUCK) + 0.1)
    within = account(judged(5.0, 5.0, turn=3), judged(4.75, 4.75, turn=3)).lucks
    assert within == [pytest.approx(0.25)]


def test_the_costliest_choices_come_first_and_cheap_ones_are_left_out() -> None:
    costs = [0.3, 1.0, WORTH_TELLING, 0.0, 0.5]
    choices = [judged(5.0, 5.0 + cost, turn) for turn, cost in enumerate(costs, start=1)]
    assert account(*choices).costliest() == [choices[1], choices[4], choices[0]]
    assert account(choices[3]).costliest() == []


@pytest.mark.long
def test_mistakes_and_luck_by_round_add_up() -> None:
    whole = next(each for each in analysed("chance", "steady").accounts() if each.seat == 0)
    turns = whole.by_turn()
    assert [turn for turn, *_ in turns] == sorted({choice.turn for choice in whole.choices})
    sums = [sum(figures) for figures in zip(*(figures for _turn, *figures in turns), strict=True)]
    assert sums == [pytest.approx(each) for each in (whole.mistakes, whole.traffic, whole.luck)]


@pytest.mark.long
@pytest.mark.parametrize("mulligan", [True, False])
def test_over_a_race_they_add_up_to_the_change_of_the_first_expectation(*, mulligan: bool) -> None:
    match = played("chance", "steady", "novice", mulligan=mulligan)
    found = Analysis(match).accounts()
    assert sum(each.luck for each in found) == pytest.approx(0)
    assert sum(each.traffic for each in found) == pytest.approx(0)
    for each in found:
        assert each.finish is not None
        first, (rounds, beyond) = each.choices[0], each.finish
        assert first.turn == (0 if mulligan else 1)
        lost = (rounds - first.turn) * (1 + USUAL_LUCK) + beyond - first.best_turns
        assert each.mistakes - each.traffic - each.luck - sum(each.usual) == pytest.approx(lost)


@pytest.mark.long
def test_laps_outside_the_evaluation_are_not_luck() -> None:
    """Values cover only the last two laps and a turn; the laps before these must not count as luck."""
    view = last_turn("4 4 4 1 1 1 1").race.view(0)
    assert turns_left_out(view) == 0
    far = planning(loop(60, laps=3), driver(60), driver(50)).race.view(0)
    assert turns_left_out(far) == pytest.approx(60 / course_for(far).pace)
    match = played("steady", "steady", laps=3)
    assert all(abs(each.luck) < 3 for each in Analysis(match).accounts())


def test_bad_driving_costs_more_than_good_driving() -> None:
    by_seat = {each.seat: each for each in analysed("chance", "steady").accounts()}
    assert by_seat[0].mistakes > 5 > 0.5 > by_seat[1].mistakes


def test_the_analysis_takes_one_choice_at_a_time() -> None:
    analysis = Analysis(finished())
    choices = analysis.choices
    assert analysis.left == choices
    found = analysis.judged(choices[1])
    assert [analysis.knows(each) for each in choices[:3]] == [False, True, False]
    assert analysis.left == [choices[0], *choices[2:]]
    analysis.accounts()
    assert analysis.left == []
    assert analysis.judged(choices[1]) is found


def test_the_coachs_suggestions_in_a_first_race_are_not_mistakes() -> None:
    match = Match.start(first_race_setup("Ada"), ("person",), lessons=True)
    for proposal in SUGGESTED_LINE:
        match.play(proposal.action)
    [ada] = analysis_of(match).accounts()
    assert ada.mistakes == 0
    assert ada.costliest() == []
    assert mistakes_words(ada) == "No mistakes worth mentioning."


def test_the_sentences_are_right() -> None:
    bad = account(judged(9.0, 9.0 + 1.2, turn=1), finish=(9, 10.2 - 8 * (1 + USUAL_LUCK) - 0.4))
    bad = replace(bad, pace=11.0)
    assert mistakes_words(bad) == "Mistakes cost about 1.2 rounds (13 spaces)."
    assert luck_words(bad) == "Luck saved about 0.4 rounds (4 spaces)."
    assert luck_words(account(judged(1.0, 1.0, 1), finish=(1, 1.1))) == "Luck cost about 0.1 rounds (1 space)."
    assert luck_words(account(judged(1.0, 1.0, 1), finish=(1, 1.01))) == "Luck neither helped nor hurt."
    assert (figure(-0.04), figure(0.25), figure(-0.06)) == ("0.0", "0.2", "-0.1")


def test_a_choice_is_shown_with_its_better_alternative_and_the_reason() -> None:
    found = judge(entry(last_turn("4 4 4 1 1 1 1"), Plan(2, ("4", "1"))))
    assert found is not None
    assert choice_words(found.entry) == "Round 5: gear 2 with 4 and 1."
    assert better_words(found) == "Better: gear 3 with 4, 4 and 4. Speed 12, over the finish line."


@pytest.mark.deep
def test_the_verdict_on_a_choice_gives_its_cost_or_calls_it_right() -> None:
    table = last_turn("4 4 4 1 1 1 1")
    wrong, good = entry(table, Plan(2, ("4", "1"))), entry(table, Plan(3, ("4", "4", "4")))
    cost, better = verdict_words(wrong, judge(wrong))
    assert cost.startswith("That cost about ")
    assert better == "Better: gear 3 with 4, 4 and 4. Speed 12, over the finish line."
    right = verdict_words(good, judge(good))
    assert right == ["The coach would have chosen the same.", "Speed 12, over the finish line."]
    as_good = Judged(wrong, Plan(3, ("4", "4", "4")), 1.0, 1.0)
    assert verdict_words(wrong, as_good) == ["As good as the coach's choice: gear 3 with 4, 4 and 4."]
    assert verdict_words(wrong, None) == ["The coach has nothing to compare here."]


def test_an_upgrade_gets_no_verdict_and_the_analysis_says_so() -> None:
    match = new_match("japan, a draft and every module")
    while match.decision is not None and not isinstance(match.decision, PickDecision):
        step(match, Random(1))
    step(match, Random(1))
    [*_before, picked] = match.log
    assert verdict_words(picked, judge(picked)) == ["Choices of upgrades are not judged."]


def test_every_driver_is_listed_by_place_and_no_legend() -> None:
    match = finished()
    told = analysis_lines(Analysis(match))
    assert told[0] == "Mistakes and luck:"
    places = [seat for seat in match.standings if seat < match.sheet.drivers]
    names = [match.sheet.entries[seat].name for seat in places]
    assert [line.partition(": ")[0] for line in told[1:] if not line.startswith(" ")] == names


def test_only_a_finished_race_with_a_coach_is_analysed() -> None:
    assert is_analysed(finished())
    assert not is_analysed(Match.start(usa("Ada"), ("steady",)))
    alone = Match.start(replace(usa("Ada"), coach=False), ("steady",))
    while not alone.over:
        alone.play_driver()
    assert not is_analysed(alone)
    assert not any("Mistakes" in line for line in log_text(alone))


def test_following_the_hint_is_not_a_mistake() -> None:
    match = Match.start(usa("Ada"), ("person",))
    curtain = Curtain(match)
    while not match.over:
        hint = hint_for(curtain)
        assert hint is not None
        match.play(hint.action)
    [ada] = Analysis(match).accounts()
    assert ada.costliest() == []


@pytest.mark.long
@pytest.mark.parametrize("kinds", [("chance", "steady"), ("novice",)])
def test_every_sentence_went_through_the_translation(kinds: tuple[Controller, ...]) -> None:
    match = played(*kinds)
    match.rename(0, "Ä")
    with spoken(PseudoTranslations()):
        analysis = Analysis(match)
        said = [*analysis_lines(analysis), *(verdict_words(each, analysis.judged(each))[0] for each in match.log)]
    assert [line for line in said if untranslated(line.replace("Driver steady 2", "Ä"))] == []


def played(*kinds: Controller, mulligan: bool = False, laps: int = 1) -> Match:
    """Return a finished race of automated drivers."""
    names = (f"Driver {kind} {number}" for number, kind in enumerate(kinds, start=1))
    match = Match.start(usa(*names, mulligan=mulligan, laps=laps), kinds)
    while not match.over:
        match.play_driver()
    return match


@cache
def analysed(*kinds: Controller) -> Analysis:
    """Return the analysis, shared by tests, of a finished race of automated drivers."""
    return Analysis(played(*kinds))


def gains(match: Match, seat: int) -> tuple[tuple[int, int], ...]:
    """Return a driver's turns with traffic, and the spaces gained by Slipstream, less those lost to cars in the way."""
    found = [(turn.round, turn.slipstream - turn.blocked) for turn in tally(match).cars[seat].turns]
    return tuple(each for each in found if each[1])


def test_traffic_and_luck_are_those_of_the_turns_from_the_first_choice_that_was_judged() -> None:
    """One driver's first choices and all of another's cannot be judged, as with a Sponsorship in hand."""
    match = played("steady", "steady", "steady")
    analysis, traffic = Analysis(match), [gains(match, seat) for seat in range(3)]
    last = traffic[1][-1][0]
    assert traffic[1][0][0] < last
    assert traffic[2]
    first = next(each for each in analysis.choices if each.seat == 0)
    late = next(each for each in analysis.choices if each.seat == 1 and each.round == last)
    made = [each for each in map(analysis.judged, (first, late)) if each is not None]
    measured = sorted(accounts(match, made), key=lambda account: account.seat)
    assert [each.towed for each in measured] == [traffic[0], traffic[1][-1:], ()]
    assert [each.finish is None for each in measured] == [False, False, True]
    assert sum(each.luck for each in measured[:2]) == pytest.approx(0)
    assert measured[2].usual == (0.0, 0.0)
    assert mistakes_words(measured[2]) == "None of this driver's choices can be judged."


def test_the_rounds_before_a_snapshot_are_not_luck() -> None:
    whole = played("steady", "steady")
    base = race_of(whole.log[len(whole.log) // 2].before).snapshot()
    match = Match.resume(replace(whole.saved(), base=base, record=()), store=None)
    while not match.over:
        match.play_driver()
    for each in Analysis(match).accounts():
        assert each.finish is not None
        assert each.finish[0] == [entry.round for entry in match.log if entry.seat == each.seat][-1]
        assert abs(each.luck) < 3


def test_a_lone_driver_is_compared_only_over_the_rounds_since_a_snapshot() -> None:
    whole = played("steady")
    at = next(place for place, each in enumerate(whole.log) if each.round == 4)
    base = race_of(whole.log[at].before).snapshot()
    match = Match.resume(replace(whole.saved(), base=base, record=()), store=None)
    for each in whole.log[at:]:
        match.play(each.action)
    [[all_turns], [turns]] = ([each.by_turn() for each in Analysis(race).accounts()] for race in (whole, match))
    assert turns[0][0] == 4
    assert turns == [pytest.approx(each) for each in all_turns[3:]]


@pytest.mark.point("N15")
def test_an_account_ends_when_its_driver_gives_up() -> None:
    match, random = Match.start(usa("Ada", "Bo", laps=1), ("person", "steady")), Random(1)
    while not match.over:
        if len(match.log) == 9:
            match.hand_over(0, "steady")
        step(match, random)
    analysis = Analysis(match)
    assert {entry.controller for entry in match.log if entry.seat == 0} == {"person", "steady"}
    assert {entry.controller for entry in analysis.choices if entry.seat == 0} == {"person"}
    assert {entry.controller for entry in analysis.choices if entry.seat == 1} == {"steady"}
    ada, bo = sorted(analysis.accounts(), key=lambda account: account.seat)
    assert (ada.finish, len(ada.lucks)) == (None, len(ada.choices) - 1)
    assert (ada.towed, ada.usual) == ((), (0.0, 0.0)), "the traffic of the driver who took over is not Ada's"
    assert (traffic_words(ada), luck_words(ada)) == ("", "")
    assert bo.finish is not None
    assert traffic_words(bo)
    told = dict(line.split(": ", 1) for line in analysis_lines(analysis)[1:] if not line.startswith(" "))
    assert told["Ada"] == mistakes_words(ada)
    assert any("Steady takes over from Ada." in line for line in highlight_lines(match))


def test_the_sponsorships_of_others_stay_secret_during_a_season() -> None:
    match = new_season("1961, two people and 2 Legends")
    random, hidden = Random(2), 0
    while not (match.over or hidden):
        to_the_pause(match, random)
        choices = Analysis(match).choices
        assert not any(KEYS.intersection(race_of(entry.before).cars[entry.seat].hand) for entry in choices)
        held = [entry for entry in match.log if KEYS.intersection(race_of(entry.before).cars[entry.seat].hand)]
        hidden = sum(isinstance(entry.before.decision, PlanDecision) for entry in held)
        match.hand_over(1, "steady")
        own = {entry.seat for entry in held if entry in Analysis(match).choices}
        assert own <= {0}
        match.hand_over(1, "person")
        if match.rests:
            match.next_race()
    assert hidden, "somebody holds a Sponsorship"


@pytest.mark.parametrize(("people", "judged"), [(1, True), (2, False)])
def test_discarding_nothing_behind_a_curtain_is_not_judged(people: int, *, judged: bool) -> None:
    match = Match.start(usa("Ada", "Bo", laps=1), (*["person"] * people, *["steady"] * (2 - people)))
    while not match.over:
        seat, decision = match.to_move, match.decision
        assert decision is not None
        if seat is None or match.controllers[seat] != "person":
            match.play_driver()
        else:
            keeps = isinstance(decision, DiscardDecision)
            match.play(Discard() if keeps else KINDS["steady"].make(1).choose(match.view(seat), decision))
    analysis = Analysis(match)
    kept = [entry for entry in match.log if entry.seat == 0 and entry.action == Discard()]
    assert kept
    assert any(entry in analysis.choices for entry in kept) == judged
    assert any(analysis.judged(entry) is not None for entry in kept) == judged


def test_a_mistake_is_named_only_if_it_costs_more_than_twice_its_standard_error() -> None:
    made = judged(5.0, 5.2, turn=1)
    for error, named in ((0.0, True), (0.1, True), (0.11, False)):
        assert replace(made, error=error).is_mistake == named
    assert not judged(5.0, 5.0 + 0.9 * WORTH_TELLING, turn=1).is_mistake
