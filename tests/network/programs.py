"""Programs that play together on this machine: each with a home of its own, on real sockets, by address."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from core import games
from net import versions
from tests.network.hurried import GOLDEN

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 120  # seconds after which something is taken for hung; a loaded machine is slow


ASKS = re.compile(
    r"(Your turn\.|Pay|Place \d+ is held|None of your figures"  # Atlantis and Atalia
    r"|Put (an explorer|a boat|your last boat|a \w+ on any)|Move:|You can move nobody|Now sink|The new boat at"
    r"|The die shows a \w+: move|The (dolphin|wind) (carries|moves|can go)"
    r"|\w+ moves the [\w ]+ to \w+: .*(Type defend|Press Enter))[ .].*"  # also who can only let it happen
)


def picks_the_first(line):
    """A person who asks for the moves and plays the first one."""
    if ASKS.match(line):
        return "moves"
    return "1" if line == "Type a number to play that move." else None


class Running:
    """A program; what it prints is kept, line by line, as it comes."""

    def __init__(self, argv, stdin=subprocess.DEVNULL, answer=lambda line: None, **environ):
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LD_LIBRARY_PATH")}
        self.lines = []
        self.closed = False
        self.answer = answer  # what somebody types on seeing a line
        self._changed = threading.Condition()
        self.process: Any = subprocess.Popen(
            list(map(str, argv)),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=kept | {"LC_ALL": "C"} | environ,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.errors = ""
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _read(self):
        for line in self.process.stdout:
            with self._changed:
                self.lines.append(line.rstrip("\n"))
                self._changed.notify_all()
            if (typed := self.answer(line.rstrip())) is not None:
                with suppress(OSError):
                    self.type(typed)
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def _listen(self):
        for line in self.process.stderr:
            with self._changed:
                self.errors += line
                self._changed.notify_all()

    @property
    def text(self):
        return "\n".join(self.lines)

    def said(self, pattern, after=0):
        """Waits for a line that matches, from line number `after` on; the match."""
        found = None

        def there():
            nonlocal found
            for line in self.lines[after:]:
                if found := re.search(pattern, line):
                    return True
            return self.closed

        with self._changed:
            in_time = self._changed.wait_for(there, PATIENCE)
        assert found, f"no {pattern!r} {'ever' if in_time else 'in time'} in:\n{self.text}\n{self.errors}"
        return found

    def complained(self, *words):
        """Waits for any of these where errors go; which of them it was."""

        def heard():
            return [number for number, one in enumerate(words) if one in self.errors]

        with self._changed:
            self._changed.wait_for(lambda: heard() or self.closed, PATIENCE)
        assert heard(), f"none of {words} in:\n{self.errors}"
        return heard()[0]

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ended(self):
        """Waits for the end; the exit code."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        self._listener.join(PATIENCE)
        return code

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def sleep(self):
        """As when a lid is closed; it does not notice."""
        self.process.send_signal(signal.SIGSTOP)

    def wake(self):
        self.process.send_signal(signal.SIGCONT)

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def end(self):
        """Kills it and lets go of it."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        self._listener.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):  # what was typed and never read
                    stream.close()


class Program(Running):
    """One `atlantis ...`, with a home of its own."""

    def __init__(self, home, argv, stdin=subprocess.DEVNULL, before=(), hurry="", itself=False, **more):
        """`before` is a command to run it with; `hurry` are time limits of its own, see hurried.py; `itself`: not even
        its golden hashes are told to it."""
        self.home = Path(home)
        module = ("atlantis_tui",) if itself else ("tests.network.hurried", hurry)
        environ = {"ATLANTIS_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
        if not itself:
            environ[GOLDEN] = json.dumps({name: versions.golden(name).hex() for name in games.names()})
        # Whatever is left open shows where errors go.
        python = [sys.executable, "-W", "always::ResourceWarning"]
        super().__init__([*before, *python, "-m", *module, *argv], stdin, **environ, **more)

    @property
    def address(self):
        return self.said(r"^Address: (\S+)$")[1]

    @property
    def code(self):
        return self.said(r"^Code: (.+)$")[1]

    @property
    def ticket(self):
        return self.said(r"^Ticket: (\S+)$")[1]

    @property
    def log(self):
        (file,) = (self.home / "games").glob("*.atl")
        return file

    def records(self):
        """Of its game, as far as the file has them; none before there is one."""
        from core.log import LogError, read

        files = list((self.home / "games").glob("*.atl"))
        try:
            return read(files[0]).records if files else []
        except LogError:
            return []

    def reports(self):
        """What it has written of errors and of positions that differed."""
        return [file.read_text() for file in (self.home / "reports").glob("*")]


class Person:
    """Plays the first move there is until the test has seen enough, and then thinks, so that the game stays there."""

    def __init__(self, program):
        self.program = program
        self._enough = lambda records: True
        self._asked = False
        self._over = False
        self._lock = threading.Lock()
        program.answer = self._heard

    def _heard(self, line):
        self._over = self._over or line.startswith("Type again for another game")
        if not ASKS.match(line):
            return picks_the_first(line)
        with self._lock:
            self._asked = self._enough(self.program.records())
            return None if self._asked else "moves"

    def play(self, enough):
        """From now on until this is true of the records of the game; returns at once."""
        with self._lock:
            self._enough = enough
            asked, self._asked = self._asked, False
        if asked:
            self.program.type("moves")

    def wait_asked(self):
        """Until it is this person's turn, and the game waits for nobody else."""
        clock = Clock()
        while not self._asked:
            assert not self.program.closed, self.program.text
            assert not self._over, f"the game was over too soon:\n{self.program.text}"
            assert clock.tick() < PATIENCE, f"nobody asks for a move:\n{self.program.text}"

    def play_to_the_end(self):
        self.play(lambda records: False)
        self.program.said("^Type again for another game")
        self.program.type("quit")

    def play_until(self, enough):
        """The same, and waits for it; how long that took, as `Clock` has it."""
        clock = Clock()
        self.play(enough)
        over = False
        while not enough(self.program.records()):
            assert not over, f"the game was over too soon:\n{self.program.text}"
            over = self._over  # before the next look at the records, which are written before it is said
            assert not self.program.closed, self.program.text
            assert clock.tick() < PATIENCE, f"the game stands still:\n{self.program.text}"
        return clock


def moved(name, after):
    """Whether this player has moved after that record."""

    def is_so(records):
        seats = records[0].body["seats"] if records else []
        return any(one.kind == "move" and one.n > after and name in seats[one.seat] for one in records)

    return is_so


class Clock:
    """Seconds, and those that a machine with nothing else to do would have taken: where on average three programs want
    each processor, a second is worth a third of one."""

    def __init__(self):
        self._began = time.monotonic()
        self._wanted = []
        self.seconds = 0.0

    def tick(self):
        """A moment passes; the seconds so far."""
        time.sleep(0.05)
        self.seconds = time.monotonic() - self._began
        with suppress(OSError, ValueError, IndexError):
            with open("/proc/loadavg") as file:
                running = int(file.read().split()[3].split("/")[0]) - 1  # we are one of them
            self._wanted.append(running / (os.cpu_count() or 1))
        return self.seconds

    @property
    def fair_seconds(self):
        wanted = sum(self._wanted) / len(self._wanted) if self._wanted else 1
        return self.seconds / max(1, wanted)
