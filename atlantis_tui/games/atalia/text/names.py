"""What the things of Atalia are called: cards, formations, fields, decks, terrain.

Formations are a trap for translators. The ids are neutral, and the names are those of the English edition: TRIPLE is
Phalanx here and «Каре» in the Russian edition, whose «Фаланга» is the RUN, in English the Skirmish line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext, pgettext
from core.atalia.components import COLOURS, TROOPS, TROOPS_IN_ALL, VALUES
from core.atalia.formations import FLUSH, RUN, SUM, TRIPLE, WEDGE, Formation
from core.atalia.terrain import MARSH
from core.hidden import SEALED

# Cards ---------------------------------------------------------------------------------------------------------------


def card(face: int) -> str:
    """A card in a sentence: a troop as one types it, "R8", or a tactic by its name."""
    if face == SEALED:
        return _("a hidden card")
    return troop(face) if face < TROOPS_IN_ALL else tactic(face)


def troop(face: int) -> str:
    return f"{COLOURS[face // VALUES]}{face % VALUES + 1}"


def tactic(face: int) -> str:
    return (
        _("Alexander"),
        _("Darius"),
        _("Companion cavalry"),
        _("Shield bearers"),
        _("Fog"),
        _("Mud"),
        _("Scout"),
        _("Redeploy"),
        _("Deserter"),
        _("Traitor"),
    )[face - TROOPS_IN_ALL]


def tactic_short(face: int) -> str:
    """The name of a tactic in five letters at most, for cards and piles."""
    return (
        _("Alex"),
        _("Dari"),
        _("Caval"),
        _("Shld"),
        _("Fog"),
        _("Mud"),
        _("Scout"),
        _("Redep"),
        _("Desrt"),
        _("Trait"),
    )[face - TROOPS_IN_ALL]


def tactic_does(face: int) -> str:
    """What a tactic does, in one sentence."""
    return (
        _("Any troop you like, settled when the field is claimed. One leader a game."),
        _("Any troop you like, settled when the field is claimed. One leader a game."),
        _("An 8 of any colour, settled when the field is claimed."),
        _("A 1, 2 or 3 of any colour, settled when the field is claimed."),
        _("On one field only sums count."),
        _("On one field a formation has a card more."),
        _("Draw 3 cards from either deck, then put 2 back on top."),
        _("Move a card of yours to another field, or take it out of the game."),
        _("Take a card of your opponent's out of the game."),
        _("Take a troop of your opponent's over to your side."),
    )[face - TROOPS_IN_ALL]


def tactic_in_short(face: int) -> str:
    """The same in as few words as tell it."""
    return (
        _("Any troop you like. One leader a game."),
        _("Any troop you like. One leader a game."),
        _("An 8 of any colour."),
        _("A 1, 2 or 3 of any colour."),
        _("Only sums count there."),
        _("Formations have a card more."),
        _("Draw 3 cards, then put 2 back on top."),
        _("Move a card of yours, or take it out."),
        _("Take a card of theirs out of the game."),
        _("Take a troop of theirs to your side."),
    )[face - TROOPS_IN_ALL]


def cards(faces: Iterable[int]) -> str:
    """Several cards in a sentence: "R7, R8 and Alexander"."""
    return listing([card(face) for face in faces])


def row(faces: Iterable[int]) -> str:
    """Cards that lie together: "R7 R8 Alexander"."""
    return " ".join(card(face) for face in faces)


def colour(number: int) -> str:
    return (_("red"), _("green"), _("blue"), _("amber"), _("white"), _("violet"))[number]


# Decks and fields ----------------------------------------------------------------------------------------------------


def deck(number: int) -> str:
    """What is in a deck."""
    return (_("troops"), _("tactics"))[number]


def from_deck(number: int, cards: int = 1) -> str:
    """A card of a deck that nobody has seen, or several."""
    if number == TROOPS:
        return ngettext("a troop", "{n} troops", cards).format(n=cards)
    return ngettext("a tactic", "{n} tactics", cards).format(n=cards)


def fields(numbers: Sequence[int]) -> str:
    """Several fields as people count them: "fields 4, 5 and 6"."""
    if len(numbers) == 1:
        return _("field {field}").format(field=numbers[0] + 1)
    return _("fields {fields}").format(fields=listing([str(number + 1) for number in numbers]))


def terrain(number: int) -> str:
    """Of our own set, in the order of core/atalia/terrain.py."""
    return (
        _("Plain"),
        _("Bridge"),
        _("Marsh"),
        _("Mist"),
        _("Forest"),
        _("Steep slope"),
        _("Ravine"),
        _("Village"),
        _("Castle"),
    )[number]


def terrain_does(number: int) -> str:
    """What a terrain changes, in a few words."""
    return (
        _("nothing special"),
        _("2 cards are a formation"),
        _("4 cards are a formation"),
        _("only sums count"),
        _("colours do not count"),
        _("no card above 7"),
        _("at equal kind the lower sum wins"),
        _("a phalanx beats a wedge"),
        _("its owner wins ties on the fields beside it"),
    )[number]


def terrain_rule(number: int) -> str:
    """The same with all that it brings about, where there is room for it."""
    if number == MARSH:
        return _("4 cards are a formation; a side never has more places, so no Mud is laid there")
    return terrain_does(number)


# Formations ----------------------------------------------------------------------------------------------------------


def rank(number: int) -> str:
    """The kind of a formation: "Wedge"."""
    return {
        WEDGE: _("Wedge"),
        TRIPLE: _("Phalanx"),
        FLUSH: _("Battalion"),
        RUN: _("Skirmish line"),
        SUM: _("Host"),
    }[number]


def rank_short(number: int) -> str:
    """The same in three letters, for the board."""
    return {WEDGE: _("Wdg"), TRIPLE: _("Phx"), FLUSH: _("Bat"), RUN: _("Skm"), SUM: _("Hst")}[number]


def rank_code(number: int) -> str:
    """The same in two letters, where three have no room. A single one would be that of a colour: W is white."""
    return {
        WEDGE: pgettext("formation", "Wd"),
        TRIPLE: pgettext("formation", "Ph"),
        FLUSH: pgettext("formation", "Ba"),
        RUN: pgettext("formation", "Sk"),
        SUM: pgettext("formation", "Hs"),
    }[number]


def formation(made: Formation | Sequence[int]) -> str:
    """A formation with its sum: "Wedge 24"."""
    number, total = made
    return _("{rank} {total}").format(rank=rank(number), total=total)
