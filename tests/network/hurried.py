"""The program with other time limits than it has, so that nobody waits for a minute in a test.

python -m tests.network.hurried AWAY_MS=5000,DEAD_MS=4000 host atlantis ...
"""

import sys

from atlantis_tui.cli import main
from net.session import limits


def hurry(given):
    for one in given.split(","):
        name, _, value = one.partition("=")
        assert isinstance(getattr(limits, name), int)
        setattr(limits, name, int(value))


if __name__ == "__main__":
    hurry(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
