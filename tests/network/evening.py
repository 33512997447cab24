"""People who sit at one table for a whole evening, each with the screens of `atlantis` and their keys."""

import re
import sys
import threading
import time
from contextlib import suppress
from typing import Any

from atlantis_tui.ui.digits import _PIXELS
from tests.network.programs import Clock
from tests.ui.terminal import Terminal

PATIENCE = 40  # seconds after which something is taken for hung; whatever has a promised time is measured besides
WHOLE_GAME = 400  # the same for a game from its first move to its last
BECOME = ("-c", "import os, sys; os.execvp(sys.argv[1], sys.argv[1:])")  # another program in a terminal
SIZE = (100, 30)
AGAIN = 1.0  # seconds after which a key that has changed nothing is pressed once more

AT_TABLE = re.compile(r" (ATLANTIS|SURVIVE!|ATALIA)  (turn (?P<turn>\d+)|setting up)")
PROMPT = 4  # how many rows at the bottom tell what is asked, and which keys answer
BY_ENTER = re.compile(r"\bEnter (?!say)\w+")  # proposes a move, or makes the one on show
BY_NO = re.compile(r"\bN (no|lets|not)\b")  # asked out of turn, or for something that need not be done
_CODE = r"Join code \d[\d ]*\d"
RESULT = "Again[?!]"


