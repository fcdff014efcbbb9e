import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.exercises.workflows import closed_router
from course_lib.exercises.workflows.router_replies import CALLS, RUNS, Case
from course_lib.foundations.replies import json_objects
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.sample_tools import get_news, get_weather
from course_lib.orchestration.workflows import routing
from tests.exercises.answers import not_yet, worked_answer

Permitted = Sequence[str]
ALL = (*RUNS, *CALLS)


def told(answer: object) -> str:
    return not_yet(closed_router().check(answer))


worked = worked_answer(closed_router())


def first_name_in_it(reply: str, permitted: Permitted) -> str | None:
    return next((name for name in permitted if name in reply), None)


def whole_words(reply: str, permitted: Permitted) -> str | None:
    found = {name for name in permitted if re.search(rf"\b{name}\b", reply)}
    return found.pop() if len(found) == 1 else None


def only_loads(reply: str, permitted: Permitted) -> str | None:
    name = json.loads(reply)["handler"]
    return str(name) if name in permitted else None


def believes_the_router(reply: str, permitted: Permitted) -> Any:
    return next((each["handler"] for each in json_objects(reply) if "handler" in each), None)


def forgives_the_case(reply: str, permitted: Permitted) -> str | None:
    found = [str(each["handler"]) for each in json_objects(reply) if "handler" in each]
    return next((name for name in permitted if found and found[0].casefold() == name), None)


def first_permitted_choice(reply: str, permitted: Permitted) -> str | None:
    found = [each["handler"] for each in json_objects(reply) if "handler" in each]
    return next((name for name in found if name in permitted), None)


def ignores_what_is_not_permitted(reply: str, permitted: Permitted) -> str | None:
    found = [each["handler"] for each in json_objects(reply) if "handler" in each]
    names = {name for name in found if isinstance(name, str) and name in permitted}
    return names.pop() if len(names) == 1 else None


def ignores_arguments(reply: str, permitted: Permitted) -> str | None:
    found = [each["handler"] for each in json_objects(reply) if "handler" in each]
    return next((name for name in permitted if found and {*map(str, found)} == {name}), None)


def knows_its_own_handlers(reply: str, permitted: Permitted) -> str | None:
    found: str | None = worked(reply, ("weather", "news", "both"))
    return found


def only_a_single_object(reply: str, permitted: Permitted) -> str | None:
    found = json_objects(reply)
    return next((n for n in permitted if found and found == [{"handler": n}]), None)


TYPICAL: dict[Callable[[str, Permitted], Any], str] = {
    first_name_in_it: (
        "For a handler's name without JSON, `choose` returned `'weather'`, and the graph went to "
        "`weather_handler` after 1 reply; it should go to `refuse` after 1 reply. A choice is a "
        "JSON object with a `handler`, wherever it stands in the reply."
    ),
    whole_words: "For a handler's name without JSON, `choose` returned `'weather'`, and the graph",
    only_loads: (
        "`choose` raised `JSONDecodeError: Expecting value: line 1 column 1 (char 0)` for JSON in "
        "a fence."
    ),
    believes_the_router: (
        "`choose` returned `'admin'` for JSON with an invented handler: no edge leads there. Here "
        "it may return `weather`, `news`, `both` or `None`. Only what stands in `permitted` can be "
        "chosen, and it is not the same in every call."
    ),
    forgives_the_case: (
        "For JSON with a handler's name in another case, `choose` returned `'news'`, and the graph "
        "went to `news_handler` after 1 reply; it should go to `refuse` after 1 reply. Compare the "
        "whole name with the permitted ones, to the letter."
    ),
    first_permitted_choice: (
        "For two choices that differ, `choose` returned `'weather'`, and the graph went to "
        "`weather_handler` after 1 reply; it should go to `refuse` after 1 reply. Look at every "
        "choice in the reply before you take one."
    ),
    ignores_what_is_not_permitted: (
        "For a permitted choice and an invented one, `choose` returned `'weather'`, and the graph "
        "went to `weather_handler` after 1 reply; it should go to `refuse` after 1 reply. Look at "
        "every choice in the reply before you take one."
    ),
    ignores_arguments: (
        "For JSON that passes an argument along, `choose` returned `'weather'`, and the graph went "
        "to `weather_handler` after 1 reply; it should go to `refuse` after 1 reply. Handlers get "
        "their arguments from the task; what a router adds makes its choice void."
    ),
    only_a_single_object: (
        "For the same choice twice, `choose` returned `None`, and the graph went to `refuse` after "
        "1 reply; it should go to `weather_handler` after 1 reply. The two agree."
    ),
    knows_its_own_handlers: (
        "`choose` returned `'weather'` for a reply that names a handler of another graph: no edge "
        "leads there. Here it may return `billing`, `refund` or `None`. Only what stands in "
        "`permitted` can be chosen, and it is not the same in every call."
    ),
}


