"""Questions of the other players to the person at this screen: may a move be taken back?

The panel says which move, and who has agreed so far. What others are asked is told in the prompt (status.py).
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from atlantis_tui.network.ballot_text import answers, steps_to_return, with_others
from atlantis_tui.table.network.chat import MARK_ROOM
from atlantis_tui.table.network.question_panel import QuestionPanel
from atlantis_tui.text.translation import _
from atlantis_tui.ui.bound_keys import is_for

if TYPE_CHECKING:
    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Key
    from net.session.peers import Ballot

MOST = 6  # rows of the panel
STILL = 0.6  # seconds in which Y still opens the log, because nobody has read the question yet


class Questions:
    """Shows a question beside the board. The vote on a bot has a card of its own (absence.py)."""

    still = STILL

    def __init__(self, screen: TableScreen, network_table: NetworkTable) -> None:
        self.screen, self.network_table = screen, network_table
        self.panel = QuestionPanel(classes="over")
        self._since = 0.0
        self._agreed: int | None = None  # the seat that the person has just allowed to take a move back

    @property
    def open(self) -> bool:
        question = self.network_table.question
        return question is not None and question.kind == "back" and self.network_table.lost is None

    def asked(self) -> None:
        """Show a new question, or hide the panel if there is none any more."""
        question = self.network_table.question
        if question is None or not self.open:
            self.panel.display = False
            return
        if self._is_the_same(question.seat):
            self._since = 0.0
            self.answer(True)
            return
        self._since = monotonic()
        self.panel.display = True
        self.refresh()

    def moves(self, seat: int, to: int) -> str:
        """What a return to record `to` would take back of this seat's moves, in a few words."""
        answered = self.screen.wording.ANSWERED.values()
        steps = steps_to_return(self.screen.table, seat, to, answered)
        words = self.screen.brief_words(steps) if steps else ""
        return with_others(words, self.screen.table, seat, to, self.screen.names, self.network_table.session.seat)

    def moves_of(self, ballot: Ballot) -> str:
        return self.moves(ballot.seat, ballot.other) if ballot.kind == "back" else ""

    def refresh(self) -> None:
        """Hide the question while the host is gone, and name Esc instead of letters while a line is written."""
        question = self.network_table.question
        if self.panel.display and (question is None or not self.open):
            self.panel.display = False
        elif self.panel.display and question is not None:
            names, ballot = self.screen.names, self.network_table.session.ballot()
            moves = self.moves(question.seat, question.other)
            self.panel.text = self.network_table.sentence(question, moves=moves)
            wordings = [_("{name}: take back {moves}?"), _("Take back {moves}?")] if moves else []
            wordings += [_("{name}: take a move back?"), _("Take a move back?")]
            self.panel.short = tuple(words.format(name=names[question.seat], moves=moves) for words in wordings)
            so_far = ""
            if ballot is not None and ballot.hash == question.hash and ballot.agreed:
                so_far = answers(ballot, names, self.network_table.session.seat)
            self.panel.note = so_far or _("The game goes on if you do not answer.")
            self.panel.buttons = self.keys()
            self.place(*self.screen.size)
            self.panel.repaint()

    writes = False

    def press(self, key: str) -> bool:
        """Answer with the key of the log (Y) for yes, or with N for no."""
        if not self.open:
            return False
        for id, yes in (("table.history", True), ("table.no", False)):
            if is_for(self.screen, id, key):
                self.screen.hush()
                return self.answer(yes)
        return False

    def answer(self, yes: bool) -> bool:
        """Answer the question. False: there is none, or it is too new to have been read."""
        question = self.network_table.question
        if question is None or not self.open or monotonic() - self._since < self.still:
            return False
        self.network_table.question = None
        self._agreed = question.seat if yes else None
        wrong = self.network_table.wish(lambda session: session.answer(question.hash, yes))
        self.close()
        if wrong:
            self.screen.say([wrong])
        self.screen.show()
        return True

    def _is_the_same(self, seat: int) -> bool:
        """Whether the question repeats one that the person has just agreed to.

        That happens when the move taken back was made for the player, who means the choice before it.
        """
        agreed, self._agreed = self._agreed, None
        prompt = self.screen.table.state.prompt
        return agreed == seat and prompt is not None and prompt.kind in self.screen.wording.ANSWERED

    def close(self) -> None:
        self.panel.display = False

    def keys(self) -> tuple[Key, ...]:
        if self.screen.writing:
            return (("Esc", _("then answer"), "back"),)
        return ("Y", _("yes"), "mode_key('answer', True)"), ("N", _("no"), "mode_key('answer', False)")

    def place(self, width: int, height: int) -> None:
        screen = self.screen
        if width >= 80 and height >= 24:
            x, y, wide, high = screen.toast_place
            screen.put(self.panel, x, y, wide, min(MOST, high, self.panel.needed(wide)))
        else:
            mark = MARK_ROOM if self.network_table.unread else 0  # which the header goes on showing
            screen.put(self.panel, 0, 0, width - mark, 1)