class ScreenPlayer:
    """Somebody in front of a terminal with `atlantis`, who plays what Enter proposes unless asked to hold the game."""

    def __init__(self, name, home, *before):
        self.name, self.called, self.home, self._before = name, name, home, before
        self._lock = threading.Lock()
        self._holds = False
        self._pressed = ("", 0.0)  # what was on the screen when a move was last pressed, and when that was
        self.terminal: Any = None
        self.start()

    # The program -----------------------------------------------------------------------------------------------------

    def start(self):
        """The plain program, without a word behind it: it begins in the menu."""
        command = [*self._before, sys.executable, "-m", "atlantis_tui"]
        self.terminal = Terminal(*BECOME, *command, size=SIZE, ATLANTIS_HOME=str(self.home))
        self._gone = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        while not self._gone.is_set():
            with self._lock, suppress(OSError):
                more = self.terminal._read(0.02)
                if not more and self.is_asked and not self._holds:
                    self._play(self.terminal.text)
            time.sleep(0.005)  # lets others have the screen

    def _play(self, text):
        before, when = self._pressed
        if text == before and time.monotonic() - when < AGAIN:
            return
        self._pressed = text, time.monotonic()
        asked = "\n".join(text.splitlines()[-PROMPT:])
        self.terminal.press("enter" if BY_ENTER.search(asked) else "n")

    def kill(self):
        """The program dies, and the terminal with it."""
        self.terminal.process.kill()
        self.terminal.process.wait()
        self._close()

    def again(self):
        """Starts the program anew; the menu is there."""
        self.start()
        self.sees("Play now")

    def quit(self):
        """Leaves the table, and then the program, without a word of complaint."""
        clock, due = Clock(), 0.0
        while self.terminal.process.poll() is None:
            if clock.seconds >= due:  # a result that has just appeared does not hear it yet
                self.press("q")
                due = clock.seconds + AGAIN
            assert clock.tick() < PATIENCE, f"{self.name} cannot leave:\n{self.text}"
        assert self.terminal.process.returncode == 0
        self._close()

    def end(self):
        if not self._gone.is_set():
            self._close()

    def _close(self):
        self._gone.set()
        self._reader.join(PATIENCE)
        self.terminal.__exit__()

    # The screen ------------------------------------------------------------------------------------------------------

    @property
    def text(self):
        with self._lock:
            return self.terminal.text

    @property
    def at_table(self):
        """A match if the screen shows the table of a game."""
        return AT_TABLE.match(self.terminal.text)

    @property
    def turn(self):
        """The number of the turn that is on the screen; 0 before the first."""
        found = AT_TABLE.match(self.text)
        return int(found["turn"] or 0) if found else 0

    @property
    def is_asked(self):
        """Whether this player can make a move, or answer a question."""
        asked = "\n".join(self.terminal.text.splitlines()[-PROMPT:])
        return bool(self.at_table and (BY_ENTER.search(asked) or BY_NO.search(asked)))

    @property
    def table_name(self):
        """The name of the table, as it stands over its lobby."""
        return self.text.partition("  ")[0].strip()

    @property
    def code(self):
        """The code of the table, as this guest reads it in the lobby."""
        self.sees(_CODE)
        return "".join(sign for row in re.findall(_CODE, self.text) for sign in row if sign.isdecimal())

    @property
    def large_code(self):
        """The same, as its host reads it: in digits three lines high."""
        rows = self.text.splitlines()
        first = next(number for number, row in enumerate(rows) if "Join code, say it aloud" in row) + 2
        left = rows[first - 2].index("Join code")
        lines = [row.ljust(SIZE[0])[left:] for row in rows[first : first + 3]]
        read = "".join(_DIGITS.get("".join(line[at : at + 3] for line in lines), "") for at in range(len(lines[0]) - 2))
        assert read, self.text
        return read

    def press(self, *keys):
        self.terminal.press(*keys)

    def sees(self, pattern, clock=None, patience=PATIENCE):
        """Waits until this is on the screen. `clock`: to be read afterwards."""
        clock = clock or Clock()
        until = clock.tick() + patience
        while not re.search(pattern, self.text):
            assert clock.tick() < until, f"{self.name} does not see {pattern!r}:\n{self.text}"

    def press_until(self, pattern, *keys):
        """Presses these keys until this is on the screen, each time a while after the last."""
        clock, due = Clock(), 0.0
        while not re.search(pattern, self.text):
            if clock.seconds >= due:
                self.press(*keys)
                due = clock.seconds + AGAIN
            assert clock.tick() < PATIENCE, f"{self.name} does not see {pattern!r} after {keys}:\n{self.text}"

    # The menu and the lobby ------------------------------------------------------------------------------------------

    def take_name(self):
        """Whoever hosts or joins for the first time is asked for a name."""
        self.sees("What shall the others call you")
        self.press(*["backspace"] * 16, *self.name, "enter")

    def come_in(self, host, code, key="enter"):
        """The first time: from the menu to the table of this host, with a name and the code."""
        self.sees("Play now")
        self.press("j")
        self.take_name()
        self.sees(f"hosted by {host}")
        self.press(key)
        self.sees("digits")
        self.press(*code, "enter")
        self.sits_with(host)

    def sits_with(self, host, clock=None):
        """Waits for the lobby of this host ("you": our own)."""
        self.sees(rf"seats?, hosted by {host}\b", clock)

    def choose_seats(self, count):
        """The host takes free seats away, or adds some."""
        while self._seats != count:
            before = self._seats
            self.press("+" if before < count else "-")
            self.sees(rf", (?!{before})\d seats, hosted by you")

    @property
    def _seats(self):
        found = re.search(r", (\d) seats?, hosted by", self.text)
        assert found, self.text
        return int(found[1])

    def choose_game(self, title):
        """The host changes the game of the lobby, with all who are there."""
        self.press("o")
        self.sees("O options|O done")
        self.press_until("O done", "o")
        self.press_until(rf"^ .*{re.escape(title)}, \d seats", "right")
        self.press("o")

    def want_again(self):
        """Enter, and once more Enter, which a screen that has just appeared does not hear yet."""
        clock, pressed, due = Clock(), "", 0.0
        while not self.at_table and "Again!" not in self.text:
            text = self.text
            if text != pressed or clock.seconds >= due:
                pressed, due = text, clock.seconds + AGAIN
                self.press("enter")
            assert clock.tick() < PATIENCE, f"{self.name} cannot play again:\n{self.text}"

    # The game --------------------------------------------------------------------------------------------------------

    def hold(self):
        """Makes no move any more, so that the game stands still at the next turn of this player."""
        with self._lock:
            self._holds = True

    def go_on(self):
        with self._lock:
            self._holds = False

    def wait_asked(self):
        clock = Clock()
        while not self.is_asked:
            assert clock.tick() < WHOLE_GAME, f"nobody asks {self.name} for a move:\n{self.text}"

    def reaches(self, turn, clock):
        """Waits until the game on the screen is so far. `clock`: to be read afterwards."""
        while self.turn < turn:
            assert clock.tick() < WHOLE_GAME, f"{self.name} does not see turn {turn}:\n{self.text}"

    def sees_the_end(self):
        self.sees(RESULT, patience=WHOLE_GAME)


def _halves(pixels):
    """A digit as it is on the screen: every cell shows two pixels, one above the other."""
    signs = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}
    rows = [*pixels, "   "]
    return "".join(
        signs[above + below] for top in (0, 2, 4) for above, below in zip(rows[top], rows[top + 1], strict=True)
    )


_DIGITS = {_halves(pixels): digit for digit, pixels in _PIXELS.items() if digit != "-"}
