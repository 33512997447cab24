"""`atlantis play`: begin a new game.

The first line appears before the rules are loaded, because they take longer to load than Python takes to start.
"""

from __future__ import annotations

import os
import sys

from atlantis_tui import launch
from atlantis_tui.commands.flags import guarded, once, read_flags
from atlantis_tui.games import DEFAULT, about, usual_players
from atlantis_tui.saved import game_files, seats
from atlantis_tui.text.command_error import OK, CommandError
from atlantis_tui.text.sentences import choice, listing, quoted, title
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.game import Game

# Seats for these bots are accepted before the game itself is loaded and asked.
USUAL_BOTS = ("random", "easy", "normal", "hard")
KNOWLEDGE = ("sample.py", "rollout.py", "evaluate.py")  # a game that has these files has all usual bots
LONGEST_SEED = 60


def run(argv: list[str]) -> int:
    return guarded(lambda: _run(argv))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags(
        "play",
        argv,
        valued=("--seats", "--seed", "--option", "--log", *launch.VALUED),
        bare=("--help", "-h", *launch.BARE),
        words=1,
    )
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help(words[0].lower() if words else DEFAULT)))
        return OK
    name = words[0].lower() if words else DEFAULT
    seed = read_seed(once(flags, "--seed"))
    options = read_options(flags.get("--option", []), name)
    log = _log_name(once(flags, "--log"))
    given = once(flags, "--seats")
    try:
        who = _usual(name) if given is None else seats.parse_seats(given)
    except seats.BadSeats as bad:
        raise CommandError(str(bad)) from None
    game = None
    if options or not _seen(name, who) or len(who) not in about(name).SEATS:
        game = load_game(name, who, options)
    if launch.has_screen(flags):
        return launch.open_table(
            flags, lambda: (game_files.new_table(game or load_game(name, who, options), who, options, seed, log), "")
        )
    names = listing(seats.names_in_a_list(who))
    print(_("{game}: {names}. Seed {seed}.").format(game=title(name), names=names, seed=seed), flush=True)
    return _play(game or load_game(name, who, options), who, options, seed, log)


def _play(game: Game, who: list[str], options: Mapping[str, str], seed: str, log: str | None) -> int:
    from atlantis_tui.plain.game import PlainGame
    from atlantis_tui.text.errors import sentence
    from core.frames import LogError
    from core.table import Table, header

    about = header(game, who, options, seed)
    try:
        with game_files.create(game.name, seed, log, about) as file:
            PlainGame(Table(file), file.path, sys.stdin, sys.stdout).run()
    except LogError as error:
        raise CommandError(sentence(error)) from None
    return OK


def load_game(name: str, who: Sequence[str], options: Mapping[str, str]) -> Game:
    """Load the game, and check the seats and the options with it."""
    from atlantis_tui.text.errors import sentence
    from core import games
    from core.game import BadOption

    try:
        game = games.load(name)
        seats.check_seats(who, game)
        game.settle(options)
    except BadOption as bad:
        raise CommandError(sentence(bad)) from None
    return game


def _usual(name: str) -> list[str]:
    """You and the usual number of bots. If the game has the usual bots, this does not load it."""
    from core import games

    who = ["you", "bot:normal"]
    if _seen(name, who):
        return [*who, *who[1:] * (usual_players(name) - 2)]
    return game_files.usual_seats(name) if name in games.names() else who  # the error for an unknown game comes later


def _seen(name: str, who: Sequence[str]) -> bool:
    """Whether the game and these bots exist, judged only by the files in the game's folder."""
    import core

    folder = os.path.join(os.path.dirname(core.__file__), name)
    bots = {seat.partition(":")[2] for seat in who if not seats.is_person(seat)}
    files = ["RULES.md", *(KNOWLEDGE if bots - {"random"} else ())]
    return (
        name.isidentifier()
        and bots.issubset(USUAL_BOTS)
        and all(os.path.exists(os.path.join(folder, file)) for file in files)
    )


def read_seed(given: str | None) -> str:
    if given is None:
        return game_files.new_seed()
    seed = given.strip()
    if not seed or len(seed) > LONGEST_SEED or not seed.isprintable():
        raise CommandError(
            _('"{seed}" is not a seed: give 1 to {most} letters, digits or signs, such as KELP-7F3.').format(
                seed=quoted(given), most=LONGEST_SEED
            )
        )
    return seed


def read_options(given: Sequence[str], game: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for option in given:
        name, equals, value = option.partition("=")
        name, value = name.strip(), value.strip()
        if not (equals and name and value):
            raise CommandError(
                _('"{option}" is not an option: write name=value, such as {example}.').format(
                    option=quoted(option), example=example_option(game)
                )
            )
        if name in options:
            raise CommandError(_("The option {option} is given twice: give it once.").format(option=quoted(name)))
        options[name] = value
    return options


def example_option(game: str) -> str:
    """A rule of this game as one would type it; of the default game if this one has no options."""
    from core import games
    from core.game import option_text

    asked = games.load(game).options if game in games.names() else ()
    option = (asked or games.load(DEFAULT).options)[0]
    return f"{option.name}={option_text(option.values[-1])}"


def _rule_options(game: str) -> list[str]:
    """The rules of this game that can be chosen: as one types them, and what the screens call them."""
    from atlantis_tui.text.setup import option_words
    from core import games
    from core.game import option_text

    if game not in games.names():
        return []
    return [
        _("    {option}={values}: {title}").format(
            option=option.name,
            values=choice([option_text(value) for value in option.values]),
            title=option_words(game, option.name)[0],
        )
        for option in games.load(game).options
    ]


def _log_name(given: str | None) -> str | None:
    if given is not None:
        if not given:
            raise CommandError(_("--log needs the name of a file."))
        if os.path.lexists(given):
            raise CommandError(
                _("{path} exists already: give another name, or go on with it with atlantis resume.").format(path=given)
            )
    return given


def _help(game: str) -> list[str]:
    return [
        _("Usage: atlantis play [GAME] [--plain] [--seats LIST] [--seed TEXT] [--option NAME=VALUE] [--log FILE]"),
        _("Begins a new game; the game is {game} unless you name another.").format(game=DEFAULT),
        f"    atlantis play {DEFAULT} --seats you,bot:hard,bot:easy",
        "    atlantis play --plain --seed KELP-7F3",
        _("--plain: play in lines of text, also without a screen. atlantis learn {game} --plain shows how.").format(
            game=game
        ),
        _("--seats: who plays, with commas; you, you:NAME, person:NAME, bot:LEVEL. Usual: {seats}").format(
            seats=",".join(_usual(DEFAULT))
        ),
        _("LEVEL: random, easy, normal or hard; hard thinks for about a second, hard:200 for 200 rounds."),
        _("--seed: any text; the same seed gives the same deal."),
        _("--option: a rule, such as {example}; name a GAME before --help for its rules. May be given again.").format(
            example=example_option(game)
        ),
        *_rule_options(game),
        _("--log: the file to keep the game in; else it goes where atlantis resume finds it."),
        *launch.flag_help(),
    ]
