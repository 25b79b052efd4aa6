"""The games as Gymnasium environments."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import furlong  # noqa: E402
import furlong.gymnasium as gym  # noqa: E402

IDS = ["furlong/AnimalRace-v1", "furlong/HareTortoise-v1", "furlong/Gotham-v1"]


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("opponents", ["heuristic", "random"])
def test_gymnasium_accepts_the_environment(name, opponents):
    check_env(gymnasium.make(name, opponents=opponents).unwrapped, skip_render_check=True)


def random_action(mask, rng):
    return int(rng.choice(np.flatnonzero(mask)))


def test_an_episode_is_a_race_against_bots():
    env = gym.RaceEnv("animal-race", players=3, opponents="heuristic", illegal="raise")
    rng, seats = np.random.default_rng(1), set()
    for episode in range(6):
        observation, info = env.reset(seed=episode)
        seats.add(info["seat"])
        done = False
        while not done:
            np.testing.assert_array_equal(observation, env.race.features(info["seat"]))
            observation, reward, terminated, truncated, info = env.step(random_action(info["action_mask"], rng))
            done = terminated or truncated
            assert done or reward == 0
        assert terminated and reward == env.race.returns()[info["seat"]]
    assert len(seats) > 1
    with pytest.raises(furlong.IllegalAction):
        env.step(0)
    forfeits = gym.RaceEnv("animal-race", seat=1)
    _, info = forfeits.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert info["seat"] == 1 and forfeits.step(illegal)[1:4] == (0.0, True, False)
    for wrong in ({"seat": 2}, {"illegal": "ignore"}, {"opponents": ["random"]}):
        with pytest.raises(ValueError):
            gym.RaceEnv("animal-race", players=2, **wrong)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_environment_gives_the_games_of_its_batch(mode):
    """Each game is that of the same number, seat and actions, played as a race; ends are told as the mode says."""
    env = gym.RaceVectorEnv(4, "animal-race", players=2, opponents="heuristic", autoreset_mode=mode)
    observations, infos = env.reset(seed=5)
    rng = np.random.default_rng(2)
    played = {place: [] for place in range(4)}
    number = {place: place for place in range(4)}
    over = np.zeros(4, bool)
    ended = 0
    while ended < 12:
        actions = np.array(
            [0 if over[place] else random_action(infos["action_mask"][place], rng) for place in range(4)]
        )
        restarted = over if mode == AutoresetMode.NEXT_STEP else np.zeros(4, bool)
        for place in np.flatnonzero(~restarted):
            played[place].append(actions[place])
        before = infos["seat"]
        observations, rewards, terminated, truncated, infos = env.step(actions)
        over = terminated | truncated
        assert not rewards[restarted].any() and not over[restarted].any()
        for place in np.flatnonzero(over):
            share, features = alone(env, number[place], int(before[place]), played[place])
            assert rewards[place] == share
            final = infos["final_obs"][place] if mode == AutoresetMode.SAME_STEP else observations[place]
            np.testing.assert_array_equal(final, features)
            played[place], number[place], ended = [], number[place] + 4, ended + 1
        if mode == AutoresetMode.DISABLED and over.any():
            with pytest.raises(furlong.IllegalAction, match="is over"):
                env.step(actions)
            observations, infos = env.reset(options={"reset_mask": over})
            over[:] = False
        elif mode == AutoresetMode.SAME_STEP:
            over[:] = False
        assert (infos["action_mask"].any(axis=1) == ~over).all()


def alone(env, number, seat, actions):
    """The share of the win, and the last features, of the same game as a race."""
    race = env._batch.race(number)
    bots = [race.bot("heuristic") for _ in range(2)]
    for action in actions:
        while race.proceed() != seat:
            race.ask(bots[race.turn])
        race.play(action)
    while race.proceed() is not None:
        race.ask(bots[race.turn])
    return race.returns()[seat], race.features(seat)


def test_the_same_seed_gives_the_same_steps():
    found = []
    for _ in range(2):
        env = gymnasium.make_vec("furlong/Gotham-v1", num_envs=3, vectorization_mode="vector_entry_point", players=3)
        observations, infos = env.reset(seed=9)
        rng, steps = np.random.default_rng(3), []
        for _ in range(40):
            mask = infos["action_mask"]
            actions = [random_action(row, rng) if row.any() else 0 for row in mask]
            observations, rewards, terminated, truncated, infos = env.step(np.array(actions))
            steps.append((observations.sum(), rewards.tolist(), terminated.tolist()))
        found.append(steps)
    assert found[0] == found[1]


def test_an_illegal_action_forfeits_one_game_of_many():
    env = gym.RaceVectorEnv(3, "animal-race", players=2, opponents="random")
    _, infos = env.reset(seed=1)
    actions = np.array([np.flatnonzero(row)[0] for row in infos["action_mask"]])
    actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    _, rewards, terminated, _, infos = env.step(actions)
    assert terminated.tolist() == [False, True, False] and not rewards.any()
    _, _, terminated, _, infos = env.step(np.array([np.flatnonzero(row)[0] if row.any() else 0 for row in infos["action_mask"]]))
    assert not terminated.any() and infos["action_mask"][1].any()
    with pytest.raises(ValueError, match=r"shape \(3,\)"):
        env.step(np.zeros(2, int))
    with pytest.raises(TypeError, match="one seed"):
        env.reset(seed=[1, 2, 3])


def test_nobody_plays_alone_unasked():
    for made in (gymnasium.make("furlong/Gotham-v1").unwrapped, gym.RaceVectorEnv(2, "gotham")):
        assert made._table.players == 2 and made._table.opponents == ["heuristic"] * 2
    alone = gym.RaceEnv("gotham", players=1, opponents=None)
    _, info = alone.reset(seed=1)
    assert alone.race.players == 1 and alone.step(random_action(info["action_mask"], np.random.default_rng(1)))[2] is False
    for wrong in ({"players": 1}, {"opponents": None}, {"players": 99}, {"players": -1}, {"opponents": ["random"] * 3}, {"render_mode": "human"}):
        with pytest.raises(furlong.ArgumentError):
            gym.RaceEnv("gotham", **wrong)
    for wrong, error in (("nobody", furlong.UnknownName), (3, TypeError)):
        with pytest.raises(error):
            gym.RaceEnv("gotham", opponents=wrong)
    with pytest.raises(furlong.ArgumentError, match="autoreset_mode"):
        gym.RaceVectorEnv(1, autoreset_mode="LATER")
    for opponents in (("random", "heuristic"), np.array(["random", "heuristic"])):
        assert gym.RaceEnv("animal-race", opponents=opponents).reset(seed=1)[1]["seat"] in (0, 1)


def test_an_action_is_a_whole_number_after_a_reset():
    env, many = gym.RaceEnv("animal-race"), gym.RaceVectorEnv(2, "animal-race")
    for before, action in ((env, 0), (many, [0, 0])):
        with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
            before.step(action)
    env.reset(seed=1)
    record = env.race.record()
    for action in (2.7, "1", None, True, np.float32(1)):
        with pytest.raises(TypeError, match="whole number"):
            env.step(action)
    assert env.race.record() == record
    many.reset(seed=1)
    for actions in ([2.7, 1.0], ["1", "2"], [True, False]):
        with pytest.raises(TypeError, match="integers"):
            many.step(actions)
    assert env.step(np.array([random_action(env.action_masks(), np.random.default_rng(1))]))[4]["illegal"] is False


def test_the_end_of_a_game_comes_with_its_information():
    env = gym.RaceVectorEnv(3, "animal-race", opponents="random", autoreset_mode="SAME_STEP")
    _, infos = env.reset(seed=1)
    actions = np.array([np.flatnonzero(row)[0] for row in infos["action_mask"]])
    seats = infos["seat"].copy()
    actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    _, _, terminated, _, infos = env.step(actions)
    assert terminated.tolist() == infos["illegal"].tolist() == infos["_final_info"].tolist() == [False, True, False]
    final = infos["final_info"]
    assert final["seat"][1] == seats[1] and final["illegal"][1] and final["_seat"][1] and not final["action_mask"][1].any()
    assert env.observation_space.contains(np.stack([infos["final_obs"][1]] * 3)) and infos["action_mask"][1].any()


def test_masks_are_those_that_action_spaces_take():
    env = gym.RaceEnv("gotham", opponents="random")
    _, info = env.reset(seed=1)
    assert info["action_mask"][env.action_space.sample(info["action_mask"])]
    envs = gym.RaceVectorEnv(3, "gotham", opponents="random")
    _, infos = envs.reset(seed=1)
    assert infos["action_mask"][np.arange(3), envs.action_space.sample(tuple(infos["action_mask"]))].all()
