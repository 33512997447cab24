"""Where things stand in a game of Survive!: the island row by row, the sea, your explorers, the tiles, who is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atlantis_tui.games.survive.text import names as named
from atlantis_tui.games.survive.text.choices import hand
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.hidden import SEALED
from core.survive.components import (
    BACK_COUNTS,
    BACKS,
    CELLS,
    CREATURES,
    FIRST_SAFE,
    HEX_AT,
    HEXES,
    LAND,
    LETTERS,
    NEIGHBOURS,
    ROWS,
    SAFE,
    SAFE_FROM,
    hex_text,
)
from core.survive.position import SurvivePosition


def position(view: SurvivePosition, viewer: int, names: Sequence[str]) -> list[str]:
    """The whole board, the viewer's explorers and tiles, and how far everybody is. Setting up, what is still in the
    hand is told with every question."""
    if not view.turns:
        return [
            _("Setting up."),
            *island(view, viewer, names),
            *sea(view, viewer, names),
        ]
    return [
        _("Turn {turn}. {left}").format(turn=view.turns, left=_land_left(view)),
        *island(view, viewer, names),
        *sea(view, viewer, names),
        *mine(view, viewer, names),
        *_your_tiles(view, viewer),
        *scores(view, viewer, names),
    ]


def _land_left(view: SurvivePosition) -> str:
    """How much of the island there is, in the order in which it sinks."""
    counted = [(terrain, view.terrain.count(terrain)) for terrain in LAND]
    left = [named.tiles(terrain, n) for terrain, n in counted if n]
    return _("Land left: {tiles}.").format(tiles=listing(left)) if left else _("The island is gone.")


# The board -----------------------------------------------------------------------------------------------------------


def island(view: SurvivePosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """The land row by row from the north, each row from west to east, with who stands there."""
    lines = []
    for row in range(ROWS):
        there = [at for at in range(HEXES) if CELLS[at][1] == row and view.terrain[at]]
        if there:
            tiles = _(", ").join(_tile(view, viewer, names, at) for at in there)
            lines.append(_("Row {row}: {tiles}.").format(row=row + 1, tiles=tiles))
    return lines or [_("The island is gone.")]


def _tile(view: SurvivePosition, viewer: int, names: Sequence[str], at: int) -> str:
    told = _("{hex} {terrain}").format(hex=hex_text(at), terrain=named.terrain(view.terrain[at]))
    there = view.explorers_at(at)
    return f"{told} ({_standing(view, there, viewer, names)})" if there else told


def _standing(view: SurvivePosition, explorers: Sequence[int], viewer: int, names: Sequence[str]) -> str:
    """Who is at a place, in few words: "your 6, 2 of Anna"."""
    said = []
    for seat in [viewer, *(seat for seat in range(view.seats) if seat != viewer)]:
        those = [one for one in explorers if view.owner(one) == seat]
        if those and seat == viewer:
            said.append(named.people(view, those, viewer, names))
        elif those:
            said.append(ngettext("{name}", "{n} of {name}", len(those)).format(n=len(those), name=names[seat]))
    return _(", ").join(said)


def sea(view: SurvivePosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """Boats, swimmers and creatures."""
    return [*boats(view, viewer, names), *_swimmers(view, viewer, names), *creatures(view, viewer, names)]


def boats(view: SurvivePosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    lines = []
    afloat = [at for at in range(HEXES) if view.boats[at]]
    for at in afloat:
        if view.crew[at]:
            beside = _beside_boat(view, at, viewer, names)
            words = (
                _("Boat at {at}, with {beside}: {crew}. {control}") if beside else _("Boat at {at}: {crew}. {control}")
            )
            lines.append(
                words.format(
                    at=hex_text(at),
                    beside=listing(beside),
                    crew=_standing(view, view.crew_at(at), viewer, names),
                    control=_control(view, at, viewer, names),
                )
            )
    empty = [at for at in afloat if not view.crew[at]]
    if empty:
        told = _(", ").join(_empty_boat(view, at, viewer, names) for at in empty)
        lines.append(_("Empty boats: {hexes}.").format(hexes=told))
    return lines or ([_("There are no boats.")] if view.turns else [])


def _empty_boat(view: SurvivePosition, at: int, viewer: int, names: Sequence[str]) -> str:
    beside = _beside_boat(view, at, viewer, names)
    return _("{hex} (with {beside})").format(hex=hex_text(at), beside=listing(beside)) if beside else hex_text(at)


def _beside_boat(view: SurvivePosition, at: int, viewer: int, names: Sequence[str]) -> list[str]:
    """What else is in the hex of a boat, the danger first."""
    found = [named.creatures(kind, many[at]) for kind, many in enumerate(view.creatures) if many[at]]
    if view.swimming[at]:
        swimmers = _standing(view, view.swimmers_at(at), viewer, names)
        found.append(_("{people} in the water").format(people=swimmers))
    return found


def _control(view: SurvivePosition, at: int, viewer: int, names: Sequence[str]) -> str:
    """Who may move a boat with people aboard."""
    seats = view.controllers(at)
    if seats == [viewer]:
        return _("You control it.")
    others = listing([names[seat] for seat in seats if seat != viewer])
    if viewer in seats:
        return _("You and {names} control it.").format(names=others)
    if len(seats) == 1:
        return _("{names} controls it.").format(names=others)
    return _("{names} control it.").format(names=others)


def _swimmers(view: SurvivePosition, viewer: int, names: Sequence[str]) -> list[str]:
    told = [
        _("{hex} ({people})").format(hex=hex_text(at), people=_standing(view, view.swimmers_at(at), viewer, names))
        for at in range(HEXES)
        if view.swimming[at]
    ]
    return [_("Swimmers: {places}.").format(places=_(", ").join(told))] if told else []


def creatures(view: SurvivePosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    lines = []
    for kind in range(len(CREATURES)):
        where = [
            hex_text(at) if many == 1 else _("{n} at {hex}").format(n=many, hex=hex_text(at))
            for at, many in enumerate(view.creatures[kind])
            if many
        ]
        if where:
            lines.append(_("{kind}: {places}.").format(kind=named.kind(kind), places=_(", ").join(where)))
    return lines or [_("There are no creatures on the board.")]


def place(view: SurvivePosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """One hex with all that is there, and what lies around it."""
    at = _hex(what)
    if at is None:
        return [_("Write a hex behind at, such as at K8.")]
    lines = [_here(view, viewer, names, at)]
    around = [_("{hex} {what}").format(hex=hex_text(to), what=_in_short(view, to)) for to in NEIGHBOURS[at]]
    lines.append(_("Around it: {hexes}.").format(hexes=_(", ").join(around)))
    if at in SAFE_FROM:
        lines.append(_("From here one lands on {island}.").format(island=named.island(SAFE_FROM[at])))
    return lines


def _hex(typed: str) -> int | None:
    letter, number = typed[:1].upper(), typed[1:].strip()
    if not letter or letter not in LETTERS or not (number.isascii() and number.isdecimal()):
        return None
    return HEX_AT.get((LETTERS.index(letter), int(number[:3]) - 1))


def _here(view: SurvivePosition, viewer: int, names: Sequence[str], at: int) -> str:
    parts = [named.ground(view, at)]
    if view.terrain[at]:
        there = view.explorers_at(at)
        parts.append(_standing(view, there, viewer, names) if there else _("nobody"))
    else:
        parts += [named.creatures(kind, many[at]) for kind, many in enumerate(view.creatures) if many[at]]
        if view.swimming[at]:
            parts.append(_("swimming {people}").format(people=_standing(view, view.swimmers_at(at), viewer, names)))
        if view.boats[at]:
            crew = view.crew_at(at)
            parts.append(
                _("a boat with {people}").format(people=_standing(view, crew, viewer, names))
                if crew
                else _("an empty boat")
            )
    told = _("{hex}: {parts}.").format(hex=hex_text(at), parts=_("; ").join(parts))
    return f"{told} {_control(view, at, viewer, names)}" if view.crew[at] else told


def _in_short(view: SurvivePosition, at: int) -> str:
    """What a hex is and what is on it, in a few words."""
    parts = [named.ground(view, at)]
    if view.terrain[at]:
        n = view.spots.count(at)
        return parts[0] if not n else _("{terrain} with {people}").format(terrain=parts[0], people=named.count(n))
    parts += [named.creatures(kind, many[at]) for kind, many in enumerate(view.creatures) if many[at]]
    if view.boats[at]:
        parts.append(_("a boat with {n}").format(n=view.crew[at]) if view.crew[at] else _("an empty boat"))
    if view.swimming[at]:
        parts.append(ngettext("{n} swimmer", "{n} swimmers", view.swimming[at]).format(n=view.swimming[at]))
    return parts[0] if len(parts) == 1 else _("with {things}").format(things=listing(parts[1:]))


# Explorers -----------------------------------------------------------------------------------------------------------


def mine(view: SurvivePosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """The viewer's explorers by where they are, the most valuable first."""
    places = {
        "box": _("Still in your hand"),
        "land": _("Yours on land"),
        "boat": _("Yours aboard"),
        "sea": _("Yours swimming"),
        "safe": _("Yours saved"),
        "lost": _("Yours lost"),
    }
    lines = []
    for where, head in places.items():
        those = [one for one in view.explorers_of(viewer) if view.where(one) == where]
        if those:
            those.sort(key=lambda one: (-view.treasure(one), view.spots[one]))
            told = _(", ").join(_one(view, one) for one in those)
            hidden = all(view.treasure(one) == SEALED for one in those) and where in ("box", "safe", "lost")
            lines.append(
                _("{head}: {explorers}.").format(head=head, explorers=named.count(len(those)) if hidden else told)
            )
    return lines


