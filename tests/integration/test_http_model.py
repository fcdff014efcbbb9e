"""A real LangChain model over HTTP drives `reflection.run` to the right ending each time."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import httpx
import pytest
from langchain_openai import ChatOpenAI

from course_lib import reflection
from course_lib.foundations.asking import ChatModel
from tests.integration.chat_server import (
    Answer,
    chat_server,
    closed_address,
    completion,
    refused,
    reply,
    response,
    spoken,
    streamed,
)

pytestmark = pytest.mark.loopback

CANARY = "canary-7f3a"
KEY = "sk-proj-canary7f3aCANARY7f3a0123456789"
TASK: reflection.Task = {"input": "Write a Python function double(n) that returns 2 * n."}
DRAFT = "def double(n):\n    return n * n"
BETTER = "def double(n):\n    return 2 * n"
WRONG = "double(3) is 6, not 9."

DRAFTED = reply(f"```python\n{DRAFT}\n```")
IMPROVED = reply(f"Here it is:\n```python\n{BETTER}\n```")
REVISE = reply(json.dumps({"status": "needs_revision", "critique": WRONG}))
ACCEPT = reply(json.dumps({"status": "accepted", "critique": "It is right."}))
PRODUCER, CRITIC = (DRAFTED, IMPROVED), (REVISE, ACCEPT)

FAULTS: dict[str, tuple[Answer, str]] = {
    "too many requests": (refused(429, "rate_limit_exceeded"), "rate_limit"),
    "quota used up": (refused(429, "insufficient_quota"), "rate_limit"),
    "server error": (refused(500, "server_error"), "unavailable"),
    "overloaded": (refused(503, "overloaded"), "unavailable"),
    "wrong key": (refused(401, "invalid_api_key", f"Incorrect API key: {KEY}"), "unavailable"),
    "no such model": (refused(404, "model_not_found"), "unavailable"),
    "gateway timed out": (refused(504, "gateway_timeout"), "timeout"),
    "cut in the middle": (replace(DRAFTED, cut=True), "unavailable"),
    "filtered prompt": (refused(400, "content_filter"), "content_filter"),
    "filtered answer": (reply(CANARY, finish_reason="content_filter"), "content_filter"),
    "refusal": (reply(None, refusal=CANARY), "content_filter"),
    "not JSON": (Answer(f"{{{CANARY}".encode()), "malformed"),
    "a web page": (Answer(b"<html>Sign in</html>", kind="text/html"), "malformed"),
    "nothing": (Answer(b""), "malformed"),
    "JSON without choices": (completion(), "malformed"),
    "choices null": (completion(choices=None), "malformed"),
    "no choice": (completion(choices=[]), "malformed"),
    "no message": (completion(choices=[{"index": 0, "finish_reason": "stop"}]), "malformed"),
    "content a number": (reply(7), "malformed"),
}


# Making a client reads all of the system's certificates, a tenth of a second each time.
CLIENT = httpx.Client(trust_env=False)
ASYNC_CLIENT = httpx.AsyncClient(trust_env=False)


def model(name: str, url: str, **settings: Any) -> ChatOpenAI:
    common: dict[str, Any] = {
        "base_url": url,
        "api_key": "test",
        "max_retries": 0,
        "timeout": 30,
        "http_client": CLIENT,
        "http_async_client": ASYNC_CLIENT,
    }
    return ChatOpenAI(model=name, **(common | settings))


def run_with(
    producer: Sequence[Answer] = PRODUCER, critic: Sequence[Answer] = CRITIC, **settings: Any
) -> reflection.State:
    with chat_server(producer=producer, critic=critic) as server:
        context = reflection.Context(
            producer=model("producer", server.url, **settings),
            critic=model("critic", server.url, **settings),
        )
        return reflection.run(TASK, context)


def assert_faulted(final: reflection.State, node: str, fault: str) -> None:
    """The run ended as a fault of a model in this node should end it."""
    output = final["final_output"]
    assert output is not None
    [error] = output["errors"]
    assert error.startswith(f"{node}: {fault}")
    assert KEY not in repr(final)
    assert CANARY not in repr(final)
    assert output["accepted"] is False
    if node == "generate_initial_draft":
        assert (output["status"], output["final_code"], output["iterations"]) == ("failed", None, 0)
        return
    assert (output["status"], output["final_code"]) == ("needs_review", DRAFT)
    assert [entry["draft"] for entry in final["revision_history"]] == [DRAFT]
    assert output["final_critique"] == (WRONG if node == "refine_draft" else None)


@pytest.mark.parametrize("client", [CLIENT, None], ids=["shared client", "its own client"])
def test_accepted_on_the_second_round(
    client: httpx.Client | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with chat_server(producer=PRODUCER, critic=CRITIC) as server:
        context = reflection.Context(
            producer=model("producer", server.url, http_client=client),
            critic=model("critic", server.url, http_client=client),
        )
        final = reflection.run(TASK, context)

    output = final["final_output"]
    assert output is not None
    assert (output["status"], output["iterations"], output["errors"]) == ("ok", 2, [])
    assert output["final_code"] == BETTER
    assert final["metadata"]["models"] == {"producer": "producer", "critic": "critic"}
    assert [request["model"] for request in server.requests] == ["producer", "critic"] * 2
    assert WRONG in server.requests[2]["messages"][-1]["content"]


@pytest.mark.parametrize(("answer", "kind"), FAULTS.values(), ids=FAULTS.keys())
def test_fault_in_the_first_draft_fails(answer: Answer, kind: str) -> None:
    assert_faulted(run_with(producer=[answer]), "generate_initial_draft", f"producer: {kind}")


@pytest.mark.parametrize(("answer", "kind"), FAULTS.values(), ids=FAULTS.keys())
def test_fault_in_the_revision_needs_review(answer: Answer, kind: str) -> None:
    assert_faulted(run_with(producer=[DRAFTED, answer]), "refine_draft", f"producer: {kind}")


@pytest.mark.parametrize(("answer", "kind"), FAULTS.values(), ids=FAULTS.keys())
def test_fault_of_the_critic_needs_review(answer: Answer, kind: str) -> None:
    assert_faulted(run_with(critic=[answer]), "critique_draft", f"critic: {kind}")


SLOW = Answer(b"", slow=True)


@pytest.mark.parametrize(
    ("producer", "critic", "node"),
    [
        ([SLOW], CRITIC, "generate_initial_draft: producer"),
        ([DRAFTED, SLOW], CRITIC, "refine_draft: producer"),
        (PRODUCER, [SLOW], "critique_draft: critic"),
    ],
)
def test_slow_answer_is_a_timeout(
    producer: Sequence[Answer], critic: Sequence[Answer], node: str
) -> None:
    name, _, role = node.partition(": ")

    assert_faulted(run_with(producer, critic, timeout=1), name, f"{role}: timeout")


@pytest.mark.parametrize(
    ("producer", "critic", "node"),
    [
        ([replace(DRAFTED, last=True)], CRITIC, "critique_draft: critic"),
        (PRODUCER, [replace(REVISE, last=True)], "refine_draft: producer"),
    ],
)
def test_server_that_goes_away_is_unavailable(
    producer: Sequence[Answer], critic: Sequence[Answer], node: str
) -> None:
    name, _, role = node.partition(": ")

    assert_faulted(run_with(producer, critic), name, f"{role}: unavailable")


def test_server_that_is_not_there_is_unavailable() -> None:
    nowhere = model("producer", closed_address())
    final = reflection.run(TASK, reflection.Context(producer=nowhere, critic=nowhere))

    assert_faulted(final, "generate_initial_draft", "producer: unavailable")


@pytest.mark.parametrize("content", [None, "", [], "I would rather not."])
def test_reply_without_code_is_an_attempt_and_no_fault(content: object) -> None:
    first = run_with(producer=[reply(content)])
    later = run_with(producer=[DRAFTED, reply(content)])

    assert (first["status"], first["iteration"]) == ("failed", 1)
    assert (later["status"], later["iteration"], later["current_draft"]) == (
        "needs_review",
        2,
        DRAFT,
    )
    assert "no usable Python" in first["errors"][0]
    assert "no usable Python" in later["errors"][0]


@pytest.mark.parametrize("content", [None, "", "It looks fine to me."])
def test_reply_without_verdict_is_an_invalid_critique(content: object) -> None:
    final = run_with(critic=[reply(content)])

    assert (final["status"], final["critique_status"]) == ("needs_review", "invalid")
    assert final["raw_critic_output"] == (content or "")


CODE, VERDICT = f"```python\n{BETTER}\n```", "CODE_IS_PERFECT"


@pytest.mark.parametrize(
    "said",
    [
        lambda text: reply(text, reasoning_content=CANARY),
        lambda text: reply(text, reasoning=CANARY),
        lambda text: reply(f"<think>{CANARY}\n```python\nx = 1\n```</think>{text}"),
        lambda text: reply(f"{CANARY}</think>{text}"),
        lambda text: reply(f"{text}\n<think>{CANARY}"),
        lambda text: reply(f"<think>초안을 본다 {CANARY}</think>\n{text}"),
        lambda text: reply([{"type": "thinking", "thinking": CANARY}, part(text)]),
        lambda text: reply([{"type": "reasoning", "reasoning": CANARY}, part(text)]),
    ],
)
def test_reasoning_reaches_nothing(said: Any) -> None:
    final = run_with([said(CODE)], [said(VERDICT)])

    assert (final["status"], final["current_draft"]) == ("ok", BETTER)
    assert CANARY not in repr(final)


def part(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


@pytest.mark.parametrize("version", [None, "v0", "responses/v1", "v1"])
def test_reasoning_blocks_of_the_responses_protocol_reach_nothing(version: str | None) -> None:
    final = run_with(
        [response(*spoken(CODE, reasoning=CANARY))],
        [response(*spoken(VERDICT, reasoning=CANARY))],
        use_responses_api=True,
        output_version=version,
    )

    assert (final["status"], final["current_draft"]) == ("ok", BETTER)
    assert CANARY not in repr(final)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (response(incomplete_details={"reason": "content_filter"}), "content_filter"),
        (response({"type": "message", "id": "s", "role": "assistant", "status": "completed",
                   "content": [{"type": "refusal", "refusal": CANARY}]}), "content_filter"),
        (Answer(b'{"id": "r", "object": "response", "output": null}'), "malformed"),
        (refused(429, "rate_limit_exceeded"), "rate_limit"),
    ],
)  # fmt: skip
def test_faults_of_the_responses_protocol(answer: Answer, kind: str) -> None:
    final = run_with([answer], use_responses_api=True)

    assert_faulted(final, "generate_initial_draft", f"producer: {kind}")


IN_PIECES = streamed({"role": "assistant", "reasoning_content": CANARY},
                     {"content": f"<think>{CANARY}</th"}, {"content": "ink>```python\ndef double"},
                     {"content": "(n):\n    return 2 * n\n```"})  # fmt: skip
APPROVED = streamed({"content": "CODE_IS_"}, {"content": "PERFECT"})


def test_streaming_model_gives_the_same_result() -> None:
    final = run_with([IN_PIECES], [APPROVED], streaming=True)

    assert (final["status"], final["current_draft"]) == ("ok", BETTER)
    assert CANARY not in repr(final)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (replace(IN_PIECES, cut=True), "unavailable"),
        (streamed({"content": CODE}, finish_reason="content_filter"), "content_filter"),
        (Answer(b"data: {nope\n\n", kind="text/event-stream"), "malformed"),
        (Answer(b"", kind="text/event-stream"), "malformed"),
        (Answer(b'data: {"error": {"message": "x"}}\n\n', kind="text/event-stream"), "unavailable"),
        (refused(429, "rate_limit_exceeded"), "rate_limit"),
    ],
)
def test_faults_of_a_stream(answer: Answer, kind: str) -> None:
    final = run_with([answer], streaming=True)

    assert_faulted(final, "generate_initial_draft", f"producer: {kind}")


def test_graph_streams_a_models_words() -> None:
    with chat_server(producer=[IN_PIECES], critic=[APPROVED]) as server:
        context = reflection.Context(
            producer=model("producer", server.url), critic=model("critic", server.url)
        )
        graph = reflection.build_graph()
        # A list of modes gives pairs, which the overloads of `stream` do not say.
        pieces: Any = list(graph.stream(TASK, context=context, stream_mode=["messages", "values"]))

    assert "CODE_IS_" in [chunk[0].text for mode, chunk in pieces if mode == "messages"]
    assert pieces[-1][1]["status"] == "ok"


def test_graph_runs_in_an_event_loop() -> None:
    with chat_server(producer=PRODUCER, critic=CRITIC) as server:
        context = reflection.Context(
            producer=model("producer", server.url), critic=model("critic", server.url)
        )
        final = asyncio.run(reflection.build_graph().ainvoke(TASK, context=context))

    assert final["status"] == "ok"


def test_retries_of_the_client_are_one_call_of_the_room() -> None:
    busy = refused(429, "rate_limit_exceeded", retry_after_ms="1")
    final = run_with([busy, *PRODUCER], [busy, *CRITIC], max_retries=1)

    assert (final["status"], final["iteration"], final["errors"]) == ("ok", 2, [])


def test_models_wrapped_by_langchain_work_alike() -> None:
    busy = refused(503, "overloaded")
    with chat_server(producer=[busy], spare=PRODUCER, critic=[busy, *CRITIC]) as server:
        spare = model("spare", server.url)
        producer: ChatModel = model("producer", server.url).with_fallbacks([spare])
        critic: ChatModel = model("critic", server.url).with_retry(
            wait_exponential_jitter=False, stop_after_attempt=2
        )
        final = reflection.run(TASK, reflection.Context(producer=producer, critic=critic))

    assert (final["status"], final["current_draft"], final["errors"]) == ("ok", BETTER, [])
