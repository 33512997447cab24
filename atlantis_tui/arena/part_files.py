"""The files of the parts of one match, put together. They were written by `--part`, perhaps on other machines."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from typing import Any

from atlantis_tui.arena.limits import MOST_BOTS
from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.arena.plan_slice import PlanSlice
from atlantis_tui.arena.results_file import (
    LONGEST_HEADER,
    ResultLines,
    UnfitResultsFile,
    part_of,
    plan_of,
    read_header,
)
from atlantis_tui.arena.tally import ArenaTally
from core import disk, games
from core.game import BadOption, Game
from net.versions import golden


class UnfitPart(Exception):
    """A file that does not go together with the others: the name of the reason, and its parameters."""

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(reason, params)
        self.reason = reason
        self.params = params


class PartFile:
    """One part, read whole. Raises UnfitResultsFile or LogError if the file cannot be read as results."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            with open(path, "rb", opener=_open) as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise UnfitResultsFile("not_ours")
                header = read_header(file.read(LONGEST_HEADER))
                if header is None:
                    raise UnfitResultsFile("not_ours")
                self.plan = plan_of(header)
                self.game = _checked(self.plan)
                self.part = part_of(header)
                self.rules_version, self.golden = header.get("rules_version"), header.get("golden")
                self.program = header.get("program")
                lines = ResultLines(self.plan, file, self.part is not None)
                self.results = {played.number: played for played in lines}
        except OSError as error:
            raise disk.named(error, path) from None
        self.games = lines.games or 0
        self.seconds = lines.seconds
        if self.part is not None and self.part.of > self.plan.numbers(self.games).deals:
            raise UnfitResultsFile("not_ours")


class MergedParts:
    """All parts of one match. Raises UnfitPart unless they are of one match, of one program, whole, and all there."""

    def __init__(self, files: Sequence[PartFile]) -> None:
        first = files[0]
        parts: dict[int, PartFile] = {}
        for file in files:
            part = _fit(file, first)
            if part.number in parts:
                raise UnfitPart("double", file=file.path, first=parts[part.number].path, part=part)
            parts[part.number] = file
        assert first.part is not None
        self.plan, self.game, self.games = first.plan, first.game, first.games
        missing = [PlanSlice(number, first.part.of) for number in range(1, first.part.of + 1) if number not in parts]
        if missing:
            raise UnfitPart("missing", parts=missing)
        for number, file in sorted(parts.items()):
            part = PlanSlice(number, first.part.of)
            asked = self.plan.numbers(self.games, part)
            done = sum(played in file.results for played in asked)
            if done < len(asked):
                raise UnfitPart("unfinished", file=file.path, done=done, asked=len(asked), part=part)
        self.seconds = sum(file.seconds for file in files)
        self._parts = parts

    def tally(self) -> ArenaTally:
        found = ArenaTally(self.plan)
        for number, file in self._parts.items():
            for played in self.plan.numbers(self.games, PlanSlice(number, len(self._parts))):
                found.add(file.results[played])
        return found


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)  # a pipe that nobody writes to must not hold us up


def _checked(plan: ArenaPlan) -> Game:
    """The game of a plan that comes from a file, which may hold anything."""
    if not 0 < len(plan.bots) <= MOST_BOTS or (plan.pairs and not 1 < len({*plan.bots}) == len(plan.bots)):
        raise UnfitResultsFile("not_ours")
    try:
        game = games.load(plan.game)
        if game.settle(plan.options) != plan.options:
            raise UnfitResultsFile("not_ours")
        plan.check()
    except BadOption:
        raise UnfitResultsFile("unknown") from None
    return game


def _fit(file: PartFile, first: PartFile) -> PlanSlice:
    """Which part the file is, if it goes together with the first one and with this program."""
    if file.part is None:
        raise UnfitPart("whole", file=file.path)
    if file.plan.about() != first.plan.about():
        raise UnfitPart("other_match", file=file.path, first=first.path, plan=file.plan)
    if file.rules_version != file.game.rules_version:
        params = {"game": file.game.name, "theirs": file.rules_version, "ours": file.game.rules_version}
        raise UnfitPart("other_rules", file=file.path, **params)
    if file.golden != golden(file.game.name).hex():
        raise UnfitPart("other_behaviour", file=file.path, game=file.game.name)
    if file.program != first.program:
        raise UnfitPart("other_program", file=file.path, first=first.path)
    if first.part is not None and file.part.of != first.part.of:
        raise UnfitPart("other_division", file=file.path, first=first.path, theirs=file.part.of, ours=first.part.of)
    if file.games != first.games:
        raise UnfitPart("other_games", file=file.path, first=first.path, theirs=file.games, ours=first.games)
    return file.part
