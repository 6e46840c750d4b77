"""Help on the screens around a race."""

from __future__ import annotations

from typing import Final

from heat_tui.language import _
from heat_tui.tui.help.topic import Topic

MENUS: Final = (
    Topic(
        "start",
        lambda: _("Getting around"),
        lambda: (
            _(
                "Every screen lists its keys in the bottom row. **{help}** opens the help for what you are doing, "
                "**{back}** goes back one screen and never ends the game, **{leave}** asks whether to leave."
            ),
            _(
                "**{palette}** opens the commands: type a few letters of what you want, such as undo, theme or a "
                "word of the rules, and choose it with Enter."
            ),
            _("Everything can be done with the mouse too: click on buttons, cards, spaces, and on the keys below."),
            _(
                "In this help the arrow keys choose a page, Tab goes over to its text, and **{search}** searches "
                "all pages, keys and rules."
            ),
            _("**{screenshot}** saves a picture of the screen as an SVG file and tells you where it is."),
        ),
    ),
    Topic(
        "title",
        lambda: _("The title"),
        lambda: (
            _("Choose with the arrow keys and Enter."),
            _("- **Resume** goes on with the latest race that is not over. Every choice was saved when it was made."),
            _("- **New race** asks for track, drivers and rules. The last setup is remembered."),
            _("- **Championship** sets up a season: races with points, upgrades that stay, events and Sponsorships."),
            _(
                "- **First race** is the best start: one lap of the USA against two Legends, with everything "
                "explained when it first matters. You decide, and mistakes are allowed."
            ),
            _("- **Tracks** shows every track with its corners and limits."),
            _("- **Saved races** lists all races, to go on with, rename, copy or delete."),
            _("- **Settings** changes looks, animation, questions and keys."),
        ),
    ),
    Topic(
        "new-race",
        lambda: _("A new race"),
        lambda: (
            _(
                "There are three parts: track, drivers and rules. **{part_next}** goes to the next part, up and "
                "down to the next line, left and right change a value, and **{start}** starts the race from "
                "anywhere."
            ),
            _("The line at the top sums the race up, and the one at the bottom explains what you are on."),
            _(
                "- **Drivers** have a name of 1 to 40 characters and a car colour. Each is a person at this "
                "keyboard or an automated driver: Steady drives soundly, Chance does anything that is legal."
            ),
            _(
                "- **Legends** are cars without a driver, moved by cards of their own. They suit races of up to "
                "three drivers; a race has at most eight cars."
            ),
            _(
                "- **Preset** fills the rules in for a kind of race; go through them as you like, your own rules come "
                "back behind the last one. The lines below it are the advanced rules one by one."
            ),
            _(
                "- A line without arrows cannot be had in this race; stop there, and the line at the bottom says why. "
                "What you chose there is kept for a race that can have it."
            ),
            _("- **Handicap** takes 1 or 2 Heat out of an engine, for a driver who wins too often."),
            _(
                "- **Open table** does without curtains: everybody may see all hands. With one person there is "
                "never a curtain."
            ),
            _(
                "- **Seed**: the same setup and the same seed give the same grid, decks and Legend cards. Empty is "
                "by lot."
            ),
        ),
        ("S", "O", "L"),
    ),
    Topic(
        "new-season",
        lambda: _("A new season"),
        lambda: (
            _(
                "**Season** is a year with its own tracks and events, a season of your own, or a career: three years "
                "in a row. The list below is its calendar; go through it to see each track, where the press stands "
                "(P), and what is special about the race."
            ),
            _(
                "In a season of your own choose the number of races, and for the highlighted race its track and its "
                "event; or have all of them drawn anew. No event comes twice."
            ),
            _(
                "**{part_next}** goes on to drivers and rules, and **{start_season}** starts the season from "
                "anywhere. With fewer laps a season fits into an evening."
            ),
            _(
                "- **Sets in play** are those whose upgrades, Sponsorships, tracks and events are used. Years of an "
                "expansion bring its set along."
            ),
            _("Upgrades, weather and road conditions are always raced with. Everything is saved, between races too."),
        ),
        ("E", "O"),
    ),
    Topic(
        "tracks",
        lambda: _("Tracks"),
        lambda: (
            _(
                "Go through the list with the arrow keys and look at the map; **{race_here}** begins a race on "
                "that track."
            ),
            _(
                "A number beside the road is a corner's **speed limit**: it holds at the line across the road. The "
                "dashed line before a corner is the legends line, which only matters to Legends. The chequered "
                "line is start and finish."
            ),
            _("Your own tracks appear here too; a file that cannot be used is listed with the reason."),
        ),
        ("V",),
    ),
    Topic(
        "saved-races",
        lambda: _("Saved races"),
        lambda: (
            _(
                "Every race is saved after every choice, so there is no key for saving. Choose a race and press "
                "Enter to go on with it; a finished one shows its result."
            ),
            _("- **{rename}** renames a race, and **{delete}** deletes it, which asks first."),
            _("- **{export_save}** copies a race to a file, **{import_save}** takes one in from a file."),
            _("A file that cannot be used stays where it is and is listed with the reason."),
        ),
    ),
    Topic(
        "settings",
        lambda: _("Settings"),
        lambda: (
            _(
                "Up and down choose a line, left and right change it. It holds at once and is remembered. A value "
                "that came from the command line or the environment says so, and is stronger for this run."
            ),
            _("- **Theme**: the colours of everything but the cars; dark, light and many more."),
            _("- **Car colours**: the game's, or those of Okabe and Ito, which nearly all eyes can tell apart."),
            _("- **Animation**: off, fast or normal. Any key skips what is moving."),
            _("- **Signs**: ASCII alone, for terminals that cannot show more."),
            _("- **Ask again**: before anything that costs more Heat or may end in a spin out."),
            _("- **Memory aid**: odds know what is left in your own deck. It holds for races begun from then on."),
            _("- **Bell** and **terminal title** tell whose turn it is."),
            _("- **Keys**: Enter gives the highlighted line another key, **{reset_key}** the usual one again."),
        ),
    ),
)
