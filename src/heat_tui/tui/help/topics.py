"""One page of the help."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from heat_tui.engine.record import record
from heat_tui.language import _


@record
class Topic:
    """A page: title and paragraphs are worded when they are shown.

    A paragraph may have `**bold**` in it, is an item of a list if it begins with "- ", and names keys by the id of
    their binding, "-" written "_": `{undo_turn}`. `rules` are the chapters of the rules to read on in.
    """

    id: str
    title: Callable[[], str]
    paragraphs: Callable[[], tuple[str, ...]]
    rules: tuple[str, ...] = ()

    def text(self, keys: Mapping[str, str]) -> tuple[str, ...]:
        """The paragraphs with the keys that the player has."""
        return tuple(each.format_map(keys) for each in self.paragraphs())


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


UPGRADES: Final = (
    Topic(
        "draft",
        lambda: _("The draft"),
        lambda: (
            _(
                "Before the race every driver takes **upgrades** from a market that lies open; they replace the "
                "starting upgrades and begin in the draw deck. Up and down, or a number, go to a card, which is "
                "explained above; **{confirm}** takes it."
            ),
            _(
                "Beside the market stands who has what, and who chooses when. The last on the grid begins, and the "
                "order turns round after every round. What nobody takes is put away, and a new market is dealt."
            ),
            _(
                "In a snake draft everybody takes four cards from two larger markets and puts one of them away in "
                "the end."
            ),
            _("**{garage}** shows all upgrades again at any time."),
        ),
        ("G", "O"),
    ),
    Topic(
        "exchange",
        lambda: _("The exchange"),
        lambda: (
            _(
                "Before a race of a season, once all have taken an upgrade, the last driver of the grid may give any "
                "upgrade he owns for one that is left in the market."
            ),
            _(
                "Up and down choose what is given, **{left}** and **{right}** what is taken for it; **{confirm}** "
                "exchanges. The first line keeps everything."
            ),
        ),
        ("E",),
    ),
    Topic(
        "garage",
        lambda: _("The garage"),
        lambda: (
            _("Everybody's upgrades with what they do. They lie open, so you may look whenever you like."),
            _(
                "On a card the signs stand for its symbols: + turns up a Basic card, H asks for Heat, C cools, X "
                "scraps, L changes the limits, S lengthens a Slipstream, R takes Stress away, F comes back, V "
                "salvages, D is played directly, A accelerates, SC supercools, DR drafts."
            ),
        ),
        ("G", "K"),
    ),
    Topic(
        "values",
        lambda: _("Choosing values"),
        lambda: (
            _(
                "Some cards are worth what you choose, and you choose last: every + is turned up already. The "
                "slowest choice comes first, and each says where it would lead."
            ),
        ),
        ("3", "G"),
    ),
    Topic(
        "replace",
        lambda: _("Heat that cannot be paid"),
        lambda: (
            _(
                "Cards with a Heat symbol must be paid for in step 5. If that will not be possible, even with all "
                "that you could cool down where you land, some of them are given up: each goes to the discard pile "
                "unused, and a Basic card is turned up in its place."
            ),
            _("Choose which; there is no way that gives up fewer."),
        ),
        ("G",),
    ),
    Topic(
        "refresh",
        lambda: _("Refresh"),
        lambda: (
            _(
                "At the end of the turn a card with Refresh may go on top of your draw deck instead of the discard "
                "pile, so that you draw it again at once. With several you choose the order as well."
            ),
        ),
        ("G", "9"),
    ),
    Topic(
        "salvage",
        lambda: _("Salvage"),
        lambda: (
            _(
                "You look through your own discard pile and shuffle some of its cards back into the draw deck. Up "
                "and down go to a kind of card, left and right take fewer or more of it, **{confirm}** is for all."
            ),
            _("Only you may look there, so nobody else should see the screen now."),
        ),
        ("G", "K"),
    ),
    Topic(
        "weather",
        lambda: _("Weather and road"),
        lambda: (
            _(
                "One weather for the race, named in the top line, and a road condition for every corner. A limit "
                "that has changed shows both numbers; other conditions are two letters behind the limit."
            ),
            _(
                "- **S+** a Slipstream may go further, **S-** none may start; **C+** more Cooldown, **C-** none; "
                "**B0** a Boost costs nothing: all for the sector beyond the sign, which is tinted."
            ),
            _("- **H+** whoever pays Heat at the corner pays one more."),
            _("**{inspect}** explains the token of a corner, flooded spaces, tunnels and chicanes."),
        ),
        ("W", "H", "N"),
    ),
    Topic(
        "tournament",
        lambda: _("Tournament mode"),
        lambda: (
            _(
                "You choose cards only, and their number is your gear, at most two away from the one before. The "
                "shift is paid at the beginning of your turn, when nobody can change his mind."
            ),
            _(
                "If your engine cannot pay it then, chance takes a card for every gear too high, and a Basic card "
                "is added for every gear too low."
            ),
        ),
        ("M",),
    ),
)


CHAMPIONSHIP: Final = (
    Topic(
        "championship",
        lambda: _("The championship"),
        lambda: (
            _(
                "A season is a row of races for **points**: 9, 6, 4, 3, 2 and 1 for the first six, Legends included. "
                "Who has the most at the end is the champion; a tie goes to the better place in the last race."
            ),
            _(
                "Every race has an **event** that changes a rule or sets a goal. A goal is counted live: **speed 15: "
                "3 more**, **grandstand: 1 place left**, **passed 2 of 3**. Before you confirm a move you see whether "
                "it would bring a Sponsorship."
            ),
            _(
                "**Sponsorships** are upgrades that you use once. They come into your hand, over its size too, and "
                "wait there until you play them; after the turn in which you did they leave the race. What you have "
                "not used goes with you into the next race."
            ),
            _(
                "At a **press corner**, a sign with P before its limit, you gain one when you cross the line at 2 or "
                "more over the limit, or when the Slipstream carries you over it. A spin out loses them all for the "
                "turn."
            ),
            _(
                "Before each race everybody takes one more upgrade, the last on the grid first; that driver may then "
                "exchange one. From the second race the grid is the order of points: the leader has the pole, and the "
                "last the first choice."
            ),
            _(
                "A **career** is the seasons of 1961, 1962 and 1963 in a row, in which all points count. Between two "
                "of them everybody keeps one upgrade and gives back the rest, Sponsorships too."
            ),
            _(
                "**{garage}** shows what everybody has, as far as it is open: upgrades, and how many Sponsorships; "
                "**{season}** shows calendar and points at any time."
            ),
        ),
        ("E",),
    ),
)


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


TOPICS: Final[Mapping[str, Topic]] = {topic.id: topic for topic in (*MENUS, *TABLE, *UPGRADES, *CHAMPIONSHIP, *LOOKING)}
"""All topics by id, in the order in which the help lists them."""

START: Final = "start"
"""The topic of a screen that has none of its own."""
