"""What the keys of a table do about other people on the network; at a table of one's own they do nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atlantis_tui.table.network.mode import Remote


class Together:
    remote: Remote | None = None

    async def action_talk(self) -> None:
        if self.remote is not None:
            await self.remote.begin_talk()

    def action_answer(self, yes: bool) -> None:
        if self.remote is not None:
            self.remote.screen.hush()
            self.remote.questions.answer(yes)

    def action_vote(self) -> None:
        if self.remote is not None:
            self.remote.screen.hush()
            self.remote.away.vote()

    def action_wait_longer(self) -> None:
        if self.remote is not None:
            self.remote.screen.hush()
            self.remote.away.wait()

    def action_pause(self) -> None:
        if self.remote is not None:
            self.remote.pause()
