"""What happened in a game of Survive!, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from atlantis_tui.games.survive.text import names as named
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.game import Event
from core.hidden import SEALED
from core.survive.components import SERPENT, VOLCANO, hex_text
from core.survive.position import SurvivePosition
from core.survive.schema import BY_CALM, BY_LAST_ONE, BY_LAST_TILE, BY_WHIRLPOOL


class SurviveTeller(NamedTuple):
    """Who did it, to whom that is told, and the position it led to."""

    actor: int
    viewer: int | None
    names: Sequence[str]
    after: SurvivePosition

    @property
    def mine(self) -> bool:
        return self.actor == self.viewer

    @property
    def name(self) -> str:
        return self.names[self.actor]

    def one(self, explorer: int) -> str:
        """The actor's explorer: "your 6", or "an explorer"."""
        return named.mine(self.after, explorer) if self.mine else _("an explorer")

    def people(self, explorers: Sequence[int]) -> str:
        return named.people(self.after, explorers, self.viewer, self.names)


def events(
    events: Sequence[Event], actor: int | None, viewer: int | None, names: Sequence[str], after: SurvivePosition
) -> list[str]:
    """The events of one turn, or a part of it, as one line; the end and each player's treasures have their own."""
    turn: list[str] = []
    lines: list[str] = []
    teller = SurviveTeller(actor or 0, viewer, names, after)
    for number, event in enumerate(events):
        said = told(event, teller)
        if event[0] == "rolled" and _nothing_came(events[number + 1 :], after):
            said = _("{rolled} There is none that can move: the turn ends.").format(rolled=said)
        if said:
            (lines if event[0] in ("began", "ended", "revealed") else turn).append(said)
    return [" ".join(turn), *lines] if turn else lines


def _nothing_came(later: Sequence[Event], after: SurvivePosition) -> bool:
    """Whether nobody was asked about the die: there is no such creature, or it cannot move (RULES 7)."""
    return after.step not in ("die", "defend") and not any(
        event[0] in ("moved", "stayed", "defended") for event in later
    )


def told(event: Event, by: SurviveTeller) -> str:
    """One event as a sentence or two; nothing where another event tells it."""
    return _TOLD[event[0]](event, by)


# Setting up ----------------------------------------------------------------------------------------------------------


def _placed(event: Event, by: SurviveTeller) -> str:
    words = _("You put {one} on {hex}.") if by.mine else _("{name} puts {one} on {hex}.")
    return words.format(name=by.name, one=by.one(event[1]), hex=hex_text(event[2]))


def _launched(event: Event, by: SurviveTeller) -> str:
    words = _("You put a boat at {hex}.") if by.mine else _("{name} puts a boat at {hex}.")
    return words.format(name=by.name, hex=hex_text(event[1]))


def _began(event: Event, by: SurviveTeller) -> str:
    if by.after.options["owner_remembers"]:
        return _("All is set up. The island begins to sink.")
    return _("All is set up. From now on nobody looks at treasures. The island begins to sink.")


# What a player does --------------------------------------------------------------------------------------------------


def _played(event: Event, by: SurviveTeller) -> str:
    words = _("You play a red tile: {back}.") if by.mine else _("{name} plays a red tile: {back}.")
    return words.format(name=by.name, back=named.back(event[2]))


def _walked(event: Event, by: SurviveTeller) -> str:
    words = _("You move {one} from {at} to {to}.") if by.mine else _("{name} moves {one} from {at} to {to}.")
    return words.format(name=by.name, one=by.one(event[1]), at=hex_text(event[2]), to=hex_text(event[3]))


def _boarded(event: Event, by: SurviveTeller) -> str:
    explorer, at, to = event[1:]
    if at == to:
        words = (
            _("You let {one} climb into the boat at {to}.")
            if by.mine
            else _("{name} lets {one} climb into the boat at {to}.")
        )
    else:
        words = (
            _("You move {one} from {at} into the boat at {to}.")
            if by.mine
            else _("{name} moves {one} from {at} into the boat at {to}.")
        )
    return words.format(name=by.name, one=by.one(explorer), at=hex_text(at), to=hex_text(to))


def _swam(event: Event, by: SurviveTeller) -> str:
    explorer, at, to = event[1:]
    if at == to:
        words = (
            _("You let {one} jump overboard at {to}.") if by.mine else _("{name} lets {one} jump overboard at {to}.")
        )
    else:
        words = (
            _("You let {one} swim from {at} to {to}.") if by.mine else _("{name} lets {one} swim from {at} to {to}.")
        )
    return words.format(name=by.name, one=by.one(explorer), at=hex_text(at), to=hex_text(to))


