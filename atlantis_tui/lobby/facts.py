"""What a lobby shows beside its seats: facts about the table, what to press, and a word on the focused thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atlantis_tui import games as faces
from atlantis_tui.lobby.painter import layout, rules
from atlantis_tui.lobby.seats import LobbySeat, Watcher, stage, told
from atlantis_tui.network import host as hosting
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.table.network.host_card import HostCard
from atlantis_tui.text import network
from atlantis_tui.text.sentences import title
from atlantis_tui.text.setup import character, level_word
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pair, Sentence
from atlantis_tui.ui.wrap import wrap
from core import games
from core.game import GameError
from net.codes import code_text
from net.session.session import Session


class LobbyFacts(Page):
    def __init__(self, network_table: NetworkTable) -> None:
        super().__init__()
        self.network_table = network_table
        self.row = 0  # index of a seat; after the last seat, the line of those who watch
        self.watcher = 0
        self.page = 0  # the page, if there is no room for everything
        self.back = 0  # how many rows the chat is scrolled back
        self.options_open = False
        self.host_card = HostCard(network_table)
        self.draft = ""  # what was written when nobody could hear it
        # whether it is bad news, its lines and parameters; shown until the next key
        self.said: tuple[bool, list[str], dict[str, Any]] | None = None
        self.sure: tuple[str, Any] | None = None  # what a second press of the same key does
        self.seats: list[LobbySeat] = []
        self.watchers: list[Watcher] = []
        self.addresses: list[str] = []
        self.spot = 0  # index in addresses

    # What there is ---------------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        return self.network_table.session

    @property
    def hosting(self) -> bool:
        return self.session.hosting

    @property
    def stage(self) -> str:
        return stage(self.network_table)

    @property
    def may_change(self) -> bool:
        """Whether we may change who sits where, and the rules."""
        return self.hosting and self.stage == "lobby"

    @property
    def may_rename(self) -> bool:
        """Whether our own name can be changed now."""
        return self.stage == "lobby" and self.session.seat is not None and not self.host_card.lost

    @property
    def game(self) -> str:
        session = self.session
        if session.game is not None:
            return session.game.roster.game
        if session.watched is not None:
            return session.watched.roster.game
        return session.table.game if session.table is not None else faces.DEFAULT

    @property
    def options(self) -> dict[str, Any]:
        session = self.session
        if session.game is not None:
            return dict(session.game.roster.options)
        return dict(session.table.options) if session.table is not None else {}

    @property
    def table_name(self) -> str:
        lobby = self.session.lobby
        return self.network_table.table_name or (lobby.name if lobby is not None else title(self.game))

    @property
    def facts(self) -> str:
        host = next((one for one in self.seats if one.host), None)
        words = ngettext("{game}, {n} seat", "{game}, {n} seats", len(self.seats))
        if host is not None and host.you:
            words = ngettext("{game}, {n} seat, hosted by you", "{game}, {n} seats, hosted by you", len(self.seats))
        elif host is not None:
            words = ngettext(
                "{game}, {n} seat, hosted by {host}", "{game}, {n} seats, hosted by {host}", len(self.seats)
            )
        return words.format(game=title(self.game), n=len(self.seats), host=host.name if host else "")

    @property
    def facts_in_short(self) -> tuple[str, ...]:
        """The same where there is less room: who hosts is marked among the seats too."""
        n = len(self.seats)
        return (
            ngettext("{game}, {n} seat", "{game}, {n} seats", n).format(game=title(self.game), n=n),
            title(self.game),
        )

    @property
    def code_text(self) -> str:
        code = self.network_table.code
        return "" if code is None else code_text(code)

    @property
    def address(self) -> str:
        return self.addresses[self.spot % len(self.addresses)]

    @property
    def ticket(self) -> str:
        return hosting.ticket(self.network_table.runner, self.address)

    @property
    def may_reopen(self) -> bool:
        """Whether the host may open the table again after a game: somebody is gone, so not all can want another."""
        return self.hosting and any(one.who == "person" and not one.you and one.link == "away" for one in self.seats)

    def counted(self) -> str:
        """How many are ready, or here."""
        people = [one for one in self.seats if one.who == "person"]
        if self.stage in ("waiting", "playing"):
            here = sum(one.you or one.link in ("here", "slow") for one in people)
            return _("{n} of {all} here").format(n=here, all=len(people))
        ready = sum(one.ready for one in people)
        if self.stage == "over":
            return _("{n} of {all} play again").format(n=ready, all=len(people))
        return _("{n} of {all} ready").format(n=ready, all=len(people)) if people else ""

    def about_you(self, every: bool) -> list[str]:
        """What a guest reads where a host sees the ways in. `every`: there is room for all of it."""
        if self.stage == "coming":
            return [_("The host is asked for a seat.")]
        if self.session.role == "spectator":
            return [_("You watch, and see only what is public.")]
        if self.session.game is not None and not self.session.game.ended:
            told = [_("The game has begun: you can go and come back to your seat without a code.")]
        elif every:
            told = [
                _("You have a seat at this table. If you leave before the game begins, it is free again."),
                _("Once the game has begun you can go and come back without a code."),
            ]
        else:
            told = [
                _(
                    "You have a seat here; it is free again if you leave before the game. Once it has begun you can "
                    "go and come back without a code."
                )
            ]
        if self.network_table.runner.port and every:
            told.append(network.listening(self.network_table.runner.port))
        elif self.network_table.runner.port:
            told.append(_("The others reach you at port {port} if the host is lost.").format(
                port=self.network_table.runner.port))  # fmt: skip
        return told

    def rules_told(self, every: bool) -> list[str]:
        try:
            game = games.load(self.game)
        except GameError:  # a host can send anything
            return [_("This program does not have the game of this table.")]
        return rules(game, self.options, every)

    @property
    def last_row(self) -> int:
        """The last row that can be chosen: a seat, or the line of those who watch. The host may have sent neither."""
        return max(0, len(self.seats) - (0 if self.watchers else 1))

    # What to press ---------------------------------------------------------------------------------------------------

    def prompt(self) -> tuple[str, Sequence[Sentence], dict[str, Any]]:
        """The colour of the bar, the lines, and their parameters."""
        palette = self.look.palette
        if self.said is not None:
            bad, lines, params = self.said
            if lines == ["{text}"]:
                rows = [*wrap(params["text"], self.size.width - 4, 3), ""][:3]
                return (
                    palette.bad,
                    [f"{{line{row}}}" for row in range(len(rows))],
                    {f"line{row}": text for row, text in enumerate(rows)},
                )
            return palette.bad if bad else palette.land, lines, params
        if self.field is not None and self.field.name == "name":
            return "", [_("*Your name.* Enter keeps it, for later tables too."), _("*Esc* leaves it as it is.")], {}
        if self.field is not None:
            return "", [_("*Enter* says it to all."), _("*Esc* says nothing.")], {}
        if self.host_card.lost:
            return palette.bad, *self.host_card.prompt()
        shown, params = told(self.network_table, self.seats)
        bot = self.seats[self.row] if self.row < len(self.seats) else None
        if bot is not None and bot.who == "bot" and self.may_change:
            second = _("{name}, {level}: {character}. *←→* level, *B* takes it away.")
            words = {"name": bot.name, "level": level_word(bot.level), "character": character(bot.level)}
            return "", [shown[0], second], {**params, **words}
        return "", shown, params

    def keys(self) -> list[Pair]:
        """The footer: what can be done now."""
        leave = ("backspace", _("Bksp"), _("leave"))
        if self.field is not None:
            word = _("keep") if self.field.name == "name" else _("say")
            return [("enter", _("Enter"), word), ("escape", _("Esc"), _("back"))]
        other = [("tab", _("Tab"), _("more"))] if layout(*self.size, len(self.seats)).pages == 2 else []
        chat = [("t", "T", _("chat"))]
        if self.host_card.lost:
            return [*self.host_card.keys(), *other, ("q", "Q", _("leave"))]  # the key that the card names
        if self.stage == "over" and self.may_reopen:
            return [("enter", _("Enter"), _("open again")), *chat, *other, leave]
        if self.stage == "over":
            another = [("o", "O", _("another game"))] if self.hosting else []
            return [("r", "R", _("play again")), *another, *chat, *other, leave]
        if self.stage == "playing":
            return [("enter", _("Enter"), _("to the table")), *chat, *other, leave]
        if self.stage == "starting" and self.hosting:
            return [("r", "R", _("call off")), *chat, *other, leave]
        if self.stage != "lobby" or self.session.seat is None:
            copy = [("c", "C", _("copy ticket"))] if self.hosting else []
            return [*chat, *copy, *other, leave]
        if not self.hosting:
            return [("r", "R", _("ready")), *chat, ("m", "M", _("mute")), ("y", "Y", _("name")), *other, leave]
        return [
            ("r", "R", _("ready")),
            ("enter", _("Enter"), _("begin")),
            ("b", "B", _("bot")),
            *chat,
            *([*other, leave] if other else []),
            ("k", "K", _("kick")),
            ("c", "C", _("copy ticket")),
            *([] if other else [leave]),
            ("y", "Y", _("name")),
        ]
