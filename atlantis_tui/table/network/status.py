"""Badge, prompt and footer of a table on the network: whom all wait for, what is on its way, and what went wrong.

They are shown again every few seconds. Their words change once a minute at most, so that the screen stays calm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.network.ballot_text import answers, asked_for
from atlantis_tui.network.notices_text import host_has_left
from atlantis_tui.network.runner import now_ms
from atlantis_tui.table.network.absence import clock
from atlantis_tui.text import network
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.named_keys import Quote
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.table.network.mode import NetworkMode
    from atlantis_tui.table.status import Key, Line


class NetworkStatus:
    def __init__(self, mode: NetworkMode) -> None:
        self.mode, self.screen, self.network_table = mode, mode.screen, mode.network_table

    def badge(self) -> str:
        screen = self.screen
        if self.mode.halted:
            return _("STOPPED")
        if self.mode.chat.writes:
            return _("TALK - Esc closes it") if screen.size.width >= 80 else _("TALK")
        if self.network_table.lost is not None:
            return _("LOOKING FOR THE HOST")
        missing = self.mode.absence.missing()
        if missing is not None:
            return _("WAITING for {name}").format(name=screen.names[missing.seat])
        if self.mode.submitter.on_its_way:
            return _("ON ITS WAY")
        if screen.viewer is None and screen.past.at is None and not screen.table.over:
            return _("WATCHING")
        return ""

    def title(self) -> str:
        """The name of the table and of its host."""
        session, names = self.network_table.session, self.screen.names
        table = self.network_table.table_name
        if session.hosting:
            return _("{table}   you are the host").format(table=table).strip()
        game = session.game if self.network_table.gid == self.mode.gid else None
        host = game.chain.host if game is not None else None
        return _("{table}   host {name}").format(table=table, name=names[host]) if host is not None else table

    def notes(self) -> tuple[str, ...]:
        """Who waits for us and how long already, and who watches: both, or less where there is less room. How long we
        wait for others is told by the prompt."""
        waits, watches = self.who_waits(), self.watchers()
        return (*(f"{one}   {other}" for one in waits for other in watches), *waits, *watches)

    def who_waits(self) -> tuple[str, ...]:
        """The others at the table who wait for our move, from the first minute on."""
        minutes = self.screen.turn_time.minutes
        if not minutes or not self.screen.mine:
            return ()
        names, people = self.screen.names, self.network_table.people(self.mode.gid)
        others = [one for one in people if one.seat != self.screen.viewer and one.proxy is None]
        here = [one for one in others if one.link in ("here", "slow")]
        mine = _("your turn, {n} min").format(n=minutes)
        if not here:
            return (mine,)
        words = ngettext("{names} waits for you, {n} min", "{names} wait for you, {n} min", len(here))
        return words.format(names=listing([names[one.seat] for one in here]), n=minutes), mine

    def watchers(self) -> tuple[str, ...]:
        """Who watches, apart from ourselves: by name, and in fewer words."""
        who = self.network_table.watching
        if self.screen.viewer is None or not who:
            return ()
        named = ngettext("{who} watches", "{who} watch", len(who)).format(who=listing(who))
        return named, ngettext("{n} watches", "{n} watch", len(who)).format(n=len(who))

    def links(self) -> tuple[str, ...]:
        """The link of each seat: "slow", "away", "bot" if a bot plays for the player, or nothing if all is well."""
        found = [""] * len(self.screen.names)
        missing = self.mode.absence.missing()
        for one in self.network_table.people(self.mode.gid):
            link = "away" if missing is not None and missing.seat == one.seat else one.link
            found[one.seat] = "bot" if one.proxy is not None else link if link in ("slow", "away") else ""
        return tuple(found)

    def lines(self) -> list[Line] | None:
        screen = self.screen
        if self.mode.halted:
            report = self.network_table.report and _("{report} tells more.").format(report=self.network_table.report)
            told = report or _("Q leaves. The game is kept as far as it went.")
            return [("", self.mode.halted), *(("", row) for row in wrap(told, screen.size.width - 4, 2))]
        if self.network_table.lost is not None:
            return self._lost_lines()
        if self.mode.turns.message and not self._asked_between():
            return [("", Quote(self.mode.turns.message[0])), *self._waiting_lines()[:1]]
        if self.mode.submitter.on_its_way:
            return [(_("On its way:"), _("your move, until the host has it. It is not sent twice."))]
        if screen.table.over or screen.mine:
            return None
        last = self.mode.turns.last_turn()
        return [*self._waiting_lines(), *([("", Quote(last))] if last else [])]

    def _asked_between(self) -> bool:
        """Whether the player is asked something in the turn of somebody else: then the question is what matters."""
        return self.screen.mine and self.screen.table.state.to_move != self.screen.viewer

    def _lost_lines(self) -> list[Line]:
        people = self.network_table.people(self.mode.gid)
        lead, since = _("The host is gone"), _("since {time}. Nothing is lost.")
        game = self.network_table.session.game or self.network_table.session.watched
        if game is not None and self.network_table.lost is not None:
            lead = _("{name}, the host, lost the link")
            if host_has_left(self.network_table.lost.why):
                lead = _("{name}, the host, left the table")
            since = _("at {time}. Nothing is lost.")
            lead = lead.format(name=network.name_of(self.screen.names, game.chain.host))
        what = _("It is looked for; another may become host by itself.")
        if self.screen.viewer is None:
            what = _("The host is looked for, and the game is shown again when it is found.")
        elif len(people) <= 2:
            what = _("It goes on when both are here, or against bots: A in the list of games.")
        if self.mode.submitter.on_its_way:
            what = _("Your move is on its way: it is made when there is a host. It is not sent twice.")
        return [(lead, since.format(time=clock(self.network_table.lost_since))), ("", what)]

    def _waiting_lines(self) -> list[Line]:
        """Say whom all wait for, and since when."""
        screen, names = self.screen, self.screen.names
        if screen.mine:
            return [(_("Your turn."), "")]
        missing = self.mode.absence.missing()
        if missing is not None:
            gone = _("{name} left the table") if missing.left else _("{name} lost the link")
            return [
                (
                    gone.format(name=names[missing.seat]),
                    _("at {time}. Nothing is lost.").format(time=clock(missing.since_ms)),
                ),
                ("", self.mode.absence.advice(missing)),
            ]
        ballot = self.network_table.session.ballot()
        if ballot is not None:
            seat = self.network_table.session.seat
            return [
                ("", Quote(asked_for(ballot, names, seat, self.mode.questions.moves_of(ballot)))),
                ("", Quote(answers(ballot, names, seat))),
            ]
        prompt = screen.table.state.prompt
        waiting = self.network_table.session.waiting()
        if waiting and (waiting[0].why != "move" or now_ms() - waiting[0].since_ms >= 60_000):
            one = waiting[0]
            return [("", network.waiting(one.why, names, one.seat, now_ms() - one.since_ms))]
        return [(names[prompt.seat], _("is thinking …"))] if prompt is not None else []

    def keys(self) -> tuple[Key, ...] | None:
        screen = self.screen
        leave, talk = self.mode.leave_key(), self.mode.talk_keys()
        log: Key = ("Y", _("log"), "history")
        if self.mode.halted:
            return leave, log
        if self.mode.chat.writes:
            return ("Enter", _("say it"), "do"), ("Esc", _("close"), "back")
        if self.mode.invitation.open:
            return (*self.mode.invitation.keys(), *talk, leave)
        if self.mode.questions.open:
            return (*self.mode.questions.keys(), *talk, leave)
        if self.mode.absence.shown:
            *own, pause = self.mode.absence.keys()
            return (*own, leave, pause, *talk, log)
        if screen.mine:
            return None
        vote = self.mode.absence.keys()[:1] if self.mode.absence.can_vote() else ()
        invite = self.mode.invite_keys()
        if screen.viewer is None:
            return *talk, log, leave, *invite
        return (*vote, *talk, ("U", _("take back"), "take_back"), log, leave, *invite)
