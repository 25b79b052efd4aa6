"""Runs of many games, and analyses, with results as columns."""

from __future__ import annotations

import html
import operator
import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from . import _furlong

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from matplotlib.axes import Axes

    from ._furlong import Decision, Game, Race, Ruleset

    AnyBot = str | Callable[[Decision], Any] | type | Any
    AnyRuleset = str | os.PathLike[str] | Mapping[str, Any] | Ruleset | None

_Results = TypeVar("_Results")

Table = dict  # dict[str, np.ndarray]: a column for each name, all of one length
"""Results as columns: a dictionary of one-dimensional arrays of one length. `pandas.DataFrame(table)` and
`polars.DataFrame(table)` take it as it is. Numbers are `float64`, and `NaN` where there is none."""


def _is_same(one: Any, other: Any) -> bool:
    """Equality of results, whose tables have arrays. `NaN` equals `NaN`, as two runs of one seed have it at the same places."""
    import numpy as np

    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other, equal_nan=one.dtype.kind == "f"))
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(_is_same(one[name], other[name]) for name in one)
    return bool(one == other)


def _as_results(results: type[_Results]) -> type[_Results]:
    """Lets results be compared with `==`, which arrays in a tuple refuse, printed as sentences, and shown in notebooks."""

    def __eq__(self: Any, other: object) -> bool:
        return type(other) is type(self) and all(_is_same(one, two) for one, two in zip(self, other))  # type: ignore[call-overload]

    def __str__(self: Any) -> str:
        return "\n".join(self.words + self.warnings)

    def _repr_html_(self: Any) -> str:
        sentences = [f"<p>{html.escape(sentence)}</p>" for sentence in str(self).splitlines()]
        # The games and events of a run are data, too many to be read.
        names = [name for name in self._fields if name not in ("data", "games", "events")]
        tables = [_html_table(name, getattr(self, name)) for name in names if isinstance(getattr(self, name), dict)]
        return "\n".join(sentences + tables)

    for field, text in re.findall(r"^        (\w+): (.+(?:\n            .+)*)", results.__doc__ or "", re.MULTILINE):
        getattr(results, field).__doc__ = " ".join(text.split())
    results.__eq__ = __eq__  # type: ignore[method-assign]
    results.__ne__ = lambda self, other: not self == other  # type: ignore[method-assign]
    results.__hash__ = None  # type: ignore[assignment]
    # In a terminal, all those arrays would hide what was found.
    results.__repr__ = lambda self: f"<{type(self).__name__}: {str(self).partition(chr(10))[0]}>"  # type: ignore[method-assign]
    if "__str__" not in vars(results):
        results.__str__ = __str__  # type: ignore[method-assign]
    results._repr_html_ = _repr_html_  # type: ignore[attr-defined]
    return results