def _landed(event: Event, by: SurviveTeller) -> str:
    explorer, at, island = event[1:]
    words = (
        _("You bring {one} from {at} to {island}: saved.")
        if by.mine
        else _("{name} brings {one} from {at} to {island}: saved.")
    )
    return words.format(name=by.name, one=by.one(explorer), at=hex_text(at), island=named.island(island))


def _sailed(event: Event, by: SurviveTeller) -> str:
    words = _("You move the boat from {at} to {to}.") if by.mine else _("{name} moves the boat from {at} to {to}.")
    return words.format(name=by.name, at=hex_text(event[1]), to=hex_text(event[2]))


def _sank(event: Event, by: SurviveTeller) -> str:
    at, terrain, explorers = event[1:]
    words = _("You sink {tile} at {at}.") if by.mine else _("{name} sinks {tile} at {at}.")
    said = words.format(name=by.name, tile=named.the_tile(terrain), at=hex_text(at))
    return f"{said} {_in_water(explorers, by)}" if explorers else said


def _in_water(explorers: Sequence[int], by: SurviveTeller) -> str:
    return _("In the water now: {people}.").format(people=by.people(explorers))


# What is on the back of a tile ---------------------------------------------------------------------------------------


def _shown(event: Event, by: SurviveTeller) -> str:
    """What comes of it is told by itself; only the volcano is nothing but this."""
    return _("It was the volcano!") if event[3] == VOLCANO else ""


def _kept(event: Event, by: SurviveTeller) -> str:
    if by.mine and event[3] != SEALED:
        return _("You keep the tile: {back}.").format(back=named.back(event[3]))
    return _("{name} keeps the tile.").format(name=by.name)


def _appeared(event: Event, by: SurviveTeller) -> str:
    words = _("{creature} comes up at {at}.").format(creature=named.a_creature(event[1]), at=hex_text(event[2]))
    return named.first_up(words)


def _boat_came(event: Event, by: SurviveTeller) -> str:
    return _("A boat comes up at {at}.").format(at=hex_text(event[1]))


def _climbed_in(event: Event, by: SurviveTeller) -> str:
    return _("Aboard at {at}: {people}.").format(people=by.people(event[1]), at=hex_text(event[2]))


def _whirled(event: Event, by: SurviveTeller) -> str:
    return _("A whirlpool opens at {at}: all on the water there and around it is gone.").format(at=hex_text(event[1]))


# Creatures -----------------------------------------------------------------------------------------------------------


def _rolled(event: Event, by: SurviveTeller) -> str:
    return _("The die shows {creature}.").format(creature=named.a_creature(event[1]))


def _moved(event: Event, by: SurviveTeller) -> str:
    words = _("You move {creature} from {at} to {to}.") if by.mine else _("{name} moves {creature} from {at} to {to}.")
    creature, at, to = event[1:]
    return words.format(name=by.name, creature=named.the_creature(creature), at=hex_text(at), to=hex_text(to))


def _stayed(event: Event, by: SurviveTeller) -> str:
    words = _("You move no {creature}.") if by.mine else _("{name} moves no {creature}.")
    return words.format(name=by.name, creature=named.creature(event[1]))


def _defended(event: Event, by: SurviveTeller) -> str:
    seat, creature, at, _terrain = event[1:]
    words = (
        _("You play a defence tile: {creature} leaves the game, and all at {at} stay.")
        if seat == by.viewer
        else _("{name} plays a defence tile: {creature} leaves the game, and all at {at} stay.")
    )
    return words.format(name=by.names[seat], creature=named.the_creature(creature), at=hex_text(at))


def _left(event: Event, by: SurviveTeller) -> str:
    words = _("{creature} at {at} is gone.").format(creature=named.a_creature(event[1]), at=hex_text(event[2]))
    return named.first_up(words)


def _wrecked(event: Event, by: SurviveTeller) -> str:
    at, cause = event[1:]
    if cause == BY_WHIRLPOOL:
        return _("The boat at {at} is gone.").format(at=hex_text(at))
    words = _("The serpent destroys the boat at {at}.") if cause == SERPENT else _("The whale sinks the boat at {at}.")
    return words.format(at=hex_text(at))


def _overboard(event: Event, by: SurviveTeller) -> str:
    return _in_water(event[1], by)


