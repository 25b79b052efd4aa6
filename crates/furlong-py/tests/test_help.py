"""What `help` shows: each public name is described, with an example that runs, and arrays with their shapes."""

import ast
import doctest
import inspect
import pathlib
import re

import pytest

import furlong

CLASSES = [name for name in furlong.__all__ if inspect.isclass(getattr(furlong, name)) and getattr(furlong, name).__module__.startswith("furlong")]
ENVIRONMENTS = {"gymnasium": ["RaceEnv", "RaceVectorEnv"], "pettingzoo": ["RaceEnv", "env", "raw_env"]}
TABLES = {"arrays", "list", "feature_table"}


def documented(module, name):
    thing = getattr(module, name)
    found = inspect.getdoc(thing)
    assert found, name
    return found


def ran(docs, name):
    """The number of examples in a docstring; each must print what it says."""
    test = doctest.DocTestParser().get_doctest(docs, {"furlong": furlong}, name, None, None)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    told = []
    runner.run(test, out=told.append)
    assert not runner.failures, "".join(told)
    return len(test.examples)


@pytest.mark.parametrize("name", [name for name in furlong.__all__ if name != "__version__"])
def test_every_public_name_has_a_description_and_an_example_that_runs(name):
    docs = documented(furlong, name)
    thing = getattr(furlong, name)
    if not (inspect.isclass(thing) and issubclass(thing, Exception)) and name != "Table":
        assert ran(docs, name) > 0, docs


@pytest.mark.parametrize(("package", "name"), [(package, name) for package, names in ENVIRONMENTS.items() for name in names])
def test_every_environment_has_an_example_that_runs(package, name):
    module = pytest.importorskip(f"furlong.{package}", reason=f"{package} is not installed")
    assert sorted(module.__all__) == sorted(ENVIRONMENTS[package])
    assert ran(documented(module, name), name) > 0
    thing = getattr(module, name)
    for member in [] if inspect.isfunction(thing) else vars(thing):
        if not member.startswith("_") and callable(getattr(thing, member)):
            assert getattr(thing, member).__doc__, member


@pytest.mark.parametrize("name", CLASSES)
def test_every_member_is_described(name):
    thing = getattr(furlong, name)
    if issubclass(thing, tuple):
        for field in thing._fields:
            assert re.search(rf"^ *{field}: .", documented(furlong, name).split("Attributes:")[1], re.M), field
    for member, value in vars(thing).items():
        if not member.startswith("_") and member not in getattr(thing, "_fields", ()) and member != "WAIT":
            assert (value.__doc__ or "").strip(), member


def annotated():
    """The members of the stub that take or return an array: class, member, and the names of those arguments."""
    stub = ast.parse(pathlib.Path(furlong.__file__).with_name("_furlong.pyi").read_text())
    is_array = re.compile(r"NDArray|_Floats|_Bools|_Bytes|_Indices").search
    for owner in stub.body:
        for member in getattr(owner, "body", []):
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_") and member.returns is not None:
                arguments = [each.arg for each in member.args.args if each.annotation and is_array(ast.unparse(each.annotation))]
                if arguments or is_array(ast.unparse(member.returns)):
                    yield owner.name, member.name, arguments


@pytest.mark.parametrize(("owner", "name", "arguments"), list(annotated()))
def test_every_array_is_described_with_its_type_and_shape(owner, name, arguments):
    docs = documented(getattr(furlong, owner), name)
    # These give several arrays, which the class or the text names.
    assert name in TABLES or re.search(r"`?(float32|bool|uint8|uint32|uint64|integers)`?[^.]*\(\w+", " ".join(docs.split())), docs
    for argument in arguments:
        assert argument in docs
