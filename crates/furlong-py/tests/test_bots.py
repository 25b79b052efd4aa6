"""Bots in Python, and runs of many games."""

import collections
import json
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import furlong


class First:
    """Always takes the first legal action."""

    def choose(self, decision):
        return decision.indices[0]


class Greedy:
    """The action whose features promise most points of its own bets."""

    name = "greedy"

    def choose(self, decision):
        assert decision.action_features.shape[0] == len(decision.choices) == decision.mask.sum()
        return decision.choices[int(decision.action_features.sum(axis=1).argmax())]["action"]


class Listener:
    """Counts what it is told."""

    ended = 0

    def __init__(self):
        self.heard = 0
        self.seat = None

    def begin(self, seat):
        self.heard, self.seat = 0, seat

    def observe(self, happening):
        self.heard += 1

    def over(self, places, shares):
        # Where a runner without a player wins, nobody has a share.
        assert isinstance(places, list) and len(places) == len(shares) == 2
        assert sum(shares) == pytest.approx(1 if 1 in places else 0)
        Listener.ended += 1

    def choose(self, decision):
        assert self.heard > 0 and self.seat == decision.seat
        return decision.indices[-1]


def test_a_bot_in_python_plays_as_the_same_bot_in_rust():
    """`random` draws a place from its stream; drawing from the same number gives other games, but the same bot twice the same."""
    at_random = lambda decision: decision.indices[decision.random % len(decision.indices)]  # noqa: E731
    one = furlong.simulate("gotham", bots=at_random, players=3, deals=20, seed=5, threads=1)
    two = furlong.simulate("gotham", bots=at_random, players=3, deals=20, seed=5, threads=2)
    for name in one.games:
        np.testing.assert_array_equal(one.games[name], two.games[name])
    assert len(set(one.games["events"])) > 1


def test_bots_in_python_are_classes_objects_and_functions():
    for bot in (First, First(), First().choose, lambda decision: decision.indices[0]):
        run = furlong.simulate("animal-race", bots=[bot, "random"], players=2, deals=20, seed=2)
        assert run.scores["share"].sum() == pytest.approx(1)
        first = run if bot is First else first
        np.testing.assert_array_equal(run.games["share_0"], first.games["share_0"])
    ladder = furlong.ladder("animal-race", bots=["heuristic", Greedy, First], players=2, deals=20)
    assert list(ladder.ratings["bot"]) == ["heuristic", "greedy", "First"] and ladder.ratings["elo"][0] == 0
    assert set(ladder.pairings) == {"alone", "rest", "share", "low", "high", "deals"}


def test_a_bot_that_listens_is_told():
    race = furlong.Race("animal-race", players=2, seed=3)
    bots = [race.bot(Listener) for _ in range(2)]
    while (seat := race.proceed()) is not None:
        race.ask(bots[seat])
    Listener.ended = 0
    furlong.simulate("gotham", bots=[Listener, "random"], players=2, deals=3, threads=1)
    assert Listener.ended > 0
    batch = furlong.Batch("animal-race", games=2)
    with pytest.raises(furlong.BotError, match="Listener listens"):
        batch.sit(Listener)


def test_the_failure_of_a_bot_is_told_with_its_cause():
    def broken(decision):
        raise KeyError("no idea")

    with pytest.raises(furlong.BotError, match="seed 1.*broken.*KeyError: 'no idea'") as caught:
        furlong.simulate("animal-race", bots=broken, deals=4)
    assert isinstance(caught.value.__cause__, KeyError)
    race = furlong.Race("animal-race", seed=1)
    race.proceed()
    before = race.record()
    with pytest.raises(furlong.BotError) as caught:
        race.ask(broken)
    assert isinstance(caught.value.__cause__, KeyError) and race.record() == before
    for answer in (-1, 10**6, {"x": 1}, None, object()):
        with pytest.raises(furlong.BotError):
            race.ask(lambda decision, answer=answer: answer)
    run = furlong.simulate("animal-race", bots=[broken, "random"], deals=4, forfeit=True)
    assert (run.games["forfeited_by"] >= 0).all() and run.warnings and run.scores["share"][1] == 1

    class Deaf(Listener):
        def observe(self, happening):
            raise ValueError("too loud")

    with pytest.raises(furlong.BotError, match="failed") as caught:
        furlong.simulate("animal-race", bots=Deaf, deals=1)
    assert isinstance(caught.value.__cause__, ValueError)

    class Unborn:
        def __init__(self):
            raise RuntimeError("not today")

        def choose(self, decision):
            return 0

    with pytest.raises(furlong.BotError, match="not today"):
        furlong.simulate("animal-race", bots=Unborn, deals=1)
    with pytest.raises(TypeError, match="is not a bot: give a name"):
        furlong.simulate("animal-race", bots=3)


