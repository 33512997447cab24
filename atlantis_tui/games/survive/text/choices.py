"""What a player of Survive! is asked, can do, and how it is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

from atlantis_tui.games.survive.text import names as named
from atlantis_tui.text.sentences import choice, listing
from atlantis_tui.text.translation import _, ngettext
from core.game import GameError, Move
from core.hidden import SEALED
from core.survive.choices import END, KEEP, NO
from core.survive.components import (
    BOX,
    LAND,
    NEIGHBOURS,
    SAFE_FROM,
    SENDS,
    SERPENT,
    SHARK,
    TO_CREWS,
    TO_SWIMMERS,
    WHALE,
    hex_text,
)
from core.survive.meaning import parse
from core.survive.notation import text
from core.survive.position import SurvivePosition
from core.survive.rules import Survive

ANSWERED: dict[str, Move] = {}  # every question is the player's own
WAIT: tuple[str, ...] = ()
ON_ENTER: tuple[Move, ...] = (NO, END, KEEP)


def asked(view: Survive, viewer: int | None, names: Sequence[str]) -> str:
    assert view.prompt is not None
    seat, kind = view.prompt
    if seat != viewer:
        if kind == "defend":
            return _("{name} is asked about {creature} that comes to {at}.").format(
                name=names[seat], creature=named.the_creature(view.rolled), at=hex_text(view.prey)
            )
        return _("{name} is to move.").format(name=names[seat])
    return _ASKED[kind](view) if kind in _ASKED else _defend(view, names)


def _example(view: Survive) -> str:
    return short(view, view.legal()[0])


def _place(view: Survive) -> str:
    left = [one for one in view.explorers_of(view.seat) if view.spots[one] == BOX]
    values = sorted((view.treasure(one) for one in left), reverse=True)
    return _(
        "Put an explorer on a free tile, for example: {example}. Still in your hand: {values}. "
        "Type rest to have all of them placed for you."
    ).format(example=_example(view), values=listing([str(value) for value in values]))


def _launch(view: Survive) -> str:
    n = view.boats_left[view.seat]
    return ngettext(
        "Put your last boat on the sea beside the island, for example: {example}",
        "Put a boat on the sea beside the island, for example: {example}. You have {n} left.",
        n,
    ).format(n=n, example=_example(view))


def _tile(view: Survive) -> str:
    able = view.tile_moves()
    if not able:
        return _("Your turn. No tile that you kept can be played now. Press Enter to go on to your movement.")
    return _("Your turn. Play a red tile, {tiles}, or type end to keep them for later.").format(
        tiles=choice([short(view, move) for move in able])
    )


def _dolphin(view: Survive) -> str:
    if view.carried < 0:
        return _("The dolphin carries one of your swimmers up to 3 steps, for example: {example}").format(
            example=_example(view)
        )
    return ngettext(
        "The dolphin can go {n} step more, for example: {example}. Type end to stop.",
        "The dolphin can go {n} steps more, for example: {example}. Type end to stop.",
        view.steps_left,
    ).format(n=view.steps_left, example=_example(view))


def _wind(view: Survive) -> str:
    if view.carried < 0:
        return _("The wind moves a boat of yours up to 3 steps, for example: {example}").format(example=_example(view))
    return ngettext(
        "The wind can go {n} step more, for example: {example}. Type end to stop.",
        "The wind can go {n} steps more, for example: {example}. Type end to stop.",
        view.steps_left,
    ).format(n=view.steps_left, example=_example(view))


def _send(view: Survive) -> str:
    return _("Put {creature} on any vacant sea hex, for example: {example}").format(
        creature=named.a_creature(SENDS[view.playing]), example=_example(view)
    )


def _move(view: Survive) -> str:
    if view.legal() == [END]:
        return _("You can move nobody. Press Enter to go on.")
    return _("Move: you have {points}. For example: {example}. Type end to move no more.").format(
        points=named.points(view.points), example=_example(view)
    )


def _sink(view: Survive) -> str:
    able = view.sinkable()
    return _("Now sink {tile}, for example: {example}. You may choose {hexes}.").format(
        tile=named.a_tile(view.terrain[able[0]]),
        hexes=choice([hex_text(at) for at in able]),
        example=_example(view),
    )


def _back(view: Survive) -> str:
    move = view.legal()[0]
    if move == KEEP:
        return _("The back is red: {back}. Press Enter to keep it.").format(back=named.back(view.lifted.faces[0]))
    return _("The back is green: {back}. Type {move}.").format(back=named.back(move[1]), move=text(move))


def _aboard(view: Survive) -> str:
    return _("The new boat at {at} has room for {n} more. Who climbs in? For example: {example}").format(
        at=hex_text(view.sinking), n=view.room(view.sinking), example=_example(view)
    )


def _die(view: Survive) -> str:
    creature = named.a_creature(view.rolled)
    if view.creature_must_move():
        return _("The die shows {creature}: move one, for example: {example}").format(
            creature=creature, example=_example(view)
        )
    return _("The die shows {creature}: move one, for example: {example}. Type end to move none.").format(
        creature=creature, example=_example(view)
    )


def _defend(view: Survive, names: Sequence[str]) -> str:
    """Whoever cannot is asked like everybody else, so that nobody can tell."""
    at, creature = hex_text(view.prey), named.the_creature(view.rolled)
    threat = _("{name} moves {creature} to {at}: {danger}.").format(
        name=names[view.seat], creature=creature, at=at, danger=_danger(view, view.asked)
    )
    asked = view.threatened(view.rolled, view.prey)
    others = [names[seat] for seat in asked if seat != view.asked]
    if others:
        too = ngettext(
            "{who} is asked too, and no answer is told before all have given theirs.",
            "{who} are asked too, and no answer is told before all have given theirs.",
            len(others),
        ).format(who=listing(others))
        threat = f"{threat} {too}"
    ways = [short(view, move) for move in view.defences()]
    if not ways:
        return _("{threat} You have no tile against it. Press Enter.").format(threat=threat)
    earlier = [names[seat] for seat in takewhile(lambda seat: seat != view.asked, asked)]
    if earlier:
        words = _("{threat} Type {defend} to play your tile against it if {who} does not defend, or no.")
    else:
        words = _("{threat} Type {defend} to play your tile against it, or no.")
    return words.format(threat=threat, defend=choice(ways), who=choice(earlier))


def _danger(view: Survive, seat: int) -> str:
    """What the creature would do to this seat."""
    at = view.prey
    if view.rolled == SHARK:
        yours = [one for one in view.swimmers_at(at) if view.owner(one) == seat]
        return _("you would lose {people}").format(people=named.people(view, yours, seat, ()))
    yours = [one for one in view.crew_at(at) if view.owner(one) == seat]
    if view.deadly(at):
        return _("the boat would be lost, and {people} too").format(people=named.people(view, yours, seat, ()))
    return _("the boat would be lost, and {people} would swim").format(people=named.people(view, yours, seat, ()))


_ASKED: dict[str, Callable[[Survive], str]] = {
    "place": _place,
    "launch": _launch,
    "tile": _tile,
    "dolphin": _dolphin,
    "wind": _wind,
    "send": _send,
    "move": _move,
    "sink": _sink,
    "back": _back,
    "aboard": _aboard,
    "die": _die,
}


# The list of moves ---------------------------------------------------------------------------------------------------


def choices(view: Survive) -> tuple[list[tuple[Move, str]], list[str]]:
    """Explorers who look alike do the same, so one of them is listed; setting up, the highest in hand."""
    moves, remarks = distinct(view), []
    if view.step == "place":
        best = max(moves, key=lambda move: view.treasure(move[1]))[1]
        others = sorted({view.treasure(move[1]) for move in moves} - {view.treasure(best)}, reverse=True)
        moves = [move for move in moves if move[1] == best]
        if others:
            remarks = [
                _("The same for {values}: type the value behind a dot, such as {example}.").format(
                    values=choice([named.of_value(value) for value in others]),
                    example=f"place {hex_text(moves[0][2])}.{others[-1]}",
                )
            ]
    return _told(view, moves), remarks


def every_choice(view: Survive) -> list[tuple[Move, str]]:
    """The same with every explorer in hand, of whom the highest comes first."""
    moves = distinct(view)
    if view.step == "place":
        moves.sort(key=lambda move: -view.treasure(move[1]))
    return _told(view, moves)


def _told(view: Survive, moves: Sequence[Move]) -> list[tuple[Move, str]]:
    return [(move, _("{move}: {effect}").format(move=short(view, move), effect=effect(view, move))) for move in moves]


def distinct(view: Survive) -> list[Move]:
    """The legal moves without those that differ only in which of several like explorers makes them."""
    seen: dict[tuple[object, ...], Move] = {}
    for move in view.legal():
        if move[0] in ("place", "walk", "board", "swim", "land", "aboard"):
            seen.setdefault((move[0], *_looks(view, move[1]), *move[2:]), move)
        else:
            seen.setdefault(move, move)
    return list(seen.values())


def _looks(view: SurvivePosition, explorer: int) -> tuple[int, ...]:
    """What tells one explorer from another in the same place."""
    value = view.treasure(explorer)
    # Two that nobody can tell apart are one; of one's own two colours both count alike.
    return view.owner(explorer), value, int(view.aboard[explorer])


def short(view: Survive, move: Move) -> str:
    """The shortest line that means this move here: the explorer is only named where it makes a difference."""
    full = text(move)
    if move[0] not in ("place", "walk", "board", "swim", "land", "aboard", "play", "answer"):
        return full
    for form in _forms(view, move, full):
        if _means(view, form, move):
            return form
    return full


def _forms(view: Survive, move: Move, full: str) -> Iterable[str]:
    kind = move[0]
    if kind == "play":
        return [" ".join(full.split()[::2])]
    if kind == "answer":
        return ["defend"] if move != NO else [full]
    at, value = hex_text(move[2]), view.treasure(move[1])
    after = {"walk": "", "board": "", "swim": "", "land": " isle"}.get(kind)
    if after is None:
        forms = [f"{kind} {at}"] + ([f"{kind} {at}.{value}"] if value != SEALED else [])
        return forms if kind == "aboard" or value == SEALED else forms[1:]
    to = f" {hex_text(move[3])}" if kind != "land" else ""
    words = [after + to] + ([f" {kind}{to}"] if kind in ("board", "swim") else [])
    who = [at] + ([f"{at}.{value}"] if value != SEALED else [])
    return [one + word for one in who for word in words]


def _means(view: Survive, form: str, move: Move) -> bool:
    try:
        moves, rest = parse(view, form)
    except GameError:
        return False
    if rest or len(moves) != 1 or moves[0][0] != move[0]:
        return False
    (meant,) = moves
    if move[0] in ("play", "answer"):
        return bool(meant == move)
    return bool(meant[2:] == move[2:] and _looks(view, meant[1]) == _looks(view, move[1]))


# What a move would do ------------------------------------------------------------------------------------------------


def effect(view: Survive, move: Move) -> str:
    """In the second person, as it is told to whoever is asked; dangers come with it."""
    assert view.prompt is not None
    return effect_to(view, move, view.prompt.seat)


def effect_to(view: Survive, move: Move, seat: int | None) -> str:
    """The same as it is told to any seat; None: to somebody who has nothing on the board."""
    kind = move[0]
    if kind in ("end", "keep", "answer", "play", "show"):
        return _plain(view, move, seat)
    said = [_does(view, move, seat)]
    if kind == "creature" and view.step == "die" and view.threatened(move[1], move[3]):
        said.append(_strikes(view, move, seat))
    elif kind == "sink":
        said += [
            _fall(view, move[1], seat),
            *_beside(view, move[1], TO_SWIMMERS if view.spots.count(move[1]) else ()),
        ]
    else:
        said += _comes_of_it(view, move, seat) or _lurking(view, move)
    if view.step == "move":
        n = view.points - 1
        said.append(ngettext("{n} point left.", "{n} points left.", n).format(n=n))
    return " ".join(said)


def _comes_of_it(view: Survive, move: Move, seat: int | None) -> list[str]:
    """What follows from a move: losses, with a warning of what is near."""
    ahead = view.copy()
    ahead.events = []
    ahead.advance(move)
    found: list[str] = []
    for event in ahead.events:
        if event[0] == "wrecked":
            found.append(_("The boat is lost."))
        elif event[0] == "overboard":
            found.append(_("In the water: {people}.").format(people=named.people(view, event[1], seat, ())))
        elif event[0] == "lost":
            found.append(_("Lost: {people}.").format(people=named.people(view, event[1], seat, ())))
    there = [kind for kind in (SERPENT, SHARK, WHALE) if view.creatures[kind][move[-1]]]
    if not found or not there or move[0] == "creature":
        return found
    return [
        _("Beware of {creatures} there!").format(creatures=listing([named.a_creature(one) for one in there])),
        *found,
    ]


def _lurking(view: Survive, move: Move) -> list[str]:
    """A warning of creatures where somebody swims, rows or climbs to, and beside it: those may come next."""
    to, crew = move[-1], move[0] == "board" or (move[0] == "boat" and view.crew[move[1]])
    if view.terrain[to] or not (crew or move[0] == "swim"):
        return []
    kinds = (SERPENT, SHARK, WHALE) if crew else TO_SWIMMERS  # who is aboard may soon swim
    here = [named.a_creature(kind) for kind in kinds if view.creatures[kind][to]]
    there = [_("There too: {creatures}.").format(creatures=listing(here))] if here else []
    return there + _beside(view, to, TO_CREWS if crew else TO_SWIMMERS)


def _beside(view: Survive, to: int, kinds: Sequence[int]) -> list[str]:
    told = [
        _("{creature} at {hex}").format(creature=named.a_creature(kind), hex=hex_text(at))
        for kind in kinds
        for at in NEIGHBOURS[to]
        if view.creatures[kind][at]
    ]
    return [_("Beside it: {creatures}.").format(creatures=listing(told))] if told else []


def _plain(view: Survive, move: Move, seat: int | None) -> str:
    kind = move[0]
    if kind == "end":
        if view.step == "die":
            return _("move no {creature}.").format(creature=named.creature(view.rolled))
        return {
            "tile": _("play no red tile now."),
            "move": _("move no more."),
        }.get(view.step, _("stop there."))
    if kind == "play":
        return _("play {back}. {does}").format(back=named.kept(move[2], move[1]), does=named.back_does(move[2]))
    if kind == "answer" and move != NO:
        words = (
            _("{creature} leaves the game, and nobody at {at} is harmed. The tile is used up.")
            if view.threatened(view.rolled, view.prey)[:1] in ([], [view.asked])
            else _(
                "{creature} leaves the game, and nobody at {at} is harmed. "
                "The tile is used up, unless somebody who was asked before defends."
            )
        )
        return words.format(creature=named.the_creature(view.rolled), at=hex_text(view.prey))
    if kind == "answer":
        if seat is None:
            return _("{creature} comes.").format(creature=named.the_creature(view.rolled))
        alone = len(view.threatened(view.rolled, view.prey)) <= 1
        words = _("{creature} comes: {danger}.") if alone else _("unless others defend, {creature} comes: {danger}.")
        return words.format(creature=named.the_creature(view.rolled), danger=_danger(view, seat))
    if kind == "show":
        return _("show it to all. {does}").format(does=named.back_does(move[1]))
    return _("keep the tile; nobody else sees its back.")


def _does(view: Survive, move: Move, seat: int | None) -> str:
    """What a move does by itself, without what follows from it."""
    kind = move[0]
    if kind == "creature":
        return _("move {creature} from {at} to {to}.").format(
            creature=named.the_creature(move[1]), at=hex_text(move[2]), to=hex_text(move[3])
        )
    if kind in ("sink", "launch"):
        words = _("sink {tile}.") if kind == "sink" else _("put a boat there, beside {land}.")
        at = move[1]
        return words.format(tile=named.the_tile(view.terrain[at]) if kind == "sink" else "", land=beside(view, at))
    if kind == "boat":
        return _("move the boat from {at} to {to}.").format(at=hex_text(move[1]), to=hex_text(move[2]))
    one = _("an explorer") if seat is None else named.people(view, [move[1]], seat, ())
    words = {
        "place": _("put {one} on {tile}."),
        "walk": _("move {one} to {tile}."),
        "board": _("let {one} climb into the boat.") if move[-1] == move[2] else _("move {one} into the boat there."),
        "swim": _("let {one} jump overboard.") if move[-1] == move[2] else _("let {one} swim there."),
        "land": _("save {one} on {island}."),
        "aboard": _("{one} climbs in."),
    }[kind]
    return words.format(one=one, tile=_tile_at(view, move[-1]), island=_island(move))


def _tile_at(view: Survive, at: int) -> str:
    return named.a_tile(view.terrain[at]) if view.terrain[at] else ""


def _island(move: Move) -> str:
    return named.island(SAFE_FROM[move[2]]) if move[0] == "land" else ""


def beside(view: Survive, at: int) -> str:
    """The land round a sea hex: "beach and 2 forests" as hexes, for choosing a place for a boat."""
    return named.hexes([to for to in NEIGHBOURS[at] if view.terrain[to]])


def _strikes(view: Survive, move: Move, seat: int | None) -> str:
    """A creature that somebody may still ward off."""
    _kind, creature, _at, to = move
    hit = view.swimmers_at(to) if creature == SHARK else view.crew_at(to)
    words = (
        _("It takes {people}, unless somebody defends.")
        if creature == SHARK
        else _("It sinks the boat with {people}, unless somebody defends.")
    )
    return words.format(people=named.people(view, hit, seat, ()))


def _fall(view: Survive, at: int, seat: int | None) -> str:
    there = view.explorers_at(at)
    if not there:
        return _("Nobody stands there.")
    return _("Into the water: {people}.").format(people=named.people(view, there, seat, ()))


def hand(view: SurvivePosition, seat: int) -> list[tuple[int, int]]:
    """The tiles a seat has kept, as terrain and back: SEALED where this view may not know it."""
    found: list[tuple[int, int]] = []
    for terrain in LAND:
        held = view.hand_of(seat, terrain)
        known = [(terrain, back) for back, many in enumerate(held.held) for _each in range(many)]
        found += known + [(terrain, SEALED)] * (held.size - len(known))
    return found


def notation() -> list[str]:
    return [
        _("A hex is a letter from A to W and a number from 1 to 13, such as K8. at K8 tells what is there."),
        _("Setting up: 6 K8 or place K8.6 puts your explorer with the 6 on K8, and launch K3 puts a boat on the sea."),
        _("Type R7 T7 to move an explorer from R7 to T7, as far as you can: on land, into a boat there, or swimming."),
        _("R7.6 T7 or 6 T7 means your explorer with the 6. R7 swim Q8 swims though a boat is there."),
        _("T7 swim T7 jumps overboard, T7 board T7 climbs out of the water into the boat there."),
        _("Type V3 isle or V3 NE to bring an explorer from V3 onto the safe island."),
        _("Type boat T7 V7 to move the boat at T7 to V7, which may be some hexes away."),
        _("Type end to play no tile, to move no more, or to leave the creature where it is."),
        _("Type sink K8 to sink the tile at K8."),
        _("Type shark S6 U6 to move the shark at S6 to U6; the same for serpent and whale."),
        _("Type dolphin, wind, serpent, shark or whale to play such a red tile; then give its steps."),
        _("When somebody attacks you, type defend to play your tile, or no."),
        _("One line may hold several moves, such as R7 T7 boat T7 V7 end sink K8."),
    ]
