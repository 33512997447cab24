"""The program in a terminal, as a person feels it, beside the smallest Textual app that answers a key.

    python -m tests.bench.terminal [--game atlantis] [--runs 15] [--size 120x36] [--json]

Needs pyte (`pip install -e '.[bench]'`). Both run in pseudo-terminals, in turn: a busy machine slows both alike.

start      from the start of the process until the first screen is there: the menu, and "Hello"
key        from a key until the last byte of what it changes: moves of the cursor on the table (Tab, figures, payments,
           looking back; or whatever the game has), and a letter in the hello world
bytes      of such a move on the table, beside an ideal cell diff of the two screens, before and after: for every run of
           changed cells one move of the cursor, the colours as far as they differ from those sent just before, and the
           characters. Nobody can send less without knowing more of the terminal.
idle       bytes that are sent while nothing happens
thinking   the same keys on the table while a bot burns a whole processor, beside the time before it began
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import pty
import re
import select
import shlex
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

try:
    import pyte
except ImportError:
    sys.exit("pyte is not installed: pip install -e '.[bench]'")

ROOT = Path(__file__).parent.parent.parent
QUIET = 0.04  # seconds without a byte: the frame is there
LIMITS = {"start": 1.35, "key": 2.0, "bytes": 2.5, "idle": 0, "thinking": 1.5}

HELLO = """
from textual.app import App
from textual.widgets import Static

class Hello(App):
    def compose(self):
        yield Static("Hello, world")

    def on_key(self, event):
        self.query_one(Static).update(f"Hello, {event.key}")

Hello().run()
"""

BURNER = """
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["kind"] == "hello":
        print(json.dumps({"ready": 1}), flush=True)
    elif message["kind"] == "ask":
        while True:
            pass
