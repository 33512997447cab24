"""What the table of Atalia says about a move that is planned or could be: header and prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from atlantis_tui.games.atalia import answer_prompts, field_standing, play_prompts
from atlantis_tui.games.atalia.field_standing import standing
from atlantis_tui.games.atalia.look import own_signs
from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.games.atalia.view_builder import ending
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.games.atalia.widgets.prompt import Line, Loud, Owner, Parts, Said
from atlantis_tui.table import status
from atlantis_tui.table.widgets.prompt_lines import since_then
from atlantis_tui.text.translation import _, ngettext
from core.atalia.components import TACTICS, TROOPS, TROOPS_IN_ALL
from core.atalia.rules import Atalia
from core.atalia.schema import BY_FIVE, BY_ROW

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.table import AtaliaTable

WIDE = 80  # columns from which badges say all they have to


def head(table: AtaliaTable, sight: AtaliaView) -> None:
    header, state, series = table.header, sight.state, sight.state.options["series"]
    header.name_text = _("ATALIA")
    if state.options["tactics"]:
        words = _("turn {turn}   troops {troops}  tactics {tactics}")
    else:
        words = _("turn {turn}   troops {troops}")
    header.facts = words.format(
        turn=table.board.numbered(state.turn), troops=state.cards_in(TROOPS), tactics=state.cards_in(TACTICS)
    )
    header.right = table.mode.title() or _("seed {seed}").format(seed=table.table.seed)
    if series > 1:
        header.right = _("game {game} of {games}   {right}").format(
            game=state.epoch + 1, games=series, right=header.right
        )
    header.badge, header.tone = _badge(table, sight)


def _badge(table: AtaliaTable, sight: AtaliaView) -> tuple[str, str]:
    """The words of the badge, and their colour if it is not the usual one."""
    palette, plan, wide = table.look.palette, table.plan, table.size.width >= WIDE
    if said := status.badge(table, preview=False):
        return said, ""
    end = table.board.views.end()
    if end is not None:
        winner, how = ending(end)
        return _victory(table, winner, how), palette.seats[winner] if winner is not None else ""
    if not sight.mine:
        return "", ""
    if sight.refusal is not None:
        return _("CLAIM REFUSED - nothing is done") if wide else _("CLAIM REFUSED"), palette.take
    if plan.step == "scout":
        of = sight.state.returning + 1
        return _("SCOUT - draw {n} of {of}").format(n=of - sight.state.scouting + 1, of=of), ""
    if plan.step == "return":
        return _("SCOUT - nothing is put back yet") if wide else _("SCOUT"), ""
    if plan.card is not None and plan.card >= TROOPS_IN_ALL and plan.shows():
        name = named.tactic(plan.card).upper()
        return _("{name} - nothing is done yet").format(name=name) if wide else name, ""
    return status.badge(table, preview=plan.shows()), ""


def _victory(table: AtaliaTable, winner: int | None, how: int) -> str:
    if winner is None:
        return _("A DRAW")
    said = _("YOU WIN") if winner == _reader(table) else _("{name} WINS").format(name=table.names[winner].upper())
    why = {BY_ROW: _("three in a row"), BY_FIVE: _("five fields")}.get(how, _("more fields"))
    return _("{said} - {why}").format(said=said, why=why) if table.size.width >= WIDE else said


def _reader(table: AtaliaTable) -> int | None:
    """Who is "you": of several at one keyboard only somebody who is called so."""
    if len(table.people) < 2:
        return table.viewer
    return next((seat for seat in table.people if table.names[seat] == _("You")), None)


# The prompt ----------------------------------------------------------------------------------------------------------


def lines(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    past = table.past.at is not None
    if not past and table.board.views.end() is not None:
        return _ended(table, sight)
    said = status.lines(table)
    if said is not None:
        return list(said)
    return _TOLD[table.plan.mode](table, sight)


def _ended(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    """The prompt at the end of one game of a series, or of all of it."""
    end, state = table.board.views.end(), sight.state
    assert end is not None
    won = [event for event in end.events if event[0] == "won"]
    told = table.wording.events(won, end.seat, _reader(table), table.names, state)
    lines: list[Line] = [Said("{won}", {"won": Loud(told[0])})]
    if state.options["series"] > 1:
        parts: Parts = {f"seat{seat}": Owner(seat, f"{table.names[seat]} {state.points[seat]}") for seat in (0, 1)}
        lines.append(Said(_("Series: {seat0}   {seat1}"), parts))
    if table.board.views.between is not None:
        first = table.plan.view.first
        begin = _("you begin.") if first == _reader(table) else _("{name} begins.").format(name=table.names[first])
        words = _("Enter goes on to game {game}: {begin}")
        lines.append(Said(words, {"game": str(table.plan.view.epoch + 1), "begin": begin}))
    return lines


def _play(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    """The prompt while nothing is chosen yet, or only a field."""
    plan, view, lead = table.plan, sight.state, Loud(_("Your turn."), "key")
    if plan.legal() == [("pass",)]:
        return [
            Said(_("{lead} You can play neither a troop nor a tactic."), {"lead": lead}),
            Said(_("Enter or P passes. What you can prove you may claim after that."))
            if view.options["claim_at"] == "end"
            else Said(_("Enter or P passes.")),
        ]
    letters = Said(_("R G B A W V T") if view.options["tactics"] else _("R G B A W V"))
    parts: Parts = {"lead": lead, "letters": letters}
    first: list[Said] = [
        Said(_("{lead} Choose a card {letters} or a field 1-9, or click one."), parts),
        Said(_("{lead} Choose a card {letters} or a field 1-9."), parts),
    ]
    if plan.cursor is not None:
        stand = standing(table, view, plan.cursor)
        words = _("Field {field}:").format(field=plan.cursor + 1)
        return [
            field_standing.terrain(view, plan.cursor) or first,
            field_standing.lies(stand, words),
            field_standing.opposite(stand),
        ]
    found = [_claims_waiting(table, view), _danger(table, view)]
    second = [line for line in found if line is not None][:1]
    others: list[Line] = [
        [
            Said(_("Letter again: next card of that colour. Enter proposes a card, Tab shows one after another.")),
            Said(_("Letter again: next card of that colour. Enter proposes a card.")),
            Said(_("Letter again: next of that colour. Enter proposes a card.")),
        ]
    ]
    third = others[0] if second else Said(_("Three fields in a row or any five win."))
    news = table.past.news()
    return [first, *(second or others), since_then(news) if news else third]


def _claims_waiting(table: AtaliaTable, view: Atalia) -> Line | None:
    """What is proved already and can be claimed after the play."""
    if view.options["claim_at"] != "end":
        return None
    able = view.claimable(table.plan.seat)
    if not able:
        return None
    sign = Loud(own_signs(table.look.glyphs).claim, "good")
    if len(able) > 1:
        return Said(_("{sign} {fields} are yours to claim after the play."), {"sign": sign, "fields": _fields(able)})
    proof = field_standing.holds(standing(table, view, able[0]))
    parts: Parts = {"sign": sign, "field": str(able[0] + 1), "proof": proof}
    return [
        Said(_("{sign} {field} is yours to claim after the play: {proof}"), parts),
        Said(_("{sign} {field} is yours after the play: {proof}"), parts),
        Said(_("{sign} {field} is yours to claim after the play."), parts),
    ]


def _danger(table: AtaliaTable, view: Atalia) -> Line | None:
    """What the other player could claim next."""
    seat = 1 - table.plan.seat
    able = view.claimable(seat)
    if not able:
        return None
    words = ngettext("! {name} has proof for {fields}.", "! {name} has proof for {fields}.", len(able))
    return Said(words, {"name": Owner(seat, table.names[seat]), "fields": Loud(named.fields(able), "bad")})


def _fields(fields: Sequence[int]) -> str:
    said = named.fields(fields)
    return said[0].upper() + said[1:]


def _pass(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    return [
        Said(_("{lead} You can play neither a troop nor a tactic."), {"lead": Loud(_("Pass."), "key")}),
        Said(_("Enter passes, Bksp thinks again.")),
    ]


_TOLD: dict[str, Callable[[AtaliaTable, AtaliaView], list[Line]]] = {
    "play": _play,
    "card": play_prompts.chosen,
    "lay": play_prompts.lay,
    "scouting": play_prompts.scouting,
    "target": play_prompts.target,
    "place": play_prompts.place,
    "pass": _pass,
    "claim": answer_prompts.claim,
    "draw": answer_prompts.draw,
    "scout": answer_prompts.scout,
    "return": answer_prompts.put_back,
    "refused": answer_prompts.refused,
}
