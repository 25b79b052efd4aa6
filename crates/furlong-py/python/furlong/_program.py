"""Bots in Python as programs for the command `furlong`."""

from __future__ import annotations

import operator
import sys
from typing import Any

from ._furlong import Decision, Game, IllegalAction


def run_bot(bot: Any) -> None:
    """Runs a bot in Python as a program, so that the command can seat it: `furlong play animal-race --bot 'exec:python my_bot.py'`.

    It answers on standard output until the input ends; what the bot prints goes to standard error. With this as the last line of
    `my_bot.py`, the bot plays:

    >>> furlong.run_bot(lambda decision: decision.indices[0])  # doctest: +SKIP

    Args:
        bot: an object with the method `choose`, a class of which each game makes such an object, or a function of a `Decision`.

    Raises:
        IllegalAction: when the bot chooses an action that is not legal. The command reports it.
    """
    import contextlib
    import json

    answers: Any = sys.stdout
    player: Any = None
    rules: Any = None
    with contextlib.redirect_stdout(sys.stderr):
        for line in sys.stdin:
            message = json.loads(line)
            type_ = message["type"]
            if type_ == "hello":
                answer = {"protocol": "furlong-bot", "version": 2, "listens": hasattr(bot, "observe")}
            elif type_ == "decide":
                answer = {"action": _choice(player, rules.decision(message["view"], message["actions"], message["random"]))}
            else:
                if type_ == "game":
                    player, rules = bot() if isinstance(bot, type) else bot, Game(message["name"]).ruleset(message["ruleset"])
                    _tell(player, "begin", message["seat"])
                elif type_ == "told":
                    player.observe(message["happening"])
                elif type_ == "over" and "places" in message:
                    _tell(player, "over", message["places"], message["shares"])
                continue
            print(json.dumps(answer), file=answers, flush=True)


def _tell(player: Any, method: str, *told: Any) -> None:
    """Calls a method that a bot need not have."""
    if hasattr(player, method):
        getattr(player, method)(*told)


def _choice(player: Any, decision: Decision) -> Any:
    """The place of the chosen action in the list of the legal ones, or the action itself as in records."""
    chosen = player.choose(decision) if hasattr(player, "choose") else player(decision)
    try:
        index = operator.index(chosen)
    except TypeError:
        return chosen
    if index not in decision.indices:
        raise IllegalAction(f"the bot of seat {decision.seat} chose action {index}, which is not legal")
    return decision.indices.index(index)
