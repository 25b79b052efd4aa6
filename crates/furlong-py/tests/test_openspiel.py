"""The games as OpenSpiel games."""

import copy
import json
import pickle

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import furlong  # noqa: E402
import furlong.openspiel as spiel  # noqa: E402

TABLES = [("animal-race", 3), ("hare-tortoise", 2), ("gotham", 3)]


def loaded(game, players):
    return pyspiel.load_game(f"{spiel.GAMES[game]}(players={players},most_events=250)")


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_openspiel_accepts_the_game(game, players):
    pyspiel.random_sim_test(loaded(game, players), num_sims=1, serialize=False, verbose=False)


def test_openspiel_writes_and_reads_a_state():
    pyspiel.random_sim_test(loaded("gotham", 2), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_returns_and_information_states_are_those_of_the_library(game, players):
    openspiel = loaded(game, players)
    rng = np.random.default_rng(4)
    state, race = openspiel.new_initial_state(), furlong.Race(game, players=players, seed=1)
    kept = None
    while not state.is_terminal() and race.events < 250:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert race.turn == "chance" and sum(p for _, p in outcomes) == pytest.approx(1)
            chosen = rng.choice([index for index, _ in outcomes], p=[p for _, p in outcomes])
            race.resolve(race.chances()[chosen][0])
        else:
            player = state.current_player()
            assert player == race.turn and state.legal_actions() == race.indices()
            for seat in range(players):
                assert json.loads(state.information_state_string(seat)) == {
                    "told": race.seen(seat),
                    "view": race.view(seat),
                }
                assert json.loads(state.observation_string(seat)) == race.view(seat)
            np.testing.assert_array_equal(state.observation_tensor(player), race.features(player))
            chosen = rng.choice(state.legal_actions())
            race.play(chosen)
        kept = kept or (race.events == 50 and (state.clone(), str(state)))
        state.apply_action(int(chosen))
    assert str(kept[0]) == kept[1]
    if state.is_terminal():
        assert state.returns() == race.returns()


def test_the_games_have_parameters():
    game = pyspiel.load_game("furlong_hare_tortoise", {"players": 4, "ruleset": "postal"})
    assert game.num_players() == 4 and game.get_parameters()["ruleset"] == "postal"
    with pytest.raises(furlong.Error):
        pyspiel.load_game("furlong_animal_race", {"ruleset": "nonsense"})


def test_a_ruleset_is_a_name_a_path_or_a_text(tmp_path):
    text = '[ruleset]\nname = "house"\nextends = "classic"\n[track]\ntiles = 15\n'
    path = tmp_path / "house.toml"
    path.write_text(text)
    for ruleset in (str(path), text):
        game = pyspiel.load_game("furlong_animal_race", {"ruleset": ruleset})
        assert game.ruleset.to_dict()["track"]["tiles"] == 15
        assert game.new_initial_state().race.ruleset["track"]["tiles"] == 15
    assert pyspiel.load_game("furlong_gotham").num_players() == 2


@pytest.mark.parametrize("action", [-1, -2, 10**6])
def test_an_outcome_that_does_not_exist_is_refused(action):
    state = loaded("gotham", 2).new_initial_state()
    assert state.is_chance_node()
    before = str(state)
    for refused in (state._apply_action, lambda action: state._action_to_string(pyspiel.PlayerId.CHANCE, action)):
        with pytest.raises(furlong.IllegalAction, match=f"no outcome {action}"):
            refused(action)
    assert str(state) == before


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_games_and_states_continue_as_their_originals(game, players, copied):
    original = loaded(game, players)
    assert str(copied(original)) == str(original) and copied(original).num_players() == players
    rng, state = np.random.default_rng(3), original.new_initial_state()
    twin = None
    for step in range(60):
        if step == 30:
            twin = copied(state)
        if state.is_terminal():
            break
        action = int(rng.choice([a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()))
        for played in filter(None, (state, twin)):
            played.apply_action(action)
    assert twin is not None and str(twin) == str(state) and twin.history() == state.history()
