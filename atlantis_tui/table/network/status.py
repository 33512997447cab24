"""Badge, prompt and footer of a table on the network: whom all wait for, what is on its way, and what went wrong.

They are shown again every few seconds. Their words change once a minute at most, so that the screen stays calm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.network.runner import now_ms
from atlantis_tui.table.network.absence import clock
from atlantis_tui.text import network
from atlantis_tui.text.translation import _
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.table.network.mode import NetworkMode
    from atlantis_tui.table.status import Key, Line


class NetworkStatus:
    def __init__(self, mode: NetworkMode) -> None:
        self.mode, self.screen, self.company = mode, mode.screen, mode.company

    def badge(self) -> str:
        screen = self.screen
        if self.mode.halted:
            return _("STOPPED")
        if self.mode.chat.writes:
            return _("TALK - Esc closes it") if screen.size.width >= 80 else _("TALK")
        if self.company.lost is not None:
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
        session, names = self.company.session, self.screen.names
        table = self.company.table_name
        if session.hosting:
            return _("{table}   you are the host").format(table=table).strip()
        host = session.game.chain.host if session.game is not None else None
        return _("{table}   host {name}").format(table=table, name=names[host]) if host is not None else table

    def links(self) -> tuple[str, ...]:
        """The link of each seat: "slow", "away", "bot" if a bot plays for the player, or nothing if all is well."""
        found = [""] * len(self.screen.names)
        missing = self.mode.absence.missing()
        for one in self.company.session.people():
            link = "away" if missing is not None and missing.seat == one.seat else one.link
            found[one.seat] = "bot" if one.proxy is not None else link if link in ("slow", "away") else ""
        return tuple(found)

    def lines(self) -> list[Line] | None:
        screen = self.screen
        if self.mode.halted:
            report = self.company.report and _("{report} tells more.").format(report=self.company.report)
            told = report or _("Q leaves. The game is kept as far as it went.")
            return [("", self.mode.halted), *(("", row) for row in wrap(told, screen.size.width - 4)[:2])]
        if self.company.lost is not None:
            return self._lost_lines()
        if self.mode.turns.message:
            return [("", self.mode.turns.message[0]), *self._waiting_lines()[:1]]
        if self.mode.submitter.on_its_way:
            return [(_("On its way:"), _("your move, until the host has it. It is not sent twice."))]
        if screen.table.over or screen.mine:
            return None
        last = self.mode.turns.last_turn()
        return [*self._waiting_lines(), *([("", last)] if last else [])]

    def _lost_lines(self) -> list[Line]:
        people = self.company.session.people()
        since = _("since {time}. Nothing is lost.").format(time=clock(self.company.lost_since))
        what = _("It is looked for; another may become host by itself.")
        if self.screen.viewer is None:
            what = _("It is looked for, and the game is shown again when it is found.")
        elif len(people) <= 2:
            what = _("It is looked for. Or host it: Q, then C in the menu.")
        return [(_("The host is gone"), since), ("", what)]

    def _waiting_lines(self) -> list[Line]:
        """Say whom all wait for, and since when."""
        screen, names = self.screen, self.screen.names
        if screen.mine:
            return [(_("Your turn."), "")]
        missing = self.mode.absence.missing()
        if missing is not None:
            return [
                (
                    _("{name} is away").format(name=names[missing.seat]),
                    _("since {time}. Nothing is lost.").format(time=clock(missing.since_ms)),
                ),
                ("", self.mode.absence.advice(missing)),
            ]
        prompt = screen.table.state.prompt
        waiting = self.company.session.waiting()
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
        if self.mode.questions.open:
            return (*self.mode.questions.keys(), *talk, leave)
        if self.mode.absence.shown:
            return (*self.mode.absence.keys(), *talk, log)
        if screen.mine:
            return None
        vote = self.mode.absence.keys()[:1] if self.mode.absence.can_vote() else ()
        if screen.viewer is None:
            return *talk, log, leave
        return (*vote, *talk, ("U", _("take back"), "take_back"), log, leave)
