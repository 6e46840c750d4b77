"""The keys of the app in one table, shared by the bindings, the footer, the help and the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_lowercase, digits
from typing import Final

from textual.binding import Binding, BindingType
from textual.keys import format_key, key_to_character

from heat_tui.language import N_, NC_, _, row, translated


@dataclass(frozen=True, slots=True)
class Key:
    """One binding: `keys` are named as in Textual, separated by commas; `words` describe it to the player.

    `place` is its group in the help's table of all keys. By default, the footer has the keys that are `shown`;
    `footer` replaces the key's name there, for example with a pair of keys. `short` replaces the words in the footer
    and in the help's list of a screen's keys.
    """

    id: str
    keys: str
    action: str
    words: str
    place: str
    shown: bool = True
    footer: str | None = None
    short: str = ""


EVERYWHERE, RACE, PLANNING, MAP, MENUS, READING, EDITOR, REPLAY, BOOK = (
    N_("Everywhere"),
    N_("During a race"),
    N_("With your cards"),
    N_("On the map"),
    N_("In menus"),
    N_("Log, result and help"),
    N_("In the track editor"),
    N_("In a replay"),
    N_("In the drivers' book"),
)

FAR: Final = 5
"""The number of cells or spaces in a large step of the track editor's cursors."""

_WAYS: Final = (
    ("up", "k", "0,-1", N_("up")),
    ("down", "j", "0,1", N_("down")),
    ("left", "h", "-1,0", N_("left")),
    ("right", "l", "1,0", N_("right")),
)

_CARS: Final = range(1, 9)
"""The numbers that cars can have."""

