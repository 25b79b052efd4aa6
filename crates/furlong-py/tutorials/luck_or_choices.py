"""Luck or choices: what decided a game?

`python luck_or_choices.py` plays a game of the animal race for two, values every position by playouts, judges each decision from what its seat
knew, and draws the course of the game to `luck_or_choices.svg`.
"""

import sys

import numpy as np

import furlong


def main() -> None:
    is_short = "--short" in sys.argv
    race = furlong.Race("animal-race", players=2, seed=5)
    race.play_out(["heuristic", "random"])
    found = furlong.analyse(race, bot="random", playouts=20 if is_short else 200, worlds=20 if is_short else 400)

    for seat in range(race.players):
        start, luck, own, others, result = (found.seats[name][seat] for name in ("start", "luck", "own", "others", "result"))
        print(f"seat {seat}: {start:.2f} {luck:+.2f} by luck {own:+.2f} by own choices {others:+.2f} by the other = {result:.2f}")
        assert abs(start + luck + own + others - result) < 1e-9

    events = found.events
    sure = np.flatnonzero(events["loss"] > events["error"])
    for event in sure[np.argsort(-events["loss"][sure])][:3]:
        print(f"event {events['number'][event]:.0f}: {events['taken'][event]} instead of {events['best'][event]} lost {events['loss'][event]:.0%}")

    try:
        import matplotlib
    except ImportError:
        print("matplotlib is not installed: no picture")
        return
    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 3))
    axes.step(events["number"], events["after_0"], where="post", color="black", linewidth=1)
    for seat, colour, name in ((-1, "tab:gray", "chance"), (0, "tab:blue", "seat 0"), (1, "tab:orange", "seat 1")):
        of_seat = events["seat"] == seat
        axes.scatter(events["number"][of_seat], events["after_0"][of_seat], s=9, color=colour, label=name)
    axes.set(xlabel="event", ylabel="expected share of seat 0", ylim=(0, 1))
    axes.legend()
    if not is_short:
        figure.savefig("luck_or_choices.svg")


if __name__ == "__main__":
    main()
