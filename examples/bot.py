"""A bot for any game of furlong: furlong play animal-race --bot 'exec:python3 examples/bot.py'

Reads one JSON object a line and answers each question with one. Without an argument it plays at random;
with `first` it always takes the first legal action.
"""
import json
import random
import sys

greedy = sys.argv[1:] == ["first"]


def choose(question):
    """The index of one of the legal actions. `view` is what the seat knows, `labels` name the actions."""
    count = len(question["actions"])
    if greedy:
        return 0
    # The number comes from the seed of the game, so that the same seed plays the same game again.
    return random.Random(question["random"]).randrange(count)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        # Who we are and what is played: message["game"], ["ruleset"], ["setup"], ["seat"] (from 0).
        if message["version"] != 1:
            sys.exit("this bot speaks version 1 of the protocol")
    elif message["type"] == "choose":
        print(json.dumps({"action": choose(message)}), flush=True)
