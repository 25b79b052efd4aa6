"""The games as PettingZoo environments."""

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import furlong  # noqa: E402
import furlong.pettingzoo as zoo  # noqa: E402

TABLES = [("animal-race", 4), ("animal-race", 2), ("hare-tortoise", 3), ("gotham", 2)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoo_accepts_the_environment(game, players, capsys):
    for made in (zoo.RaceEnv(game, players=players), zoo.env(game, players=players, most_events=400)):
        api_test(made, num_cycles=300)
    seed_test(lambda: zoo.env(game, players=players, most_events=400), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_environment_is_the_race(game, players):
    env = zoo.RaceEnv(game, players=players, most_events=500)
    env.reset(seed=3)
    race = furlong.resume(env.race.record())
    total = dict.fromkeys(env.agents, 0.0)
    rng = np.random.default_rng(1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        if terminated or truncated:
            assert not observation["action_mask"].any() or truncated
            env.step(None)
            continue
        seat = race.proceed()
        assert agent == f"seat_{seat}"
        np.testing.assert_array_equal(observation["observation"], race.features(seat))
        np.testing.assert_array_equal(observation["action_mask"], race.mask(seat))
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        env.step(action)
        race.play(action)
    if race.proceed() is None:
        assert list(total.values()) == race.returns() and (game == "gotham" or sum(total.values()) == pytest.approx(1))
    else:
        assert race.events >= 500 and not any(total.values())


def test_an_illegal_action_is_refused_or_ends_the_game():
    raw = zoo.RaceEnv("animal-race", players=2)
    raw.reset(seed=1)
    illegal = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(furlong.IllegalAction):
        raw.step(illegal)
    env = zoo.env("animal-race", players=2)
    env.reset(seed=1)
    agent = env.agent_selection
    env.last()
    env.step(illegal)
    assert env.terminations[agent] and env.rewards[agent] == -1


def test_the_table_can_be_seen():
    env = zoo.RaceEnv("gotham", players=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.race.picture(int(env.agent_selection[-1]))