_TABLE: Final = (
    Key("help", "question_mark", "help", N_("help"), EVERYWHERE),
    Key("palette", "ctrl+p", "command_palette", N_("commands"), EVERYWHERE, shown=False),
    Key("back", "escape", "back", N_("back"), EVERYWHERE),
    Key("leave", "q", "leave", N_("quit"), EVERYWHERE),
    Key("interrupt", "ctrl+c,ctrl+q", "leave", N_("quit"), EVERYWHERE, shown=False),
    Key("screenshot", "ctrl+o", "take_screenshot", N_("save a screenshot"), EVERYWHERE, shown=False),
    Key("menu-down", "j", "cursor_down", N_("down"), MENUS, shown=False),
    Key("menu-up", "k", "cursor_up", N_("up"), MENUS, shown=False),
    Key("value-next", "enter,space", "aside(1)", N_("next value"), MENUS, shown=False),
    Key("focus-down", "down", "focus_row(1)", N_("down"), MENUS, shown=False),
    Key("focus-up", "up", "focus_row(-1)", N_("up"), MENUS, shown=False),
    Key("race-here", "n", "race_here", N_("race here"), MENUS),
    Key("edit-track", "e", "edit", N_("edit"), MENUS),
    Key("new-track", "c", "new_track", N_("new track"), MENUS),
    Key("import-track", "o", "import", N_("import"), MENUS),
    Key("reset-key", "backspace,x", "reset", N_("reset the key"), MENUS),
    Key("rename", "r", "rename", N_("rename"), MENUS),
    Key("delete", "delete,x", "delete", N_("delete"), MENUS),
    Key("replay-save", "p", "replay", N_("replay"), MENUS),
    Key("export-save", "e", "export", N_("export"), MENUS),
    Key("import-save", "o", "import", N_("import"), MENUS),
    Key("part-next", "pagedown", "part(1)", N_("next part"), MENUS),
    Key("part-previous", "pageup", "part(-1)", N_("previous part"), MENUS, shown=False),
    Key("start", "ctrl+r", "start", N_("start the race"), MENUS),
    Key("start-season", "ctrl+r", "start", N_("start the season"), MENUS),
    Key("list-down", "down", "cursor_down", N_("down"), MENUS, shown=False),
    Key("list-up", "up", "cursor_up", N_("up"), MENUS, shown=False),
    Key("list-select", "enter", "select", N_("choose"), MENUS, shown=False),
    Key("aside-left", "left,h", "aside(-1)", N_("left"), MENUS, shown=False, short=N_("previous value")),
    Key("aside-right", "right,l", "aside(1)", N_("right"), MENUS, shown=False, short=N_("next value")),
    Key("fields-done", "enter", "fields_done", N_("continue"), MENUS),
    Key("confirm", "enter", "confirm", N_("confirm"), PLANNING),
    Key("lift", "enter", "lift", N_("show the cards"), PLANNING),
    Key("gear-down", "minus", "shift(-1)", N_("gear down"), PLANNING, footer="-/+", short=N_("gear")),
    Key("gear-up", "plus,equals_sign", "shift(1)", N_("gear up"), PLANNING, shown=False, short=N_("gear")),
    Key("card-1", "1", "card(0)", N_("cards"), PLANNING, footer="1-9"),
    *(Key(f"card-{n}", f"{n}", f"card({n - 1})", N_("cards"), PLANNING, shown=False) for n in range(2, 10)),
    Key("pick", "space", "pick", N_("choose"), PLANNING, shown=False),
    Key("left", "left", "go(-1)", N_("left"), PLANNING, shown=False),
    Key("right", "right", "go(1)", N_("right"), PLANNING, shown=False),
    Key("up", "up", "go(-1)", N_("up"), PLANNING, shown=False),
    Key("down", "down", "go(1)", N_("down"), PLANNING, shown=False),
    Key("finish-turn", "f", "finish_turn", N_("finish turn"), PLANNING),
    Key("keep-all", "enter", "keep_all", N_("keep all"), PLANNING),
    Key("choose-cards", "d", "lift", N_("choose cards"), PLANNING),
    Key("retire", "R", "retire", N_("retire"), PLANNING),
    Key("undo", "u", "undo('choice')", N_("undo"), RACE),
    Key("undo-turn", "U", "undo('turn')", N_("undo the turn"), RACE, shown=False),
    Key("take-back", "T", "take_back", N_("take back by agreement"), RACE, shown=False),
    Key("hint", "h", "hint", N_("hint"), RACE),
    Key("map", "m", "map", N_("map"), RACE),
    Key("log", "l", "log", N_("log"), RACE),
    Key("standings", "s", "standings", N_("standings"), RACE, shown=False),
    Key("legend-cards", "L", "legend_cards", N_("Legend cards"), RACE, shown=False),
    Key("deck", "d", "deck", N_("deck"), RACE),
    Key("garage", "g", "garage", N_("garage"), RACE, shown=False),
    Key("season", "y", "season", N_("season"), RACE, shown=False),
    Key("inspect", "i", "inspect", N_("inspect"), RACE),
    Key("seats", "S", "seats", N_("seats"), RACE, shown=False),
    Key("say", "w", "say", N_("say something"), RACE, short=N_("say")),
    Key("pause", "p", "pause", N_("pause"), RACE),
    Key("step", "full_stop", "step", N_("step"), RACE),
    Key("lesson", "t", "read_lesson", N_("turn the coach's page"), RACE, shown=False),
    Key("cover", "c", "cover", N_("cover the cards"), RACE, shown=False),
    Key("next", "tab", "jump(1)", N_("next item"), MAP),
    Key("previous", "shift+tab", "jump(-1)", N_("previous item"), MAP, shown=False),
    Key("ahead", "right,l", "move(1)", N_("ahead"), MAP),
    Key("behind", "left,h", "move(-1)", N_("behind"), MAP, shown=False),
    Key("other-spot", "up,down,k,j,space", "other_spot", N_("other spot"), MAP),
    Key("counts", "n", "counts", N_("countdown"), MAP),
    Key("read-on", "pagedown", "read(1)", N_("scroll down"), MAP, shown=False),
    Key("read-back", "pageup", "read(-1)", N_("scroll up"), MAP, shown=False),
    Key("search", "slash", "search", N_("search"), READING),
    Key("next-hit", "n", "hit(1)", N_("next hit"), READING),
    Key("previous-hit", "N", "hit(-1)", N_("previous hit"), READING, shown=False),
    Key("next-round", "right,right_square_bracket", "round(1)", N_("next round"), READING),
    Key("previous-round", "left,left_square_bracket", "round(-1)", N_("previous round"), READING, shown=False),
    Key("reasons", "enter,i", "reasons", N_("why"), READING),
    Key("car-before", "up,k", "car(-1)", N_("car ahead"), READING, shown=False),
    Key("car-after", "down,j", "car(1)", N_("car behind"), READING, shown=False),
    Key("page-next", "right", "next_tab", N_("next page"), READING, short=N_("page")),
    Key("page-previous", "left", "previous_tab", N_("previous page"), READING, shown=False),
    Key("export", "e", "export", N_("save"), READING),
    Key("mistakes", "m", "mistakes", N_("mistakes"), READING),
    Key("code", "c", "code", N_("code"), READING),
    Key("replay", "p", "replay", N_("replay"), READING),
    Key("figures", "f", "figures", N_("figures"), READING),
    Key("race-before", "left_square_bracket", "race(-1)", N_("earlier race"), READING, footer="[/]", short=N_("race")),
    Key("race-after", "right_square_bracket", "race(1)", N_("later race"), READING, shown=False, short=N_("race")),
    Key("again", "a", "again", N_("race again"), READING, short=N_("again")),
    Key("next-race", "enter", "next_race", N_("next race"), READING),
    Key("next-legends", "1", "what_next('legends')", N_("three Legends"), READING),
    Key("next-friends", "2", "what_next('friends')", N_("race a friend"), READING),
    Key("next-season", "3", "what_next('season')", N_("championship"), READING),
    Key("keep-upgrade", "enter", "keep_upgrade", N_("keep an upgrade"), READING),
    Key("race-result", "r", "race_result", N_("race result"), READING),
    Key("on-to-season", "enter", "to_season", N_("season"), READING),
    Key("title", "enter", "to_title", N_("title"), READING),
    Key("close", "enter", "back", N_("close"), READING, shown=False),
    Key("put-point", "enter,space", "point", N_("add point"), EDITOR, short=N_("point")),
    Key("move-point", "m", "move_point", N_("move point"), EDITOR, short=N_("move here")),
    Key("delete-point", "x,delete", "delete_point", N_("delete point"), EDITOR, short=N_("delete")),
    *(
        Key(f"pen-{way}", f"{way},{letter}", f"pen({step})", words, EDITOR, shown=False)
        for way, letter, step, words in _WAYS
    ),
    *(
        Key(f"pen-far-{way}", f"shift+{way}", f"pen({step},{FAR})", words, EDITOR, shown=False)
        for way, _letter, step, words in _WAYS
    ),
    Key("far-ahead", "down,shift+right", f"move({FAR})", N_("far ahead"), EDITOR, shown=False),
    Key("far-behind", "up,shift+left", f"move(-{FAR})", N_("far behind"), EDITOR, shown=False),
    Key("put-line", "c,enter", "line", N_("corner line"), EDITOR, short=N_("line")),
    Key("limit-down", "minus", "limit(-1)", N_("limit down"), EDITOR, footer="-/+", short=N_("limit")),
    Key("limit-up", "plus,equals_sign", "limit(1)", N_("limit up"), EDITOR, shown=False, short=N_("limit")),
    Key("put-legends-line", "g", "legends_line", N_("legends line"), EDITOR, short=N_("legends")),
    Key("race-line", "r", "side", N_("race line"), EDITOR),
    Key("flooded", "f", "special('flooded')", N_("flooded"), EDITOR),
    Key("tunnel", "t", "special('tunnel')", N_("tunnel"), EDITOR),
    Key("chicane", "z", "chicane", N_("chicane"), EDITOR),
    Key("press-corner", "p", "press", N_("press"), EDITOR),
    Key("aggressive", "a", "aggressive", N_("aggressive"), EDITOR),
    Key("start-here", "s", "start_here", N_("start here"), EDITOR),
    Key("turn-round", "w", "turn_round", N_("reverse direction"), EDITOR, short=N_("reverse")),
    Key("save-track", "ctrl+s", "save", N_("save"), EDITOR),
    Key("preview", "v", "preview", N_("preview"), EDITOR),
    Key("test-race", "ctrl+r", "race", N_("test race"), EDITOR),
    Key("edit-undo", "u", "undo", N_("undo the change"), EDITOR, short=N_("undo")),
    Key("edit-redo", "U", "redo", N_("redo the change"), EDITOR, short=N_("redo")),
    Key("play", "space,p", "play", N_("play or pause"), REPLAY, short=N_("play")),
    Key("speed-down", "minus", "speed(-1)", N_("slower"), REPLAY, footer="-/+", short=N_("speed")),
    Key("speed-up", "plus,equals_sign", "speed(1)", N_("faster"), REPLAY, shown=False, short=N_("speed")),
    Key("line-on", "right", "step('event',1)", N_("next line"), REPLAY, short=NC_("log", "line")),
    Key("line-back", "left", "step('event',-1)", N_("previous line"), REPLAY, shown=False),
    Key("turn-on", "down", "step('turn',1)", N_("next turn"), REPLAY, short=N_("turn")),
    Key("turn-back", "up", "step('turn',-1)", N_("previous turn"), REPLAY, shown=False),
    Key("round-on", "right_square_bracket", "step('round',1)", N_("next round"), REPLAY, short=N_("round")),
    Key("round-back", "left_square_bracket", "step('round',-1)", N_("previous round"), REPLAY, shown=False),
    Key("mark-on", "n", "mark(1)", N_("next mark"), REPLAY, short=N_("mark")),
    Key("mark-back", "N", "mark(-1)", N_("previous mark"), REPLAY, shown=False),
    Key("jump", "j", "jump", N_("jump"), REPLAY),
    Key("to-start", "home", "end(-1)", N_("start of the race"), REPLAY, shown=False),
    Key("to-end", "end", "end(1)", N_("end of the race"), REPLAY, shown=False),
    *(Key(f"turn-of-{n}", f"{n}", f"turn_of({n - 1})", N_("next turn of car"), REPLAY, shown=False) for n in _CARS),
    Key("hands", "c", "hands", N_("hands"), REPLAY),
    Key("lay-open", "a", "lay_open", N_("show what is hidden"), REPLAY, short=N_("show all")),
    Key("export-replay", "e", "export", N_("record"), REPLAY),
    Key("race-on", "r", "race_on", N_("race on from here"), REPLAY, short=N_("race on")),
    Key("sort", "s", "sort(1)", N_("sort by the next column"), BOOK, short=N_("sort")),
    Key("sort-back", "S", "sort(-1)", N_("reverse the order"), BOOK, shown=False),
    Key("duel", "v", "pick('duel')", N_("head to head"), BOOK),
    Key("merge-names", "m", "pick('merge')", N_("merge names"), BOOK, short=N_("merge")),
    Key("unmerge-names", "u", "unmerge", N_("unmerge"), BOOK),
    Key("rebuild", "R", "rebuild", N_("rebuild the book"), BOOK, shown=False),
)

