"""The notation of moves: how a player types them and how the program writes them. meaning.py finds their meaning.

    place R7.b3      put explorer 3 of colour b on the tile R7
    launch T7        put a boat on the sea hex T7
    play beach wind  play a red tile; its steps follow as moves of their own
    R7.b3 T7         explorer b3 walks from R7 to T7
    R7.b3 board T7   … boards the boat at T7; `T7.b3 board T7` climbs out of the water
    R7.b3 swim T7    … swims to T7; `T7.b3 swim T7` goes overboard
    V3.b3 isle       … goes onto the safe island beside V3
    boat T7 V7       the boat at T7 goes to V7
    end              no red tile, no more movement, or the creature stays
    sink K8          remove this tile
    show shark, keep show the green back, or keep the red one
    shark S6 U6      the shark at S6 goes to U6; likewise serpent and whale
    defend beach, no ward the creature off with a tile of this terrain, or do not; `answer` where that is hidden

A hex is a letter A to W and a number 1 to 13. After the dot stands the explorer: by colour and number, by value if it
is your own (`R7.6 T7`), by colour alone (`R7.b`), or nothing if it makes no difference. A value may also stand in front
(`6 T7`, `place 6 R7`), wherever that explorer is. `R7 T7` without a word walks, boards or swims, whichever is possible;
boarding comes before swimming. It may go as far as the points allow, and so may a boat (`boat T7 W8`). A safe island
may be called by its name (`V3 NE`, `6 isle NE`). While a creature is to be moved, two hexes mean the creature. A typed
line may hold several moves (`R7 T7 boat T7 V7 end sink K8`). Case does not matter. A word may be cut short
(`def beach`), and `n` is `no` to a defence and else `end`. `dolphin`, `shark` or the hex of a tile is enough if nothing
else can be meant.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from core.game import Move, UnreadableMove
from core.hidden import SEALED
from core.survive.components import (
    BACKS,
    CELLS,
    CREATURES,
    DOLPHIN,
    EXPLORERS,
    GREEN,
    HEX_AT,
    HEXES,
    SAFE,
    SENDS,
    TERRAINS,
    WIND,
    hex_text,
)

NAMES = "abcd"  # of colours
TILES = {"dolphin": DOLPHIN, "wind": WIND, **{CREATURES[kind]: back for back, kind in SENDS.items()}}
SHOWN = {BACKS[back]: back for back in GREEN}
LAND_WORDS = TERRAINS[1:]
VALUES = "123456"
VERBS = ("place", "launch", "play", "boat", "end", "sink", "show", "keep", "defend", "no", *CREATURES)
HIDDEN_ANSWER = "answer"  # written where nobody else may know it; no player types it
AFTER = ("board", "swim", "isle")  # words that follow the first hex, or a value in front
ISLES = tuple(name.lower() for name in SAFE)
FILLERS = ("to", "on", "onto", "into", "from", "move", "explorer")  # as sentences on the screen have them
WORDS = tuple(sorted({*VERBS, *AFTER, *LAND_WORDS, *TILES, *SHOWN}))
ALSO = {
    "done": "end",
    "pass": "end",
    "stay": "end",
    "island": "isle",
    "land": "isle",
    "overboard": "swim",
    "aboard": "board",
    "put": "place",
    "d": "defend",
    "n": "no",
    "e": "end",
}
MOST = {"boat": 2, "place": 1, "launch": 1, "sink": 1, **dict.fromkeys(CREATURES, 2)}  # the most hexes after a verb
_token = re.compile(r"[a-z]\d+(?:\.\w*)?|[^\W\d_]+(?=[a-z]\d)|[^\W\d_]+|\d+|[^\s,;]").findall
_hex = re.compile(r"([a-z])(\d+)(?:\.(\w*))?").fullmatch
_name = re.compile(r"([a-d])(\d{0,2})").fullmatch


class Spot(NamedTuple):
    """A typed hex and the explorer meant there: by value, by colour, or exactly one."""

    at: int
    value: int | None = None
    colour: int | None = None
    explorer: int | None = None


class SurvivePart(NamedTuple):
    """One part of a typed line: a verb with its hexes and words. Hexes without a verb are "go"."""

    verb: str
    source: tuple[str, ...]
    spots: tuple[Spot, ...] = ()
    after: str = ""  # board, swim or isle
    terrain: int | None = None
    back: int | None = None
    value: int | None = None  # of the explorer, in front of the hexes
    isle: int | None = None  # a safe island, by its name

    @property
    def goes(self) -> bool:
        """Whether this is a movement that still lacks its end."""
        return self.verb == "go" and self.after != "isle" and len(self.spots) < (2 if self.value is None else 1)


# Writing -------------------------------------------------------------------------------------------------------------


def explorer_text(explorer: int) -> str:
    return f"{NAMES[explorer // EXPLORERS]}{explorer % EXPLORERS + 1}"


def spot_text(at: int, explorer: int) -> str:
    return f"{hex_text(at)}.{explorer_text(explorer)}"


def back_text(back: int) -> str:
    """Returns the word for a back. A tile that sends a creature has the creature's name."""
    return CREATURES[SENDS[back]] if back in SENDS else BACKS[back]