def test_two_bots_of_one_name_are_told_apart_or_refused():
    def other():
        class First:
            def choose(self, decision):
                return decision.indices[-1]

        return First

    with pytest.raises(furlong.BotError, match="two different bots are called `First`"):
        furlong.simulate("animal-race", bots=[First, other()])


def test_a_bot_cannot_play_the_race_that_asks_it():
    race = furlong.Race("animal-race", seed=1)
    race.proceed()
    with pytest.raises(furlong.BotError, match="in use") as caught:
        race.ask(lambda decision: race.play(decision.indices[0]))
    assert isinstance(caught.value.__cause__, furlong.InUse)


def test_the_results_are_columns():
    run = furlong.simulate("animal-race", bots="random", players=3, deals=50, seed=9)
    assert all(len(column) == 50 and column.ndim == 1 for column in run.games.values())
    row = list(run.metrics["metric"]).index("rounds")
    assert run.metrics["mean"][row] == pytest.approx(run.games["rounds"].mean())
    assert run.metrics["low"][row] < run.metrics["mean"][row] < run.metrics["high"][row]
    assert run.words and run.data["setting"]["seed"] == 9
    shares = sum(run.games[f"share_{seat}"] for seat in range(3))
    np.testing.assert_allclose(shares, 1)


def test_a_comparison_finds_what_the_library_finds():
    """The trial of the library's documentation: no animal naps under the rules for beginners."""
    found = furlong.compare("animal-race", ["classic", "apprentice"], bots="random", players=2, deals=60, seed=1)
    naps = found.find("naps")
    assert naps["verdict"] == "less" and naps["of_other"] == 0 and naps["p"] < 0.05
    house = furlong.Game("animal-race").ruleset(text='[ruleset]\nname = "classic"\nextends = "classic"\n[track]\ntiles = 15')
    same = furlong.compare("animal-race", [None, house], bots="random", deals=10)
    assert set(same.differences["other"]) == {"classic (2)"} or same.differences["base"][0] != same.differences["other"][0]
    with pytest.raises(furlong.UnknownName, match="no metric `nonsense`; there are: "):
        found.find("nonsense")
    with pytest.raises(furlong.Error):
        furlong.compare("animal-race", ["classic"])
    with pytest.raises(furlong.RulesetError):
        furlong.compare("animal-race", [])


def test_goals_are_checked(tmp_path):
    text = "[goals]\nnaps = { below = 4 }\nrounds = { above = 100 }\n"
    found = furlong.check("animal-race", goals=text, bots="random", players=2, deals=300)
    assert list(found.findings["verdict"]) == ["met", "missed"] and not found.is_met
    path = tmp_path / "goals.toml"
    path.write_text(text)
    assert furlong.check("animal-race", goals=path, bots="random", players=2, deals=300).words == found.words
    with pytest.raises(furlong.Error, match="nonsense"):
        furlong.check("animal-race", goals="[goals]\nnonsense = { below = 4 }")


def test_wrong_terms_are_refused():
    with pytest.raises(furlong.UnknownName, match="there is no bot"):
        furlong.simulate("animal-race", bots="nobody")
    with pytest.raises(furlong.Error):
        furlong.simulate("animal-race", deals=0)
    with pytest.raises(furlong.BotError, match="3 bots for 2 seats"):
        furlong.simulate("animal-race", bots=["random"] * 3, players=2)
    with pytest.raises(TypeError):
        furlong.simulate("animal-race", deals="many")
    for wrong in ({"deals": -1}, {"deals": 10**12}, {"seed": -1}, {"threads": 10**6}, {"openings": 2**32}, {"most_events": -5}):
        (name, value), = wrong.items()
        with pytest.raises(furlong.ArgumentError, match=f"{name} must be from 0 to .*, not {value}"):
            furlong.simulate("animal-race", bots="random", **wrong)
    with pytest.raises(furlong.ArgumentError, match="most_unfinished must be from 0 to 1"):
        furlong.simulate("animal-race", bots="random", most_unfinished=2)
    race = furlong.Race("animal-race", seed=1)
    for wrong in ({"playouts": 10**12}, {"worlds": 10**12}, {"seed": -1}, {"random_errors": 101}):
        with pytest.raises(furlong.ArgumentError, match="must be from 0 to"):
            furlong.analyse(race, **wrong)
    with pytest.raises(furlong.ArgumentError, match="at most 100 rulesets"):
        furlong.compare("animal-race", ["classic"] * 101)


