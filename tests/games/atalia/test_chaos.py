"""Keys, clicks, pastes and resizes by chance at the table of Atalia."""

from core.atalia.components import COLOURS
from tests.games.atalia.at_atalia import new_game
from tests.games.monkey import ALL_KEYS, ANY_LINES
from tests.games.suite import TableChaos


class TestChaos(TableChaos):
    keys = (*ALL_KEYS, *"123456789", *COLOURS.lower(), *["t"] * 4, *["c"] * 3, "d", "d", "e", "h", "p", "x", "0")
    lines = (
        *ANY_LINES,
        *("R8 4", "scout", "draw troops", "t", "claim 4", "done", "pass", "traitor R8 2 5", "fog 3"),
    )
    tables = {  # noqa: RUF012
        "series": (
            lambda seed: new_game(
                seed=f"CHAOS-{seed}", series=1 + 2 * (seed % 2), claim_at=["end", "start"][seed // 2 % 2]
            ),
            range(8),
        ),
        "terrain": (lambda seed: new_game(seed=f"CHAOS-{seed}", terrain="house"), (3,)),
    }

    @staticmethod
    def people():
        return new_game(["you:Anna", "person:Борис"], "CHAOS-7")
