"""A player whom the table waits for is away: say so, and vote on whether a bot plays for them meanwhile.

For the first minute only the prompt says so. Then a card lies over the board until the player is back, a bot has the
seat, or the person at this screen closes it (W).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from atlantis_tui.network.ballot_text import answers
from atlantis_tui.network.notices_text import host_has_left
from atlantis_tui.network.runner import now_ms
from atlantis_tui.table.network.absence_panel import AbsenceCard, AbsenceRow, AbsenceText
from atlantis_tui.table.network.branch_choice import AloneChoice
from atlantis_tui.text import network
from atlantis_tui.text.translation import _
from atlantis_tui.ui.bound_keys import is_for
from atlantis_tui.ui.stack import leave
from net.session import limits

if TYPE_CHECKING:
    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Key
    from atlantis_tui.ui.canvas import CanvasWidget
    from net.session.notices import Agreed
    from net.session.peers import Ballot, PersonState


class Missing(NamedTuple):
    """The player without whom the game cannot go on."""

    seat: int
    since_ms: int
    host: bool = False  # it is the host, so nobody knows who else is away
    left: bool = False  # the player has left the table, and did not lose the link


class Absence:
    def __init__(
        self, screen: TableScreen, network_table: NetworkTable, behind: Callable[[], Sequence[CanvasWidget]]
    ) -> None:
        """`behind`: what else stands beside the board, and is darker behind the card too."""
        self.screen, self.network_table, self._behind = screen, network_table, behind
        self.panel = AbsenceCard(classes="over")
        self.alone = AloneChoice(screen, network_table)
        self._gid = network_table.gid  # of the game of this screen
        self._enough: Missing | None = None  # the absence whose card the person has closed
        self._voted: Missing | None = None  # the absence for which the person has voted

    # What is ---------------------------------------------------------------------------------------------------------

    def missing(self) -> Missing | None:
        session, table = self.network_table.session, self.screen.table
        game = session.game or session.watched
        if game is None or self.network_table.gid != self._gid or table.over or self.screen.turns.halted:
            return None
        if self.network_table.lost is not None:
            left = host_has_left(self.network_table.lost.why)
            return Missing(game.chain.host, self.network_table.lost_since, True, left)
        prompt = table.state.prompt
        people = {one.seat: one for one in session.people()}
        one = people.get(prompt.seat) if prompt is not None else None
        if one is None or one.link != "away" or self._is_played(one, people):
            return None
        return Missing(one.seat, one.since_ms, left=one.left)

    def _is_played(self, one: PersonState, people: dict[int, PersonState]) -> bool:
        return one.proxy is not None and people[one.proxy].link != "away"

    @property
    def shown(self) -> bool:
        return bool(self.panel.display)

    @property
    def asked(self) -> bool:
        """Whether everybody is asked to vote for a bot."""
        question = self.network_table.question
        return question is not None and question.kind == "proxy"

    def can_vote(self) -> bool:
        missing = self.missing()
        if missing is None or missing.host or self.screen.viewer is None:
            return False
        return self._is_long(missing) and missing != self._voted

    def _is_long(self, missing: Missing) -> bool:
        """Whether the absence is long enough for a vote. Somebody who was sent away counts as long gone."""
        shown_out = self.network_table.session.ballots.is_shown_out(missing.seat)
        return shown_out or now_ms() - missing.since_ms >= limits.AWAY_MS

    def _is_over(self, missing: Missing) -> bool:
        """Whether the card lies over the board: after a while, or at once where all the others have said good-bye."""
        return self._is_long(missing) or self.alone.all_left

    def advice(self, missing: Missing) -> str:
        """What the person can do about it, in a line."""
        ballot = self.ballot(missing)
        if missing == self._voted:
            if ballot is not None and ballot.missing:
                return answers(ballot, self.screen.names, self.network_table.session.seat)
            return _("You want a bot to play meanwhile; all others must agree.")
        if self.screen.viewer is None:
            return _("The players may let a bot play meanwhile.")
        if self.can_vote():
            return _("V lets a bot play meanwhile, if all others agree.")
        return _("After a minute the others may let a bot play meanwhile.")

    def ballot(self, missing: Missing) -> Ballot | None:
        """The vote on a bot for this player, if there is one."""
        ballot = self.network_table.session.ballot()
        return ballot if ballot is not None and (ballot.kind, ballot.seat) == ("proxy", missing.seat) else None

    def can_pause(self) -> bool:
        """Whether there is a reason to leave the table for today."""
        return self.shown or self.network_table.lost is not None or bool(self.screen.turns.halted)

    # What the person does --------------------------------------------------------------------------------------------

    writes = False

    def press(self, key: str) -> bool:
        """Obey the keys of the card, whatever else the game uses them for. Voting and pausing need no card."""
        screen, missing = self.screen, self.missing()
        votes = self.asked or (missing is not None and not missing.host and screen.viewer is not None)
        does: list[tuple[str, bool, Callable[[], object]]] = [
            ("table.vote", votes, self.vote),
            ("table.wait", self.shown, self.wait),
            ("table.pause", self.can_pause(), self.pause),
            ("table.alone", self.shown, self.alone.go),
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
        missing, question = self.missing(), self.network_table.question
        if question is not None and self.asked:
            self.network_table.question = None
            wrong = self.network_table.wish(lambda session: session.answer(question.hash, True))
        elif missing is not None and not missing.host and self.screen.viewer is not None:
            wrong = self.network_table.wish(lambda session: session.vote(missing.seat))
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
        question = self.network_table.question
        if question is not None and self.asked:
            self.network_table.question = None
            self.network_table.wish(lambda session: session.answer(question.hash, False))
        self._enough, self._voted = self.missing(), None
        self.refresh()
        self.screen.show()
        return True

    def settled(self, news: Agreed) -> None:
        """Allow another vote, because this one is over."""
        if news.kind == "proxy":
            self._voted = None

    # What is shown ---------------------------------------------------------------------------------------------------

    @property
    def wanted(self) -> bool:
        """Whether the card is to lie over the board, unless a line is being written."""
        missing = self.missing()
        wanted = self.asked or (missing is not None and self._is_over(missing) and missing != self._enough)
        return wanted and missing is not None and self.screen.viewer is not None

    def refresh(self) -> None:
        missing = self.missing()
        shown = self.wanted and not self.screen.writing
        if shown and missing is not None:
            self.panel.card = self.card(missing)
            self.panel.behind = [*self.screen.around_board(), *self._behind()]
        if self.screen.is_mounted:
            self.panel.display = shown
            if shown:
                self.panel.repaint()

    def card(self, missing: Missing) -> AbsenceText:
        session, names = self.network_table.session, self.screen.names
        name = names[missing.seat]
        rows = []
        for one in session.people():
            gone = one.seat == missing.seat
            link = "left" if (missing.left if gone else one.left) else "away" if gone else one.link
            rows.append(
                AbsenceRow(one.seat, names[one.seat], one.seat == session.seat, link, self._mark(one.seat, missing))
            )
        when = clock(missing.since_ms)
        title = _("{name} left the table") if missing.left else _("{name} lost the link")
        title = title.format(name=name)
        if missing.host:
            last = _("{name}, who is the host, was last heard at {time}. Nothing is lost.")
            if missing.left:
                last = _("{name}, who is the host, left at {time}. Nothing is lost.")
            told = (
                last.format(name=name, time=when),
                _("All look for the host; if that takes long, another of you becomes the host by itself.")
                if len(rows) > 2
                else _("You two can go on whenever you meet again: the game is saved on both sides."),
            )
            return AbsenceText(
                missing.seat, title, since(missing.since_ms), told, "", tuple(rows), self.alone.note(), self.keys()
            )
        last = _("{name} was last heard at {time}. Nothing is lost:")
        back = _("{name} comes back to the same seat, without a code.")
        if missing.left:
            last = _("{name} left at {time}. Nothing is lost:")
            back = _("{name} can come back to the same seat, without a code.")
        told = (
            last.format(name=name, time=when),
            back.format(name=name),
        )
        host = network.name_of(names, session.game.chain.host if session.game is not None else None)
        note = (
            _("All who are here must agree. The bot plays at level normal with {host}.").format(host=host),
            _("Back again, {name} takes over at once.").format(name=name),
        )
        question, notes = _("Shall a bot play for {name} until then?").format(name=name), (*note, *self.alone.note())
        if not self._is_long(missing):
            question, notes = "", self.alone.note()
        return AbsenceText(
            missing.seat, title, since(missing.since_ms), told,
            question, tuple(rows), notes, self.keys(),
        )  # fmt: skip

    def _mark(self, seat: int, missing: Missing) -> str:
        """How a player has voted: "yes", "open", or nothing where there is no vote."""
        session, ballot = self.network_table.session, self.ballot(missing)
        if missing.host or seat == missing.seat:
            return ""
        if seat == session.seat:
            return "yes" if missing == self._voted else "open"
        if ballot is None or seat not in ballot.asked:
            return ""
        return "yes" if seat in ballot.agreed else "open"

    def keys(self) -> tuple[Key, ...]:
        missing = self.missing()
        leave: Key = ("P", _("pause for today"), "mode_key('pause')")
        wait: Key = ("W", _("wait longer"), "mode_key('wait_longer')")
        vote: tuple[Key, ...] = (("V", _("bot plays"), "mode_key('vote')"),)
        if missing is not None and (missing.host or missing == self._voted or not self._is_long(missing)):
            vote = ()
        alone = self.alone.keys()
        if vote and alone:  # in fewer words, as all four have to fit
            wait, leave = ("W", _("wait"), wait[2]), ("P", _("pause"), leave[2])
        return *vote, wait, *alone, leave

    def place(self, width: int, height: int) -> None:
        self.screen.put(self.panel, 0, 1, width, height - 5)


def clock(since_ms: int) -> str:
    """The time of day of a moment in `now_ms`."""
    return time.strftime("%H:%M", time.localtime(time.time() - (now_ms() - since_ms) / 1000))


def since(since_ms: int) -> str:
    """How long somebody is away, in whole minutes, so that the text changes once a minute."""
    minutes = (now_ms() - since_ms) // 60_000
    return _("away {n} min").format(n=minutes) if minutes else _("away")
