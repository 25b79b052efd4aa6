"""A bot for the animal race that models the others from what its seat is told:

    furlong simulate animal-race --bot 'exec:python3 examples/modelling_bot.py' --bot random

Who places cards of an animal has probably bet on it. The bot counts the cards that each other seat places, helps the
animals of its own bets, and keeps its hands off those on which the others seem to have bet.
"""
import json
import random
import sys
from collections import Counter, defaultdict


class Game:
    """One game, from its first line to its last."""

    def __init__(self, message):
        self.seat = message["seat"]
        # For each other seat, the number of cards of each animal that it has placed.
        self.placed = defaultdict(Counter)

    def observe(self, happening):
        """What the seat sees of something that happens, such as {"places": {"seat": 1, "cards": ...}}."""
        placed = happening.get("places")
        if placed and placed["seat"] != self.seat:
            self.placed[placed["seat"]][placed["cards"]["animal"]] += cards(placed["cards"])

    def suspicion(self, animal):
        """The expected number of other seats that have bet on this animal, as far as their cards show."""
        return sum(placed[animal] / (3 + sum(placed.values())) for placed in self.placed.values())

    def choose(self, decision):
        """The index of the action that helps most; the noise decides between equals."""
        bets = decision["view"]["bets"]
        bets = bets["dealt"] + [bets.get("chosen")]
        noise = random.Random(decision["random"])

        def worth(action):
            placement = action.get("place")
            if placement is None:
                return noise.random()
            animal = placement["animal"]
            gain = bets.count(animal) - self.suspicion(animal)
            return cards(placement) * gain + noise.random() / 1000

        worths = [worth(action) for action in decision["actions"]]
        return worths.index(max(worths))


def cards(placement):
    """The number of cards of a placement."""
    return placement.get("plain", 0) + placement.get("howls", 0)


def main():
    games = {}
    for line in sys.stdin:
        message = json.loads(line)
        kind, number = message["type"], message.get("game")
        if kind == "hello":
            print(json.dumps({"protocol": "furlong-bot", "version": 2, "listens": True}), flush=True)
        elif kind == "game":
            games[number] = Game(message)
        elif kind == "told":
            games[number].observe(message["happening"])
        elif kind == "decide":
            print(json.dumps({"action": games[number].choose(message)}), flush=True)
        elif kind == "over":
            del games[number]


main()
