"""The end of a game of Pearls in figures."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.table.plain_result import ScoreResult
from atlantis_tui.text.translation import _


class PearlResult(ScoreResult):
    @property
    def title(self) -> str:
        return _("The pearls")

    def ending(self, names: Sequence[str]) -> list[str]:
        return [_("All shells are open or lost.")]

    def parts(self) -> list[tuple[str, str, list[int]]]:
        return [(_("pearls"), "purse", list(self.scores))]


RECKONING = PearlResult
