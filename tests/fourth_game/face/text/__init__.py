"""Pearls in sentences: what happened, what is asked, where things stand, and why something cannot be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.game import Event, Move
from core.hidden import SEALED
from core.pearls.notation import text
from core.pearls.rules import Pearls

ANSWERED: dict[str, Move] = {}
WAIT: tuple[str, ...] = ()
ON_ENTER: tuple[Move, ...] = ()
REASONS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "no_such_shell": lambda p: _("You have no shell of size {size}.").format(size=p["shell"] + 1),
    "no_pile": lambda p: _("There is no shell left to swap for."),
    "unreadable": lambda p: _('"{text}" is no move: type dive 3 or swap 3.').format(text=p["text"]),
}


def pearls(number: int) -> str:
    return ngettext("{n} pearl", "{n} pearls", number).format(n=number)


def events(
    events: Sequence[Event], actor: int | None, viewer: int | None, names: Sequence[str], after: Pearls
) -> list[str]:
    who = _("You") if actor == viewer and actor is not None else names[actor or 0]
    return [_("{who}: {what}").format(who=who, what=" ".join(facts(events)))]


def facts(events: Sequence[Event]) -> list[str]:
    """What happened, a sentence for each event; whose turn it was is told elsewhere."""
    return [words for event in events if (words := _fact(event))]


def _fact(event: Event) -> str:
    kind, *what = event
    if kind == "dived":
        return _("dive with a shell of size {size}.").format(size=what[0] + 1)
    if kind == "rolled":
        return _("The die shows {number}.").format(number=what[0])
    if kind == "opened":
        return _("It opens: {pearls}.").format(pearls=pearls(what[0]))
    if kind == "lost":
        return _("It stays shut.")
    if kind == "swapped":
        words = _("swap a shell.") if what[0] == SEALED else _("swap a shell of size {size}.")
        return words.format(size=what[0] + 1)
    if kind == "drew":
        return "" if what[0] == SEALED else _("The new one has size {size}.").format(size=what[0] + 1)
    return _("Nobody has a shell left.")


def position(view: Pearls, viewer: int, names: Sequence[str]) -> list[str]:
    lines = [
        _("{name}: {pearls} and {shells}.").format(
            name=name,
            pearls=pearls(view.pearls[seat]),
            shells=ngettext("{n} shell", "{n} shells", view.hands[seat].size).format(n=view.hands[seat].size),
        )
        for seat, name in enumerate(names)
    ]
    return [*lines, *hand(view, viewer, names, "")]


def hand(view: Pearls, viewer: int, names: Sequence[str], what: str) -> list[str]:
    sizes = [str(face + 1) for face in view.hands[viewer].faces()]
    return [_("Your shells: {sizes}.").format(sizes=listing(sizes) if sizes else _("none"))]


LOOKS = {"hand": hand}


def asked(view: Pearls, viewer: int | None, names: Sequence[str]) -> str:
    assert view.prompt is not None
    if view.prompt.seat != viewer:
        return _("{name} is to move.").format(name=names[view.prompt.seat])
    return _("Your turn. Type a move, for example: {example}").format(example=text(view.legal()[0]))


def choices(view: Pearls) -> tuple[list[tuple[Move, str]], list[str]]:
    return [
        (move, _("{move}: {effect}").format(move=text(move), effect=effect(view, move))) for move in view.legal()
    ], []


def effect(view: Pearls, move: Move) -> str:
    if move[0] == "swap":
        return _("lay this shell away and draw another one.")
    return _("win {pearls} if the die shows {size} or more.").format(pearls=pearls(move[1] + 1), size=move[1] + 1)


def typed(moves: Sequence[Move]) -> str:
    return " ".join(text(move) for move in moves)


def proposed(moves: Sequence[Move], instead: Sequence[Move]) -> str:
    return typed(moves)


def does(view: Pearls, moves: Sequence[Move], you: bool) -> list[str]:
    return [effect(view, move).capitalize() for move in moves]


def outcome(view: Pearls, viewer: int | None, names: Sequence[str]) -> list[str]:
    assert view.outcome is not None
    scores, winners = view.outcome
    order = sorted(range(len(names)), key=lambda seat: -scores[seat])
    lines = [_("{name}: {pearls}.").format(name=names[seat], pearls=pearls(scores[seat])) for seat in order]
    won = ngettext("{names} wins.", "{names} win.", len(winners))
    return [*lines, won.format(names=listing([names[seat] for seat in winners]))]


def notation() -> list[str]:
    return [_("Type dive 3, or 3 alone, to dive with a shell of size 3. Type swap 3 to swap it.")]


def commands() -> list[str]:
    return [_("hand: your shells.")]
