"""What went wrong with a bot, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _, ngettext

Params = Mapping[str, Any]


def trouble(name: str, reason_id: str, params: Params) -> str:
    """Why the bot of this name has lost its seat, and that the game goes on. For `on_trouble` of BotSeat."""
    return TROUBLES[reason_id](name, params)


def _not_allowed(name: str, params: Params) -> str:
    return _(
        "{name} is {spec}, which a saved game may not start by itself, so a built-in bot plays instead. "
        "Begin a game with that seat in this folder, and it may."
    ).format(name=name, spec=params["spec"])


def _not_started(name: str, params: Params) -> str:
    return _("{name} could not be started ({why}), so a built-in bot plays instead.").format(
        name=name, why=params["why"]
    )


def _not_ready(name: str, params: Params) -> str:
    return _('{name} did not begin as a bot should, but with "{answer}", so a built-in bot plays instead.').format(
        name=name, answer=params["answer"]
    )


def _version(name: str, params: Params) -> str:
    return _(
        "{name} speaks version {theirs} of the bot protocol and not version {ours}, so a built-in bot plays instead."
    ).format(name=name, theirs=params["theirs"], ours=params["ours"])


def _stopped(name: str, params: Params) -> str:
    code, words = params["code"], params["last_words"]
    if code is None or code < 0:
        return _("{name} has stopped in mid-game, so a built-in bot plays on.").format(name=name)
    if words:
        return _('{name} has stopped (exit code {code}: "{words}"), so a built-in bot plays on.').format(
            name=name, code=code, words=words
        )
    return _("{name} has stopped (exit code {code}), so a built-in bot plays on.").format(name=name, code=code)


def _too_slow(name: str, params: Params) -> str:
    seconds = max(1, round(params["seconds"]))
    return ngettext(
        "{name} has not answered for {n} second, so a built-in bot plays on.",
        "{name} has not answered for {n} seconds, so a built-in bot plays on.",
        seconds,
    ).format(name=name, n=seconds)


def _flooded(name: str, params: Params) -> str:
    return _("{name} writes more than a bot may, so a built-in bot plays on.").format(name=name)


def _unreadable(name: str, params: Params) -> str:
    return _('{name} answered "{answer}", which is not a move, so a built-in bot plays on.').format(
        name=name, answer=params["answer"]
    )


def _illegal(name: str, params: Params) -> str:
    return _('{name} answered "{answer}", which the rules forbid here, so a built-in bot plays on.').format(
        name=name, answer=params["answer"]
    )


TROUBLES: dict[str, Callable[[str, Params], str]] = {
    "bot_not_allowed": _not_allowed,
    "bot_not_started": _not_started,
    "bot_not_ready": _not_ready,
    "bot_version": _version,
    "bot_stopped": _stopped,
    "bot_too_slow": _too_slow,
    "bot_flooded": _flooded,
    "bot_unreadable": _unreadable,
    "bot_illegal": _illegal,
}


def _bad_command(params: Params) -> str:
    return _('"cmd:{command}" names no program. Write cmd:./mybot, with its arguments if it needs any.').format(
        command=quoted(params["command"])
    )


def _no_such_program(params: Params) -> str:
    return _('There is no program "{program}" that can be started.').format(program=quoted(params["program"]))


def _no_such_seat(params: Params) -> str:
    return _('"{seat}" is no bot. Write bot: and its level, or cmd: and a program.').format(seat=quoted(params["seat"]))


# Why nobody can take a seat: the reasons of BadOption that atlantis_tui.bots adds to those of `core`.
REASONS: dict[str, Callable[[Params], str]] = {
    "bad_command": _bad_command,
    "no_such_program": _no_such_program,
    "no_such_seat": _no_such_seat,
}
