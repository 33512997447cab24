"""What the others want of this person: may a move be taken back, shall a bot play for somebody who is away."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from atlantis_tui.table.network.question_panel import Question
from atlantis_tui.text.translation import _
from atlantis_tui.ui.bound_keys import is_for

if TYPE_CHECKING:
    from atlantis_tui.network.table import Company
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Key

STILL = 0.6  # seconds in which a Y still opens the log: whoever presses it then has not seen the question


class Questions:
    """A bot for somebody who is away is asked about over the board (absence.py); all else here, beside it."""

    still = STILL

    def __init__(self, screen: TableScreen, company: Company) -> None:
        self.screen, self.company = screen, company
        self.panel = Question(classes="over")
        self._since = 0.0
        self._agreed: int | None = None  # whose move may be taken back, as this person has just said

    @property
    def open(self) -> bool:
        question = self.company.question
        return question is not None and question.kind == "back" and self.company.lost is None

    def asked(self) -> None:
        """There is a new question, or none any more."""
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
        self.panel.text = _("{name} asks to take the last move back. The game goes on if you do not answer.").format(
            name=name
        )
        self.panel.short = _("{name}: take a move back?").format(name=name)
        self.panel.buttons = self.keys()
        self.panel.display = True
        self.panel.repaint()

    def refresh(self) -> None:
        """While the host is gone nobody can be answered; while a line is written, no letter answers."""
        if self.panel.display and not self.open:
            self.panel.display = False
        elif self.panel.display:
            self.panel.buttons = self.keys()
            self.panel.repaint()

    writes = False

    def press(self, key: str) -> bool:
        """Y, which opens the log at other times, is yes, and N is no."""
        if not self.open:
            return False
        for id, yes in (("table.history", True), ("table.no", False)):
            if is_for(self.screen, id, key):
                self.screen.hush()
                return self.answer(yes)
        return False

    def answer(self, yes: bool) -> bool:
        """False if there is nothing to answer, or not long enough to have been read."""
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
        """What was taken back was answered for them, and the choice they meant is the one before: it is agreed on."""
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
