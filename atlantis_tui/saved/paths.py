"""Every file location, once.

The places are those of platformdirs, worked out here: importing it takes longer than starting Python does,
and `atlantis log list` needs a place before it can do anything. A test compares the two.
Places are plain strings for the same reason (pathlib costs a third of a start), and nothing is created here:
who writes a file makes its folder.
"""

import os
import sys

APP = "atlantis"
GAME = ".atl"  # how the files of games end


def games_dir() -> str:
    """The folder of the games in play and the finished ones, one log a game."""
    return _place("games", "XDG_DATA_HOME", ".local/share")


def network_game(gid: bytes) -> str:
    """The name of the log of a game that was played over the network, among the games, by the id of the game."""
    return f"lan-{gid.hex()}{GAME}"


def identity_file() -> str:
    """The key by which others know this player again. Whoever loses it is a stranger."""
    return _place("identity", "XDG_DATA_HOME", ".local/share")


def reports_dir() -> str:
    """The folder of reports: what is written down when something goes wrong."""
    return _place("reports", "XDG_STATE_HOME", ".local/state")


def settings_file() -> str:
    """What the player has chosen: name, theme, keys."""
    return _place("settings.toml", "XDG_CONFIG_HOME", ".config")


def reviews_dir() -> str:
    """The folder of reviews that were worked out, beside the games."""
    return os.path.join(games_dir(), "reviews")


def statistics_file() -> str:
    """Numbers about finished games that take a while to work out. It can be deleted at any time."""
    return _place("statistics.json", "XDG_STATE_HOME", ".local/state")


def verdicts_file() -> str:
    """Which games played together hold, found out before. It can be deleted at any time."""
    return _place("verdicts.json", "XDG_STATE_HOME", ".local/state")


def every() -> dict[str, str]:
    """All of them, by a word for each."""
    return {
        "games": games_dir(),
        "reviews": reviews_dir(),
        "settings": settings_file(),
        "reports": reports_dir(),
        "statistics": statistics_file(),
        "verdicts": verdicts_file(),
        "identity": identity_file(),
    }


def _place(name: str, variable: str, usual: str) -> str:
    if home := os.environ.get("ATLANTIS_HOME"):
        return os.path.join(os.path.abspath(os.path.expanduser(home)), name)
    base = os.environ.get(variable, "")
    if not os.path.isabs(base):  # the XDG rules: a relative path is to be ignored
        folder = "Library/Application Support" if sys.platform == "darwin" else usual
        base = os.path.join(os.path.expanduser("~"), folder)
    return os.path.join(base, APP, name)
