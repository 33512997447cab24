"""Positions of Atalia as one would lay them out on a table, and chance that does as it is told.

    scene("4: R10 R9 R8 / B10 B9", "5: / L G2 mud", hand="R1 scout", his="B8", seen="R8 A8", owners={1: 0, 2: 1})

A field has its number, the cards of seat 0 and, behind a slash, those of seat 1; they were laid in the order in which
they are written, seat 0 first. The words fog, mud and the name of a terrain say how the field is. Cards are R8, or L,
D, K and S for Alexander, Darius, Companion cavalry and Shield bearers, or any tactic by the word one types. `seen` are
cards that are out of the game; `troops` and `tactics` are the decks from the top, all that is left unless they are
given. Seat 0 is asked to play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.atalia import GAME, start
from core.atalia.components import DECKS, FIELDS, FOG, MUD, TACTIC_CARDS, TROOP_CARDS, TROOPS_IN_ALL, deck_of
from core.atalia.notation import TACTIC_WORDS, card_text
from core.atalia.rules import Atalia
from core.atalia.terrain import TERRAINS
from core.chance import Ask, Open, SeededDealer, Shuffle
from core.game import Event, IllegalMove, Move, Reason
from core.hidden import SEALED
from tests.core import atalia_brute as brute


class Script:
    """A dealer that was told the order of both decks; later games of a series are shuffled by an ordinary one."""

    def __init__(self, troops: Iterable[int], tactics: Iterable[int]) -> None:
        self.later = SeededDealer("later games")
        self.later.lay("troops", 0, list(troops))
        self.later.lay("tactics", 0, list(tactics))
        self.asked: list[Ask] = []

    def answer(self, asks: Sequence[Ask]) -> list[int]:
        self.asked += asks
        assert not [ask for ask in asks if isinstance(ask, Shuffle) and not ask.epoch]
        return self.later.answer(asks)


class Scene:
    """A position and the chance that goes with it."""

    def __init__(self, state: Atalia, dealer: Script | SeededDealer) -> None:
        self.state = state
        self.dealer = dealer

    def play(self, *written: str) -> list[Event]:
        """Plays moves in their full written form, chance answering in between; what happened."""
        for line in written:
            self.state.apply(GAME.read(line))
            while self.state.asks:
                self.state.answer(self.dealer.answer(self.state.asks))
        return self.state.take_events()

    def refusal(self, wanted: str | Move) -> Reason:
        """Why a move is refused. It must be, and nothing may have changed."""
        move = GAME.read(wanted) if isinstance(wanted, str) else wanted
        before = self.everything
        try:
            self.state.apply(move)
        except IllegalMove as error:
            assert self.everything == before
            return error.reason
        raise AssertionError(f"{wanted} was not refused")

    def refused(self, wanted: str | Move) -> str:
        return self.refusal(wanted).id

    @property
    def everything(self) -> list[Any]:
        state = self.state
        return [*state.public(), [hand.faces() for hand in state.hands], [top.faces for top in state.tops]]

    @property
    def legal(self) -> list[str]:
        return [GAME.text(move) for move in self.state.legal()]

    @property
    def claims(self) -> list[int]:
        """The fields that may be claimed now, as people count them."""
        return [move[1] + 1 for move in self.state.legal() if move[0] == "claim"]

    @property
    def step(self) -> str | None:
        return None if self.state.prompt is None else self.state.prompt.kind

    def hand(self, seat: int) -> str:
        return " ".join("?" if face == SEALED else card_text(face) for face in self.state.hand_cards(seat))

    def side(self, seat: int, field: int) -> str:
        return " ".join(card_text(card) for card in self.state.sides[seat][field - 1])

    def last_laid(self, field: int, mine: int, his: int) -> None:
        """When the last card came to each side of a field, for positions in which that matters."""
        self.state.laid[0][field - 1], self.state.laid[1][field - 1] = mine, his


def dealt(seed: str, **options: Any) -> tuple[Atalia, SeededDealer]:
    """A game that was set up by an ordinary dealer, and that dealer."""
    state, dealer = start(2, GAME.settle(options)), SeededDealer(seed)
    state.answer(dealer.answer(state.asks))
    state.take_events()
    return state, dealer


def cards(text: str) -> list[int]:
    return [
        TROOPS_IN_ALL + TACTIC_WORDS.index(word) if word in TACTIC_WORDS else brute.cards(word)[0]
        for word in text.split()
    ]


def scene(
    *fields: str,
    hand: str = "",
    his: str = "",
    seen: str = "",
    owners: Mapping[int, int] | None = None,
    troops: str | None = None,
    tactics: str | None = None,
    played: tuple[int, int] = (0, 0),
    leaders: tuple[int, int] = (0, 0),
    **options: Any,
) -> Scene:
    """A position in which seat 0 is asked to play, all worked out."""
    state = Atalia(2, GAME.settle(options))
    state.step = "play"
    for told in fields:
        _lay_out(state, told)
    for field, seat in (owners or {}).items():
        state.owners[field - 1] = seat
    for seat, held in enumerate((hand, his)):
        for card in cards(held):
            state.hand(seat, deck_of(card)).add(card)
    state.removed = cards(seen)
    state.tactics_played, state.leaders_played = list(played), list(leaders)
    used = {card for side in state.sides for lying in side for card in lying} | set(state.removed)
    used |= {card for each in state.hands for card in each.faces()}
    used |= {FOG} if any(state.fog) else set()
    used |= {MUD} if any(state.mud) else set()
    decks = []
    for deck, (whole, given) in enumerate(((TROOP_CARDS, troops), (TACTIC_CARDS, tactics))):
        decks.append([card for card in whole if card not in used] if given is None else cards(given))
        state.deck[deck] = len(decks[deck])
        assert not used & set(decks[deck]), f"{DECKS[deck]} that lie elsewhere"
    state.work_out()
    return Scene(state, Script(*decks))


def _lay_out(state: Atalia, told: str) -> None:
    number, _, rest = told.partition(":")
    field = int(number) - 1
    assert 0 <= field < FIELDS
    mine, _, his = rest.partition("/")
    for seat, words in enumerate((mine.split(), his.split())):
        for word in words:
            if word == "fog":
                state.fog[field] = 1
            elif word == "mud":
                state.mud[field] = 1
            elif word in TERRAINS:
                state.terrain[field] = TERRAINS.index(word)
            else:
                state.cards_laid += 1
                state.sides[seat][field] += cards(word)
                state.laid[seat][field] = state.cards_laid


def opened(game: Scene) -> list[str]:
    """The places of which a card was asked for, in order."""
    assert isinstance(game.dealer, Script)
    return [ask.place for ask in game.dealer.asked if isinstance(ask, Open)]
