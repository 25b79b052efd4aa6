"""The games as PettingZoo environments."""

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import furlong  # noqa: E402
import furlong.pettingzoo as zoo  # noqa: E402

TABLES = [("animal-race", 4), ("animal-race", 2), ("hare-tortoise", 3), ("gotham", 2)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoo_accepts_the_environment(game, players, capsys, recwarn):
    for made in (zoo.RaceEnv(game, players=players), zoo.env(game, players=players, most_events=400)):
        api_test(made, num_cycles=300)
    seed_test(lambda: zoo.env(game, players=players, most_events=400), num_cycles=100)
    assert "Passed" in capsys.readouterr().out
    assert len({str(warning.message) for warning in recwarn}) <= 2, [str(warning.message) for warning in recwarn][:10]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_environment_is_the_race(game, players):
    env = zoo.RaceEnv(game, players=players, most_events=500)
    env.reset(seed=3)
    race = furlong.resume(env.race.record())
    total = dict.fromkeys(env.agents, 0.0)
    rng = np.random.default_rng(1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert observation.dtype == np.float32 and env.observation_space(agent).contains(observation)
        total[agent] += reward
        np.testing.assert_array_equal(env.state()[int(agent[-1])], observation)
        if terminated or truncated:
            assert not info["action_mask"].any() or truncated
            env.step(None)
            continue
        seat = race.proceed()
        assert agent == f"seat_{seat}"
        np.testing.assert_array_equal(observation, race.features(seat))
        np.testing.assert_array_equal(info["action_mask"], race.mask(seat))
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        env.step(action)
        race.play(action)
    if race.proceed() is None:
        assert list(total.values()) == race.returns() and (game == "gotham" or sum(total.values()) == pytest.approx(1))
    else:
        assert race.events >= 500 and not any(total.values())


def test_an_illegal_action_is_refused_or_ends_the_game():
    raw = zoo.RaceEnv("animal-race", players=2)
    raw.reset(seed=1)
    illegal = int(np.flatnonzero(raw.infos[raw.agent_selection]["action_mask"] == 0)[0])
    with pytest.raises(furlong.IllegalAction):
        raw.step(illegal)
    for action in (illegal, 10**6, -1):
        env = zoo.env("animal-race", players=2)
        env.reset(seed=1)
        agent = env.agent_selection
        env.step(action)
        assert all(env.terminations.values())
        found = {}
        for each in env.agent_iter():
            _, found[each], terminated, _, info = env.last()
            assert terminated and not info["action_mask"].any()
            env.step(None)
        assert found == {each: -1.0 if each == agent else 0.0 for each in env.possible_agents}
    with pytest.raises(AttributeError, match="reset"):
        zoo.env("animal-race", players=2).agent_selection



def test_the_table_can_be_seen():
    env = zoo.RaceEnv("gotham", players=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.race.picture(int(env.agent_selection[-1]))
    env.reset()
    while env.race.proceed() is not None:
        env.race.ask("random")
    assert env.render() == str(env.race) and str(env) == "gotham_v1" and zoo.env("animal-race").metadata["name"] == "animal_race_v1"
    for wrong in ("human", "ANSI"):
        with pytest.raises(furlong.ArgumentError, match="render_mode must be None or ansi"):
            zoo.RaceEnv("gotham", render_mode=wrong)


def test_nobody_plays_alone_unasked():
    assert len(zoo.RaceEnv("gotham").possible_agents) == 2 and len(zoo.RaceEnv("gotham", players=1).possible_agents) == 1
    for action in (2.7, "1", None, True):
        raw = zoo.RaceEnv("gotham")
        raw.reset(seed=1)
        before = raw.race.record()
        with pytest.raises(TypeError, match="action must be a whole number"):
            raw.step(action)
        assert raw.race.record() == before
