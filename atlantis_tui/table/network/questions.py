"""Questions of the other players to the person at this screen: may a move be taken back?"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from atlantis_tui.table.network.question_panel import QuestionPanel
from atlantis_tui.text.translation import _
from atlantis_tui.ui.bound_keys import is_for

if TYPE_CHECKING:
    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Key

STILL = 0.6  # seconds in which Y still opens the log, because nobody has read the question yet


class Questions:
    """Shows a question beside the board. The vote on a bot has a card of its own (absence.py)."""

    still = STILL

    def __init__(self, screen: TableScreen, company: NetworkTable) -> None:
        self.screen, self.company = screen, company
        self.panel = QuestionPanel(classes="over")
        self._since = 0.0
        self._agreed: int | None = None  # the seat that the person has just allowed to take a move back

    @property
    def open(self) -> bool:
        question = self.company.question
        return question is not None and question.kind == "back" and self.company.lost is None

    def asked(self) -> None:
        """Show a new question, or hide the panel if there is none any more."""
        question = self.company.question
        if question is None or not self.open:
            self.panel.display = False
            return
        if self._is_the_same(question.seat):
            self._since = 0.0
            self.answer(True)
            return
        self._since = monotonic()
        name = self.screen.names[question.seat]
        self.panel.text = self.company.sentence(question)
        self.panel.short = _("{name}: take a move back?").format(name=name)
        self.panel.buttons = self.keys()
        self.panel.display = True
        self.panel.repaint()

    def refresh(self) -> None:
        """Hide the question while the host is gone, and name Esc instead of letters while a line is written."""
        if self.panel.display and not self.open:
            self.panel.display = False
        elif self.panel.display:
            self.panel.buttons = self.keys()
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
        question = self.company.question
        if question is None or not self.open or monotonic() - self._since < self.still:
            return False
        self.company.question = None
        self._agreed = question.seat if yes else None
        wrong = self.company.wish(lambda session: session.answer(question.hash, yes))
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
            screen.put(self.panel, *screen.beside, 4)
        else:
            screen.put(self.panel, 0, 0, width, 1)
