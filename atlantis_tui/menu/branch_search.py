"""The screen that looks whether the others still have a game open, before it is gone on with alone, against bots.

Looking takes seconds, so it is done in the background and can be given up at any time.
"""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from atlantis_tui.saved.game_files import CannotOpenGame
from atlantis_tui.saved.game_names import called
from atlantis_tui.saved.library import in_folder
from atlantis_tui.text.translation import _
from atlantis_tui.ui.modal import paint_modal
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.wrap import wrap

WIDTH, HEIGHT = 56, 9


class AloneScreen(Page):
    """Dismissed with the file of the new game, or with "" and then `why` says why there is none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace,q,Q", "give_up", show=False, id="alone.back"),
        Binding("escape", "give_up", show=False, id="alone.back.slow"),
    ]

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.name_of_game = called(path)
        self.why = ""

    def on_mount(self) -> None:
        self.look_for_others()

    @work(exclusive=True, group="alone")
    async def look_for_others(self) -> None:
        app = self.app
        branch = await asyncio.to_thread(import_module, "atlantis_tui.network.branch")
        await asyncio.to_thread(import_module, "atlantis_tui.network.others_online")
        from net.refusal import Refusal

        await app.all_left()  # the table that we come from may still have the file open
        new = ""
        try:
            new = await branch.go_on_alone(self.path, discovers=app.discovers, tell=lambda text: None)
        except CannotOpenGame as error:
            self.why = getattr(error, "on_screen", "") or in_folder(str(error))
        except Refusal as refusal:
            from atlantis_tui.text import network

            self.why = network.refusal(refusal)
        self.dismiss(new)

    def action_give_up(self) -> None:
        self.workers.cancel_group(self, "alone")
        self.dismiss("")

    def draw(self, pen: Pen) -> None:
        palette, canvas = pen.palette, pen.canvas
        pen.header(_("ON AGAINST BOTS"), self.name_of_game, "")
        width, height = min(WIDTH, canvas.width - 4), HEIGHT
        x, y = (canvas.width - width) // 2, max(1, (canvas.height - height) // 2)
        paint_modal(
            pen, x, y, width, height, palette.key, _("Looking for the others {dots}").format(dots=pen.glyphs.dots)
        )
        told = _(
            "Is one of them still at this table? That is asked where they were, and on this network. "
            "It takes some seconds."
        )
        row = y + 2
        for line in wrap(told, width - 6):
            pen.put(x + 3, row, line, palette.text, palette.surf)
            row += 1
        hit = ("key", "backspace")
        pen.button(x + 3, y + height - 2, _("Bksp"), _("gives it up"), self.hover == hit, hit)
        pen.footer([("backspace", _("Bksp"), _("back"))])