KEYS: Final = {key.id: key for key in _TABLE}
"""The keys by id, in the order of the table."""

_SCROLL: Final = frozenset({"read-on", "read-back"})

BORROWED: Final[Mapping[str, frozenset[str]]] = {
    MENUS: frozenset({"figures", "code"}),
    READING: _SCROLL | {"log", "season", "say"},
    EDITOR: frozenset(
        {"ahead", "behind", "next", "previous", "part-next", "part-previous"}
        | {"aside-left", "aside-right", "value-next", "focus-down", "focus-up"}
    ),
    REPLAY: _SCROLL | {"map", "log", "standings", "inspect", "garage"},
    BOOK: _SCROLL
    | {"menu-down", "menu-up", "list-down", "list-up", "list-select"}
    | {"page-next", "page-previous", "part-next", "part-previous", "to-start", "to-end"},
}
"""The ids of the keys that the screens of a place borrow from other places, by place."""

CARDS: Final = tuple(id for id in KEYS if id.startswith("card-"))
"""The ids of the keys that choose a card."""

TURNS_OF: Final = tuple(id for id in KEYS if id.startswith("turn-of-"))
"""The ids of the keys that go to the next turn of a car."""

ABOUT: Final[Mapping[str, str]] = {
    "confirm": N_("confirm your choice"),
    "finish-turn": N_(
        "confirm a whole plan, and take every free benefit until the end of your turn; "
        "you are asked wherever you have a choice"
    ),
    "lift": N_("show your cards, while everybody else looks away"),
    "keep-all": N_("discard nothing, without showing your cards"),
    "choose-cards": N_("show your cards and choose what to discard, while everybody else looks away"),
    "gear-up": N_("plan one gear higher"),
    "gear-down": N_("plan one gear lower"),
    **dict.fromkeys(CARDS, N_("choose this card from your hand, or put it back")),
    "retire": N_("take your car off the track; you are placed behind everybody who finishes"),
    "next-race": N_("start the next race of the season"),
    "keep-upgrade": N_("choose the upgrade to keep for the next season"),
    "on-to-season": N_("see the standings of the season and the next race"),
    "start": N_("start the race as set up"),
    "start-season": N_("start the season as set up"),
    "race-here": N_("set up a race on this track"),
    "edit-track": N_("edit this track, or a copy of it if it comes with the game"),
    "new-track": N_("draw a track of your own"),
    "import-track": N_("import a track from a file: a circuit, a track file or a saved race"),
    "put-point": N_("add a point to the course after the chosen one, or choose the point under the cursor"),
    "move-point": N_("move the chosen point here"),
    "delete-point": N_("delete the point under the cursor"),
    "put-line": N_("put a corner line after this space, or remove it"),
    "limit-down": N_("lower the limit of the next corner"),
    "limit-up": N_("raise the limit of the next corner"),
    "put-legends-line": N_("put the legends line of the next corner after this space"),
    "race-line": N_("move the race line to the other side, up to the next line"),
    "flooded": N_("flood this space, or drain it"),
    "tunnel": N_("put this space in a tunnel, or take it out"),
    "chicane": N_("make a chicane of the next corner and the one before it, or separate them"),
    "press-corner": N_("make the next corner a press corner, or an ordinary one again"),
    "aggressive": N_("mark the spaces from here to the next line for aggressive Legends: once, twice, not at all"),
    "start-here": N_("make this space the first one after the start/finish line"),
    "turn-round": N_("reverse the driving direction"),
    "save-track": N_("save the track among your own"),
    "preview": N_("the map as it looks in terminals of three sizes"),
    "test-race": N_("watch four automated drivers race on the track"),
    "edit-undo": N_("undo the last change"),
    "edit-redo": N_("redo the last change that you undid"),
    "title": N_("back to the menu"),
    "again": N_("the same setup with another seed"),
    "code": N_("copy the code of this race, with its result to beat"),
    "next-legends": N_("a race against three Legends"),
    "next-friends": N_("a race with somebody at the same keyboard"),
    "next-season": N_("a championship over several races"),
    "undo": N_("undo your last choice"),
    "undo-turn": N_("undo back to the start of your turn"),
    "take-back": N_("take back more, if everybody agrees"),
    "hint": N_("what the coach would do, why, and what the next best choices would cost"),
    "cover": N_("cover your cards, or ask to see them"),
    "say": N_("say something to everybody at the table"),
    "pause": N_("pause the race, or continue it"),
    "step": N_("let one driver choose, then pause"),
    "lesson": N_("turn to the next page of the lesson"),
    "deck": N_("the cards left in your draw deck"),
    "inspect": N_("a cursor that explains every space, corner and car"),
    "map": N_("the whole track, full screen"),
    "log": N_("everything that has happened, with the reasons"),
    "standings": N_("the places, with all the figures"),
    "legend-cards": N_("the Legend cards turned over since the last shuffle"),
    "mistakes": N_("what mistakes cost every driver, what luck brought them, and what you could have done"),
    "figures": N_("everything that was counted: figures, corners, and charts of Heat, gaps and places"),
    "race-before": N_("the figures of the previous race in the season"),
    "race-after": N_("the figures of the next race in the season"),
    "race-result": N_("the full result of the last race"),
    "garage": N_("everybody's upgrades"),
    "season": N_("standings, calendar and garages of the season"),
    "seats": N_("rename a driver, or hand the seat to somebody else"),
    "reasons": N_("the highlighted line in full sentences"),
    "play": N_("play the race from here, or pause"),
    "speed-down": N_("play more slowly"),
    "speed-up": N_("play faster"),
    "line-on": N_("go to the next line of the log"),
    "line-back": N_("go back one line of the log"),
    "turn-on": N_("go to the end of the turn, or of the next one"),
    "turn-back": N_("go back to the end of the previous turn"),
    "round-on": N_("go to the start of the next round"),
    "round-back": N_("go back to the start of the round, or of the one before"),
    "mark-on": N_("go to the next spin out, overtake or new leader"),
    "mark-back": N_("go back to the previous spin out, overtake or new leader"),
    "jump": N_("choose a lap, spin out, overtake, new leader, corner or turn to go to"),
    "to-start": N_("go to the start of the race"),
    "to-end": N_("go to the end of the race"),
    **dict.fromkeys(TURNS_OF, N_("go to the next turn of this car")),
    "hands": N_("show the cards of all drivers, or cover them"),
    "lay-open": N_("show what is still hidden, if everybody at the table agrees"),
    "export-replay": N_("save a recording from here on, or a picture of this moment, in a file"),
    "race-on": N_("race on from this choice, in a new race and with the drivers that you choose"),
    "replay": N_("see the race again, move by move"),
    "search": N_("find words on this screen"),
    "next-hit": N_("go to the next search hit"),
    "previous-hit": N_("go to the previous search hit"),
    "next-round": N_("go to the next round"),
    "previous-round": N_("go to the previous round"),
    "export": N_("save what is on the screen to a file"),
    "fields-done": N_("go to the button that confirms the form"),
    "counts": N_("number the spaces up to the next corner"),
    "next": N_("go to the next car, corner or sign"),
    "previous": N_("go to the previous car, corner or sign"),
    "rename": N_("rename the saved race"),
    "delete": N_("delete the saved race, after asking"),
    "replay-save": N_("replay the saved race; if it is not over, as everybody has seen it"),
    "export-save": N_("export the saved race to a file"),
    "import-save": N_("import a race from a file"),
    "sort": N_("sort the table by the next column, or back in its original order"),
    "sort-back": N_("reverse the order of the table"),
    "duel": N_("compare the highlighted driver with another one"),
    "merge-names": N_("count the races of the highlighted person for another one, after asking"),
    "unmerge-names": N_("count the races of a merged name separately again, after asking"),
    "rebuild": N_("rebuild the book from all saved races, after asking"),
    "reset-key": N_("reset the highlighted key to its default"),
    "part-next": N_("the next part of this form"),
    "part-previous": N_("the previous part of this form"),
    "help": N_("keys and rules for this screen"),
    "back": N_("close this, or undo a half-made choice"),
}
"""The palette's explanations of keys, by id and in the palette's order; the palette leaves out all other keys."""

