"""`atlantis log`: list, show, check and export saved games. It changes and locks no file.

Listing reads only the first and the last record of each log and loads no rules, so a long list appears at once.
"""

from __future__ import annotations

from atlantis_tui.commands.flags import once, read_flags
from atlantis_tui.commands.story import story
from atlantis_tui.replay.found_game import FoundGame, closed, seat_number
from atlantis_tui.saved import paths
from atlantis_tui.saved.asked_game import file_of, kept_games
from atlantis_tui.saved.game_files import before_moves
from atlantis_tui.saved.game_names import of_file
from atlantis_tui.saved.game_notes import note_of
from atlantis_tui.saved.perspective import OPEN, Eyes, allowed, is_shared, may_ask_for
from atlantis_tui.text.command_error import OK, CommandError, complain
from atlantis_tui.text.sentences import choice, listing, printable, quoted, title
from atlantis_tui.text.translation import _, ngettext

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from atlantis_tui.replay.table import Agreed, Back
    from core.table import Hint, Table

    Aside = Hint | Back | Agreed


def run(argv: list[str]) -> int:
    word = argv[0] if argv else ""
    try:
        if word in ("--help", "-h"):
            return _help()
        if not word:
            raise CommandError(_("log needs one more word: {words}.").format(words=choice(list(COMMANDS))))
        if word not in COMMANDS:
            raise CommandError(
                _('log does not know "{word}": choose {words}.').format(word=quoted(word), words=choice(list(COMMANDS)))
            )
        return COMMANDS[word](argv[1:])
    except CommandError as wrong:
        return complain(str(wrong))


# list ----------------------------------------------------------------------------------------------------------------


def _list(argv: Sequence[str]) -> int:
    flags = read_flags("log", argv, bare=("--json", "--help", "-h"))[1]
    if "--help" in flags or "-h" in flags:
        return _help()
    games = list(_games())
    if "--json" in flags:
        import json

        print(json.dumps(games, indent=1))
    elif games:
        width = len(str(len(games)))
        for number, game in enumerate(games, 1):
            print(_("{number}  {game}").format(number=f"{number:{width}}", game=_listed(game)))
    else:
        print(_("There are no games in {folder} yet: begin one with atlantis play.").format(folder=paths.games_dir()))
    return OK


def _games() -> Iterator[dict[str, Any]]:
    """What the first and the last record tell about each game, the one played last first."""
    from core.log import LogError, peek

    for changed, path in kept_games():
        about: dict[str, Any] = {
            "file": path,
            "changed": changed // 10**9,
            "game": None,
            "seats": None,
            "moves": None,
            "finished": False,
            "scores": None,
            "damaged": True,
            "note": note_of(path) or None,
        }
        try:
            header, last, good, damage = peek(path)
            game, who = header.body.get("game"), header.body.get("seats")
            if isinstance(game, str) and isinstance(who, list) and all(isinstance(seat, str) for seat in who):
                about.update(game=game, seats=who, damaged=damage is not None)
                about["finished"] = last.kind == "end"
                about["moves"] = max(0, good - about["finished"] - before_moves(header.body))
                if about["finished"] and isinstance(last.body, dict):
                    about["scores"] = last.body.get("scores")
        except LogError:
            pass
        yield about


def _listed(about: Mapping[str, Any]) -> str:
    from time import localtime, strftime

    when = strftime("%Y-%m-%d %H:%M", localtime(about["changed"]))
    name = of_file(about["file"])
    if about["game"] is None:
        words = _("{when}  damaged, nothing can be read; {file}")
    elif about["damaged"]:
        words = _("{when}  {game}: {names}; {how}; damaged; {file}")
    else:
        words = _("{when}  {game}: {names}; {how}; {file}")
    return words.format(
        when=when,
        game=title(printable(about["game"] or "")),
        names=listing([printable(seat) for seat in about["seats"] or []]),
        how=_noted(about["note"], _finished(about["scores"]) if about["finished"] else _in_play(about["moves"] or 0)),
        file=printable(name.word if name is not None else about["file"]),
    )


def _finished(scores: Any) -> str:
    known = [str(score) for score in scores] if isinstance(scores, list) else []
    return _("finished with {scores} points").format(scores=listing(known))


def _noted(note: str | None, how: str) -> str:
    return _('{how}; "{note}"').format(how=how, note=note) if note else how


def _in_play(moves: int) -> str:
    return ngettext("in play, {n} move so far", "in play, {n} moves so far", moves).format(n=moves)


# show, verify and export ---------------------------------------------------------------------------------------------


def _show(argv: Sequence[str]) -> int:
    path, flags = _file("show", argv)
    if path is None:
        return _help()
    try:
        found = FoundGame(path)
    except CommandError as wrong:
        if getattr(wrong.__cause__, "reason", "") == "other_rules":
            _show_written(path)
        raise
    lines = story(found.table, _eyes(found.table, flags))
    if found.forged:
        print(found.wrong)
    for line in lines:
        print(line)
    return found.remark()