def _one(view: SurvivePosition, explorer: int) -> str:
    """An explorer by its value and hex, as far as there are such."""
    value, spot = view.treasure(explorer), view.spots[explorer]
    if spot >= HEXES:
        return str(value) if value != SEALED else _("one")
    if value == SEALED:
        return hex_text(spot)
    return _("{value} at {hex}").format(value=value, hex=hex_text(spot))


# Tiles ---------------------------------------------------------------------------------------------------------------


def tiles(view: SurvivePosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """What the viewer has kept and what it does, what the others may have, and which backs nobody has seen."""
    kept = hand(view, viewer)
    lines = [
        _("You have kept {tile}. {does}").format(tile=named.kept(back, terrain), does=named.back_does(back))
        for terrain, back in kept
    ] or [_("You have kept no tile.")]
    for seat in range(view.seats):
        if seat != viewer and view.tiles_kept(seat):
            lines.append(_others_tiles(view, seat, names[seat]))
    return [*lines, *_unseen(view, viewer)]


def _your_tiles(view: SurvivePosition, viewer: int) -> list[str]:
    kept = hand(view, viewer)
    if not kept:
        return []
    return [
        _("Tiles you have kept: {tiles}.").format(
            tiles=_(", ").join(named.kept(back, terrain) for terrain, back in kept)
        )
    ]


def _others_tiles(view: SurvivePosition, seat: int, name: str) -> str:
    """The terrain side is for everybody to see."""
    kept = [(terrain, view.hand_of(seat, terrain).size) for terrain in LAND]
    return _("{name} has kept tiles: {tiles}.").format(
        name=name, tiles=listing([named.tiles(terrain, n) for terrain, n in kept if n])
    )


def _unseen(view: SurvivePosition, viewer: int) -> list[str]:
    """For each terrain: what the backs of those that lie or are kept may be."""
    own = hand(view, viewer)
    lines = []
    for terrain in LAND:
        left = [
            (back, BACK_COUNTS[terrain][back] - view.used[terrain][back] - own.count((terrain, back)))
            for back in range(len(BACKS))
        ]
        told = [_("{back} {n}").format(n=n, back=named.back(back)) for back, n in left if n]
        if told:
            lines.append(
                _("Under {terrain}, not seen yet: {backs}.").format(
                    terrain=named.terrain(terrain), backs=_(", ").join(told)
                )
            )
    return lines


# How far everybody is ------------------------------------------------------------------------------------------------


def scores(view: SurvivePosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """Where everybody's explorers are, in numbers. The treasures of others are nobody's to know."""
    return [_counted(view, seat, viewer, names) for seat in [viewer, *(s for s in range(view.seats) if s != viewer)]]


def _counted(view: SurvivePosition, seat: int, viewer: int, names: Sequence[str]) -> str:
    where = [view.where(one) for one in view.explorers_of(seat)]
    words = {
        "land": _("{n} on land"),
        "boat": _("{n} aboard"),
        "sea": _("{n} swimming"),
        "safe": _("{n} saved"),
        "lost": _("{n} lost"),
    }
    parts = [text.format(n=where.count(place)) for place, text in words.items() if place in where]
    kept = view.tiles_kept(seat)
    if kept:
        parts.append(ngettext("{n} tile kept", "{n} tiles kept", kept).format(n=kept))
    if not parts:
        parts = [_("nobody on the board yet")]
    head = _("You") if seat == viewer else names[seat]
    told = _("{name}: {parts}.").format(name=head, parts=_(", ").join(parts))
    saved = [view.treasure(one) for one in view.saved(seat)]
    if seat == viewer and saved and SEALED not in saved and not view.options["all_equal"]:
        told += " " + ngettext("{n} point saved.", "{n} points saved.", sum(saved)).format(n=sum(saved))
    return told


def isles(view: SurvivePosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """The safe islands, where one lands, and who is there."""
    lines = []
    for number in range(len(SAFE)):
        landing = [hex_text(at) for at, safe in SAFE_FROM.items() if safe == number]
        there = view.explorers_at(FIRST_SAFE + number)
        people = _standing(view, there, viewer, names) if there else _("nobody yet")
        told = _("{island}, from {hexes}: {people}.").format(
            island=named.island(number), hexes=listing(landing), people=people
        )
        lines.append(named.first_up(told))
    return lines


def standing(view: SurvivePosition) -> list[int]:
    """Those whom each has saved; what they carry shows only at the end."""
    return [len(view.saved(seat)) for seat in range(view.seats)]


def commands() -> list[str]:
    return [
        _("board: the island row by row, boats, swimmers and creatures. land: the island alone."),
        _("at K8: all that is at K8 and around it."),
        _("boats, creatures, isles: those alone."),
        _("mine: where your explorers are."),
        _("tiles: what you have kept, what the others have, and which backs nobody has seen."),
        _("scores: how far everybody is."),
        _("rest: setting up, the rest of your explorers and boats is placed for you."),
    ]


def board(view: SurvivePosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    return [*island(view, viewer, names), *sea(view, viewer, names)]


LOOKS: dict[str, Callable[[SurvivePosition, int, Sequence[str], str], list[str]]] = {
    "board": board,
    "land": island,
    "at": place,
    "boats": boats,
    "creatures": creatures,
    "isles": isles,
    "mine": mine,
    "hand": mine,
    "tiles": tiles,
    "scores": scores,
}
