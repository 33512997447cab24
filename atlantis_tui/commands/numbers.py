"""Numbers in flags."""

from __future__ import annotations

from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _


def whole(flag: str, given: str | None, usual: int, most: int, least: int = 1) -> int:
    """The number that a flag gives, or `usual` without one. Raises CommandError unless it is within the bounds."""
    if given is None:
        return usual
    number = int(given[:12]) if given.isascii() and given.isdecimal() else least - 1
    if not least <= number <= most:
        raise CommandError(
            _('{flag} cannot be "{given}": give a number from {least} to {most}.').format(
                flag=flag, given=quoted(given), least=least, most=most
            )
        )
    return number
