"""A new game: who sits where, which rules, and the seed. Enter deals and begins the game. If a seat is for
somebody on the network, Enter opens the lobby instead."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from atlantis_tui import games as faces
from atlantis_tui.games import usual_players
from atlantis_tui.menu.new_game_painter import NewGamePainter
from atlantis_tui.saved import game_files, seats
from atlantis_tui.text.translation import _
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pen
from core import games
from core.bots import levels, usual_level
from core.game import Game, GameError, Option

WHO = ("you", "person", "bot", "network")
LONGEST_SEED = 60
Row = tuple[str, Any]  # ("game", 0), ("seat", number), ("option", its name) or ("seed", 0)


class NewGameSeat(NamedTuple):
    who: str
    name: str = ""
    level: str = ""

    @property
    def spec(self) -> str:
        if self.who == "bot":
            return f"bot:{self.level}"
        if self.who == "network":
            return "person"
        return f"{self.who}:{self.name}" if self.name else self.who


class NewGameDraft(NamedTuple):
    """What was set up when the page was left. The app keeps it until the program ends."""

    asked: str  # the game for which the page was opened
    game: str  # and the one it was left with
    seats: list[NewGameSeat]
    waiting: list[NewGameSeat]
    counted: bool
    options: dict[str, dict[str, Any]]  # by game
    seed: str
    name: str  # of the player, as it was in the settings


class NewGameScreen(Page):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, id="newgame.up"),
        Binding("down", "move(1)", show=False, id="newgame.down"),
        Binding("left", "change(-1)", show=False, id="newgame.previous"),
        Binding("right", "change(1)", show=False, id="newgame.next"),
        Binding("tab", "level(1)", show=False, id="newgame.level"),
        Binding("shift+tab", "level(-1)", show=False, id="newgame.level.back"),
        Binding("plus,equals_sign", "number(1)", show=False, id="newgame.more"),
        Binding("minus", "number(-1)", show=False, id="newgame.fewer"),
        Binding("e,E", "edit", show=False, id="newgame.edit"),
        Binding("d,D", "dice", show=False, id="newgame.dice"),
        Binding("enter", "begin", show=False, id="newgame.begin"),
        Binding("backspace,q,Q", "back", show=False, id="newgame.back"),
        Binding("escape", "back", show=False, id="newgame.back.slow"),
    ]

    def __init__(self, game: str = "") -> None:
        super().__init__()
        self.names = faces.names()
        self.game: Game = games.load(faces.usual(game))
        self.asked = self.game.name
        self.seats: list[NewGameSeat] = []
        self.waiting: list[NewGameSeat] = []  # those for whom the chosen game has no seat
        self.counted = False  # the player has chosen how many play
        self.options_of: dict[str, dict[str, Any]] = {}  # by game; `options` are those of this one
        self.seed = game_files.new_seed()
        self.row: Row = ("seat", 1)
        self.trouble = ""
        self._sit_down()

    def _sit_down(self) -> None:
        level, bots = usual_level(self.game), usual_players(self.game.name) - 1
        self.seats = [NewGameSeat("you", level=level), *[NewGameSeat("bot", level=level)] * bots]

    @property
    def options(self) -> dict[str, Any]:
        return self.options_of.setdefault(self.game.name, self.game.settle({}))

    def _choose(self, name: str) -> None:
        """Play another game with the same people. Whoever has no seat in it waits, and comes back with the next one."""
        self.game = games.load(name)
        known, usual = levels(self.game), usual_level(self.game)
        everybody = [
            seat if seat.level in known else seat._replace(level=usual) for seat in (*self.seats, *self.waiting)
        ]
        wanted = len(everybody) if self.counted else usual_players(name)
        fitting = [count for count in self.game.seat_counts if count <= wanted]
        count = max(fitting) if fitting else min(self.game.seat_counts)
        everybody += [NewGameSeat("bot", level=usual)] * (count - len(everybody))
        you = next((number for number, seat in enumerate(everybody) if seat.who == "you"), 0)
        if you >= count:
            everybody.insert(count - 1, everybody.pop(you))
        self.seats, self.waiting = everybody[:count], everybody[count:]
        if self.row not in self.rows:
            self.row = self.rows[0]

    def on_mount(self) -> None:
        draft, name = self.app.new_game, self.app.settings.name
        if draft is None:
            self.seats[0] = self.seats[0]._replace(name=name)
            return
        wanted = self.game.name if self.game.name != draft.asked else draft.game
        self.game, self.counted, self.options_of = games.load(draft.game), draft.counted, draft.options
        self.seats, self.waiting = [
            [one._replace(name=name) if one.who == "you" and one.name == draft.name else one for one in some]
            for some in (draft.seats, draft.waiting)
        ]
        self.seed = draft.seed or self.seed
        if wanted != draft.game:
            self._choose(wanted)
        if self.row not in self.rows:
            self.row = self.rows[0]

    def _close(self, *, begun: bool) -> None:
        """Leave the page. Opened again, it is as it was; a game that was begun has used up its seed."""
        self.app.new_game = NewGameDraft(
            self.asked, self.game.name, self.seats, self.waiting, self.counted, self.options_of,
            "" if begun else self.seed, self.app.settings.name,
        )  # fmt: skip
        self.dismiss()

    @property
    def game_name(self) -> str:
        return self.game.name

    @property
    def rows(self) -> list[Row]:
        found: list[Row] = [("game", 0)] if len(self.names) > 1 else []
        found += [("seat", number) for number in range(len(self.seats))]
        found += [("option", option.name) for option in self.game.options]
        return found if self.network else [*found, ("seed", 0)]

    @property
    def specs(self) -> list[str]:
        return [seat.spec for seat in self.seats]

    @property
    def network(self) -> int:
        """How many seats are for people on the network."""
        return sum(seat.who == "network" for seat in self.seats)

    def wrong(self) -> str:
        """Why this game cannot begin, in a sentence; "" if it can."""
        if self.network and any(seat.who == "person" for seat in self.seats):
            return _("At a table on the network everybody has a screen of their own: make person here network or bot.")
        if self.network and all(seat.who != "you" for seat in self.seats):
            return _("At a table on the network one seat is you: choose which.")
        try:
            seats.check_seats(self.specs, self.game)
        except seats.BadSeats as bad:
            return str(bad)
        except GameError as error:
            from atlantis_tui.text.errors import sentence

            return sentence(error)
        return ""

    # What the keys do ------------------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        rows = self.rows
        self._go(rows[min(max(rows.index(self.row) + by, 0), len(rows) - 1)])

    def _go(self, row: Row) -> None:
        self.row, self.trouble = row, ""
        self.show()

    def action_change(self, by: int) -> None:
        kind, what = self.row
        self.trouble = ""
        if kind == "game":
            self._choose(self.names[(self.names.index(self.game.name) + by) % len(self.names)])
        elif kind == "seat":
            self._change_who(what, by)
        elif kind == "option":
            option = self._option(what)
            at = (option.values.index(self.options[what]) + by) % len(option.values)
            self.options[what] = option.values[at]
        else:
            self.action_dice()
        self.show()

    def _change_who(self, number: int, by: int) -> None:
        """Put the next kind of player on a seat. Only one seat can be you."""
        seat = self.seats[number]
        taken = any(other.who == "you" for at, other in enumerate(self.seats) if at != number)
        at = WHO.index(seat.who)
        while True:
            at = (at + by) % len(WHO)
            if WHO[at] != "you" or not taken:
                break
        self.seats[number] = seat._replace(who=WHO[at])

    def action_level(self, by: int) -> None:
        """On a seat with a bot, change its level; elsewhere, go to the next panel."""
        kind, what = self.row
        if kind == "seat" and self.seats[what].who == "bot":
            known = levels(self.game)
            level = known[(known.index(self.seats[what].level) + by) % len(known)]
            self.seats[what] = self.seats[what]._replace(level=level)
            self.show()
            return
        kinds = list(dict.fromkeys(row[0] for row in self.rows))
        wanted = kinds[(kinds.index(kind) + by) % len(kinds)]
        self._go(next(row for row in self.rows if row[0] == wanted))

    def action_number(self, by: int) -> None:
        count = len(self.seats) + by
        if count in self.game.seat_counts:
            self.counted, self.waiting = True, []
            self.seats = [*self.seats, self.seats[-1]._replace(who="bot", name="")][:count]
            if self.row not in self.rows:
                self.row = ("seat", count - 1)
            self._go(self.row)

    def action_edit(self) -> None:
        kind, what = self.row
        if kind == "seat" and self.seats[what].who in ("you", "person"):
            self.field = LineEdit(self.row, self.seats[what].name, seats.LONGEST_NAME)
        elif not self.network:
            self.row = ("seed", 0)
            self.field = LineEdit(self.row, self.seed, LONGEST_SEED)
        self.trouble = ""
        self.show()

    def edited(self) -> None:
        assert self.field is not None
        text = self.field.text.strip()
        kind, what = self.row
        if kind == "seat":
            self.seats[what] = self.seats[what]._replace(name=text)
        elif text:
            self.seed = text

    def action_dice(self) -> None:
        if self.network:
            return
        self.seed = game_files.new_seed()
        self._go(("seed", 0))

    def action_begin(self) -> None:
        if self.wrong():
            self.app.bell()
            return
        if self.network:
            self._open_lobby()
            return
        try:
            table = game_files.new_table(self.game, self.specs, self.options, self.seed)
        except game_files.CannotOpenGame as error:
            self.trouble = str(error)
            self.show()
            return
        self._close(begun=True)
        self.app.open_table(table)

    def _open_lobby(self) -> None:
        from atlantis_tui.network.host import NewTableRequest

        bots = {number: seat.level for number, seat in enumerate(self.seats) if seat.who == "bot"}
        you = next(number for number, seat in enumerate(self.seats) if seat.who == "you")
        name, player = game_files.new_seed(), self.seats[you].name
        wanted = NewTableRequest(name, self.game.name, dict(self.options), len(self.seats), bots, you, player)
        self._close(begun=True)
        self.app.host_table(wanted)

    def action_back(self) -> None:
        self._close(begun=False)

    def _option(self, name: str) -> Option:
        return next(option for option in self.game.options if option.name == name)

    # The mouse -------------------------------------------------------------------------------------------------------

    def pressed(self, hit: Any) -> None:
        if self.field is not None:
            self.edited()
            self.field = None
        kind, what, *how = hit
        if kind == "dice":
            self.action_dice()
        elif kind == "number":
            self.action_number(what)
        elif kind == "choose":
            self._choose(what)
            self._go(("game", 0) if ("game", 0) in self.rows else self.row)
        else:
            self._go((kind, what))
            if how and isinstance(how[0], int):
                self.action_change(how[0])
            elif how and how[0] == "edit":
                self.action_edit()
            elif how:
                self.seats[what] = self.seats[what]._replace(level=how[0])
                self.show()

    def scrolled(self, by: int) -> None:
        self.action_move(by)

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        NewGamePainter(self, pen).draw()
