"""The faces of the games: the one list of what a game offers to the menu, the table, plain mode and all other places.

A game is two folders: `core/<game>/` holds its rules, `atlantis_tui/games/<game>/` its face. The files of a face are
found by the game's name, so no other file has to name a game. `FACES` says what each of them is for. This module loads
a file when somebody first asks for it, because the menu must appear before any rules are loaded.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Protocol

    from atlantis_tui.games.lesson_steps import Lesson
    from atlantis_tui.table.board import GameBoard
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.ui.glyphs import Glyphs
    from atlantis_tui.ui.palettes import Pair, Palette
    from core.game import Event, Move, Reason

    # A rule that can be switched: what it is about, the name of each value, and a sentence on it.
    Switch = tuple[str, Mapping[Any, str], str]
    Query = Callable[[Any, int, Sequence[str], str], list[str]]
    Explainer = Callable[[Mapping[str, Any]], str]

# Every file that a face may have. A game is playable with the first three alone: where another is missing, the place
# that would show it does without.
FACES = {
    "board": "`BOARD`, a `table.board.GameBoard`: the widgets that show a position, played or replayed; required",
    "table": "`SCREEN`, a `table.screen.TableScreen`: the keys, clicks and words with which it is played; required",
    "text": "what `GameText` says: events, prompts and reasons as sentences; required",
    "about": "what `About` says: all that the menu tells of the game",
    "look": "what `GameLook` says: the signs and colours that only this game has",
    "text.keys": "`words()`: what the keys of its table do, by the ids of their bindings, in the order of the help",
    "text.highlights": "`MARKS`: the names of its numbers in the statistics",
    "help": "what `text.help.Topics` says: the rule of the moment, and the examples of the rules page",
    "legend": "`legend`: every sign of the board with its name, for the rules page",
    "lesson": "`LESSON`: a first game that explains itself (games/lesson_steps.py)",
    "replay": "what `replay.extras.Extras` says: places for the timeline, and marks on it",
    "result": "the end of a game in figures",
    "review": "what `review.text.ReviewFace` says: moves told once more, with the board of that moment",
    "preview": "a cut of a real board, on which the settings show a theme",
}

DEFAULT = "atlantis"  # the game for somebody who has not chosen one


def names() -> list[str]:
    """All games, in the order in which people are shown them."""
    from core import games

    return sorted(games.names(), key=lambda name: (name != DEFAULT, name))


def usual(last: str = "") -> str:
    """The game to begin with: the one that was played last, if it still exists."""
    known = names()
    return next((name for name in (last, DEFAULT) if name in known), known[0])


def usual_players(game: str) -> int:
    """Three where the game allows it (you and two bots), otherwise as many as it allows."""
    seats = about(game).SEATS
    return 3 if 3 in seats else max(seats)


def face(file: str, game: str) -> Any:
    """One file of a game's face (see `FACES`), or None where the game has no such file.

    The name of the game may come from a file or from another program. So this looks for nothing but a plain name: no
    path, and no name such as __init__, which Python would find.
    """
    from importlib import import_module

    if file not in FACES:
        raise ValueError(file)
    if not _is_plain(game):
        return None
    name = f"{__package__}.{game}.{file}"
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if not f"{name}.".startswith(f"{missing.name}."):
            raise  # the file exists, but something that it imports does not
        return None


def about(game: str) -> About:
    """What is told of a game before it is opened."""
    found: About | None = face("about", game)
    return _NameOnly(game) if found is None else found


def table_for(game: str) -> type[TableScreen]:
    """The screen on which a game is played."""
    screen: type[TableScreen] = face("table", game).SCREEN
    return screen


def board_for(game: str) -> type[GameBoard]:
    """The board that shows the positions of a game."""
    board: type[GameBoard] = face("board", game).BOARD
    return board


def text_for(game: str) -> GameText:
    """The sentences of a game."""
    text: GameText = face("text", game)
    return text


def look_of(game: str) -> GameLook | None:
    """The signs and colours that only this game has, if it has any."""
    look: GameLook | None = face("look", game)
    return look


def title_colours(game: str, palette: Palette) -> Pair:
    """The colours of a game's name. A game without look.py has those of the house."""
    look = look_of(game)
    return palette.house if look is None else look.title_colours(palette)


def has_lesson(game: str) -> bool:
    """Whether a game has a first game. This loads nothing of it."""
    from importlib.util import find_spec

    return _is_plain(game) and bool(find_spec(f"{__package__}.{game}") and find_spec(f"{__package__}.{game}.lesson"))


def lesson_for(game: str) -> Lesson | None:
    """The first game of a game, if it has one."""
    lesson: Lesson | None = getattr(face("lesson", game), "LESSON", None)
    return lesson


def _is_plain(game: str) -> bool:
    return game.isascii() and game.isidentifier() and not game.startswith("_")


