"""The questions to a driver, shared by both front ends: one shows them as widgets, the other as lines.

`form_of` returns the form of a decision; `Choice` presents a decision to its driver, with previews and warnings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any, Final, Generic, TypeVar

from heat_tui.engine import actions, decisions
from heat_tui.engine.forecast import Forecast
from heat_tui.engine.record import record
from heat_tui.engine.symbols import HARMLESS, MANDATORY
from heat_tui.engine.view import SeatView
from heat_tui.exact import add_up
from heat_tui.language import N_, _, ngettext, row, translated
from heat_tui.modules.garage.words import market_words
from heat_tui.words.cards import card_list, card_name
from heat_tui.words.forecasts import in_short, preview, table_lines
from heat_tui.words.module import module_decisions
from heat_tui.words.questions import ask, describe_action, explain, explain_use
from heat_tui.words.refusals import refusal

D = TypeVar("D", bound=decisions.Decision, covariant=True)


@record
class Choice(Generic[D]):
    """A decision with the name of its driver, the view of that seat, and a function that forecasts an action.

    After the move, `wanted` is the coach's answer or the one that the evaluation finds best, whatever it costs; a
    discard must be clearly better than keeping all cards. `wanted` is None before the move, and for a discard from a
    covered hand. In steps 5 and 6, `suggested` is the answer that the cursor starts on: the coach's, or else the
    one that the evaluation finds best of those that are free, mandatory or end the step; otherwise None.
    `discards` are the cards that finishing the turn would discard, () if none or if they must not be revealed.
    """

    name: str
    view: SeatView
    decision: D
    forecast: Callable[[actions.Action], Forecast]
    suggested: actions.Action | None = None
    wanted: actions.Action | None = None
    discards: tuple[str, ...] = ()

    @property
    def question(self) -> str:
        return ask(self.view, self.decision)

    @property
    def help(self) -> list[str]:
        """An explanation of the options, as paragraphs."""
        return explain(self.decision)

    @property
    def answers(self) -> list[actions.Action]:
        """The answers to show in a list; of the choices of values that make the same speed, only the best one."""
        answers = list(form_of(self.decision).answers(self.decision))
        if isinstance(self.decision, decisions.ChooseValuesDecision):
            return [self._best(list(alike)) for _speed, alike in groupby(answers, key=_total_of)]
        return answers

    def _best(self, alike: list[actions.Action]) -> actions.Action:
        """Return the suggested choice of values among those that make the same speed, or else the safest of them."""
        for action in alike:
            if len(alike) == 1 or action == self.suggested:
                return action
        told = [self.forecast(action) for action in alike]
        return alike[min(range(len(alike)), key=lambda each: (told[each].spin_chance, told[each].most_heat))]

    @property
    def default(self) -> tuple[int, actions.Action]:
        """The index in `answers` where the cursor starts, and the suggested answer, else the first.

        The suggested answer may be a variant of the one in `answers`. A suggested Salvage is replaced by the listed
        one without cards, because the cards are asked for separately.
        """
        answers, wanted = self.answers, self.suggested
        if wanted is not None:
            salvage = salvage_of(self.decision, wanted)
            for place, answer in enumerate(answers):
                if wanted in self.variants(answer):
                    return place, wanted
                if salvage is not None and salvage_of(self.decision, answer) == salvage:
                    return place, answer
        return 0, answers[0]

    def variants(self, action: actions.Action) -> list[actions.Action]:
        """Return the variants of an answer (`Form`), in order; only the answer itself if it has no others."""
        return list(form_of(self.decision).variants(self.decision, action))

    def words(self, action: actions.Action) -> str:
        return describe_action(self.decision, action)

    def label(self, action: actions.Action, *, short: bool = False) -> str:
        """Return an answer as a line of a list, marked if it is mandatory, has variants or is not possible yet.

        If `short`, variants are marked with arrows only.
        """
        more = len(self.variants(action)) > 1
        match action:
            case actions.Exchange(give=str(give), take=str(take)):
                exchange = _("{give} for ◄ {take} ►") if more else _("{give} for {take}")
                return exchange.format(give=card_name(give), take=card_name(take))
            case actions.React(symbol=None) if self.refusal(action) is not None:
                return _("end this step: not yet")
            case actions.React(symbol=decisions.SALVAGE):
                salvage = _("salvage up to {count} with {card}")
                return salvage.format(count=action.amount, card=card_list([action.source]))
            case actions.ChooseValues(values=values):
                words = ngettext("value {values}: {outcome}", "values {values}: {outcome}", len(values))
                chosen, outcome = row([str(value) for _card, value in values]), self.forecast(action)
                return words.format(values=chosen, outcome=in_short(self.view, outcome))
            case actions.React() if is_must(action):
                return _("{action} (mandatory)").format(action=self.words(action))
            case actions.React() if more and short:
                return _("{action} ◄ ►").format(action=self.words(action))
            case actions.React() if more:
                return _("{action} (◄ ► more or less)").format(action=self.words(action))
        return self.words(action)

    def lead(self, action: actions.Action) -> str:
        """Return the words that introduce the preview of an answer; for an upgrade, its effect."""
        words = capitalized(self.words(action))
        match action:
            case actions.OneCard(card=card):
                return market_words(card)
            case actions.Exchange(take=str(take)):
                return _("You take {take}: {words}").format(take=card_name(take), words=market_words(take))
            case actions.Exchange():
                return _("{action}.").format(action=words)
            case actions.Refresh():
                return _("{question} {answer}.").format(question=self.question, answer=words)
        return _("{action}:").format(action=words)

    def on_the_map(self, action: actions.Action) -> Forecast:
        """Return the forecast whose landings the map shows; for a choice of values, it covers all the values listed."""
        told = self.forecast(action)
        if not isinstance(action, actions.ChooseValues):
            return told
        every = [each for each in self.answers if isinstance(each, actions.ChooseValues)]
        return replace(told, by_values=tuple((each.values, self.forecast(each).outcomes) for each in every))

    def preview(self, action: actions.Action) -> list[str]:
        """Return the effect of an answer, in sentences."""
        return preview(self.view, self.forecast(action))

    def table(self, action: actions.Action) -> list[str]:
        """Return the possible outcomes of an answer, one per line; [] unless there are several."""
        return table_lines(self.view, self.forecast(action))

    @property
    def has_odds(self) -> bool:
        """True if an allowed answer has several possible outcomes."""
        return any(self.refusal(action) is None and self.table(action) for action in self.answers)

    def refusal(self, action: actions.Action) -> str | None:
        """Return the reason why an answer is not allowed; None if it is allowed."""
        objection = self.decision.objection(action)
        return None if objection is None else refusal(objection)

    def reason_against(self, action: actions.Action) -> str | None:
        """Return why a listed answer cannot be chosen as it is, None if it can; for a Salvage, an explanation of it."""
        use = salvage_of(self.decision, action)
        return self.refusal(action) if use is None else explain_use(use)

    @property
    def pile(self) -> tuple[str, ...]:
        """The driver's discard pile, if a use in the decision looks through it, else ()."""
        return self.decision.pile if isinstance(self.decision, decisions.ReactDecision) else ()

    @property
    def pile_lines(self) -> list[str]:
        """A line with the cards of `pile`; [] if it is empty."""
        return [_("Your discard pile: {cards}.").format(cards=card_list(self.pile))] if self.pile else []

    def needs_care(self, action: actions.Action) -> bool:
        """Return whether an allowed answer needs confirmation: it forgoes something free, or is risky.

        Retiring always does. A plan or a choice of values does if it may lead to a spin out, and a plan also if the
        hand is cluttered. Ending the reactions does if a spin out is possible but not yet inevitable. A reaction or a
        Slipstream does if it makes a spin out likelier than declining it would, with all possible cooling; a reaction
        also if a spin out is possible while the step cannot be ended. Mandatory and harmless uses need no confirmation;
        Heat alone needs none because every preview shows it.
        """
        if self.forgone(action):
            return True
        match action:
            case actions.Retire():
                return True
            case actions.Plan():
                then = self.forecast(action)
                return bool(then.spin_chance or then.cluttered)
            case actions.React(symbol=None):
                return bool(self.forecast(action).spin_chance) and not is_doomed(self.decision, self.forecast)
            case actions.ChooseValues():
                return bool(self.forecast(action).spin_chance)
            case actions.React(symbol=symbol) if symbol in MANDATORY or symbol in HARMLESS:
                return False
            case actions.React():
                now = self._done
                return self.forecast(action).spin_chance > (Fraction(0) if now is None else _spins(now))
            case actions.Slipstream():
                return self.forecast(action).spin_chance > _spins(self.forecast(actions.STAY))
            case _:
                return False

    def asks_nothing(self, action: actions.Action) -> bool:
        """Return whether an answer ends the step, must be given, or costs nothing."""
        return action in (actions.DONE, actions.STAY) or is_must(action) or self.is_free(action)

    def is_free(self, action: actions.Action) -> bool:
        """Return whether an answer is a Slipstream or a use of a symbol that costs nothing.

        Such an answer costs no Heat and no card, turns no card over, adds no Heat at the corners, and makes no spin out
        likelier. Staying is not a Slipstream.
        """
        if isinstance(action, actions.Slipstream):
            return action.distance > 0 and not _is_dearer(self.forecast(action), self.forecast(actions.STAY))
        use, sheet = use_of(self.decision, action), self.view.sheet
        if use is None:
            return False
        effect = sheet.symbols[use.symbol].effect(sheet.cards, use, use.most)
        if use.heat or effect.paid or effect.owed or effect.flips or effect.card:
            return False
        if use.symbol in HARMLESS:
            return True
        then, now = self.forecast(use.in_full()), self._done
        return not (then.spin_chance if now is None else _is_dearer(then, now))

    @property
    def _done(self) -> Forecast | None:
        """The forecast of ending the reactions, None while the step cannot be ended."""
        return self.forecast(actions.DONE) if self.decision.objection(actions.DONE) is None else None

    @property
    def ends_turn(self) -> bool:
        """True in the steps after the move, which `advice.finish_turn` may finish for the driver."""
        return isinstance(self.decision, END_OF_TURN)

    @property
    def obvious(self) -> actions.Action | None:
        """The wanted answer, if there is one and it leaves nothing to decide; otherwise None.

        Nothing is left to decide in a free or mandatory use, a free Slipstream, Refresh, discarding nothing, or ending
        the step without confirmation. Spending Heat, discarding cards and risking an avoidable spin out are decisions.
        """
        match self.wanted:
            case None:
                return None
            case actions.Discard(cards=()) | actions.Refresh() as wanted:
                return wanted
            case actions.Discard():
                return None
            case wanted if wanted in (actions.DONE, actions.STAY):
                return None if self.needs_care(wanted) else wanted
            case wanted:
                return wanted if self.asks_nothing(wanted) else None

    @property
    def proposal(self) -> actions.Action | None:
        """The answer that Enter alone gives when finishing the turn stops to ask.

        It is the suggested answer if that is free, mandatory or ends the step, else the first answer, which is
        mandatory or ends the step; without a suggested answer, as for a discard, it is `wanted`, which may be None.
        """
        if self.suggested is None:
            return self.wanted
        return self.suggested if self.asks_nothing(self.suggested) else self.answers[0]

    def forgone(self, action: actions.Action) -> str:
        """Return a sentence on the free use that an answer would forgo by ending the step; "" if there is none."""
        free = self.suggested
        if free is None or action not in (actions.DONE, actions.STAY) or not self.is_free(free):
            return ""
        return _("Still free: {action}.").format(action=self.words(free))


