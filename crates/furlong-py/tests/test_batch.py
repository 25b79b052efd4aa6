"""Many games side by side."""

import multiprocessing
import sys
import threading

import numpy as np
import pytest

import furlong

GAMES = ["animal-race", "hare-tortoise", "gotham"]


def logits_of(features, actions):
    """Logits that differ in each game: what a model would do."""
    sums = features.sum(axis=1, dtype=np.float32)
    return np.sin(sums[:, None] * np.arange(1, actions + 1, dtype=np.float32)[None]).astype(np.float32)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_a_batch_is_the_race_of_its_number(game):
    """The features, masks, seats, endings and rewards of a batch are those of races of the library, decision by decision."""
    batch = furlong.Batch(game, games=3, players=2, seed=5, most_events=190)
    arrays = batch.arrays()
    batch.observe(**arrays)
    races = [batch.race(number) for number in range(3)]
    ended = 0
    for _ in range(200):
        chosen = batch.sample(logits_of(arrays["features"], batch.actions))
        numbers = batch.numbers()
        for place, race in enumerate(races):
            assert race.proceed() == arrays["seats"][place]
            np.testing.assert_array_equal(race.features(), arrays["features"][place])
            np.testing.assert_array_equal(race.mask(), arrays["mask"][place])
            assert batch.view(place) == race.view()
            race.play(chosen[place])
        batch.step(chosen, **arrays)
        for place in np.flatnonzero(arrays["endings"]):
            if arrays["endings"][place] == 1:
                assert races[place].proceed() is None
                np.testing.assert_allclose(arrays["rewards"][place], races[place].returns())
            races[place] = batch.race(batch.numbers()[place])
            assert batch.numbers()[place] == numbers[place] + 3
            ended += 1
    assert ended >= 3 or game == "hare-tortoise"


def test_arrays_are_written_in_place_and_kept_by_the_caller():
    batch = furlong.Batch("animal-race", games=8, players=4, seed=1)
    arrays = batch.arrays("seats", "features", "mask", "mask_bits", "endings", "rewards")
    counts = {name: sys.getrefcount(array) for name, array in arrays.items()}
    places = {name: array.ctypes.data for name, array in arrays.items()}
    chosen = np.empty(8, np.uint32)
    for _ in range(50):
        assert batch.sample_uniform(out=chosen) is chosen
        batch.step(chosen, **arrays)
    assert {name: array.ctypes.data for name, array in arrays.items()} == places
    assert {name: sys.getrefcount(array) for name, array in arrays.items()} == counts
    bits = (arrays["mask_bits"][:, :, None] >> np.arange(64, dtype=np.uint64)) & 1
    np.testing.assert_array_equal(bits.reshape(8, -1)[:, : batch.actions], arrays["mask"])
    as_bytes = np.zeros((8, batch.actions), np.uint8)
    batch.observe(mask=as_bytes)
    np.testing.assert_array_equal(as_bytes, arrays["mask"])
    # Part of a greater array of the caller, without a copy.
    whole = np.zeros((3, 8, batch.features), np.float32)
    batch.observe(features=whole[1])
    assert whole[1].any() and not whole[0].any() and not whole[2].any()


def test_wrong_arrays_are_refused_and_nothing_is_played():
    batch = furlong.Batch("animal-race", games=4, players=2, seed=1)
    arrays = batch.arrays()
    batch.observe(**arrays)
    before = {name: array.copy() for name, array in arrays.items()}
    legal = batch.sample_uniform()
    read_only = np.zeros((4, batch.features), np.float32)
    read_only.flags.writeable = False
    wrong = [
        ({"features": np.zeros((4, batch.features))}, r"`features` must be .* float32 .* \(4, 223\), not float64"),
        ({"features": np.zeros((3, batch.features), np.float32)}, r"not float32 of the shape \(3, 223\)"),
        ({"features": np.zeros((4, batch.features), np.float32).T.copy().T}, "not contiguous"),
        ({"features": read_only}, "not writable"),
        ({"mask": np.zeros((4, batch.actions), np.int8)}, "`mask`"),
        ({"rewards": [0.0] * 8}, "not list"),
        ({"seats": legal.view(np.uint8)[:4], "endings": legal.view(np.uint8)[:4]}, "shares its memory"),
    ]
    for arrays_given, words in wrong:
        with pytest.raises(furlong.ArrayError, match=words):
            batch.step(legal, **arrays_given)
    with pytest.raises(TypeError, match="no array `feature`; there are"):
        batch.step(legal, feature=None)
    for chosen, words in (
        (legal.astype(np.float64), "`chosen` must have integers"),
        (legal.astype(bool), "`chosen` must have integers"),
        (legal[:3].astype(np.int64), r"shape \(4,\), not int64 of the shape \(3,\)"),
        (np.array([0, -1, 0, 0]), "`chosen` has -1, which is no uint32"),
        (np.array([0, 2**40, 0, 0]), "`chosen` has 1099511627776"),
    ):
        with pytest.raises(furlong.ArrayError, match=words):
            batch.step(chosen, **arrays)
    with pytest.raises(furlong.IllegalAction, match="game 2: action 999 is not legal; these are"):
        chosen = legal.copy()
        chosen[2] = 999
        batch.step(chosen, **arrays)
    logits = np.full((4, batch.actions), np.nan, np.float32)
    with pytest.raises(furlong.ArrayError, match="game 0: no action can be drawn"):
        batch.sample(logits)
    batch.observe(**arrays)
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, before[name])
    for arguments in ({"games": 0}, {"games": 1, "threads": 0}, {"games": 1, "reset": "LATER"}, {"games": 1, "players": 77}):
        with pytest.raises(furlong.Error):
            furlong.Batch("animal-race", **arguments)
    with pytest.raises(furlong.UnknownName, match="nonsense"):
        batch.arrays("nonsense")
    for place in (4, -1):
        with pytest.raises(furlong.ArgumentError, match=f"place must be from 0 to 3, not {place}"):
            batch.features_of(place, 0)


