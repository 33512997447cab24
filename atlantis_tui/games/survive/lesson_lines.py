"""The first game of Survive! in lines of text: what its steps say and ask where the screen cannot be seen."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.lesson_steps import StepLines
from atlantis_tui.text.translation import _


def lines() -> Sequence[StepLines]:
    """For each step of lesson.py, in the same order."""
    return (
        StepLines(
            _(
                "Every turn a tile of the island goes under: first the beaches, then the forests, last the mountains. "
                "Bring your explorers to the four safe islands in the corners: NW, NE, SW and SE. A hex is a letter "
                "from A to W, west to east, and a number from 1 to 13, north to south. The island lies in the middle, "
                "around K7."
            )
        ),
        StepLines(
            _(
                "Under each of your ten explorers lies a treasure of 1 to 6, which nobody else knows. The command "
                "board tells the island row by row, mine where your explorers are, and at K8 what is there and around "
                "it."
            )
        ),
        StepLines(task=_("Type 6 P5: your 6 on P5, a tile beside the sea.")),  # Your explorers
        StepLines(
            _(
                "By now all explorers stand. Then all place two boats each, on sea beside land: one beside your 6 on "
                "P5."
            ),
            _("Type launch R5."),
        ),
        StepLines(
            _(
                "Your turn: 3 points to move with. A step on land, into a boat or in the water costs one. The boat at "
                "R5 is one point away from your 6 on P5."
            ),
            _("Type P5 R5."),
        ),
        StepLines(
            _(
                "Who has most explorers aboard controls a boat and may row it, an empty one anybody. Each hex is a "
                "point."
            ),
            _("Type boat R5 T5."),
        ),
        StepLines(
            _(
                "The last point is for your 3 at N5: it walks to the coast, where your other boat waits at Q4. On land "
                "any number may stand on a tile."
            ),
            _("Type N5 P5."),
        ),
        StepLines(
            _(
                "The command scores tells how many explorers of each player are on land, in a boat, swimming, safe or "
                "lost, and how many tiles are kept. The command tiles tells which ones are yours."
            )
        ),
        StepLines(
            _(
                "Now you must sink a tile: beaches first, and by the water. What its back shows is green and happens "
                "at once, or red: you keep it in secret. At I4 only Nereus gets wet."
            ),
            _("Type sink I4."),
        ),
        StepLines(
            _(
                "I4 was red: you kept a fair wind. Before moving you may play one such tile. Nereus sank M6, which was "
                "green: a boat, and your 1 there climbed in."
            ),
            _("Type wind."),
        ),
        StepLines(
            _(
                "It carries your boat up to 3 hexes for nothing. U2 and V3 both lead to the north-east island, but at "
                "V3 a serpent takes boat and crew. Typing why boat T5 V3 would tell you so."
            ),
            _("Type boat T5 U2."),
        ),
        StepLines(
            _("From U2 one point leads ashore. Who is on an island is saved, and counts in the end."),
            _("Type U2 isle."),
        ),
        StepLines(task=_("Type H5 swim F5.")),  # Swimming
        StepLines(
            _(
                "You sank K8, and an explorer of Nereus swims there. Last in a turn the die shows a creature, now a "
                "serpent: it takes boats and swimmers, a shark swimmers, a whale boats."
            ),
            _("Type serpent L7 K8."),
        ),
        StepLines(
            _(
                "Many turns later Nereus moves a shark to C4, where your 5 and 2 swim. But you have kept a red tile "
                "for that: defence against a shark. The shark leaves the game."
            ),
            _("Type defend."),
        ),
        StepLines(task=_("Type sink H7.")),  # The volcano
    )
