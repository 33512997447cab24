"""A review in words: how the game ended, what every turn was worth, and what would have been better and why.

`you` is True when the reader sat on the reviewed seat; otherwise sentences use the name of the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atlantis_tui.games import text_for
from atlantis_tui.text.sentences import each_reason, title
from atlantis_tui.text.sentences import percent as percent  # the only function that rounds chances
from atlantis_tui.text.translation import _, ngettext
from core.advice import why
from core.game import Move
from core.review import Choice, Reviewed, Stretch, as_played, better_way, dearest, view_before
from core.table import Table

INDENT = "   "  # before the lines below a move
MOST_REASONS = 2


def lost(reviewed: Reviewed) -> int:
    """The loss in points of chance, as the difference of the two rounded numbers that the player sees."""
    return percent(reviewed.before) - percent(reviewed.after)


def ending(table: Table, seat: int, name: str, you: bool, minus: str = "-") -> str:
    """The game and how it went for this seat: "Atlantis, you won 43 : 31"."""
    outcome = table.state.outcome
    if outcome is None:
        return title(table.game.name)
    others = sorted((score for other, score in enumerate(outcome.scores) if other != seat), reverse=True)
    scores = " : ".join(str(score).replace("-", minus) for score in (outcome.scores[seat], *others))
    if outcome.winners == (seat,):
        words = _("{game}, you won {scores}") if you else _("{game}, {name} won {scores}")
    elif seat in outcome.winners:
        words = _("{game}, you shared the win, {scores}") if you else _("{game}, {name} shared the win, {scores}")
    else:
        words = _("{game}, you lost {scores}") if you else _("{game}, {name} lost {scores}")
    return words.format(game=title(table.game.name), name=name, scores=scores)


def hints(table: Table, seat: int) -> str:
    """How often the seat asked for advice; "" if never."""
    number = sum(hint.seat == seat for hint in table.hints)
    return ngettext("with {n} hint", "with {n} hints", number).format(n=number) if number else ""


def reasons(table: Table, seat: int, reviewed: Reviewed, you: bool) -> list[str]:
    """Why the better line would have been better: the whole sentence, in wordings from long to short. May be empty."""
    choice = reviewed.dearest
    if choice is None or not choice.loss:
        return []
    later = [step.move for step in table.steps[choice.at + 1 : reviewed.turn.last + 1] if step.seat == seat]
    if choice.line[0] in later:
        if you:
            return [
                _("You did that too, but what you did before it was not worth it."),
                _("You did that too, but something else before it."),
            ]
        return [_("That was done too, but what was done before it was not worth it.")]
    view = view_before(table, seat, choice.at)
    better = why(table.game, view, choice.line)
    stretch = [one for one in as_played(table, reviewed.turn) if one.at <= choice.at][-1]
    played = why(table.game, view, stretch.moves[choice.at - stretch.at :])
    words_of = text_for(table.game.name)
    against: Sequence[str] = getattr(words_of, "AGAINST", ())
    # A reason that holds for both moves does not tell them apart.
    told = [one for one in better if one not in played and one.id not in against]
    words = "{reasons}."
    if not told:
        told = [one for one in played if one not in better and one.id in against]
        words = _("Your move: {reasons}.") if you else _("The move that was made: {reasons}.")
    if not told:
        told, words = [one for one in better if one.id not in against], "{reasons}."
    told = [one for one in told if you or one.id not in getattr(words_of, "OF_YOURS", ())]
    texts = [text for text in each_reason(told, getattr(words_of, "ADVICE", {})) if text][:MOST_REASONS]
    sentences = [words.format(reasons=_("; ").join(texts[:number])) for number in range(len(texts), 0, -1)]
    return [one[0].upper() + one[1:] for one in sentences]


# Lines for the command -----------------------------------------------------------------------------------------------


def lines(table: Table, seat: int, name: str, you: bool, reviewed: Sequence[Reviewed]) -> list[str]:
    told = [_("{ending}.").format(ending=ending(table, seat, name, you))]
    if hints(table, seat):
        words = _("You played {hints}.") if you else _("{name} played {hints}.")
        told.append(words.format(name=name, hints=hints(table, seat)))
    told.append(text_for(table.game.name).notation()[0])
    told.append(_("Your chances as hard sees them:") if you else _("The chances of {name} as hard sees them:"))
    told[-1] = told[-1].format(name=name)
    told += [_turn(table, one) for one in reviewed]
    worst = dearest(reviewed)
    if not worst:
        told.append(_("Hard would have played nearly the same."))
        return told
    told.append(ngettext("The dearest move:", "The {n} dearest moves:", len(worst)).format(n=len(worst)))
    for number, index in enumerate(worst, 1):
        told += _mistake(table, seat, name, you, number, reviewed[index])
    return told


def _turn(table: Table, one: Reviewed) -> str:
    words = _("Turn {turn}, {moves}: {after} %.")
    if lost(one):
        words = _("Turn {turn}, {moves}: {after} % instead of {before} %.")
    played = text_for(table.game.name).typed(_moves(as_played(table, one.turn)))
    return words.format(turn=one.turn.number, moves=played, before=percent(one.before), after=percent(one.after))


def _moves(stretches: Sequence[Stretch]) -> list[Move]:
    return [move for stretch in stretches for move in stretch.moves]


def _mistake(table: Table, seat: int, name: str, you: bool, number: int, one: Reviewed) -> list[str]:
    choice, words = one.dearest, text_for(table.game.name)
    assert choice is not None
    way, played = better_way(table, one.turn, choice), _moves(as_played(table, one.turn))
    told = (
        _("{number}. Turn {turn}: you played {played}. Better: {better}.")
        if you
        else _("{number}. Turn {turn}: {name} played {played}. Better: {better}.")
    )
    points = ngettext("{n} point of chance lost.", "{n} points of chance lost.", lost(one)).format(n=lost(one))
    first = told.format(
        number=number,
        turn=one.turn.number,
        name=name,
        played=words.typed(played),
        better=words.proposed(_moves(way), played),
    )
    lines = [f"{first} {points}"]
    does = words.does(view_before(table, seat, way[-1].at), way[-1].moves, you)
    if does:
        lines.append(INDENT + " ".join(does))
    return lines + [f"{INDENT}{because}" for because in reasons(table, seat, one, you)[:1]]


def as_values(table: Table, seat: int, iterations: int, reviewed: Sequence[Reviewed]) -> dict[str, Any]:
    """The review for other programs. Chances are in hundredths of a percent; seats are counted from 1."""

    def choice(one: Choice) -> dict[str, Any]:
        return {
            "played": table.game.text(one.played),
            "better": [table.game.text(move) for move in one.line] if one.loss else None,
            "best": one.best,
            "chance": one.chance,
        }

    return {
        "game": table.game.name,
        "seat": seat + 1,
        "iterations": iterations,
        "hints": sum(hint.seat == seat for hint in table.hints),
        "scores": list(table.state.outcome.scores) if table.state.outcome else None,
        "turns": [
            {
                "turn": one.turn.number,
                "before": one.before,
                "after": one.after,
                "lost": one.loss,
                "choices": [choice(each) for each in one.choices],
            }
            for one in reviewed
        ],
        "dearest": [reviewed[index].turn.number for index in dearest(reviewed)],
    }
