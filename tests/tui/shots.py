"""The table of shots: screens of the app, each reached in the same way every time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from heat_tui.store.saves import SaveStore
from tests.tui.scenery import Scenery

Bring = Callable[[Scenery], Awaitable[None]]
Saves = Callable[[Path], SaveStore | None]


@dataclass(frozen=True)
class Shot:
    """A screen in a known state: `bring` goes there from the title.

    `saves` makes any earlier saves. If `everywhere` is true, the gate takes the shot in a wide terminal and in the
    made-up language too; if `seldom` is true, only `make test-all` takes it. A shot that is not `framed` differs from
    another in only a few lines or in names: `make test-all` checks its laws, but no frame is kept. Without
    `plain_names`, the screen contains more than ASCII even if the game itself uses only ASCII.
    """

    name: str
    bring: Bring
    saves: Saves
    settings: Mapping[str, Any] = field(default_factory=dict)
    everywhere: bool = False
    seldom: bool = False
    framed: bool = True
    plain_names: bool = True


SHOTS: Final[dict[str, Shot]] = {}
"""All shots by name."""


def shot(
    name: str,
    *,
    saves: Saves = SaveStore,
    everywhere: bool = False,
    seldom: bool = False,
    framed: bool = True,
    plain_names: bool = True,
    **settings: object,
) -> Callable[[Bring], Bring]:
    """Return a decorator that adds a shot to the table."""

    def keep(bring: Bring) -> Bring:
        SHOTS[name] = Shot(name, bring, saves, settings, everywhere, seldom, framed, plain_names)
        return bring

    return keep
