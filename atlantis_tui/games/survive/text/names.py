"""What the things of Survive! are called: hexes, tiles and their backs, creatures, islands, explorers.

"your 6" is the reader's explorer with a treasure of 6; where the reader may not know it, it is "your explorer".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.hidden import SEALED
from core.survive.components import BACKS, BEACH, FOREST, LAKE, MOUNTAIN, SERPENT, SHARK, WHALE, hex_text
from core.survive.position import SurvivePosition
from core.survive.schema import BY_WHIRLPOOL

OTHERS = -1  # whoever is not the reader

# Places --------------------------------------------------------------------------------------------------------------


def hexes(places: Iterable[int]) -> str:
    """Several hexes in a sentence: "K8, L7 and S6"."""
    return listing([hex_text(at) for at in places])


def terrain(number: int) -> str:
    return (_("sea"), _("beach"), _("forest"), _("mountain"))[number]


def a_tile(number: int) -> str:
    return {BEACH: _("a beach"), FOREST: _("a forest"), MOUNTAIN: _("a mountain")}[number]


def the_tile(number: int) -> str:
    return {BEACH: _("the beach"), FOREST: _("the forest"), MOUNTAIN: _("the mountain")}[number]


def tiles(number: int, count: int) -> str:
    """So many tiles of a terrain: "3 beaches"."""
    return {
        BEACH: ngettext("{n} beach", "{n} beaches", count),
        FOREST: ngettext("{n} forest", "{n} forests", count),
        MOUNTAIN: ngettext("{n} mountain", "{n} mountains", count),
    }[number].format(n=count)


def ground(view: SurvivePosition, at: int) -> str:
    """What a hex is: a terrain, the lake or the sea."""
    if not view.terrain[at]:
        return _("lake") if at == LAKE else _("sea")
    return terrain(view.terrain[at])


def island(number: int) -> str:
    """A safe island in a sentence."""
    return (
        _("the north-west island"),
        _("the north-east island"),
        _("the south-west island"),
        _("the south-east island"),
    )[number]


# Creatures -----------------------------------------------------------------------------------------------------------


def creature(number: int) -> str:
    return (_("serpent"), _("shark"), _("whale"))[number]


def a_creature(number: int) -> str:
    return (_("a serpent"), _("a shark"), _("a whale"))[number]


def the_creature(number: int) -> str:
    return (_("the serpent"), _("the shark"), _("the whale"))[number]


def creatures(number: int, count: int) -> str:
    """So many of a kind: "2 sharks"."""
    return {
        SERPENT: ngettext("{n} serpent", "{n} serpents", count),
        SHARK: ngettext("{n} shark", "{n} sharks", count),
        WHALE: ngettext("{n} whale", "{n} whales", count),
    }[number].format(n=count)


def kind(number: int) -> str:
    """All of a kind, at the beginning of a line."""
    return (_("Serpents"), _("Sharks"), _("Whales"))[number]


def cause(by: int) -> str:
    """What takes an explorer or a boat."""
    return _("the whirlpool") if by == BY_WHIRLPOOL else the_creature(by)


# Backs of tiles ------------------------------------------------------------------------------------------------------


def back(number: int) -> str:
    """What is on the back of a tile, by its name."""
    if number == SEALED:
        return _("unknown")
    return (
        _("shark"),
        _("whale"),
        _("boat"),
        _("whirlpool"),
        _("volcano"),
        _("dolphin"),
        _("fair wind"),
        _("send a serpent"),
        _("send a shark"),
        _("send a whale"),
        _("defence against a shark"),
        _("defence against a whale"),
    )[number]


def back_does(number: int) -> str:
    """What a tile does, in one sentence."""
    return (
        _("A shark is put there, and takes all who swim there."),
        _("A whale is put there."),
        _("A boat is put there, and up to three who swim there climb in."),
        _("Everything on the water there and on all sea around it leaves the game."),
        _("The game is over."),
        _("One of your swimmers goes 1 to 3 steps, besides your movement."),
        _("A boat of yours with somebody aboard goes 1 to 3 steps, besides your movement."),
        _("Put any serpent on a vacant sea hex."),
        _("Put any shark on a vacant sea hex."),
        _("Put any whale on a vacant sea hex."),
        _("A shark that somebody else moves to your swimmers leaves the game instead."),
        _("A whale that somebody else moves to your boat leaves the game instead."),
    )[number]


def back_in_short(number: int) -> str:
    """The same of a tile that can be kept, where there is little room."""
    return {
        "dolphin": _("One of your swimmers goes 1 to 3 steps."),
        "wind": _("A boat of yours goes 1 to 3 steps."),
        "no_shark": _("A shark moved to your swimmers leaves the game."),
        "no_whale": _("A whale moved to your boat leaves the game."),
    }.get(BACKS[number], back_does(number))


def kept(number: int, terrain_side: int) -> str:
    """A tile that was kept: "fair wind (beach)". Its terrain side everybody can see."""
    return _("{back} ({terrain})").format(back=back(number), terrain=terrain(terrain_side))


# Explorers -----------------------------------------------------------------------------------------------------------


def mine(view: SurvivePosition, explorer: int) -> str:
    """One of the reader's explorers: "your 6"."""
    value = view.treasure(explorer)
    return _("your explorer") if value == SEALED else _("your {value}").format(value=value)


def of_value(value: int) -> str:
    """One of the reader's explorers by its treasure alone."""
    return _("your {value}").format(value=value)


def explorer(view: SurvivePosition, number: int, viewer: int | None, names: Sequence[str]) -> str:
    return people(view, [number], viewer, names)


def people(view: SurvivePosition, explorers: Iterable[int], viewer: int | None, names: Sequence[str]) -> str:
    """Explorers of several players, the reader's first: "your 6, your 1 and 2 explorers of Anna".

    Without names all others are one: "your 6 and 2 explorers of others".
    """
    said: list[str] = []
    by_owner: dict[int, list[int]] = {}
    for one in explorers:
        owner = view.owner(one)
        by_owner.setdefault(owner if names or owner == viewer else OTHERS, []).append(one)
    if viewer is None and not names:
        return count(sum(map(len, by_owner.values())))
    for owner in sorted(by_owner, key=lambda owner: (owner != viewer, owner)):
        those = by_owner[owner]
        if owner == viewer:
            said += _yours(view, those)
        else:
            said.append(_of(names[owner], len(those)) if names else _of_others(len(those)))
    return listing(said)


def _yours(view: SurvivePosition, explorers: Sequence[int]) -> list[str]:
    values = sorted((view.treasure(one) for one in explorers), reverse=True)
    known = [_("your {value}").format(value=value) for value in values if value != SEALED]
    n = values.count(SEALED)
    return [*known, *([ngettext("your explorer", "{n} of your explorers", n).format(n=n)] if n else [])]


def _of(name: str, n: int) -> str:
    return ngettext("an explorer of {name}", "{n} explorers of {name}", n).format(name=name, n=n)


def _of_others(n: int) -> str:
    return ngettext("an explorer of somebody else", "{n} explorers of others", n).format(n=n)


def count(n: int) -> str:
    return ngettext("{n} explorer", "{n} explorers", n).format(n=n)


def points(n: int) -> str:
    """Of movement."""
    return ngettext("{n} point of movement", "{n} points of movement", n).format(n=n)


def first_up(text: str) -> str:
    """A sentence that begins with whatever a name is."""
    return text[:1].upper() + text[1:]
