"""The games as PettingZoo environments: `furlong.pettingzoo.env("animal-race", players=4)`.

Agents are `seat_0` and so on. An observation is the features of the agent's view: `float32` of the shape (features,), each from -1 to 1. An
action is an index in the vocabulary of the game (`docs/encoding.md`), and `infos[agent]["action_mask"]` has the legal ones: `int8` of the shape
(actions,). The reward is the share of the win, at the end of the game. Seats that choose in secret at the same time do so one after the
other, and see nothing of each other's choice.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from ._furlong import ArgumentError, Game, IllegalAction, Race, Ruleset
from ._whole import whole

__all__ = ["RaceEnv", "env", "raw_env"]


class RaceEnv(AECEnv[str, Any, Any]):
    """A game as an AEC environment, without the wrappers of `env`.

    >>> env = furlong.pettingzoo.RaceEnv("animal-race", players=2)
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.observe("seat_1").shape, env.state().shape
    ('seat_0', (223,), (2, 223))

    Args:
        game, ruleset, players, options: as for `furlong.Race`.
        most_events: the number of events after which a game is truncated.
        illegal_reward: the reward of an agent whose illegal action ends the game; without it the action raises `IllegalAction`.
        render_mode: "ansi" for the table as text, as the agent to move sees it; after the end the public board.
    """

    metadata = {"render_modes": ["ansi"], "name": "furlong_v1", "is_parallelizable": False}

    def __init__(
        self,
        game: str | Game,
        ruleset: Any = None,
        *,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        most_events: int = 10_000,
        illegal_reward: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._game = game if isinstance(game, Game) else Game(game)
        self._ruleset = ruleset if isinstance(ruleset, Ruleset) else self._game.ruleset(ruleset)
        self._players = Race(self._game, self._ruleset, players=players, seed=0, options=options).players
        if render_mode not in (None, "ansi"):
            raise ArgumentError(f"render_mode must be None or ansi, not {render_mode!r}")
        self.metadata = {**self.metadata, "name": f"{self._game.name.replace('-', '_')}_v1"}
        self._options, self._most_events, self.render_mode = options, most_events, render_mode
        self._illegal_reward = illegal_reward
        self.possible_agents = [f"seat_{seat}" for seat in range(self._players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observation = spaces.Box(-1.0, 1.0, (self._game.features,), np.float32)
        self.state_space = spaces.Box(-1.0, 1.0, (self._players, self._game.features), np.float32)
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        # Each agent samples by itself.
        self.action_spaces = {agent: spaces.Discrete(self._game.actions) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self._begin(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The same seed begins the same game; without one the next game of the last seed begins."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._begin(int(self._seeds.integers(2**63)))

    def _begin(self, seed: int) -> None:
        self.race = Race(
            self._game, self._ruleset, players=self._players, seed=seed, options=self._options
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        # One mask for each agent, so that a mask stays until the agent's next decision.
        self._nothing = np.zeros(self._game.actions, np.int8)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._proceed()

    def _proceed(self) -> None:
        """Draws what chance brings, and notes an end."""
        seat = self.race.proceed()
        if seat is None:
            self._end(self.race.returns())
            return
        if self.race.events >= self._most_events:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {"action_mask": self.race.mask(seat).view(np.int8)}

    def _end(self, rewards: list[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, rewards))
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def step(self, action: Any) -> None:
        """Plays an action for the agent to move.

        Raises:
            furlong.IllegalAction: when it is not legal and there is no `illegal_reward`. Nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        index = whole("action", action)
        try:
            self.race.play(index)
        except IllegalAction:
            if self._illegal_reward is None:
                raise
            EnvLogger.warn_on_illegal_move()
            self._cumulative_rewards[agent] = 0.0
            self._end([self._illegal_reward if each == agent else 0.0 for each in self.possible_agents])
            return
        self.infos[agent] = {"action_mask": self._nothing}
        self._cumulative_rewards[agent] = 0.0
        self._proceed()

    def observe(self, agent: str) -> np.ndarray:
        """The features of the view of an agent: `float32` of the shape (features,)."""
        return self.race.features(self._seats[agent])

    def state(self) -> np.ndarray:
        """The features of the views of all seats: `float32` of the shape (players, features). No single agent may see it."""
        return np.stack([self.race.features(seat) for seat in range(self._players)])

    def render(self) -> str | None:
        """The table as text, if `render_mode` is "ansi"."""
        if self.render_mode != "ansi":
            return None
        return self.race.picture()

    def close(self) -> None:
        """Nothing is kept open."""


raw_env = RaceEnv  # As PettingZoo's own games call it.


def env(game: str | Game, ruleset: Any = None, **arguments: Any) -> AECEnv[str, Any, Any]:
    """A game as an AEC environment that checks its calls: an illegal action ends the game, with -1 for its agent, and calls in a wrong
    order are refused. The arguments are those of `RaceEnv`.

    >>> env = furlong.pettingzoo.env("animal-race", players=2)
    >>> env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> int(info["action_mask"].sum())
    3
    """
    # `RaceEnv` checks the action itself: each further wrapper forwards every attribute and would double the time of a step.
    return wrappers.OrderEnforcingWrapper(RaceEnv(game, ruleset, **{"illegal_reward": -1.0, **arguments}))
