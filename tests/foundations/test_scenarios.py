"""Scenario files: what they hold, where they are found, how their mistakes are told."""

import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from course_lib import foundations, reflection
from course_lib.foundations.clock import VirtualClock
from course_lib.foundations.errors import FAULT_KINDS, ScenarioError
from course_lib.foundations.scenarios import (
    Scenario,
    discover,
    fixtures,
    load,
    read_script,
    room_name,
)
from course_lib.foundations.script import ScriptedReply, read_replies

REPLY_KEYS = "reply, tool_calls, fault, when, tokens, latency_ms, repeat, reasoning"
TEXT = """\
title: 첫 번째에 수락
about: The critic accepts at once.
room: reflection
task:
  input: 팩토리얼 함수를 작성해줘
  max_iterations: 2
models:
  producer:
    - reply: |
        def f(n):
            return n
    - tool_calls:
        - name: search
          args: {query: 0!}
      tokens: {input: 3, output: 4}
      latency_ms: 250
  critic:
    - CODE_IS_PERFECT
expect:
  path: [prepare_task]
  final_output:
    status: ok
"""


def written(folder: Path, text: str = TEXT, name: str = "accepted.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def mistake(folder: Path, text: str) -> ScenarioError:
    path = written(folder, text)
    with pytest.raises(ScenarioError) as caught:
        load(path)
    assert caught.value.file == path.as_posix()
    assert str(caught.value).startswith(f"{path.as_posix()}, line {caught.value.line}: ")
    return caught.value


@pytest.fixture
def scenario(tmp_path: Path) -> Scenario:
    return load(written(tmp_path))


def test_a_file_is_read_whole(scenario: Scenario) -> None:
    assert scenario.name == "accepted"
    assert scenario.title == "첫 번째에 수락"
    assert scenario.about == "The critic accepts at once."
    assert scenario.room == "reflection"
    assert scenario.task == {"input": "팩토리얼 함수를 작성해줘", "max_iterations": 2}
    assert list(scenario.scripts) == ["producer", "critic"]
    assert scenario.scripts["producer"][0].reply == "def f(n):\n    return n\n"
    assert scenario.scripts["critic"] == (ScriptedReply(reply="CODE_IS_PERFECT"),)
    assert scenario.expect == {"path": ["prepare_task"], "final_output": {"status": "ok"}}


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "# 주석\n---\n" + text,
        lambda text: text + "\n\n# the end",
    ],
    ids=["BOM", "CRLF", "document start", "comment at the end"],
)
def test_what_editors_do_to_a_file_changes_nothing(
    tmp_path: Path, scenario: Scenario, change: Any
) -> None:
    path = tmp_path / "accepted.yaml"
    path.write_bytes(change(TEXT).encode())
    again = load(path)
    assert (again.title, again.task, again.scripts, again.expect) == (
        scenario.title,
        scenario.task,
        scenario.scripts,
        scenario.expect,
    )
    assert again.script_text("producer") == scenario.script_text("producer")


