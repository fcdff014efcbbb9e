"""YAML of plain data, in which every mistake and every place has its line."""

import time
from typing import Any

import pytest

from course_lib.foundations import yaml_text
from course_lib.foundations.errors import ScenarioError


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", None),
        ("# only a comment\n", None),
        ("- 하나\n- 2\n- 3.5\n- true\n- ~\n- {a: []}", ["하나", 2, 3.5, True, None, {"a": []}]),
        ("\ufeff- BOM", ["BOM"]),
        ("- a\r\n- b\r\n", ["a", "b"]),
        ("- 2024-01-31\n- 2024-13-45", ["2024-01-31", "2024-13-45"]),
        ("- 😀\n- |\n  가\n\n  나\n", ["😀", "가\n\n나\n"]),
        ("- &name a\n- !!str 5", ["a", "5"]),
        ("a: 1\nA: 2\n", {"a": 1, "A": 2}),
    ],
)
def test_plain_data_is_read(text: str, data: Any) -> None:
    assert yaml_text.parse(text, file="script") == data


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("- a\n- reply: b: c", 2, "mapping values are not allowed here"),
        ("- a\n\t- b", 2, "'\\t'"),
        ("- a\n- reply: b\n\twhen: c", 3, "'\\t'"),
        ("- a\n- 'b", 2, "end of stream"),
        ("- a\n- [b\n", 3, "','"),
        ('- a\n- "\\q"', 2, "unknown escape character 'q'"),
        ("- a\n- b\nc: d\n", 3, "expected <block end>"),
        ("- a\n---\n- b\n", 2, "another document"),
        ("- a\n- b\x07", 2, "U+0007"),
        ("- a\n\n\x00", 3, "U+0000"),
        ("a: 1\nb: 2\na: 3\n", 3, "the key 'a' stands twice"),
        ("- 하나: 1\n  둘: {하나: 1,\n    둘: 2, 둘: 3}\n", 3, "the key '둘' stands twice"),
        ("- a\n- [b]: c\n", 2, "a key must be text"),
        ("- &x a\n- *x\n", 2, "an alias"),
        ("- &x {a: 1}\n-\n  <<: *x\n", 3, "an alias"),
        ("&x\n- *x\n", 2, "an alias"),
        ("- a\n- !!python/object:os.system b\n", 2, "python/object"),
        ("- a\n- !!set {b}\n", 2, "set"),
        ("- a\n- !!int b\n", 2, "'b'"),
        ("- a\n- !!bool b\n", 2, "'b'"),
        ("- a\n- " + "9" * 5_000, 2, "digits"),
    ],
)
def test_a_mistake_has_its_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        yaml_text.parse(text, file="critic's script")
    assert (caught.value.file, caught.value.line) == ("critic's script", line)
    assert caught.value.problem.startswith("not plain YAML: ")
    assert problem in caught.value.problem
    assert "\n" not in str(caught.value)


LAUGHS = "- &a0 [x, x]\n" + "".join(f"- &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 60))


@pytest.mark.parametrize(
    "text",
    [LAUGHS, "[" * 500, "{a: " * 500, "- " * 5_000, "? " * 5_000, "&a [*a]"],
    ids=["laughs", "lists", "mappings", "dashes", "keys", "itself"],
)
def test_a_hostile_text_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    with pytest.raises(ScenarioError, match=r"nested too deeply|an alias|line 1"):
        yaml_text.parse(text, file="script")
    assert time.process_time() - start < 3


TEXT = """\
# Two critics.
models:
  producer:
    - reply: |
        def f():
            return 1

    - two   # with a comment

  # The critic is strict.
  critic:
  - {reply: no,
     when: 음수}
  - CODE_IS_PERFECT
  flow: [a, b]
# What must come out.
expect: {path: [one, two]}
"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ((), 1),
        (("models",), 2),
        (("models", "producer"), 3),
        (("models", "producer", 0), 4),
        (("models", "producer", 0, "reply"), 4),
        (("models", "producer", 1), 8),
        (("models", "producer", 9), 3),
        (("models", "critic", 0, "when"), 13),
        (("models", "critic", 1), 14),
        (("models", "nobody", 3), 2),
        (("expect", "path", 1), 17),
        (("nowhere",), 1),
    ],
)
def test_every_place_has_its_line(place: yaml_text.Place, line: int) -> None:
    assert yaml_text.line_of(TEXT, place) == line


@pytest.mark.parametrize(
    ("role", "text"),
    [
        (
            "producer",
            "- reply: |\n    def f():\n        return 1\n\n- two   # with a comment\n",
        ),
        ("critic", "- {reply: no,\n   when: 음수}\n- CODE_IS_PERFECT\n"),
        ("flow", "[a, b]\n"),
        ("nobody", None),
    ],
)
def test_a_part_is_cut_out_as_its_author_laid_it_out(role: str, text: str | None) -> None:
    assert yaml_text.part(TEXT, ("models", role)) == text
