"""Where things stand in a game of Atalia: the fields, the hand, what is unseen, what was played, and the points."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.atalia.components import COLOURS, FIELDS, NOBODY, TACTICS, TROOPS, VALUES
from core.atalia.equivalence import is_bare
from core.atalia.position import AtaliaPosition
from core.atalia.terrain import MARSH, PLAIN
from core.hidden import SEALED


def position(view: AtaliaPosition, viewer: int, names: Sequence[str]) -> list[str]:
    """All fields, the viewer's hand, and what is left."""
    turn = _("Turn {turn}.").format(turn=view.turn)
    if view.options["series"] > 1:
        turn = _("Turn {turn}, game {game} of {games}.").format(
            turn=view.turn, game=view.epoch + 1, games=view.options["series"]
        )
    return [
        turn,
        *fields(view, viewer, names),
        *hand(view, viewer, names),
        _held(view, 1 - viewer, names[1 - viewer]),
    ]


# The fields ----------------------------------------------------------------------------------------------------------


def fields(view: AtaliaPosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """Every field with something on it, or the one named; those with nothing are told together."""
    if what.isdecimal() and len(what) <= 4 and 1 <= int(what) <= FIELDS:
        field = int(what) - 1
        return [_field(view, viewer, names, field), *_reach(view, viewer, names, field), *_no_mud(view, field)]
    open_fields = [field for field in range(FIELDS) if view.owners[field] == NOBODY]
    bare = [field for field in open_fields if is_bare(view, field)]
    lines = [_field(view, viewer, names, field) for field in open_fields if field not in bare]
    if bare:
        told = named.fields(bare)
        words = ngettext("{fields} is empty.", "{fields} are empty.", len(bare)).format(fields=told)
        lines.append(words[0].upper() + words[1:])
    return lines + _owned(view, viewer, names)


def _field(view: AtaliaPosition, viewer: int, names: Sequence[str], field: int) -> str:
    """One field: what rules it has, what lies on both sides, and who may claim it."""
    parts = [_("you {side}").format(side=_side(view, viewer, field))]
    parts.append(_("{name} {side}").format(name=names[1 - viewer], side=_side(view, 1 - viewer, field)))
    told = _("{where}: {sides}.").format(where=_where(view, field), sides=_("; ").join(parts))
    owner = view.owners[field]
    if owner != NOBODY:
        words = _("You own it.") if owner == viewer else _("{name} owns it.").format(name=names[owner])
        return f"{told} {words}"
    for seat in (viewer, 1 - viewer):
        if view.proven(seat, field):
            return f"{told} {_provable(view, seat, viewer, names)}"
    return told


def _provable(view: AtaliaPosition, seat: int, viewer: int, names: Sequence[str]) -> str:
    """Who can prove a field, and when it can be claimed, where that is not now or after the play."""
    if view.options["claim_at"] == "end" or (view.step, view.seat) == ("claim", seat):
        return _("You can prove it.") if seat == viewer else _("{name} can prove it.").format(name=names[seat])
    if seat == viewer:
        return _("You can prove it, and claim it when your next turn begins.")
    return _("{name} can prove it, and claim it when the next turn of {name} begins.").format(name=names[seat])


def _where(view: AtaliaPosition, field: int) -> str:
    """The field with all that changes its rules."""
    about = []
    if view.terrain[field] != PLAIN:
        terrain = view.terrain[field]
        about.append(_("{terrain}, {does}").format(terrain=named.terrain(terrain), does=named.terrain_does(terrain)))
    if view.fog[field]:
        about.append(_("Fog, only sums count"))
    if view.mud[field]:
        about.append(_("Mud, {need} cards are a formation").format(need=view.need(field)))
    if not about:
        return _("Field {field}").format(field=field + 1)
    return _("Field {field} ({about})").format(field=field + 1, about=_("; ").join(about))


def _no_mud(view: AtaliaPosition, field: int) -> list[str]:
    """Where Mud is refused, whoever looks at the field is told before."""
    if view.terrain[field] != MARSH or not view.options["tactics"] or view.owners[field] != NOBODY:
        return []
    return [_("No Mud can be laid here: a side never has more than 4 places, and the Marsh has them already.")]


def _side(view: AtaliaPosition, seat: int, field: int) -> str:
    """The cards of one side with what they are, or with the best they can become."""
    cards = view.sides[seat][field]
    made = view.formation(seat, field)
    if made is not None:
        return _("{cards}, {made}").format(cards=named.row(cards), made=named.formation(made))
    lying = named.row(cards) if cards else _("nothing")
    if view.owners[field] != NOBODY:
        return lying
    way = view.reach(seat, field)
    if way is None:
        return _("{cards}, can never be complete").format(cards=lying)
    return _("{cards}, at best {best}").format(cards=lying, best=named.formation(way[0])) if cards else lying


def _reach(view: AtaliaPosition, viewer: int, names: Sequence[str], field: int) -> list[str]:
    """What each side that is not complete still needs for its best, and who has a tie."""
    if view.owners[field] != NOBODY:
        return []
    lines = []
    for seat in (viewer, 1 - viewer):
        way = view.reach(seat, field) if not view.complete(seat, field) else None
        if way is not None:
            words = (
                _("You reach {best} at best, with {cards}.")
                if seat == viewer
                else _("{name} reaches {best} at best, with {cards}.")
            )
            lines.append(words.format(name=names[seat], best=named.formation(way[0]), cards=named.cards(way[1])))
    tie = view.tie_goes_to(field)
    if tie is not None:
        words = _("Equal formations would be yours.") if tie == viewer else _("Equal formations would go to {name}.")
        lines.append(words.format(name=names[tie]))
    return lines


def _owned(view: AtaliaPosition, viewer: int, names: Sequence[str]) -> list[str]:
    lines = []
    for seat in (viewer, 1 - viewer):
        owned = [field for field in range(FIELDS) if view.owners[field] == seat]
        if owned:
            words = _("You own {fields}.") if seat == viewer else _("{name} owns {fields}.")
            lines.append(words.format(name=names[seat], fields=named.fields(owned)))
    return lines


# Cards ---------------------------------------------------------------------------------------------------------------


def hand(view: AtaliaPosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    cards = view.hand_cards(viewer)
    if not cards:
        return [_("You have no cards.")]
    lines = [_("Your hand: {cards}.").format(cards=named.cards(cards))]
    if view.hand(viewer, TACTICS).size and not view.may_play_tactic(viewer):
        lines.append(_("You are a tactic ahead, so you may play none now."))
    return lines


def _held(view: AtaliaPosition, seat: int, name: str) -> str:
    """What everybody knows of somebody else's hand, and of the decks."""
    troops, tactics = view.hand(seat, TROOPS).size, view.hand(seat, TACTICS).size
    return _("{name} holds {troops} and {tactics}. Left to draw: {deck} and {others}.").format(
        name=name,
        troops=_troops(troops),
        tactics=_tactics(tactics),
        deck=_troops(view.cards_in(TROOPS)),
        others=_tactics(view.cards_in(TACTICS)),
    )


def _troops(n: int) -> str:
    return ngettext("{n} troop", "{n} troops", n).format(n=n)


def _tactics(n: int) -> str:
    return ngettext("{n} tactic", "{n} tactics", n).format(n=n)


def unseen(view: AtaliaPosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """The troops that lie nowhere on the table, a line for each colour: what a claim has to reckon with."""
    lines = []
    for number, letter in enumerate(COLOURS):
        values = [value for value in range(1, VALUES + 1) if view.unseen >> (number * VALUES + value - 1) & 1]
        words = _("{letter} {colour}: {values}.") if values else _("{letter} {colour}: none.")
        lines.append(
            words.format(
                letter=letter, colour=named.colour(number), values=_(", ").join(str(value) for value in values)
            )
        )
    return [*lines, _("Your own hand is among them: only what lies on the table is proof.")]


def played(view: AtaliaPosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """The tactics each has played, what lies beside the decks, and what is out of the game."""
    lines = []
    for seat in (viewer, 1 - viewer):
        n = view.tactics_played[seat]
        words = (
            ngettext("You have played {n} tactic", "You have played {n} tactics", n)
            if seat == viewer
            else ngettext("{name} has played {n} tactic", "{name} has played {n} tactics", n)
        ).format(n=n, name=names[seat])
        may = _("may play one") if view.may_play_tactic(seat) else _("may play none now")
        lines.append(_("{words} and {may}.").format(words=words, may=may))
    if view.guile:
        told = [
            _("{card} of yours").format(card=named.card(card))
            if seat == viewer
            else _("{card} of {name}").format(card=named.card(card), name=names[seat])
            for seat, card in view.guile
        ]
        lines.append(_("Beside the decks: {cards}.").format(cards=listing(told)))
    if view.removed:
        lines.append(_("Out of the game: {cards}.").format(cards=named.cards(view.removed)))
    return lines + _on_top(view)


def _on_top(view: AtaliaPosition) -> list[str]:
    """What Scout put back and nobody has drawn yet; faces only where the viewer knows them."""
    lines = []
    for deck, top in enumerate(view.tops):
        if not len(top):
            continue
        known = [face for face in reversed(top.faces) if face != SEALED]
        deck_name = named.deck(deck)
        if known and len(known) == len(top):
            lines.append(
                _("On top of the {deck}, the next one first: {cards}.").format(deck=deck_name, cards=named.cards(known))
            )
        else:
            lines.append(
                ngettext(
                    "{n} card that Scout put back lies on top of the {deck}.",
                    "{n} cards that Scout put back lie on top of the {deck}.",
                    len(top),
                ).format(n=len(top), deck=deck_name)
            )
    return lines


# Points --------------------------------------------------------------------------------------------------------------


def scores(view: AtaliaPosition, viewer: int, names: Sequence[str], what: str = "") -> list[str]:
    """How near each is to winning, and the points of a series."""
    lines = []
    for seat in (viewer, 1 - viewer):
        n, row = view.fields_of(seat), view.longest_row(seat)
        words = (
            ngettext(
                "You own {n} field of 5; {row} of 3 side by side.",
                "You own {n} fields of 5; {row} of 3 side by side.",
                n,
            )
            if seat == viewer
            else ngettext(
                "{name} owns {n} field of 5; {row} of 3 side by side.",
                "{name} owns {n} fields of 5; {row} of 3 side by side.",
                n,
            )
        )
        told = words.format(n=n, row=row, name=names[seat])
        if view.options["series"] > 1:
            points = view.points[seat]
            told += " " + ngettext("{n} point so far.", "{n} points so far.", points).format(n=points)
        lines.append(told)
    return lines


def standing(view: AtaliaPosition) -> tuple[int, int]:
    """The points of the series so far, and a point for each field of this game."""
    return view.points[0] + view.fields_of(0), view.points[1] + view.fields_of(1)


def commands() -> list[str]:
    return [
        _("fields: all fields. field 4 tells more of field 4: what each side can still reach, and with which cards."),
        _("unseen: the troops that nobody has laid yet, which a claim has to reckon with."),
        _("hand: your cards."),
        _("played: how many tactics each has played, what lies beside the decks and what is out of the game."),
        _("scores: how near each is to winning."),
    ]


LOOKS: dict[str, Callable[[AtaliaPosition, int, Sequence[str], str], list[str]]] = {
    "fields": fields,
    "field": fields,
    "unseen": unseen,
    "hand": hand,
    "played": played,
    "scores": scores,
}
