"""How a field stands, in sentences with cards in them: what would lie there, and why a claim holds or does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from atlantis_tui.games.atalia.plan import Refused
from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.games.atalia.widgets.prompt import Cards, Loud, Owner, Parts, Said, plain
from atlantis_tui.text.translation import _, ngettext
from core.atalia.components import FIELDS, ROW
from core.atalia.formations import formation, strength
from core.atalia.rules import Atalia
from core.atalia.terrain import PLAIN

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.table import AtaliaTable


class Stand(NamedTuple):
    """A field in a position, as one seat sees it; `rival` is what the other player is called."""

    at: Atalia
    seat: int
    field: int
    rival: str

    @property
    def mine(self) -> tuple[int, ...]:
        return tuple(self.at.sides[self.seat][self.field])

    @property
    def his(self) -> tuple[int, ...]:
        return tuple(self.at.sides[1 - self.seat][self.field])


def standing(table: AtaliaTable, at: Atalia, field: int) -> Stand:
    """A field with the eyes of whoever is asked."""
    seat = table.plan.seat
    return Stand(at, seat, field, table.names[1 - seat])


def proof(table: AtaliaTable, at: Atalia, field: int) -> list[str]:
    """Why a field can be claimed in a position, as sentences."""
    said = plain(holds(standing(table, at, field)))
    words = _("Field {field} is yours to claim.")
    if at.options["claim_at"] == "start" and at.step != "claim":
        words = _("Field {field} is yours to claim when your next turn begins.")
    return [words.format(field=field + 1), said[0].upper() + said[1:]]


def holds(stand: Stand) -> Said:
    """Why a formation that is proved cannot be beaten."""
    at, seat, field, rival = stand
    mine, his = at.formation(seat, field), at.formation(1 - seat, field)
    assert mine is not None
    own = Loud(named.formation(mine), "good")
    ground = at.ground(field)
    if his is not None:
        if strength(his, ground) == strength(mine, ground):
            return Said(_("both have {mine}, and equal goes to you."), {"mine": own})
        return Said(_("{mine} beats {his}."), {"mine": own, "his": named.formation(his)})
    reach = at.reach(1 - seat, field)
    if reach is None:
        return Said(_("{mine}; {name} can complete nothing there."), {"mine": own, "name": rival})
    best = Loud(named.formation(reach[0]), "his")
    return Said(_("{mine}; {name} gets no more than {best}."), {"mine": own, "name": rival, "best": best})


def lies(stand: Stand, lead: str) -> list[Said]:
    """What the reader's side of a field is, or can become; `lead` says what leads to it."""
    at, seat, field, _rival = stand
    made, start = at.formation(seat, field), Loud(lead, "key")
    cards = Cards(stand.mine)
    if made is not None:
        own = Loud(named.formation(made), "good")
        return [
            Said(_("{lead} {cards} = {made}, complete."), {"lead": start, "cards": cards, "made": own}),
            Said(_("{lead} {made}, complete."), {"lead": start, "made": own}),
        ]
    reach = at.reach(seat, field)
    if reach is None:
        return [
            *(
                [Said(_("{lead} {cards}, which can never be complete."), {"lead": start, "cards": cards})]
                if stand.mine
                else []
            ),
            Said(_("{lead} never complete there."), {"lead": start}),
        ]
    best = Loud(named.formation(reach[0]), "bright")
    whole = _("{lead} {cards}, at best {best}.") if stand.mine else _("{lead} nothing yet, at best {best}.")
    return [
        Said(whole, {"lead": start, "cards": cards, "best": best}),
        Said(_("{lead} at best {best}."), {"lead": start, "best": best}),
    ]


def opposite(stand: Stand) -> list[Said]:
    """What lies on the other side, and who would have the field."""
    at, seat, field, _rival = stand
    made, lead = at.formation(1 - seat, field), Loud(_("Against"), "his")
    cards = Cards(stand.his)
    verdict = _verdict(stand)
    if made is not None:
        parts: Parts = {"lead": lead, "cards": cards, "his": named.formation(made), "verdict": verdict}
        return [
            Said(_("{lead} {cards} = {his}, complete: {verdict}"), parts),
            Said(_("{lead} {his}: {verdict}"), parts),
        ]
    reach = at.reach(1 - seat, field)
    if reach is None:
        return [Said(_("{lead} a side that can never be complete: {verdict}"), {"lead": lead, "verdict": verdict})]
    parts = {"lead": lead, "cards": cards, "best": named.formation(reach[0]), "verdict": verdict}
    if not stand.his:
        return [
            Said(_("{lead} nothing yet, at best {best}: {verdict}"), parts),
            Said(_("{lead} at best {best}: {verdict}"), parts),
        ]
    return [
        Said(_("{lead} {cards}, at best {best}: {verdict}"), parts),
        Said(_("{lead} at best {best}: {verdict}"), parts),
    ]