MISTAKES: dict[str, tuple[str, str, int, str]] = {
    "unknown key": (
        "room:",
        "rooms:",
        3,
        "unknown key 'rooms'; allowed are title, about, room, task, models, expect",
    ),
    "title is no text": ("첫 번째에 수락", "[a]", 1, "title: must be text, got ['a']"),
    "title is a number": ("첫 번째에 수락", "5", 1, "title: must be text, got 5"),
    "title is yes": ("첫 번째에 수락", "yes", 1, "title: must be text, got True"),
    "task is no mapping": (
        "\n  input: 팩토리얼 함수를 작성해줘\n  max_iterations: 2",
        " 팩토리얼",
        4,
        "task: must be a mapping, got '팩토리얼'",
    ),
    "script is no list": (
        "\n    - CODE_IS_PERFECT",
        " CODE_IS_PERFECT",
        17,
        "models.critic: must be a list, got 'CODE_IS_PERFECT'",
    ),
    "script without dashes": (
        "- CODE_IS_PERFECT",
        "reply: CODE_IS_PERFECT",
        17,
        "models.critic: must be a list, got {'reply'",
    ),
    "script of nothing": ("\n    - CODE_IS_PERFECT", "", 17, "must be a list, got None"),
    "reply is a number": (
        "- CODE_IS_PERFECT",
        "- 5",
        18,
        f"must be text or a mapping with {REPLY_KEYS}, got 5",
    ),
    "unknown key of a reply": (
        "- CODE_IS_PERFECT",
        "- rply: x",
        18,
        f"unknown key 'rply'; allowed are {REPLY_KEYS}",
    ),
    "message in a file": (
        "- CODE_IS_PERFECT",
        "- message: {content: x}",
        18,
        f"unknown key 'message'; allowed are {REPLY_KEYS}",
    ),
    "unknown fault": (
        "- CODE_IS_PERFECT",
        "- when: a\n      fault: timout",
        19,
        "must be 'timeout', 'rate_limit', 'unavailable', 'content_filter' or 'malformed', got",
    ),
    "unknown key of a call": (
        "          args:",
        "          arguments:",
        14,
        "unknown key 'arguments'; allowed are name, args, id",
    ),
    "call without a name": (
        "- name: search\n          args",
        "- args",
        13,
        "the key 'models.producer.1.tool_calls.0.name' is missing",
    ),
    "unknown key of tokens": (
        "{input: 3, output: 4}",
        "{in: 3}",
        15,
        "unknown key 'in'; allowed are input, output",
    ),
    "negative tokens": ("input: 3", "input: -3", 15, "greater than or equal to 0, got -3"),
    "latency in words": ("250", "fast", 16, "latency_ms: must be a valid number, got 'fast'"),
    "huge number": ("250", "0x" + "f" * 5_000, 16, "got a huge int"),
    "reply and fault": (
        "- CODE_IS_PERFECT",
        "- reply: x\n      fault: timeout",
        18,
        "needs either `reply` and/or `tool_calls`, or a `fault`",
    ),
    "nothing to say": ("- CODE_IS_PERFECT", "- when: x", 18, "needs either"),
    "empty when": (
        "- CODE_IS_PERFECT",
        "- reply: x\n      when: ''",
        19,
        "leave it out, or say what to look for",
    ),
    "unreachable reply": (
        "- CODE_IS_PERFECT",
        "- {reply: x, repeat: true}\n\n    - y",
        20,
        "reply 2 can never be reached: reply 1 repeats for ever",
    ),
    "key twice": ("about:", "title: again\nabout:", 2, "the key 'title' stands twice"),
    "role twice": ("  critic:", "  producer:", 17, "the key 'producer' stands twice"),
    "alias": ("팩토리얼 함수를 작성해줘", "*task", 5, "an alias (*name) is not allowed"),
    "tab": ("  max_iterations", "\tmax_iterations", 6, "'\\t' that cannot start any token"),
    "unclosed": ("[prepare_task]", "[prepare_task", 21, "','"),
}


@pytest.mark.parametrize(("old", "new", "line", "problem"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_with_its_line_and_what_is_allowed(
    tmp_path: Path, old: str, new: str, line: int, problem: str
) -> None:
    assert TEXT.count(old) == 1
    error = mistake(tmp_path, TEXT.replace(old, new))
    assert problem in error.problem
    assert error.line == line


@pytest.mark.parametrize("key", ["title", "about", "room", "task", "models", "expect"])
def test_every_key_is_needed(tmp_path: Path, key: str) -> None:
    whole = yaml.safe_load(TEXT)
    del whole[key]
    assert f"the key '{key}' is missing" in mistake(tmp_path, yaml.safe_dump(whole)).problem


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "- a list\n", "text", "5"])
def test_a_file_that_is_no_mapping_is_told_what_it_must_be(tmp_path: Path, text: str) -> None:
    error = mistake(tmp_path, text)
    assert "must be a mapping with title, about, room, task, models, expect" in error.problem
    assert error.line == 1


