"""A player whom the table waits for is away: say so, and vote on whether a bot plays for them meanwhile.

For the first minute only the prompt says so. Then a card lies over the board until the player is back, a bot has the
seat, or the person at this screen closes it (W).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from atlantis_tui.network.runner import now_ms
from atlantis_tui.table.network.absence_panel import AbsenceCard, AbsenceRow, AbsenceText
from atlantis_tui.text import network
from atlantis_tui.text.translation import _
from atlantis_tui.ui.bound_keys import is_for
from atlantis_tui.ui.stack import leave
from net.session import limits

if TYPE_CHECKING:
    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Key
    from net.session.notices import Agreed
    from net.session.peers import PersonState


class Missing(NamedTuple):
    """The player without whom the game cannot go on."""

    seat: int
    since_ms: int
    host: bool = False  # it is the host, so nobody knows who else is away


class Absence:
    def __init__(self, screen: TableScreen, company: NetworkTable) -> None:
        self.screen, self.company = screen, company
        self.panel = AbsenceCard(classes="over")
        self._enough: Missing | None = None  # the absence whose card the person has closed
        self._voted: Missing | None = None  # the absence for which the person has voted

    # What is ---------------------------------------------------------------------------------------------------------

    def missing(self) -> Missing | None:
        session, table = self.company.session, self.screen.table
        if session.game is None or table.over or self.screen.turns.halted:
            return None
        if self.company.lost is not None:
            return Missing(session.game.chain.host, self.company.lost_since, True)
        prompt = table.state.prompt
        people = {one.seat: one for one in session.people()}
        one = people.get(prompt.seat) if prompt is not None else None
        if one is None or one.link != "away" or self._is_played(one, people):
            return None
        return Missing(one.seat, one.since_ms)

    def _is_played(self, one: PersonState, people: dict[int, PersonState]) -> bool:
        return one.proxy is not None and people[one.proxy].link != "away"

    @property
    def shown(self) -> bool:
        return bool(self.panel.display)

    @property
    def asked(self) -> bool:
        """Whether everybody is asked to vote for a bot."""
        question = self.company.question
        return question is not None and question.kind == "proxy"

    def can_vote(self) -> bool:
        missing = self.missing()
        return missing is not None and not missing.host and self._is_long(missing) and missing != self._voted

    def _is_long(self, missing: Missing) -> bool:
        """Whether the absence is long enough for a vote. For somebody who was sent away it always is."""
        shown_out = self.company.session.asking.is_shown_out(missing.seat)
        return shown_out or now_ms() - missing.since_ms >= limits.AWAY_MS

    def advice(self, missing: Missing) -> str:
        """What the person can do about it, in a line."""
        if missing == self._voted:
            return _("You want a bot to play meanwhile; all others must agree.")
        if self.can_vote():
            return _("V lets a bot play meanwhile, if all others agree.")
        return _("After a minute the others may let a bot play meanwhile.")

    def can_pause(self) -> bool:
        """Whether there is a reason to leave the table for today."""
        return self.shown or self.company.lost is not None or bool(self.screen.turns.halted)

    # What the person does --------------------------------------------------------------------------------------------

    writes = False

    def press(self, key: str) -> bool:
        """Obey the keys of the card, whatever else the game uses them for. Voting and pausing need no card."""
        screen, missing = self.screen, self.missing()
        votes = self.asked or (missing is not None and not missing.host)
        does: list[tuple[str, bool, Callable[[], object]]] = [
            ("table.vote", votes, self.vote),
            ("table.wait", self.shown, self.wait),
            ("table.pause", self.can_pause(), self.pause),
        ]
        for id, now, do in does:
            if now and is_for(screen, id, key):
                screen.hush()
                do()
                return True
        return False

    def pause(self) -> None:
        """Leave the table for today. The game is saved, and everybody keeps their seat."""
        if self.can_pause():
            leave(self.screen, "menu")

    def vote(self) -> None:
        missing, question = self.missing(), self.company.question
        if question is not None and self.asked:
            self.company.question = None
            wrong = self.company.wish(lambda session: session.answer(question.hash, True))
        elif missing is not None and not missing.host:
            wrong = self.company.wish(lambda session: session.vote(missing.seat))
        else:
            return
        self._voted = None if wrong else missing
        if wrong:
            self.screen.say([wrong])
        self.refresh()
        self.screen.show()

    def wait(self) -> bool:
        """Close the card, and vote against a bot if there is a vote. False: there was no card."""
        if not self.shown:
            return False
        question = self.company.question
        if question is not None and self.asked:
            self.company.question = None
            self.company.wish(lambda session: session.answer(question.hash, False))
        self._enough, self._voted = self.missing(), None
        self.refresh()
        self.screen.show()
        return True

    def settled(self, news: Agreed) -> None:
        """Allow another vote, because this one is over."""
        if news.kind == "proxy":
            self._voted = None

    # What is shown ---------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        missing = self.missing()
        wanted = self.asked or (missing is not None and self._is_long(missing) and missing != self._enough)
        shown = wanted and missing is not None and not self.screen.writing
        if shown and missing is not None:
            self.panel.card = self.card(missing)
            self.panel.behind = self.screen.around_board()
        if self.screen.is_mounted:
            self.panel.display = shown
            if shown:
                self.panel.repaint()

    def card(self, missing: Missing) -> AbsenceText:
        session, names = self.company.session, self.screen.names
        name = names[missing.seat]
        votes = {one.seat for one in session.waiting() if one.why == "vote"}  # as far as the host knows
        rows = []
        for one in session.people():
            link = "away" if missing.host and one.seat == missing.seat else one.link
            rows.append(
                AbsenceRow(
                    one.seat, names[one.seat], one.seat == session.seat, link, self._mark(one.seat, missing, votes)
                )
            )
        when = clock(missing.since_ms)
        if missing.host:
            told = (
                _("{name}, who is the host, was last heard at {time}. Nothing is lost.").format(name=name, time=when),
                _("All look for the host; if that takes long, another of you becomes the host by itself.")
                if len(rows) > 2
                else _("You two can go on whenever you meet again: the game is saved on both sides."),
            )
            return AbsenceText(
                missing.seat, _("{name} lost the link").format(name=name), since(missing.since_ms),
                told, "", tuple(rows), (), self.keys(),
            )  # fmt: skip
        told = (
            _("{name} was last heard at {time}. Nothing is lost:").format(name=name, time=when),
            _("{name} comes back to the same seat, without a code.").format(name=name),
        )
        host = network.name_of(names, session.game.chain.host if session.game is not None else None)
        note = (
            _("All who are here must agree. The bot plays at level normal with {host}.").format(host=host),
            _("Back again, {name} takes over at once.").format(name=name),
        )
        return AbsenceText(
            missing.seat, _("{name} lost the link").format(name=name), since(missing.since_ms), told,
            _("Shall a bot play for {name} until then?").format(name=name), tuple(rows), note, self.keys(),
        )  # fmt: skip

    def _mark(self, seat: int, missing: Missing, votes: set[int]) -> str:
        """How a player has voted, as far as we know: "yes", "open" or nothing."""
        session = self.company.session
        if missing.host or seat == missing.seat:
            return ""
        if seat == session.seat:
            return "yes" if missing == self._voted else "open"
        if seat in votes:
            return "open"
        return "yes" if session.hosting and votes else ""

    def keys(self) -> tuple[Key, ...]:
        missing = self.missing()
        leave: Key = ("P", _("pause for today"), "mode_key('pause')")
        wait: Key = ("W", _("wait longer"), "mode_key('wait_longer')")
        if missing is not None and (missing.host or missing == self._voted):
            return wait, leave
        return ("V", _("bot plays"), "mode_key('vote')"), wait, leave

    def place(self, width: int, height: int) -> None:
        self.screen.put(self.panel, 0, 1, width, height - 5)


def clock(since_ms: int) -> str:
    """The time of day of a moment in `now_ms`."""
    return time.strftime("%H:%M", time.localtime(time.time() - (now_ms() - since_ms) / 1000))


def since(since_ms: int) -> str:
    """How long somebody is away, in whole minutes, so that the text changes once a minute."""
    minutes = (now_ms() - since_ms) // 60_000
    return _("away {n} min").format(n=minutes) if minutes else _("away")
