"""What everybody at a table is told of an open question: who asks for what, who has agreed, and who has not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from atlantis_tui.text import network
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.game import Move
from core.table import Step, Table
from net.session.notices import Agreed, Applied

if TYPE_CHECKING:
    from net.session.peers import Ballot
    from net.session.session import Session


ONE_THING = 3.0  # seconds within which a seat that asks again means the same: a move is taken back choice by choice


def steps_to_return(table: Table, seat: int, to: int, answered: Collection[Move]) -> list[Step]:
    """The steps of this seat that a return to record `to` would take back. `answered` are moves that are made for a
    player: who takes nothing else back means the choice before, and will ask for that too."""
    own = [step for step in table.steps if step.seat == seat and step.move is not None]
    found = [step for step in own if step.n > to]
    before = [step for step in own if step.n <= to]
    while found and before and all(step.forced or step.move in answered for step in found):
        if before[-1].turn != found[0].turn:
            break
        found.insert(0, before.pop())
    return found


def with_others(moves: str, table: Table, seat: int, to: int, names: Sequence[str], reader: int | None) -> str:
    """The moves that a return to record `to` would take back, in words, and whose moves are lost with them: what others
    have played since goes too."""
    played = [step for step in table.steps if step.n > to and step.move is not None and not step.forced]
    others = list(dict.fromkeys(step.seat for step in played if step.seat not in (seat, None)))
    if not others:
        return moves
    who = listing([_("you") if other == reader else network.name_of(names, other) for other in others])
    moves = moves.rstrip(".") or _("the last move")
    return _("{moves}, and all that {who} played since").format(moves=moves, who=who)


def asked_for(ballot: Ballot, names: Sequence[str], reader: int | None, moves: str = "") -> str:
    """Who asks for what, in a sentence. `moves` are the moves that would be taken back, in words."""
    asker = ballot.asker if ballot.asker is not None else ballot.seat if ballot.kind == "back" else None
    who, name = network.name_of(names, asker), network.name_of(names, ballot.seat)
    moves = moves.rstrip(".")
    if ballot.kind == "proxy" and asker == reader is not None:
        return _("You ask whether a bot may play for {name}.").format(name=name)
    if ballot.kind == "proxy" and asker is None:
        return _("It is asked whether a bot may play for {name}.").format(name=name)
    if ballot.kind == "proxy":
        return _("{who} asks whether a bot may play for {name}.").format(who=who, name=name)
    if asker == reader is not None:
        words = _("You ask to take back: {moves}.") if moves else _("You ask to take the last move back.")
        return words.format(moves=moves)
    words = _("{who} asks to take back: {moves}.") if moves else _("{who} asks to take the last move back.")
    return words.format(who=who, moves=moves)


def answers(ballot: Ballot, names: Sequence[str], reader: int | None) -> str:
    """Who has agreed so far, and who has not answered, in one or two sentences. Whoever asks has agreed anyway."""
    told = []
    agreed = [seat for seat in ballot.agreed if seat != ballot.asker]
    if agreed:
        who = listing([_("you") if seat == reader else network.name_of(names, seat) for seat in agreed])
        told.append(_("Agreed: {who}.").format(who=who))
    if ballot.missing:
        who = listing([_("you") if seat == reader else network.name_of(names, seat) for seat in ballot.missing])
        told.append(_("Not answered yet: {who}.").format(who=who))
    return " ".join(told)


class BallotChanges:
    """Remembers the open question, and tells who has asked for something, and who has agreed since."""

    def __init__(self) -> None:
        self._before: Ballot | None = None
        self._told: tuple[int | None, float] = (None, -ONE_THING)  # who asked last, and when that was last heard of
        self._again = False  # the open question only goes on with the last one

    def sentences(self, session: Session, names: Sequence[str], moves: str, asked_us: bool) -> list[str]:
        """What is new since this was last asked, apart from what the reader does. `asked_us`: the reader is being
        asked, and so has read the question elsewhere."""
        ballot, before = session.ballot(), self._before
        self._before = ballot
        if ballot is None:
            return []
        new = before is None or before.hash != ballot.hash
        asker, when = self._told
        if new:
            self._again = ballot.kind == "back" and asker == ballot.asker and monotonic() - when < ONE_THING
        self._told = ballot.asker, monotonic()
        if self._again:
            return []
        told = []
        if new and not asked_us and ballot.asker != session.seat:
            told.append(asked_for(ballot, names, session.seat, moves))
        known = () if new or before is None else before.agreed
        agreed = [one for one in ballot.agreed if one not in known and one not in (session.seat, ballot.asker)]
        if agreed:
            who = listing([network.name_of(names, seat) for seat in agreed])
            told.append(ngettext("{who} agrees.", "{who} agree.", len(agreed)).format(who=who))
        return told


class TakeBackNews:
    """Remembers who was told to take something back, so that everybody hears of one take-back once: all agree to it
    before it is done, and its choices may be taken back, and be agreed to, one by one."""

    def __init__(self) -> None:
        self._heard: dict[int | None, float] = {}  # by seat: when that was last heard of

    def is_new(self, news: Agreed | Applied) -> bool:
        """Whether this is to be told. A move in between begins anew."""
        if news.kind == "move":
            self._heard.clear()
        if news.kind != "back":
            return True
        if isinstance(news, Agreed) and news.result != "agreed":
            return True
        seat = news.about if isinstance(news, Agreed) else news.seat
        now, before = monotonic(), self._heard.get(seat, -ONE_THING)
        self._heard[seat] = now
        return now - before >= ONE_THING