@pytest.mark.parametrize("reset", ["SAME_STEP", "NEXT_STEP", "DISABLED"])
def test_the_games_are_the_same_whatever_follows_an_end(reset):
    batch = furlong.Batch("animal-race", games=4, players=3, seed=2, reset=reset)
    arrays = batch.arrays()
    found = {}
    while len(found) < 24:
        numbers = batch.numbers()
        batch.step(batch.sample_uniform(), **arrays)
        over = arrays["endings"] != 0
        for place in np.flatnonzero(over):
            found[int(numbers[place])] = arrays["rewards"][place].tolist()
            assert (arrays["seats"][place] == 255) == (reset != "SAME_STEP")
            assert batch.features_of(place, 0).any()
        if reset == "DISABLED" and over.any():
            with pytest.raises(furlong.IllegalAction, match="is over: reset it"):
                batch.step(batch.sample_uniform(), **arrays)
            batch.reset(over, **arrays)
            assert not (arrays["seats"] == 255).any()
    for number in range(16):
        race = batch.race(number)
        assert found[number] == pytest.approx(race.play_out("random"))


def test_lists_are_masks_and_can_be_drawn_from():
    batch = furlong.Batch("gotham", games=5, players=3, seed=3)
    lists = batch.list(features=True)
    mask = batch.arrays("mask")
    batch.observe(**mask)
    begin = 0
    for place, end in enumerate(lists["ends"]):
        assert np.flatnonzero(mask["mask"][place]).tolist() == lists["indices"][begin:end].tolist()
        np.testing.assert_array_equal(lists["features"][begin:end], batch.race(place).copy() and _features(batch, place))
        begin = end
    logits = np.zeros(begin, np.float32)
    np.testing.assert_array_equal(batch.sample_listed(logits), batch.sample(np.zeros((5, batch.actions), np.float32)))
    with pytest.raises(furlong.ArrayError):
        batch.sample_listed(logits[:-1].copy())


def _features(batch, place):
    race = batch.race(batch.numbers()[place])
    race.proceed()
    return race.action_features()


def test_bots_play_the_other_seats():
    """A batch in which bots play all seats but one gives the shares that single races give."""
    games, players = 6, 2
    batch = furlong.Batch("animal-race", games=games, players=players, seed=4, reset="DISABLED")
    batch.sit(["heuristic", "random"])
    own = np.full(games, 255, np.uint8)
    arrays = batch.arrays("endings", "rewards")
    with pytest.raises(furlong.ArrayError, match="shape"):
        batch.play_bots(own[:2], **arrays)
    batch.play_bots(own, **arrays)
    assert (arrays["endings"] == 1).all()
    for number in range(games):
        race = batch.race(number)
        assert arrays["rewards"][number].tolist() == race.play_out(["heuristic", "random"])
    batch.reset()
    own[:] = 0
    batch.play_bots(own, **arrays)
    seats = batch.arrays("seats")
    batch.observe(**seats)
    assert (seats["seats"] == 0).all()
    with pytest.raises(furlong.UnknownName):
        batch.sit("nobody")
    with pytest.raises(furlong.BotError, match="3 bots"):
        batch.sit(["random"] * 3)
    with pytest.raises(furlong.BotError, match="call sit"):
        furlong.Batch("animal-race", games=2, reset="DISABLED").play_bots(own[:2].copy(), endings=np.zeros(2, np.uint8), rewards=np.zeros((2, 2), np.float32))


