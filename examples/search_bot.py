"""A bot for any game of furlong that searches with the rules of furlong, and knows none itself:

    furlong play animal-race --bot 'exec:python3 examples/search_bot.py'
    furlong ladder gotham --players 2 --bot 'exec:python3 examples/search_bot.py 300' --bot random

It asks `furlong rules-server` for playouts from its view, in worlds that agree with it. All actions get a few, then the
better half gets as many again, until one is left. The first argument is the number of playouts of a decision, 200 when it
is missing; the second is the bot that plays them, `random` when it is missing. Random games of Hare & Tortoise are long:
`heuristic` is quicker there. The variable FURLONG names the command, where it is not on the path.
"""
import json
import os
import subprocess
import sys

BUDGET = int(sys.argv[1]) if len(sys.argv) > 1 else 200
PLAYER = sys.argv[2] if len(sys.argv) > 2 else "random"


class Rules:
    """The rules of one game, which answer a line with a line."""

    def __init__(self, name):
        command = [os.environ.get("FURLONG", "furlong"), "rules-server", name]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, request):
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


def choose(rules, seat, decision):
    """The action with the largest share of the win over playouts, by halving."""
    actions, asked = decision["actions"], 0
    while len(actions) > 1:
        rounds = (len(actions) - 1).bit_length()
        count = max(1, (BUDGET - asked) // (len(actions) * rounds))
        answer = rules.ask({
            "type": "playouts", "view": decision["view"], "actions": actions, "count": count, "player": PLAYER,
            # Other worlds in each round; the same ones when the game is played again.
            "random": decision["random"] + len(actions),
        })
        asked += count * len(actions)
        ranked = sorted(answer["values"], key=lambda value: -value["shares"][seat])
        actions = [value["action"] for value in ranked[: (len(actions) + 1) // 2]]
    return actions[0]


def main():
    servers, seats, games = {}, {}, {}
    for line in sys.stdin:
        message = json.loads(line)
        kind, number = message["type"], message.get("game")
        if kind == "hello":
            print(json.dumps({"protocol": "furlong-bot", "version": 2}), flush=True)
        elif kind == "game":
            name = message["name"]
            games[number], seats[number] = name, message["seat"]
            if name not in servers:
                servers[name] = Rules(name)
            # The line of the game is the request that sets the ruleset.
            servers[name].ask(message)
        elif kind == "decide":
            action = choose(servers[games[number]], seats[number], message)
            print(json.dumps({"action": action}), flush=True)
        elif kind == "over":
            del games[number], seats[number]


main()
