"""The games as OpenSpiel games: `pyspiel.load_game("furlong_animal_race(players=3)")` after an `import furlong.openspiel`.

Chance is explicit, with its exact probabilities; seats that choose in secret at the same time do so one after the other, and see nothing of
each other's choice. The actions of players are those of the vocabulary (`docs/encoding.md`), the returns the shares of the win. An
information state is what the seat was told since the start, with its view, as JSON; the observation is the view alone, and its
tensor the features. The parameters are `players`, `ruleset` and `most_events`, after which a game is cut off and nobody has a share of the
win: random players of hare & tortoise can go on for ever.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from ._furlong import Game, IllegalAction, Race

__all__ = ["GAMES"]

GAMES = {game: "furlong_" + game.replace("-", "_") for game in ("animal-race", "hare-tortoise", "gotham")}
"""The short names of the games in OpenSpiel."""

_MOST_OUTCOMES = 512
"""More than any chance event of these games has."""


def _written(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _types(game: Game) -> pyspiel.GameType:
    tables = game.ruleset().players
    return pyspiel.GameType(
        short_name=GAMES[game.name],
        long_name=f"Furlong: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(tables),
        min_num_players=min(tables),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": Race(game, seed=0).players, "ruleset": game.rulesets[0], "most_events": 10_000},
    )


class _Game(pyspiel.Game):
    """A game under a ruleset, for a number of players."""

    def __init__(self, kind: pyspiel.GameType, game: Game, params: dict[str, Any]) -> None:
        chosen = {**kind.parameter_specification, **params}
        self.game, self.players = game, int(chosen["players"])
        self.most_events = int(chosen["most_events"])
        self.ruleset = game.ruleset(str(chosen["ruleset"]))
        Race(game, self.ruleset, players=self.players, seed=0)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=_MOST_OUTCOMES,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=self.most_events,
        )
        super().__init__(kind, info, chosen)

    def __reduce__(self) -> Any:
        # Also whatever holds it, such as a state, is pickled in this way.
        return pyspiel.load_game, (GAMES[self.game.name], self.get_parameters())

    def new_initial_state(self) -> _State:
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        if iig_obs_type is None:
            iig_obs_type = pyspiel.IIGObservationType(perfect_recall=False)
        return _Observer(self.game.features, iig_obs_type.perfect_recall)


class _State(pyspiel.State):
    """A race before each decision and each chance event."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        # Chance is drawn by those who play the state, so the seed is of no account.
        self.race = Race(game.game, game.ruleset, players=game.players, seed=0)
        self._most_events = game.most_events
        self._note_player()

    def _note_player(self) -> None:
        # OpenSpiel asks for it several times before each action.
        turn = self.race.turn
        if turn is None or self.race.events >= self._most_events:
            self._player = pyspiel.PlayerId.TERMINAL
        else:
            self._player = pyspiel.PlayerId.CHANCE if turn == "chance" else turn

    def current_player(self) -> int:
        return self._player

    def _legal_actions(self, player: int) -> list[int]:
        return self.race.indices(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.race._probabilities()))

    def _apply_action(self, action: int) -> None:
        if self._player == pyspiel.PlayerId.CHANCE:
            self.race._resolve_at(action)
        else:
            self.race.play(action)
        self._note_player()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = self.race.chances()
            if not 0 <= action < len(outcomes):
                raise IllegalAction(f"there is no outcome {action}: there are {len(outcomes)} from 0 on")
            return f"chance: {_written(outcomes[action][0])}"
        return _written(self.get_game().game.action(action))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        # OpenSpiel's own would begin another game each time, to learn the shape.
        return self.race.features(self._player if player is None else player).tolist()

    def is_terminal(self) -> bool:
        return self._player == pyspiel.PlayerId.TERMINAL

    def returns(self) -> list[float]:
        return self.race.returns()

    def __str__(self) -> str:
        return _written(self.race.position())


class _Observer:
    """What a seat may know: `tensor` are the features of its view."""

    def __init__(self, features: int, recalls: bool) -> None:
        # Features forget: there is no tensor with perfect recall.
        self.recalls = recalls
        self.tensor = np.zeros(0 if recalls else features, np.float32)
        self.dict = {} if recalls else {"features": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        if not self.recalls:
            state.race.features(player, out=self.tensor)

    def string_from(self, state: _State, player: int) -> str:
        if self.recalls:
            return _written({"told": state.race.seen(player), "view": state.race.view(player)})
        return _written(state.race.view(player))


def _register(name: str) -> None:
    game = Game(name)
    kind = _types(game)

    class Registered(_Game):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, game, params or {})

    pyspiel.register_game(kind, Registered)


for _name in GAMES:
    if GAMES[_name] not in pyspiel.registered_names():
        _register(_name)
