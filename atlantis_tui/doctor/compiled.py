"""Which core is in use: pure Python, or the same compiled; and whether what was compiled fits its source."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_tui.doctor import Fact
from atlantis_tui.text.translation import _
from core import compiling


def which() -> str:
    return _("compiled core") if compiling.in_use() else _("pure core")


def facts() -> Iterator[Fact]:
    old = compiling.stale()
    advice = _("It was compiled from other sources: python -m core.compiling --clean removes it.") if old else ""
    yield Fact("versions", "core", _("compiled") if compiling.in_use() else _("pure Python"), advice)
