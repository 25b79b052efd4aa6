"""Copies and saved forms: what is copied in the middle continues as the original does."""

import copy
import gc
import pickle
import weakref

import numpy as np
import pytest

import furlong

GAMES = ["animal-race", "hare-tortoise", "gotham"]


def pickled(value):
    return pickle.loads(pickle.dumps(value))


def saved(batch):
    return furlong.Batch.load(batch.save())


def continued(batch, steps=60):
    """All that further steps of a batch give."""
    arrays, found = batch.arrays(), []
    batch.observe(**arrays)
    for _ in range(steps):
        logits = np.sin(arrays["features"].sum(axis=1)[:, None] * np.arange(1, batch.actions + 1, dtype=np.float32)).astype(np.float32)
        batch.step(batch.sample(logits), **arrays)
        found.append([batch.numbers().tolist()] + [array.tolist() for array in arrays.values()])
        if batch.reset_mode == "DISABLED":
            batch.reset(arrays["endings"] != 0, **arrays)
    return found


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled, saved])
@pytest.mark.parametrize("reset", ["SAME_STEP", "NEXT_STEP", "DISABLED"])
@pytest.mark.parametrize("game", GAMES)
def test_a_batch_continues_as_its_original(game, reset, copied):
    batch = furlong.Batch(game, games=4, players=3, seed=7, reset=reset, most_events=150)
    continued(batch, 70)
    twin = copied(batch)
    assert repr(twin) == repr(batch) and twin.ruleset == batch.ruleset and twin.save() == batch.save()
    before = batch.save()
    assert continued(twin) == continued(batch) and before != batch.save() == twin.save()


def test_a_game_that_waits_for_its_reset_is_saved_as_such():
    batch = furlong.Batch("animal-race", games=4, seed=7, reset="DISABLED", most_events=30)
    arrays = batch.arrays("endings", "seats")
    while not arrays["endings"].all():
        over = batch.arrays("seats")
        batch.observe(**over)
        chosen = batch.sample_uniform()
        chosen[over["seats"] == 255] = batch.WAIT
        endings = batch.arrays("endings")
        batch.step(chosen, **endings)
        arrays["endings"] |= endings["endings"]
    twin = saved(batch)
    twin.observe(**arrays)
    assert (arrays["seats"] == 255).all() and twin.save() == batch.save()
    with pytest.raises(furlong.IllegalAction, match="is over"):
        twin.step(np.zeros(4, int))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "{"),
        ('"version":1', '"version":2'),
        ("furlong-batch", "furlong-record"),
        ('"game":"gotham"', '"game":"animal-race"'),
        ('"number":0', '"number":-1'),
        ('"players":2', '"players":3'),
        ('"games":[', '"games":[1,'),
    ],
)
def test_what_is_no_batch_is_refused(before, after):
    text = furlong.Batch("gotham", games=2, players=2, seed=1).save()
    assert before in text
    with pytest.raises(furlong.Error):
        furlong.Batch.load(text.replace(before, after, 1))


def test_a_batch_is_copied_with_its_bots():
    batch = furlong.Batch("animal-race", games=3, players=2, seed=2, reset="DISABLED")
    batch.sit(["heuristic", "random"])
    own = np.full(3, 255)
    found = []
    for twin in (copy.deepcopy(batch), pickled(batch), batch):
        arrays = twin.arrays("endings", "rewards")
        twin.play_bots(own, **arrays)
        found.append(arrays["rewards"].tolist())
    assert found[0] == found[1] == found[2] and np.sum(found[0]) > 0


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("name", ["heuristic", "random", "hard:iterations=20"])
def test_a_bot_plays_on_as_its_original(name, copied):
    race = furlong.Race("animal-race", players=2, seed=3)
    bot = race.bot(name)
    for _ in range(4):
        race.proceed()
        race.ask(bot)
    twin, again = race.copy(), copied(bot)
    assert again.name == name
    for _ in range(4):
        assert race.proceed() == twin.proceed()
        assert race.ask(bot) == twin.ask(again)


