"""The card over a lobby or a result whose host is lost: what happened, since when, and what the person can do about it.

Become host, wait, or leave. Who waits has a line in the prompt instead. The table is looked for all the time, so the
card goes by itself when there is a host again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from atlantis_tui.table.network.absence import since
from atlantis_tui.text import lost_host
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.colours import ink_on, readable
from atlantis_tui.ui.dim import dim
from atlantis_tui.ui.modal import paint_modal
from atlantis_tui.ui.painter import Pair, Pen
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.network.table import NetworkTable

WIDE = 60


class HostCard:
    def __init__(self, network_table: NetworkTable) -> None:
        self.network_table = network_table

    @property
    def lost(self) -> bool:
        return self.network_table.lost_between_games

    @property
    def shown(self) -> bool:
        return self.lost and self.network_table.lost is not self.network_table.waited_for

    @property
    def may_take_over(self) -> bool:
        return self.lost and self.network_table.session.may_take_over

    # What the person does --------------------------------------------------------------------------------------------

    def wait(self) -> bool:
        """Close the card; False: there was none."""
        if not self.shown:
            return False
        self.network_table.waited_for = self.network_table.lost
        return True

    def take_over(self) -> str:
        """Become the host of the company; returns the sentence why not, or ""."""
        return self.network_table.wish(lambda session: session.take_over())

    def unheard(self) -> str:
        return lost_host.unheard(self.may_take_over)

    # What is shown ---------------------------------------------------------------------------------------------------

    def prompt(self) -> tuple[list[str], dict[str, Any]]:
        """The lines of the prompt, and their parameters."""
        table = self.network_table
        first = _("*{name} was last heard at {time}* and is being looked for.")
        if table.host_left:
            first = _("*{name} closed the table* at {time}. Nobody is its host now.")
        second = _("Waiting for a host. *Q* leaves.")
        if self.may_take_over:
            second = _("Waiting for a host. *H* makes you the host, *Q* leaves.")
        return [first, second], {"name": table.host_name, "time": table.lost_at}

    def mark(self) -> tuple[bool, str]:
        """What of it changes while nothing happens: screens paint anew when this does."""
        return self.shown, since(self.network_table.lost_since) if self.lost else ""

    def keys(self) -> list[Pair]:
        """What the footer offers before leaving."""
        found: list[Pair] = [("h", "H", _("become host"))] if self.may_take_over else []
        return [*found, ("w", "W", _("wait"))] if self.shown else found

    def paint(self, pen: Pen, bottom: int, hover: Any) -> None:
        """Paint the card between the header and the line `bottom`, over what is painted there, which gets darker.

        Its buttons hit ("card", "host"), ("card", "wait") and ("card", "leave").
        """
        table, palette = self.network_table, pen.palette
        name, time = table.host_name, table.lost_at
        if not palette.flat:
            dim(pen.canvas, palette, lambda _x, y: y == 0 or y >= bottom)
        canvas = pen.canvas
        canvas.mark(0, 1, canvas.width, bottom - 1, None)
        wide = min(WIDE, canvas.width - 2)
        told = wrap(lost_host.since(name, table.host_left, time), wide - 10)
        ways = lost_host.ways_out(self.may_take_over, table.session.role == "spectator")
        rows = [*told, "", *wrap(ways, wide - 8)]
        high = len(rows) + 6
        x, y = (canvas.width - wide) // 2, 1 + max(0, (bottom - 1 - high) // 2)
        accent = palette.key
        title = lost_host.happened(name, table.host_left)
        paint_modal(pen, x, y, wide, high, accent, title, "" if table.host_left else since(table.lost_since))
        surf, seat = palette.surf, self._host_seat
        for number, text in enumerate(rows):
            at = x + 4 + (2 if number < len(told) and seat is not None else 0)
            if number == 0 and seat is not None:
                ink = readable(palette, palette.seats[seat % len(palette.seats)], surf)
                pen.put(x + 4, y + 2, pen.glyphs.figures[seat % len(pen.glyphs.figures)], ink, surf, True)
            pen.put(at, y + 2 + number, text, palette.text, surf)
        self._buttons(pen, x + 4, y + high - 3, x + wide - 2, hover)

    @property
    def _host_seat(self) -> int | None:
        session = self.network_table.session
        game = session.game or session.watched
        return game.chain.host if game is not None else session.table.host if session.table is not None else None

    def _buttons(self, pen: Pen, x: int, y: int, end: int, hover: Any) -> None:
        buttons = [("H", _("become host"), "host")] if self.may_take_over else []
        buttons += [("W", _("wait"), "wait"), ("Q", _("leave"), "leave")]
        for number, (key, word, what) in enumerate(buttons):
            hit = ("card", what)
            key = pen.keys.painted(key)
            if number == 0:
                text = f" {key} {word} "
                pen.put(x, y, cut(text, end - x, pen.glyphs.dots), ink_on(pen.palette, pen.solid), pen.solid, True, hit)
                x += cell_len(text) + 2
            else:
                x = pen.button(x, y, key, word, hover == hit, hit) + 2
