"""A policy that learns to beat `heuristic`, with numpy alone.

A small network scores the legal actions of a view. First it imitates `heuristic`, from races that this bot plays against itself. Then it plays
one seat of many games of the animal race for two, the bot of the library plays the other, all in one `furlong.Batch`; and what was
played in games that went better than expected becomes more likely (proximal policy optimization). `python learn.py` learns for some
minutes, measures the policy as a bot in Python on fresh deals in both seats, and asserts with an interval that it wins more than half of
the games: 51.7 % (50.8 to 52.5) of 8,000, after two minutes and a half of a processor. With `--short` it learns for some seconds, and has
to beat `random`.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # Small matrices are multiplied fastest on one.
import numpy as np  # noqa: E402

import furlong  # noqa: E402

GAME = furlong.Game("animal-race")
GAMES = 512
HIDDEN = 64


class Adam:
    """Steps of a size of their own for each weight."""

    def __init__(self, weights: list[np.ndarray]) -> None:
        self.weights, self.time = weights, 0
        self.means = [np.zeros_like(weight) for weight in weights]
        self.squares = [np.zeros_like(weight) for weight in weights]

    def step(self, gradients: list[np.ndarray], pace: float) -> None:
        self.time += 1
        fast = pace * np.sqrt(1 - 0.999**self.time) / (1 - 0.9**self.time)
        for weight, gradient, mean, square in zip(self.weights, gradients, self.means, self.squares):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            weight -= (fast * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


class Policy:
    """score(action) = out . relu(of_view . view + of_action . action + bias), and value = sigmoid(worth . view)."""

    name = "learner"

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        normal = lambda *shape: (rng.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)  # noqa: E731
        self.of_view, self.of_action = normal(GAME.features, HIDDEN), normal(GAME.action_features, HIDDEN)
        self.bias, self.out = np.zeros(HIDDEN, np.float32), 0.1 * normal(HIDDEN)
        self.worth = np.zeros(GAME.features, np.float32)
        self.adam = Adam([self.of_view, self.of_action, self.bias, self.out, self.worth])

    def scores(self, views: np.ndarray, actions: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The hidden units and the score of each legal action; `counts` says how many each view has."""
        hidden = actions @ self.of_action + np.repeat(views @ self.of_view + self.bias, counts, axis=0)
        np.maximum(hidden, 0, out=hidden)
        return hidden, hidden @ self.out

    def choose(self, decision: furlong.Decision) -> int:
        """As a bot: the action with the highest score."""
        rows = decision.action_features
        _, scores = self.scores(decision.features[None], rows, np.array([len(rows)]))
        return decision.indices[int(scores.argmax())]

    def value(self, views: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(-(views @ self.worth)))

    def learn(self, part: dict[str, np.ndarray], pace: float) -> None:
        """One step on some decisions."""
        views, actions, counts = part["views"], part["actions"], part["counts"]
        starts = np.cumsum(counts) - counts
        hidden, scores = self.scores(views, actions, counts)
        chances = softmax(scores, starts, counts)
        chosen = starts + part["chosen"]
        push = np.full(len(views), 1 / len(views), np.float32)  # To imitate is to push all that was chosen alike.
        if "advantages" in part:
            ratio = chances[chosen] / part["chances"]
            better, worse = part["advantages"] > 0, part["advantages"] < 0
            is_new = ~((better & (ratio > 1.2)) | (worse & (ratio < 0.8)))
            push *= np.where(is_new, part["advantages"] * ratio, 0)
        logs = np.log(chances + 1e-9)
        entropy = -np.add.reduceat(chances * logs, starts)
        slope = chances * np.repeat(push, counts)
        slope[chosen] -= push
        slope += 0.001 / len(views) * chances * (logs + np.repeat(entropy, counts))
        back = np.outer(slope, self.out) * (hidden > 0)
        by_view = np.add.reduceat(back, starts, axis=0)
        off = (self.value(views) - part["results"]) / len(views)
        gradients = [views.T @ by_view, actions.T @ back, by_view.sum(axis=0), hidden.T @ slope, views.T @ off]
        self.adam.step(gradients, pace)


