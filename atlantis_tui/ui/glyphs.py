"""The signs everything is drawn with: Unicode, the old console's, and plain ASCII. Each is one cell wide."""

from __future__ import annotations

from typing import NamedTuple


class Glyphs(NamedTuple):
    name: str
    symbols: str  # flag, olive branch, helmet, ring, statue, crown, amphora
    figures: str  # by seat
    ghosts: str  # the same, where a figure would land
    wave: str
    minus: str
    times: str
    dots: str
    arrow: str
    right: str  # along the road
    left: str
    go_right: str  # along the way of a move
    go_left: str
    turn: str  # marks the player to move
    home: str  # a figure at home, and one that is not
    away: str
    bridge_left: str
    bridge_mid: str
    bridge_right: str
    bridge: str  # one still in hand
    none: str
    slid: str  # land that Atlantis or the Mainland slid over
    rule: str
    bar: str  # at the left of prompts and focused rows
    upper: str  # half blocks and their corners: "" where there are none
    lower: str
    left_half: str
    right_half: str
    corners: str  # upper left, upper right, lower left, lower right: of a frame round a tile
    box: str  # the same of a modal's frame
    choose_left: str
    choose_right: str
    bullet: str
    yes: str
    no: str
    spark: str  # bars of growing height
    troops: str  # by colour: red, green, blue, amber, white, violet
    ranks: str  # of formations, the weakest first; blank where there are no such signs: their names tell
    morale: str  # the three kinds of tactics
    weather: str  # fog and mud
    guile: str
    most: str  # before the best that a side can still reach: the other side is open too,
    over: str  # it beats the finished formation opposite,
    under: str  # or cannot
    pick: str  # beside what can be drawn from
    claim: str  # on the plate of a field that can be claimed
    terrain: str  # sea, beach, forest, mountain
    creatures: str  # serpent, shark, whale
    isle: str  # a safe island, and where one lands on it
    hull: str  # both sides of a boat
    seat: str  # a free one aboard
    sinks: str  # on a tile that may sink
    point: str  # of movement, left and spent
    spent: str
    block: str  # beside the hex that is chosen: both sides
    reach: str  # beside a hex that can be reached: both sides
    braille: bool


UNICODE = Glyphs(
    name="unicode",
    symbols="⚑♣Ω○♜♛δ",
    figures="▲■◆▼",
    ghosts="△□◇▽",
    wave="≈",
    minus="−",
    times="×",
    dots="…",
    arrow="→",
    right="›",
    left="‹",
    go_right="►",
    go_left="◄",
    turn="►",
    home="●",
    away="○",
    bridge_left="╞",
    bridge_mid="═",
    bridge_right="╡",
    bridge="╪",
    none="·",
    slid="░",
    rule="─",
    bar="▌",
    upper="▀",
    lower="▄",
    left_half="▌",
    right_half="▐",
    corners="▗▖▝▘",
    box="▛▜▙▟",
    choose_left="‹",
    choose_right="›",
    bullet="●",
    yes="✔",
    no="✖",
    spark="▁▂▃▄▅▆▇█",
    troops="⚑♣Ω☼♜♦",
    ranks="○◔◑◕●",
    morale="★",
    weather="≈▒",
    guile="‡",
    most="≤",
    over="↑",
    under="×",
    pick="◄",
    claim="✔",
    terrain="~░♠Λ",
    creatures="§◢∩",
    isle="⌂",
    hull="╲╱",
    seat="·",
    sinks="↓",
    point="●",
    spent="○",
    block="██",
    reach="▐▌",
    braille=True,
)

CONSOLE = UNICODE._replace(
    name="console",
    symbols="►♣∩○Φ☼δ",
    figures="▲■♦▼",
    ghosts="▲■♦▼",
    minus="-",
    times="x",
    dots=".",
    right="»",
    left="«",
    home="■",
    away="·",
    corners="    ",
    box="████",
    choose_left="«",
    choose_right="»",
    bullet="■",
    yes="√",
    no="x",
    spark="░░▒▒▓▓██",
    troops="►♣Ω☼Φ♦",
    ranks="     ",
    morale="*",
    guile="§",
    under="x",
    claim="√",
    terrain="~░♠^",
    creatures="§◄∩",
    hull="\\/",
    point="■",
    spent="·",
    braille=False,
)

ASCII = Glyphs(
    name="ascii",
    symbols="       ",
    figures="@&%$",
    ghosts="@&%$",
    wave="~",
    minus="-",
    times="x",
    dots=".",
    arrow=">",
    right="|",
    left="|",
    go_right=">",
    go_left="<",
    turn=">",
    home="*",
    away="-",
    bridge_left="H",
    bridge_mid="=",
    bridge_right="H",
    bridge="#",
    none=".",
    slid=".",
    rule="-",
    bar="|",
    upper="",
    lower="",
    left_half="",
    right_half="",
    corners="    ",
    box="++++",
    choose_left="<",
    choose_right=">",
    bullet="*",
    yes="+",
    no="x",
    spark=" .:-=+*#",
    troops="      ",
    ranks="     ",
    morale="*",
    weather="~~",
    guile="!",
    most="<",
    over="^",
    under="x",
    pick="<",
    claim="C",
    terrain="~.f^",
    creatures="SKW",
    isle="h",
    hull="\\/",
    seat="_",
    sinks="v",
    point="*",
    spent="-",
    block="()",
    reach="[]",
    braille=False,
)

SETS = {glyphs.name: glyphs for glyphs in (UNICODE, CONSOLE, ASCII)}
