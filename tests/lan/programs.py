"""Programs that play together on this machine: each with a home of its own, on real sockets, by address."""

import os
import re
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 120  # seconds after which something is taken for hung; a loaded machine is slow


ASKS = re.compile(r"(Your turn\.|Pay|Place \d+ is held|None of your figures) .*")


def picks_the_first(line):
    """A person who asks for the moves and plays the first one."""
    if ASKS.match(line):
        return "moves"
    return "1" if line == "Type a number to play that move." else None


class Program:
    """One `atlantis ...`; what it prints is kept, line by line, as it comes."""

    def __init__(self, home, argv, stdin=subprocess.DEVNULL, answer=lambda line: None, before=()):
        environ = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LD_LIBRARY_PATH")}
        environ |= {"ATLANTIS_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "LC_ALL": "C"}
        self.home = Path(home)
        self.lines = []
        self.closed = False
        self.answer = answer  # what somebody types on seeing a line
        self._changed = threading.Condition()
        self.process: Any = subprocess.Popen(
            [*before, sys.executable, "-m", "atlantis_tui", *map(str, argv)],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environ,
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
        self.errors = self.process.stderr.read()

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

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

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

    def entries(self):
        """How many records its log has; 0 before there is one."""
        from core.log import LogError, read

        files = list((self.home / "games").glob("*.atl"))
        try:
            return len(read(files[0]).records) if files else 0
        except LogError:
            return 0
