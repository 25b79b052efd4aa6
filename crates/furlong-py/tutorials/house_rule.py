"""A house rule, measured: does a shorter track make the animal race shorter, and the seats less fair?

`python house_rule.py` plays both rulesets on common deals, and reads the answer from a table of columns.
"""

import sys

import furlong

HOUSE = """
[ruleset]
name = "short"
extends = "classic"

[track]
tiles = 8
"""


def main() -> None:
    deals = 100 if "--short" in sys.argv else 2_000
    game = furlong.Game("animal-race")
    short = game.ruleset(text=HOUSE)
    found = furlong.compare(game, ["classic", short], bots="heuristic", players=4, deals=deals, seed=1)
    print(*found.words, sep="\n")

    # The table is a dictionary of columns: `pandas.DataFrame(found.differences)` takes it as it is.
    table = found.differences
    beyond_chance = table["p"] < 0.05
    for metric, value, low, high in zip(*(table[name][beyond_chance] for name in ("metric", "difference", "low", "high"))):
        print(f"{metric:20} {value:+8.3f}  ({low:+.3f} to {high:+.3f})")

    rounds = found.find("rounds")
    assert rounds["verdict"] == "less" and rounds["high"] < 0


if __name__ == "__main__":
    main()
