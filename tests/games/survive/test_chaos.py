"""Keys, clicks, pastes and resizes by chance at the table of Survive!."""

from tests.games.monkey import ALL_KEYS, ANY_LINES
from tests.games.suite import TableChaos
from tests.games.survive.at_survive import game_where, new_game


def in_the_middle(seed):
    after = 150 + 20 * (seed % 5)
    return game_where(lambda state: state.step == "move" and bool(state.tiles_kept(0)), after=after)


class TestChaos(TableChaos):
    keys = (*ALL_KEYS, *"123456", *["a"] * 4, *["n"] * 3, *"eesdh", *["left", "right"] * 3)
    lines = (
        *ANY_LINES,
        *("K8", "R7 T7", "boat T7 V7", "end", "sink K8", "shark S6 U6", "no", "place K4", "x99", "dolphin", "D8.9 T7"),
    )
    ending = ("enter", "colon", "n", "u")
    tables = {  # noqa: RUF012
        "new": (lambda seed: new_game(["you", *["bot:random"] * (1 + seed % 3)], f"CHAOS-{seed}"), range(6)),
        "middle": (in_the_middle, (1, *range(10, 16))),
        "forgotten": (
            lambda seed: new_game(["you", "bot:random", "bot:random"], f"CHAOS-{seed}", owner_remembers=False),
            (3,),
        ),
    }

    @staticmethod
    def people():
        return new_game(["you:Anna", "person:Борис"], "CHAOS-7")
