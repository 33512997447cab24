"""The prompt for whatever is asked besides a play: claims, draws, cards to put back; and claims that do not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.atalia import field_standing
from atlantis_tui.games.atalia.field_standing import standing
from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.games.atalia.widgets.prompt import Cards, Line, Loud, Owner, Parts, Said
from atlantis_tui.table.widgets.prompt_lines import since_then
from atlantis_tui.text.translation import _, ngettext
from core.atalia.components import TACTICS, TROOPS, deck_of
from core.atalia.rules import Atalia

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.table import AtaliaTable


def claim(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    plan, view = table.plan, sight.state
    lead = Loud(_("Claim"), "key")
    after = Said(_("Enter claims, E claims nothing more, Bksp thinks again."))
    if plan.ending:
        return [Said(_("{lead} nothing more. Enter goes on, Bksp thinks again."), {"lead": lead})]
    able = plan.claimable()
    if not plan.claims:
        proof = field_standing.holds(standing(table, view, able[0]))
        before = _("before you draw") if view.options["claim_at"] == "end" else _("before you play")
        parts: Parts = {"lead": lead, "fields": named.fields(able), "proof": proof, "before": before}
        first = [
            Said(_("{lead} {fields} now, {before}: {proof}"), parts)
            if len(able) == 1
            else Said(_("{lead} any of {fields} now, {before}."), parts),
            Said(_("{lead} {fields}: {proof}") if len(able) == 1 else _("{lead} any of {fields}."), parts),
            Said(_("{lead} {fields} now."), parts),
        ]
        return [
            first,
            [
                Said(_("C claims it at once, a number shows it first, E claims nothing more.")),
                Said(_("C claims it, a number shows it first, E claims none.")),
            ]
            if len(able) == 1
            else Said(_("C claims one after another, E claims nothing more.")),
            *([since_then(table.past.news())] if table.past.untouched else []),
        ]
    field = plan.claims[0]
    proof = field_standing.holds(standing(table, view, field))
    parts = {"lead": lead, "field": str(field + 1), "proof": proof}
    first = [Said(_("{lead} field {field}: {proof}"), parts), Said(_("{lead} field {field}."), parts)]
    won = field_standing.won_with(view, plan.seat, plan.claims)
    return [first, *([Said("{won}", {"won": Loud(won[0].upper() + won[1:], "good")})] if won else []), after]


def draw(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    state = sight.state
    return [
        Said(_("{lead} from which deck?"), {"lead": Loud(_("Draw a card:"), "key")}),
        _decks(state),
        Said(_("Enter takes {card}.").format(card=named.from_deck(table.plan.next_deck()))),
    ]


def _decks(state: Atalia) -> Line:
    return Said(
        _("{d} troops, {troops} left   {t} tactics, {tactics} left"),
        {
            "d": Loud("D", "key"),
            "troops": str(state.cards_in(TROOPS)),
            "t": Loud("T", "key"),
            "tactics": str(state.cards_in(TACTICS)),
        },
    )


def scout(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    state = sight.state
    of = state.returning + 1
    lead = Loud(_("Scout:"), "key")
    parts: Parts = {"lead": lead, "n": str(of - state.scouting + 1), "of": str(of)}
    found: list[Line] = [Said(_("{lead} card {n} of {of}. From which deck?"), parts)]
    if sight.fresh:
        drawn: Parts = {"cards": Cards(sight.fresh)}
        found.append(
            [
                Said(_("Drawn: {cards}   You see each card before you choose again."), drawn),
                Said(_("Drawn: {cards}"), drawn),
            ]
        )
    else:
        words = ngettext("Then you put {n} card back on top.", "Then you put {n} cards back on top.", state.returning)
        found.append(Said(words.format(n=state.returning)))
    return [*found, _decks(state)]


def put_back(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    plan, state = table.plan, sight.state
    lead, back = Loud(_("Scout:"), "key"), plan.returns
    of = state.hand_size(plan.seat)
    words = ngettext(
        "{lead} put {n} of your {of} cards back, face down on top of its own deck.",
        "{lead} put {n} of your {of} cards back, face down on top of their own decks.",
        state.returning,
    )
    parts: Parts = {"lead": lead, "n": str(state.returning), "of": str(of)}
    found: list[Line] = [[Said(words, parts), Said(_("{lead} put {n} of your {of} cards back on top."), parts)]]
    if not back:
        return [*found, Said(_("Choose them by letter or click, or Enter proposes some. The last one is drawn first."))]
    if len(back) == 1:
        found.append(Said(_("Back goes {first}."), {"first": Cards(back)}))
    elif deck_of(back[0]) == deck_of(back[1]):
        two: Parts = {"first": Cards(back[:1]), "top": Cards(back[1:])}
        found.append(
            [
                Said(_("Back goes {first} first, then {top} on top of it: {top} is drawn next."), two),
                Said(_("Back goes {first}, then {top} on top of it."), two),
            ]
        )
    else:
        found.append(Said(_("Back go {cards}, each on top of its deck."), {"cards": Cards(back)}))
    name = Owner(1 - plan.seat, table.names[1 - plan.seat])
    tactics = sum(deck_of(card) == TACTICS for card in back)
    seen: Parts = {"name": name, "troops": str(len(back) - tactics), "tactics": str(tactics)}
    found.append(
        [
            Said(_("{name} sees only how many go back: {troops} troops, {tactics} tactics."), seen),
            Said(_("{name} sees only: {troops} troops, {tactics} tactics."), seen),
        ]
    )
    return found


def refused(table: AtaliaTable, sight: AtaliaView) -> list[Line]:
    plan = table.plan
    assert plan.refused is not None
    at = plan.after() or plan.view
    stand = standing(table, at, plan.refused.field)
    return list(field_standing.refused(stand, plan.refused, plan.view.known_cards(plan.seat)))
