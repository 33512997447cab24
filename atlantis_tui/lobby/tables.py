"""The screen of tables near you, which appear by themselves. One sits down, comes back or watches. For other
tables one types an address or a ticket."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from atlantis_tui.lobby.joining import TableJoin, WatchOffer
from atlantis_tui.lobby.tables_painter import TablesSheet, layout
from atlantis_tui.network.join import has_seat
from atlantis_tui.network.lookup import is_address, is_ticket
from atlantis_tui.text import network
from atlantis_tui.text.sentences import quoted, title
from atlantis_tui.text.translation import _
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pair, Pen
from atlantis_tui.ui.stack import leave
from atlantis_tui.ui.wrap import wrap
from net.codes import MAX_TICKET
from net.names import clean_name

if TYPE_CHECKING:
    from atlantis_tui.network.nearby import NearbyTable, NearbyTables
    from atlantis_tui.network.table import NetworkTable

LONGEST_CODE = 16
PATIENCE = 8.0  # how many seconds we wait for a table of a certain name


class TableRequest(NamedTuple):
    """What the command line asked for."""

    word: str = ""  # a table's name, an address or a ticket; "" if the person has to choose
    code: str | None = None
    watches: bool = False
    player: str | None = None
    address: str | None = None  # our own address to listen at


class TablesScreen(Page):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, id="tables.up"),
        Binding("down", "move(1)", show=False, id="tables.down"),
        Binding("home", "move(-99)", show=False, id="tables.first"),
        Binding("end", "move(99)", show=False, id="tables.last"),
        Binding("enter", "sit_down", show=False, id="tables.sit_down"),
        Binding("w,W", "watch", show=False, id="tables.watch"),
        Binding("a,A", "address", show=False, id="tables.address"),
        Binding("h,H", "host", show=False, id="tables.host"),
        Binding("f,F", "filter", show=False, id="tables.filter"),
        Binding("backspace,q,Q", "back", show=False, id="tables.back"),
        Binding("escape", "back", show=False, id="tables.back.slow"),
    ]

    def __init__(self, wanted: TableRequest = TableRequest(), go: NearbyTable | None = None) -> None:  # noqa: B008 - nothing in it changes
        """`go` is a table that was chosen already."""
        super().__init__()
        self.wanted, self.go = wanted, go
        self.label = go.label if go is not None else ""  # of the table under the cursor
        self.top = 0
        self.game = ""  # show only tables of this game; "" for all
        self.waiting = ""  # the name of a table that we wait for
        self.trouble = ""
        self.near: NearbyTables | None = None
        self.typed_address = ""
        self._unlisten: Callable[[], None] = lambda: None

    def on_mount(self) -> None:
        self.joining = TableJoin(self.app, self._changed, self._came)
        self.joining.player, self.joining.address = self.wanted.player, self.wanted.address
        word = self.wanted.word
        if is_ticket(word) or is_address(word):
            self.typed_address = word
            self.joining.look(word, self.wanted.watches, self.wanted.code)
        elif word:
            self.waiting = clean_name(word)
            self.set_timer(PATIENCE, self._nobody)
        if self.go is not None and self.go.seen is not None:
            self.joining.come(self.go.seen, False)
        self.run_worker(self._listen())

    async def _listen(self) -> None:
        with suppress(ImportError):  # addresses and tickets work without it
            self.near = await self.app.near()
        if self.near is not None and self.is_attached:
            self._unlisten = self.near.listen(self._heard)
            self._heard()

    def on_unmount(self) -> None:
        self._unlisten()
        self.joining.stop()

    # What there is ---------------------------------------------------------------------------------------------------

    @property
    def found(self) -> list[NearbyTable]:
        rows = self.near.rows if self.near is not None else []
        return [row for row in rows if not self.game or row.listing.game == self.game]

    @property
    def chosen(self) -> NearbyTable | None:
        return next((row for row in self.found if row.label == self.label), None)

    def _heard(self) -> None:
        """Called when the network reports something about tables."""
        rows = self.found
        if self.chosen is None:
            self.label = rows[0].label if rows else ""
        if self.waiting:
            one = next((row for row in rows if row.name.casefold() == self.waiting.casefold()), None)
            if one is not None and one.seen is not None:
                self.label, self.waiting = one.label, ""
                self.joining.come(one.seen, self.wanted.watches, self.wanted.code)
        self._stay_inside()
        self.show()

    def _nobody(self) -> None:
        if self.waiting:
            name, self.waiting = self.waiting, ""
            words = _('There is no table "{name}" on this network: A takes its address or its ticket.')
            self.trouble = words.format(name=quoted(name))
            self.show()

    def _changed(self) -> None:
        """Called when something changes on our way to a table."""
        if self.joining.asks is not None and self.field is None:
            self.field = LineEdit("code", "", LONGEST_CODE)
        self.show()

    def _came(self, network_table: NetworkTable) -> None:
        leave(self)
        self.app.open_network_table(network_table)

    # What the keys do ------------------------------------------------------------------------------------------------

    def _hush(self) -> None:
        self.trouble = self.joining.trouble = ""
        self.joining.offer = None

    def action_move(self, by: int) -> None:
        self._hush()
        rows = self.found
        if rows:
            at = next((number for number, row in enumerate(rows) if row.label == self.label), 0)
            self.label = rows[min(max(at + by, 0), len(rows) - 1)].label
        self._stay_inside()
        self.show()

    def action_sit_down(self) -> None:
        self._to(self.wanted.watches)

    def action_watch(self) -> None:
        self._to(True)

    def _to(self, watches: bool) -> None:
        offer = self.joining.offer
        self._hush()
        one = self.chosen
        if self.joining.doing:
            return
        if offer is not None:
            self.joining.watch(offer)
        elif one is None:
            self.trouble = _("There is no table to choose yet: A takes an address or a ticket, H hosts one.")
        elif one.seen is None:
            self.trouble = one.why
        else:
            self.joining.come(one.seen, watches or _can_only_be_watched(one), self.wanted.code)
        self.show()

    def action_address(self) -> None:
        self._hush()
        self.joining.stop()
        self.field = LineEdit("address", self.typed_address, MAX_TICKET)
        self.show()

    def edited(self) -> None:
        """Use the code or the address that was typed."""
        assert self.field is not None
        text = self.field.text.strip()
        if self.field.name == "code":
            if self.joining.asks is not None:
                self.joining.typed(text)
        elif text:
            self.typed_address = text
            self.joining.look(text, self.wanted.watches, self.wanted.code)

    def typed(self, event: Any) -> None:
        super().typed(event)
        if self.field is None and not self.joining.doing and self.joining.asks is not None:
            self.joining.stop()  # the person gave no code
            self.show()

    def action_host(self) -> None:
        self.dismiss()
        self.app.host_table()

    def action_filter(self) -> None:
        """Show the tables of one game after another, then all."""
        self._hush()
        rows = self.near.rows if self.near is not None else []
        games = ["", *sorted({row.listing.game for row in rows})]
        self.game = games[(games.index(self.game) + 1) % len(games)] if self.game in games else ""
        self.label = self.label if self.chosen is not None else (self.found[0].label if self.found else "")
        self._stay_inside()
        self.show()

    def action_back(self) -> None:
        going_on = self.joining.stop() or bool(self.waiting)
        self._hush()
        if going_on:
            self.waiting = ""
            self.show()
        else:
            self.dismiss()

    def _stay_inside(self) -> None:
        rows = self.found
        room = layout(*self.size).rows
        at = next((number for number, row in enumerate(rows) if row.label == self.label), 0)
        self.top = max(0, min(min(max(self.top, at - room + 1), at), len(rows) - room))

    def on_resize(self) -> None:
        self._stay_inside()

    # The mouse -------------------------------------------------------------------------------------------------------

    def pressed(self, hit: Any) -> None:
        kind, *rest = hit
        if kind == "table":
            offer, chosen = self.joining.offer, self.chosen
            if rest[0] == self.label and (offer is None or (chosen is not None and offer.seen == chosen.seen)):
                self.action_sit_down()
            else:
                self._hush()
                self.label = rest[0]
                self.show()
        elif kind == "address":
            self.action_address()

    def scrolled(self, by: int) -> None:
        self.action_move(by)

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        TablesSheet(self, pen).paint()

    def prompt(self) -> tuple[str, list[str], dict[str, Any]]:
        """The colour of the bar, the lines, and their parameters."""
        wrong = self.trouble or self.joining.trouble
        if self.field is not None and self.field.name == "code" and self.joining.asks is not None:
            name = self.joining.asks[0].name
            first = _("*The code of {table}:* type the digits that its host sees.")
            lines = ["{wrong}"] if wrong else []
            return (
                self.look.palette.bad if wrong else "",
                [*lines, first, _("*Enter* goes in, *Esc* gives up.")],
                {
                    "table": name or "?",
                    "wrong": wrong,
                },
            )
        if wrong:
            rows = wrap(wrong, self.size.width - 4, 3)
            return (
                self.look.palette.bad,
                [f"{{line{row}}}" for row in range(len(rows))],
                {f"line{row}": text for row, text in enumerate(rows)},
            )
        if self.field is not None:
            return (
                "",
                [
                    _("*Address or ticket:* atl://… as the host copied it, or host:port."),
                    _("*Enter* goes there, *Esc* gives up."),
                ],
                {},
            )
        if self.joining.doing or self.waiting:
            return "", [self._going(), _("*Bksp* gives up.")], {"table": self.waiting}
        if self.joining.offer is not None:
            return self._offered(self.joining.offer)
        return self._explained()

    def _going(self) -> str:
        if self.waiting:
            return _("*Looking for {table}…*")
        return (
            _("*Looking…* Somebody is asked whether there is a table.")
            if self.joining.doing == "look"
            else _("*Coming in…* The host is asked for a seat.")
        )

    def _offered(self, offer: WatchOffer) -> tuple[str, list[str], dict[str, Any]]:
        """The prompt about a table that has no seat for us."""
        info, code = offer.seen.info, offer.code is None and offer.seen.visit is None
        first = _("*{table}:* a game is being played, and you have no seat in it.")
        if offer.full:
            first = _("*{table}:* All seats of this table are taken.")
        elif info.state == "over":
            first = _("*{table}:* the game was played without you, and its players are still there.")
        second = _("*Enter* watches, and sees what everybody may see.")
        if info.door == "code" and code:
            second = _("*Enter* watches; you are asked for the code.")
        return "", [first, second, _("*Bksp* goes back to the list.")], {"table": offer.seen.name or "?"}

    def _explained(self) -> tuple[str, list[str], dict[str, Any]]:
        """The prompt about the table under the cursor."""
        one = self.chosen
        if one is None:
            trouble = self.near.trouble if self.near is not None else None
            if trouble is not None:
                return (
                    "",
                    ["{text}", _("*A* takes an address or a ticket. *H* hosts a table yourself.")],
                    {"text": network.TROUBLES[trouble]()},
                )
            return (
                "",
                [
                    _("*Looking.* Tables of friends on this network appear by themselves."),
                    _("*A* takes an address or a ticket. *H* hosts a table yourself."),
                ],
                {},
            )
        params = {"table": one.name or "?", "game": title(one.listing.game), "why": one.why}
        second = _("*W* only watches. *A* takes an address or a ticket instead.")
        third = _("Nobody you know here? *H* hosts a table yourself.")
        if one.seen is None:
            return self.look.palette.bad, ["{why}", "", third], params
        info = one.seen.info
        if one.own:
            return "", [_("*{table}* is open in another window of yours."), second, third], params
        if self.wanted.watches:
            return "", [_("*{table}:* *Enter* watches, and sees what is public."), "", third], params
        if has_seat(one.seen):
            return (
                "",
                [_("*{table}: your game.* *Enter* goes back to your seat, without a code."), second, third],
                params,
            )
        if info.state == "playing":
            words = _("*{table}* is playing. *Enter* watches, and sees what everybody may see.")
            if info.door == "code":
                words = _("*{table}* is playing. *Enter* watches; you are asked for the code.")
            return "", [words, _("*A* takes an address or a ticket instead."), third], params
        if info.state == "over":
            return (
                "",
                [_("*{table}* has played. Who was there comes back with *Enter*; *W* watches."), "", third],
                params,
            )
        if info.taken >= info.seats:
            return "", [_("*{table}* is full. *W* watches."), second, third], params
        if info.door == "code":
            return "", [_("*{table}:* *Enter* sits down. You are asked for the code."), second, third], params
        return "", [_("*{table}* is open. *Enter* sits down."), second, third], params

    def keys(self) -> list[Pair]:
        if self.field is not None:
            return [("enter", _("Enter"), _("go")), ("escape", _("Esc"), _("back"))]
        back = ("backspace", _("Bksp"), _("back"))
        if self.joining.doing or self.waiting:
            return [back]
        if self.joining.offer is not None:
            return [("enter", _("Enter"), _("watch")), back]
        narrow = not layout(*self.size).wide
        one = self.chosen
        watches = self.wanted.watches or (one is not None and _can_only_be_watched(one))
        return [
            ("enter", _("Enter"), _("watch") if watches else _("sit down")),
            *([] if watches else [("w", "W", _("watch"))]),
            ("a", "A", _("address")),
            *([back] if narrow else []),
            ("h", "H", _("host")),
            ("f", "F", _("filter game")),
            *([] if narrow else [back]),
        ]


def _can_only_be_watched(found: NearbyTable) -> bool:
    """Whether a game is played there in which we have no seat."""
    return found.seen is not None and found.seen.info.state == "playing" and not has_seat(found.seen)