def text(move: Move) -> str:
    kind = move[0]
    if kind == "place":
        return f"place {spot_text(move[2], move[1])}"
    if kind == "walk":
        return f"{spot_text(move[2], move[1])} {hex_text(move[3])}"
    if kind in ("board", "swim"):
        return f"{spot_text(move[2], move[1])} {kind} {hex_text(move[3])}"
    if kind == "land":
        return f"{spot_text(move[2], move[1])} isle"
    if kind == "creature":
        return f"{CREATURES[move[1]]} {hex_text(move[2])} {hex_text(move[3])}"
    if kind in ("launch", "sink", "boat"):
        return " ".join([kind, *map(hex_text, move[1:])])
    if kind == "play":
        return f"play {TERRAINS[move[1]]} {back_text(move[2])}"
    if kind == "show":
        return f"show {back_text(move[1])}"
    if kind == "answer":
        return HIDDEN_ANSWER if move[1] == SEALED else f"defend {TERRAINS[move[1]]}" if move[1] else "no"
    if kind == "defend":  # like "no", a move of rules_version 1
        return f"defend {TERRAINS[move[1]]}"
    return str(kind)


# Reading -------------------------------------------------------------------------------------------------------------


def read(written: str) -> Move:
    """Returns the move of a full written form. It needs no position."""
    if written == HIDDEN_ANSWER:
        return ("answer", SEALED)
    parts = split(written)
    if len(parts) == 1:
        verb, _, spots, after, terrain, back, value, isle = parts[0]
        at = [spot.at for spot in spots]
        who = spots[0].explorer if spots and value is None and isle is None else None
        if verb == "go" and who is not None:
            if after == "isle" and len(at) == 1:
                return ("land", who, at[0])
            if len(at) == 2 and after != "isle":
                return (after or "walk", who, *at)
        if verb == "place" and who is not None:
            return ("place", who, *at)
        if verb == "boat" and len(at) == 2:
            return ("boat", *at)
        if verb in CREATURES and len(at) == 2:
            return ("creature", CREATURES.index(verb), *at)
        if verb in ("launch", "sink") and at:
            return (verb, *at)
        if verb == "play" and terrain is not None and back is not None:
            return ("play", terrain, back)
        if verb == "show" and back is not None:
            return ("show", back)
        if verb == "defend" and terrain is not None:
            return ("answer", terrain)
        if verb == "no":
            return ("answer", 0)
        if verb in ("end", "keep"):
            return (verb,)
    raise UnreadableMove("unreadable", text=written)


def split(line: str) -> list[SurvivePart]:
    """Splits a line into its parts. Raises UnreadableMove at the first token that means nothing."""
    parts: list[SurvivePart] = []
    tokens = [token for token in _token(line.lower()) if token not in FILLERS]
    for number, token in enumerate(tokens):
        if (found := _hex(token)) is not None:
            _add_spot(parts, token, _spot(token, *found.groups()))
        elif token.isdecimal():
            _add_value(parts, token)
        elif token in ISLES and _is_isle(parts, token, tokens[number + 1 : number + 2]):
            last = parts[-1]
            parts[-1] = last._replace(after="isle", isle=ISLES.index(token), source=(*last.source, token))
        else:
            _add_word(parts, token, _word(token))
    for part in parts:
        if part.verb in MOST and not part.spots and part.verb not in CREATURES:
            raise UnreadableMove("unreadable_verb", word=part.verb)
        if part.verb == "show" and part.back is None:
            raise UnreadableMove("unreadable_verb", word=part.verb)
        if part.verb == "play" and part.back is None:
            raise UnreadableMove("unreadable_verb", word=part.verb)
    return parts


