"""What every key does, in a few words, by the id of its binding. Help, command palette and settings show these words.

Keys that do the same thing in two directions share their words, and so one line in the help. Ids of keys that only one
game's table has begin with the game's name; their words are in games/<game>/text/keys.py.
"""

from __future__ import annotations

from atlantis_tui.games import face
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Only a player whose turn it is can use these.
ON_TURN = ("table.hint", "table.type")


def describe(id: str, fallback: str = "") -> str:
    """What the binding with this id does. Ids that differ only in a number at the end share their words."""
    game = _game(id)
    known = _words() if game is None else game.words()
    stem = id.rpartition(".")[0] if id.rpartition(".")[2].isdecimal() else id
    return known.get(id) or known.get(stem) or fallback


def describe_one(id: str, fallback: str = "") -> str:
    """The same where every key stands alone: of those that share their words, which of them it is."""
    single = getattr(_game(id), "single", None)
    return (single(id) if single is not None else "") or describe(id, fallback)


def order(game: str = "") -> list[str]:
    """All these words, for each screen the most needed first. With a game, its own order at its table comes first."""
    shared, own = _words(), face("text.keys", game)
    listed = {id: words or shared[id] for id, words in own.words().items()} if own is not None else {}
    return list(dict.fromkeys([*listed.values(), *shared.values()]))


def is_on_turn(id: str) -> bool:
    """Whether only a player whose turn it is can use this key. A game lists its keys for all in `ALWAYS`."""
    game = _game(id)
    return id.startswith(ON_TURN) if game is None else not id.startswith(getattr(game, "ALWAYS", ()))


def is_in_step(id: str, step: str) -> bool:
    """Whether this key does something while the player is asked this. A game lists in `IN_STEPS` the keys that wait for
    some steps of a turn."""
    steps = getattr(_game(id), "IN_STEPS", {}).get(id)
    return steps is None or step in steps


def _game(id: str) -> Any:
    """The text/keys.py of the game that a key belongs to, or None."""
    return face("text.keys", id.partition(".")[0])


def place(id: str) -> str:
    """The screen that the binding with this id belongs to."""
    return {
        "menu": _("the menu"),
        "newgame": _("a new game"),
        "curtain": _("passing the screen on"),
        "result": _("the result"),
        "lesson": _("the result"),
        "review": _("the review"),
        "replay": _("a replay"),
        "games": _("your games"),
        "alone": _("the look for the others"),
        "name": _("your name"),
        "statistics": _("your statistics"),
        "settings": _("settings"),
        "keys": _("keys of your own"),
        "tables": _("tables near you"),
        "lobby": _("the table before the game"),
        "rules": _("the rules"),
    }.get(id.partition(".")[0], "")