if TYPE_CHECKING:

    class About(Protocol):
        """What the menu, the lobby and the new-game screen tell of a game."""

        @property
        def SEATS(self) -> Sequence[int]:
            """How many can play, as the rules have it."""

        def title(self) -> str:
            """The game's name as it stands in a sentence."""

        def motto(self) -> str:
            """What it is about, in half a line and without a full stop."""

        def about(self) -> str:
            """The same in two or three sentences."""

        def minutes(self, seats: int, options: Mapping[str, Any]) -> int:
            """About how long a game takes; options that are not named are as in the book."""

        def options(self) -> Mapping[str, Switch]:
            """Its rules with a switch, by the names that the rules have for them."""

    class GameLook(Protocol):
        """The signs and colours of one game. Its own widgets know their names; other places ask only for these."""

        def own_signs(self, glyphs: Glyphs) -> Sequence[str]:
            """Its signs, to go with this set of glyphs; each is one cell wide."""

        def own_colours(self, palette: Palette) -> Sequence[Any]:
            """Its colours, to go with this palette."""

        def title_colours(self, palette: Palette) -> Pair:
            """The ground and the ink of its name."""

    class GameText(Protocol):
        """What plain mode and the screens ask of a game's text.

        All functions return texts and print nothing. They take views, never whole states. `viewer` is the seat that
        reads ("You take …"; None: somebody who only watches), `names` are the names of all seats.
        """

        ANSWERED: Mapping[str, Move]  # prompts that are answered for a player who has not asked for them
        WAIT: Sequence[str]  # words by which a player asks for them
        ON_ENTER: Sequence[Move]  # moves that an empty line makes when there is no other
        LOOKS: Mapping[str, Query]  # commands that tell about the position
        REASONS: Mapping[str, Explainer]  # by reason id: why a move is refused
        ADVICE: Mapping[str, Explainer]  # by reason id: what a move is good for, in a few words; may be missing
        ASIDE: Sequence[str]  # kinds of moves that go without saying where there is little room; may be missing
        AGAINST: Sequence[str]  # of the reasons in ADVICE: what a move costs, so no reason to make it; may be missing
        OF_YOURS: Sequence[str]  # of the same: those that speak to the reader of what is the reader's; may be missing
        GOES_ON: Sequence[str]  # kinds of moves after which the turn goes on as chance has it; may be missing

        def events(
            self, events: Sequence[Event], actor: int | None, viewer: int | None, names: Sequence[str], after: Any
        ) -> list[str]:
            """What happened in one turn of `actor`, or a part of it; `after` is the position it led to."""

        def position(self, view: Any, viewer: int, names: Sequence[str]) -> list[str]:
            """Where everything stands, in a few lines."""

        def asked(self, view: Any, viewer: int | None, names: Sequence[str]) -> str:
            """What the prompt asks for."""

        def choices(self, view: Any) -> tuple[list[tuple[Move, str]], list[str]]:
            """The legal moves with what each would do, and remarks on the whole list."""

        def every_choice(self, view: Any) -> list[tuple[Move, str]]:
            """The same with the moves that `choices` leaves out because they are like others; may be missing."""

        def effect(self, view: Any, move: Move) -> str:
            """What a legal move would do."""

        def short(self, view: Any, move: Move) -> str:
            """The line a person would type for this move in this position; may be missing where that is its text."""

        def mistaken(self, view: Any, line: str) -> Reason | None:
            """Why a line that can be read may not mean what a person who types it means; may be missing."""

        def no_choice(self, before: Any, move: Move) -> str:
            """Why a player had no choice but this move, which the program has made; may be missing."""

        def typed(self, moves: Sequence[Move]) -> str:
            """The line that a person would type to play these moves of one turn."""

        def proposed(self, moves: Sequence[Move], instead: Sequence[Move]) -> str:
            """The same for moves that would have been better than what was played instead."""

        def does(self, view: Any, moves: Sequence[Move], you: bool) -> list[str]:
            """What these moves would do, in sentences, until chance speaks; `you` says that the reader makes them."""

        def outcome(self, view: Any, viewer: int | None, names: Sequence[str]) -> list[str]:
            """The scores, best first, and who has won."""

        def notation(self) -> list[str]:
            """How moves are typed."""

        def commands(self) -> list[str]:
            """What the looks tell."""

        def rest_of_setup(self, view: Any) -> Move | None:
            """The next move of a player who leaves the rest of setting up to the program; None: the player must choose.
            May be missing."""

        def standing(self, view: Any) -> Sequence[int]:
            """How an unfinished game stands, a number for each seat; may be missing where numbers do not tell it."""


class _NameOnly:
    """A game without about.py: its name is told, and how many can play."""

    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def SEATS(self) -> Sequence[int]:  # in capitals, as the modules have it
        from core import games

        return games.load(self.game).seat_counts

    def title(self) -> str:
        return self.game.replace("_", " ").capitalize()

    def motto(self) -> str:
        return ""

    def about(self) -> str:
        return ""

    def minutes(self, seats: int, options: Mapping[str, Any]) -> int:
        return 10 + 5 * seats

    def options(self) -> Mapping[str, Switch]:
        return {}
