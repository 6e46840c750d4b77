"""The command palette in the game's words."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.system_commands import SystemCommandsProvider

from heat_tui.language import _
from heat_tui.store.texts import Chapter, Rule, rules
from heat_tui.tui.help.pages import chapter_title
from heat_tui.tui.keymap import KEYS
from heat_tui.tui.look import DARK, LIGHT, look_of
from heat_tui.words.names import quoted

if TYPE_CHECKING:
    from textual.app import App, SystemCommand
    from textual.binding import ActiveBinding
    from textual.screen import Screen

    from heat_tui.tui.app import HeatApp


_ELSEWHERE: Final = ("palette", "screenshot", "leave", "interrupt")
"""Bindings that the palette offers in other words, or that lead to the palette itself."""

_HELP_LENGTH: Final = 70
_NUMBER, _BEGINS, _PHRASE, _IN_TEXT, _LAST = 1.0, 0.8, 0.6, 0.4, 0.01
"""Scores: of a rule with this number, that begins with the words, has them together, has them all; of a search."""


class HeatPalette(CommandPalette):
    """The palette: no picture beside the line, and a frame that every terminal can show."""

    DEFAULT_CSS = """
    HeatPalette SearchIcon { display: none; }
    HeatPalette #--input { padding-left: 1; }
    HeatPalette.-ascii #--input, HeatPalette.-ascii #--input.--list-visible { border: ascii $accent; }
    HeatPalette.-ascii CommandList { border: ascii $accent; }
    """

    def _action_command_list(self, action: str) -> None:
        if self.query_one(CommandList)._lines:  # a list that is not laid out yet cannot be paged through
            super()._action_command_list(action)

    def on_mount(self) -> None:
        """Take the look of the app."""
        self.set_class(look_of(self).ascii, "-ascii")


Command = tuple[str, Callable[[], Awaitable[None] | None]]
"""What a command is called, and what it does."""


class CommandsProvider(Provider):
    """Commands that are found by their names."""

    @abstractmethod
    def commands(self) -> Iterator[Command]:
        """Return the commands that are possible now."""

    async def discover(self) -> Hits:
        """Offer all of them."""
        for label, run in self.commands():
            yield DiscoveryHit(Content(label), run, text=label)

    async def search(self, query: str) -> Hits:
        """Offer those that match."""
        matcher = self.matcher(query)
        for label, run in self.commands():
            score = matcher.match(label)
            if score > 0:
                yield Hit(score, matcher.highlight(label), run, text=label)


class ActionsProvider(CommandsProvider):
    """Every action of the game that is possible on the screen now, with its key; the words are those of the footer."""

    def commands(self) -> Iterator[Command]:
        """Return the actions of the bindings, each once."""
        seen = set()
        for active in self.screen.active_bindings.values():
            binding, id = active.binding, active.binding.id or ""
            ours = (id in KEYS and id not in _ELSEWHERE) or id.startswith("card-")
            if not ours or not active.enabled or not binding.description:
                continue
            if (active.node, binding.action) in seen:
                continue
            seen.add((active.node, binding.action))
            key = self._key(active, whole=not id.startswith("card-"))
            words = binding.description
            label = _("{action} ({key})").format(action=words[0].upper() + words[1:], key=key)
            yield label, partial(_run, cast("HeatApp", self.app), active)

    def _key(self, active: ActiveBinding, *, whole: bool) -> str:
        binding = active.binding if whole else replace(active.binding, key_display=None)
        return self.app.get_key_display(binding)


class RulesProvider(Provider):
    """Every rule by its id, its chapter's title and its words; choosing one opens the help there."""

    async def discover(self) -> Hits:
        """Offer the rules as a whole; their chapters are in the help."""
        label = _("The rules")
        yield DiscoveryHit(label, partial(self._open, rules()[0].rules[0].id), help=_("type a word or a number"))

    async def search(self, query: str) -> Hits:
        """Offer rules that match by number or title or have all words in their text, and a search of all the help."""
        matcher = self.matcher(query)
        for chapter in rules():
            for rule in chapter.rules:
                label = _label(chapter, rule)
                score = _score(rule, query.strip().casefold()) or matcher.match(label)
                if score > 0:
                    run = partial(self._open, rule.id)
                    yield Hit(score, matcher.highlight(label), run, text=label, help=_beginning(rule))
        label = _("Search the help for {words}").format(words=quoted(query))
        yield Hit(_LAST, Content(label), partial(self._search_help, query), text=label)

    def _open(self, rule_id: str) -> None:
        from heat_tui.tui.help.screen import HelpScreen

        self.app.push_screen(HelpScreen(rule=rule_id))

    def _search_help(self, words: str) -> None:
        from heat_tui.tui.help.screen import HelpScreen

        self.app.push_screen(HelpScreen(words=words))