class Counter:
    """A bot that listens: its choice depends on all that it has heard."""

    def begin(self, seat):
        self.heard = 0

    def observe(self, happening):
        self.heard += 1

    def choose(self, decision):
        return decision.indices[self.heard % len(decision.indices)]


class Careful:
    """A bot that remembers its own decisions."""

    decisions = 0

    def choose(self, decision):
        self.decisions += 1
        return decision.indices[self.decisions % len(decision.indices)]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("mine", [Counter, Careful])
def test_a_bot_in_python_plays_on_as_its_original(mine, copied):
    race = furlong.Race("animal-race", players=2, seed=3)
    bot = race.bot(mine)
    for _ in range(6):
        race.proceed()
        race.ask(bot)
    if copied is copy.copy:
        # A shallow copy shares the object, as everywhere in Python.
        assert copied(bot).name == mine.__name__
        return
    twin, again = race.copy(), copied(bot)
    for _ in range(6):
        assert race.proceed() == twin.proceed()
        assert race.ask(bot) == twin.ask(again)


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_environments_continue_as_their_originals(copied):
    gym = pytest.importorskip("furlong.gymnasium", reason="Gymnasium is not installed")
    one = gym.RaceEnv("animal-race", seat=0, players=3, opponents=[Counter, Counter, Careful()])
    _, info = one.reset(seed=1)
    many = gym.RaceVectorEnv(3, "animal-race", autoreset_mode="SAME_STEP")
    _, infos = many.reset(seed=1)
    twin, twins = copied(one), copied(many)
    for _ in range(30):
        action = int(np.flatnonzero(info["action_mask"])[0])
        observation, reward, over, _, info = one.step(action)
        other = twin.step(action)
        assert (other[0] == observation).all() and other[1:3] == (reward, over)
        if over:
            _, info = one.reset()
            assert (twin.reset()[1]["action_mask"] == info["action_mask"]).all()
        actions = infos["action_mask"].argmax(axis=1)
        observations, rewards, ends, _, infos = many.step(actions)
        other = twins.step(actions)
        assert (other[0] == observations).all() and (other[1] == rewards).all() and (other[2] == ends).all()


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_pettingzoo_environment_continues_as_its_original(copied):
    zoo = pytest.importorskip("furlong.pettingzoo", reason="PettingZoo is not installed")
    env = zoo.RaceEnv("gotham", players=3)
    env.reset(seed=4)
    twin = None
    for step in range(60):
        if step == 20:
            twin = copied(env)
        agent = env.agent_selection
        action = int(env.infos[agent]["action_mask"].argmax())
        for played in filter(None, (env, twin)):
            assert played.agent_selection == agent
            played.step(action)
        assert twin is None or (twin.state() == env.state()).all()
        if env.terminations[env.agent_selection]:
            break
    assert twin is not None and twin.race.record() == env.race.record()


@pytest.mark.parametrize("seated", ["bot", "batch", "class"])
def test_a_cycle_of_a_bot_and_its_owner_is_collected(seated):
    class Mine:
        def __init__(self):
            kept.append(weakref.ref(self))

        def choose(self, decision):
            return decision.indices[0]

    kept = []
    if seated == "bot":
        mine = Mine()
        mine.bot = furlong.Race("animal-race", players=2, seed=1).bot(mine)
    elif seated == "batch":
        mine = Mine()
        mine.batch = furlong.Batch("animal-race", games=3, players=2)
        mine.batch.sit([mine, "random"])
    else:
        Mine.batch = furlong.Batch("animal-race", games=3, players=2)
        Mine.batch.sit(Mine)
        mine = None
    kept.append(weakref.ref(Mine))
    del mine, Mine
    gc.collect()
    gc.collect()
    assert len(kept) > 1 and not any(ref() for ref in kept)
