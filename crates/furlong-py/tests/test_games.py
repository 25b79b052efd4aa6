"""Games, rulesets and races."""

import copy
import gc
import inspect
import json
import pathlib
import pickle
import sys
import weakref

import numpy as np
import pytest

import furlong

RECORDS = pathlib.Path(__file__).parents[3] / "tests" / "records"
GAMES = ["animal-race", "hare-tortoise", "gotham"]
HOUSE = '[ruleset]\nname = "house"\nextends = "classic"\n[track]\ntiles = 15\n'


def played_at_random(game, players=2, seed=3, most=400):
    race = furlong.Race(game, players=players, seed=seed)
    rng = np.random.default_rng(seed)
    while race.proceed() is not None and race.events < most:
        race.play(rng.choice(race.indices()))
    return race


def test_the_games_have_rulesets_bots_and_encodings():
    assert [game.name for game in furlong.games()] == GAMES
    for game in furlong.games():
        assert furlong.Game(game.name).title == game.title
        assert {"random", "heuristic"} <= {bot["name"] for bot in game.bots}
        assert len(game.ruleset().players) >= 1 and game.ruleset().name == game.rulesets[0]
        assert len(game.feature_table()["name"]) == game.features
        assert len(game.feature_table("action")["name"]) == game.action_features
        for index in (0, game.actions - 1):
            assert game.index(game.action(index)) == index
        with pytest.raises(furlong.IllegalAction, match=f"no action {game.actions}"):
            game.action(game.actions)
    assert furlong.Game("animal-race").encoding == {
        "game": "animal-race",
        "version": 1,
        "hash": 0x0C38972BC3DE86A1,
    }


def test_a_ruleset_comes_by_name_as_text_or_as_a_file(tmp_path):
    game = furlong.Game("animal-race")
    house = game.ruleset(text=HOUSE)
    assert (house.game, house.name, house.to_dict()["track"]["tiles"]) == ("animal-race", "house", 15)
    path = tmp_path / "house.toml"
    path.write_text(HOUSE)
    assert game.ruleset(path).to_dict() == house.to_dict()
    assert furlong.Race("animal-race", house, players=3).ruleset == house.to_dict()
    assert pickle.loads(pickle.dumps(house)).to_dict() == house.to_dict()
    assert house.words and "[ruleset]" in house.to_toml() and house.about is not None
    with pytest.raises(furlong.RulesetError, match="classc.*classic"):
        game.ruleset("classc")
    assert game.ruleset(str(path)) == game.ruleset(HOUSE) == game.ruleset(house) == house != game.ruleset()
    short = {"ruleset": {"name": "house", "extends": "classic"}, "track": {"tiles": 15}}
    assert game.ruleset(short) == house and hash(game.ruleset(short)) == hash(house) and len({house, game.ruleset(path)}) == 1
    for source in ("classic", path, house):
        with pytest.raises(furlong.ArgumentError, match="either `source` or `text`"):
            game.ruleset(source, text=HOUSE)
    with pytest.raises(furlong.RulesetError, match=":5.*track.tiles"):
        game.ruleset(text=HOUSE.replace("15", "-1"))
    with pytest.raises(furlong.RulesetError, match="hare-tortoise"):
        furlong.Race("animal-race", furlong.Game("hare-tortoise").ruleset())
    for wrong in (3, [HOUSE], b"classic"[0], 1.5):
        with pytest.raises(TypeError, match="a ruleset is a name, a path"):
            game.ruleset(wrong)


