"""The words of the mulligan."""

from __future__ import annotations

from heat_tui.engine.forecast import Forecast
from heat_tui.engine.view import SeatView
from heat_tui.language import N_
from heat_tui.modules.mulligan.answer import NAME, Mulligan, MulliganAnswered
from heat_tui.words.forecasts import engine_change
from heat_tui.words.formatter import fill
from heat_tui.words.module import DecisionWords, ModuleWords
from heat_tui.words.telling import either


def _preview(view: SeatView, forecast: Forecast) -> list[str]:
    engine = view.own.engine
    if not forecast.heat:
        return [fill(N_("You keep your hand and your {engine} Heat."), engine=engine)]
    return [
        fill(N_("You shuffle your whole hand into the draw deck and draw a new one.")),
        engine_change(engine, engine - forecast.heat),
    ]


WORDS = ModuleWords(
    titles={NAME: N_("mulligan")},
    events={
        MulliganAnswered: either(
            "taken",
            N_("{name} takes the mulligan: 1 Heat for a whole new hand."),
            N_("{name} keeps the opening hand."),
        )
    },
    clauses={MulliganAnswered: either("taken", N_("−1 Heat for a new hand"), N_("keeps the hand"))},
    go_on=(MulliganAnswered,),
    answers={Mulligan: either("take", N_("take the mulligan for 1 Heat"), N_("keep the hand"))},
    decisions={
        NAME: DecisionWords(
            step=N_("Before the start: mulligan"),
            question=lambda _decision, say: say(
                N_("Pay 1 of your {engine} Heat to swap your whole hand for a new one?"),
                engine=say.around.own.engine,
            ),
            help=(
                N_("The mulligan: once, before round 1, you may pay 1 Heat to swap your whole hand."),
                N_("You shuffle your hand into your draw deck and draw a new hand, or you keep the hand you have."),
            ),
            preview=_preview,
            task=N_("look at your opening hand"),
            call=N_("{name}, look at your opening hand: press Enter."),
            prompt=N_("{name}, swap your hand (yes, no)?"),
            typing=N_("Type {yes} to swap your hand, {no} to keep it."),
        )
    },
)
