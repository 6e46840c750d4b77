"""The pages of the help, and how they are searched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from textual.binding import ActiveBinding

from heat_tui.engine.record import record
from heat_tui.language import _, translated
from heat_tui.store.texts import Chapter, chapter_of, rules, without_marks
from heat_tui.tui.help.topics import TOPICS
from heat_tui.tui.keymap import KEYS, key_names

KEYS_PAGE: Final = "keys"
_CHAPTER: Final = "chapter-"


@record
class Block:
    """A part of a page: a heading, paragraphs, or keys. `anchor` is the rule's id where it is one."""

    heading: str = ""
    paragraphs: tuple[str, ...] = ()
    keys: tuple[KeyRow, ...] = ()
    anchor: str = ""
    chapters: tuple[str, ...] = ()


@record
class HelpContext:
    """What the words of the pages depend on: the keys by id, all keys by place, the calling screen's topic and keys."""

    shown_keys: Mapping[str, str]
    all_keys: Mapping[str, Sequence[KeyRow]]
    topic: str
    here: tuple[KeyRow, ...]


@record
class Found:
    """A part of a page in which all the words occur."""

    page: str
    title: str
    block: Block


def chapter_page(key: str) -> str:
    """The page of a chapter of the rules."""
    return _CHAPTER + key


def rule_page(rule_id: str) -> str:
    """The page that a rule stands on. Raises KeyError for an id that no rule has."""
    return chapter_page(chapter_of(rule_id).key)


def page_titles() -> dict[str, str]:
    """All pages by id, in their order: topics, keys, chapters of the rules."""
    titles = {topic.id: topic.title for topic in TOPICS.values()} | {KEYS_PAGE: _("All keys")}
    return titles | {chapter_page(each.key): chapter_title(each) for each in rules()}


def chapter_title(chapter: Chapter) -> str:
    """A chapter with its key: "7 Check corners"."""
    return _("{key} {title}").format(key=chapter.key, title=chapter.title)


def blocks(page: str, context: HelpContext) -> list[Block]:
    """What stands on a page."""
    if page == KEYS_PAGE:
        return [Block(place, keys=tuple(rows)) for place, rows in context.all_keys.items()]
    if page.startswith(_CHAPTER):
        chapter = next(each for each in rules() if chapter_page(each.key) == page)
        return [Block(paragraphs=rule.paragraphs, anchor=rule.id) for rule in chapter.rules]
    topic = TOPICS[page]
    listed = [Block(paragraphs=(paragraph,)) for paragraph in topic.text(context.shown_keys)]
    if page == context.topic and context.here:
        listed.append(Block(_("Keys here"), keys=context.here))
    if topic.rules:
        listed.append(Block(_("In the rules"), chapters=topic.rules))
    return listed


def find(words: str, context: HelpContext) -> list[Found]:
    """Every part of the help in which all the words occur; a rule whose id is typed comes first."""
    wanted = words.casefold().split()
    if not wanted:
        return []
    found = [
        Found(page, title, block)
        for page, title in page_titles().items()
        for block in _parts(page, context)
        if all(word in f"{title} {block.anchor} {plain_words(block)}".casefold() for word in wanted)
    ]
    return sorted(found, key=lambda each: each.block.anchor.casefold() != wanted[0])


def plain_words(block: Block) -> str:
    """A block as plain text on one line."""
    texts = [block.heading, *(without_marks(each.removeprefix("- ")) for each in block.paragraphs)]
    texts += [_("{keys}: {words}").format(keys=" ".join(row.keys), words=row.words) for row in block.keys]
    return " ".join(text for text in texts if text)


def holds(block: Block, part: Block) -> bool:
    """Whether a part that was found is this block, or lies in it."""
    return block == part or bool(part.keys and part.keys[0] in block.keys)


def _parts(page: str, context: HelpContext) -> Iterator[Block]:
    """A page in pieces small enough to be found one by one."""
    for block in blocks(page, context):
        if block.keys:
            yield from (Block(keys=(each,)) for each in block.keys)
        elif not block.chapters:
            yield block


@record
class KeyRow:
    """What some keys do; `keys` are their names."""

    keys: tuple[str, ...]
    words: str


def keys_here(active: Mapping[str, ActiveBinding], *, ascii: bool) -> tuple[KeyRow, ...]:
    """The game's own keys among the active bindings of a screen, each purpose once."""
    purposes: dict[str, list[str]] = {}
    for key, (_node, binding, enabled, _tooltip) in active.items():
        if binding.id in KEYS and enabled:
            purposes.setdefault(binding.description, []).append(key)
    return tuple(KeyRow(key_names(",".join(keys), ascii=ascii), words) for words, keys in purposes.items())


def all_keys(chosen: Mapping[str, str], *, ascii: bool) -> dict[str, list[KeyRow]]:
    """Every key of the game by the place where it holds; `chosen` are the player's own, by the binding's id."""
    places: dict[str, dict[str, list[str]]] = {}
    for key in KEYS.values():
        purposes = places.setdefault(translated(key.place), {})
        purposes.setdefault(translated(key.words), []).extend(chosen.get(key.id, key.keys).split(","))
    return {
        place: [KeyRow(key_names(",".join(keys), ascii=ascii), words) for words, keys in purposes.items()]
        for place, purposes in places.items()
    }
