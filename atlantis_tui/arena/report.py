"""The results of an arena run: one object for programs, sentences for people, and tables in Markdown."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence
from typing import Any

from atlantis_tui.arena.plan_slice import WHOLE, PlanSlice
from atlantis_tui.arena.statistics import Estimate
from atlantis_tui.arena.tally import ArenaTally, BotScore
from atlantis_tui.arena.times import ThinkingTimes
from atlantis_tui.text.sentences import printable, title
from atlantis_tui.text.translation import _, ngettext
from core.game import Game

USUALLY = 95  # percent of the decisions that "usually" refers to


class ArenaReport:
    """The results of the games asked for, or of one part of them; some may be missing. `now` counts those played in
    this run, in `seconds`."""

    def __init__(
        self,
        game: Game,
        tally: ArenaTally,
        games: int,
        now: ArenaTally,
        seconds: float,
        part: PlanSlice | None = None,
    ) -> None:
        self.game = game
        self.tally = tally
        self.plan = tally.plan
        self.games = games  # in each match
        self.now = now
        self.part = part
        self.seconds = max(seconds, 1e-9)
        self.ratings = tally.ratings() if self.plan.pairs else []
        bots = range(len(self.plan.bots))
        # Best first. Rounding keeps equal bots in the order in which they were named.
        self.order = sorted(bots, key=lambda bot: -round(self.ratings[bot].value, 6)) if self.ratings else list(bots)

    @property
    def asked(self) -> int:
        return len(self.plan.numbers(self.games, self.part or WHOLE))

    @property
    def done(self) -> int:
        return len(self.tally.numbers)

    def command(self) -> str:
        return printable(shlex.join(self.plan.words(self.games, self.part)))

    @property
    def last_deal_is_cut(self) -> bool:
        """Whether the last deal was not played once with every bot in every chair."""
        whole = self.done == self.asked and self.games % len(self.plan.parts[0].bots)
        return bool(whole) and max(self.plan.numbers(self.games)) in self.tally.numbers

    def between(self, first: int, second: int) -> BotScore:
        """The score of the first bot against the second."""
        for part, scores in zip(self.plan.parts, self.tally.parts, strict=True):
            if part.bots == (first, second):
                return scores[0]
            if part.bots == (second, first):
                return scores[1]
        raise ValueError("they have not met")


def print_report(report: ArenaReport, form: str, timed: bool) -> None:
    """Print it in the form "json", "markdown" or "text"."""
    if form == "json":
        print(json.dumps(as_object(report, timed)), flush=True)
    else:
        print("\n".join((as_markdown if form == "markdown" else as_text)(report, timed)), flush=True)


# For programs --------------------------------------------------------------------------------------------------------


def as_object(report: ArenaReport, timed: bool) -> dict[str, Any]:
    plan, tally, now = report.plan, report.tally, report.now
    told: dict[str, Any] = {
        **plan.about(),
        "rules_version": report.game.rules_version,
        "asked": report.asked,
        "games": report.done,
        "complete": report.done == report.asked,
        "played_now": len(now.numbers),
        "seconds": round(report.seconds, 3),
        "turns": tally.turns,
        "turns_per_second": round(now.turns / report.seconds, 1),
        "decisions": tally.decisions,
        "decisions_per_second": round(now.decisions / report.seconds, 1),
        "seats": [_seat(bot, score, timed) for bot, score in zip(plan.bots, tally.scores, strict=True)],
    }
    if report.part is not None:
        told["part"] = str(report.part)
    if plan.pairs:
        told["ratings"] = [
            {"bot": bot, "rating": round(value, 1), "low": round(low, 1), "high": round(high, 1)}
            for bot, (value, low, high) in zip(plan.bots, report.ratings, strict=True)
        ]
        told["meetings"] = [
            [_seat(bot, score, False) for bot, score in zip(part.match.bots, scores, strict=True)]
            for part, scores in zip(plan.parts, tally.parts, strict=True)
        ]
    return told


def _seat(bot: str, score: BotScore, timed: bool) -> dict[str, Any]:
    value, low, high = (round(100 * part, 2) for part in score.share)
    told: dict[str, Any] = {
        "bot": bot,
        "games": score.games,
        "wins": score.wins,
        "shared": score.shared,
        "percent": value,
        "low": low,
        "high": high,
        "mean_score": score.mean,
        "lead": None if score.lead is None else dict(zip(Estimate._fields, score.lead, strict=True)),
    }
    if timed:
        told["decisions_timed"] = score.times.count
        told["mean_ms"] = round(score.times.mean / 1e6, 6)
        told["p95_ms"] = round(score.times.percentile(USUALLY) / 1e6, 6)
    return told


# For people ----------------------------------------------------------------------------------------------------------


def as_text(report: ArenaReport, timed: bool) -> list[str]:
    tally = report.tally
    lines = [_pace(report)]
    for place, bot in enumerate(report.order, 1):
        score = tally.scores[bot]
        value, low, high = (100 * part for part in score.share)
        lines.append(
            _(
                "{number}. {bot}: {percent:.1f} % ({low:.1f} to {high:.1f}), {wins} won, {shared} shared, "
                "{mean:.1f} points on average."
            ).format(
                number=place,
                bot=report.plan.bots[bot],
                percent=value,
                low=low,
                high=high,
                wins=score.wins,
                shared=score.shared,
                mean=score.mean,
            )
        )
        if (lead := score.lead) is not None:
            lines.append(
                "   "
                + _("{lead:+.1f} points ({low:+.1f} to {high:+.1f}) compared with the mean of its opponents.").format(
                    lead=lead.value, low=lead.low, high=lead.high
                )
            )
        if timed:
            lines.append(f"   {_thinking(score.times)}")
    lines.append(_("In brackets: 95 % intervals, by deals; a shared win counts in parts."))
    if report.plan.pairs:
        lines += ["", _("Ratings on the scale of Elo, where 0 is the mean of these bots:")]
        lines += _columns([[f"{place}.", *row] for place, row in enumerate(_rating_rows(report), 1)], "rlrr")
        lines += ["", _("Share of the wins of the bot on the left against the one above, in %:")]
        lines += _columns(_cross(report), "l" + "r" * len(report.order))
        lines.append("")
    lines.append(_("The seed was {seed}.").format(seed=printable(report.plan.seed)))
    if report.last_deal_is_cut:
        lines.append(
            _("Every bot sits in every chair once a deal; the last deal was not played {bots} times.").format(
                bots=len(report.plan.parts[0].bots)
            )
        )
    if report.part is not None:
        lines.append(
            _("This is part {part}: atlantis arena merge FILE [FILE ...] puts the files of all parts together.").format(
                part=report.part
            )
        )
    return lines


def _pace(report: ArenaReport) -> str:
    now, done = len(report.now.numbers), report.done
    if now == done:
        words = ngettext(
            "{game}: {n} game in {seconds:.1f} seconds, {turns:.0f} turns and {decisions:.0f} decisions a second.",
            "{game}: {n} games in {seconds:.1f} seconds, {turns:.0f} turns and {decisions:.0f} decisions a second.",
            done,
        )
    elif now:
        words = ngettext(
            "{game}: {n} game, {now} of them played now in {seconds:.1f} seconds.",
            "{game}: {n} games, {now} of them played now in {seconds:.1f} seconds.",
            done,
        )
    else:
        words = ngettext(
            "{game}: {n} game, which was played before.", "{game}: {n} games, which were played before.", done
        )
    return words.format(
        game=title(report.plan.game),
        n=done,
        now=now,
        seconds=report.seconds,
        turns=report.now.turns / report.seconds,
        decisions=report.now.decisions / report.seconds,
    )


def _thinking(times: ThinkingTimes) -> str:
    if not times.count:
        return _("No thinking time was measured.")
    return _("It thinks {mean} a decision, and in {usually} of 100 not more than {most}.").format(
        mean=milliseconds(times.mean), usually=USUALLY, most=milliseconds(times.percentile(USUALLY))
    )


def milliseconds(nanoseconds: float) -> str:
    number = nanoseconds / 1e6
    if number >= 10_000:
        return _("{n} s").format(n=f"{number / 1000:.1f}")
    return _("{n} ms").format(n=f"{number:.1f}" if number >= 10 else f"{number:.3f}")


def _rating_rows(report: ArenaReport) -> list[list[str]]:
    return [
        [
            report.plan.bots[bot],
            _signed(report.ratings[bot].value),
            _("({low} to {high})").format(low=_signed(report.ratings[bot].low), high=_signed(report.ratings[bot].high)),
        ]
        for bot in report.order
    ]


def _cross(report: ArenaReport) -> list[list[str]]:
    names = [report.plan.bots[bot] for bot in report.order]
    rows = [["", *names]]
    for bot, name in zip(report.order, names, strict=True):
        shares = [
            "-" if bot == other or not (score := report.between(bot, other)).games else f"{100 * score.share.value:.1f}"
            for other in report.order
        ]
        rows.append([name, *shares])
    return rows


def _signed(value: float) -> str:
    return f"{round(value):+d}" if round(value) else "0"


def _columns(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if side == "l" else cell.rjust(width)
            for cell, width, side in zip(row, widths, sides, strict=True)
        ).rstrip()
        for row in rows
    ]


# For a page ----------------------------------------------------------------------------------------------------------


def as_markdown(report: ArenaReport, timed: bool) -> list[str]:
    """Tables, and the command that makes them again."""
    plan, tally = report.plan, report.tally
    head = [_("Bot"), _("Share of wins"), _("95 % interval"), _("Won"), _("Shared"), _("Games"), _("Mean score")]
    head += [_("Points ahead"), _("95 % interval")]
    rows: list[list[str]] = []
    if plan.pairs:
        head[1:1] = [_("Rating"), _("95 % interval")]
    if timed:
        head += [_("Mean thinking time"), _("95th percentile")]
    for bot in report.order:
        score = tally.scores[bot]
        share = Estimate(*(100 * part for part in score.share))
        row = [plan.bots[bot]]
        if plan.pairs:
            row += [
                _signed(report.ratings[bot].value),
                _range(_signed(report.ratings[bot].low), _signed(report.ratings[bot].high)),
            ]
        row += [f"{share.value:.1f} %", _range(f"{share.low:.1f}", f"{share.high:.1f} %")]
        row += [str(score.wins), str(score.shared), str(score.games), f"{score.mean:.1f}"]
        lead = score.lead
        row += ["", ""] if lead is None else [f"{lead.value:+.1f}", _range(f"{lead.low:+.1f}", f"{lead.high:+.1f}")]
        if timed:
            row += [milliseconds(score.times.mean), milliseconds(score.times.percentile(USUALLY))]
        rows.append(row)
    lines = list(_table(head, rows))
    if plan.pairs:
        first, *others = _cross(report)
        lines += ["", _("Share of wins of the bot on the left against the one above, in %:"), ""]
        lines += _table(first, others)
    return [*lines, "", f"`{report.command()}`"]


def _range(low: str, high: str) -> str:
    return _("{low} to {high}").format(low=low, high=high)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    yield _row(head)
    yield _row([":--", *["--:"] * (len(head) - 1)])
    yield from map(_row, rows)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