@pytest.mark.parametrize("answer", TYPICAL, ids=lambda answer: answer.__name__)
def test_a_typical_wrong_answer_gets_its_own_message(
    answer: Callable[[str, Permitted], Any],
) -> None:
    assert told(answer).startswith(TYPICAL[answer])


def test_the_worked_solution_is_right() -> None:
    assert str(closed_router().check(worked)).startswith("Correct. In 22 unseen runs and 5 calls ")


def permits_what_the_graph_permits(reply: str, permitted: Permitted) -> str | None:
    found = routing.read_choice(reply)[0]
    return found if permitted == routing.HANDLERS else worked(reply, permitted)


def test_the_graph_s_own_reader_is_right() -> None:
    assert closed_router().check(permits_what_the_graph_permits).correct


@pytest.mark.parametrize("case", RUNS, ids=lambda case: case.words)
def test_the_chapter_s_own_graph_ends_each_run_alike(case: Case) -> None:
    router = ScriptedChatModel(case.replies)
    context = routing.Context(router=router, get_weather=get_weather, get_news=get_news)
    task = {"input": "Well?", "city": "서울", "topic": "AI", "max_decisions": len(case.replies)}

    output: Any = routing.run(task, context)["final_output"]
    assert output["handler"] == case.chosen
    assert output["policy_decisions"] == len(case.replies)
    assert output["status"] == ("ok" if case.chosen else "refused")


PIECES = st.sampled_from(
    [
        '{"handler": "weather"}',
        '{"handler": "news"}',
        '{"handler": "both"}',
        '{"handler": "newsletter"}',
        '{"handler": ["news"]}',
        '{"handler": null}',
        '{"handler": "news", "city": "Paris"}',
        '{"route": "news"}',
        '{"handler": "news"',
        "news",
        "날씨",
        "```json\n",
        "\n```\n",
        " ",
    ]
)


@given(st.lists(PIECES, max_size=5).map("".join))
def test_the_worked_solution_reads_any_reply_as_the_graph_does(reply: str) -> None:
    assert worked(reply, routing.HANDLERS) == routing.read_choice(reply)[0]


def test_every_handler_is_chosen_and_every_case_has_its_own_words() -> None:
    assert {case.chosen for case in RUNS} == {*routing.HANDLERS, None}
    assert len({case.words for case in ALL}) == len(ALL)


@pytest.mark.parametrize(
    "case", [case for case in ALL if case.permitted], ids=lambda case: case.words
)
def test_each_hidden_reply_is_told_apart_when_it_alone_is_misread(case: Case) -> None:
    other = None if case.chosen else case.permitted[0]

    def misreads_one(reply: str, permitted: Permitted) -> str | None:
        this = (reply, permitted) == (case.replies[-1], case.permitted)
        return other if this else worked(reply, permitted)

    message = told(misreads_one)
    assert message.startswith(f"For {case.words}, `choose` returned `{other!r}`")
    assert message.endswith(case.look)


def test_a_reply_that_asks_for_another_one_must_not_be_taken() -> None:
    def takes_a_guess(reply: str, permitted: Permitted) -> str | None:
        return "news" if "could be" in reply else worked(reply, permitted)

    assert told(takes_a_guess) == (
        "For a sentence and, asked again, JSON, `choose` returned `'news'`, and the graph went to "
        "`news_handler` after 1 reply; it should go to `news_handler` after 2 replies. `None` for "
        "the first reply has the router asked again."
    )


def test_where_nothing_is_permitted_only_none_is() -> None:
    def takes_it_anyway(reply: str, permitted: Permitted) -> str | None:
        return worked(reply, permitted) if permitted else "news"

    assert told(takes_it_anyway).startswith(
        "`choose` returned `'news'` for a graph in which nothing is permitted: no edge leads "
        "there. Here it may return nothing but `None`."
    )


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("weather", "`choose` must be a function, got `'weather'`."),
        (lambda reply: None, "`choose` raised `TypeError: "),
        (lambda *_: None, "For JSON alone, `choose` returned `None`, and the graph went to "),
        (lambda *_: True, "`choose` returned `True` for JSON alone: no edge leads there. Here it "),
        (lambda *_: ["weather"], "`choose` returned `['weather']` for JSON alone: no edge leads"),
        (lambda *_: object(), "`choose` returned `object` for JSON alone: no edge leads there. "),
        (
            lambda reply, _: {reply: 1}["handler"],
            "`choose` raised `KeyError: 'handler'` for JSON alone.",
        ),
        (lambda *_: 1 / 0, "`choose` raised `ZeroDivisionError: division by zero` for JSON alone."),
    ],
)
def test_an_answer_of_another_kind_is_told_so(answer: Any, problem: str) -> None:
    assert told(answer).startswith(problem)


def test_a_function_that_returns_an_ellipsis_is_not_attempted() -> None:
    assert closed_router().check(lambda reply, permitted: ...).outcome == "not attempted yet"


def test_the_chapter_s_graph_stays_as_it_was() -> None:
    before = routing.build_graph().builder.nodes["classify"]
    closed_router().check(worked)
    assert routing.build_graph().builder.nodes["classify"] is before
