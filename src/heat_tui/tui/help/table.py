"""Help on the race itself and on everything a driver is asked."""

from __future__ import annotations

from typing import Final

from heat_tui.language import _
from heat_tui.tui.help.topic import Topic

TABLE: Final = (
    Topic(
        "race",
        lambda: _("At the race"),
        lambda: (
            _(
                "The top line says where the race stands: lap, round, step, and whose turn it is. Then come the "
                "track with standings and log, the strip of the spaces around your car, and at the bottom your "
                "seat: what a choice would lead to, the choice itself, and the board of the car."
            ),
            _(
                "A round has two parts. First everybody **plans** in secret: a gear, and as many cards. Then the "
                "cars take their **turns** from first to last: reveal, move, react, slipstream, pay for corners, "
                "discard, draw."
            ),
            _(
                "The line above your choice tells its **consequences** before anything is done: a, b and c are the "
                "places where the car could land, marked on the track as well, each with its Heat and the odds."
            ),
            _(
                "- **{undo}** takes back your last choice, **{undo_turn}** the whole turn, up to the last thing "
                "that came to light. **{take_back}** goes further if everybody agrees, and the result tells of it."
            ),
            _(
                "- **{map}** the track on the whole screen, **{inspect}** a cursor that explains any space, car or "
                "sign."
            ),
            _("- **{log}** the whole story, **{standings}** the standings, **{deck}** what is left in your own deck."),
            _(
                "- **{seats}** between rounds: rename drivers, or hand a seat to another person or an automated "
                "driver. **{cover}** covers your cards, or uncovers them in your own turn."
            ),
            _("- **{pause}** stops a race that drives by itself, and **{step}** lets it take one step."),
            _("In the first race a coach explains what matters next; **{lesson}** or a click reads on."),
            _("Leaving is safe at any moment: every choice is saved when it is made."),
        ),
        ("T", "V", "K"),
    ),
    Topic(
        "curtain",
        lambda: _("The curtain"),
        lambda: (
            _(
                "Several people share this screen, and cards are secret. The curtain asks for one person: when you "
                "are alone at the screen, press **{lift}** or click, and your cards are shown, nobody else's."
            ),
            _("As soon as you have confirmed, they are gone again, and the next person is asked for."),
            _(
                "The cards are covered too when you press **{cover}** and when the terminal loses the focus. Log, "
                "map, standings and help never show anything secret."
            ),
        ),
        ("T", "K"),
    ),
    Topic(
        "mulligan",
        lambda: _("Mulligan"),
        lambda: (
            _(
                "Once, before the first round, you may swap your whole hand for a new one. It costs 1 Heat from "
                "your engine. The old cards are shuffled back first."
            ),
            _("Worth it with a hand full of Stress or of the same slow cards; otherwise 1 Heat is a Boost later."),
        ),
        ("O",),
    ),
    Topic(
        "plan",
        lambda: _("Planning"),
        lambda: (
            _(
                "Choose a **gear** with **{gear_down}** and **{gear_up}**, or click on it, and exactly as many "
                "**cards** with **{card}**. The sum of the cards is your speed: so far your car moves. "
                "**{confirm}** plans it."
            ),
            _(
                "One gear up or down is free, two cost 1 Heat. Heat cards cannot be played; they wait in your hand "
                "for a Cooldown, which gears 1 and 2 give."
            ),
            _(
                "Watch the next corner: crossing its line faster than the limit costs 1 Heat for each speed above "
                "it. If the engine cannot pay, the car **spins out**: back before the line, Stress into your hand, "
                "gear 1. Stopping right before a line and crossing it slowly next round is often the answer."
            ),
            _(
                "**Stress** is played blind: it turns up Basic cards from your deck, 1 to 4 of speed. The odds are "
                "told as a driver knows them who remembers every card."
            ),
            _("While you plan, the other cars are taken to stay where they are, since nobody knows better yet."),
            _(
                "If too few of your cards can be played for any gear in reach, your hand is **cluttered**: the car "
                "stands still this turn and falls to gear 1, where it cools."
            ),
            _("**{back}** puts all cards back, **{undo}** reopens a plan that you have confirmed."),
        ),
        ("1", "2", "P"),
    ),
    Topic(
        "react",
        lambda: _("React"),
        lambda: (
            _(
                "Your car has moved. Now use what you have, one thing at a time and in any order, or be done. "
                "Choose a line with up and down or its number; left and right change an amount; **{confirm}** does "
                "it."
            ),
            _("- **Cooldown** puts Heat cards from your hand back into the engine: 3 in gear 1, 1 in gear 2."),
            _(
                "- **Boost** costs 1 Heat and turns up one Basic card, 1 to 4: the car moves on at once, and its "
                "speed grows, corners included. Once a turn, in any gear."
            ),
            _("- **Adrenaline** helps the last cars: 1 more space and speed, and 1 Cooldown, each if you like."),
            _(
                "Each line says what it would cost to stop there, before and after. What costs more than being "
                "done, or may end in a spin out, is asked once more."
            ),
        ),
        ("4", "5", "P"),
    ),
    Topic(
        "slipstream",
        lambda: _("Slipstream"),
        lambda: (
            _(
                "Beside another car or right behind one, you may be drawn along for 2 spaces. Your speed stays the "
                "same, but a corner line that you cross this way is checked as well."
            ),
            _("The map and the line above show where it leads and which corner it would cross. Once a turn only."),
        ),
        ("6", "7"),
    ),
    Topic(
        "discard",
        lambda: _("Discarding"),
        lambda: (
            _(
                "Before your hand is filled up again you may put away any cards that do not suit what comes next. "
                "Choose them with **{card}**; **{confirm}** with none chosen keeps them all."
            ),
            _("Heat and Stress cannot be discarded: Heat leaves by Cooldown, Stress by being played."),
            _("Slow corners ahead ask for low cards, a long straight for high ones."),
        ),
        ("8", "9"),
    ),
    Topic(
        "seats",
        lambda: _("Who sits where"),
        lambda: (
            _(
                "Between rounds every seat can be given another name, and another driver: a person at this screen, "
                "or an automated one. It can be given back in the same way."
            ),
            _(
                "An automated driver plays the same cards by the same rules, and sees no more than a person there "
                "would."
            ),
        ),
    ),
    Topic(
        "take-back",
        lambda: _("An agreed take-back"),
        lambda: (
            _(
                "Undo stops where something hidden came to light. Together the table may go further: say how many "
                "choices, and everybody has to agree."
            ),
            _("The log and the result tell of it, since what was seen cannot be forgotten."),
        ),
    ),
)
