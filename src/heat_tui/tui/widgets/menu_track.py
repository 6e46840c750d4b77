"""A track to look at: what there is to say of it, and where it comes from."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from heat_tui.drawing.track_facts import CornerFacts, Run, track_facts
from heat_tui.engine.track import Track
from heat_tui.files.refusals import BadFile, shown_path
from heat_tui.files.tracks import BUILT_IN, ListedTrack
from heat_tui.language import _, ngettext
from heat_tui.tui.scene import Scene


def printed_scene(track: Track) -> Scene:
    """The empty track with its printed limits."""
    return Scene(track, tuple(corner.limit for corner in track.corners))


def track_name(listed: ListedTrack) -> str:
    """A track in a list; one whose file cannot be used is called by its id, with a mark."""
    if isinstance(listed.track, BadFile):
        return _("! {name}").format(name=shown_path(listed.id))
    return listed.track.name


class TrackFactsView(Static):
    """The figures of a track in three lines or more, or the sentence that says why its file cannot be used."""

    DEFAULT_CSS = """
    TrackFactsView { height: auto; width: 1fr; padding: 0 1; }
    TrackFactsView.-bad { color: $text-error; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)

    def show(self, listed: ListedTrack, *, everything: bool = False) -> None:
        """Tell of a track: in short, or everything that is printed on it."""
        self.set_class(isinstance(listed.track, BadFile), "-bad")
        if isinstance(listed.track, BadFile):
            self.update(Text(str(listed.track)))
            return
        text = Text()
        text.append(listed.track.name, "bold")
        for line in track_story(listed.track) if everything else track_words(listed.track):
            text.append("\n" + line)
        if listed.source != BUILT_IN:
            text.append("\n" + _("Your own track, from {file}").format(file=shown_path(listed.source)), "dim")
        self.update(text)


def track_words(track: Track) -> list[str]:
    """The figures of a track, and its corners' limits in driving order."""
    laps = ngettext("{count} lap", "{count} laps", track.laps).format(count=track.laps)
    return [
        _("{spaces} spaces a lap, {laps}").format(spaces=track.spaces, laps=laps),
        _("{heat} Heat and {stress} Stress a driver").format(heat=track.heat, stress=track.stress),
        _("Limits: {limits}").format(limits=" ".join(f"<{corner.limit}>" for corner in track.corners)),
    ]


def track_story(track: Track) -> list[str]:
    """All that is printed on a track: its figures, every corner, and what is special about single spaces."""
    facts = track_facts(track)
    way = _("Driven clockwise") if track.direction == "clockwise" else _("Driven counterclockwise")
    lines = [*track_words(track)[:2], way, *(_corner_words(each) for each in facts.corners)]
    if facts.flooded:
        lines.append(_("Flooded spaces: {spaces}").format(spaces=_runs(facts.flooded)))
    if facts.tunnel:
        lines.append(_("Tunnel spaces: {spaces}").format(spaces=_runs(facts.tunnel)))
    return lines


def _corner_words(facts: CornerFacts) -> str:
    corner = facts.corner
    words = _("{number}. <{limit}> after space {line}, Legends line after {legends}")
    if facts.chicane_with is not None:
        words = _("{number}. <{limit}> after space {line}, Legends line after {legends}, chicane")
    return words.format(
        number=facts.number, limit=corner.limit, line=corner.line_after, legends=corner.legends_line_after
    )


def _runs(runs: tuple[Run, ...]) -> str:
    return ", ".join(str(run.first) if run.first == run.last else f"{run.first}-{run.last}" for run in runs)
