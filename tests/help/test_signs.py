"""The page of signs: whatever a board can show is on it, in every set of signs."""

from pathlib import Path

import pytest

from atlantis_tui.games import face
from atlantis_tui.games.atalia.text import names as atalia_names
from atlantis_tui.help.legends import legends
from atlantis_tui.ui import frames
from atlantis_tui.ui.glyphs import SETS
from atlantis_tui.ui.rich_line import width
from core.atalia.components import COLOURS, FACES, TROOPS_IN_ALL
from core.atalia.formations import FLUSH, RUN, SUM, TRIPLE, WEDGE
from tests.ui.stage import GOLDEN, LOOKS, look, look_name

RANKS = (WEDGE, TRIPLE, FLUSH, RUN, SUM)
BOARDS = {"atalia": "atalia", "atlantis": "table", "survive": "survive"}  # what their goldens begin with
BELOW = 4  # lines of a golden: the prompt and the footer, which speak in sentences
# Of titles, refusals and numbers, which explain themselves.
SPEECH = "',.:;%=-?"
PALETTE_FOR = {"unicode": "dark", "console": "ansi16", "ascii": "mono"}

every_set = pytest.mark.parametrize("glyphs", SETS)


def shown_in(glyphs):
    return look(PALETTE_FOR[glyphs], glyphs)


def page(groups):
    """All that is painted as a sign; each with a blank behind it, so that two do not read as one."""
    return " ".join("".join(text for text, _style in sign) for _heading, signs in groups for sign, _words in signs)


def board_page(game, how):
    return page(face("legend", game).legend(how, how.palette.sea))


@every_set
@pytest.mark.parametrize("game", BOARDS)
def test_every_sign_of_a_game_is_on_the_page(game, glyphs):
    how = shown_in(glyphs)
    found, own = board_page(game, how), face("look", game).own_signs(how.glyphs)
    missing = {name: sign for name, signs in own._asdict().items() for sign in signs.strip() if sign not in found}
    assert missing == {}


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("game", BOARDS)
def test_whatever_the_boards_of_all_tests_show_is_on_the_page(game, glyphs):
    """Letters, numbers and frames aside: the boards are the goldens of every state and size."""
    how = shown_in(glyphs)
    signs = how.glyphs
    frame = {signs.rule, signs.bar, signs.upper, signs.lower, signs.left_half, signs.right_half, frames.MEET}
    known = {*frame, *signs.corners, *signs.box, *signs.dots, *SPEECH, signs.choose_right, signs.no}
    known |= {*board_page(game, how), signs.spark[-1], "_"}  # with the strokes of large digits
    boards = sorted(GOLDEN.glob(f"{BOARDS[game]}_*_{glyphs}.txt"))
    assert len(boards) > 30
    missing: dict[str, str] = {}
    for board in boards:
        for sign in {*"".join(board.read_text("utf-8").splitlines()[:-BELOW])} - known:
            if not sign.isalnum() and not sign.isspace():
                missing.setdefault(sign, board.name)
    assert missing == {}


@every_set
def test_every_short_name_on_the_board_of_atalia_is_on_the_page(glyphs):
    how = shown_in(glyphs)
    found = board_page("atalia", how)
    short = [
        *map(atalia_names.rank_short, RANKS),
        *map(atalia_names.rank_code, RANKS),
        *map(atalia_names.tactic_short, range(TROOPS_IN_ALL, FACES)),
        *(atalia_names.terrain(number)[:3] for number in range(1, 9)),
    ]
    assert [name for name in short if name not in found] == []
    assert "FM" in found


def test_no_short_name_of_a_formation_is_that_of_a_colour():
    """One letter is a colour, such as W for white, and two or three are a formation."""
    for short in (*map(atalia_names.rank_short, RANKS), *map(atalia_names.rank_code, RANKS)):
        assert short not in COLOURS
        assert len(short) in (2, 3)
    assert len({*map(atalia_names.rank_code, RANKS)}) == 5


def test_the_rules_of_atalia_have_the_short_names_of_the_board():
    rules = (Path(__file__).parent.parent.parent / "core" / "atalia" / "RULES.md").read_text("utf-8")
    for rank in RANKS:
        name, short, code = atalia_names.rank(rank), atalia_names.rank_short(rank), atalia_names.rank_code(rank)
        assert f"**{name}** ({short}, {code})" in rules
        assert short.startswith(code)


@pytest.mark.parametrize("how", LOOKS, ids=look_name)
@pytest.mark.parametrize("game", BOARDS)
def test_every_sign_has_words_and_fits(game, how):
    groups = legends(game, how, how.palette.sea)
    assert len(groups) > 4
    for heading, signs in groups:
        assert heading
        for sign, words in signs:
            assert 0 < width(sign) <= 16
            assert words
            if how.glyphs.name == "ascii":
                assert "".join(text for text, _style in sign).isascii(), sign
