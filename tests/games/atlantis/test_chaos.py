"""Keys, clicks, pastes and resizes by chance at the table of Atlantis."""

from core.atlantis.components import SYMBOLS
from tests.games.monkey import ALL_KEYS, ANY_LINES
from tests.games.suite import TableChaos
from tests.table.at_table import new_table


class TestChaos(TableChaos):
    keys = (*ALL_KEYS, "1", "2", "3", *SYMBOLS.lower(), "b", "t", "l", "w")
    lines = (*ANY_LINES, "1 f", "2 FF", "pay 3", "bridge 26", "stuck", "done", "buy 5", "1 f 1 f 1 f")
    tables = {  # noqa: RUF012
        "two": (lambda seed: new_table(["you", "bot:random"], f"CHAOS-{seed}"), range(4)),
        "four": (lambda seed: new_table(["you", "bot:random", "bot:easy", "bot:random"], f"CHAOS-{seed}"), (3, 9)),
    }

    @staticmethod
    def people():
        return new_table(["you:Anna", "person:Борис", "bot:random"], "CHAOS-7")
