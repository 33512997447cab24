"""The signs and colours that only one game has: what holds for every game. What one game needs besides is in the
test_own_look.py of its folder.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, get_type_hints

import pytest
from rich.cells import cell_len

from atlantis_tui.games import look_of, names
from atlantis_tui.ui.glyphs import SETS
from atlantis_tui.ui.palettes import ANSI16, MONO, PALETTES, Pair, Palette
from tests.ui.test_palettes import CONSOLE, NAMES, XTERM, coloured, contrast

if TYPE_CHECKING:
    from atlantis_tui.games import GameLook

LOOKS = {game: look for game in names() if (look := look_of(game)) is not None}
every_game = pytest.mark.parametrize("look", LOOKS.values(), ids=list(LOOKS))

MARKS = {"terrain"}  # inks that paint marks on a ground of their own, and no words


def pairs(look: "GameLook", palette: Palette) -> Iterator[tuple[str, Pair]]:
    """Every ground with its ink, by the name of the field."""
    colours: Any = look.own_colours(palette)
    for field, kind in get_type_hints(type(colours)).items():
        value = getattr(colours, field)
        if kind == Pair:
            yield field, value
        elif kind == tuple[Pair, ...]:
            yield from ((field, pair) for pair in value)


@every_game
@coloured
def test_all_words_can_be_read(look, palette):
    seen = [(field, round(contrast(ink, ground), 2)) for field, (ground, ink) in pairs(look, palette)]
    assert [one for one in seen if one[1] < (2 if one[0] in MARKS else 4.5)] == []


@every_game
@pytest.mark.parametrize("table", [XTERM, CONSOLE], ids=["xterm", "console"])
def test_sixteen_colours_can_be_read_whatever_the_terminal_makes_of_them(look, table):
    colours = dict(zip(NAMES, (f"#{colour}" for colour in table.split()), strict=True))
    seen = [(field, contrast(colours[ink], colours[ground])) for field, (ground, ink) in pairs(look, ANSI16)]
    assert [one for one in seen if one[1] < 3] == []


@every_game
def test_without_colours_there_are_only_plain_dim_and_reversed(look):
    assert {*flat(tuple(look.own_colours(MONO)))} <= {"plain", "dim", "reverse"}


def flat(value: Any) -> list[str]:
    return [one for part in value for one in flat(part)] if isinstance(value, tuple) else [value]


def shape(value: Any) -> Any:
    return [shape(part) for part in value] if isinstance(value, tuple) else ""


@every_game
@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_every_palette_has_as_many_colours(look, palette):
    assert shape(tuple(look.own_colours(palette))) == shape(tuple(look.own_colours(PALETTES["dark"])))


@every_game
@pytest.mark.parametrize("glyphs", SETS.values(), ids=list(SETS))
def test_every_set_has_as_many_signs_of_one_cell(look, glyphs):
    signs, usual = look.own_signs(glyphs)._asdict(), look.own_signs(SETS["unicode"])._asdict()
    assert {field: len(many) for field, many in signs.items()} == {field: len(many) for field, many in usual.items()}
    assert {field: many for field, many in signs.items() if not all(cell_len(sign) == 1 for sign in many)} == {}
    assert glyphs.name != "ascii" or "".join(signs.values()).isascii()


@every_game
def test_a_new_theme_or_set_gets_what_the_one_most_like_it_has(look):
    dark, light, ascii_ = PALETTES["dark"], PALETTES["light"], SETS["ascii"]
    assert look.own_colours(dark._replace(name="dusk")) is look.own_colours(dark)
    assert look.own_colours(light._replace(name="dawn")) is look.own_colours(light)
    assert look.title_colours(dark._replace(name="dusk")) == look.title_colours(dark)
    assert look.own_signs(ascii_._replace(name="typewriter")) is look.own_signs(ascii_)