"""

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "tab": "\t",
    "back": "\x7f",
}


class Played(NamedTuple):
    """How a game is measured: which keys move the cursor on its table, and how one comes into the midst of it."""

    bots: int  # beside the person
    ready: str  # on the screen, once the table is there
    begin: Sequence[str]  # keys by which the first move is made
    turns: int  # so many first moves, so that there is something to see
    asked: str  # on the screen, when the person is to move again
    cursor: Sequence[str]
    calm: Sequence[str]  # keys that do something while somebody else thinks


GAMES = {
    "atlantis": Played(
        bots=1,
        ready="Hand",
        begin=["enter", "enter"],
        turns=6,
        asked="Your turn|GAME OVER",
        cursor=[
            "tab",
            "tab",
            "1",
            "2",
            "3",
            "tab",
            "back",
            "back",
            "2",
            "tab",
            "tab",
            "right",
            "1",
            "l",
            "l",
            "up",
            "down",
        ],
        calm=["up", "down"],
    ),
    "survive": Played(
        bots=3,
        ready="Place an explorer",
        begin=["a", "enter"],
        turns=12,
        asked="Place a|Your turn",
        cursor=[
            "up",
            "right",
            "right",
            "down",
            "left",
            "tab",
            "right",
            "right",
            "up",
            "back",
            "back",
            "left",
            "up",
            "tab",
            "left",
            "down",
        ],
        calm=["left", "right"],
    ),
}


class Terminal:
    """A program in a pseudo-terminal, and what a person would see of it."""

    def __init__(self, command: Sequence[str], size: tuple[int, int], environ: Mapping[str, str]) -> None:
        columns, rows = size
        self.began = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            os.execvpe(command[0], list(command), dict(environ))
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)

    def read(self, quiet: float, limit: float) -> tuple[bytes, float | None]:
        """Everything until it has been quiet for a while, and when the last of it came."""
        data, last, end = b"", None, time.perf_counter() + limit
        while time.perf_counter() < end and select.select([self.fd], [], [], quiet)[0]:
            try:
                more = os.read(self.fd, 1 << 16)
            except OSError:
                break
            if not more:
                break
            last = time.perf_counter()
            data += more
            self.stream.feed(_known(more))
        return data, last

    def wait(self, words: str, limit: float = 30) -> float:
        """Seconds from the start until these words are on the screen."""
        while time.perf_counter() < self.began + limit:
            _, last = self.read(0.005, 0.02)
            if re.search(words, "\n".join(self.screen.display)):
                return (last or time.perf_counter()) - self.began
        raise SystemExit(f"{words!r} never appeared:\n" + "\n".join(self.screen.display))

    def settle(self, quiet: float = 0.25) -> None:
        self.read(quiet, 10)

    def press(self, key: str) -> tuple[float | None, int]:
        """Seconds until the last byte of what a key changed (None: it changed nothing), and how many there were."""
        began = time.perf_counter()
        os.write(self.fd, KEYS.get(key, key).encode())
        data, last = self.read(QUIET, 3)
        return (None if last is None else last - began), len(data)

    def cells(self) -> list[list[Any]]:
        buffer = self.screen.buffer
        return [[buffer[y][x] for x in range(self.screen.columns)] for y in range(self.screen.lines)]

    def end(self) -> None:
        os.kill(self.pid, signal.SIGTERM)
        self.read(0.2, 3)
        for _ in range(100):
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                break
            self.read(0.05, 0.05)
        else:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)


def _known(data: bytes) -> bytes:
    """Without the requests that pyte would show as text."""
    return re.sub(rb"\x1b\[[<>=?][0-9;]*[a-zA-Z$p]+|\x1b\[\?[0-9;]*\$p", _kept, data)


def _kept(found: re.Match[bytes]) -> bytes:
    return found[0] if found[0] in (b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?25l") else b""


# The ideal ------------------------------------------------------------------------------------------------------------

PEN = ("fg", "bg", "bold", "italics", "underscore", "strikethrough", "reverse", "blink")
ON = {"bold": "1", "italics": "3", "underscore": "4", "blink": "5", "reverse": "7", "strikethrough": "9"}
OFF = {"bold": "22", "italics": "23", "underscore": "24", "blink": "25", "reverse": "27", "strikethrough": "29"}


def ideal(before: list[list[Any]], after: list[list[Any]]) -> int:
    """Bytes that take a terminal from one screen to the other, beginning with no colours set and leaving none."""
    total = 0
    pen: dict[str, Any] = dict.fromkeys(PEN, False) | {"fg": "default", "bg": "default"}
    plain = dict(pen)
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        x = 0
        while x < len(new):
            if old[x] == new[x]:
                x += 1
                continue
            total += len(f"\x1b[{y + 1};{x + 1}H")
            while x < len(new) and old[x] != new[x]:
                total += _change(pen, new[x]) + len(new[x].data.encode())
                x += 1
    return total + (len("\x1b[0m") if pen != plain else 0)


def _change(pen: dict[str, Any], cell: Any) -> int:
    codes = []
    for name in PEN:
        wanted = getattr(cell, name)
        if pen[name] != wanted:
            pen[name] = wanted
            codes.append(_colour(name, wanted) if name in ("fg", "bg") else (ON if wanted else OFF)[name])
    return len(f"\x1b[{';'.join(codes)}m") if codes else 0


def _colour(name: str, colour: str) -> str:
    if re.fullmatch("[0-9a-f]{6}", colour):
        red, green, blue = (int(colour[at : at + 2], 16) for at in (0, 2, 4))
        return f"{38 if name == 'fg' else 48};2;{red};{green};{blue}"
    return "39" if colour == "default" else "37"


# What is measured -----------------------------------------------------------------------------------------------------


def middle(values: Sequence[float]) -> float:
    return statistics.median(values)


class Bench:
    def __init__(self, game: str, size: tuple[int, int], runs: int, home: str) -> None:
        self.game, self.played = game, GAMES[game]
        self.size, self.runs = size, runs
        drop = ("SSH_CONNECTION", "NO_COLOR", "PYTHONPATH")
        self.environ = {name: value for name, value in os.environ.items() if name not in drop}
        self.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "ATLANTIS_HOME": home, "LANG": "C.UTF-8"}
        self.environ["PYTHONPATH"] = str(ROOT)
        self.home = home
        hello = os.path.join(home, "hello.py")
        Path(hello).write_text(HELLO)
        self.hello = [sys.executable, hello]
        self.menu = [sys.executable, "-m", "atlantis_tui"]

    def table(self, *seats: str) -> list[str]:
        given = ["--seed", "KELP-7F3", "--no-motion", "--seats", ",".join(("you", *seats))]
        return [*self.menu, "play", self.game, *given]

    def open(self, command: Sequence[str]) -> Terminal:
        return Terminal(command, self.size, self.environ)

    def start(self) -> dict[str, Any]:
        taken: dict[str, list[float]] = {"menu": [], "hello": []}
        for run in range(self.runs + 1):
            for name, command, words in (("hello", self.hello, "Hello"), ("menu", self.menu, "Play now")):
                terminal = self.open(command)
                seconds = terminal.wait(words)
                terminal.settle(0.1)
                terminal.end()
                if run:  # the first one writes byte code
                    taken[name].append(seconds)
        return _beside(taken["menu"], taken["hello"])

    def cursor(self) -> tuple[dict[str, Any], dict[str, Any], int]:
        """Keys on the table and in the hello world in turn; bytes against the ideal; and bytes while idle."""
        hello, table = self.open(self.hello), self.open(self.table(*["bot:random"] * self.played.bots))
        hello.wait("Hello")
        table.wait(self.played.ready)
        hello.settle()
        table.settle()
        self._play_on(table)
        taken: dict[str, list[float]] = {"hello": [], "table": []}
        sent: list[tuple[str, int, int]] = []
        for run in range(max(2, self.runs // 3) + 1):
            for number, key in enumerate(self.played.cursor):
                seconds, _ = hello.press("abcdefghij"[(run + number) % 10])
                if seconds is not None and run:
                    taken["hello"].append(seconds)
                before = table.cells()
                seconds, size = table.press(key)
                if seconds is not None and run:
                    taken["table"].append(seconds)
                    best = ideal(before, table.cells())
                    if best:
                        sent.append((key, size, best))
        hello.settle()
        table.settle()
        idle = sum(len(table.read(0.5, 0.5)[0]) for _ in range(6))
        hello.end()
        table.end()
        ratios = [size / best for _, size, best in sent]
        by_key = {}
        for key in dict.fromkeys(self.played.cursor):
            of_key = [(size, best) for name, size, best in sent if name == key]
            if of_key:
                by_key[key] = [round(middle([size for size, _ in of_key])), round(middle([best for _, best in of_key]))]
        figures = {
            "sent": round(middle([size for _, size, _ in sent])),
            "ideal": round(middle([best for _, _, best in sent])),
            "ratio": round(middle(ratios), 2),
            "worst": round(max(ratios), 2),
            "all": round(sum(size for _, size, _ in sent) / sum(best for _, _, best in sent), 2),
            "by key": by_key,
        }
        return _beside(taken["table"], taken["hello"]), figures, idle

    def _play_on(self, table: Terminal) -> None:
        """Some turns, so that there is something on the table, and a past."""
        for _ in range(self.played.turns):
            self._move(table)
            table.wait(self.played.asked)
            table.settle(0.15)

    def _move(self, table: Terminal) -> None:
        for key in self.played.begin:
            table.press(key)

    def thinking(self) -> dict[str, Any]:
        bot = os.path.join(self.home, "burner.py")
        Path(bot).write_text(BURNER)
        rest = ["bot:random"] * (self.played.bots - 1)
        table = self.open(self.table("cmd:" + shlex.join([sys.executable, "-I", "-S", bot]), *rest))
        quiet = self.open(self.table("bot:random", *rest))
        for one in (table, quiet):
            one.wait(self.played.ready)
            one.settle()
        self._move(quiet)
        quiet.settle()
        self._move(table)
        table.wait("thinking")
        table.settle()
        taken: dict[str, list[float]] = {"thinking": [], "quiet": []}
        for _ in range(self.runs * 2):
            for key in self.played.calm:
                for name, one in (("quiet", quiet), ("thinking", table)):
                    seconds, _size = one.press(key)
                    if seconds is not None:
                        taken[name].append(seconds)
        table.end()
        quiet.end()
        return _beside(taken["thinking"], taken["quiet"])


def _beside(ours: Sequence[float], theirs: Sequence[float]) -> dict[str, Any]:
    return {
        "ms": round(1000 * middle(ours), 1),
        "beside": round(1000 * middle(theirs), 1),
        "ratio": round(middle(ours) / middle(theirs), 2),
        "runs": len(ours),
    }


def measure(game: str, size: tuple[int, int], runs: int) -> dict[str, Any]:
    def tell(what: str) -> None:
        print(f"{game} {size[0]}x{size[1]}: {what} …", file=sys.stderr)

    with tempfile.TemporaryDirectory() as home:
        bench = Bench(game, size, runs, home)
        found: dict[str, Any] = {}
        tell("start")
        found["start"] = bench.start()
        tell("key, bytes, idle")
        found["key"], found["bytes"], idle = bench.cursor()
        found["idle"] = {"bytes": idle, "ratio": idle}
        tell("thinking")
        found["thinking"] = bench.thinking()
    for name, limit in LIMITS.items():
        found[name]["limit"] = limit
        found[name]["met"] = found[name]["ratio"] <= limit
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default="atlantis")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--size", action="append", help="such as 80x24; may be given several times")
    parser.add_argument("--json", action="store_true", help="figures for programs")
    given = parser.parse_args()
    found = {}
    for text in given.size or ["120x36", "80x24"]:
        columns, rows = map(int, text.split("x"))
        found[text] = measure(given.game, (columns, rows), given.runs)
    if given.json:
        print(json.dumps(found))
        return
    for text, figures in found.items():
        for name, one in figures.items():
            rest = "  ".join(f"{key} {value}" for key, value in one.items() if key not in ("met", "limit", "by key"))
            print(f"{text:>7}  {name:<9} {'met   ' if one['met'] else 'MISSED'}  at most {one['limit']}:  {rest}")
        print("         bytes sent and ideal by key:", figures["bytes"]["by key"])


if __name__ == "__main__":
    main()
