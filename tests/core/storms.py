"""Lines that anybody might type or that a file might hold: none of them breaks a game."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from core.game import Game, GameError, State, UnreadableMove

ODD = ["", ",", "+", "-", ".", "²", "٣", "ß", "İ", "0", "9" * 40, "\n", "\0", "\u3000", "_"]


def lines(words: Sequence[str], highest: int) -> st.SearchStrategy[str]:
    """Anything, and what is made of a game's own words, of numbers, and of what looks like one."""
    tokens = st.one_of(
        st.sampled_from(words),
        st.integers(0, highest).map(str),
        st.sampled_from([*ODD, f"0000{highest}"]),
    )
    return st.one_of(
        st.text(max_size=30),
        st.lists(tokens, max_size=12).map(" ".join),
        st.lists(tokens, max_size=12).map("".join),
    )


def type_in(game: Game, state: State, line: str) -> None:
    """What is understood can be played, by one seat; what is left over waits for somebody or something else."""
    before = state.public()
    try:
        found, rest = game.parse(state, line)
    except GameError:
        found, rest = [], ""
    ahead = state.copy()
    asked = state.prompt
    for move in found:
        assert asked is not None
        assert ahead.prompt is not None
        assert ahead.prompt.seat == asked.seat
        ahead.apply(move)
    if rest:
        assert asked is not None
        ended = ahead.prompt is None or ahead.prompt.seat != asked.seat or ahead.turn != state.turn
        assert ended or ahead.forced() is not None
    assert state.public() == before


def write_down(game: Game, line: str) -> None:
    """What is read has the fields of a move, and is written again as something that means the same."""
    try:
        move = game.read(line)
    except UnreadableMove:
        return
    assert game.moves[move[0]].fault(move) is None
    assert game.read(game.text(move)) == move
