"""What a player of Atalia is asked, can do, and how it is typed."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.text.sentences import choice
from atlantis_tui.text.translation import _, ngettext
from core.atalia.choices import PASS
from core.atalia.claims import best_way
from core.atalia.components import FIELDS, FOG, NOBODY, TROOPS_IN_ALL, WEATHER
from core.atalia.equivalence import is_bare
from core.atalia.formations import Formation, Ground, formation, strength
from core.atalia.notation import text
from core.atalia.rules import Atalia
from core.game import Move

ANSWERED: dict[str, Move] = {}  # every question is the player's own: also whether to claim
WAIT: tuple[str, ...] = ()
ON_ENTER: tuple[Move, ...] = (PASS,)


def asked(view: Atalia, viewer: int | None, names: Sequence[str]) -> str:
    assert view.prompt is not None
    seat, kind = view.prompt
    if seat != viewer:
        return _("{name} is to move.").format(name=names[seat])
    if kind == "play":
        return _play(view)
    if kind == "claim":
        return _claim(view)
    if kind == "draw":
        return _("Draw a card: type draw troops or draw tactics.")
    if kind == "scout":
        return ngettext(
            "Scout: draw {n} more card. Type draw troops or draw tactics.",
            "Scout: draw {n} more cards, one at a time. Type draw troops or draw tactics.",
            view.scouting,
        ).format(n=view.scouting)
    return ngettext(
        "Scout: put {n} card of your hand back on top of its deck, for example: {example}",
        "Scout: put {n} cards of your hand back on top of their decks, one at a time, for example: {example}",
        view.returning,
    ).format(n=view.returning, example=text(view.legal()[0]))


def _play(view: Atalia) -> str:
    moves = view.legal()
    if moves == [PASS]:
        return _("You can play neither a troop nor a tactic. Press Enter to pass.")
    words = _("Your turn. Type a card and a field, for example: {example}")
    if moves[0][0] != "lay":
        words = _("Your turn. No troop can be laid, so play a tactic, for example: {example}")
    told = words.format(example=text(moves[0]))
    proved = view.claimable(view.seat) if view.options["claim_at"] == "end" else []
    if not proved:
        return told
    able = ngettext(
        "You can claim {fields} after your play.", "You can claim {fields} after your play.", len(proved)
    ).format(fields=named.fields(proved))
    return _("{able} {told}").format(able=able, told=told)


def _claim(view: Atalia) -> str:
    proved = [move[1] for move in view.legal() if move[0] == "claim"]
    return _("You can claim {fields}: type {claims}. Type done to go on.").format(
        fields=named.fields(proved), claims=choice([f"claim {field + 1}" for field in proved])
    )


def choices(view: Atalia) -> tuple[list[tuple[Move, str]], list[str]]:
    """The legal moves and what they do. Fields that are still bare are alike, so only the first of them is listed."""
    bare = [field for field in range(FIELDS) if view.owners[field] == NOBODY and is_bare(view, field)]
    moves = [move for move in view.legal() if _goal(move) not in bare[1:]]
    found = _told(view, moves)
    if len(bare) < 2 or not any(_goal(move) == bare[0] for move in moves):
        return found, []
    alike = _("{fields} are empty, so what is listed for field {first} can be done on each of them.").format(
        fields=named.fields(bare), first=bare[0] + 1
    )
    return found, [alike[0].upper() + alike[1:]]


def every_choice(view: Atalia) -> list[tuple[Move, str]]:
    """The same with the moves that are like others."""
    return _told(view, view.legal())


def _told(view: Atalia, moves: Sequence[Move]) -> list[tuple[Move, str]]:
    return [(move, _("{move}: {effect}").format(move=text(move), effect=effect(view, move))) for move in moves]


def _goal(move: Move) -> int | None:
    """The field where a move lays a card."""
    return move[-1] if move[0] in ("lay", "redeploy", "traitor") else None


# What a move would do ------------------------------------------------------------------------------------------------


def effect(view: Atalia, move: Move) -> str:
    kind = move[0]
    if kind == "lay":
        return _lay(view, move[1], move[2])
    if kind == "claim":
        return _claims(view, move[1])
    if kind == "draw":
        return _draw(view, move[1])
    if kind == "return":
        return _("put {card} back on top of the {deck}: the next one drawn there.").format(
            card=named.card(move[2]), deck=named.deck(move[1])
        )
    if kind == "redeploy":
        return _redeploy(view, move[1], move[2], move[3])
    if kind == "deserter":
        return _("take {card} out of the game from field {field}. {then}").format(
            card=named.card(move[1]), field=move[2] + 1, then=_left(view, 1 - view.seat, move[1], move[2])
        )
    if kind == "traitor":
        return _traitor(view, move[1], move[2], move[3])
    if kind == "scout":
        return _("draw 3 cards one by one, then put 2 back. No other draw this turn.")
    if kind == "pass":
        return _("play nothing.")
    return _("claim nothing more.")


def _lay(view: Atalia, card: int, field: int) -> str:
    if card in WEATHER:
        words = (
            _("only sums count on field {field} from now on.")
            if card == FOG
            else _("formations on field {field} have {need} cards from now on.")
        )
        return words.format(field=field + 1, need=view.need(field) + 1)
    return _("lay {card} on field {field}. {makes}").format(
        card=named.card(card), field=field + 1, makes=makes(view, card, field)
    )


def makes(view: Atalia, card: int, field: int) -> str:
    """What a card makes of the side that lays it there, in a sentence."""
    seat, ground = view.seat, view.ground(field)
    cards = [*view.sides[seat][field], card]
    if len(cards) < ground.need:
        way = best_way(cards, ground, _unseen(view, card))
        if way is None:
            return _("It can never be complete there.")
        return _("At best it leads to {best}.").format(best=named.formation(way[0]))
    made = formation(cards, ground)
    return " ".join(
        [_("It makes {made}.").format(made=named.formation(made)), _against(view, made, field, card)]
    ).strip()


def _against(view: Atalia, made: Formation, field: int, card: int) -> str:
    """How a complete formation would stand against what lies opposite."""
    other, ground = 1 - view.seat, view.ground(field)
    his = view.sides[other][field]
    if len(his) == ground.need:
        there = formation(his, ground)
        words = (
            _("That beats {there}.")
            if _beats(view, made, there, ground, field, view.seat)
            else _("That does not beat {there}.")
        )
        return words.format(there=named.formation(there))
    way = best_way(his, ground, _unseen(view, card))
    if way is None or not _beats(view, way[0], made, ground, field, other):
        return _("Nothing unseen beats it there.")
    return _("Your opponent could still make {best}.").format(best=named.formation(way[0]))


def _beats(view: Atalia, late: Formation, there: Formation, ground: Ground, field: int, seat: int) -> bool:
    """Whether this seat, which lays its last card after the other, has more. Equal is only enough with a castle beside
    it. RULES 6 and 8."""
    mine, his = strength(late, ground), strength(there, ground)
    return mine > his or (mine == his and view.castle_of(field) == seat)


def _unseen(view: Atalia, card: int) -> int:
    """The troops that would be unseen once this card lies on the table."""
    return view.unseen & ~(1 << card) if card < TROOPS_IN_ALL else view.unseen


def _claims(view: Atalia, field: int) -> str:
    made = view.formation(view.seat, field)
    assert made is not None
    ahead = view.copy()
    ahead.advance(("claim", field))
    said = _("field {field} is yours with {made}.").format(field=field + 1, made=named.formation(made))
    if ahead.epoch != view.epoch or ahead.outcome is not None:
        return _("{said} That wins the game.").format(said=said)
    return said


def _draw(view: Atalia, deck: int) -> str:
    """A card that somebody put back may be known to whoever draws it."""
    left = ngettext("{n} card is left there.", "{n} cards are left there.", view.cards_in(deck)).format(
        n=view.cards_in(deck)
    )
    top = view.tops[deck].faces[-1:]
    if top and top[0] >= 0:
        return _("take {card}, which you put on top.").format(card=named.card(top[0]))
    return _("take {card}. {left}").format(card=named.from_deck(deck), left=left)


def _redeploy(view: Atalia, card: int, start: int, end: int | None) -> str:
    if end is None:
        return _("take your {card} out of the game from field {start}.").format(card=named.card(card), start=start + 1)
    return _("move your {card} from field {start} to field {end}. {makes}").format(
        card=named.card(card), start=start + 1, end=end + 1, makes=makes(view, card, end)
    )


def _traitor(view: Atalia, card: int, start: int, end: int) -> str:
    ahead = view.copy()
    ahead.sides[1 - view.seat][start].remove(card)
    return _("take {card} from field {start} over to your side of field {end}. {makes}").format(
        card=named.card(card), start=start + 1, end=end + 1, makes=makes(ahead, card, end)
    )


def _left(view: Atalia, seat: int, card: int, field: int) -> str:
    """What the other side can still reach without a card."""
    rest = [other for other in view.sides[seat][field] if other != card]
    way = best_way(rest, view.ground(field), view.unseen)
    if way is None:
        return _("That side can never be complete then.")
    return _("That side gets {best} there at best then.").format(best=named.formation(way[0]))


def notation() -> list[str]:
    return [
        _("The troops are R red, G green, B blue, A amber, W white and V violet, each from 1 to 10: R8 is the red 8."),
        _("Type R8 4 to lay the red 8 on field 4."),
        _("Type alexander 4, darius 4, cavalry 4, shield 4, fog 4 or mud 4 to lay a tactic at field 4."),
        _("Type scout to play Scout. Then draw three times, and type return R1 for each card you put back."),
        _("Type redeploy R8 2 5 to move your R8 from field 2 to field 5, or redeploy R8 2 out to remove it."),
        _("Type deserter R8 2 to remove R8 of your opponent from field 2."),
        _("Type traitor R8 2 5 to take it from there over to your side of field 5."),
        _("Type claim 4 to claim field 4, and done when you claim nothing more."),
        _("Type draw troops or draw tactics, in short d or t, to draw a card."),
        _("Type pass when you can play nothing."),
        _("One line may hold a whole turn, such as R8 4 claim 4 draw troops."),
    ]