class GameProvider(Provider):
    """The actions of the screen, then the rules, then what is offered everywhere."""

    async def discover(self) -> Hits:
        """Offer everything."""
        for part in self._parts():
            async for hit in part.discover():
                yield hit

    async def search(self, query: str) -> Hits:
        """Offer everything that matches."""
        for part in self._parts():
            async for hit in part.search(query):
                yield hit

    def _parts(self) -> Iterator[Provider]:
        for kind in (ActionsProvider, RulesProvider, SystemCommandsProvider):
            yield kind(self.screen, self.match_style)


class ThemesProvider(CommandsProvider):
    """All themes; the one that is chosen is used from now on."""

    def commands(self) -> Iterator[Command]:
        """Return the themes by name."""
        app = cast("HeatApp", self.app)
        for name in sorted(app.available_themes):
            chosen = {DARK: "dark", LIGHT: "light"}.get(name, name)
            yield name, partial(_take_theme, app, chosen)


def open_palette(app: HeatApp) -> None:
    """Open the palette unless it is open."""
    if not CommandPalette.is_open(cast("App[object]", app)):
        app.push_screen(HeatPalette(placeholder=_("What would you like to do?"), id="--command-palette"))


def choose_theme(app: HeatApp) -> None:
    """Ask for a theme."""
    app.push_screen(HeatPalette(providers=[ThemesProvider], placeholder=_("Which theme?")))


async def _run(app: HeatApp, active: ActiveBinding) -> None:
    """Do what a key would do, if its widget is still there."""
    if active.node is app or active.node.is_attached:
        await app.run_action(active.binding.action, default_namespace=active.node)


def _take_theme(app: HeatApp, theme: str) -> None:
    app.apply(replace(app.settings, theme=theme))


def _score(rule: Rule, query: str) -> float:
    """Return how well a rule answers, 0 for not at all."""
    text = rule.words.casefold()
    if rule.id.casefold() == query:
        return _NUMBER
    if text.startswith(query):
        return _BEGINS
    if query in text:
        return _PHRASE
    return _IN_TEXT if all(word in text for word in query.split()) else 0


def _label(chapter: Chapter, rule: Rule) -> str:
    return _("Rule {id}, {chapter}").format(id=rule.id, chapter=chapter_title(chapter))


def _beginning(rule: Rule) -> str:
    words = rule.words
    return words if len(words) <= _HELP_LENGTH else words[: _HELP_LENGTH - 3] + "..."


def system_commands(app: HeatApp, screen: Screen[Any]) -> Iterable[SystemCommand]:
    """What the palette offers on every screen, beside the screen's own actions."""
    from textual.app import SystemCommand

    def keys() -> None:
        from heat_tui.tui.help.pages import KEYS_PAGE
        from heat_tui.tui.help.screen import HelpScreen

        app.push_screen(HelpScreen(KEYS_PAGE, here=HelpScreen.about(screen).here))

    def picture() -> None:
        app.set_timer(_PALETTE_GONE, app.action_take_screenshot)

    yield SystemCommand(_("Theme"), _("choose other colours"), lambda: choose_theme(app))
    yield SystemCommand(_("Keys"), _("all keys of the game"), keys)
    yield SystemCommand(_("Screenshot"), _("save a picture of this screen"), picture)
    yield SystemCommand(_("Leave the game"), _("asks first; what was played is saved"), app.action_leave)


_PALETTE_GONE: Final = 0.1
"""After so many seconds the palette is no longer in the picture."""
