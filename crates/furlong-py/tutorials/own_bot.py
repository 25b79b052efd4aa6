"""A bot of one's own: from a rule of thumb to a measured strength.

In the animal race each player bets on animals and plays cards that move them. The bot of this page places cards where the race, if the
table raced now, would pay most: one look ahead, by the features of the actions. `python own_bot.py` measures it.
"""

import sys

import numpy as np

import furlong

GAME = furlong.Game("animal-race")
NAMES = list(GAME.feature_table("action")["name"])
MEANINGS = dict(zip(NAMES, GAME.feature_table("action")["meaning"]))


class Looker:
    """Takes the action after which its own bets are worth most; of equal ones, any."""

    places = [NAMES.index(name) for name in NAMES if name.startswith("own-points")]

    def choose(self, decision: furlong.Decision) -> int:
        worth = decision.action_features[:, self.places].sum(axis=1)
        best = np.flatnonzero(worth == worth.max())
        return decision.indices[best[decision.random % len(best)]]


def main() -> None:
    deals = 60 if "--short" in sys.argv else 500
    print("The features that it looks at:", *(f"{NAMES[place]}: {MEANINGS[NAMES[place]]}" for place in Looker.places), sep="\n  ")
    ladder = furlong.ladder("animal-race", bots=["random", Looker, "heuristic"], players=2, deals=deals)
    for bot, elo, low, high in zip(*(ladder.ratings[name] for name in ("bot", "elo", "low", "high"))):
        print(f"{bot:10} {elo:6.0f} Elo above random ({low:.0f} to {high:.0f})")
    # A rule of thumb is worth something, and less than the bot that plans.
    row = list(ladder.ratings["bot"]).index("Looker")
    assert ladder.ratings["low"][row] > 0


if __name__ == "__main__":
    main()
