"""Colours that can be read: the contrast of every pair that carries words, worked out as WCAG does."""

import pytest

from atlantis_tui.games import look_of, names, title_colours
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.palettes import ANSI16, DARK_256, MONO, PALETTES, THEMES, Palette, nearest

COLOURED = [palette for palette in PALETTES.values() if not palette.flat and not palette.ansi]
coloured = pytest.mark.parametrize("palette", COLOURED, ids=lambda palette: palette.name)

NAMES = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
NAMES += [f"bright_{name}" for name in NAMES]
# Two very different sets of sixteen colours: xterm's, and the console's.
XTERM = (
    "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff"
)
CONSOLE = (
    "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
)


def light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(ink: str, ground: str) -> float:
    lighter, darker = sorted((light(ink), light(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def words(palette: Palette) -> dict[str, tuple[str, str]]:
    """Every ink that words or numbers are written in, with its ground."""
    found = {}
    for ground, inks in {
        "sea": "text dim key purse select absent",
        "prompt": "text dim dim2 key select",
        "header": "text dim2 key select",
        "focus": "text dim2 key select",
        "hover": "text dim key select",
        "surf": "text dim key select",
        "button": "text key",
        "field": "text key select",
        "bad_ground": "text bad",
        "good_ground": "text",
        "water": "foam",
        "land": "ink",
        "pay": "ink",
        "take": "ink",
        "chain": "ink",
    }.items():
        for ink in inks.split():
            found[f"{ink} on {ground}"] = (getattr(palette, ink), getattr(palette, ground))
    # These are bright grounds first of all; as inks, widgets make them readable.
    for ground in ("sea", "prompt", "good_ground"):
        behind = getattr(palette, ground)
        for ink in ("land", "pay", "take", "chain"):
            found[f"{ink} on {ground}"] = (readable(palette, getattr(palette, ink), behind), behind)
        for seat, colour in enumerate(palette.seats):
            found[f"seat {seat} on {ground}"] = (readable(palette, colour, behind), behind)
    for seat, colour in enumerate(palette.seats):
        found[f"seat {seat} on chip"] = (colour, palette.chip)
        found[f"ink on seat {seat}"] = (palette.ink, colour)
    for number, (ground, ink) in enumerate(palette.tiles):
        found[f"tile {number}"] = (ink, ground)
    found["house"] = (palette.house[1], palette.house[0])
    for game in names():
        ground, ink = title_colours(game, palette)
        found[f"game {game}"] = (ink, ground)
    return found


@coloured
def test_all_words_can_be_read(palette):
    seen = {what: round(contrast(*pair), 2) for what, pair in words(palette).items()}
    assert {what: figure for what, figure in seen.items() if figure < 4.5} == {}


@pytest.mark.parametrize("table", [XTERM, CONSOLE], ids=["xterm", "console"])
def test_sixteen_colours_can_be_read_whatever_the_terminal_makes_of_them(table):
    """They are not ours, so we can only choose pairs that are far apart in both sets. What is absent may be faint."""
    colours = dict(zip(NAMES, (f"#{colour}" for colour in table.split()), strict=True))
    seen = {what: contrast(colours[ink], colours[ground]) for what, (ink, ground) in words(ANSI16).items()}
    assert {what: figure for what, figure in seen.items() if figure < 3 and "absent" not in what} == {}


@pytest.mark.parametrize("palette", [*COLOURED, ANSI16], ids=lambda palette: palette.name)
def test_tiles_differ_from_the_water_and_from_each_other(palette):
    grounds = [ground for ground, _ in palette.tiles]
    assert len({palette.water, *grounds}) == 8
    assert len(set(palette.seats)) == 4


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_every_field_is_filled(palette):
    for field, value in palette._asdict().items():
        if field == "house":
            assert len(value) == 2
        elif field == "tiles":
            assert [len(pair) for pair in value] == [2] * 7
        elif field == "seats":
            assert len(value) == 4
        elif field not in ("flat", "ansi"):
            assert isinstance(value, str), field
            assert value, field


def test_without_colours_there_are_only_plain_and_reversed():
    flat = {MONO.style(ink, ground) for ink, ground in words(MONO).values()}
    assert all(style.color is None and style.bgcolor is None for style in flat)


def test_styles_are_shared_so_that_they_can_be_compared_by_identity():
    for palette in PALETTES.values():
        assert palette.style(palette.text, palette.sea) is palette.style(palette.text, palette.sea)


def test_what_256_colours_changes_is_in_their_set():
    dark = PALETTES["dark"]
    only_in_256_colours(dark, DARK_256)
    for game in names():
        look = look_of(game)
        if look is not None:
            only_in_256_colours(look.own_colours(dark), look.own_colours(DARK_256))


def only_in_256_colours(usual, fewer):
    """6 steps of each colour, and 24 greys: so nothing that was replaced is rounded again."""
    steps, greys = {0, 95, 135, 175, 215, 255}, {8 + 10 * step for step in range(24)}
    for field, value in fewer._asdict().items():
        if field != "name" and value != getattr(usual, field):
            for colour in _colours(value):
                parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
                assert set(parts) <= steps or (len(set(parts)) == 1 and parts[0] in greys), field


def _colours(value: object) -> list[str]:
    return [one for part in value for one in _colours(part)] if isinstance(value, tuple) else [str(value)]


def test_every_theme_that_is_offered_exists():
    assert set(THEMES) <= set(PALETTES)
    assert all(PALETTES[name].name == name for name in PALETTES)


def test_a_game_without_colours_of_its_own_has_those_of_the_house():
    for palette in PALETTES.values():
        assert title_colours("checkers", palette) == palette.house
    dark = PALETTES["dark"]
    assert len({title_colours(game, dark) for game in names()}) == len(names())


def test_a_theme_that_a_game_does_not_know_gets_the_colours_of_the_one_most_like_it():
    known = {name: name for name in ("dark", "light", "ansi16", "mono")}
    like = {name: nearest(palette._replace(name="new"), known) for name, palette in PALETTES.items()}
    assert like == {
        "dark": "dark",
        "dark256": "dark",
        "contrast": "dark",
        "colour-blind": "dark",
        "light": "light",
        "ansi16": "ansi16",
        "mono": "mono",
    }
    assert nearest(PALETTES["light"], {"dark": 1, "ansi16": 2, "mono": 3}) == 1
    assert nearest(PALETTES["contrast"], {**known, "contrast": "contrast"}) == "contrast"