def test_a_file_in_another_encoding_is_told_its_line(tmp_path: Path) -> None:
    path = tmp_path / "cp949.yaml"
    path.write_bytes(b"# one\n# two\ntitle: " + "수락".encode("cp949"))
    with pytest.raises(ScenarioError, match=r"cp949\.yaml, line 3: not UTF-8"):
        load(path)


def test_a_file_that_is_not_there_is_not_a_mistake_in_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nosuch.yaml")


# Roles.


def test_each_role_gets_its_model_on_one_clock(scenario: Scenario) -> None:
    clock = VirtualClock()
    models = scenario.models(("producer", "critic"), clock=clock)
    assert [(role, model.name) for role, model in models.items()] == [
        ("producer", "producer"),
        ("critic", "critic"),
    ]
    models["producer"].invoke("?")
    models["producer"].invoke("?")
    assert clock.now() == 250
    assert models["critic"].invoke("?").text == "CODE_IS_PERFECT"


@pytest.mark.parametrize(
    ("roles", "line", "problem"),
    [
        (("producer",), 17, "unknown role 'critic'; allowed are producer"),
        (("writer", "judge"), 8, "unknown role 'producer'; allowed are judge, writer"),
        (("producer", "critic", "judge"), 7, "the role 'judge' has no script"),
    ],
)
def test_roles_and_scripts_must_match(
    scenario: Scenario, roles: tuple[str, ...], line: int, problem: str
) -> None:
    with pytest.raises(ScenarioError) as caught:
        scenario.models(roles)
    assert (caught.value.problem, caught.value.line) == (problem, line)


def test_a_changed_scenario_leaves_the_first_one_alone(scenario: Scenario) -> None:
    changed = scenario.with_changes(
        task={"max_iterations": 1}, scripts={"critic": read_replies(["거절"])}
    )
    assert changed.task == {"input": "팩토리얼 함수를 작성해줘", "max_iterations": 1}
    assert changed.scripts["critic"][0].reply == "거절"
    assert changed.scripts["producer"] == scenario.scripts["producer"]
    assert scenario.task["max_iterations"] == 2
    assert scenario.scripts["critic"][0].reply == "CODE_IS_PERFECT"


# Scripts in an editor.


@pytest.mark.parametrize("role", ["producer", "critic"])
def test_a_script_in_an_editor_reads_as_in_its_file(scenario: Scenario, role: str) -> None:
    assert read_script(scenario.script_text(role)) == scenario.scripts[role]


def test_a_script_in_an_editor_looks_as_in_its_file(scenario: Scenario) -> None:
    assert scenario.script_text("producer").splitlines()[:4] == [
        "- reply: |",
        "    def f(n):",
        "        return n",
        "- tool_calls:",
    ]


def test_only_a_role_has_a_script(scenario: Scenario) -> None:
    with pytest.raises(KeyError, match="no script for 'judge'"):
        scenario.script_text("judge")


def test_every_script_of_the_course_survives_the_editor() -> None:
    for scenario in discover("reflection").values():
        for role, script in scenario.scripts.items():
            assert read_script(scenario.script_text(role)) == script, (scenario.name, role)


words = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029"))
replies = st.lists(
    words
    | st.fixed_dictionaries({"reply": words}, optional={"latency_ms": st.integers(0, 10**6)})
    | st.fixed_dictionaries({"fault": st.sampled_from(FAULT_KINDS), "when": words.filter(bool)}),
    max_size=4,
)


