"""How fast is it here? Medians over rounds, on one core, in one run; beside it OpenSpiel's own backgammon. Seconds are those that the processor
has worked for this thread, so that other work on the machine hardly counts.

`python speed.py` prints decisions a second: of a batch of 1,024 games with features and masks, drawn at random and from logits, of the
AEC environment, of single races, and of OpenSpiel's games.
"""

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import furlong

GAMES = 1024


def a_second(rounds: int, work: Callable[[], int]) -> float:
    """The median over rounds of what the work does in a second; it returns how much it has done."""
    work()
    found = []
    for _ in range(rounds):
        begun = time.thread_time()
        done = work()
        found.append(done / (time.thread_time() - begun))
    return statistics.median(found)


def batches(game: str, players: int, rounds: int) -> None:
    batch = furlong.Batch(game, players=players, games=GAMES, seed=1, most_events=1_400)
    arrays, chosen = batch.arrays("features", "mask", "endings", "rewards"), np.zeros(GAMES, np.uint32)
    logits = np.random.default_rng(1).standard_normal((GAMES, batch.actions)).astype(np.float32)
    batch.observe(**arrays)

    def at_random() -> int:
        for _ in range(4):
            batch.sample_uniform(out=chosen)
            batch.step(chosen, **arrays)
        return 4 * GAMES

    def by_logits() -> int:
        for _ in range(4):
            batch.sample(logits, out=chosen)
            batch.step(chosen, **arrays)
        return 4 * GAMES

    print(f"{game}, {players} players, {GAMES} games: {a_second(rounds, at_random):,.0f} decisions a second with features and masks")
    print(f"  drawn from logits: {a_second(rounds, by_logits):,.0f}")


def aec(wrapped: bool) -> Callable[[], int]:
    import furlong.pettingzoo as zoo

    env: Any = (zoo.env if wrapped else zoo.RaceEnv)("animal-race", players=4)
    rng = np.random.default_rng(1)

    def work() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter():
            _, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = info["action_mask"].nonzero()[0]
                env.step(int(legal[int(rng.random() * len(legal))]))
                steps += 1
        return steps

    return work


def races() -> int:
    race, steps = furlong.Race("animal-race", players=4, seed=1), 0
    while race.proceed() is not None:
        legal = race.indices()
        race.play(legal[steps % len(legal)])
        steps += 1
    return steps


def openspiel(name: str) -> Callable[[], int]:
    import pyspiel

    import furlong.openspiel  # noqa: F401

    game, rng = pyspiel.load_game(name), np.random.default_rng(1)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(outcomes[int(np.searchsorted(np.cumsum(chances), rng.random() * 0.999999))])
            else:
                legal = state.legal_actions()
                state.observation_tensor(state.current_player())
                state.apply_action(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return work


def main() -> None:
    rounds = 3 if "--short" in sys.argv else 201
    batches("animal-race", 4, rounds)
    batches("hare-tortoise", 4, rounds)
    batches("gotham", 4, rounds)
    few = max(3, rounds // 10)
    print(f"one Race at a time, from Python: {a_second(few, races):,.0f} decisions a second")
    for title, wrapped in (("RaceEnv", False), ("env, with the wrappers", True)):
        try:
            print(f"PettingZoo, {title}: {a_second(few, aec(wrapped)):,.0f} steps a second, with observations")
        except ImportError:
            print("PettingZoo is not installed")
    for name in ("furlong_animal_race(players=4)", "backgammon"):
        try:
            print(f"OpenSpiel, {name}: {a_second(few, openspiel(name)):,.0f} decisions a second, with observation tensors")
        except ImportError:
            print("OpenSpiel is not installed")


if __name__ == "__main__":
    main()
