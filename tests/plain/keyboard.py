"""Somebody at the keyboard: in this process, who reads what is printed and answers; or in one of its own."""

import io
import re
import subprocess
import sys
from pathlib import Path

from atlantis_tui.plain.game import PlainGame
from core import games as all_games
from core.atlantis.components import SYMBOLS
from core.chance import Stream
from core.log import MemoryLog
from core.table import Table, header

PATH = (
    "A6 A1 S4 A2 H2 O3 C1 F2 F1 S3 C6 O4 O7 H3 S6 A3 H1 R4 R3 O5 R5 S7 C5 A7 F3 F4 ~ "
    "O7 H5 A5 C7 O1 A1 H4 R3 C2 F7 S3 R1 R7 A2 R5 O4 A3 O6 H6 H7 R2 A4 F2 O3 C4 S2"
)
ROOT = Path(__file__).parent.parent.parent


class Keyboard(io.StringIO):
    """Calls `answer` with all that was printed since the last line; None is the end of the input."""

    def __init__(self, screen, answer):
        super().__init__()
        self.screen, self.answer, self.seen = screen, answer, 0

    def readline(self, size=-1, /):
        text = self.screen.getvalue()
        new, self.seen = text[self.seen :], len(text)
        line = self.answer(new)
        return "" if line is None else line + "\n"


class Picker:
    """Plays by asking for the moves and picking a number."""

    def __init__(self, seed="picker"):
        self.stream = Stream(seed)

    def __call__(self, text):
        lines = text.splitlines()
        if "Press Enter when" in lines[-1] or "Press Enter to show your hand" in lines[-1]:
            return ""
        if lines[-1] != "Type a number to play that move.":
            return "moves"
        last = max(int(found[1]) for line in lines if (found := re.match(r"(\d+)\. ", line)))
        return str(1 + self.stream.below(last))


class Script:
    """Types these lines and then leaves; keeps what was printed before each."""

    def __init__(self, *lines):
        self.lines, self.answers = list(lines), []

    def __call__(self, text):
        self.answers.append(text)
        return self.lines.pop(0) if self.lines else None


def new_table(seats="you,bot:random", seed="KELP-7F3", game="atlantis", **options):
    game = all_games.load(game)
    return Table(MemoryLog(header(game, seats.split(","), options, seed)))


def laid_out(seats="you,bot:random"):
    """A game before its first move that does not depend on how decks are shuffled: PATH and the hand RRRA."""
    table = new_table(seats)

    def lay(state):
        for place, tile in enumerate(PATH.split()):
            if tile != "~":
                state.symbols[place], state.values[place] = SYMBOLS.index(tile[0]), int(tile[1])
        state.hands[0].held, state.hands[0].size = [0, 0, 0, 3, 0, 0, 1], 4

    bend(table, lay)
    return table


def bend(table, change):
    """Changes the position on the table."""
    state = table.state.copy()
    change(state)
    state.work_out()
    table.steps[-1] = table.steps[-1]._replace(state=state)


def sit(table, answer):
    """Plays with `answer` at the keyboard; all that was printed."""
    screen = io.StringIO()
    PlainGame(table, "the.atl", Keyboard(screen, answer), screen).run()
    return screen.getvalue()


def typed(table, *lines):
    """What is printed in answer to each of these lines, and to the end of the input after them."""
    script = Script(*lines)
    whole = sit(table, script)
    return [*script.answers[1:], whole[sum(map(len, script.answers)) :]]


# Programs ------------------------------------------------------------------------------------------------------------

ASKS = re.compile(r"(Your turn\.|Type a number to|Pay|Place \d+ is held|None of your figures) .*|.*comes next\.")

LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), -1))
from atlantis_tui.cli import main
sys.exit(main(sys.argv[2:]))
"""


def games(home):
    return sorted((home / "games").glob("*"))


def the_game(home):
    (file,) = games(home)
    return file


def refused(done):
    """The one sentence on the error stream; anything else there is a fault."""
    assert done.returncode == 2, done
    sentence = done.stderr
    assert re.fullmatch(r"atlantis: [^\n]+\.\n", sentence), sentence
    assert not re.search(r"\w\. [A-Z]", sentence), f"more than one sentence: {sentence}"
    assert "Traceback" not in done.stdout + sentence
    assert "{" not in sentence
    return sentence.removeprefix("atlantis: ").rstrip()


def converse(process, answer, lines=None):
    """Answers a program each time it has asked, to its end or for so many lines; all that it printed meanwhile."""
    text = new = ""
    while line := process.stdout.readline():
        text += line
        new += line
        if ASKS.fullmatch(line.rstrip()):
            if lines == 0:
                break
            process.stdin.write(answer(new) + "\n")
            process.stdin.flush()
            new = ""
            lines = None if lines is None else lines - 1
    return text


def limited(environ, cwd, size, *argv, typed=""):
    """The program on a disk on which no file can grow beyond `size`."""
    return subprocess.run(
        [sys.executable, "-c", LIMITED, str(size), *map(str, argv)],
        input=typed,
        capture_output=True,
        text=True,
        env=environ,
        cwd=cwd,
        timeout=60,
    )
