"""A bot for any game of furlong: furlong play animal-race --bot 'exec:python3 examples/bot.py'

Reads one JSON object a line and answers the hello and each decision with one. Without an argument it plays at random;
with `first` it always takes the first legal action.
"""
import json
import random
import sys

greedy = sys.argv[1:] == ["first"]


def answer(message):
    print(json.dumps(message), flush=True)


def choose(decision):
    """The index of one of the legal actions. `view` is what the seat knows, `labels` name the actions."""
    if greedy:
        return 0
    # The number comes from the seed of the game, so that the same seed plays the same game again.
    return random.Random(decision["random"]).randrange(len(decision["actions"]))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer({"protocol": "furlong-bot", "version": 2})
    elif message["type"] == "decide":
        answer({"action": choose(message)})
