"""Results for people: as text, in notebooks and as plots."""

import math
import sys

import furlong
import pytest


@pytest.fixture(scope="module")
def results():
    terms = {"bots": ["heuristic", "random"], "players": 2, "deals": 30}
    run = furlong.simulate("animal-race", **terms)
    comparison = furlong.compare("animal-race", ["classic", "apprentice"], **terms)
    ladder = furlong.ladder("gotham", **terms)
    check = furlong.check("gotham", goals="[goals]\nrounds = { above = 1 }", bots="random", players=2)
    race = furlong.Race("animal-race", players=2, seed=1)
    race.play_out(["heuristic", "random"])
    return {
        "run": run,
        "comparison": comparison,
        "ladder": ladder,
        "check": check,
        "analysis": furlong.analyse(race, playouts=4, worlds=0),
    }


@pytest.mark.parametrize("name", ["run", "comparison", "ladder", "check", "analysis"])
def test_results_are_sentences_and_tables_in_a_notebook(results, name):
    result = results[name]
    shown = result._repr_html_()
    assert str(result) and all(f"<p>{line.split('&')[0].split('<')[0]}"[:20] in shown for line in str(result).splitlines()[:1])
    tables = [field for field in result._fields if isinstance(getattr(result, field), dict)]
    for field in tables:
        assert (f"<caption>{field}</caption>" in shown) == (field not in ("data", "games", "events")), field
    # Every row of the first table that is shown stands in it.
    first = next(field for field in tables if field not in ("data", "games", "events"))
    rows = len(next(iter(getattr(result, first).values())))
    table = shown[shown.index(f"<caption>{first}</caption>") :].split("</table>")[0]
    assert table.count("<tr>") == rows + 1


@pytest.mark.parametrize("game", furlong.games(), ids=str)
def test_games_and_rulesets_are_shown_in_a_notebook(game):
    ruleset, start = game.ruleset(), furlong.Race(game, seed=0)
    assert game._repr_svg_() == start.svg() and game._repr_svg_().startswith("<svg ")
    shown = ruleset._repr_html_()
    assert start.svg() in shown and shown.count("</p>") == 1 + len(ruleset.words) + len(ruleset.reconstructed)
    # Names come from files.
    sly = game.ruleset({**ruleset.to_dict(), "ruleset": {"name": "sly", "about": "<script>"}})
    assert "<script>" not in sly._repr_html_() and "&lt;script&gt;" in sly._repr_html_()


def test_text_in_a_table_is_no_markup():
    class Sly:
        __name__ = "<script>"

        def __call__(self, decision):
            return decision.indices[0]

    run = furlong.simulate("gotham", bots=Sly(), players=2, deals=2)
    assert "<script>" not in run._repr_html_()


def test_the_parts_of_an_analysis_are_printed(results):
    analysis = results["analysis"]
    lines = str(analysis).splitlines()
    assert len(lines) == 2
    for seat, line in enumerate(lines):
        assert line.startswith(f"seat {seat}: start {100 * analysis.seats['start'][seat]:.1f}, luck ")


def test_results_are_plotted(results):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    run, comparison, ladder = results["run"], results["comparison"], results["ladder"]
    shares = run.plot()
    assert [label.get_text() for label in shares.get_yticklabels()] == list(run.scores["bot"])
    points = shares.lines[0].get_xdata()
    assert list(points) == list(run.scores["share"])
    metric = run.metrics["metric"][0]
    bars = run.plot(metric)
    assert sum(bar.get_height() for bar in bars.patches) == sum(not math.isnan(value) for value in run.games[metric])
    with pytest.raises(furlong.UnknownName, match="no metric `speed`"):
        run.plot("speed")
    effects = comparison.plot(axes=bars)
    assert effects is bars
    assert list(ladder.plot().lines[0].get_xdata()) == list(ladder.ratings["elo"])


def test_a_plot_without_matplotlib_says_what_it_needs(results, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match="pip install furlong"):
        results["run"].plot()