def test_bots_are_any_sequence():
    names = ["random", "heuristic"]
    terms = {"players": 2, "deals": 3, "seed": 5}
    expected = furlong.simulate("animal-race", bots=names, **terms)
    for bots in (tuple(names), np.array(names), collections.deque(names), collections.UserList(names)):
        assert furlong.simulate("animal-race", bots=bots, **terms) == expected
        assert len(furlong.ladder("animal-race", bots=bots, players=2, deals=1).ratings["bot"]) == 2
        race = furlong.Race("animal-race", players=2, seed=1)
        assert race.play_out(bots) == furlong.Race("animal-race", players=2, seed=1).play_out(names)
    assert expected != furlong.simulate("animal-race", bots=names, **{**terms, "seed": 6}) and expected != 3

    class Many:
        def __len__(self):
            return 7

        def choose(self, decision):
            return decision.indices[0]

    assert furlong.simulate("animal-race", bots=Many(), players=2, deals=1).games["events"][0] > 0


def test_a_run_lets_other_threads_of_python_go_on():
    """A bot in one thread waits for a word that only another thread can say."""
    asked, said = threading.Event(), threading.Event()

    def waits(decision):
        asked.set()
        assert said.wait(60)
        return decision.indices[0]

    def answers():
        assert asked.wait(60)
        said.set()

    other = threading.Thread(target=answers)
    other.start()
    furlong.simulate("animal-race", bots=waits, deals=1, threads=1)
    other.join()


def test_a_run_can_be_interrupted():
    """A signal ends a run that would take hours."""
    import os
    import signal

    begun = threading.Event()

    def begins(decision):
        begun.set()
        return decision.indices[0]

    def interrupts():
        assert begun.wait(60)
        os.kill(os.getpid(), signal.SIGINT)

    # A shell that starts the tests in the background lets them ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=interrupts).start()
        with pytest.raises(KeyboardInterrupt):
            furlong.simulate("animal-race", bots=[begins, "hard"], deals=1_000_000)
    finally:
        signal.signal(signal.SIGINT, before)


CHILD = """
import itertools, signal
import numpy as np
import furlong

signal.signal(signal.SIGINT, signal.default_int_handler)
race = furlong.Race("animal-race", players=2, seed=1)
race.proceed()
over = race.copy()
over.play_out("random")
batch = furlong.Batch("animal-race", games=4, players=2, reset="DISABLED")
batch.sit("random")
arrays = batch.arrays("endings", "rewards")
own = np.full(4, 255, np.uint8)
long = "hard:iterations=2000000000"
first = lambda decision: decision.indices[0]
try:
    print(race.events, flush=True)
    {work}
except KeyboardInterrupt:
    print(race.events)
"""


@pytest.mark.parametrize(
    "work",
    [
        "race.ask(long)",
        "race.hint(long)",
        "race.play_out(long)",
        "race.play_out([long, first])",
        "furlong.analyse(over, playouts=1_000_000)",
        "[batch.play_bots(own, **arrays) or batch.reset() for _ in itertools.count()]",
    ],
)
def test_a_signal_ends_whatever_takes_long(work):
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD.format(work=work)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        before = child.stdout.readline()
        assert before.strip().isdigit()
        child.send_signal(signal.SIGINT)
        told, errors = child.communicate(timeout=120)
    finally:
        child.kill()
    # Nothing was played: a search that is stopped has an answer, which nobody wants any more.
    assert (told, errors) == (before, "")


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_what_is_no_exception_passes_through_a_run_unchanged(kind):
    """`except Exception` must not swallow Ctrl-C."""
    wanted = kind("enough")

    def stops(decision):
        raise wanted

    race = furlong.Race("animal-race", players=2, seed=1)
    race.proceed()
    batch = furlong.Batch("animal-race", games=2, players=2)
    batch.sit(stops)
    arrays = batch.arrays("endings", "rewards")
    for work in [
        lambda: race.ask(stops),
        lambda: race.play_out([stops, "random"]),
        lambda: furlong.simulate("animal-race", bots=stops, deals=3),
        lambda: furlong.compare("animal-race", ["classic", "course"], bots=stops, players=2, deals=3),
        lambda: furlong.ladder("animal-race", bots=[stops, "random"], players=2, deals=3),
        lambda: batch.play_bots(np.array([0, 1], np.uint8), **arrays),
    ]:
        with pytest.raises(kind) as raised:
            work()
        assert raised.value is wanted


