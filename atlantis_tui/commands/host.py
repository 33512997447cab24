"""`atlantis host`: open a table that others join over the network, or resume a network game."""

from __future__ import annotations

import sys

from atlantis_tui import launch
from atlantis_tui.commands.flags import once, read_flags
from atlantis_tui.commands.numbers import whole
from atlantis_tui.commands.play import load_game, read_options
from atlantis_tui.games import DEFAULT, usual
from atlantis_tui.text.command_error import OK, CommandError
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from atlantis_tui.app import AtlantisApp
    from atlantis_tui.network.host import HostOptions
    from atlantis_tui.network.runner import SessionRunner
    from core.game import Game
    from core.log import FileLog
    from net.identity import Identity

    Open = Callable[..., SessionRunner]  # of our identity, the way in, and the game if another one was chosen

MOST_SEATS = 8
LAST_PORT = 65535


def run(argv: list[str]) -> int:
    from atlantis_tui.commands.branch_from_table import or_alone
    from atlantis_tui.commands.event_loop import guarded

    return guarded(lambda: or_alone(lambda: _run(argv), discovers=launch.NO_DISCOVERY not in argv))


def _run(argv: Sequence[str]) -> int:
    words, flags = read_flags(
        "host",
        argv,
        valued=("--seats", "--option", "--code", "--port", "--name", "--player", "--as", "--bots", "--address",
                "--resume", *launch.VALUED),
        bare=("--help", "-h", "--open", "--no-discovery", *launch.BARE),
        words=1,
    )  # fmt: skip
    if "--help" in flags or "-h" in flags:
        print("\n".join(_help()))
        return OK
    if "--open" in flags and "--code" in flags:
        raise CommandError(_("--open and --code cannot both be: give one of them."))
    port = whole("--port", once(flags, "--port"), 0, LAST_PORT)
    from atlantis_tui.commands import asked_name
    from atlantis_tui.commands import network_flags as command
    from atlantis_tui.network import ourselves

    plays = command.level(once(flags, "--as"))
    code = None if "--open" in flags else command.code(once(flags, "--code"))
    if plays is None:
        command.find_keyboard(once(flags, "--code"), needed=True)
    given = once(flags, "--resume")
    if given is not None:
        return _resume(given, words, flags, plays, code, port)
    player = once(flags, "--player")
    new = asked_name.is_unnamed(player, plays)
    if new and not command.on_screen(flags, plays) and asked_name.at_terminal():
        flags["--player"] = [asked_name.ask_name(player, plays) or ourselves.player_name(None)]
        if not words and "--option" not in flags:
            words = [asked_name.ask_game(DEFAULT)]
    name = words[0].lower() if words else DEFAULT
    bots = [one for one in (command.level(one) for one in _listed(once(flags, "--bots"))) if one is not None]
    seats = whole("--seats", once(flags, "--seats"), 2 + len(bots), MOST_SEATS, 2)
    options = read_options(flags.get("--option", []), name)
    game = load_game(name, ["person"] * (seats - len(bots)) + [f"bot:{one}" for one in bots], options)
    if seats - len(bots) < 2:
        raise CommandError(_("A table needs a seat for somebody else: give more --seats or fewer --bots."))
    command.check_level(plays, game)
    from atlantis_tui.network.host import NewTableRequest, open_table

    table = ourselves.table_name(once(flags, "--name"))
    last = {seats - len(bots) + number: bot for number, bot in enumerate(bots)}
    wanted = NewTableRequest(table, name, options, seats, last)

    def open_runner(identity: Identity, way: HostOptions, chosen: str = "") -> SessionRunner:
        if not chosen:
            return open_table(identity, wanted, way)
        load_game(chosen, ["person"] * (seats - len(bots)) + [f"bot:{one}" for one in bots], {})
        return open_table(identity, wanted._replace(game=chosen), way)

    return _host(
        flags, plays, code, port, open_runner,
        lambda runner: _tell_table(runner, table, game, seats, flags),
        asks_game=not words and "--option" not in flags,
    )  # fmt: skip


def _host(
    flags: dict[str, list[str]],
    plays: str | None,
    code: str | None,
    port: int,
    open_runner: Open,
    tell: Callable[[SessionRunner], None],
    asks_game: bool = False,
) -> int:
    """`asks_game`: whoever hosts for the first time, at a screen, is asked for the game too."""
    from atlantis_tui.commands import event_loop
    from atlantis_tui.commands import network_flags as command
    from atlantis_tui.commands.asked_name import is_unnamed
    from atlantis_tui.network import ourselves
    from atlantis_tui.network.host import HostOptions
    from atlantis_tui.plain.network_front import PlainNetworkFront

    identity = ourselves.identity()
    way = HostOptions(
        ourselves.player_name(once(flags, "--player"), plays),
        "open" if "--open" in flags else "code",
        code,
        once(flags, "--address"),
        port,
        "--no-discovery" not in flags,
    )
    if command.on_screen(flags, plays):
        if not is_unnamed(once(flags, "--player"), plays):
            return launch.open_first(flags, lambda app: _show(app, lambda: open_runner(identity, way)))

        def first(app: AtlantisApp) -> None:
            def named() -> None:
                chosen = app.settings.game if asks_game else ""
                player = way._replace(player=ourselves.player_name(app.settings.name))
                _show(app, lambda: open_runner(identity, player, chosen) if chosen else open_runner(identity, player))

            app.once_named(named, usual(app.settings.game) if asks_game else "", hosts=True)

        return launch.open_first(flags, first)

    async def main() -> int:
        runner = open_runner(identity, way)
        try:
            tell(runner)
            return await PlainNetworkFront(runner, sys.stdin, sys.stdout, plays=plays).run()
        finally:
            await runner.close()

    return event_loop.run(main)