WHY_NOT: Final[Mapping[str, str]] = {
    **dict.fromkeys(CARDS, N_("You choose cards only when you plan or discard.")),
    "pick": N_("{pick} chooses cards from your hand; press {confirm} here."),
    **dict.fromkeys(("gear-down", "gear-up"), N_("You shift gears only when you plan.")),
    **dict.fromkeys(("left", "right"), N_("This question has no amount to change.")),
    **dict.fromkeys(("up", "down"), N_("These keys move only in a list.")),
    "confirm": N_("You have nothing to choose now."),
    "finish-turn": N_("{finish_turn} finishes your turn, once your plan and the values of its cards are chosen."),
    "retire": N_("You can retire only when you plan, after another car has finished, and if the race allows it."),
    **dict.fromkeys(("pause", "step"), N_("Only a race of automated drivers can be paused; this one waits for you.")),
    "lesson": N_("The coach has no page open; {hint} asks for a hint."),
    "cover": N_("This table has no curtain."),
    "say": N_("Everybody at this table sits at this screen."),
    "garage": N_("This race has no garage."),
    "legend-cards": N_("This race has no Legends."),
    "season": N_("This race is not part of a season."),
    "mistakes": N_("This race has no account of mistakes: it was not raced here with the coach on."),
    "replay": N_("Nothing has been raced here yet, so nothing can be replayed."),
    "again": N_("A season cannot be raced again from here; at a shared table, the host can race again."),
    "code": N_("This race has no code."),
    **dict.fromkeys(("race-before", "race-after"), N_("Only one race has been raced here.")),
    **dict.fromkeys(("race-result", "log"), N_("The race is not over yet.")),
    "next-race": N_("The next race starts when this one is over."),
    "lay-open": N_("Nothing in this race is hidden any more."),
    "reasons": N_("The log is in full sentences, which include the reasons."),
    **dict.fromkeys(("next-hit", "previous-hit"), N_("No search hits; press {search} to search.")),
    **dict.fromkeys(("read-on", "read-back"), N_("Everything is on the screen already.")),
    **dict.fromkeys(("page-next", "page-previous"), N_("This is the only page.")),
    **dict.fromkeys(("part-next", "part-previous"), N_("All parts of the form are on the screen already.")),
    **dict.fromkeys(("start", "start-season"), N_("First correct what is marked as wrong.")),
    **dict.fromkeys(("sort", "sort-back"), N_("This table has nothing to sort.")),
    **dict.fromkeys(("duel", "merge-names"), N_("Highlight a person in the table of drivers first.")),
    "unmerge-names": N_("No names are merged."),
    "rebuild": N_("Races are not saved, so the book cannot be rebuilt."),
    **dict.fromkeys(("rename", "delete"), N_("Highlight a saved race first.")),
    **dict.fromkeys(("export-save", "replay-save", "figures"), N_("Highlight a saved race that can be read first.")),
    "import-save": N_("Races are not saved, so none can be imported."),
    "reset-key": N_("Highlight a key in the list of keys first."),
    **dict.fromkeys(("race-here", "edit-track"), N_("The file of this track cannot be used.")),
    "edit-undo": N_("You have nothing to undo yet."),
    "edit-redo": N_("You have nothing to redo."),
    "save-track": N_("The track is saved already."),
    **dict.fromkeys(
        (
            *("test-race", "preview", "turn-round", "put-line", "race-line", "flooded", "tunnel", "start-here"),
            *("ahead", "behind", "far-ahead", "far-behind"),
        ),
        N_("The course of this track is not drawn yet."),
    ),
    **dict.fromkeys(
        ("limit-down", "limit-up", "put-legends-line", "chicane", "press-corner", "aggressive", "next", "previous"),
        N_("This track has no corner line yet; {put_line} puts one after this space."),
    ),
}
"""The reasons why keys do nothing while their actions are impossible, by id; gaps are named as in `shown_keys`."""


