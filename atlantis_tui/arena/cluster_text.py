"""What can go wrong with a Dask cluster, in sentences; and which addresses it can have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from atlantis_tui.arena.crew import ClusterTrouble
from atlantis_tui.arena.program_identity import ProgramIdentity
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.sentences import printable, quoted, title
from atlantis_tui.text.translation import _

EXAMPLE = "tcp://192.168.1.5:8786"


def check_address(given: str) -> None:
    """Raises CommandError unless it is tcp://HOST:PORT."""
    host, colon, port = given.removeprefix("tcp://").rpartition(":")
    number = int(port) if port.isascii() and port.isdecimal() and len(port) < 6 else 0
    plain = host.isprintable() and not {*host} & {*" /@?#"} and "" not in host.removesuffix(".").split(".")
    if host.startswith("[") and host.endswith("]"):  # IPv6
        plain = plain and not {*host[1:-1]} & {*"[]"} and ":" in host
    elif {*host} & {*"[]:"}:
        plain = False
    if not (given.startswith("tcp://") and colon and host and plain and 0 < number < 1 << 16):
        raise CommandError(
            _('--on cannot be "{given}": give the address of a Dask scheduler, such as {example}.').format(
                given=quoted(given), example=EXAMPLE
            )
        )


def trouble_text(trouble: ClusterTrouble) -> str:
    words: dict[str, Callable[[], str]] = {
        "not_installed": lambda: _(
            'Playing on a cluster needs Dask: install it with pip install "atlantis-tui[dask]", '
            'or in a clone with pip install -e ".[dask]".'
        ),
        "no_scheduler": lambda: _(
            "No Dask scheduler answers at {address}: check the address, or start one with dask scheduler."
        ),
        "scheduler_lost": lambda: _("The Dask scheduler at {address} does not answer any more: start it again."),
        "no_workers": lambda: _(
            "The cluster at {address} has no worker that can play: start one with dask worker {address}."
        ),
        "lost_too_often": lambda: _(
            "{count} workers were lost one after the other with the same games, the first of them number {number}: "
            "look into the logs of the workers."
        ),
    }
    return words[trouble.reason]().format(**trouble.params)


def refusal_text(worker: str, game: str, ours: ProgramIdentity, theirs: Sequence[Any] | None) -> str:
    """Why nothing is sent to a worker. `theirs` is None if it does not have the game."""
    if theirs is None:
        words = _("The worker {worker} is left out: its atlantis does not have {game}. Install the same version there.")
        return words.format(worker=printable(worker), game=title(game))
    fits = len(theirs) == len(ProgramIdentity._fields)  # else it is a version that tells other things of itself
    other = ProgramIdentity(*theirs) if fits else ours._replace(sources="")
    if other.rules_version != ours.rules_version:
        words = _(
            "The worker {worker} is left out: it plays {game} by rules version {theirs}, and this program by version "
            "{ours}. Install the same version there."
        )
    elif other.golden != ours.golden:
        words = _(
            "The worker {worker} is left out: {game} goes another way there (golden hash {hash}, here {own}), although "
            "the rules have the same version. Install the same version there."
        )
    elif other.stale:
        words = _(
            "The worker {worker} is left out: its compiled core is older than its sources. "
            "Run python -m core.compiling there."
        )
    else:
        words = _(
            "The worker {worker} is left out: its bots or rules are not the same as here. "
            "Install the same version there."
        )
    return words.format(
        worker=printable(worker),
        game=title(game),
        theirs=other.rules_version,
        ours=ours.rules_version,
        hash=str(other.golden)[:8],
        own=ours.golden[:8],
    )


def foreign_text(worker: str, error: BaseException) -> str:
    """The worker could not even begin."""
    words = _(
        "The worker {worker} is left out: it has no atlantis, or another version ({error}). "
        "Install the same version there."
    )
    return words.format(worker=printable(worker), error=type(error).__name__)


def loss_text(worker: str) -> str:
    return _("The worker {worker} was lost: others play its games.").format(worker=printable(worker))