def test_results_print_their_sentences():
    terms = {"players": 2, "deals": 20, "seed": 1, "bots": "random"}
    run = furlong.simulate("animal-race", **terms)
    compared = furlong.compare("animal-race", ["classic", "apprentice"], **terms)
    checked = furlong.check("animal-race", goals="[goals]\nnaps = { below = 4 }", **terms)
    for found in (run, compared, checked):
        assert found.words and str(found).splitlines() == "\n".join(found.words + found.warnings).splitlines()


@pytest.mark.parametrize("kind", [int, np.int64, np.uint8])
def test_a_bot_answers_with_any_whole_number(kind):
    run = furlong.simulate("animal-race", bots=lambda decision: kind(decision.indices[-1]), players=2, deals=2)
    assert run.games["is_over"].all()


@pytest.mark.parametrize("game", ["animal-race", "hare-tortoise", "gotham"])
def test_a_decision_is_made_again_from_its_view(game):
    race = furlong.Race(game, players=2, seed=5)
    rules = furlong.Game(game).ruleset(race.ruleset)
    while (seat := race.proceed()) is not None and race.events < 200:
        decision = rules.decision(race.view(), [choice["action"] for choice in race.choices()], random=7)
        assert (decision.seat, decision.random, decision.choices) == (seat, 7, race.choices())
        assert (decision.features == race.features()).all() and (decision.mask == race.mask()).all()
        assert (decision.action_features == race.action_features()).all()
        race.play(race.indices()[race.events % len(race.indices())])
    with pytest.raises(furlong.ArgumentError, match="`view`"):
        rules.decision({}, [])
    with pytest.raises(furlong.ArgumentError, match="`actions`"):
        rules.decision(race.view(seat=0), [{"fly": 1}])


def lines_of(program, lines):
    """What a program answers to lines of the protocol of `exec:`."""
    sent = "".join(json.dumps(line) + "\n" for line in lines)
    ran = subprocess.run([sys.executable, "-c", program], input=sent, capture_output=True, text=True, timeout=60)
    return [json.loads(line) for line in ran.stdout.splitlines()], ran.stderr


def test_a_bot_in_python_is_a_program_for_the_command():
    race = furlong.Race("animal-race", players=2, seed=5)
    race.proceed()
    program = """
import furlong, numpy as np
class Mine:
    heard = 0
    def begin(self, seat): print("begins at seat", seat)
    def observe(self, happening): self.heard += 1
    def choose(self, decision): return np.flatnonzero(decision.mask)[-1] if self.heard else decision.choices[0]["action"]
    def over(self, places, shares): print("places", places)
furlong.run_bot(Mine)
"""
    actions = [choice["action"] for choice in race.choices()]
    hello = {"type": "hello", "protocol": "furlong-bot", "version": 2}
    game = {"type": "game", "game": 0, "name": "animal-race", "ruleset": race.ruleset, "setup": None, "seat": race.turn, "players": 2}
    decide = {"type": "decide", "game": 0, "view": race.view(), "actions": actions, "labels": [], "random": 1}
    told = {"type": "told", "game": 0, "happening": race.seen(race.turn)[0]}
    over = {"type": "over", "game": 0, "end": "won", "places": [1, 2], "shares": [1.0, 0.0]}
    answers, printed = lines_of(program, [hello, game, decide, told, decide, over, {**over, "places": [2, 1]}])
    assert answers == [{**{k: v for k, v in hello.items() if k != "type"}, "listens": True}, {"action": actions[0]}, {"action": len(actions) - 1}]
    assert printed.splitlines() == [f"begins at seat {race.turn}", "places [1, 2]", "places [2, 1]"]
    answers, printed = lines_of("import furlong; furlong.run_bot(lambda decision: 10**6)", [hello, game, decide])
    assert len(answers) == 1 and "IllegalAction: the bot of seat 0 chose action 1000000" in printed