def _show(app: AtlantisApp, open_runner: Callable[[], SessionRunner]) -> None:
    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.text import network
    from net.refusal import Refusal

    try:
        runner = open_runner()
    except Refusal as refusal:
        app.give_up(network.refusal(refusal))
        return
    except CommandError as wrong:
        app.give_up(str(wrong))
        return
    app.open_network_table(NetworkTable(runner))


def _resume(
    given: str, words: Sequence[str], flags: dict[str, list[str]], plays: str | None, code: str | None, port: int
) -> int:
    from atlantis_tui.commands import network_flags as command
    from atlantis_tui.commands.asked_name import ask_name
    from atlantis_tui.network import ourselves
    from atlantis_tui.network.files import open_game
    from atlantis_tui.network.host import open_again

    wrong = [flag for flag in ("--seats", "--option", "--bots") if flag in flags]
    if words or wrong:
        raise CommandError(
            _("--resume goes on with a game as it is: leave {word} out.").format(word=(wrong or words)[0])
        )
    if not command.on_screen(flags, plays) and (player := ask_name(once(flags, "--player"), plays)):
        flags["--player"] = [player]
    log = open_game(given)
    try:
        named = once(flags, "--name")
        table = "" if named is None else ourselves.table_name(named)
        return _host(
            flags, plays, code, port,
            lambda identity, way: open_again(identity, log, table, way),
            lambda runner: _tell_resumed(runner, log, flags),
        )  # fmt: skip
    finally:
        log.close()


def _listed(given: str | None) -> list[str]:
    return [] if given is None else [one.strip() for one in given.split(",")]


# The first lines -----------------------------------------------------------------------------------------------------


def _tell_table(runner: SessionRunner, table: str, game: Game, seats: int, flags: Mapping[str, Sequence[str]]) -> None:
    from atlantis_tui.text.sentences import title

    print(_("Table {table}: {game} for {seats} players.").format(table=table, game=title(game.name), seats=seats))
    _tell_ways_in(runner)
    print(
        _(
            "This is a friendly deal: nobody chooses the cards, but your own file could tell you every hand, "
            "so play with people you trust."
        )
    )
    if "--plain" in flags and "--as" not in flags:
        print(_("Type ready when you are, start when all are, help for more."))
    sys.stdout.flush()


def _tell_resumed(runner: SessionRunner, log: FileLog, flags: Mapping[str, Sequence[str]]) -> None:
    from atlantis_tui.saved import seats
    from atlantis_tui.text.sentences import listing, title

    about = log.records[0].body
    print(
        _("{game}: {names}. The game goes on as soon as enough of them are here.").format(
            game=title(about["game"]), names=listing(seats.names(about["seats"]))
        )
    )
    _tell_ways_in(runner)
    sys.stdout.flush()


def _tell_ways_in(runner: SessionRunner) -> None:
    from atlantis_tui.network import host
    from net.codes import address_text, code_text

    addresses = host.addresses(runner)
    for address in addresses:
        print(_("Address: {address}").format(address=address_text(address, runner.port)))
    if runner.code is None:
        print(_("The table is open: whoever finds it can sit down."))
    else:
        print(_("Code: {code}").format(code=code_text(runner.code)))
    print(_("Ticket: {ticket}").format(ticket=host.ticket(runner, addresses[0])))


def _help() -> list[str]:
    return [
        _("Usage: atlantis host [GAME] [--seats N] [--bots LEVEL,...] [--option NAME=VALUE] [--open | --code CODE]"),
        _("       [--name TABLE] [--player NAME] [--port P] [--address A] [--no-discovery] [--plain] [--as bot:LEVEL]"),
        _("Usage: atlantis host --resume FILE [...]"),
        _("Opens a table that others join with atlantis join; the game is {game} unless you name another.").format(
            game=DEFAULT
        ),
        f"    atlantis host {DEFAULT} --seats 3",
        "    atlantis host --bots hard --open --plain",
        _("--seats: how many play, you and bots included. --bots: levels of bots, with commas; they sit last."),
        _("--option: a rule, as in atlantis play. May be given again."),
        _("--code: six, eight or ten digits that others need. Usual: six new ones. --open: nobody needs a code."),
        _("--code -: it comes on standard input, so that nobody sees it in ps. ATLANTIS_CODE: from the environment."),
        _("--name: what the table is called. --player: what you are called."),
        _("--port: where others reach you. --address: listen at this address of yours alone."),
        _("--no-discovery: do not tell the network about the table; others come by address or ticket."),
        _("--plain: play in lines of text. --as bot:LEVEL: a bot plays your seat, and the program ends with the game."),
        _("--resume: go on with a game that was played together; any of its players can host it. FILE may be its name"),
        _("or its number in atlantis log list."),
        _("Who has no name yet is asked for one at a terminal, and for the game."),
    ]
