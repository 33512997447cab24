"""Plays Pearls as lines of text and asks every command that looks at games about it, in a house that has it.

    python use_commands.py FACES        # "whole", or "bare" where the face has only its required files

tests/test_fourth_game.py runs this in a process that imports the copy of the house.
"""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout

from atlantis_tui.cli import main
from core import games

GAME = "pearls"
WHOLE = sys.argv[1:] == ["whole"]


def atlantis(*argv: str, typed: str = "", code: int = 0) -> str:
    """What a command prints; it ends as it should and complains of nothing."""
    out, err, sys.stdin = io.StringIO(), io.StringIO(), io.StringIO(typed)
    with redirect_stdout(out), redirect_stderr(err):
        ended = main(list(argv))
    assert ended == code, (argv, ended, out.getvalue(), err.getvalue())
    return out.getvalue() + err.getvalue()


def holds(shown: str, *words: str) -> None:
    for one in words:
        assert one in shown, f"{one!r}:\n{shown}"


def play() -> None:
    first = ["help", "rules 2", "hand", "moves", "1", "last", "back", "why swap 1", "hint", "swap ?", "dive 9", "x"]
    shown = atlantis("play", GAME, "--plain", "--seats", "you,bot:random", "--seed", "A", typed="\n".join(first) + "\n")
    holds(
        shown, "Pearls: you and Nereus.", "Type dive 3, or 3 alone", "Swap: lay one of your shells away", "Your shells:"
    )
    holds(shown, "1. dive", "Your last choice is taken back.", "You have no shell of size", "is no move", "resume")
    assert "hint: the best" not in shown
    shown = atlantis("resume", "--plain", typed="moves\n1\n" * 20)
    holds(shown, "The die shows", "Nobody has a shell left.", "The game is kept in")
    shown = atlantis("play", GAME, "--plain", "--seats", "you:Anna,person:Boris", typed="\n1\n\nmoves\n1\n")
    holds(shown, "Boris, it is your turn.", "resume")


def look() -> None:
    listed = atlantis("log", "list")
    holds(listed, "Pearls")
    assert [game["game"] for game in json.loads(atlantis("log", "list", "--json"))] == [GAME] * 2
    holds(atlantis("log", "show", "2"), "Pearls: You and Nereus (bot:random). Seed A.", "The die shows", "win")
    holds(atlantis("log", "show", "1"), "The game is not over")
    holds(atlantis("log", "verify", "2"), "is sound", "Pearls", "finished with")
    head, *rest = [json.loads(line) for line in atlantis("log", "export", "2", "--reveal").splitlines()]
    assert head["game"] == GAME
    assert rest[-1]
    holds(atlantis("replay", "2", "--plain"), "The die shows")
    holds(atlantis("replay", "2", "--export", "text"), "REPLAY  Pearls", "Divers")
    holds(atlantis("stats"), "Pearls")
    shown = atlantis("stats", GAME)
    holds(shown, "Pearls")
    assert ("biggest shell: size" in shown) is WHOLE, shown
    holds(atlantis("arena", GAME, "random", "random", "--games", "2", "--jobs", "1"), "random")
    holds(atlantis("review", "2", "--plain", code=2), "review")
    if WHOLE:
        shown = atlantis("learn", GAME, "--plain", typed="\ndive 5\ndive 2\ndive 6\n\n")
        holds(shown, "Step 1 of 3: The shells.", "Not in this step.", "Step 3 of 3: The end.", "You know it all now.")
    else:
        holds(atlantis("learn", GAME, code=2), "Pearls has no first game yet.")
    holds(atlantis("completion", "words", "atlantis play "), GAME)


if __name__ == "__main__":
    assert GAME in games.names()
    os.environ.setdefault("COLUMNS", "80")
    play()
    look()