@pytest.mark.parametrize("game", furlong.games(), ids=lambda game: game.name)
def test_every_ruleset_can_be_read_back_in_every_form(game, tmp_path):
    """A dictionary, a text and a file give the same ruleset, and every function takes all forms."""
    assert game == furlong.Game(game.name) and hash(game) == hash(furlong.Game(game.name)) and game != game.name
    for name in game.rulesets:
        ruleset = game.ruleset(name)
        path = tmp_path / f"{name}.toml"
        path.write_text(ruleset.to_toml())
        for form in (ruleset.to_dict(), ruleset.to_toml(), path, str(path), pickle.loads(pickle.dumps(ruleset))):
            assert game.ruleset(form) == ruleset
    terms = {"bots": "random", "deals": 1, "seed": 1}
    for form in (ruleset, ruleset.to_dict(), ruleset.to_toml(), path, str(path), name):
        assert furlong.Race(game, form).ruleset == ruleset.to_dict() == furlong.Race(game, furlong.Race(game, form).ruleset).ruleset
        assert furlong.Batch(game, form, games=1).ruleset == ruleset
        assert furlong.simulate(game, form, **terms) == furlong.simulate(game, ruleset, **terms)
    odd = ruleset.to_dict()
    odd["ruleset"]["about"] = 'A "quoted" \\ line\nand \x7f, \x01, é and 🐢.'
    assert game.ruleset(odd).about == odd["ruleset"]["about"]


@pytest.mark.parametrize("game", GAMES)
def test_a_race_is_played_recorded_and_replayed(game):
    race = furlong.Race(game, players=3, seed=7)
    assert furlong.Race(game, players=3, seed=7).record() == race.record()
    while (seat := race.proceed()) is not None and race.events < 150:
        choices = race.choices()
        assert [choice["index"] for choice in choices] == race.indices() == race.indices(seat)
        assert np.flatnonzero(race.mask()).tolist() == race.indices()
        assert race.features().shape == (furlong.Game(game).features,)
        assert race.action_features().shape == (len(choices), furlong.Game(game).action_features)
        assert seat in race.deciding and race.question() and race.turn == seat
        other = race.copy()
        race.play(choices[-1]["index"])
        other.play(choices[-1]["action"], seat=seat)
        assert other.record() == race.record()
    again = furlong.resume(race.record())
    assert again.view(1) == race.view(1) and again.position() == race.position()
    assert pickle.loads(pickle.dumps(race)).record() == race.record()
    assert copy.deepcopy(race).record() == race.record()
    assert again.seen(1) == race.seen(1) and again.narrated(1) and "<svg" in again.svg(0) and again.picture(0)
    assert repr(race).startswith("<Race of ")


def test_what_cannot_be_played_is_refused_and_changes_nothing():
    race = furlong.Race("animal-race", players=2, seed=1)
    with pytest.raises(furlong.IllegalAction, match="chance"):
        race.play(0)
    assert race.turn == "chance" and race.chances()
    seat = race.proceed()
    before = race.record()
    illegal = next(index for index in range(206) if index not in race.indices())
    for action in (illegal, 206, -1, {"place": "nothing"}, "x", None):
        with pytest.raises(furlong.IllegalAction):
            race.play(action)
    with pytest.raises(furlong.IllegalAction, match="no seat 7: seats are 0 to 1"):
        race.view(7)
    other = furlong.Race("hare-tortoise", players=2, seed=1)
    mover = other.proceed()
    with pytest.raises(furlong.IllegalAction, match="nothing to decide"):
        other.play(other.indices()[0], seat=1 - mover)
    with pytest.raises(furlong.IllegalAction):
        race.resolve({"nothing": 1})
    with pytest.raises(furlong.IllegalAction):
        race.play_words("the moon")
    with pytest.raises(furlong.ArrayError, match=r"float32 of the shape \(223,\)"):
        race.features(out=np.zeros(223))
    with pytest.raises(TypeError):
        race.play(object())
    assert race.record() == before
    race.play(race.indices()[0])
    race.undo(seat)
    assert json.loads(race.record())["undone"]
    for wrong in ("chess", "Animal-race"):
        with pytest.raises(furlong.UnknownName, match=wrong):
            furlong.Race(wrong)
    for wrong in (99, 1, 0, -1, 300, 10**30):
        with pytest.raises(furlong.ArgumentError, match="players must be from 2 to 5, not"):
            furlong.Race("animal-race", players=wrong)
    for wrong in (-1, 2**64):
        with pytest.raises(furlong.ArgumentError, match=f"seed must be from 0 to 18446744073709551615, not {wrong}"):
            furlong.Race("animal-race", seed=wrong)
    for wrong in (-1, 7, 300, 10**30):
        with pytest.raises(furlong.IllegalAction, match=f"there is no seat {wrong}: seats are 0 to 1"):
            race.view(wrong)
    for wrong in (-1, 206, 10**30):
        with pytest.raises(furlong.IllegalAction, match=f"there is no action {wrong}"):
            furlong.Game("animal-race").action(wrong)
        with pytest.raises(furlong.IllegalAction, match=f"there is no action {wrong}: there are 0 to 205"):
            race.play(wrong)
    assert furlong.Race("gotham").players == 2 and furlong.Race("gotham", players=1).players == 1
    assert issubclass(furlong.ArgumentError, furlong.Error) and issubclass(furlong.ArgumentError, ValueError)
    with pytest.raises(furlong.UnknownName, match="nonsense"):
        furlong.Race("animal-race", options={"nonsense": 1})
    with pytest.raises(furlong.RecordError):
        furlong.resume("{}")
    codes = {
        furlong.Error: "failed",
        furlong.ArgumentError: "bad-value",
        furlong.UnknownName: "unknown-name",
        furlong.RulesetError: "bad-ruleset",
        furlong.IllegalAction: "illegal",
        furlong.BotError: "bot-failed",
        furlong.RecordError: "unreadable",
        furlong.ArrayError: "bad-value",
        furlong.InUse: "busy",
    }
    for error, code in codes.items():
        assert issubclass(error, furlong.Error) and error.code == code


