"""The line in which moves are typed at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from textual.widgets import Input

    from atlantis_tui.table.screen import TableScreen
    from core.game import State


class MoveInput:
    """`field` exists only while the player types."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.field: Input | None = None

    async def open(self) -> None:
        from textual.suggester import SuggestFromList
        from textual.widgets import Input

        table = self.screen.table
        texts = self._texts(table.view(self.screen.viewer))
        self.field = Input(
            placeholder=_("a move, such as {example}; Enter shows it").format(example=texts[0] if texts else ""),
            suggester=SuggestFromList(texts, case_sensitive=False),
            compact=True,
            classes="over",
        )
        self.place()
        field = self.field
        await self.screen.mount(field)
        field.focus()

    def _texts(self, view: State) -> list[str]:
        """Every move there is, as one types it in this position; moves that look alike once."""
        short = getattr(self.screen.wording, "short", None)  # not every game has shorter forms
        text = self.screen.table.game.text
        return list(dict.fromkeys(text(move) if short is None else short(view, move) for move in view.legal()))

    @property
    def writes(self) -> bool:
        return self.field is not None

    def press(self, key: str) -> bool:
        """Backspace in an empty line does nothing: held down, it would next undo what is planned."""
        if self.field is None or key != "backspace" or self.field.value:
            return False
        self.screen.hush()
        return True

    def place(self) -> None:
        """Put the line above the footer."""
        if self.field is not None:
            width, height = self.screen.size
            self.screen.put(self.field, 2, height - 2, width - 4, 1)

    def changed(self) -> None:
        """Hide the toast at the next key, as everywhere. `?` opens the rule that the toast is about."""
        field, toast = self.field, self.screen.toast
        if field is None or not toast.display:
            return
        if toast.reason is not None and field.value.endswith("?"):
            field.value = field.value[:-1]
            explain = getattr(self.screen.app, "action_help", None)
            if explain is not None:
                explain()
        self.screen.hush()

    async def submitted(self, line: str) -> None:
        """Show what the typed line plans. A line that cannot be understood stays, so that the player can mend it."""
        screen = self.screen
        if line.lower() == "hint":
            await self.close()
            screen.action_hint()
        elif not line or screen.viewer is None or screen.submitter.line(line):
            await self.close()

    async def close(self) -> None:
        if self.field is not None:
            field, self.field = self.field, None
            await field.remove()
            self.screen.show()  # the footer names other keys now
