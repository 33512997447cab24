"""What the keys do that only the table of Pearls has, among those that every table has."""

from __future__ import annotations

from collections.abc import Mapping

from atlantis_tui.text.translation import _


def words() -> Mapping[str, str | None]:
    return {"pearls.shell": _("dive with a shell"), "table.do": None, "pearls.swap": _("swap it instead")}