def test_chance_can_be_entered_by_hand():
    race = furlong.Race("gotham", players=2, seed=5)
    while race.turn == "chance":
        outcomes = race.chances()
        assert sum(weight for _, weight in outcomes) > 0
        race.resolve(outcomes[-1][0])
    other = furlong.Race("gotham", players=2, seed=99)
    for event in json.loads(race.record())["events"]:
        other.resolve(event["chance"])
    assert other.position() == race.position()


def from_position(race, position):
    """A race that begins in another position, by its record."""
    record = json.loads(race.record())
    return furlong.resume(json.dumps({**record, "start": {"position": position}, "events": [], "waiting": []}))


def shown_to(race, seat):
    """All that Python shows of a race to a seat."""
    heard = []

    def spy(decision):
        heard.append((decision.seat, decision.view, decision.choices, decision.features.tolist(), decision.mask.tolist()))
        heard.append((decision.indices, decision.action_features.tolist()))
        return decision.indices[0]

    if race.turn == seat:
        race.copy().ask(spy)
    return [
        race.view(seat),
        race.features(seat).tolist(),
        race.action_features(seat).tolist(),
        race.mask(seat).tolist(),
        race.choices(seat),
        race.seen(seat),
        race.narrated(seat),
        race.question(seat),
        race.picture(seat),
        race.svg(seat),
        race.standings(),
        race.deciding,
        repr(race),
        heard,
    ]


@pytest.mark.parametrize("game", ["animal-race", "gotham"])
def test_hidden_cards_can_be_swapped_unseen(game):
    """Two others exchange what nobody but they can see: all that Python shows to the viewer stays the same."""
    race = furlong.Race(game, players=3, seed=11)
    for _ in range(6):
        race.proceed()
        race.play(race.indices()[0])
    viewer = race.proceed()
    one, two = (seat for seat in range(3) if seat != viewer)
    before = race.position()
    after = copy.deepcopy(before)
    hands = after["hands"]
    if game == "gotham":  # The backs are seen: cards with the same back change hands.
        hands[one][2], hands[two][2] = hands[two][2], hands[one][2]
    else:
        hands[one], hands[two] = hands[two], hands[one]
        for seat in (one, two):
            drawn = after["since-shuffle"]["drawn"][seat]
            for cards, sign in ((before["hands"][seat], -1), (hands[seat], 1)):
                for card, count in cards.items():
                    drawn[card] = drawn.get(card, 0) + sign * count
        bets = after["bets"]
        bets[one]["dealt"], bets[two]["dealt"] = bets[two]["dealt"], bets[one]["dealt"]
    assert after != before
    here, there = from_position(race, before), from_position(race, after)
    assert shown_to(here, viewer) == shown_to(there, viewer)
    assert shown_to(here, one) != shown_to(there, one)


