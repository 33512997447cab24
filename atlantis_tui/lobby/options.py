"""What the host of a lobby can change: the game, its rules, the number of seats, and who comes in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atlantis_tui.lobby.facts import LobbyFacts
from atlantis_tui.network import game_change
from atlantis_tui.network.news import News
from atlantis_tui.network.runner import Wish
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.text.sentences import listing, title
from atlantis_tui.text.setup import option_words, players
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.painter import Pair, Sentence
from core import games
from core.game import Option, option_text


class LobbyOptions(LobbyFacts):
    def __init__(self, network_table: NetworkTable) -> None:
        super().__init__(network_table)
        self.option = 0  # index in option_rows
        self.shown: Any = None

    # What there is ---------------------------------------------------------------------------------------------------

    def option_rows(self) -> list[tuple[str, str, str]]:
        """What the host can change: the name of each option, its label, and its value in words."""
        found = [("game", _("Game"), title(self.game)), ("seats", _("Seats"), str(len(self.seats)))]
        for option in games.load(self.game).options:
            label, values, _sentence = option_words(self.game, option.name)
            value = self.options.get(option.name)
            found.append((option.name, label, values.get(value, option_text(value))))
        code = self.network_table.runner.code is not None
        return [*found, ("door", _("Who comes in"), _("who has the code") if code else _("whoever finds the table"))]

    def _option(self, name: str) -> Option:
        return next(option for option in games.load(self.game).options if option.name == name)

    def prompt(self) -> tuple[str, Sequence[Sentence], dict[str, Any]]:
        if self.options_open and self.said is None and self.field is None:
            return "", self._about_option(), {}
        return super().prompt()

    def _about_option(self) -> list[str]:
        """What the chosen option is, and whether a change of it costs somebody's ready."""
        name, label, _value = self.option_rows()[self.option]
        if name == "door":
            return [
                _("*Who comes in.* With a code, or everybody on this network who finds the table."),
                _("Whoever is here stays, and stays ready."),
            ]
        about = {
            "game": _("*Game.* Another game with everybody who is here, by its usual rules."),
            "seats": _("*Seats.* How many play, you and bots included."),
        }
        ready = any(one.who == "person" and one.ready for one in self.seats)
        return [
            about.get(name) or f"*{label}.* {option_words(self.game, name)[2]}",
            _("A change takes back every ready.") if ready else "",
        ]

    def keys(self) -> list[Pair]:
        if self.options_open and self.field is None:
            return [("", "↑↓", _("choose")), ("", "←→", _("change")), ("o", "O", _("done"))]
        return super().keys()

    # Saying ----------------------------------------------------------------------------------------------------------

    def _hush(self, key: str = "", what: Any = None) -> bool:
        """Forget what was said. Returns whether the same key was pressed for the same thing just before."""
        sure, self.sure, self.said = self.sure, None, None
        return sure is not None and sure == (key, what)

    def _say(self, *lines: str, bad: bool = True, **params: Any) -> None:
        if params or not bad:
            self.said = bad, list(lines), params
            self.show()
        else:
            self._tell(lines[0])
            self.show()

    def _tell(self, text: str) -> None:
        """Set the sentence about what is wrong; it is painted together with other news."""
        self.said, self.shown = (True, ["{text}"], {"text": text}), None

    def _tell_notice(self, news: News) -> None:
        self._tell(self.network_table.sentence(news))

    def _wish(self, wish: Wish) -> bool:
        wrong = self.network_table.wish(wish)
        if wrong:
            self._say(wrong)
        else:
            self.look_again()
        return not wrong

    def look_again(self) -> None:
        """Show everything anew, if anything has changed."""
        raise NotImplementedError

    # Changing --------------------------------------------------------------------------------------------------------

    def action_options(self) -> None:
        self._hush()
        if self.stage == "over" and self.hosting:
            self._wish(lambda session: session.reopen())  # another game with the same people, not this one again
        if not self.may_change:
            self._say(_("Only the host changes the game and its rules, before the game begins."))
            return
        self.options_open = not self.options_open
        self.page = 1 if self.options_open else 0
        self.show()

    def _change_option(self, by: int) -> None:
        name = self.option_rows()[self.option][0]
        if name == "game":
            self._change_game(by)
        elif name == "seats":
            self.action_number(by)
        elif name == "door":
            self.network_table.runner.set_door("open" if self.network_table.runner.code is not None else "code")
        else:
            option = self._option(name)
            values = list(option.values)
            value = values[(values.index(self.options[name]) + by) % len(values)]
            options = {**self.options, name: value}
            self._wish(lambda session: session.set_rules(self.game, options, len(self.seats)))

    def _change_game(self, by: int) -> None:
        """The next game that has a seat for everybody who is here. Say which ones have not."""
        people = sum(one.who == "person" for one in self.seats)
        fits, small = game_change.next_game(self.game, by, people)
        if fits != self.game:
            self._wish(game_change.change(fits))
        if small:
            words = ngettext(
                "{games} has too few seats for the {n} of you.",
                "{games} have too few seats for the {n} of you.",
                len(small),
            )
            told = words.format(games=listing([title(name) for name in small]), n=people)
            self._say(told)

    def action_number(self, by: int) -> None:
        """Add a seat, or remove a free one."""
        self._hush()
        if not self.may_change:
            self._say(_("Only the host can do that, before the game begins."))
            return
        count = len(self.seats) + by
        if count not in games.load(self.game).seat_counts:
            self._say(_("{game} is for {players}.").format(game=title(self.game), players=players(self.game)))
        elif by < 0 and all(one.who != "open" for one in self.seats):
            self._say(_("No seat is free to be taken away: B takes a bot away, K sends somebody away."))
        else:
            self._wish(lambda session: session.set_rules(self.game, self.options, count))