def _add_spot(parts: list[SurvivePart], token: str, spot: Spot) -> None:
    if parts:
        last = parts[-1]
        if last.goes or (last.verb != "go" and len(last.spots) < MOST.get(last.verb, 0)):
            parts[-1] = last._replace(spots=(*last.spots, spot), source=(*last.source, token))
            return
    parts.append(SurvivePart("go", (token,), (spot,)))


def _add_value(parts: list[SurvivePart], token: str) -> None:
    """A value in front: of the explorer to place, or of one that goes."""
    if len(token) != 1 or token not in VALUES:
        raise UnreadableMove("no_such_explorer_name", text=token)
    last = parts[-1] if parts else SurvivePart("", ())
    if last.verb == "place" and not last.spots and last.value is None:
        parts[-1] = last._replace(value=int(token), source=(*last.source, token))
    else:
        parts.append(SurvivePart("go", (token,), value=int(token)))


def _is_isle(parts: list[SurvivePart], token: str, following: list[str]) -> bool:
    """Whether this is the name of an island. "se" and "sw" may also be a serpent and to swim, cut short, if a hex
    follows."""
    if not parts or parts[-1].verb != "go" or parts[-1].isle is not None:
        return False
    last = parts[-1]
    if last.after == "isle":
        return True
    if not last.goes or last.after or bool(last.spots) == (last.value is not None):
        return False
    return last.value is not None or not (following and _hex(following[0]) and token in ("se", "sw"))


def _add_word(parts: list[SurvivePart], token: str, word: str) -> None:
    last = parts[-1] if parts else SurvivePart("", ())
    if word in AFTER:
        if not last.goes or last.after or bool(last.spots) == (last.value is not None):
            raise UnreadableMove("unreadable_word", word=token)
        parts[-1] = last._replace(after=word, source=(*last.source, token))
    elif word in LAND_WORDS:
        if last.verb not in ("play", "defend") or last.terrain is not None:
            raise UnreadableMove("unreadable_word", word=token)
        parts[-1] = last._replace(terrain=TERRAINS.index(word), source=(*last.source, token))
    elif last.verb == "show" and last.back is None and word in SHOWN:
        parts[-1] = last._replace(back=SHOWN[word], source=(*last.source, token))
    elif last.verb == "play" and last.back is None and word in TILES:
        parts[-1] = last._replace(back=TILES[word], source=(*last.source, token))
    elif word in VERBS:
        parts.append(SurvivePart(word, (token,)))
    elif word in TILES:
        parts.append(SurvivePart("play", (token,), back=TILES[word]))
    else:
        raise UnreadableMove("unreadable_word", word=token)


def _word(token: str) -> str:
    if token in ALSO:
        return ALSO[token]
    found = [known for known in WORDS if known.startswith(token)]
    if token in found:
        return token
    if len(found) != 1:
        raise UnreadableMove("unreadable_word", word=token)
    return found[0]


def _spot(token: str, letter: str, digits: str, who: str | None) -> Spot:
    x, row = ord(letter) - ord("a"), int(digits[:4]) - 1
    if (x, row) not in HEX_AT:
        raise UnreadableMove(
            "no_such_hex", text=f"{letter.upper()}{digits}", near=[hex_text(at) for at in near(x, row)]
        )
    at = HEX_AT[x, row]
    if who is None:
        return Spot(at)
    if len(who) == 1 and who in VALUES:
        return Spot(at, value=int(who))
    name = _name(who)
    if name is None or (name[2] and not 1 <= int(name[2]) <= EXPLORERS):
        raise UnreadableMove("no_such_explorer_name", text=token.upper())
    colour = NAMES.index(name[1])
    return Spot(at, colour=colour, explorer=colour * EXPLORERS + int(name[2]) - 1 if name[2] else None)


def near(x: int, row: int) -> list[int]:
    """Returns the two hexes nearest to a half column and a row that have none."""
    # A half column is half a hex wide and a row is three quarters of a hex high: a ratio of 1 to the root of 3.
    by_distance = sorted(range(HEXES), key=lambda at: (CELLS[at][0] - x) ** 2 + 3 * (CELLS[at][1] - row) ** 2)
    return sorted(by_distance[:2])
