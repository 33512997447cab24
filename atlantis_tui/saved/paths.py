"""Every file location, once.

The places are those of platformdirs, but computed here: importing platformdirs takes longer than starting Python, and
`atlantis log list` needs a place before it can do anything. A test compares the two. Places are plain strings for the
same reason: pathlib costs a third of a start. Nothing is created here; whoever writes a file makes its folder.
"""

import os
import sys

APP = "atlantis"
GAME = ".atl"  # the ending of a game's file


def games_dir() -> str:
    """The folder of games, unfinished and finished: one log for each."""
    return _place("games", "XDG_DATA_HOME", ".local/share")


def network_game(gid: bytes) -> str:
    """The file name of a network game's log, from the id of the game."""
    return f"lan-{gid.hex()}{GAME}"


def company_file() -> str:
    """Who sat at the table that this player opened last. It is there while that table is open."""
    return _place("company.json", "XDG_STATE_HOME", ".local/state")


def identity_file() -> str:
    """The key by which others recognise this player. A player who loses it is a stranger to them."""
    return _place("identity", "XDG_DATA_HOME", ".local/share")


def reports_dir() -> str:
    """The folder of reports about failures."""
    return _place("reports", "XDG_STATE_HOME", ".local/state")


def settings_file() -> str:
    """What the player has chosen: name, theme, keys and more."""
    return _place("settings.toml", "XDG_CONFIG_HOME", ".config")


def reviews_dir() -> str:
    """The folder of finished reviews, beside the games."""
    return os.path.join(games_dir(), "reviews")


def statistics_file() -> str:
    """Numbers about finished games that take a while to compute. The file can be deleted at any time."""
    return _place("statistics.json", "XDG_STATE_HOME", ".local/state")


def verdicts_file() -> str:
    """Which network games hold, as checked before. The file can be deleted at any time."""
    return _place("verdicts.json", "XDG_STATE_HOME", ".local/state")


def every() -> dict[str, str]:
    """All locations, by a word for each."""
    return {
        "games": games_dir(),
        "reviews": reviews_dir(),
        "settings": settings_file(),
        "reports": reports_dir(),
        "statistics": statistics_file(),
        "verdicts": verdicts_file(),
        "company": company_file(),
        "identity": identity_file(),
    }


def _place(name: str, variable: str, usual: str) -> str:
    if home := os.environ.get("ATLANTIS_HOME"):
        return os.path.join(os.path.abspath(os.path.expanduser(home)), name)
    base = os.environ.get(variable, "")
    if not os.path.isabs(base):  # the XDG rules say to ignore a relative path
        folder = "Library/Application Support" if sys.platform == "darwin" else usual
        base = os.path.join(os.path.expanduser("~"), folder)
    return os.path.join(base, APP, name)
