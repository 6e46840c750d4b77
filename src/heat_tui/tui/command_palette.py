"""The command palette in the game's words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, cast

from textual.app import App
from textual.binding import ActiveBinding
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider, SimpleProvider
from textual.content import Content
from textual.events import Mount
from textual.markup import escape
from textual.system_commands import SystemCommandsProvider

from heat_tui.language import _, translated
from heat_tui.store.settings import SETTINGS
from heat_tui.store.texts import Rule, rules
from heat_tui.tui.help import HelpScreen, chapter_title
from heat_tui.tui.keymap import ABOUT, CARDS, KEYS, TURNS_OF
from heat_tui.tui.look import look_of
from heat_tui.tui.screen import ClosingScreen, host_of
from heat_tui.tui.settings_check import THEME_NAMES
from heat_tui.typesetting import folded, narrow
from heat_tui.words.names import quoted

_MARGINS: Final = 10
"""The columns of the screen that the explanation of an entry leaves free."""

_NUMBER, _BEGINS, _PHRASE, _IN_TEXT, _LAST = 1.0, 0.8, 0.6, 0.4, 0.01
"""The scores of a rule found by its id, the beginning of its text, a phrase or all the words, and of the last hit."""


class HeatPalette(CommandPalette, ClosingScreen[None]):
    """The palette, without an icon beside the input."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the list's keys until the list is laid out, because paging would fail before that."""
        laid_out = (each.scrollable_content_region for each in self.query(CommandList))
        return action != "command_list" or any(laid_out)

    def on_mount(self, event: Mount) -> None:
        """Begin no search if the palette was closed before it was mounted, and no screen is below it any more."""
        if self not in self.app.screen_stack:
            event.prevent_default()


class GameProvider(Provider):
    """The screen's actions with their keys, the rules, and the general commands.

    All come from one provider, because several would mix their hits. Choosing a rule opens the help at that rule.
    """

    async def discover(self) -> Hits:
        """Offer the actions (except those for one card or car), the rules as a whole, and the general commands."""
        for id, label, about, run in self._actions():
            if id not in (*CARDS, *TURNS_OF):
                yield DiscoveryHit(Content(label), run, text=label, help=about)
        first = partial(self._open, rule=rules()[0].rules[0].id)
        yield DiscoveryHit(_("The rules"), first, help=_("type a word or a number"))
        async for hit in self._general.discover():
            yield replace(cast("DiscoveryHit", hit), display=Content(str(hit.text)), help=escape(hit.help or ""))

    async def search(self, query: str) -> Hits:
        """Offer the actions that match by name or explanation, and the general commands that match by name.

        Rules match by number or chapter, or if they contain all the words of the query; the last hit searches the
        whole help.
        """
        matcher, room = self.matcher(narrow(query)), self.screen.size.width - _MARGINS
        for _id, label, about, run in self._actions():
            score = max(matcher.match(label), matcher.match(about) / 2)
            if score > 0:
                yield Hit(score, matcher.highlight(label), run, text=label, help=about)
        for chapter in rules():
            for rule in chapter.rules:
                label = _("Rule {id}, {chapter}").format(id=rule.id, chapter=chapter_title(chapter))
                score = _score(rule, folded(query.strip())) or matcher.match(label)
                if score > 0:
                    open_rule, beginning = partial(self._open, rule=rule.id), look_of(self.screen).cut(rule.words, room)
                    yield Hit(score, matcher.highlight(label), open_rule, text=label, help=beginning)
        label = _("Search the help for {words}").format(words=quoted(query))
        yield Hit(_LAST, Content(label), partial(self._open, words=query), text=label)
        async for hit in self._general.search(query):
            yield replace(hit, help=escape(hit.help or ""))

    @property
    def _general(self) -> Provider:
        return SystemCommandsProvider(self.screen, self.match_style)

    def _actions(self) -> Iterator[tuple[str, str, str, Callable[[], Awaitable[None]]]]:
        """Yield the id, label, explanation and function of each action that is possible now and has an explanation."""
        seen = set()
        order = list(ABOUT)
        bindings = [each for each in self.screen.active_bindings.values() if each.binding.id in ABOUT and each.enabled]
        for active in sorted(bindings, key=lambda each: order.index(str(each.binding.id))):
            binding = active.binding
            if (active.node, binding.action) in seen:
                continue
            seen.add((active.node, binding.action))
            id = str(binding.id)
            words = translated(KEYS[id].words)
            key = self.app.get_key_display(replace(binding, key_display=None))
            label = _("{action} ({key})").format(action=words[0].upper() + words[1:], key=key)
            yield id, label, translated(ABOUT[id]), partial(_run, self.app, active)

    def _open(self, *, rule: str | None = None, words: str = "") -> None:
        self.app.push_screen(HelpScreen(rule=rule, words=words))


def open_palette(app: App[Any]) -> None:
    if not CommandPalette.is_open(app):
        question = _("What would you like to do?")
        app.push_screen(HeatPalette(providers=[GameProvider], placeholder=question, id="--command-palette"))


def choose_theme(app: App[Any]) -> None:
    host = host_of(app)

    def take(name: str) -> None:
        host.apply(replace(host.settings, theme=name))

    own = SETTINGS["theme"].choices
    named = {name: translated(own[name]) if name in own else name for name in THEME_NAMES}
    themes = SimpleProvider(app.screen, [(words, partial(take, name)) for name, words in named.items()])
    app.push_screen(HeatPalette(providers=cast("Any", [themes]), placeholder=_("Which theme?")))


async def _run(app: App[Any], active: ActiveBinding) -> None:
    """Run the action of a key, if its widget is still there."""
    if active.node is app or active.node.is_attached:
        await app.run_action(active.binding.action, default_namespace=active.node)


def _score(rule: Rule, query: str) -> float:
    """Return the score of a rule for a folded query, 0 for no match."""
    text = folded(rule.words)
    if rule.id.casefold() == query:
        return _NUMBER
    if text.startswith(query):
        return _BEGINS
    if query in text:
        return _PHRASE
    return _IN_TEXT if all(word in text for word in query.split()) else 0