def test_bots_by_name_and_hints():
    race = furlong.Race("animal-race", players=3, seed=4)
    hard = race.bot("hard:iterations=30")
    assert hard.name == "hard:iterations=30"
    seat = race.proceed()
    hints = race.hint("heuristic")
    assert hints[0]["action"] in [choice["action"] for choice in race.choices()]
    action = race.ask(hard)
    assert json.loads(race.record())["events"][-1] == {"seat": seat, "action": action}
    with pytest.raises(furlong.UnknownName, match="there is no bot `easier`"):
        race.bot("easier")
    with pytest.raises(furlong.BotError):
        race.proceed()
        race.ask(furlong.Race("gotham").bot("random"))
    returns = race.play_out("heuristic")
    assert race.is_over and sum(returns) == pytest.approx(1) and race.returns() == returns
    with pytest.raises(furlong.IllegalAction, match="over"):
        race.ask("random")
    with pytest.raises(furlong.BotError, match="2 bots for 3 seats"):
        furlong.Race("animal-race", players=3).play_out(["random", "random"])


def test_the_same_seed_gives_the_same_games_as_in_rust():
    """The race of the library's first example, alone and as a game of the arena: `furlong play animal-race --watch --plain --seed 2026
    --bot course --players 3` prints these places, and `furlong simulate` with the same bots and seed the number of events."""
    race = furlong.Race("animal-race", players=3, seed=2026)
    race.play_out("course")
    assert [(row["place"], row["score"]) for row in race.standings()["rows"]] == [(1, 7), (3, 2), (2, 5)]
    assert race.events == 187
    run = furlong.simulate("animal-race", bots="course", players=3, deals=1, seed=2026)
    assert [run.games[f"share_{seat}"][0] for seat in range(3)] == race.returns()
    assert run.games["events"][0] == race.events


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_the_records_of_the_library_replay(path):
    kept = json.loads(path.read_text())
    race = furlong.resume(path.read_text())
    assert json.loads(race.record())["events"] == kept["events"] and race.events == len(kept["events"])


def test_an_analysis_adds_up():
    race = furlong.Race("animal-race", "apprentice", players=2, seed=7)
    race.play_out("random")
    found = furlong.analyse(race, bot="random", playouts=10, worlds=8)
    seats = found.seats
    parts = seats["start"] + seats["luck"] + seats["own"] + seats["others"]
    np.testing.assert_allclose(parts, seats["result"], atol=1e-9)
    assert len(found.events["number"]) == race.events
    assert set(found.events["seat"]) == {-1, 0, 1}
    with pytest.raises(furlong.Error, match="at least 2 playouts"):
        furlong.analyse(race, playouts=1)


def test_objects_are_freed():
    class Mine:
        def choose(self, decision):
            return decision.indices[0]

    mine = Mine()
    gone = weakref.ref(mine)
    race = furlong.Race("animal-race", players=2, seed=1)
    race.proceed()
    before = sys.getrefcount(mine)
    bot = race.bot(mine)
    assert sys.getrefcount(mine) == before + 1
    race.ask(bot)
    del bot
    assert sys.getrefcount(mine) == before
    out = np.zeros(223, np.float32)
    held = sys.getrefcount(out)
    for _ in range(100):
        race.features(0, out=out)
    assert sys.getrefcount(out) == held
    del mine
    gc.collect()
    assert gone() is None


def test_the_stub_names_what_there_is():
    """`_furlong.pyi` and the module have the same names, methods and properties."""
    import ast

    stub = ast.parse((pathlib.Path(furlong.__file__).parent / "_furlong.pyi").read_text())
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    for name in ("Game", "Ruleset", "Race", "Bot", "Decision", "Batch"):
        stubbed = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
        stubbed |= {node.target.id for node in classes[name].body if isinstance(node, ast.AnnAssign)}
        there = {member for member in vars(getattr(furlong, name)) if not member.startswith("__")}
        assert {member for member in stubbed if not member.startswith("__")} == there, name
        for member in there:
            assert getattr(getattr(furlong, name), member).__doc__ or member in ("_analyse", "WAIT"), member
    errors = {name for name in vars(furlong) if isinstance(getattr(furlong, name), type)} - {"Table"}
    assert errors <= set(furlong.__all__)


