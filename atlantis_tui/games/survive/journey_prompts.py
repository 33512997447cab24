"""What the table of Survive! says about pieces that move: yours with points, boats and creatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.games.survive.hex_facts import isle, people, spot_text
from atlantis_tui.games.survive.missed_news import lost
from atlantis_tui.games.survive.plan import SurvivePlan
from atlantis_tui.games.survive.proposals import lurking
from atlantis_tui.games.survive.reach import Piece, ReachableWay
from atlantis_tui.games.survive.text import names as named
from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.games.survive.widgets.sentence_parts import Beast, Ferry, Line, Loud, Owner, Parts, Said, Who
from atlantis_tui.table.widgets.prompt_lines import ROOM, since_then, with_news
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from core.survive.components import FIRST_SAFE, REACH, SAFE_FROM, SENDS, SERPENT, SHARK, TO_SWIMMERS, WHALE, hex_text
from core.survive.rules import Survive
from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.games.survive.table import SurviveTable


def moving(table: SurviveTable, sight: SurviveView) -> list[Line]:
    """The prompt of a step in which something moves."""
    plan, step = table.plan, sight.state.step
    way = plan.way()
    if way is not None and plan.piece is not None:
        if plan.piece.kind == "creature":
            return _prowl(table, sight, plan.piece, way)
        return _to(table, sight, plan.piece, way)
    if step == "move":
        return _choosing(table, sight)
    return _carried(plan, sight.state) if step in ("dolphin", "wind") else _beasts(plan, sight.state)


# Nowhere yet ---------------------------------------------------------------------------------------------------------


def _choosing(table: SurviveTable, sight: SurviveView) -> list[Line]:
    plan, state = table.plan, sight.state
    if plan.piece is not None:
        return [*_chosen(sight, plan.piece, plan), _wet(table, sight, plan.piece)]
    points = Loud(ngettext("{n} point", "{n} points", state.points).format(n=state.points))
    lead = Loud(_("Your turn: move."), "key")
    lines: list[Line] = [
        [
            Said(_("{lead} {points} for your explorers and boats."), {"lead": lead, "points": points}),
            Said(_("{lead} {points} left."), {"lead": Loud(_("Move."), "key"), "points": points}),
        ],
        [
            Said(_("Choose a hex, or Tab to your next piece; its reach then lights up.")),
            Said(_("Tab to your next piece; its reach lights up.")),
        ],
    ]
    return and_news(table, lines)


def and_news(table: SurviveTable, lines: Sequence[Line], lead: str = "") -> list[Line]:
    """Lines of the prompt with what the others did: at the beginning of the turn a line for each of them, and before
    them what that cost the viewer."""
    news = table.past.news()
    if not news or not table.past.untouched:
        return [*lines, recap(table)][:ROOM]
    own = table.news.lately(own=True)
    if table.board.history_beside:  # it tells all of the news, so what can be done keeps its line here
        news = news[-(ROOM - 2 if own else ROOM - 1) :]
    if not own:
        return with_news(lines, news, Loud(lead or _("Your turn."), "key"))
    sign = Loud("!", "bad")
    begin = Said(_("{sign} You have lost {who}."), {"sign": sign, "who": lost(own)})
    those = tuple(one for _cause, who in own for one in who)
    few = Said(_("{sign} Lost: {who}."), {"sign": sign, "who": Who(those)})
    return with_news([begin, *lines], news, begin, few)


def recap(table: SurviveTable) -> Line:
    """What the others did, in one line: the losses first, and the latest turn in any case."""
    steps, viewer = table.table.steps, table.viewer
    if not table.table.state.turn and viewer is not None:
        return _placed(table, steps[table.past.since(viewer) :])
    told = since_then(table.past.news())
    taken = table.news.lately()
    if not taken or isinstance(told, Said):
        return told
    latest = told[-1]
    assert isinstance(latest, Said)
    parts: Parts = {"latest": latest, "lost": Loud(_("Lost:"), "bad"), "who": lost(taken)}
    return [told[0], Said("{lost} {who}   {latest}", parts), Said("{lost} {who}", parts)]  # type: ignore[list-item]


def follows(table: SurviveTable) -> Line:
    """What the hint on the table, or the typed line, goes on with."""
    rest = table.sequel.text
    if not rest:
        return Said("")
    parts: Parts = {"moves": rest}
    full = Said(_("Then: {moves}. It is shown before it is played."), parts)
    return [*([] if table.sequel.typed else [full]), Said(_("Then: {moves}."), parts)]


def with_rest(table: SurviveTable, lines: list[Line]) -> list[Line]:
    """Lines about a plan, the last of them in favour of what the hint or the typed line goes on with."""
    return [*lines[: ROOM - 1], follows(table)] if table.sequel.text else lines


def _placed(table: SurviveTable, steps: Sequence[Step]) -> Line:
    """Setting up, everybody places one thing in turn."""
    parts: Parts = {"lead": Loud(_("The others:"), "key")}
    for step in steps:
        if step.seat is not None and step.move is not None:
            parts[f"seat{step.seat}"] = Owner(step.seat, hex_text(step.move[-1]))
    words = "  ".join(f"{{{name}}}" for name in parts if name != "lead")
    return Said(f"{{lead}} {words}", parts) if words else Said("")


def _carried(plan: SurvivePlan, state: Survive) -> list[Line]:
    """A dolphin or a fair wind."""
    dolphin = state.step == "dolphin"
    lead = _("Dolphin:") if dolphin else _("Fair wind:")
    carries = (
        _("carries one of your swimmers up to {n} hexes.") if dolphin else _("carries a boat of yours up to {n} hexes.")
    )
    which = (
        _("Choose where to; the steps stand at the right of a hex.")
        if plan.piece is not None
        else _("Tab chooses which one.")
    )
    return [(lead, carries.format(n=state.steps_left)), Said(which), Said(_("It takes none of your points."))]


def _beasts(plan: SurvivePlan, state: Survive) -> list[Line]:
    """Creatures, by the die or by a tile that sends one."""
    dice = state.step == "die"
    kind = state.rolled if dice else SENDS[state.playing]
    parts: Parts = {
        "lead": Loud(_("Die:") if dice else _("Send:"), "key"),
        "beast": Beast(kind),
        "creature": named.creature(kind),
        "reach": str(REACH[kind]),
    }
    words = _("{lead} {beast} {creature}. One of them may move up to {reach} hexes.")
    if not dice:
        words = _("{lead} {beast} any {creature} to any sea without boat, swimmer or creature.")
    elif kind == SERPENT:
        words = _("{lead} {beast} {creature}. One of them may move one hex.")
    if plan.piece is None:
        where = " ".join(hex_text(one.at) for one in plan.pieces())
        which = _("They are at {hexes}: Tab chooses one.").format(hexes=where)
    else:
        which = _("This one is at {hex}. Choose where to; ! marks its prey.").format(hex=hex_text(plan.piece.at))
    leave = _("N leaves them where they are.") if ("end",) in plan.legal() else ""
    return [Said(words, parts), Said(which), Said(leave)]


def _chosen(sight: SurviveView, piece: Piece, plan: SurvivePlan) -> list[Line]:
    state = sight.state
    points = ngettext("{n} point", "{n} points", state.points).format(n=state.points)
    parts: Parts = {"hex": Loud(hex_text(piece.at)), "points": Loud(points, "good")}
    if piece.kind == "boat":
        parts["who"] = Ferry(tuple(state.crew_at(piece.at)))
    else:
        parts["who"] = Who((piece.who,))
    first = Said(_("{who} at {hex}: choose where to, for up to {points}."), parts)
    if len(plan.pieces_at(piece.at)) > 1:
        rest = _("E: another piece of this hex.")
    else:
        rest = _("! means it would be lost there.")
    return [
        first,
        [
            Said(_("The digit at the right of a hex is its cost. {rest}").replace("{rest}", rest)),
            Said(_("Digits are costs. {rest}").replace("{rest}", rest)),
        ],
    ]


def _wet(table: SurviveTable, sight: SurviveView, piece: Piece) -> Line:
    """What S does here, or how pieces move in the water."""
    plan, state = table.plan, sight.state
    if piece.kind == "explorer":
        here = plan.ways_to(piece.at)
        if here:
            return Said(
                _("S: overboard, into the water here.")
                if here[0].moves[-1][0] == "swim"
                else _("S: into the boat here.")
            )
        if state.swum >> piece.who & 1:
            return Said(_("It has made its one move in the water this turn."))
        return Said(_("In the water each explorer makes one move a turn."))
    return Said(_("A boat goes where no other boat is; each hex is a point."))


# Where a piece goes --------------------------------------------------------------------------------------------------


def _to(table: SurviveTable, sight: SurviveView, piece: Piece, way: ReachableWay) -> list[Line]:
    state = sight.state
    cost = table.plan.harm()
    first = _goes(state, piece, way)
    danger = _danger(table, sight, piece, way)
    notes: list[Line] = []
    if danger is not None:
        notes.append(danger)
    elif (near := near_it(state, piece, way)) is not None:
        notes.append(near)
    if table.sequel.text:
        notes.append(follows(table))
    kind = way.moves[-1][0]
    if way.to in SAFE_FROM and not way.deadly and state.points > way.cost:
        notes.append(Said(_("Then one more point lands on {isle}."), {"isle": Loud(isle(SAFE_FROM[way.to]), "good")}))
    both = {one.swims for one in table.plan.ways_to(way.to)}
    if len(both) > 1 and way.to != piece.at:
        notes.append(Said(_("S boards the boat instead.") if way.swims else _("S swims beside the boat instead.")))
    if any(move[0] == "swim" for move in way.moves) and state.step == "move" and not way.deadly:
        notes.append(Said(_("That is its one move in the water this turn.")))
    if kind == "land":
        notes.append(Said(_("It is saved for good, and counts at the end.")))
    if not cost.lost and way.to < FIRST_SAFE and not notes:
        notes.append(Said(_("Enter does it. Arrows choose another hex, Bksp another piece.")))
    return [first, *notes[:2]]


def _goes(state: Survive, piece: Piece, way: ReachableWay) -> Line:
    left = state.points - way.cost
    parts: Parts = {
        "move": Loud(_("Move"), "good"),
        "from": Loud(hex_text(piece.at)),
        "to": Loud(spot_text(way.to)),
        "cost": Loud(
            _("{n} of {most}").format(n=way.cost, most=state.points if state.step == "move" else state.steps_left),
            "good",
        ),
        "left": str(left),
    }
    if piece.kind == "boat":
        parts["who"] = Ferry(tuple(state.crew_at(piece.at)))
        full = _("{move} {who} from {from} to {to}, cost {cost}")
        short = _("{move} {who} {from} to {to}, {cost}")
    else:
        parts["who"] = Who((piece.who,))
        kind = way.moves[-1][0]
        full = {
            "board": _("{move} {who} from {from} into the boat at {to}, cost {cost}"),
            "swim": _("{move} {who} from {from} into the water of {to}, cost {cost}"),
            "land": _("{move} {who} from {from} to {to}, cost {cost}"),
            "walk": _("{move} {who} from {from} to {to}, cost {cost}"),
        }[kind]
        if kind == "swim" and way.to == piece.at:
            full = _("{move} {who} overboard at {to}, cost {cost}")
        elif kind == "board" and way.to == piece.at:
            full = _("{move} {who} into the boat at {to}, cost {cost}")
        short = _("{move} {who} {from} to {to}, {cost}")
    if state.step != "move":
        return [Said(full + ".", parts), Said(short, parts)]
    stay = ngettext("; {left} point left.", "; {left} points left.", left)
    return [Said(full + stay, parts), Said(full, parts), Said(short, parts)]


def _danger(table: SurviveTable, sight: SurviveView, piece: Piece, way: ReachableWay) -> Line | None:
    """Before a step that costs something."""
    state, cost = sight.state, table.plan.harm()
    if not (cost.lost or cost.wrecked or way.deadly):
        return None
    beast = next((kind for kind in (SERPENT, WHALE, SHARK) if state.creatures[kind][way.to]), SHARK)
    if not cost.wrecked:
        beast = SERPENT if state.creatures[SERPENT][way.to] else SHARK
    lost = tuple(one for one in cost.lost)
    parts: Parts = {
        "sign": Loud("!", "bad"),
        "beast": Beast(beast),
        "creature": Loud(named.a_creature(beast), "bad"),
        "who": Who(lost or cost.overboard or ((piece.who,) if piece.kind == "explorer" else ())),
    }
    if cost.wrecked and lost:
        return Said(_("{sign} {beast} {creature} is there: the boat would be lost, and {who}."), parts)
    if cost.wrecked:
        return Said(_("{sign} {beast} {creature} is there: the boat would be lost, {who} would swim."), parts)
    return Said(_("{sign} {beast} {creature} is there: {who} would be lost at once."), parts)


def near_it(state: Survive, piece: Piece, way: ReachableWay) -> Line | None:
    """Creatures where a piece goes, and beside it, that may strike whoever would be there."""
    if way.to >= FIRST_SAFE or state.terrain[way.to]:
        return None
    afloat = piece.kind == "boat" or way.moves[-1][0] == "board"
    if piece.kind == "boat" and not state.crew[piece.at]:
        return None
    kinds = (SERPENT, SHARK, WHALE) if afloat else TO_SWIMMERS  # who is aboard may soon swim
    here = [kind for kind in kinds if state.creatures[kind][way.to]]
    return creatures_near(here, lurking(state, way.to, afloat=afloat))


def creatures_near(here: Sequence[int], there: Sequence[tuple[int, int]]) -> Line | None:
    """A warning of creatures in a hex and beside it, to somebody who comes there."""
    found = [(kind, _("here")) for kind in here] + [(kind, hex_text(at)) for kind, at in there]
    if not found:
        return None
    parts: Parts = {"sign": Loud("!", "bad")}
    full, short = [], []
    for number, (kind, where) in enumerate(found):
        parts |= {f"beast{number}": Beast(kind), f"creature{number}": named.a_creature(kind), f"where{number}": where}
        full.append(f"{{beast{number}}} {{creature{number}}} {{where{number}}}")
        short.append(f"{{beast{number}}} {{where{number}}}")
    words = _("{sign} Beside it then: {what}.") if not here else _("{sign} There, or beside it: {what}.")
    return [Said(words.replace("{what}", _(", ").join(one)), parts) for one in (full, short)]


def _prowl(table: SurviveTable, sight: SurviveView, piece: Piece, way: ReachableWay) -> list[Line]:
    state, cost = sight.state, table.plan.harm()
    parts: Parts = {
        "lead": Loud(_("Die:") if state.step == "die" else _("Send:"), "key"),
        "beast": Beast(piece.who),
        "creature": named.the_creature(piece.who),
        "from": Loud(hex_text(piece.at)),
        "to": Loud(hex_text(way.to)),
    }
    lines: list[Line] = [Said(_("{lead} {beast} {creature} goes from {from} to {to}."), parts)]
    viewer = sight.viewer
    if not (cost.lost or cost.wrecked):
        lines.append(Said(_("Nobody is harmed.")))
    else:
        lines.append(_victims(sight, cost.lost, cost.wrecked, cost.overboard))
    asked = state.threatened(piece.who, way.to) if state.step == "die" else []
    own = [one for one in (*cost.lost, *cost.overboard) if state.owner(one) == viewer]
    if own:
        lines.append(Said(_("{sign} of yours: {who}"), {"sign": Loud("!", "bad"), "who": Who(tuple(own))}))
    elif asked:
        who = listing([table.names[seat] for seat in asked])
        lines.append(Said(_("{who} will be asked for a defence first.").format(who=who)))
    else:
        others = [hex_text(one.at) for one in table.plan.pieces() if one != piece]
        if others:
            lines.append(Said(_("Others: {hexes} - Tab next one.").format(hexes=" ".join(others))))
    return lines


def _victims(sight: SurviveView, lost: tuple[int, ...], wrecked: tuple[int, ...], overboard: tuple[int, ...]) -> Line:
    parts: Parts = {
        "lost": Loud(_("Lost:"), "bad"),
        "who": people(sight, lost),
        "swim": people(sight, overboard),
    }
    if wrecked and lost:
        return Said(_("{lost} the boat and {who}"), parts)
    if wrecked:
        return Said(_("{lost} the boat; {swim} would swim"), parts)
    return Said(_("{lost} {who}"), parts)
