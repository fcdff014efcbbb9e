"""Catalogues that are read, and what is said of those that cannot be."""

import contextlib
import copy
import math
import pickle
from pathlib import Path as File
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.foundations.errors import CourseError
from course_lib.foundations.scenarios import fixtures
from course_lib.routing.catalogue import (
    CLASSIFICATIONS,
    TIERS,
    Catalogue,
    CatalogueError,
    load_catalogue,
    read_catalogue,
)
from tests.routing.paths import catalogue, catalogues, data, path

SHIPPED = fixtures("routing") / "data" / "catalogue.yaml"
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["paths", "name", "tier", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


def test_the_shipped_catalogue_has_every_tier_and_points_only_to_its_own_paths() -> None:
    shipped = load_catalogue(SHIPPED)
    names = {each.name for each in shipped.paths}

    assert shipped.paths[0].model == "gpt-4o-mini"
    assert {each.tier for each in shipped.paths} == set(TIERS)
    assert {name for each in shipped.paths for name in each.fallbacks} <= names
    assert {name for each in shipped.paths for name in each.tools} == {
        *("search", "calculator", "calendar", "converter")
    }
    for kind in CLASSIFICATIONS[:-1]:
        assert max(each.quality_for(kind) for each in shipped.paths) >= 0.85


def test_a_helper_has_its_price_and_one_without_is_free() -> None:
    shipped = load_catalogue(SHIPPED)
    nothing = read_catalogue({"paths": []})

    assert set(shipped.helpers) == {"classifier", "summarizer", "critic"}
    assert shipped.helper("critic").input_usd == 1.10
    assert (nothing.helper("critic").input_usd, nothing.helper("critic").output_usd) == (0, 0)


@pytest.mark.parametrize(
    ("helpers", "problem"),
    [
        ([], "helpers: must be a mapping, got []"),
        ({"judge": {}}, "helpers: judge: must be 'classifier', 'summarizer' or 'critic'"),
        ({"critic": 5}, "helpers: critic: must be a mapping with input_usd, output_usd, output_"),
        ({"critic": {"input": 1}}, "helpers: critic: unknown key 'input'; allowed are input_usd"),
        ({"critic": {"input_usd": -1}}, "helpers: critic: input_usd: must be greater than or"),
    ],
)
def test_what_is_no_price_of_a_helper_is_said(helpers: Any, problem: str) -> None:
    with pytest.raises(CatalogueError) as caught:
        read_catalogue({"paths": [], "helpers": helpers})

    assert problem in caught.value.problem


def test_one_quality_is_for_every_kind_of_request() -> None:
    only = path(quality=0.8)

    assert {only.quality_for(kind) for kind in (*CLASSIFICATIONS, None)} == {0.8}


def test_a_kind_that_is_left_out_counts_as_0_and_none_at_all_as_a_hard_one() -> None:
    only = path(quality={"simple": 0.9, "reasoning": 0.4})

    assert only.quality_for("simple") == 0.9
    assert only.quality_for("current_info") == 0
    assert only.quality_for(None) == 0.4


def test_a_path_is_found_by_its_name() -> None:
    paths = catalogue(path("a"), second := path("b"))

    assert paths.path("b") is second
    with pytest.raises(LookupError, match="the catalogue has no path 'c'"):
        paths.path("c")


def test_no_path_at_all_is_legal() -> None:
    assert read_catalogue({"paths": []}).paths == ()


KEYS = (
    "name, tier, model, input_usd, output_usd, latency_ms, output_tokens, context_tokens, "
    "quality, tools, tool_usd, tool_ms, fallbacks"
)
KINDS = "simple, reasoning, current_info, tool_required, unsupported"
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "negative price": (
        {"input_usd": -1},
        "path 2, input_usd: must be greater than or equal to 0, got -1",
    ),
    "price as text": ({"input_usd": "1"}, "path 2, input_usd: must be a valid number, got '1'"),
    "price true": ({"output_usd": True}, "path 2, output_usd: must be a valid number, got True"),
    "price NaN": ({"tool_usd": math.nan}, "path 2, tool_usd: must be a finite number, got nan"),
    "price endless": (
        {"input_usd": math.inf},
        "path 2, input_usd: must be a finite number, got inf",
    ),
    "price absurd": (
        {"input_usd": 1e300},
        "path 2, input_usd: must be less than or equal to 1000000, got 1e+300",
    ),
    "time negative": (
        {"latency_ms": -0.5},
        "path 2, latency_ms: must be greater than or equal to 0, got -0.5",
    ),
    "tokens none": (
        {"output_tokens": 0},
        "path 2, output_tokens: must be greater than or equal to 1, got 0",
    ),
    "tokens broken": (
        {"context_tokens": 1.5},
        "path 2, context_tokens: must be a valid integer, got 1.5",
    ),
    "quality too high": (
        {"quality": 1.1},
        "path 2, quality: must be a number from 0 to 1, or one for each kind, got 1.1",
    ),
    "quality as text": (
        {"quality": "good"},
        "path 2, quality: must be a number from 0 to 1, or one for each kind, got 'good'",
    ),
    "quality of a kind": (
        {"quality": {"simple": math.nan}},
        "path 2, quality: simple must be a number from 0 to 1, got nan",
    ),
    "quality true": (
        {"quality": {"simple": True}},
        "path 2, quality: simple must be a number from 0 to 1, got True",
    ),
    "unknown kind": (
        {"quality": {"easy": 1}},
        f"path 2, quality: unknown kind of request 'easy'; allowed are {KINDS}",
    ),
    "unknown tier": (
        {"tier": "turbo"},
        "path 2, tier: must be 'fast', 'reasoning', 'grounded' or 'fallback', got 'turbo'",
    ),
    "tools as text": (
        {"tier": "grounded", "tools": "search"},
        "path 2, tools: must be a list, got 'search'",
    ),
    "tools on another tier": (
        {"tools": ["search"]},
        "path 2: only the tier 'grounded' has tools, not 'fast'",
    ),
    "grounded on nothing": (
        {"tier": "grounded"},
        "path 2: a path of the tier 'grounded' must name its tools",
    ),
    "blank name": ({"name": "\u3000"}, "path 2, name: must not be blank"),
    "number as name": ({"model": 4}, "path 2, model: must be text, got 4"),
    "name twice": ({"name": "a"}, "path 2: the name 'a' stands twice"),
    "key missing": ({"model": "-"}, "path 2: the key 'model' is missing"),
    "key misspelt": (
        {"model": "-", "modell": "x"},
        f"path 2: unknown key 'modell'; allowed are {KEYS}",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_with_its_place(case: str) -> None:
    changes, sentence = WRONG[case]

    with pytest.raises(CatalogueError) as caught:
        read_catalogue(data({}, changes, {}))

    assert str(caught.value) == f"catalogue: {sentence}"
    assert caught.value.problem == sentence
    assert caught.value.place[:2] == ("paths", 1)
    assert (caught.value.file, caught.value.line) == (None, None)


@pytest.mark.parametrize(
    ("given_data", "sentence"),
    [
        (None, "must be a mapping with paths, helpers, got None"),
        ([], "must be a mapping with paths, helpers, got []"),
        ({}, "the key 'paths' is missing"),
        ({"pahts": []}, "unknown key 'pahts'; allowed are paths, helpers"),
        ({"paths": {}}, "paths: must be a list, got {}"),
    ],
)
def test_what_is_no_catalogue_is_said(given_data: object, sentence: str) -> None:
    with pytest.raises(CatalogueError, match=r"^catalogue: ") as caught:
        read_catalogue(given_data)

    assert caught.value.problem == sentence


def test_a_path_that_is_no_mapping_is_told_the_keys() -> None:
    with pytest.raises(CatalogueError, match=r"path 1: must be a mapping with name, tier, .*got 3"):
        read_catalogue({"paths": [3]})


@given(anything)
def test_anything_at_all_is_a_catalogue_or_an_error_of_the_family(odd: object) -> None:
    with contextlib.suppress(CatalogueError):
        assert isinstance(read_catalogue(odd), Catalogue)


@given(catalogues())
def test_a_catalogue_survives_being_written_and_read(paths: Catalogue) -> None:
    assert read_catalogue(paths.model_dump(mode="json")) == paths
    assert pickle.loads(pickle.dumps(paths)) == copy.deepcopy(paths) == paths  # noqa: S301


def test_an_error_is_of_the_family_and_survives_a_process() -> None:
    error = CatalogueError("must be text", place=("paths", 0), file="x.yaml", line=3)

    again: CatalogueError = pickle.loads(pickle.dumps(error))  # noqa: S301

    assert (str(again), again.line) == ("x.yaml, line 3: must be text", 3)
    assert issubclass(type(again), CourseError)
    assert issubclass(type(again), ValueError)


def broken(folder: File, text: str | bytes) -> CatalogueError:
    file = folder / "paths.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(CatalogueError) as caught:
        load_catalogue(str(file))
    assert caught.value.file == file.as_posix()
    assert str(caught.value).startswith(f"{file.as_posix()}, line {caught.value.line}: ")
    return caught.value


def changed(old: str, new: str) -> str:
    text = SHIPPED.read_text("utf-8")
    assert old in text
    return text.replace(old, new, 1)


def line_with(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if part in line)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("input_usd: 0.80", "input_usd: cheap", "path 2, input_usd: must be a valid number"),
        ("latency_ms: 700", "latency: 700", "path 2: unknown key 'latency'"),
        ("quality: {tool_required", "quality: {tools", "path 7, quality: unknown kind"),
        ("- name: spare", "- name: quick", "path 8: the name 'quick' stands twice"),
        ("latency_ms: 7000", "latency_ms: *slow", "not plain YAML: an alias"),
    ],
)
def test_a_mistake_in_a_file_has_its_line(tmp_path: File, old: str, new: str, problem: str) -> None:
    text = changed(old, new)

    error = broken(tmp_path, text)

    assert error.problem.startswith(problem)
    assert error.line == line_with(changed(old, "@@@"), "@@@")


def test_a_file_that_is_not_utf_8_is_told_so(tmp_path: File) -> None:
    error = broken(tmp_path, b"paths: []\n# \xff\n")

    assert (error.line, error.problem) == (2, "not UTF-8; save the file as UTF-8")


def test_a_mark_of_byte_order_does_no_harm(tmp_path: File) -> None:
    (tmp_path / "paths.yaml").write_text("\ufeffpaths: []\n", encoding="utf-8")

    assert load_catalogue(tmp_path / "paths.yaml").paths == ()


def test_a_file_that_is_not_there_is_the_systems_own_error(tmp_path: File) -> None:
    with pytest.raises(FileNotFoundError):
        load_catalogue(tmp_path / "nowhere.yaml")