def _html_table(name: str, table: dict[str, np.ndarray]) -> str:
    """A table of results as HTML."""

    def cell(value: Any) -> str:
        return f"{value:.4g}" if isinstance(value, float) else html.escape(str(value))

    head = "".join(f"<th>{html.escape(column)}</th>" for column in table)
    rows = ("".join(f"<td>{cell(value)}</td>" for value in row) for row in zip(*(column.tolist() for column in table.values())))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><caption>{html.escape(name)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _html_rules(ruleset: Ruleset, board: str) -> str:
    """A ruleset as HTML: its board, and its rules in brief. Indented lines keep their spaces."""
    title = f"<p><b>{html.escape(ruleset.name)}</b>, a ruleset of {ruleset.game}: {html.escape(ruleset.about)}</p>"
    rules = [f'<p style="white-space: pre-wrap">{html.escape(line)}</p>' for line in ruleset.words]
    made_up = [f"<p>Reconstructed: {html.escape(part)}.</p>" for part in ruleset.reconstructed]
    return "\n".join([title, board, *made_up, "<details><summary>The rules in brief</summary>", *rules, "</details>"])


def _axes(axes: Axes | None) -> Axes:
    """The axes to draw on, or new ones."""
    if axes is not None:
        return axes
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("a plot needs matplotlib: pip install furlong[plot]") from error
    return plt.subplots()[1]


def _plot_intervals(axes: Axes | None, table: dict[str, np.ndarray], names: str, value: str, label: str) -> Axes:
    """Draws a point with its 95 % interval for each row of a table, the first one on top."""
    axes = _axes(axes)
    middle, places = table[value], range(len(table[value]))
    # An end may be rounded past its middle.
    reach = [(middle - table["low"]).clip(0), (table["high"] - middle).clip(0)]
    axes.errorbar(middle, places, xerr=reach, fmt="o", capsize=3)
    axes.set_yticks(places, [str(name) for name in table[names]])
    axes.invert_yaxis()
    axes.set_xlabel(f"{label}, with 95 % intervals")
    return axes


@_as_results
class Run(NamedTuple):
    """The results of `simulate`.

    >>> run = furlong.simulate("animal-race", bots=["heuristic", "random"], players=2, deals=10)
    >>> run.scores["bot"].tolist(), len(run.games["rounds"])
    (['heuristic', 'random'], 20)

    Attributes:
        games: one row for each game: `deal`, `seating` (the line-up is rotated by this many seats), `events`, `is_over`,
            `forfeited_by` (a seat, or -1), `share_0` and so on (the share of the win of each seat), `bot_0` and so on where
            bots differ, and one column for each metric.
        metrics: one row for each metric: `metric`, `about`, `aspect`, `scale`, `mean` with its 95 % interval `low` to `high`,
            `deviation`, `least`, `median`, `most`, `games`.
        scores: one row for each bot: `bot`, `share` (of the win per seat) with its 95 % interval `low` to `high`.
        words: the answer in sentences.
        warnings: what is to be heeded: repeated games, forfeits.
        data: the setting, the tests of equal seats, the endings, the luck.
    """

    games: dict[str, np.ndarray]
    metrics: dict[str, np.ndarray]
    scores: dict[str, np.ndarray]
    words: list[str]
    warnings: list[str]
    data: dict[str, Any]

    def plot(self, metric: str | None = None, axes: Axes | None = None) -> Axes:
        """Draws each bot's share of wins with its 95 % interval, or the distribution of a metric over the games. Needs matplotlib.

        Args:
            metric: a column of `games`, such as `"rounds"`.
            axes: the axes to draw on; new ones without it.
        """
        if metric is None:
            return _plot_intervals(axes, self.scores, "bot", "share", "share of wins")
        if metric not in self.metrics["metric"]:
            raise _furlong.UnknownName(f"there is no metric `{metric}`; there are: {', '.join(self.metrics['metric'])}")
        values = self.games[metric]
        axes = _axes(axes)
        axes.hist(values[values == values], bins="auto")
        axes.set_xlabel(metric)
        axes.set_ylabel("games")
        return axes


@_as_results
class Comparison(NamedTuple):
    """The results of `compare`.

    >>> comparison = furlong.compare("animal-race", ["classic", "course"], bots="random", players=2, deals=10)
    >>> comparison.find("rounds")["verdict"] in ("more", "less", "open")
    True

    Attributes:
        differences: one row for each metric of each ruleset but the first: `base`, `other`, `metric`, `aspect`, the means
            `of_base` and `of_other`, their `difference` with its 95 % interval `low` to `high`, `effect` (in standard
            deviations of a deal), `p` (corrected for the number of tests), `raw_p`, `verdict` (`more`, `less`, `open` or
            `unfinished`), `deals`.
        words: the answer in sentences.
        warnings: what is to be heeded.
        data: the settings, the number of tests, the comparisons of seats.
    """

    differences: dict[str, np.ndarray]
    words: list[str]
    warnings: list[str]
    data: dict[str, Any]

    def plot(self, axes: Axes | None = None) -> Axes:
        """Draws the difference of each metric from the first ruleset, in standard deviations of a deal. Needs matplotlib.

        Args:
            axes: the axes to draw on; new ones without it.
        """
        table, several = self.differences, len(set(self.differences["other"])) > 1
        names = [f"{metric} ({other})" if several else metric for metric, other in zip(table["metric"], table["other"])]
        # The interval is in the unit of its metric. A difference of 0 has no deviation, and its interval is left out.
        unit = [of_effect / difference if difference else float("nan") for difference, of_effect in zip(table["difference"], table["effect"])]
        shown = {"metric": names, "effect": table["effect"], "low": table["low"] * unit, "high": table["high"] * unit}
        axes = _plot_intervals(axes, shown, "metric", "effect", "difference in standard deviations of a deal")
        axes.axvline(0, linestyle="--", linewidth=1)
        return axes

    def find(self, metric: str, other: str | None = None) -> dict[str, Any]:
        """The row of a metric; with several others, of the one with this name."""
        table = self.differences
        for row in range(len(table["metric"])):
            if table["metric"][row] == metric and other in (None, table["other"][row]):
                return {name: column[row] for name, column in table.items()}
        raise _furlong.UnknownName(f"there is no metric `{metric}`; there are: {', '.join(dict.fromkeys(table['metric']))}")


@_as_results
class Ladder(NamedTuple):
    """The results of `ladder`.

    >>> ladder = furlong.ladder("animal-race", bots=["random", "heuristic"], players=2, deals=10)
    >>> ladder.ratings["bot"].tolist()
    ['heuristic', 'random']

    Attributes:
        ratings: one row for each bot: `bot`, `elo` above the first bot, its 95 % interval `low` to `high`, `games`.
        pairings: one row for each two bots: the one that is `alone`, the one in all the `rest` of the seats, the `share` of
            the win of the one alone with its 95 % interval `low` to `high`, `deals`.
        warnings: what is to be heeded.
    """

    ratings: dict[str, np.ndarray]
    pairings: dict[str, np.ndarray]
    warnings: list[str]

    def __str__(self) -> str:
        rows = zip(*(self.ratings[name] for name in ("bot", "elo", "low", "high", "games")))
        rated = [f"{bot}: {elo:+.0f} Elo ({low:+.0f} to {high:+.0f}) in {games:.0f} games" for bot, elo, low, high, games in rows]
        return "\n".join(rated + self.warnings).replace("+nan", "unbounded")

    def plot(self, axes: Axes | None = None) -> Axes:
        """Draws the rating of each bot with its 95 % interval. Needs matplotlib.

        Args:
            axes: the axes to draw on; new ones without it.
        """
        return _plot_intervals(axes, self.ratings, "bot", "elo", f"Elo above {self.ratings['bot'][0]}")


@_as_results
class Check(NamedTuple):
    """The results of `check`.

    >>> furlong.check("gotham", goals="goals.rounds = { above = 1 }", bots="random", players=2).findings["verdict"].tolist()
    ['met']

    Attributes:
        findings: one row for each goal: `goal`, `verdict` (`met`, `missed`, `open` or `unfinished`), `value` with the interval
            `low` to `high`, the distance from the limits `off` and `off_at_least`, `deals`.
        is_met: `True` when all goals are met.
        words: the answer in sentences.
        warnings: what is to be heeded.
        data: the whole check.
    """

    findings: dict[str, np.ndarray]
    is_met: bool
    words: list[str]
    warnings: list[str]
    data: dict[str, Any]


@_as_results
class Analysis(NamedTuple):
    """The results of `analyse`.

    >>> race = furlong.Race("animal-race", players=2, seed=1)
    >>> _ = race.play_out("random", most_events=20)
    >>> sorted(furlong.analyse(race, bot="random", playouts=2, worlds=0).seats)
    ['loss', 'loss_error', 'luck', 'others', 'own', 'result', 'start']

    Attributes:
        events: one row for each event: `number`, `round`, `seat` (-1 for chance), `choices`, `before_0` and so on and
            `after_0` and so on (the value for each seat before and after it: its expected share of the win), and for a
            decision between several actions `taken` and `best` (as JSON), `loss` (the share of the win that it lost, from what
            the seat knew) and `error` (the reach of its 95 % interval).
        seats: one row for each seat: `start` + `luck` + `own` + `others` = `result`, all in shares of the win; `loss` by
            mistakes, `loss_error`.
        data: the whole analysis, as the command `furlong analyse --json` writes it.
    """

    events: dict[str, np.ndarray]
    seats: dict[str, np.ndarray]
    data: dict[str, Any]

    def __str__(self) -> str:
        parts = ("start", "luck", "own", "others", "result", "loss")
        rows = enumerate(zip(*(100 * self.seats[name] for name in parts)))
        return "\n".join(
            f"seat {seat}: start {start:.1f}, luck {luck:+.1f}, own choices {own:+.1f}, others' choices {others:+.1f}, "
            f"result {result:.1f} points out of 100; mistakes cost {loss:.1f}"
            for seat, (start, luck, own, others, result, loss) in rows
        )


_MOST_DEALS = 100_000_000
"""More deals than this do not fit into memory."""


def _limit(*numbers: tuple[str, int | None, int]) -> None:
    """Raises unless each number is from 0 to its limit."""
    for name, value, most in numbers:
        if value is not None and not 0 <= operator.index(value) <= most:
            raise _furlong.ArgumentError(f"{name} must be from 0 to {most}, not {value}")


def _terms(
    players: int | None,
    options: Mapping[str, Any] | None,
    deals: int,
    seed: int,
    openings: int,
    most_events: int,
    most_unfinished: float,
    luck: bool | None,
    forfeit: bool,
    threads: int | None,
) -> dict[str, Any]:
    _limit(
        ("deals", deals, _MOST_DEALS),
        ("seed", seed, 2**64 - 1),
        ("openings", openings, 2**32 - 1),
        ("most_events", most_events, 2**32 - 1),
        ("threads", threads, 1_024),
    )
    if not 0 <= most_unfinished <= 1:
        raise _furlong.ArgumentError(f"most_unfinished must be from 0 to 1, not {most_unfinished}")
    return {
        "players": players,
        "options": sorted((name, str(value)) for name, value in (options or {}).items()),
        "deals": deals,
        "seed": seed,
        "openings": openings,
        "most_events": most_events,
        "most_unfinished": most_unfinished,
        "luck": luck,
        "forfeit": forfeit,
        "threads": threads,
    }


def simulate(
    game: str | Game,
    ruleset: AnyRuleset = None,
    *,
    bots: AnyBot | Sequence[AnyBot] | None = None,
    players: int | None = None,
    deals: int = 100,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    openings: int = 0,
    most_events: int = 20_000,
    most_unfinished: float = 0.01,
    luck: bool | None = None,
    forfeit: bool = False,
    threads: int | None = None,
) -> Run:
    """Measures one ruleset, or bots against each other.

    >>> run = furlong.simulate("animal-race", bots=["heuristic", "random"], players=2, deals=10)
    >>> run.metrics["metric"][:3].tolist()
    ['unfinished', 'forfeited', 'decisions']

    Args:
        game: its name, or a `Game`.
        ruleset: as for `Game.ruleset`, or nothing for the default one.
        bots: one bot for all seats, or a sequence with one for each: names, or bots in Python (a class of which each game makes an
            object, an object, or a function of a `Decision`). Without it the usual bot.
        players: the number of players; by default the smallest allowed one from two on.
        deals: the number of deals. Each is played in every seating of the bots.
        seed: the seed of all randomness. The same seed gives the same results on any number of threads.
        options: the options of the set-up, by name.
        openings: the number of decisions at the start of each game that are drawn at random.
        most_events: the limit of events; a longer game counts as unfinished.
        most_unfinished: the greatest share of unfinished games with which figures are judged.
        luck: takes luck out of the shares of the win, so that intervals become narrower; without it where it helps.
        forfeit: a bot that fails loses only that game; else its failure ends the run.
        threads: the number of threads; one for each processor without it.

    Raises:
        BotError: when a bot fails; the exception of a bot in Python is its cause.
    """
    terms = _terms(players, options, deals, seed, openings, most_events, most_unfinished, luck, forfeit, threads)
    return Run(**_furlong._simulate(game, ruleset, bots, terms))


def compare(
    game: str | Game,
    rulesets: Sequence[AnyRuleset],
    *,
    bots: AnyBot | Sequence[AnyBot] | None = None,
    players: int | None = None,
    deals: int = 100,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    openings: int = 0,
    most_events: int = 20_000,
    most_unfinished: float = 0.01,
    luck: bool | None = None,
    forfeit: bool = False,
    threads: int | None = None,
) -> Comparison:
    """Compares rulesets on common deals, each with the first. The arguments are those of `simulate`.

    >>> furlong.compare("animal-race", ["classic", "course"], bots="random", players=2, deals=10).find("rounds")["deals"].item()
    10.0
    """
    terms = _terms(players, options, deals, seed, openings, most_events, most_unfinished, luck, forfeit, threads)
    rulesets = list(rulesets)
    if len(rulesets) > 100:
        raise _furlong.ArgumentError(f"a comparison has at most 100 rulesets, not {len(rulesets)}")
    return Comparison(**_furlong._compare(game, rulesets, bots, terms))


def ladder(
    game: str | Game,
    ruleset: AnyRuleset = None,
    *,
    bots: Sequence[AnyBot],
    players: int | None = None,
    deals: int = 100,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    openings: int = 0,
    most_events: int = 20_000,
    most_unfinished: float = 0.01,
    forfeit: bool = False,
    threads: int | None = None,
) -> Ladder:
    """Rates bots in Elo above the first of them, by a round robin: of every two, one has a single seat, each in turn on the same
    deal, and the other all others. The arguments are those of `simulate`.

    >>> furlong.ladder("animal-race", bots=["random", "heuristic"], players=2, deals=10).ratings["games"].tolist()
    [20.0, 20.0]
    """
    terms = _terms(players, options, deals, seed, openings, most_events, most_unfinished, None, forfeit, threads)
    return Ladder(**_furlong._ladder(game, ruleset, bots, terms))


def check(
    game: str | Game,
    ruleset: AnyRuleset = None,
    *,
    goals: str | os.PathLike[str],
    bots: AnyBot | Sequence[AnyBot] | None = None,
    players: int | None = None,
    deals: int = 1_000,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    openings: int = 0,
    most_events: int = 20_000,
    most_unfinished: float = 0.01,
    threads: int | None = None,
) -> Check:
    """Checks that a ruleset meets goals: plays until each is decided, at most `deals` deals.

    >>> furlong.check("gotham", goals="goals.rounds = { above = 1 }", bots="random", players=2).is_met
    True

    Args:
        goals: TOML as text, `"[goals]\\nrounds = { within = [8, 10] }"`, or the path of a file (a `pathlib.Path`, or a text that ends in `.toml`).

    The other arguments are those of `simulate`.
    """
    terms = _terms(players, options, deals, seed, openings, most_events, most_unfinished, None, False, threads)
    return Check(**_furlong._check(game, ruleset, goals, bots, terms))


def analyse(
    race: Race,
    *,
    bot: str | None = None,
    random_errors: int | None = None,
    playouts: int = 100,
    worlds: int = 400,
    seed: int = 1,
) -> Analysis:
    """Tells luck from choices in a race so far.

    >>> race = furlong.Race("animal-race", players=2, seed=1)
    >>> _ = race.play_out("random", most_events=20)
    >>> len(furlong.analyse(race, bot="random", playouts=2, worlds=0).events["number"])
    20

    Args:
        race: the race.
        bot: the bot of the playouts that value positions; the usual one without it.
        random_errors: the percentage of its decisions that chance takes.
        playouts: the number of playouts from each position, at least 2.
        worlds: the number of worlds in which each decision is judged, at least 4, or 0 to judge none.
        seed: the seed of the playouts.
    """
    _limit(
        ("random_errors", random_errors, 100),
        ("playouts", playouts, 1_000_000),
        ("worlds", worlds, 1_000_000),
        ("seed", seed, 2**64 - 1),
    )
    asked = {"bot": bot, "random_errors": random_errors, "playouts": playouts, "worlds": worlds, "seed": seed}
    return Analysis(**race._analyse(asked))