def _lost(event: Event, by: SurviveTeller) -> str:
    """ "You lose 2 explorers, 6 and 1, to the shark at S6." Of several players all are named."""
    explorers, at, cause = event[1:]
    owners = {by.after.owner(explorer) for explorer in explorers}
    where, who = hex_text(at), named.cause(cause)
    if len(owners) > 1:
        return _("{people} are lost to {cause} at {at}.").format(
            people=named.first_up(by.people(explorers)), cause=who, at=where
        )
    (owner,) = owners
    n = len(explorers)
    if owner != by.viewer:
        words = ngettext(
            "{name} loses an explorer to {cause} at {at}.", "{name} loses {n} explorers to {cause} at {at}.", n
        )
        return words.format(name=by.names[owner], n=n, cause=who, at=where)
    values = sorted((by.after.treasure(explorer) for explorer in explorers), reverse=True)
    if SEALED in values:
        words = ngettext("You lose an explorer to {cause} at {at}.", "You lose {n} explorers to {cause} at {at}.", n)
    else:
        words = ngettext(
            "You lose your {values} to {cause} at {at}.", "You lose {n} explorers, {values}, to {cause} at {at}.", n
        )
    return words.format(n=n, values=listing([str(value) for value in values]), cause=who, at=where)


# The end -------------------------------------------------------------------------------------------------------------


def _ended(event: Event, by: SurviveTeller) -> str:
    return {
        BY_LAST_ONE: _("The last explorer is saved or lost: the game is over."),
        BY_LAST_TILE: _("The last tile is gone: the game is over."),
        BY_CALM: _("Nobody was saved or lost for 12 rounds: the game is over, and all who are left are lost."),
    }.get(event[1], _("The volcano erupts: the game is over. Only those on safe islands count."))


def _revealed(event: Event, by: SurviveTeller) -> str:
    explorers, values = event[1:]
    seat = by.after.owner(explorers[0])
    words = (
        _("You turn up the treasures you saved: {values}.")
        if seat == by.viewer
        else _("{name} turns up the treasures saved: {values}.")
    )
    return words.format(name=by.names[seat], values=_values(values))


def _values(values: Sequence[int]) -> str:
    return listing([str(value) for value in sorted(values, reverse=True)])


_TOLD: dict[str, Callable[[Event, SurviveTeller], str]] = {
    "placed": _placed,
    "launched": _launched,
    "began": _began,
    "played": _played,
    "walked": _walked,
    "boarded": _boarded,
    "swam": _swam,
    "landed": _landed,
    "sailed": _sailed,
    "sank": _sank,
    "shown": _shown,
    "kept": _kept,
    "appeared": _appeared,
    "boat_came": _boat_came,
    "climbed_in": _climbed_in,
    "whirled": _whirled,
    "rolled": _rolled,
    "moved": _moved,
    "stayed": _stayed,
    "defended": _defended,
    "left": _left,
    "wrecked": _wrecked,
    "overboard": _overboard,
    "lost": _lost,
    "ended": _ended,
    "revealed": _revealed,
}


def outcome(view: SurvivePosition, viewer: int | None, names: Sequence[str]) -> list[str]:
    assert view.outcome is not None
    scores, winners = view.outcome
    lines = [
        _score(view, seat, seat == viewer, names[seat])
        for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat])
    ]
    return [*lines, _winners(winners, viewer, names)]


def _score(view: SurvivePosition, seat: int, mine: bool, name: str) -> str:
    """The points with what they are made of; where all explorers are equal, those who were saved are the points."""
    assert view.outcome is not None
    saved, points = view.saved(seat), view.outcome.scores[seat]
    n = len(saved)
    if not n:
        return _("You have saved nobody.") if mine else _("{name} has saved nobody.").format(name=name)
    if view.options["all_equal"]:
        words = (
            ngettext("You have saved {n} explorer.", "You have saved {n} explorers.", n)
            if mine
            else ngettext("{name} has saved {n} explorer.", "{name} has saved {n} explorers.", n)
        )
        return words.format(name=name, n=n)
    made = named.count(n)
    words = (
        ngettext(
            "You have {points} point with {made} saved: {values}.",
            "You have {points} points with {made} saved: {values}.",
            points,
        )
        if mine
        else ngettext(
            "{name} has {points} point with {made} saved: {values}.",
            "{name} has {points} points with {made} saved: {values}.",
            points,
        )
    )
    values = _values([view.treasure(explorer) for explorer in saved])
    return words.format(name=name, points=points, made=made, values=values)


def _winners(winners: Sequence[int], viewer: int | None, names: Sequence[str]) -> str:
    others = listing([names[seat] for seat in winners if seat != viewer])
    if viewer not in winners:
        return (_("{name} wins.") if len(winners) == 1 else _("{names} share the win.")).format(
            name=others, names=others
        )
    return _("You win.") if len(winners) == 1 else _("You share the win with {names}.").format(names=others)
