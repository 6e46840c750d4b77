"""Faults of a screen: widgets outside their parents or over each other, cut text, and keys that do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import cast

from textual.actions import parse
from textual.content import Content
from textual.css.styles import RulesMap
from textual.geometry import Region
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarCorner
from textual.visual import Visual
from textual.widget import Widget
from textual.widgets import Input, OptionList

from heat_tui.tui.lists import FooterKey, KeyFooter
from heat_tui.typesetting import cell_len, words

Places = dict[Widget, tuple[Region, Region]]
"""The place of each widget, and the part of the screen outside which it cannot be seen."""


def misfits(screen: Screen[object]) -> Iterator[str]:
    """Yield a sentence on each thing that does not fit, and on each key of the footer that does not do what it says."""
    yield from _false_keys(screen)
    places = _places(screen)
    parents = {widget.parent for widget in places}
    leaves = [widget for widget in places if widget not in parents and widget is not screen]
    for leaf in leaves:
        yield from _outside(leaf, *places[leaf])
        yield from _cut(leaf)
    seen = [leaf for leaf in leaves if _seen(*places[leaf]).area]
    for one, other in combinations(seen, 2):
        if _seen(*places[one]).overlaps(_seen(*places[other])) and _same_layer(one, other):
            yield f"{_name(one)} at {_seen(*places[one])} and {_name(other)} at {_seen(*places[other])} overlap"


def keys_shown(screen: Screen[object]) -> list[FooterKey]:
    """Return the keys in the footer that are not shown as disabled."""
    return [key for key in _keys(screen) if key.enabled]


def _keys(screen: Screen[object]) -> Iterator[FooterKey]:
    for footer in screen.query(KeyFooter):
        for line in footer.shown:
            yield from line


def _false_keys(screen: Screen[object]) -> Iterator[str]:
    """Yield a sentence on each key whose effect or availability differs from what the footer says."""
    active = screen.active_bindings
    for key in _keys(screen):
        said = f"the footer says {key.display!r} {key.description!r}"
        if key.key not in active:
            yield f"{said}, but the key does nothing"
            continue
        node, binding, enabled, _tooltip = active[key.key]
        namespace, action, _arguments = parse(binding.action)
        target = {"": node, "screen": screen, "app": screen.app}[namespace]
        if binding.action != key.action:
            yield f"{said}, but the key does {binding.action}"
        elif enabled != key.enabled:
            yield f"{said} is {'available' if enabled else 'unavailable'}, but not shown as that"
        elif not hasattr(target, f"action_{action}"):
            yield f"{said}, but {type(target).__name__} has no action {action}"


def _places(screen: Screen[object]) -> Places:
    shown = screen._compositor.full_map
    return {
        widget: (geometry.region, geometry.clip)
        for widget, geometry in shown.items()
        if not isinstance(widget, (ScrollBar, ScrollBarCorner)) and widget.visible and widget.display
    }


def _seen(region: Region, clip: Region) -> Region:
    return region.intersection(clip)


def _outside(leaf: Widget, region: Region, clip: Region) -> Iterator[str]:
    """Yield a sentence on each direction in which a widget is cut off, unless it can be scrolled that way."""
    if not region.area:
        if _text(leaf).strip():
            yield f"{_name(leaf)} has no room at all"
        return
    seen = region.intersection(clip)
    if (seen.x, seen.width) != (region.x, region.width) and not _scrolls(leaf, "x"):
        yield f"{_name(leaf)} leaves its parent at the side: {region}, of which {seen} is seen"
    if (seen.y, seen.height) != (region.y, region.height) and not _scrolls(leaf, "y"):
        yield f"{_name(leaf)} leaves its parent above or below: {region}, of which {seen} is seen"


def _scrolls(leaf: Widget, axis: str) -> bool:
    """Return whether an ancestor of a widget, other than its screen, can be scrolled along an axis."""
    return any(
        isinstance(each, Widget)
        and not isinstance(each, Screen)
        and each.styles.get_rule(f"overflow_{axis}") in ("auto", "scroll")
        for each in leaf.ancestors
    )


def _cut(leaf: Widget) -> Iterator[str]:
    """Yield a sentence on each text that is cut without an ellipsis; in ASCII, which has none, a line may be cut."""
    room = leaf.scrollable_content_region.size
    styles = leaf.styles
    nowrap = styles.text_wrap == "nowrap"
    ellipsis = styles.text_overflow == "ellipsis" or (leaf.screen.has_class("-ascii") and nowrap)
    if isinstance(leaf, OptionList):
        if nowrap and not ellipsis:
            for option in leaf.options:
                width = leaf._get_visual(option).get_optimal_width(_rules(leaf), room.width)
                if width > room.width:
                    yield f"{_name(leaf)} cuts {str(option.prompt)!r}: {width} columns in {room.width}"
        return
    if _draws_itself(leaf) or (nowrap and ellipsis) or not room.area:
        return
    visual = leaf._render()
    width, height = _needed(visual, leaf, room.width)
    if width > room.width or height > room.height:
        text = _text(leaf)
        yield f"{_name(leaf)} cuts {text[:70]!r}: {width}x{height} in {room.width}x{room.height}"


def _needed(visual: Visual, leaf: Widget, width: int) -> tuple[int, int]:
    """Return the width of the longest word, or of the longest line if the text does not wrap, and the number of rows.

    The width is 0 if the visual is not text.
    """
    rules = _rules(leaf)
    height = visual.get_height(rules, width)
    if not isinstance(visual, Content):
        return 0, height
    if leaf.styles.text_wrap == "nowrap":
        return visual.get_optimal_width(rules, width), height
    return max((cell_len(word.rstrip()) for _start, _end, word in words(visual.plain)), default=0), height


def _rules(leaf: Widget) -> RulesMap:
    """Return the styles of a widget, as Textual passes them to measuring functions."""
    return cast("RulesMap", leaf.styles)


def _draws_itself(leaf: Widget) -> bool:
    """Return whether a widget paints line by line in any available space."""
    return type(leaf).render_line is not Widget.render_line or isinstance(leaf, Input)


def _same_layer(one: Widget, other: Widget) -> bool:
    """Return whether neither widget is meant to be above the other."""
    for first, second in zip(_path(one), _path(other), strict=False):
        if first is not second:
            return first.layer == second.layer and "screen" not in (first.styles.overlay, second.styles.overlay)
    return True


def _path(widget: Widget) -> list[Widget]:
    """Return a widget and its ancestors, the outermost first."""
    return [each for each in reversed(widget.ancestors_with_self) if isinstance(each, Widget)]


def _text(leaf: Widget) -> str:
    visual = leaf._render()
    return visual.plain if isinstance(visual, Content) else ""


def _name(widget: Widget) -> str:
    """Return a widget's name for a report."""
    parent = widget.parent
    within = f" in {type(parent).__name__}" if parent is not None else ""
    return f"{widget.css_identifier}{within}"