def _words() -> Mapping[str, str]:
    scroll, page = _("up and down"), _("a page up or down")
    choose, change = _("choose a line"), _("change it")
    back, ends = _("back"), _("first, last")
    return {
        "app.help": _("help: keys, rule"),
        "app.palette": _("every command, move"),
        "app.quit": _("leave the program"),
        "app.interrupt": _("leave at once"),
        "app.suspend": _("to the shell"),
        # The table.
        "table.do": _("propose, then do it"),
        "table.hint": _("hint: best three"),
        "table.back": _("one step back"),
        "table.back.slow": _("one step back"),
        "table.take_back": _("take back"),
        "table.history": _("log of the game"),
        "table.look.earlier": _("look back and forth"),
        "table.look.later": _("look back and forth"),
        "table.type": _("type a move"),
        "table.talk": _("say something"),
        "table.invite": _("code and address"),
        "table.copy": _("copy the ticket"),
        "table.no": _("no, as an answer"),
        "table.vote": _("vote: go on"),
        "table.wait": _("wait longer"),
        "table.pause": _("pause for all"),
        "table.alone": _("on against bots"),
        "table.leave": _("to the menu, saved"),
        # The first game.
        "coach.next": _("next step, skip"),
        "coach.previous": _("step again, back"),
        "coach.hide": _("hide the bubble"),
        # The menu.
        "menu.play": _("play at once"),
        "menu.new": _("new game"),
        "menu.continue": _("go on with a game"),
        "menu.join": _("join a table"),
        "menu.host": _("host a table"),
        "menu.replays": _("replays and review"),
        "menu.result": _("the last result"),
        "menu.learn": _("first game"),
        "menu.settings": _("settings"),
        "menu.open": _("open"),
        "menu.up": choose,
        "menu.down": choose,
        "menu.first": ends,
        "menu.last": ends,
        "menu.panel": _("menu or lists"),
        "menu.right": _("another game"),
        "menu.left": _("another game"),
        "menu.quit": _("quit"),
        # A new game.
        "newgame.begin": _("begin"),
        "newgame.up": choose,
        "newgame.down": choose,
        "newgame.next": change,
        "newgame.previous": change,
        "newgame.level": _("level of a bot"),
        "newgame.level.back": _("level of a bot"),
        "newgame.more": _("more or fewer players"),
        "newgame.fewer": _("more or fewer players"),
        "newgame.edit": _("write a name or the seed"),
        "newgame.dice": _("another seed"),
        "newgame.back": back,
        "newgame.back.slow": back,
        # The curtain.
        "curtain.open": _("show my hand"),
        "curtain.pause": _("pause, save"),
        "curtain.pause.slow": _("pause, save"),
        "curtain.up": scroll,
        "curtain.down": scroll,
        "curtain.page_up": page,
        "curtain.page_down": page,
        # The result and the review.
        "result.again": _("a new deal"),
        "result.same": _("the same deal again"),
        "result.review": _("review the game"),
        "result.replay": _("see the game again"),
        "result.back": back,
        "result.back.slow": back,
        "result.back.quit": back,
        "result.host": _("become host, if lost"),
        "result.wait": _("wait for a lost host"),
        "result.talk": _("say something"),
        "result.menu": _("menu"),
        "result.menu.slow": _("menu"),
        "result.menu.quit": _("menu"),
        "review.dearest": _("a dearest move"),
        "review.dearest.next": _("next dearest move"),
        "review.earlier": _("move by move"),
        "review.later": _("move by move"),
        "review.earlier.up": _("move by move"),
        "review.later.down": _("move by move"),
        "review.first": ends,
        "review.last": ends,
        "review.show": _("show it"),
        "review.play_on": _("play on from here"),
        "review.other": _("another player"),
        "review.back": back,
        "review.back.slow": back,
        "review.back.quit": back,
        # Replays and the list of games.
        "replay.play": _("play, stop"),
        "replay.earlier": _("step by step"),
        "replay.later": _("step by step"),
        "replay.turn.earlier": _("turn by turn"),
        "replay.turn.later": _("turn by turn"),
        "replay.first": ends,
        "replay.last": ends,
        "replay.faster": _("faster, slower"),
        "replay.slower": _("faster, slower"),
        "replay.go_to": _("go to a turn"),
        "replay.mode": _("steps are turns or events"),
        "replay.eyes": _("whose eyes"),
        "replay.hand": _("hand or history"),
        "replay.history": _("log of the game"),
        "replay.export": _("make a film"),
        "replay.review": _("review the game"),
        "replay.result": _("the result"),
        "replay.same": _("the same deal again"),
        "replay.back": back,
        "replay.back.slow": back,
        "replay.leave": back,
        "games.open": _("see it again, or go on"),
        "games.replay": _("see it again"),
        "games.result": _("the result"),
        "games.review": _("review the game"),
        "games.same": _("the same deal again"),
        "games.filter": _("find games"),
        "games.alone": _("go on against bots"),
        "games.order": _("another order"),
        "games.name": _("give it a name"),
        "games.note": _("write a note on it"),
        "games.delete": _("delete; U brings it back"),
        "games.undo": _("bring back what was deleted"),
        "games.export": _("make a film"),
        "games.up": choose,
        "games.down": choose,
        "games.page.up": page,
        "games.page.down": page,
        "games.first": ends,
        "games.last": ends,
        "games.back": back,
        "games.back.slow": back,
        "games.statistics": _("how your games went"),
        "games.leave": back,
        "name.take": _("take this name"),
        "name.previous": change,
        "name.next": change,
        "name.row": _("name or game"),
        "name.back": back,
        "name.back.slow": back,
        "alone.back": back,
        "alone.back.slow": back,
        # Settings.
        "settings.up": choose,
        "settings.down": choose,
        "settings.next": change,
        "settings.previous": change,
        "settings.panel": _("themes or the rest"),
        "settings.keep": _("keep it"),
        "settings.defaults": _("all as shipped"),
        "settings.back": back,
        "settings.back.slow": back,
        "settings.keys": _("keys of your own"),
        "statistics.previous": _("another game"),
        "statistics.next": _("another game"),
        "statistics.back": back,
        "statistics.back.slow": back,
        "statistics.back.quit": back,
        "keys.up": choose,
        "keys.down": choose,
        "keys.page_up": page,
        "keys.page_down": page,
        "keys.first": ends,
        "keys.last": ends,
        "keys.change": _("another key for it"),
        "keys.reset": _("its old key again"),
        "keys.back": back,
        "keys.back.slow": back,
        # Tables on the network.
        "tables.up": choose,
        "tables.down": choose,
        "tables.first": ends,
        "tables.last": ends,
        "tables.sit_down": _("sit down there"),
        "tables.watch": _("look on"),
        "tables.address": _("write an address or ticket"),
        "tables.host": _("host a table"),
        "tables.filter": _("tables of one game, or all"),
        "tables.back": back,
        "tables.back.slow": back,
        "lobby.begin": _("begin the game"),
        "lobby.ready": _("ready, or not yet"),
        "lobby.write": _("say something"),
        "lobby.up": choose,
        "lobby.down": choose,
        "lobby.next": change,
        "lobby.previous": change,
        "lobby.bot": _("a bot for this seat"),
        "lobby.more": _("more or fewer seats"),
        "lobby.fewer": _("more or fewer seats"),
        "lobby.options": _("the game and its rules"),
        "lobby.rename": _("another name for you"),
        "lobby.host": _("become host, if lost"),
        "lobby.wait": _("wait for a lost host"),
        "lobby.copy": _("copy the ticket"),
        "lobby.new_code": _("another code"),
        "lobby.kick": _("send somebody away"),
        "lobby.mute": _("hear no more of somebody"),
        "lobby.page": _("next page or seat"),
        "lobby.chat.earlier": _("earlier or later words"),
        "lobby.chat.later": _("earlier or later words"),
        "lobby.leave": _("leave the table"),
        "lobby.leave.slow": _("leave the table"),
        # Help and rules.
        "help.close": _("close"),
        "help.close.slow": _("close"),
        "help.rules": _("all rules"),
        "help.signs": _("all signs"),
        "help.commands": _("every command"),
        "help.learn": _("first game"),
        "help.up": scroll,
        "help.down": scroll,
        "help.page_up": page,
        "help.page_down": page,
        "rules.up": scroll,
        "rules.down": scroll,
        "rules.page_up": page,
        "rules.page_down": page,
        "rules.first": ends,
        "rules.last": ends,
        "rules.part": _("a part of the rules"),
        "rules.search": _("search"),
        "rules.again": _("next or last place found"),
        "rules.again.back": _("next or last place found"),
        "rules.signs": _("all signs"),
        "rules.back": back,
        "rules.back.slow": back,
        "rules.back.quit": back,
        "lesson.play": _("play a real game"),
        "lesson.again": _("the first game again"),
        "lesson.menu": _("menu"),
        "lesson.menu.slow": _("menu"),
        "lesson.menu.quit": _("menu"),
    }
