"""The track editor: draw a track, which is checked after every change, test it in a race, and save it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.reactive import reactive
from textual.widgets import Input, Static

from heat_tui.engine.setup import RaceSetup
from heat_tui.engine.track import Track
from heat_tui.game.setup.race_options import drawn_seed
from heat_tui.game.setup.seats import read_seats, whole_number
from heat_tui.game.sketch import LEAST_SPACES, MOST_LIMIT, History, Sketch, is_sane, sketch_of
from heat_tui.game.table.match import Match
from heat_tui.game.track_import import id_from
from heat_tui.language import N_, _, ngettext, translated
from heat_tui.store.drafts import Draft
from heat_tui.store.reading import BadFile, shown_path
from heat_tui.store.schema import Refused
from heat_tui.store.track_reading import LONGEST_NAME, MOST_SPACES
from heat_tui.store.tracks import BUILT_IN_IDS, free_id, load_track, save_track, target_file, text_of_track
from heat_tui.tui.keymap import bound
from heat_tui.tui.lists import Heading, KeyFooter
from heat_tui.tui.look import keys_of, look_of, styles
from heat_tui.tui.screen import HeatScreen, WaysOut, screen_of
from heat_tui.tui.setup.fields import FormScreen, LineInput, LineSelect, PartTabs
from heat_tui.tui.track.canvas import Canvas, Moved, Sketched, chosen_sign
from heat_tui.tui.track.map import TrackMap
from heat_tui.tui.track.marks import Glyph
from heat_tui.tui.track.scene import Scene, printed_scene, urging_spaces
from heat_tui.tui.track.widget import SpotClicked
from heat_tui.words.formatter import sentences
from heat_tui.words.names import track_name

NEW: Final = "new-track"
"""The name of a new track's draft, and the prefix for the draft of a copied track; no track's id has a hyphen."""

TEST_CARS: Final = 4
PREVIEWS: Final = ((80, 24), (120, 40), (200, 60))
"""The terminal sizes that the preview shows, in columns and rows."""

_LABEL: Final = 18
"""The minimum width of a label, in cells."""

_FIGURES: Final = {
    "laps": (N_("laps"), 1),
    "heat": (N_("Heat per driver"), 0),
    "stress": (N_("Stress per driver"), 0),
}
"""The figures to choose, each with its label and its minimum."""


_OF_CORNERS: Final = frozenset({"limit", "legends_line", "chicane", "press", "aggressive", "jump"})
"""The actions of `LinesMap` that need a corner line; all others need a course."""


class LinesMap(TrackMap, can_focus=True):
    """The map of the sketch, with a cursor that goes from space to space and marks where changes apply."""

    BINDINGS = (
        bound("put-line", "limit-down", "limit-up", "put-legends-line", "race-line", "chicane", "press-corner")
        + bound("flooded", "tunnel", "aggressive", "start-here")
        + bound("ahead", "behind", "far-ahead", "far-behind", "next", "previous", shown=False)
    )

    sketch = reactive(Sketch(name=""), init=False)

    def __init__(self, sketch: Sketch) -> None:
        super().__init__(_scene(sketch, 1), id="map")
        self.set_reactive(LinesMap.sketch, sketch)
        self.space = 1

    def watch_sketch(self) -> None:
        self._go(min(self.space, self.sketch.spaces))

    def _go(self, space: int) -> None:
        self.space = space
        self.scene = _scene(self.sketch, space)
        self.post_message(Moved())

    def _small(self, row: int) -> list[Glyph]:
        if self.scene.track.outline:
            return super()._small(row)
        return self.hint(_("Draw the course first."), row)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        possible = bool(self.sketch.corners) if action in _OF_CORNERS else self.sketch.has_course
        return super().check_action(action, parameters) if possible else None

    def action_move(self, way: int) -> None:
        self._go((self.space - 1 + way) % self.sketch.spaces + 1)

    def action_jump(self, way: int) -> None:
        """Go to the next corner line (1), or to the previous one (-1)."""
        lines = [corner.line_after for corner in self.sketch.corners]
        self._go(min(lines, key=lambda line: ((line - self.space) * way - 1) % self.sketch.spaces))

    def action_line(self) -> None:
        self._change(self.sketch.with_line(self.space))

    def action_limit(self, step: int) -> None:
        self._change_corner(lambda at: self.sketch.with_limit(at, self.sketch.corners[at].limit + step))

    def action_legends_line(self) -> None:
        self._change(self.sketch.with_legends_line(self.space))

    def action_side(self) -> None:
        self._change(self.sketch.with_other_side(self.space))

    def action_special(self, key: Literal["flooded", "tunnel"]) -> None:
        self._change(self.sketch.with_special(key, self.space))

    def action_chicane(self) -> None:
        """Join the corner ahead to the one before it as a chicane, or separate them; corner 1 cannot be joined."""
        if self.sketch.corner_ahead(self.space) == 0:
            words = _("Corner 1 cannot be the second line of a chicane: no corner comes before it.")
            screen_of(self).say_why(words)
        self._change_corner(self.sketch.with_chicane)

    def action_press(self) -> None:
        self._change_corner(self.sketch.with_press)

    def action_aggressive(self) -> None:
        self._change(self.sketch.with_aggressive(self.space))

    def action_start_here(self) -> None:
        sketch, self.space = self.sketch.started_at(self.space), 1
        self._change(sketch)

    @on(SpotClicked)
    def _clicked(self, event: SpotClicked) -> None:
        event.stop()
        self._go(event.space)

    def _change_corner(self, change: Callable[[int], Sketch]) -> None:
        at = self.sketch.corner_ahead(self.space)
        if at is not None:
            self._change(change(at))

    def _change(self, sketch: Sketch) -> None:
        self.sketch = sketch
        self.post_message(Sketched(sketch))


def _scene(sketch: Sketch, space: int) -> Scene:
    track = sketch.drawn
    urging = urging_spaces(track) if any(corner.aggressive for corner in track.corners) else ()
    return replace(printed_scene(track), cursor=(space, 0), urging=urging)


class FiguresPart(Vertical):
    """The name and the figures of the track."""

    def __init__(self, sketch: Sketch) -> None:
        super().__init__(id="figures-part")
        self._sketch = sketch

    def compose(self) -> ComposeResult:
        sketch = self._sketch
        inputs = {"name": (_("name"), sketch.name, LONGEST_NAME), "spaces": (_("spaces"), str(sketch.spaces), 3)}
        labels = (*(each[0] for each in inputs.values()), *(translated(words) for words, _least in _FIGURES.values()))
        room = max(_LABEL, *(cell_len(each) + 1 for each in labels))
        for name, (label, value, longest) in inputs.items():
            with Horizontal(classes="figure"):
                yield Static(set_cell_size(label, room), markup=False)
                yield LineInput(value, compact=True, max_length=longest, id=name)
        for name, (words, least) in _FIGURES.items():
            values = [(value, str(value)) for value in range(least, MOST_LIMIT + 1)]
            yield LineSelect(values, getattr(sketch, name), label=translated(words), label_width=room, id=name)

    def fill(self, sketch: Sketch) -> None:
        """Show the name and figures of a sketch, without posting messages that would change it."""
        for name in ("name", "spaces"):
            self.query_one(f"#{name}", Input).value = str(getattr(sketch, name))
        for name in _FIGURES:
            self.query_one(f"#{name}", LineSelect).value = getattr(sketch, name)


class EditorScreen(FormScreen[None]):
    """The editor of one track; raises BadFile if its file cannot be used, or its draft is locked or cannot be opened.

    Every change is written to the draft immediately. `problem` is the last message about the draft, for example that a
    damaged one was put aside; None if there is none. `track_id` is empty until the track is one of the player's own.
    """

    help_topic = "track-editor"
    keeps_games = N_("editor")
    CSS_PATH = styles("setup/fields", "track/editor")
    BINDINGS = bound(
        "part-next", "part-previous", "edit-undo", "edit-redo", "save-track", "test-race", "preview", "turn-round"
    )
    parts = {  # noqa: RUF012 - the base class declares it
        "course": (N_("Course"), "canvas"),
        "lines": (N_("Lines and spaces"), "map"),
        "figures": (N_("Name and numbers"), "name"),
    }
    roomy = (10_000, 10_000)

    def __init__(self, name: str = "") -> None:
        super().__init__()
        track = load_track(name) if name else None
        self.track_id = track.id if track is not None and track.id == name and name not in BUILT_IN_IDS else ""
        self._text = text_of_track(self.track_id)
        self._set = track.set if track is not None and self.track_id else "own"
        self._saved = Sketch(name=_("New track")) if track is None else sketch_of(track)
        if track is not None and not self.track_id:
            copied = _("Copy of {name}").format(name=track_name(track))[:LONGEST_NAME]
            self._saved = replace(self._saved, name=copied)
        file = self.track_id or (NEW if track is None else f"{NEW}-{track.id}")
        self._draft = Draft(file, self._saved.name)
        self._history = History(self._saved)
        self.problem: str | None = None
        self._read_draft()
        self._track, self._faults = self.sketch.checked()

    def _read_draft(self) -> None:
        """Continue the draft, if any, or note what is wrong with it; undo leads back to the track without the draft."""
        try:
            drafted = self._draft.read(Sketch)
            if drafted is not None and not is_sane(drafted):
                raise self._draft.put_aside()
        except BadFile as damaged:
            self.problem = str(damaged)
            return
        if drafted is not None and self._history.change(drafted):
            self.problem = _("This is your unsaved drawing from last time; undo removes the unsaved changes.")

    @property
    def sketch(self) -> Sketch:
        return self._history.now

    @property
    def part(self) -> str:
        return str(self.query_one(PartTabs).value)

    @property
    def _is_changed(self) -> bool:
        return self.sketch != self._saved

    @property
    def _field(self) -> Input | None:
        """The focused field if its text is not in the sketch yet, else None."""
        field = self.focused
        return field if isinstance(field, Input) and self._with(field) != self.sketch else None

    def compose(self) -> ComposeResult:
        yield Heading()
        yield self.tabs()
        with Container(id="edit-body"):
            with Container(id="board"):
                with Container(id="course-part"):
                    yield Canvas(self.sketch, id="canvas")
                with Container(id="lines-part"):
                    yield LinesMap(self.sketch)
                yield FiguresPart(self.sketch)
            with VerticalScroll(id="side"):
                yield Static(id="where", markup=False)
                yield Static(id="advice", markup=False)
        yield KeyFooter(compact=True, lines=3)

    def on_mount(self) -> None:
        self._match_before = self.heat.games.match
        if self.problem is not None:
            self.notify(self.problem, severity="warning", timeout=10, markup=False)
        self.turn_to("course", focus=True)
        self._show()

    def on_unmount(self) -> None:
        self._draft.close()

    def on_screen_resume(self) -> None:
        """Forget a test race once the player is back from it, unless its result opens next."""
        self.call_later(self._forget_race)

    def _forget_race(self) -> None:
        if self.app.screen is self and self.heat.games.match is not self._match_before:
            self.heat.games.forget()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        possible = {
            "undo": self._history.can_undo or self._field is not None,
            "redo": self._history.can_redo,
            "save": self._is_changed or not self.track_id or self._field is not None,
            **dict.fromkeys(("race", "preview", "turn_round"), self.sketch.has_course),
        }
        if not possible.get(action, True):
            return None
        return super().check_action(action, parameters)

    def turn_to(self, part: str, *, focus: bool = False) -> None:
        super().turn_to(part, focus=focus)
        self._show()

    def ways_out(self) -> WaysOut | None:
        """Keep typed text in the draft; return the question to ask before quitting, None without unsaved changes."""
        if self._field is not None and (typed := self._with(self._field)) is not None:
            self._take(typed)
        if not self._is_changed:
            return None
        return _("Leave the game? The track is not saved, but your drawing is kept as a draft."), ()

    def action_back(self) -> None:
        """Leave the editor, asking first what to do with unsaved changes; stay if typed text is refused."""
        if not self._apply_typed():
            return
        if not self._is_changed:
            self.dismiss()
            return
        question = _("Leave the editor? The changes to {name} are not saved.").format(name=self.sketch.name)
        answers = _("Stay"), _("Leave and keep a draft"), _("Discard the changes")
        self.heat.ask(question, answers, self._leave)

    def _leave(self, answer: int) -> None:
        if answer == 2:
            self._draft.delete()
        if answer:
            self.dismiss()

    def action_undo(self) -> None:
        if self._apply_typed():
            self._history.go(-1)
            self._changed()

    def action_redo(self) -> None:
        self._history.go(1)
        self._changed()

    def action_turn_round(self) -> None:
        if self._apply_typed():
            self._take(self.sketch.reversed())

    def action_preview(self) -> None:
        if self._apply_typed():
            self.app.push_screen(PreviewScreen(self.sketch.drawn))

    def action_race(self) -> None:
        """Watch automated drivers race on the track if it is finished, saved or not; the race itself is not saved."""
        if (track := self._finished()) is not None:
            seats = read_seats(",".join(["@steady"] * TEST_CARS))
            setup = RaceSetup(track, tuple(seat.name for seat in seats), **drawn_seed())
            self.heat.games.open_race(Match.start(setup, tuple(seat.controller for seat in seats)))

    def action_save(self) -> None:
        """Save the track if it is finished; the first time, ask for its name, from which its id is made."""
        if (track := self._finished()) is None:
            return
        save = partial(self._save_as, track, self.track_id, again=True)
        if not self.track_id:
            question, name, read = _("Save the track under this name:"), self.sketch.name, self._name_and_save
            self.heat.ask_for_text(question, _("Save"), name, read, self.help_topic, lambda _saved: None)
        elif text_of_track(self.track_id) in (None, self._text):
            self.attempt(save)
        else:
            path = shown_path(target_file(self.track_id, replace=True))
            question = _("{path} has changed since you opened it. Save your drawing over it?").format(path=path)
            self.ask(question, _("Keep the file"), _("Save"), save)

    def _finished(self) -> Track | None:
        """Apply typed text, and return the track; None if the text is refused or the track is not finished."""
        if not self._apply_typed():
            return None
        if self._track is None:
            self.say_why(
                _(
                    "The track is not finished: add what is missing, or correct its errors. It is kept as a draft "
                    "meanwhile."
                )
            )
        return self._track

    def _name_and_save(self, name: str) -> None:
        """Name the track and save it under a new id. Raises Refused."""
        named = replace(self.sketch, name=name)
        track, faults = named.checked()
        if track is None:
            raise Refused(faults[0])
        self._take(named)
        self._save_as(track, free_id(id_from(name)), again=False)

    def _save_as(self, track: Track, track_id: str, *, again: bool) -> None:
        """Save the track under an id, over its own file if `again`. Raises BadFile."""
        file = save_track(replace(track, id=track_id, set=self._set), replace=again)
        draft = self._draft if again else Draft(track_id, track.name)
        self._draft.delete()
        if draft is not self._draft:
            self._draft.close()
        self._draft, self.track_id, self._saved = draft, track_id, self.sketch
        self._text = text_of_track(track_id)
        self._show()
        self.notify(_("The track is saved as {path}.").format(path=shown_path(file)), markup=False)

    def on_sketched(self, event: Sketched) -> None:
        self._take(event.sketch)

    def on_moved(self) -> None:
        self._say_where()

    def on_line_select_changed(self, event: LineSelect.Changed) -> None:
        figures: dict[str, Any] = {str(event.select.id): event.value}
        self._take(replace(self.sketch, **figures))

    @on(Input.Submitted)
    @on(Input.Blurred)
    def _typed(self, event: Input.Submitted | Input.Blurred) -> None:
        """Apply a typed name or number of spaces once its field is confirmed or left."""
        self._apply(event.input)

    def on_input_changed(self) -> None:
        self.refresh_bindings()

    def _apply_typed(self) -> bool:
        """Apply text that is still being typed, if any; return False only if it was refused."""
        return self._field is None or self._apply(self._field)

    def _apply(self, field: Input) -> bool:
        """Apply the text of a field, but refuse and reset a wrong number of spaces; return whether it was accepted."""
        sketch = self._with(field)
        if sketch is None:
            self.say_why(_("A track has {least} to {most} spaces.").format(least=LEAST_SPACES, most=MOST_SPACES))
            field.value = str(self.sketch.spaces)
            return False
        self._take(sketch)
        return True

    def _with(self, field: Input) -> Sketch | None:
        """Return the sketch with the text of a field; None if the typed number of spaces is not allowed."""
        typed = field.value.strip()
        if field.id == "name":
            return replace(self.sketch, name=typed)
        spaces = whole_number(typed)
        if spaces is None or not LEAST_SPACES <= spaces <= MOST_SPACES:
            return None
        return self.sketch if spaces == self.sketch.spaces else self.sketch.resized(spaces)

    def _take(self, sketch: Sketch) -> None:
        if self._history.change(sketch):
            self._changed()

    def _changed(self) -> None:
        """Keep a sketch with unsaved changes as a draft, else delete the draft; check the sketch and show it."""
        try:
            if self._is_changed:
                self._draft.write(self.sketch)
            else:
                self._draft.delete()
        except BadFile as reason:
            if str(reason) != self.problem:
                self.problem = str(reason)
                self.notify(self.problem, severity="error", timeout=20, markup=False)
        self._track, self._faults = self.sketch.checked()
        self.query_one(FiguresPart).fill(self.sketch)
        self._show()

    def _show(self) -> None:
        canvas, road, sketch = self.query_one(Canvas), self.query_one(LinesMap), self.sketch
        canvas.sketch = sketch
        if self.part == "lines":  # drawing the map is slow, so it is drawn only if it is shown
            road.sketch = sketch
        title = _("Track editor: {name} (not saved)") if self._is_changed else _("Track editor: {name}")
        self.query_one(Heading).update(Text(title.format(name=sketch.name)))
        advice = self.query_one("#advice", Static)
        advice.set_class(self._track is not None, "-sound")
        advice.set_class(self._is_begun and self._track is None, "-wrong")
        advice.update(Text(self._advice()))
        self._say_where()
        self.refresh_bindings()

    @property
    def _is_begun(self) -> bool:
        """True once the sketch has a course and a corner; until then, its errors are not worth showing."""
        return self.sketch.has_course and bool(self.sketch.corners)

    def _advice(self) -> str:
        """Return every error if `_is_begun`; otherwise, or without errors, return advice on the next step."""
        if self._is_begun and self._faults:
            return "\n".join(self._faults)
        words = _("No errors found: this track can be raced.")
        if not self.sketch.has_course:
            words = _(
                "Place at least three points along the course, in driving direction: move with the arrow keys and "
                "press {put_point}, or click. The course closes automatically."
            )
        elif not self.sketch.corners and self.part == "lines":
            words = _(
                "Move along the track with Left and Right, or click on a space. Press {put_line} to put a corner line "
                "after that space."
            )
        elif not self.sketch.corners:
            words = _(
                "Add, move or delete points until you like the course. Then press {part_next} to place the corners."
            )
        elif self._is_changed:
            words = _("No errors found. Press {test_race} for a test race, {save_track} to save the track.")
        return words.format(**keys_of(self))

    def _say_where(self) -> None:
        part, sketch = self.part, self.sketch
        if part == "course":
            lines = _course_words(sketch, self.query_one(Canvas))
        elif part == "lines" and sketch.has_course:
            lines = _space_words(sketch, self.query_one(LinesMap).space)
        elif self.track_id:
            lines = iter([_("Saved as {id}.").format(id=self.track_id)])
        else:
            lines = iter([_("Not saved yet.")])
        self.query_one("#where", Static).update(Text(sentences(*lines)))


def _course_words(sketch: Sketch, canvas: Canvas) -> Iterator[str]:
    if sketch.has_course:
        words = _("{spaces} spaces on a course of {points} points, driven clockwise.")
        if sketch.drawn.direction != "clockwise":
            words = _("{spaces} spaces on a course of {points} points, driven anticlockwise.")
        yield words.format(spaces=sketch.spaces, points=len(sketch.points))
    if canvas.chosen >= 0:
        sign = chosen_sign(look_of(canvas))
        yield _("The next point goes after point {number} ({sign}).").format(number=canvas.chosen + 1, sign=sign)
    if canvas.here is not None:
        yield _("Under the cursor: point {number}.").format(number=canvas.here + 1)


def _space_words(sketch: Sketch, space: int) -> Iterator[str]:
    """Yield sentences about a space and the corner ahead."""
    words = _("Space {space} of {spaces}, with the race line on the left.")
    if sketch.side_at(space) == "right":
        words = _("Space {space} of {spaces}, with the race line on the right.")
    yield words.format(space=space, spaces=sketch.spaces)
    if space in sketch.flooded:
        yield _("It is flooded.")
    if space in sketch.tunnel:
        yield _("It is in a tunnel.")
    at = sketch.corner_ahead(space)
    if at is None:
        return
    corner = sketch.corners[at]
    yield _(
        "Corner {number} ahead: limit {limit}, line after space {line}, legends line after space {legends}."
    ).format(number=at + 1, limit=corner.limit, line=corner.line_after, legends=corner.legends_line_after)
    if corner.chicane:
        yield _("It is the second line of a chicane.")
    if sketch.drawn.corners[at].press is not None:
        yield _("The press watches this corner.")
    if corner.aggressive:
        yield ngettext(
            "{count} space before it is marked for aggressive Legends.",
            "{count} spaces before it are marked for aggressive Legends.",
            corner.aggressive,
        ).format(count=corner.aggressive)
    if corner.double_aggressive:
        yield ngettext(
            "{count} of them is marked twice.",
            "{count} of them are marked twice.",
            corner.double_aggressive,
        ).format(count=corner.double_aggressive)


class PreviewScreen(HeatScreen[None]):
    """The map as shown in terminals of three sizes, one below the other."""

    help_topic = "track-editor"
    CSS_PATH = styles("track/editor")

    def __init__(self, track: Track) -> None:
        super().__init__()
        self._track = track

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="previews"):
            for width, height in PREVIEWS:
                yield Static(
                    _("A terminal of {width} columns and {height} rows").format(width=width, height=height),
                    markup=False,
                )
                road = TrackMap(printed_scene(self._track))
                road.styles.width, road.styles.height = width, height - 2
                yield road
        yield KeyFooter()
