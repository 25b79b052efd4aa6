"""Race games under many rulesets, for those who learn and measure.

`Race` plays one game, `Batch` many side by side in numpy arrays; `simulate`, `compare`, `ladder` and `check` measure rules and
bots over many games, and `analyse` tells luck from choices in one. `furlong.gymnasium`, `furlong.pettingzoo` and
`furlong.openspiel` offer the games in the forms of those packages, which are needed only there.

Seats are counted from 0, places from 1. All exceptions are of the family `Error`, except for arguments of a wrong type.
"""

from ._furlong import (
    ArgumentError,
    ArrayError,
    Batch,
    Bot,
    BotError,
    Decision,
    Error,
    Game,
    IllegalAction,
    InUse,
    Race,
    RecordError,
    Ruleset,
    RulesetError,
    UnknownName,
    __version__,
    games,
)
from ._program import run_bot
from ._runs import Analysis, Check, Comparison, Ladder, Run, Table, analyse, check, compare, ladder, simulate

resume = Race.resume


def _ruleset(game: str, text: str) -> Ruleset:
    """The ruleset that was pickled as text."""
    return Game(game).ruleset(text=text)


_bot = Bot._of


def _batch(saved: str, bots: object) -> Batch:
    """The batch that was pickled as text, with its bots."""
    batch = Batch.load(saved)
    if bots is not None:
        batch.sit(bots)  # type: ignore[arg-type]
    return batch


__all__ = [
    "Analysis",
    "ArgumentError",
    "ArrayError",
    "Batch",
    "Bot",
    "BotError",
    "Check",
    "Comparison",
    "Decision",
    "Error",
    "Game",
    "IllegalAction",
    "InUse",
    "Ladder",
    "Race",
    "RecordError",
    "Ruleset",
    "RulesetError",
    "Run",
    "Table",
    "UnknownName",
    "__version__",
    "analyse",
    "check",
    "compare",
    "games",
    "ladder",
    "resume",
    "run_bot",
    "simulate",
]
