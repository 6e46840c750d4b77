"""The pages of the help, and the search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from textual.binding import ActiveBinding

from heat_tui.engine.record import record
from heat_tui.language import _, translated
from heat_tui.store.texts import Chapter, passages, rules, without_marks
from heat_tui.tui.keymap import KEYS, key_names
from heat_tui.typesetting import folded

TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "start": (),
    "title": (),
    "new-race": ("S", "O", "L"),
    "new-season": ("E", "O"),
    "challenges": (),
    "tracks": ("V",),
    "track-editor": ("V",),
    "saved-races": (),
    "tables": (),
    "book": (),
    "settings": (),
    "race": ("T", "V", "K"),
    "curtain": ("T", "K"),
    "mulligan": ("O",),
    "plan": ("1", "2", "P"),
    "react": ("4", "5", "P"),
    "slipstream": ("6", "7"),
    "discard": ("8", "9"),
    "seats": (),
    "take-back": (),
    "draft": ("G", "O"),
    "exchange": ("E",),
    "garage": ("G", "K"),
    "values": ("3", "G"),
    "replace": ("G",),
    "refresh": ("G", "9"),
    "salvage": ("G", "K"),
    "weather": ("W", "H", "N"),
    "tournament": ("M",),
    "championship": ("E",),
    "map": ("V", "7"),
    "inspect": ("V", "K"),
    "standings": ("V", "K"),
    "deck": ("P", "K"),
    "log": (),
    "season": ("E",),
    "results": ("F",),
    "mistakes": (),
    "replay": ("K",),
    "figures": (),
}
"""The pages by topic, in the order of the help, each with the chapters of the rules for further reading.

The text of a page is a file in the folder `help`. Texts name keys by the id of their binding with "_" for "-", such as
`{undo_turn}`.
"""

START: Final = "start"
"""The topic of a screen without its own."""

KEYS_PAGE: Final = "keys"
_CHAPTER: Final = "chapter-"


@record
class KeyRow:
    """The purpose of some keys; `keys` are their names."""

    keys: tuple[str, ...]
    words: str


@record
class Block:
    """A part of a page: a heading, paragraphs, or keys. `anchor` is the id of a rule, else ""."""

    heading: str = ""
    paragraphs: tuple[str, ...] = ()
    keys: tuple[KeyRow, ...] = ()
    anchor: str = ""
    chapters: tuple[str, ...] = ()


@record
class HelpContext:
    """The context of the pages: the keys by id, all keys by place, and the calling screen's topic and keys."""

    shown_keys: Mapping[str, str]
    all_keys: Mapping[str, Sequence[KeyRow]]
    topic: str
    here: tuple[KeyRow, ...]


@record
class Found:
    """A part of a page in which all words of a search occur."""

    page: str
    title: str
    block: Block


def chapter_page(key: str) -> str:
    return _CHAPTER + key


def page_titles() -> dict[str, str]:
    """Return the titles of all pages by id, in order: topics, keys, chapters of the rules."""
    titles = {topic: passages(f"help/{topic}.md")[""].title for topic in TOPICS} | {KEYS_PAGE: _("All keys")}
    return titles | {chapter_page(each.key): chapter_title(each) for each in rules()}


def chapter_title(chapter: Chapter) -> str:
    """Return the title of a chapter with its key: "7 Check corners"."""
    return _("{key} {title}").format(key=chapter.key, title=chapter.title)


def blocks(page: str, context: HelpContext) -> list[Block]:
    """Return the blocks of a page, with the player's keys."""
    if page == KEYS_PAGE:
        return [Block(place, keys=tuple(rows)) for place, rows in context.all_keys.items()]
    if page.startswith(_CHAPTER):
        chapter = next(each for each in rules() if chapter_page(each.key) == page)
        return [Block(paragraphs=rule.paragraphs, anchor=rule.id) for rule in chapter.rules]
    text = passages(f"help/{page}.md")[""].paragraphs
    listed = [Block(paragraphs=(paragraph.format_map(context.shown_keys),)) for paragraph in text]
    if page == context.topic and context.here:
        listed.append(Block(_("Keys here"), keys=context.here))
    if TOPICS[page]:
        listed.append(Block(_("In the rules"), chapters=TOPICS[page]))
    return listed


def find(words: str, context: HelpContext) -> list[Found]:
    """Return every part of the help in which all the words occur; a rule whose id is the first word comes first."""
    wanted = folded(words).split()
    if not wanted:
        return []
    found = [
        Found(page, title, block)
        for page, title in page_titles().items()
        for block in _parts(page, context)
        if all(word in folded(f"{title} {block.anchor} {plain_words(block)}") for word in wanted)
    ]
    return sorted(found, key=lambda each: each.block.anchor.casefold() != wanted[0])


def plain_words(block: Block) -> str:
    texts = [block.heading, *(without_marks(each.removeprefix("- ")) for each in block.paragraphs)]
    texts += [_("{keys}: {words}").format(keys=" ".join(row.keys), words=row.words) for row in block.keys]
    return " ".join(text for text in texts if text)


def holds(block: Block, part: Block) -> bool:
    """Return whether a search hit is this block or a part of it."""
    return block == part or bool(part.keys and part.keys[0] in block.keys)


def _parts(page: str, context: HelpContext) -> Iterator[Block]:
    """Yield a page in pieces small enough to be separate search hits."""
    for block in blocks(page, context):
        if block.keys:
            yield from (Block(keys=(each,)) for each in block.keys)
        elif not block.chapters:
            yield block


def keys_here(active: Mapping[str, ActiveBinding], *, ascii: bool) -> tuple[KeyRow, ...]:
    """Return the game's keys among the active bindings of a screen, each purpose once."""
    purposes: dict[str, list[str]] = {}
    for key, (_node, binding, enabled, _tooltip) in active.items():
        if binding.id in KEYS and enabled:
            purposes.setdefault(binding.description, []).append(key)
    return tuple(_rows(purposes, ascii=ascii))


def all_keys(chosen: Mapping[str, str], *, ascii: bool) -> dict[str, list[KeyRow]]:
    """Return every key of the game by the place where it applies; `chosen` are the player's own keys, by binding."""
    places: dict[str, dict[str, list[str]]] = {}
    for key in KEYS.values():
        purposes = places.setdefault(translated(key.place), {})
        purposes.setdefault(translated(key.words), []).extend(chosen.get(key.id, key.keys).split(","))
    return {place: _rows(purposes, ascii=ascii) for place, purposes in places.items()}


def _rows(purposes: Mapping[str, list[str]], *, ascii: bool) -> list[KeyRow]:
    return [KeyRow(key_names(",".join(keys), ascii=ascii), words) for words, keys in purposes.items()]
