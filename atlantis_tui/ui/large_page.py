"""From which size on a page has another layout, with more side by side: longer lines would be no better to read."""

from __future__ import annotations

LINE = 100  # cells of the longest line of text that is good to read


def is_large(width: int, height: int) -> bool:
    """Whether there is room for a second or third column beside what a page shows at 120 by 36."""
    return width >= 150 and height >= 40
