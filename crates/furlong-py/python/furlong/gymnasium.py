"""The games as Gymnasium environments in which one seat learns and bots play the others.

`gymnasium.make("furlong/AnimalRace-v1", opponents="heuristic", players=4)` after an `import furlong.gymnasium`, or the classes themselves.
`gymnasium.make_vec(..., vectorization_mode="vector_entry_point")` plays many games in one `furlong.Batch`.

An observation is the features of the view of the own seat (`docs/encoding.md`), an action an index in the vocabulary, and the reward the
share of the win, at the end. `info["action_mask"]` holds the legal actions: `int8` of the shape (actions,), as
`action_space.sample` takes it. An illegal action forfeits the game, without a reward, unless `illegal="raise"` is asked for.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._furlong import ArgumentError, Batch, Game, IllegalAction, Race, Ruleset, _sequence
from ._whole import whole

__all__ = ["RaceEnv", "RaceVectorEnv"]


class _Table:
    """What both kinds of environments are told."""

    def __init__(
        self,
        game: str | Game,
        ruleset: Any,
        players: int | None,
        opponents: Any,
        seat: int | None,
        illegal: str,
        options: dict[str, Any] | None,
    ) -> None:
        self.game = game if isinstance(game, Game) else Game(game)
        self.ruleset = ruleset if isinstance(ruleset, Ruleset) else self.game.ruleset(ruleset)
        self.players = Race(self.game, self.ruleset, players=players, seed=0, options=options).players
        if self.players == 1 and opponents is not None:
            raise ArgumentError("nobody sits opposite in a game for one player: give `opponents=None`, or more players")
        if self.players > 1 and opponents is None:
            raise ArgumentError("`opponents` must name the bots of the other seats")
        self.opponents = _sequence(opponents) or [opponents] * self.players
        if len(self.opponents) != self.players:
            raise ArgumentError(f"{len(self.opponents)} opponents for {self.players} seats: name one for all, or one for each seat")
        if illegal not in ("forfeit", "raise"):
            raise ArgumentError(f'illegal must be "forfeit" or "raise", not {illegal!r}')
        if seat is not None and not 0 <= whole("seat", seat) < self.players:
            raise ArgumentError(f"seat must be from 0 to {self.players - 1}, not {seat}")
        self.seat, self.raises, self.options = seat, illegal == "raise", options
        self.observation_space = spaces.Box(-1.0, 1.0, (self.game.features,), np.float32)
        self.action_space = spaces.Discrete(self.game.actions)
        # A bot that cannot sit here is refused now, and not in the first game.
        self.begin(0)

    def begin(self, seed: int) -> tuple[Race, list[Any]]:
        """A new race, and the bots of its seats."""
        race = Race(self.game, self.ruleset, players=self.players, seed=seed, options=self.options)
        return race, [bot and race.bot(bot) for bot in self.opponents]


def _autoreset(name: str) -> AutoresetMode:
    if name not in AutoresetMode.__members__:
        raise ArgumentError(f"autoreset_mode must be one of {', '.join(AutoresetMode.__members__)}, not {name!r}")
    return AutoresetMode[name]


def _check_mode(mode: str | None, modes: list[str]) -> str | None:
    if mode is not None and mode not in modes:
        raise ArgumentError(f"render_mode must be None or one of {', '.join(modes)}, not {mode!r}")
    return mode


class RaceEnv(gymnasium.Env[Any, Any]):
    """A game for one seat.

    >>> env = furlong.gymnasium.RaceEnv("animal-race", opponents="random", players=2)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].shape
    ((223,), (206,))

    Args:
        game, ruleset, players, options: as for `furlong.Race`.
        opponents: the bot of all other seats, or a sequence with one for each seat: names, or bots in Python. The one at the own
            seat does not play. `None` in a game for one player.
        seat: the own seat; drawn anew for each game without it.
        illegal: what an illegal action does: "forfeit" or "raise".
        most_events: the number of events after which a game is truncated.
        render_mode: "ansi" for the table as text.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str | Game = "animal-race",
        ruleset: Any = None,
        *,
        players: int | None = None,
        opponents: Any = "heuristic",
        seat: int | None = None,
        illegal: str = "forfeit",
        options: dict[str, Any] | None = None,
        most_events: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        self._table = _Table(game, ruleset, players, opponents, seat, illegal, options)
        self.observation_space, self.action_space = self._table.observation_space, self._table.action_space
        self._most_events, self.render_mode = most_events, _check_mode(render_mode, self.metadata["render_modes"])
        self._race: Race | None = None

    @property
    def race(self) -> Race:
        """The race of this episode."""
        if self._race is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self._race

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a game. The same seed begins the same game; without one the next game of the last seed begins."""
        super().reset(seed=seed)
        table = self._table
        drawn = int(self.np_random.integers(2**63))
        self.seat = int(self.np_random.integers(table.players)) if table.seat is None else table.seat
        self._race, self._bots = table.begin(drawn)
        self._play_others()
        return self._observed()

    def _play_others(self) -> None:
        while (seat := self.race.proceed()) not in (None, self.seat) and self.race.events < self._most_events:
            self.race.ask(self._bots[seat])

    def action_masks(self) -> np.ndarray:
        """The legal actions as a mask: `bool` of the shape (actions,)."""
        if self.race.turn == self.seat:
            return self.race.mask()
        return np.zeros(self._table.game.actions, np.bool_)

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        return self.race.features(self.seat), {"action_mask": self.action_masks().view(np.int8), "seat": self.seat, "illegal": False}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action for your seat, then lets the bots play until it is your turn again."""
        race, index = self.race, whole("action", action)
        try:
            race.play(index, self.seat)
        except IllegalAction:
            if self._table.raises:
                raise
            observation, info = self._observed()
            return observation, 0.0, True, False, {**info, "illegal": True}
        self._play_others()
        observation, info = self._observed()
        is_over = self.race.is_over
        reward = self.race.returns()[self.seat] if is_over else 0.0
        return observation, reward, is_over, not is_over and self.race.events >= self._most_events, info

    def render(self) -> Any:
        """The table as text, if `render_mode` is "ansi"."""
        return self.race.picture(self.seat) if self.render_mode == "ansi" else None


class RaceVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games for one seat each, in one `furlong.Batch`.

    >>> envs = furlong.gymnasium.RaceVectorEnv(8, "animal-race", opponents="random")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations, rewards, terminated, truncated, infos = envs.step(infos["action_mask"].argmax(axis=1))
    >>> observations.shape, rewards.shape
    ((8, 223), (8,))

    Observations: `float32` (num_envs, features). Actions: integers (num_envs,). `infos["action_mask"]`: `int8` (num_envs, actions),
    `infos["seat"]` the own seat of each game: `seat`, or the number of the game modulo the number of players, and `infos["illegal"]` the
    games that an illegal action has just ended. With `SAME_STEP`, `infos["final_obs"]` and `infos["final_info"]` describe the end.

    Args:
        num_envs: the number of games side by side.
        autoreset_mode: `NEXT_STEP`, `SAME_STEP` or `DISABLED`, as Gymnasium defines them.
        threads: the number of threads.

    The other arguments are those of `RaceEnv`; bots that listen are refused.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Game = "animal-race",
        ruleset: Any = None,
        *,
        players: int | None = None,
        opponents: Any = "heuristic",
        seat: int | None = None,
        illegal: str = "forfeit",
        options: dict[str, Any] | None = None,
        most_events: int = 10_000,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
    ) -> None:
        super().__init__()
        self._table = _Table(game, ruleset, players, opponents, seat, illegal, options)
        self.num_envs = whole("num_envs", num_envs)
        if not 1 <= self.num_envs <= 1_000_000:
            raise ArgumentError(f"num_envs must be from 1 to 1000000, not {num_envs}")
        self.autoreset_mode = (
            autoreset_mode if isinstance(autoreset_mode, AutoresetMode) else _autoreset(autoreset_mode)
        )
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = self._table.observation_space
        self.single_action_space = self._table.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._most_events, self._threads = most_events, threads
        self._batch: Batch | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins games: with a seed those of that seed; without one the next ones, at the places of `options["reset_mask"]` if
        it is given."""
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise TypeError("give one seed for all games of the batch")
        super().reset(seed=seed)
        asked = np.ones(self.num_envs, np.bool_)
        if self._batch is None or seed is not None:
            table = self._table
            self._batch = Batch(
                table.game,
                table.ruleset,
                games=self.num_envs,
                players=table.players,
                seed=int(self.np_random.integers(2**63)),
                reset="DISABLED",
                most_events=self._most_events,
                threads=self._threads,
                options=table.options,
            )
            # Where nobody sits opposite, no bot is ever asked.
            self._batch.sit(["random" if bot is None else bot for bot in table.opponents])
            self._over = np.zeros(self.num_envs, np.bool_)
            self._own = np.zeros(self.num_envs, np.uint8)
            self._endings = np.zeros(self.num_envs, np.uint8)
            self._rewards = np.zeros((self.num_envs, table.players), np.float32)
            self._seat(asked)
        else:
            if options and "reset_mask" in options:
                asked = np.ascontiguousarray(options["reset_mask"], np.bool_)
            self._next(asked)
        self._play_others()
        return self._observed(), self._info()

    @property
    def _playing(self) -> Batch:
        if self._batch is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self._batch

    def _seat(self, places: np.ndarray) -> None:
        table = self._table
        numbers = self._playing.numbers() % table.players
        self._own[places] = numbers[places] if table.seat is None else table.seat

    def _next(self, places: np.ndarray) -> None:
        """Begins the next game at these places."""
        self._playing.reset(places)
        self._seat(places)
        self._over[places] = False

    def _play_others(self) -> None:
        self._playing.play_bots(self._own, endings=self._endings, rewards=self._rewards)

    def _observed(self) -> np.ndarray:
        observations = np.empty((self.num_envs, self._table.game.features), np.float32)
        self._mask = np.empty((self.num_envs, self._table.game.actions), np.bool_)
        self._playing.observe(features=observations, mask=self._mask)
        for place in np.flatnonzero(self._over):
            observations[place] = self._playing.features_of(int(place), int(self._own[place]))
            self._mask[place] = False
        return observations

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.view(np.int8), "seat": self._own.copy()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays an action in each game, integers of the shape (num_envs,), then lets the bots play until it is your turn in each."""
        batch, actions = self._playing, np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, not {actions.dtype}")
        before, illegal = self._over.copy(), self._illegal(actions)
        if self.autoreset_mode == AutoresetMode.DISABLED and before.any():
            raise IllegalAction(f"game {int(np.flatnonzero(before)[0])} is over: reset it with options[\"reset_mask\"]")
        chosen = np.where(before | illegal, Batch.WAIT, actions).astype(np.uint32)
        self._endings[:], self._rewards[:] = 0, 0
        batch.step(chosen, endings=self._endings, rewards=self._rewards)
        if before.any():
            self._next(before)
        self._play_others()
        self._over = (self._endings != 0) | illegal
        rewards = self._rewards[np.arange(self.num_envs), self._own].astype(np.float64)
        terminated, truncated = (self._endings == 1) | illegal, self._endings == 2
        observations, infos = self._observed(), {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._over.any():
            infos = self._final(observations, illegal)
            observations = self._observed()
        return observations, rewards, terminated, truncated, {**self._info(), "illegal": illegal, **infos}

    def _illegal(self, actions: np.ndarray) -> np.ndarray:
        """Where an action is not legal in a game that goes on."""
        if actions.shape != (self.num_envs,):
            raise ArgumentError(f"actions must have the shape ({self.num_envs},), not {actions.shape}")
        inside = (actions >= 0) & (actions < self._table.game.actions)
        legal = inside & self._mask[np.arange(self.num_envs), np.where(inside, actions, 0)]
        illegal = ~legal & ~self._over
        if illegal.any() and self._table.raises:
            place = int(np.flatnonzero(illegal)[0])
            raise IllegalAction(f"game {place}: action {actions[place]} is not legal")
        return illegal

    def _final(self, observations: np.ndarray, illegal: np.ndarray) -> dict[str, Any]:
        """Begins the next games in the step of an end, and returns what stood at the end."""
        over = self._over.copy()
        final_info = {"action_mask": self._mask.view(np.int8), "seat": self._own.copy(), "illegal": illegal}
        final_info |= {f"_{name}": over for name in final_info}
        final = np.full(self.num_envs, None, object)
        for place in np.flatnonzero(over):
            final[place] = observations[place].copy()
        ended = over
        while ended.any():
            self._next(ended)
            self._endings[:] = 0
            self._play_others()
            ended = self._endings != 0
        return {"final_obs": final, "_final_obs": over, "final_info": final_info, "_final_info": over}

    def close_extras(self, **_: Any) -> None:
        """Nothing is kept open."""


for _name, _game in (("AnimalRace", "animal-race"), ("HareTortoise", "hare-tortoise"), ("Gotham", "gotham")):
    gymnasium.register(
        id=f"furlong/{_name}-v1",
        entry_point="furlong.gymnasium:RaceEnv",
        vector_entry_point="furlong.gymnasium:RaceVectorEnv",
        kwargs={"game": _game},
    )
