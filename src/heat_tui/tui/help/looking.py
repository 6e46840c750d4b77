"""Help on everything that is looked at or read."""

from __future__ import annotations

from typing import Final

from heat_tui.language import _
from heat_tui.tui.help.topic import Topic

LOOKING: Final = (
    Topic(
        "map",
        lambda: _("The map"),
        lambda: (
            _(
                "The whole track. Every space has two spots side by side; the marked ones are on the **race "
                "line**, which decides who is ahead when two cars share a space. The shade of the road changes "
                "with every space."
            ),
            _(
                "A line across the road with a number beside it is a corner and its **limit**. The dashed line "
                "before it is for Legends, the chequered one is start and finish."
            ),
            _("Cars show their number and which way they drive. Letters are the places where your car could land."),
            _("**{counts}** counts down the spaces to the next corner, **{inspect}** starts the cursor."),
        ),
        ("V", "7"),
    ),
    Topic(
        "inspect",
        lambda: _("The inspect cursor"),
        lambda: (
            _(
                "Point at anything and it is explained in words. **{ahead}** and **{behind}** move along the road, "
                "**{other_spot}** changes the spot, **{next}** jumps to the next car, corner or sign; or click on "
                "it."
            ),
            _("It only ever tells what everybody at the table may know, and your own cards while they lie open."),
        ),
        ("V", "K"),
    ),
    Topic(
        "standings",
        lambda: _("The standings"),
        lambda: (
            _(
                "All cars from first to last: lap and space, how many spaces behind the car ahead, gear, Heat left "
                "in the engine, and cards in the hand. All of that is open to everybody."
            ),
            _("+0 is the off spot of the same space: the car on the race line is ahead there."),
        ),
        ("V", "K"),
    ),
    Topic(
        "deck",
        lambda: _("Your deck"),
        lambda: (
            _(
                "What is left to be drawn and what lies in your discard pile, by kind. You could know all of this "
                "by remembering every card; only the order is secret, and nobody knows it."
            ),
            _("In a race without the memory aid both piles are shown as one, as for a driver who forgets."),
            _("The discard pile is shuffled into a new draw deck when that has run out."),
        ),
        ("P", "K"),
    ),
    Topic(
        "log",
        lambda: _("The log"),
        lambda: (
            _("Everything that has happened, with the reasons, and nothing that is secret."),
            _("- **{next_round}** and **{previous_round}** go from round to round."),
            _("- **{search}** searches; **{next_hit}** and **{previous_hit}** go through what was found."),
            _("- **{export}** saves it as a text file. Nothing is ever overwritten."),
        ),
    ),
    Topic(
        "season",
        lambda: _("The season"),
        lambda: (
            _(
                "**Standings**: points, wins, and what every race has brought, the points of a race's winner "
                "underlined. In the bars below each race is a part of its own with its number in it."
            ),
            _(
                "**Calendar**: up and down go through the races. A sign tells which are over and which one is next; "
                "beside it are its track, its event, where the press stands, and its weather once that is drawn."
            ),
            _(
                "**Garages**: everybody's upgrades, and how many Sponsorships each holds. Which they are only their "
                "driver knows."
            ),
            _(
                "Between two races the table rests here: **{next_race}** begins the next one, **{race_result}** shows "
                "the result of the last one in full, and **{export}** saves the standings as CSV, JSON, Markdown or "
                "text. Between two years of a career everybody keeps an upgrade first. Everything is saved, so the "
                "season can go on another day. During a race **{season}** opens and closes this screen."
            ),
        ),
        ("E",),
    ),
    Topic(
        "results",
        lambda: _("The result"),
        lambda: (
            _(
                "The podium, all places, and the figures of every car. Where there is room, everything is shown at "
                "once; otherwise left and right turn the pages."
            ),
            _(
                "- **Heat paid** has its causes: for shifts of two gears, Boosts, corners over the limit, and what "
                "was left in the engine at a spin out. **Over limit** counts corners taken too fast, "
                "**slipstream** the spaces won."
            ),
            _(
                "- In the chart of **places by round** up and down follow one car; the dots begin where a car came "
                "home."
            ),
            _(
                "**{again}** races the same setup once more with a new seed, **{log}** opens the log, **{export}** "
                "saves it as text, **{title}** goes to the title."
            ),
            _("In a season **{on_to_season}** goes on to the standings of the season."),
            _("The seed, with the same setup, gives the same grid and decks again."),
        ),
        ("F",),
    ),
)