def test_a_game_that_waits_stands():
    batch = furlong.Batch("hare-tortoise", games=2, players=2, seed=1)
    arrays = batch.arrays("features")
    batch.observe(**arrays)
    before = arrays["features"].copy()
    chosen = batch.sample_uniform()
    chosen[0] = batch.WAIT
    batch.step(chosen, **arrays)
    np.testing.assert_array_equal(arrays["features"][0], before[0])
    assert (arrays["features"][1] != before[1]).any()


def test_threads_share_a_batch_or_are_refused():
    """Each step is played whole by one thread; a thread that comes meanwhile is told so."""
    batch = furlong.Batch("animal-race", games=256, players=4, seed=1, threads=2)
    played, refused = [], []

    def plays():
        own = batch.arrays("features")
        for _ in range(60):
            try:
                batch.observe(**own)
                played.append(own["features"].sum())
            except furlong.InUse:
                refused.append(1)

    threads = [threading.Thread(target=plays) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(played) + len(refused) == 240 and len(set(played)) == 1


def test_the_results_do_not_depend_on_the_number_of_threads():
    found = []
    for threads in (1, 3):
        batch = furlong.Batch("animal-race", games=50, players=4, seed=8, threads=threads)
        arrays = batch.arrays()
        for _ in range(80):
            batch.step(batch.sample_uniform(), **arrays)
        found.append(arrays)
    for name in found[0]:
        np.testing.assert_array_equal(found[0][name], found[1][name])


def in_a_child(own_threads):
    """Plays a batch, a comparison, a ladder and a hint on several threads, and returns what came out."""
    batch = furlong.Batch("animal-race", games=64, players=3, seed=1, threads=2)
    batch.step(batch.sample_uniform(), **batch.arrays())
    terms = {"deals": 4, "seed": 1, "threads": own_threads}
    compared = furlong.compare("animal-race", ["classic", "course"], bots="random", players=2, **terms)
    furlong.ladder("animal-race", bots=["random", "heuristic"], players=2, **terms)
    race = furlong.Race("animal-race", players=2, seed=1)
    race.play_out("random", most_events=20)
    return len(compared.words), furlong.analyse(race, playouts=2, worlds=4) is not None


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
@pytest.mark.parametrize("own_threads", [None, 2])
def test_a_forked_child_plays_on_threads_of_its_own(own_threads):
    expected = in_a_child(own_threads)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        results = [pool.apply_async(in_a_child, (own_threads,)) for _ in range(3)]
        # A child that waits for threads of its parent would wait forever.
        assert [result.get(timeout=300) for result in results] == [expected] * 3


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8, np.uint64, ">i4", list])
def test_actions_are_integers_of_any_type(kind):
    one, other = (furlong.Batch("hare-tortoise", games=5, players=2, seed=3) for _ in range(2))
    for _ in range(20):
        chosen = one.sample_uniform()
        one.step(chosen)
        other.step(chosen.tolist() if kind is list else chosen.astype(kind))
    for batch in (one, other):
        strided = np.zeros((5, 2), np.int64)
        strided[:, 0] = batch.sample_uniform()
        batch.step(strided[:, 0])
    views = [[batch.view(place) for place in range(5)] for batch in (one, other)]
    assert views[0] == views[1]


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"games": 10**12}, "games must be from 1 to 1000000, not 1000000000000"),
        ({"games": 0}, "games must be from 1 to"),
        ({"games": 10**40}, "not a far greater number"),
        ({"threads": 10**9}, "threads must be from 1 to 1024"),
        ({"seed": -1}, "seed must be from 0 to 18446744073709551615, not -1"),
        ({"seed": 2**64}, "seed must be from 0 to .*, not 18446744073709551616"),
        ({"players": 300}, "players must be from 2 to 5, not 300"),
        ({"most_events": 2**32}, "most_events must be from 0 to 4294967295"),
    ],
)
def test_sizes_are_checked_before_anything_is_made(terms, words):
    with pytest.raises(furlong.ArgumentError, match=words):
        furlong.Batch("animal-race", **{"games": 2, **terms})
    with pytest.raises(TypeError):
        furlong.Batch("animal-race", **{"games": 2, **dict.fromkeys(terms, 1.5)})


def test_bots_in_very_many_games_are_refused():
    batch = furlong.Batch("gotham", games=250_001, players=4, seed=1, reset="DISABLED")
    with pytest.raises(furlong.ArgumentError, match="at most 1000000 with bots, not 1000004"):
        batch.sit("random")
