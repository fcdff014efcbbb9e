"""A server on this machine that speaks OpenAI's protocols, and misbehaves on request."""

import json
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ABOUT = {"id": "c", "object": "chat.completion", "created": 0, "model": "m"}
USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}


@dataclass(frozen=True)
class Answer:
    """One HTTP answer.

    Attributes:
        body: What is sent.
        status: The HTTP status.
        kind: The content type.
        headers: More headers; an underscore stands for a hyphen.
        slow: Nothing is sent until the server closes.
        cut: The connection is closed when half of the body is sent.
        last: The server stops listening before it sends this.
    """

    body: bytes
    status: int = 200
    kind: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    slow: bool = False
    cut: bool = False
    last: bool = False


def reply(content: object, *, finish_reason: str = "stop", **message: object) -> Answer:
    """A finished completion; its message has this content and these further fields."""
    said = {"role": "assistant", "content": content, **message}
    return completion(choices=[{"index": 0, "message": said, "finish_reason": finish_reason}])


def completion(**fields: object) -> Answer:
    """A completion with any fields at all."""
    return Answer(json.dumps({**ABOUT, "usage": USAGE, **fields}).encode())


def streamed(*deltas: Mapping[str, object], finish_reason: str = "stop") -> Answer:
    """A completion that comes in pieces."""
    choices = [
        *({"index": 0, "delta": delta, "finish_reason": None} for delta in deltas),
        {"index": 0, "delta": {}, "finish_reason": finish_reason},
    ]
    chunks = [{**ABOUT, "object": "chat.completion.chunk", "choices": [each]} for each in choices]
    events = [f"data: {event}\n\n" for event in [*map(json.dumps, chunks), "[DONE]"]]
    return Answer("".join(events).encode(), kind="text/event-stream")


def response(*output: Mapping[str, object], **fields: object) -> Answer:
    """An answer of OpenAI's newer protocol, Responses."""
    about = {"id": "r", "object": "response", "created_at": 0, "model": "m", "status": "completed"}
    settings = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    return Answer(json.dumps({**about, **settings, "output": output, **fields}).encode())


def spoken(text: str, *, reasoning: str) -> tuple[dict[str, object], dict[str, object]]:
    """The two parts of a `response` that thinks before it speaks."""
    thought = {"type": "summary_text", "text": reasoning}
    said = {"type": "output_text", "text": text, "annotations": []}
    return (
        {"type": "reasoning", "id": "t", "summary": [thought]},
        {
            "type": "message",
            "id": "s",
            "role": "assistant",
            "status": "completed",
            "content": [said],
        },
    )


def refused(status: int, code: str, message: str = "no", **headers: str) -> Answer:
    """An HTTP error as OpenAI words it."""
    error = {"message": message, "type": code, "param": None, "code": code}
    return Answer(json.dumps({"error": error}).encode(), status=status, headers=headers)


class ChatServer(ThreadingHTTPServer):
    """Gives each model its answers in order.

    Attributes:
        requests: Every request's body, in order.
        closing: Set when slow answers may give up.
    """

    daemon_threads = False

    def __init__(self, answers: Mapping[str, Sequence[Answer]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[dict[str, Any]] = []
        self.closing = threading.Event()
        self._answers = {model: list(script) for model, script in answers.items()}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def asked(self, model: str) -> int:
        """How often a model was asked."""
        return sum(request["model"] == model for request in self.requests)

    def next_answer(self, request: dict[str, Any]) -> Answer:
        self.requests.append(request)
        script = self._answers[request["model"]]
        return script.pop(0) if script else refused(418, "script_exhausted")

    def hang_up(self) -> None:
        """Stops listening."""
        self.shutdown()
        self.socket.close()


class _Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        answer = self.server.next_answer(json.loads(self.rfile.read(length)))
        if answer.slow:
            self.server.closing.wait(timeout=60)
            return
        if answer.last:
            self.server.hang_up()
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        for name, value in answer.headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(answer.body[: len(answer.body) // 2] if answer.cut else answer.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Says nothing."""


@contextmanager
def chat_server(**answers: Sequence[Answer]) -> Iterator[ChatServer]:
    """Serves while the block runs; each keyword is a model's name with its answers."""
    with ChatServer(answers) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.closing.set()
            server.shutdown()
            thread.join()


def closed_address() -> str:
    """An address at which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    return f"http://127.0.0.1:{port}/v1"