def keys_for(chosen: Mapping[str, str], *ids: str) -> set[str]:
    """Return all keys of some bindings; `chosen` are the player's own keys, by id."""
    return {each.strip() for id in ids for each in chosen.get(id, KEYS[id].keys).split(",")}


def line_keys(chosen: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys for the lines of a list in a race: 1 to 9, then 0 and the letters that have no other use there.

    `chosen` are the player's own keys, by id.
    """
    taken = keys_for(chosen, *(id for id, key in KEYS.items() if key.place in (EVERYWHERE, RACE, PLANNING)))
    return (*(KEYS[card].keys for card in CARDS), *(each for each in "0" + ascii_lowercase if each not in taken))


def bound(*ids: str, shown: bool | None = None, action: str = "") -> list[BindingType]:
    """Return bindings with these ids; `shown` and `action` override the table's. Raises KeyError for an unknown id."""
    if unknown := {*ids} - KEYS.keys():
        raise KeyError(f"the table of keys in tui/keymap.py has no row {sorted(unknown)}")
    return [
        Binding(
            key.keys,
            action or key.action,
            key.short or key.words,
            key.shown if shown is None else shown,
            key.footer,
            id=key.id,
        )
        for key in (KEYS[id] for id in ids)
    ]


_NAMED: Final = {
    "escape": N_("Esc"),
    "enter": N_("Enter"),
    "space": N_("Space"),
    "tab": N_("Tab"),
    "backspace": N_("Backspace"),
    "delete": N_("Del"),
    "home": N_("Home"),
    "end": N_("End"),
    "pageup": N_("PgUp"),
    "pagedown": N_("PgDn"),
    "up": N_("Up"),
    "down": N_("Down"),
    "left": N_("Left"),
    "right": N_("Right"),
}
_ARROWS: Final = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


def key_name(key: str, *, ascii: bool = False) -> str:
    """Return the displayed name for Textual's name of a key: "?" for "question_mark", "^p" for "ctrl+p"."""
    *modifiers, last = key.split("+") if key != "+" else [key]
    name = translated(_NAMED[last]) if last in _NAMED else format_key(key_to_character(last) or last)
    if last in _ARROWS and not ascii:
        name = _ARROWS[last]
    if "ctrl" in modifiers:
        name = f"^{name}"
    if "alt" in modifiers:
        name = _("Alt-{key}").format(key=name)
    if "shift" in modifiers:
        name = _("Shift-{key}").format(key=name)
    return name


def key_names(keys: str, *, ascii: bool = False) -> tuple[str, ...]:
    """Return the displayed names of comma-separated keys; three or more consecutive digits are a range: "1-9"."""
    names, rest = [], [each.strip() for each in keys.split(",")]
    while rest:
        count = max((n for n in range(3, len(rest) + 1) if "".join(rest[:n]) in digits), default=1)
        names.append(f"{rest[0]}-{rest[count - 1]}" if count > 1 else key_name(rest[0], ascii=ascii))
        del rest[:count]
    return tuple(dict.fromkeys(names))


def shown_keys(chosen: Mapping[str, str], *, ascii: bool) -> dict[str, str]:
    """Return each binding's first key, as displayed, by its placeholder in texts: "undo_turn" for the id "undo-turn".

    `chosen` are the player's own keys, by id. "{card}" stands for the first key of every card: "1-9" or "0, 2-9".
    """
    first = {id: chosen.get(id, key.keys).partition(",")[0] for id, key in KEYS.items()}
    names = {id.replace("-", "_"): key_name(key, ascii=ascii) for id, key in first.items()}
    return {**names, "card": row(key_names(",".join(first[card] for card in CARDS), ascii=ascii))}