def softmax(scores: np.ndarray, starts: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The chance of each legal action, list by list."""
    most = np.repeat(np.maximum.reduceat(scores, starts), counts)
    weights = np.exp(scores - most)
    return weights / np.repeat(np.add.reduceat(weights, starts), counts)


def played(batch: furlong.Batch, own: np.ndarray, policy: Policy) -> tuple[dict[str, np.ndarray], float]:
    """Plays all games of a batch to their end, and returns the decisions of the own seats, and the share of the win."""
    kept: dict[str, list[Any]] = {name: [] for name in ("views", "actions", "counts", "chosen", "chances", "games")}
    arrays, shares = batch.arrays("features", "endings", "rewards"), np.zeros(GAMES, np.float32)
    batch.reset()
    while True:
        arrays["endings"][:] = 0
        batch.play_bots(own, endings=arrays["endings"], rewards=arrays["rewards"])
        note(arrays, own, shares)
        lists = batch.list(features=True)
        ends = lists["ends"]
        counts = np.diff(ends, prepend=0)
        asked = np.flatnonzero(counts)
        if not len(asked):
            return {name: np.concatenate(parts) for name, parts in kept.items()} | {"shares": shares}, float(shares.mean())
        batch.observe(features=arrays["features"])
        views = arrays["features"][asked]
        _, scores = policy.scores(views, lists["features"], counts[asked])
        indices = batch.sample_listed(scores)
        starts = (ends - counts)[asked]
        chosen = np.array([np.searchsorted(lists["indices"][b : b + n], i) for b, n, i in zip(starts, counts[asked], indices[asked])])
        for name, part in (
            ("views", views),
            ("actions", lists["features"]),
            ("counts", counts[asked]),
            ("chosen", chosen),
            ("chances", softmax(scores, starts, counts[asked])[starts + chosen]),
            ("games", asked),
        ):
            kept[name].append(part)
        waiting = np.full(GAMES, batch.WAIT, np.uint32)
        waiting[asked] = indices[asked]
        batch.step(waiting, endings=arrays["endings"], rewards=arrays["rewards"])
        note(arrays, own, shares)


def note(arrays: dict[str, np.ndarray], own: np.ndarray, shares: np.ndarray) -> None:
    """Notes the share of the win of the own seat where a game has just ended."""
    over = np.flatnonzero(arrays["endings"])
    shares[over] = arrays["rewards"][over, own[over]]


def parts_of(kept: dict[str, np.ndarray], rng: np.random.Generator, size: int) -> Any:
    """The decisions in parts, in random order."""
    starts = np.cumsum(kept["counts"]) - kept["counts"]
    order = rng.permutation(len(kept["counts"]))
    for begin in range(0, len(order), size):
        rows = order[begin : begin + size]
        counts = kept["counts"][rows]
        places = np.repeat(starts[rows] - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
        yield {name: column[rows] for name, column in kept.items() if name not in ("actions", "shares")} | {
            "actions": kept["actions"][places]
        }


def seen(teacher: str, races: int) -> dict[str, np.ndarray]:
    """The decisions of a bot that plays against itself, with the share of the win that its seat had in the end."""
    kept: dict[str, list[Any]] = {name: [] for name in ("views", "actions", "counts", "chosen", "results")}
    for seed in range(races):
        race = furlong.Race(GAME, players=2, seed=seed)
        bot, seats = race.bot(teacher), []
        while (seat := race.proceed()) is not None:
            indices = race.indices()
            kept["views"].append(race.features())
            kept["actions"].append(race.action_features())
            kept["counts"].append(len(indices))
            kept["chosen"].append(indices.index(GAME.index(race.ask(bot))))
            seats.append(seat)
        kept["results"].extend(np.array(race.returns(), np.float32)[seats])
    actions = np.concatenate(kept.pop("actions"))
    return {name: np.array(parts) for name, parts in kept.items()} | {"actions": actions}


def learned(opponent: str, races: int, lessons: int, seed: int) -> Policy:
    policy, rng, begun = Policy(seed), np.random.default_rng(seed), time.perf_counter()
    kept = seen(opponent, races)
    for epoch in range(8):
        for part in parts_of(kept, rng, 1024):
            policy.learn(part, 3e-3 * (1 - epoch / 8))
    print(f"imitated {len(kept['counts'])} decisions, {time.perf_counter() - begun:.0f} s", flush=True)
    policy.adam = Adam(policy.adam.weights)
    batch = furlong.Batch(GAME, players=2, games=GAMES, seed=seed, reset="DISABLED")
    batch.sit(opponent)
    own = (np.arange(GAMES) % 2).astype(np.uint8)
    for lesson in range(lessons):
        kept, share = played(batch, own, policy)
        kept["results"] = kept["shares"][kept["games"]]
        advantages = kept["results"] - policy.value(kept["views"])
        kept["advantages"] = ((advantages - advantages.mean()) / (advantages.std() + 1e-6)).astype(np.float32)
        for _ in range(3):
            for part in parts_of(kept, rng, 2048):
                policy.learn(part, 1e-3 * (1 - 0.9 * lesson / lessons))
        if lesson % 10 == 0 or lesson == lessons - 1:
            seconds = time.perf_counter() - begun
            print(f"lesson {lesson + 1}, {seconds:.0f} s: {share:.1%} of the wins against {opponent}", flush=True)
    return policy


def main() -> None:
    is_short = "--short" in sys.argv
    races, lessons, deals = (40, 2, 100) if is_short else (2_000, 260, 4_000)
    policy = learned("heuristic", races, lessons, seed=1)
    opponent = "random" if is_short else "heuristic"
    run = furlong.simulate(GAME, bots=[policy, opponent], players=2, deals=deals, seed=77)
    share, low, high = (float(run.scores[name][0]) for name in ("share", "low", "high"))
    print(f"on {deals} fresh deals in both seats: {share:.1%} ({low:.1%} to {high:.1%}) against {opponent}")
    assert low > 0.5


if __name__ == "__main__":
    main()