def use_of(decision: decisions.Decision, action: actions.Action) -> decisions.Use | None:
    """Return the use of a symbol that an action makes, as the decision offers it; None if no offered use matches."""
    if not isinstance(decision, decisions.ReactDecision) or not isinstance(action, actions.React):
        return None
    return next((use for use in decision.uses if (use.symbol, use.source) == (action.symbol, action.source)), None)


def salvage_of(decision: decisions.Decision, action: actions.Action) -> decisions.Use | None:
    """Return the Salvage that a listed answer uses, whose cards are yet to be chosen; None for other answers."""
    use = use_of(decision, action)
    return use if use is not None and use.symbol == decisions.SALVAGE else None


def capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


def is_must(action: actions.Action) -> bool:
    """Return whether an action uses a mandatory symbol."""
    return isinstance(action, actions.React) and action.symbol in MANDATORY


def card_of(action: actions.Action) -> str:
    """Return the card of an action that chooses one: the upgrade that it takes, puts away or keeps."""
    assert isinstance(action, actions.OneCard)
    return action.card


def _reactions(decision: decisions.ReactDecision) -> list[actions.Action]:
    """List the mandatory uses, then the end of the step, then the other uses; a refused end of the step comes last."""
    uses: list[actions.Action] = [use.in_full() for use in decision.uses]
    must, may = [use for use in uses if is_must(use)], [use for use in uses if not is_must(use)]
    return [*must, actions.DONE, *may] if decision.may_end else [*must, *may, actions.DONE]