@example(script=["\xa0"], style=False, unicode=True)
@example(script=[{"fault": "timeout", "when": "\xa0"}], style=False, unicode=True)
@given(script=replies, style=st.sampled_from([None, True, False]), unicode=st.booleans())
def test_any_script_survives_file_and_editor(
    tmp_path_factory: pytest.TempPathFactory, script: list[Any], style: bool | None, unicode: bool
) -> None:
    whole = yaml.safe_load(TEXT)
    whole["models"]["critic"] = script
    text = yaml.safe_dump(whole, default_flow_style=style, allow_unicode=unicode, sort_keys=False)
    scenario = load(written(tmp_path_factory.getbasetemp(), text))
    assert scenario.scripts["critic"] == read_replies(script)
    assert read_script(scenario.script_text("critic")) == scenario.scripts["critic"]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", 1, "must be a list, got None"),
        ("reply: x", 1, "must be a list, got {'reply': 'x'}"),
        ("- a\n- b\n- rply: c", 3, f"unknown key 'rply'; allowed are {REPLY_KEYS}"),
        ("- a\n- {repeat: true, reply: b}\n- c", 3, "reply 3 can never be reached"),
        ("- a\n- 'b", 2, "not plain YAML"),
        ("- a\n- reply: x\n  reply: y", 3, "the key 'reply' stands twice"),
    ],
)
def test_a_broken_script_is_told_under_the_name_of_its_editor(
    text: str, line: int, problem: str
) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_script(text, file="critic's script")
    assert str(caught.value).startswith(f"critic's script, line {line}: ")
    assert problem in caught.value.problem


def test_decomposed_hangul_is_read_as_it_is_written() -> None:
    text = unicodedata.normalize("NFD", "수락")
    assert read_script(f"- {text}")[0].reply == text


# Where scenarios are found.


@pytest.mark.parametrize("room", ["reflection", reflection])
def test_scenarios_of_a_room_are_found_by_name_or_module(room: Any) -> None:
    found = discover(room)
    assert found["accepted_on_the_second_round"].room == "reflection"
    assert list(found) == sorted(found)
    assert all(scenario.name == name for name, scenario in found.items())


def test_a_room_without_fixtures_is_told_where_they_were_looked_for() -> None:
    with pytest.raises(FileNotFoundError, match=r"no fixtures for the room 'nosuch'; looked in .+"):
        fixtures("nosuch")


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("course_lib.reflection", "reflection"),
        ("course_lib.orchestration.agent_loop", "orchestration.agent_loop"),
        ("reflection", "reflection"),
        ("other.reflection", "other.reflection"),
    ],
)
def test_a_room_is_named_inside_its_package(module: str, name: str) -> None:
    assert room_name(module) == name


LAYOUTS = {
    "checkout": ("course_lib", "fixtures/reflection"),
    "wheel": ("course_lib", "course_lib/fixtures/reflection"),
    "copied room": ("product/agents", "product/agents/reflection/fixtures"),
}


@pytest.mark.parametrize(("package", "folder"), LAYOUTS.values(), ids=LAYOUTS)
def test_fixtures_are_found_in_each_layout(tmp_path: Path, package: str, folder: str) -> None:
    source = Path(next(iter(foundations.__path__))).parent
    for part in ("foundations", "reflection"):
        shutil.copytree(
            source / part, tmp_path / package / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    # A regular package: a folder without this file would yield to one that is installed.
    (tmp_path / package / "__init__.py").touch()
    (tmp_path / folder).mkdir(parents=True)
    written(tmp_path / folder, name="자기_성찰.yaml")
    name = package.replace("/", ".")
    program = (
        f"from {name} import reflection\n"
        f"from {name}.foundations.scenarios import discover\n"
        "for room in ('reflection', reflection):\n"
        "    print(ascii([(s.name, s.room, s.file) for s in discover(room).values()]))\n"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    file = (tmp_path / folder / "자기_성찰.yaml").as_posix()
    assert run.stderr == ""
    assert run.stdout.splitlines() == [ascii([("자기_성찰", "reflection", file)])] * 2
