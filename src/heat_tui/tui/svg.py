"""Pictures of the screen as SVG, as drawn by Rich."""

from __future__ import annotations

import re
from html import unescape

from heat_tui.typesetting import cell_len


def with_wide_letters(svg: str) -> str:
    """Return an SVG with the width of each text set by its cells; Rich counts letters, which squeezes wide ones."""

    def stretched(found: re.Match[str]) -> str:
        start, length, between, text = found.groups()
        shown = unescape(text).replace("\xa0", " ")
        return f"{start}{float(length) / len(shown) * cell_len(shown):g}{between}{text}"

    return re.sub(r'(<text [^>]*textLength=")([\d.]+)("[^>]*>)([^<]+)', stretched, svg)