def _amounts(decision: decisions.ReactDecision, action: actions.Action) -> list[actions.Action]:
    """List a use of a symbol in all its amounts, in ascending order; only the answer itself if it uses no symbol.

    A Salvage is also listed only as it is, because its cards are chosen separately.
    """
    use = use_of(decision, action)
    if use is None or use.symbol == decisions.SALVAGE:
        return [action]
    return [actions.React(use.symbol, use.source, amount) for amount in range(use.least, use.most + 1)]


def _total_of(action: actions.Action) -> int:
    assert isinstance(action, actions.ChooseValues)
    return add_up(value for _card, value in action.values)


def _cards(decision: decisions.OneCardDecision) -> list[actions.Action]:
    """List an answer for every card; equal cards are listed separately."""
    return [decision.answer(card) for card in decision.among()]


def _exchanges(decision: decisions.ExchangeDecision) -> list[actions.Action]:
    """List the answer that keeps all, then an exchange of each owned card for the first different one in the market."""
    variants = [_for_card(decision, give) for give in dict.fromkeys(decision.owned)]
    return [actions.KEEP_ALL, *(takes[0] for takes in variants if takes)]


def _takes(decision: decisions.ExchangeDecision, action: actions.Action) -> list[actions.Action]:
    """List the exchanges that give away the same card as an answer; only the answer itself if it keeps all."""
    if not isinstance(action, actions.Exchange) or action.give is None:
        return [action]
    return _for_card(decision, action.give)


