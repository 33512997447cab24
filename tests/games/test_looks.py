"""The signs and colours that only one game has: what must be told apart in it, and what must be read."""

import pytest

from atlantis_tui.games.atalia import look as atalia
from atlantis_tui.games.atlantis import look as atlantis
from atlantis_tui.games.survive import look as survive
from atlantis_tui.ui.glyphs import SETS
from atlantis_tui.ui.palettes import ANSI16, MONO, PALETTES, Palette
from tests.ui.test_palettes import COLOURED, CONSOLE, NAMES, XTERM, coloured, contrast

every_set = pytest.mark.parametrize("glyphs", SETS.values(), ids=list(SETS))
every_palette = pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))


def words(palette: Palette) -> dict[str, tuple[str, str]]:
    """Every ink that words or numbers of one game alone are written in, with its ground."""
    road, isle, line = atlantis.own_colours(palette), survive.own_colours(palette), atalia.own_colours(palette)
    pairs = {
        **{f"symbol {number}": pair for number, pair in enumerate(road.symbols)},
        **{f"troops {number}": pair for number, pair in enumerate(line.troops)},
        **{f"creature {number}": pair for number, pair in enumerate(isle.creatures)},
        "atlantis": road.atlantis,
        "mainland": road.mainland,
        "lagoon": isle.lagoon,
        "isle": isle.isle,
        "tactics": line.tactics,
        "plate": line.plate,
        "fog": line.fog,
        "mud": line.mud,
    }
    return {
        **{what: (ink, ground) for what, (ground, ink) in pairs.items()},
        "price": (palette.foam, road.price),
        "bridge": (road.bridge, palette.water),
        "side of a boat": (isle.hull[1], isle.hull[0]),
    }


@coloured
def test_all_words_can_be_read(palette):
    seen = {what: round(contrast(*pair), 2) for what, pair in words(palette).items()}
    assert {what: figure for what, figure in seen.items() if figure < 4.5} == {}


@pytest.mark.parametrize("table", [XTERM, CONSOLE], ids=["xterm", "console"])
def test_sixteen_colours_can_be_read_whatever_the_terminal_makes_of_them(table):
    colours = dict(zip(NAMES, (f"#{colour}" for colour in table.split()), strict=True))
    seen = {what: contrast(colours[ink], colours[ground]) for what, (ink, ground) in words(ANSI16).items()}
    assert {what: figure for what, figure in seen.items() if figure < 3} == {}


def test_without_colours_there_are_only_plain_and_reversed():
    flat = {MONO.style(ink, ground) for ink, ground in words(MONO).values()}
    assert all(style.color is None and style.bgcolor is None for style in flat)


@every_palette
def test_there_are_as_many_colours_as_things(palette):
    road, isle, line = atlantis.own_colours(palette), survive.own_colours(palette), atalia.own_colours(palette)
    assert [len(many) for many in (road.symbols, line.troops, isle.terrain, isle.creatures)] == [7, 6, 3, 3]
    assert [len(many) for many in (isle.deep, isle.hull)] == [3, 3]


@every_set
def test_there_are_as_many_signs_as_things(glyphs):
    road, isle, line = atlantis.own_signs(glyphs), survive.own_signs(glyphs), atalia.own_signs(glyphs)
    assert [len(many) for many in (road.symbols, isle.terrain, isle.creatures, line.troops)] == [7, 4, 3, 6]
    assert [len(many) for many in (isle.hull, isle.block, isle.reach, line.ranks, line.weather)] == [2, 2, 2, 5, 2]
    single = {
        field: sign
        for own in (road, isle, line)
        for field, sign in own._asdict().items()
        if field not in {"symbols", "terrain", "creatures", "troops", "hull", "block", "reach", "ranks", "weather"}
    }
    assert {field: sign for field, sign in single.items() if len(sign) != 1} == {}


@coloured
def test_an_island_is_told_from_the_sea_and_its_terrains_from_each_other(palette):
    isle = survive.own_colours(palette)
    grounds = [ground for ground, _ in (*isle.terrain, *isle.creatures, isle.lagoon)]
    assert len({*grounds, *isle.deep, isle.peril_ground}) >= 9
    for ground, ink in isle.terrain:
        assert contrast(ink, ground) >= 2
        assert min(contrast(ground, sea) for sea in isle.deep) >= 1.15
    assert isle.reach not in isle.deep


@pytest.mark.parametrize("palette", [*COLOURED, ANSI16], ids=lambda palette: palette.name)
def test_symbols_differ_from_the_water_and_from_each_other(palette):
    road = atlantis.own_colours(palette)
    grounds = [ground for ground, _ in road.symbols]
    assert len({palette.water, *grounds}) == 8
    assert palette.ansi or len({palette.water, palette.bed, road.price, *grounds}) >= 9


@every_set
def test_pieces_are_told_apart_without_colours(glyphs):
    road, isle, line = atlantis.own_signs(glyphs), survive.own_signs(glyphs), atalia.own_signs(glyphs)
    assert len(set(road.symbols)) in (1, 7)  # ASCII has only the letters
    assert road.bridge != glyphs.none
    assert len(set(line.troops)) in (1, 6)
    assert len({line.most, line.over, line.under}) == 3
    assert len({*isle.terrain, *isle.creatures, isle.isle, isle.seat}) == 9
    assert isle.point != isle.spent


@pytest.mark.parametrize("look", [atlantis, survive, atalia], ids=["atlantis", "survive", "atalia"])
def test_a_new_theme_or_set_gets_what_the_one_most_like_it_has(look):
    dark, light, ascii_ = PALETTES["dark"], PALETTES["light"], SETS["ascii"]
    assert look.own_colours(dark._replace(name="dusk")) is look.own_colours(dark)
    assert look.own_colours(light._replace(name="dawn")) is look.own_colours(light)
    assert look.title_colours(dark._replace(name="dusk")) == look.title_colours(dark)
    assert look.own_signs(ascii_._replace(name="typewriter")) is look.own_signs(ascii_)
