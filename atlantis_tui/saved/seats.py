"""Who sits where: `you`, `you:Anna`, `person:Boris`, `bot:normal`, `bot:hard:200`, `cmd:./mybot --fast`.

`you` is the person at this keyboard, `person` another one at the same keyboard. Nothing of the core is imported
before it is needed, so that a command line can be checked at once. Who plays the bots is in bots/seating.py.
"""

from __future__ import annotations

from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.game import Game

BOT_NAMES = ("Nereus", "Thetis", "Triton", "Proteus", "Galatea", "Glaucus", "Doris", "Phorcys")
LONGEST_NAME = 20  # of a name that somebody types
LONGEST_KEPT = 24  # in a saved network game, where a number may follow a name that two players share


class BadSeats(Exception):
    """These seats are impossible. The message says why in one sentence."""


def parse_seats(text: str, game: Game | None = None) -> list[str]:
    """The seats in a list with commas, each in its plain form. With a game, checks their number and bots too."""
    seats = [seat.strip() for seat in text.split(",")]
    check_seats(seats, game)
    plain = [_plain(seat) for seat in seats]
    for seat in plain:
        if _kind(seat) == "cmd":
            _check_command(seat, typed=True)
    return plain


def check_seats(seats: Sequence[str], game: Game | None = None, longest: int = LONGEST_NAME) -> None:
    """Raises BadSeats (or the game's BadOption) unless these can sit at one table."""
    given: list[str] = []
    for seat in seats:
        kind, colon, name = seat.partition(":")
        kind, name = kind.strip().lower(), name.strip()
        if kind == "bot":
            if not name:
                raise BadSeats(_("A bot needs a level, such as bot:easy or bot:hard."))
        elif kind == "cmd":
            _check_command(seat)
        elif kind not in ("you", "person"):
            raise BadSeats(
                _('"{seat}" is not a seat: write you, you:NAME, person:NAME, bot:normal or bot:hard.').format(
                    seat=quoted(seat)
                )
            )
        elif colon and not _good_name(name, longest):
            raise BadSeats(
                _('"{name}" is not a name: write 1 to {most} letters, digits, spaces or signs.').format(
                    name=quoted(name), most=longest
                )
            )
        elif name:
            given.append(name)
    if sum(_kind(seat) == "you" for seat in seats) > 1:
        raise BadSeats(_("Only one seat can be you: write person:NAME for others at this keyboard."))
    if len({name.casefold() for name in given}) < len(given):
        raise BadSeats(_("Two seats have the same name: give each person another."))
    if game is not None:
        from core.bots import levels, split_name
        from core.game import BadOption

        if len(seats) not in game.seat_counts:
            raise BadOption("seat_count", game=game.name, seats=len(seats), counts=list(game.seat_counts))
        for seat in seats:
            if _kind(seat) == "bot" and split_name(_name(seat).lower())[0] not in levels(game):
                raise BadOption("no_such_bot", bot=_name(seat), bots=levels(game))


def names(seats: Sequence[str]) -> list[str]:
    """The name of each seat, all different. Without a name, one person among bots is You, and several get a number."""
    people = [seat for seat in seats if is_person(seat)]
    taken = {_name(seat).casefold() for seat in people}
    spare = [name for name in BOT_NAMES if name.casefold() not in taken]
    spare += [f"Bot {number}" for number in range(len(spare) + 1, len(seats) + 1)]
    found = []
    for number, seat in enumerate(seats):
        if not is_person(seat):
            found.append(spare.pop(0))
        elif _name(seat):
            found.append(_name(seat))
        elif len(people) == 1:
            found.append(_("You"))
        else:
            name, n = "", number
            while not name or name.casefold() in taken:
                n += 1
                name = _("Player {n}").format(n=n)
            taken.add(name.casefold())
            found.append(name)
    return found


def names_in_a_list(seats: Sequence[str]) -> list[str]:
    """The same for the middle of a sentence, where `You` is `you`."""
    you = _("You")
    return [_("you") if name == you else name for name in names(seats)]


def is_person(seat: str) -> bool:
    return _kind(seat) in ("you", "person")


def _check_command(seat: str, typed: bool = False) -> None:
    """Raises BadSeats for an impossible command. A command that a person has `typed` must exist, and is allowed now."""
    from atlantis_tui.bots import check_program, words_of
    from atlantis_tui.bots.trouble import REASONS
    from atlantis_tui.saved.allowed_programs import allow
    from core.game import BadOption

    seat = _plain(seat)
    try:
        words_of(seat)
        if typed:
            check_program(seat)
            allow(seat)
    except BadOption as error:
        raise BadSeats(REASONS[error.reason.id](error.reason.params)) from error


def _kind(seat: str) -> str:
    return seat.partition(":")[0].strip().lower()


def _name(seat: str) -> str:
    return seat.partition(":")[2].strip()


def _plain(seat: str) -> str:
    name = _name(seat)
    if _kind(seat) == "bot":
        name = name.lower()
    return f"{_kind(seat)}:{name}" if name else _kind(seat)


def _good_name(name: str, longest: int) -> bool:
    return 0 < len(name) <= longest and name.isprintable()
