"""What a player of Atlantis is asked, can do, and how it is typed."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.atlantis.text import names as named
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.atlantis.choices import DONE, STUCK
from core.atlantis.components import EMPTY, MAINLAND, SYMBOLS
from core.atlantis.notation import text
from core.atlantis.outlook import bridge_saves
from core.atlantis.rules import Atlantis
from core.game import Move

# The bridge after the move is rarely wanted, so nobody is asked about it who has not said so.
ANSWERED: dict[str, Move] = {"after": DONE}
WAIT = ("wait", "bridge?")
ON_ENTER: tuple[Move, ...] = (STUCK,)


def asked(view: Atlantis, viewer: int | None, names: Sequence[str]) -> str:
    assert view.prompt is not None
    seat, kind = view.prompt
    if seat != viewer:
        return _("{name} is to move.").format(name=names[seat])
    moves = view.legal()
    if kind == "turn":
        return _turn(view, moves)
    example = text(moves[0])
    if kind == "chain":
        return _chain(view, viewer, names)
    if kind == "pay":
        return _("Pay {cost} for the water, for example: {example}").format(cost=view.cost(), example=example)
    return _("Lay your bridge now, for example: {example}. Or type done.").format(example=text(moves[1]))


def _turn(view: Atlantis, moves: list[Move]) -> str:
    if moves[0] != STUCK:
        return _("Your turn. Type a figure and a card, for example: {example}").format(example=text(moves[0]))
    buys = [text(move) for move in moves if move[0] == "buy"]
    bridges = [text(move) for move in moves if move[0] == "bridge"]
    if buys and bridges:
        return _(
            "None of your figures can move. Type stuck to show your hand and draw two cards, "
            "or first buy cards ({buy}) or lay your bridge ({bridge})."
        ).format(buy=buys[-1], bridge=bridges[0])
    if buys:
        return _(
            "None of your figures can move. Type stuck to show your hand and draw two cards, "
            "or first buy cards ({buy})."
        ).format(buy=buys[-1])
    if bridges:
        return _(
            "None of your figures can move. Type stuck to show your hand and draw two cards, "
            "or first lay your bridge ({bridge})."
        ).format(bridge=bridges[0])
    return _("None of your figures can move. Press Enter to show your hand and draw two cards.")


def _chain(view: Atlantis, viewer: int, names: Sequence[str]) -> str:
    at = view.figures[viewer][view.moving]
    here = [seat for seat, figures in enumerate(view.figures) for f, p in enumerate(figures) if p == at]
    others = [seat for seat in here if seat != viewer]
    words = (
        _("Place {at} is held by {name}. Play a further card for figure {figure}, for example: {example}")
        if others
        else _("Place {at} is held by your own figure. Play a further card for figure {figure}, for example: {example}")
    )
    return words.format(
        at=at,
        name=names[others[0]] if others else "",
        figure=view.moving + 1,
        example=SYMBOLS[view.legal()[0][1]],
    )


def choices(view: Atlantis) -> tuple[list[tuple[Move, str]], list[str]]:
    """Figures that stand together can do the same; of these only the first is listed."""
    seat = view.seat
    figures = view.figures[seat]
    moves = [move for move in view.legal() if move[0] != "play" or figures.index(figures[move[1]]) == move[1]]
    found = _told(view, moves)
    alike = [str(figure + 1) for figure, at in enumerate(figures) if figures.count(at) > 1 and at != MAINLAND]
    able = any(move[0] == "play" and str(move[1] + 1) in alike for move, _text in found)
    return found, [_alike(alike)] if able else []


def every_choice(view: Atlantis) -> list[tuple[Move, str]]:
    """The same with the moves that are like others."""
    return _told(view, view.legal())


def _told(view: Atlantis, moves: Sequence[Move]) -> list[tuple[Move, str]]:
    return [(move, _("{move}: {effect}").format(move=text(move), effect=effect(view, move))) for move in moves]


def _alike(figures: list[str]) -> str:
    return _("Figures {figures} stand together, so each of them can do what is listed for figure {first}.").format(
        figures=listing(figures), first=figures[0]
    )


def effect(view: Atlantis, move: Move) -> str:
    kind = move[0]
    if kind == "play":
        return _way(view, move[1], move[2], view.figures[view.seat][move[1]], view.figures[view.seat][move[1]])
    if kind == "on":
        return _way(view, view.moving, move[1], view.origin, view.figures[view.seat][view.moving])
    if kind == "pay":
        lost = sum(move[1]) + len(move[2]) - view.cost()
        words = _("pay with {means}; {lost} is lost.") if lost else _("pay with {means}.")
        return words.format(means=named.means(move[1], move[2]), lost=lost)
    if kind == "bridge":
        gap = view.gap_at(move[1])
        assert gap is not None
        words = _("lay your bridge over the gap at {places}, which costs {price}. {saves}")
        return words.format(places=named.places(gap.first, gap.last), price=gap.price, saves=saves(view, move[1]))
    if kind == "buy":
        number = min(move[1] // 2, view.deck + sum(view.discard))
        return ngettext(
            "give a tile of {value} back and draw {n} card.", "give a tile of {value} back and draw {n} cards.", number
        ).format(value=move[1], n=number)
    if kind == "stuck":
        return _("show your hand and draw two cards.")
    return _("lay no bridge now.")


def saves(view: Atlantis, place: int) -> str:
    """What a bridge there would save the asked seat and its rivals on their way home."""
    saved = list(bridge_saves(view, place))
    own = saved.pop(view.seat)
    if not own:
        words = _("It saves you nothing, rivals {rivals}.") if sum(saved) else _("It saves nobody anything now.")
    else:
        words = _("It saves you {own}, rivals {rivals}.") if sum(saved) else _("It saves {own} for you alone.")
    return words.format(own=own, rivals=sum(saved))


def _way(view: Atlantis, figure: int, card: int, origin: int, place: int) -> str:
    """Where a card leads, what that costs from `origin` on, and the tile that is taken there."""
    target = view.ahead[card][place + 1]
    cost = view.fare(origin, target)
    if view.held_places[target]:
        words = (
            _("figure {figure} goes to place {at} ({tile}), which is held: play on from there. Water so far: {cost}.")
            if cost
            else _("figure {figure} goes to place {at} ({tile}), which is held: play on from there.")
        )
        return words.format(figure=figure + 1, at=target, tile=named.short(view, target), cost=cost)
    if target == MAINLAND:
        words = (
            _("figure {figure} goes to the Mainland and pays {cost}.")
            if cost
            else _("figure {figure} goes to the Mainland.")
        )
    else:
        words = (
            _("figure {figure} goes to place {at} ({tile}) and pays {cost}.")
            if cost
            else _("figure {figure} goes to place {at} ({tile}).")
        )
    tile = "" if target == MAINLAND else named.short(view, target)
    return words.format(figure=figure + 1, at=target, tile=tile, cost=cost) + " " + _take(view, target, origin)


def _take(view: Atlantis, target: int, origin: int) -> str:
    at = tile_behind(view, target, origin)
    if at is None:
        return _("It takes nothing.")
    inside = any(view.values[:at]) and any(view.values[at + 1 :])
    if view.under[at]:
        words = _("It takes {tile} from the stack on place {at}.")
    elif inside:
        words = _("It takes {tile} from place {at}, and water opens there.")
    else:
        words = _("It takes {tile} from place {at}, and the path gets shorter.")
    return words.format(tile=named.tile_on(view, at), at=at)


def tile_behind(view: Atlantis, target: int, origin: int) -> int | None:
    """The place of the tile that a figure takes which goes from `origin` to `target`. RULES 3."""
    for at in range(target - 1, -1, -1):
        if view.symbols[at] != EMPTY and (at == origin or not view.held_places[at]):
            return at
    return None


def notation() -> list[str]:
    return [
        _("The cards are F flag, O olive branch, H helmet, R ring, S statue, C crown and A amphora."),
        _("Type 2 F to move figure 2 with a flag. Type F alone where only one figure can go."),
        _("Type 2 F R to go on with a ring where the first place is held."),
        _("Type pay 5 F to pay with a tile of 5 and a flag."),
        _("Type buy 5 to give a tile of 5 back for cards. That is possible once, before you move."),
        _("Type bridge 26 to lay your bridge over the gap at place 26, before you move."),
        _("For a bridge after the move write it behind the move, 2 F bridge 26, or write wait to be asked then."),
        _("Type stuck when no figure can move: you show your hand and draw two cards."),
        _("One line may hold a whole turn, such as buy 5 2 F R pay 4."),
    ]