@pytest.mark.parametrize("game", GAMES)
def test_values_have_the_types_of_the_stub(game):
    """Every property, and every method that needs no arguments, at the start and at the end of a race of each game."""
    stub = dict(vars(furlong._furlong))
    text = (pathlib.Path(furlong.__file__).parent / "_furlong.pyi").read_text()
    exec(text, stub)
    plain = {"bool": bool, "dict": dict, "float": float, "int": int, "list": list, "str": str, "tuple": tuple}
    seen = set()

    def check(value, without=()):
        name = type(value).__name__
        for member, stated in vars(stub[name]).items():
            if member.startswith("_") or member in without or isinstance(stated, (classmethod, staticmethod)):
                continue
            if isinstance(stated, property):
                found, wanted = getattr(value, member), stated.fget.__annotations__["return"]
            elif callable(stated):
                required = list(inspect.signature(stated).parameters.values())[1:]
                if any(argument.default is argument.empty and argument.kind not in (2, 4) for argument in required):
                    continue
                found, wanted = getattr(value, member)(), stated.__annotations__["return"]
            else:
                continue
            outer = wanted.split("[")[0]
            if outer in plain:
                assert type(found) is plain[outer], (name, member, wanted, found)
            seen.add((name, member))

    decisions = []

    def asked(decision):
        decisions.append(decision)
        return decision.indices[0]

    check(furlong.Game(game))
    check(furlong.Game(game).ruleset())
    check(furlong.Batch(game, games=3))
    race = furlong.Race(game, seed=1)
    check(race.bot("random"))
    race.proceed()
    check(race, without=["hint"])
    race.ask(asked)
    check(decisions[0])
    race.play_out("random")
    nobody_to_move = ["hint", "choices", "question", "view", "features", "mask", "action_features", "picture", "svg", "indices"]
    check(race, without=nobody_to_move)
    assert {("Race", "deciding"), ("Ruleset", "players"), ("Decision", "choices"), ("Batch", "numbers")} <= seen
    json.dumps([furlong.Game(game).ruleset().players, race.deciding])


@pytest.mark.parametrize("game", GAMES)
def test_the_public_board_is_shown_when_nobody_is_to_move(game):
    race = furlong.Race(game, players=2, seed=3)
    moved = False
    while race.turn is not None:
        if race.turn == "chance":
            assert {"runners", "standings", "happenings"} == race.view().keys()
            public = (race.picture(), race.svg())
            assert public[0].count("\n") > 3 and public[1].startswith("<svg") and str(race) == public[0]
            race.draw()
        else:
            assert str(race) == race.picture(race.turn) and race._repr_svg_() == race.svg(race.turn)
            race.ask("random")
            moved = True
        if race.events > 400:
            return
    assert moved and race.view()["standings"] == json.loads(json.dumps(race.standings()))
    assert str(race) == race.picture() and race._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("game", ["animal-race", "gotham"])
def test_the_public_board_hides_hands(game):
    """Races that differ only in what hands hold look the same to everybody."""
    race = furlong.Race(game, players=2, seed=11)
    for _ in range(4):
        race.proceed()
        race.play(race.indices()[0])
    while race.turn not in ("chance", None):
        race.play(race.indices()[0])
    before = race.position()
    after = copy.deepcopy(before)
    hands = after["hands"]
    if game == "gotham":
        hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    else:
        one, two = after["bets"]
        one["dealt"], two["dealt"] = two["dealt"], one["dealt"]
    here, there = from_position(race, before), from_position(race, after)
    assert here.position() != there.position() and here.turn == there.turn == "chance"
    assert here.picture() == there.picture() and here.svg() == there.svg()