def _verify(argv: Sequence[str]) -> int:
    path, _flags = _file("verify", argv, eyes=False)
    if path is None:
        return _help()
    found = FoundGame(path)
    if found.wrong:
        raise CommandError(found.wrong)
    state = found.table.state
    how = _("in play, turn {turn}").format(turn=state.turn)
    if state.outcome is not None:
        how = _finished(list(state.outcome.scores))
    about = ngettext("{n} record, {game}, {how}", "{n} records, {game}, {how}", found.records).format(
        n=found.records, game=title(found.table.game.name), how=how
    )
    if found.verdict is None:
        print(
            _("{path} is sound: {about}. Nobody signed it, as it was played at one computer.").format(
                path=path, about=about
            )
        )
        return OK
    words = {
        "signed": _("{path} holds: {about}, signed by all who played:"),
        "watched": _(
            "{path} was watched: {about}. The signatures hold, the deal cannot be checked without shares. Signed by:"
        ),
        "unfinished": _("{path} holds as far as it goes: {about}, not finished, signed by all who play:"),
    }
    print(words[found.verdict.what].format(path=path, about=about))
    from atlantis_tui.saved.trust import told_stand_ins
    from atlantis_tui.statistics.known_keys import told_keys

    for line in (*told_keys(found.verdict.people, path), *told_stand_ins(found.verdict)):
        print(f"  {printable(line)}")
    return OK


def _export(argv: Sequence[str]) -> int:
    import json

    from core.export import export

    path, flags = _file("export", argv)
    if path is None:
        return _help()
    found = FoundGame(path)
    eyes = _eyes(found.table, flags)
    if found.forged and found.verdict is not None:
        about = {"kind": "forged", "record": found.verdict.n, "why": found.verdict.why, "text": found.wrong}
        print(json.dumps(about, separators=(",", ":")))
    for line in export(found.table, seat=None if eyes == OPEN else eyes, reveal=eyes == OPEN):
        print(json.dumps(line, separators=(",", ":")))
    return found.remark()


def _file(command: str, argv: Sequence[str], eyes: bool = True) -> tuple[str | None, dict[str, list[str]]]:
    """The file that a command names, and its flags; the file is None if the command asks for help. A kept game may be
    named without its folder."""
    valued, bare = (("--seat",), ("--reveal", "--help", "-h")) if eyes else ((), ("--help", "-h"))
    words, flags = read_flags("log", argv, valued=valued, bare=bare, words=1)
    if "--help" in flags or "-h" in flags:
        return None, flags
    if not words or not words[0]:
        raise CommandError(
            _("log {command} needs a file: atlantis log list shows the games there are.").format(command=command)
        )
    return file_of(words[0]), flags


def _eyes(table: Table, flags: dict[str, list[str]]) -> Eyes:
    """Whose eyes to look with. A finished game is open to all."""
    given = once(flags, "--seat")
    reveal = "--reveal" in flags
    if given is not None and reveal:
        raise CommandError(_("--seat and --reveal cannot both be: give one of them."))
    eyes = OPEN if reveal else allowed(table)[0] if table.over else None
    if given is not None:
        eyes = seat_number(table, given)
    # A player may look into their own games, but not at the cards of players at other computers.
    if (is_shared(table) or table.shut) and not may_ask_for(table, eyes):
        raise closed(table, _("That game is not over: the cards of the others open at its end."))
    return eyes


def _show_written(path: str) -> None:
    """Print the moves of a game with other rules than ours. What followed from them cannot be told."""
    from core import games
    from core.fields import unpack
    from core.log import read

    records = read(path).records
    about = records[0].body
    game = games.load(about["game"])
    kinds = {**game.former, **game.moves}
    for record in records:
        move = unpack(kinds, record.body) if record.kind == "move" else None
        if move is not None and record.seat is not None:
            seen = kinds[move[0]].view(move, record.seat, None)
            print(_("Seat {seat}: {move}").format(seat=record.seat + 1, move=game.text(seen)))
    print(end="", flush=True)


def _help() -> int:
    print(
        "\n".join(
            [
                _("Usage: atlantis log list [--json]"),
                _("Lists the games that were played, the last one first."),
                "    atlantis log list",
                _("Usage: atlantis log show FILE [--reveal | --seat N]"),
                _("Tells a game in sentences; of one in play only what everybody at the table knows."),
                "    atlantis log show 1",
                _("Usage: atlantis log verify FILE"),
                _("Replays a game and checks every record; of one played together also every signature, everybody's"),
                _("agreement and all shares of the deal; the exit code is 2 if something is wrong."),
                _("Usage: atlantis log export FILE [--reveal | --seat N]"),
                _("Prints a game as JSON lines for other programs."),
                _("--seat: what the seat with this number knows; the first one is 1 (in exported lines 0)."),
                _("--reveal: everything, also of a game in play at this computer alone."),
                _("FILE may be the name of a listed game, or its number in the list."),
            ]
        )
    )
    return OK


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "list": _list,
    "show": _show,
    "verify": _verify,
    "export": _export,
}