def _verdict(stand: Stand) -> Loud:
    at, seat, field, _rival = stand
    mine, his = at.complete(seat, field), at.complete(1 - seat, field)
    if at.proven(seat, field):
        return Loud(_("you win the field.") if his else _("you cannot be beaten."), "good")
    if at.proven(1 - seat, field):
        return Loud(_("the field is lost.") if mine else _("it cannot be beaten any more."), "bad")
    if mine:
        return Loud(_("you can still be beaten."), "bad")
    return Loud(_("it can be beaten.") if his else _("all is open."), "bright")


def winning(at: Atalia, seat: int) -> str:
    """How the fields of this seat win the game, if they do."""
    if not at.has_won(seat):
        return ""
    for first in range(FIELDS - ROW + 1):
        if all(at.owners[field] == seat for field in range(first, first + ROW)):
            fields = "-".join(str(field + 1) for field in range(first, first + ROW))
            return _("{fields} are three in a row, the game is yours.").format(fields=fields)
    return _("with five fields the game is yours.")


def won_with(at: Atalia, seat: int, fields: Sequence[int]) -> str:
    """How this seat would win the game if it had these fields too."""
    ahead = at.copy()
    for field in fields:
        ahead.owners[field] = seat
    return winning(ahead, seat)


def terrain(at: Atalia, field: int) -> list[Said] | None:
    """The rule of a field that has one of its own."""
    if at.terrain[field] == PLAIN:
        return None
    words = _("{name} on field {field}: {does}.")
    name = Loud(named.terrain(at.terrain[field]), "key")
    return [
        Said(words, {"name": name, "field": str(field + 1), "does": does(at.terrain[field])})
        for does in (named.terrain_rule, named.terrain_does)
    ]


# Claims that do not hold ---------------------------------------------------------------------------------------------


def refused(stand: Stand, why: Refused, held: Sequence[int]) -> list[Said | list[Said]]:
    """Why a claim does not hold, what beats it, and what to do. `held` are the reader's own cards, which are no
    proof."""
    at, seat, field, _rival = stand
    mine = at.formation(seat, field)
    own = Loud(named.formation(mine), "bright") if mine is not None else ""
    lead = Loud(_("Field {field}").format(field=field + 1), "bad")
    his = at.formation(1 - seat, field)
    if his is not None:
        there = Loud(named.formation(his), "bad")
        if why.reason.id == "tie_is_his":
            first = Said(
                _("{lead} is not yours: both sides have {mine}, and equal goes to {name}."),
                {"lead": lead, "mine": own, "name": Owner(1 - seat, stand.rival)},
            )
            return [first, Said(_("Whoever laid the last card there first has it if both are equal."))]
        first = Said(_("{lead} is not yours: your {mine} loses to {his}."), {"lead": lead, "mine": own, "his": there})
        return [first, Said("{cards}", {"cards": Cards(stand.his)})]
    lines: list[Said | list[Said]] = [
        [
            Said(_("{lead} cannot be claimed yet. Your {mine} can still be beaten."), {"lead": lead, "mine": own}),
            Said(_("{lead} cannot be claimed: {mine} can be beaten."), {"lead": lead, "mine": own}),
        ]
    ]
    if why.sets:
        lines += _beating(stand, why, held)
    return lines


def _beating(stand: Stand, why: Refused, held: Sequence[int]) -> list[Said | list[Said]]:
    """Say which troops would beat the claim, how many other ways there are, and that one's own hand is no proof."""
    at, field = stand.at, stand.field
    chosen = why.sets[why.at]
    best = formation([*stand.his, *chosen], at.ground(field))
    parts: Parts = {
        "cards": Cards(chosen),
        "best": Loud(named.formation(best), "bad"),
    }
    ways = why.reason.params.get("more", 0) + 1
    more = ngettext("{n} way in all.", "{n} ways in all, Tab shows the next.", ways).format(n=ways)
    parts["more"] = Loud(more, "dim")
    found: list[Said | list[Said]] = [
        [
            Said(_("With {cards}, still unseen, it is {best} there. {more}"), parts),
            Said(_("With {cards} it is {best}. {more}"), parts),
            Said(_("With {cards} it is {best}."), parts),
        ]
    ]
    own = tuple(card for card in chosen if card in held)
    if own:
        words = ngettext(
            "{cards} is in your own hand, but only cards on the table are proof.",
            "{cards} are in your own hand, but only cards on the table are proof.",
            len(own),
        )
        short = _("{cards} you hold, but only the table is proof.")
        found.append([Said(words, {"cards": Cards(own)}), Said(short, {"cards": Cards(own)})])
    return found