def _for_card(decision: decisions.ExchangeDecision, give: str) -> list[actions.Action]:
    """List every exchange of a card for a different one in the market."""
    return [actions.Exchange(give, take) for take in dict.fromkeys(decision.market) if take != give]


@record
class Form:
    """The form in which one kind of decision is asked for.

    `topic` is its page of the help. If cards are covered, `task` says what the driver is asked to do, and `call` is the
    request in the line-based game. `title` is the heading of the list of answers, "" for none. If nothing is suggested,
    the first of the `answers` is the default. `variants` lists an answer in all its amounts, or an exchange with each
    card that can be taken for the one given away.
    """

    topic: str
    answers: Callable[[Any], Sequence[actions.Action]] = lambda decision: list(decision.options())
    variants: Callable[[Any, actions.Action], Sequence[actions.Action]] = lambda _decision, action: (action,)
    title: str = ""
    task: str = N_("look at your hand")
    call: str = N_("{name}, plan your turn: press Enter.")


END_OF_TURN: Final = (
    decisions.ReactDecision,
    decisions.SlipstreamDecision,
    decisions.DiscardDecision,
    decisions.RefreshDecision,
)
"""The decisions of a driver's turn after step 3."""

FORMS: Final[Mapping[type[decisions.Decision], Form]] = {
    decisions.PlanDecision: Form("plan", task=N_("plan your turn")),
    decisions.ReactDecision: Form(
        "react", _reactions, _amounts, call=N_("{name}, you may react: press Enter to see your cards.")
    ),
    decisions.SlipstreamDecision: Form("slipstream"),
    decisions.DiscardDecision: Form(
        "discard",
        task=N_("choose what to discard"),
        call=N_("{name}, you may discard: press Enter to see your hand, or type {none}."),
    ),
    decisions.PickDecision: Form("draft", _cards, title=N_("Take an upgrade from the market:")),
    decisions.PutAwayDecision: Form("draft", _cards, title=N_("Put one of your upgrades away:")),
    decisions.KeepDecision: Form("draft", _cards, title=N_("Keep one upgrade for the next season:")),
    decisions.ExchangeDecision: Form("exchange", _exchanges, _takes, N_("Last on the grid: exchange an upgrade?")),
    decisions.ChooseValuesDecision: Form("values", lambda decision: sorted(decision.options(), key=_total_of)),
    decisions.ReplaceDecision: Form("replace", title=N_("{owed} Heat to pay, at most {payable} available:")),
    decisions.RefreshDecision: Form("refresh"),
    decisions.NextRaceDecision: Form("season"),
}


def form_of(decision: decisions.Decision) -> Form:
    """Return the form of a decision; for one that a module defines, it is made from the module's words."""
    if decision.asked in module_decisions():
        words = module_decisions()[decision.asked]
        return Form(decision.asked, task=words.task, call=words.call)
    return FORMS[type(decision)]


def title_of(decision: decisions.Decision) -> str:
    """Return the title of the list of answers; "" if it has none."""
    title = translated(form_of(decision).title)
    if isinstance(decision, decisions.ReplaceDecision):
        return title.format(owed=decision.owed, payable=decision.payable)
    return title


def is_doomed(decision: decisions.Decision, forecast: Callable[[actions.Action], Forecast]) -> bool:
    """Return whether every choice but retiring is certain to end in a spin out."""
    options = (each for each in decision.options() if not isinstance(each, actions.Retire))
    return all(forecast(each).spin_chance == 1 for each in options)


def _is_dearer(then: Forecast, now: Forecast) -> bool:
    return then.most_heat > now.most_heat or then.spin_chance > _spins(now)


def _spins(now: Forecast) -> Fraction:
    """Return the chance of a spin out after all possible cooling."""
    return Fraction(0) if now.wastes_cooling else now.spin_chance
