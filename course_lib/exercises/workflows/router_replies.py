"""What the router says in the runs and calls in which question 1 grades `choose`."""

from dataclasses import dataclass

from ...orchestration.workflows.routing import HANDLERS

_FORM = "A choice is a JSON object with a `handler`, wherever it stands in the reply."
_WORDS = "Words outside JSON choose nothing: a sentence may name a handler and deny it."
_EXACT = "Compare the whole name with the permitted ones, to the letter."
_ONE_MIND = "Look at every choice in the reply before you take one."
_PERMITTED = "Only what stands in `permitted` can be chosen, and it is not the same in every call."


@dataclass(frozen=True, kw_only=True)
class Case:
    """Replies that the learner has not seen.

    Attributes:
        words: What kind of reply it is.
        replies: What the router says, first and each time that it is asked again.
        chosen: The handler that the last reply chooses, or None; the others choose none.
        look: What to look at where it is read otherwise.
        permitted: The handlers that may be chosen; the graph's own run in the graph.
    """

    words: str
    replies: tuple[str, ...]
    chosen: str | None
    look: str
    permitted: tuple[str, ...] = HANDLERS


def _case(words: str, reply: str, chosen: str | None, look: str) -> Case:
    return Case(words=words, replies=(reply,), chosen=chosen, look=look)


RUNS = (
    _case("JSON alone", '{"handler": "weather"}', "weather", _FORM),
    _case(
        "JSON in a fence",
        'Sorted:\n```json\n{"handler": "news"}\n```',
        "news",
        "`replies.json_objects` finds JSON in a fence, too.",
    ),
    _case(
        "JSON inside Korean prose",
        '요청을 살펴보니 {"handler": "both"} 처리기가 맞습니다.',
        "both",
        "`replies.json_objects` finds JSON inside prose, too.",
    ),
    _case("a reply that says nothing", "", None, _FORM),
    _case("a handler's name without JSON", "weather", None, _FORM),
    _case("a sentence that denies one handler", "Not weather but news.", None, _WORDS),
    _case(
        "JSON that chooses, in a sentence that names another handler",
        'Not weather: {"handler": "news"}',
        "news",
        "Only the JSON chooses; the words around it are talk.",
    ),
    _case("JSON with an invented handler", '{"handler": "admin"}', None, _PERMITTED),
    _case(
        "JSON with the name of a node",
        '{"handler": "weather_handler"}',
        None,
        "A router chooses among handlers; the names of nodes are the graph's own affair.",
    ),
    _case("JSON with a handler's name inside a word", '{"handler": "newsletter"}', None, _EXACT),
    _case("JSON with a handler's name in another case", '{"handler": "News"}', None, _EXACT),
    _case("JSON with blanks around the name", '{"handler": " news "}', None, _EXACT),
    _case("JSON with quotes inside the name", '{"handler": "\'news\'"}', None, _EXACT),
    _case("JSON with another key", '{"route": "news"}', None, _FORM),
    _case(
        "JSON with a list of two handlers",
        '{"handler": ["weather", "news"]}',
        None,
        "A list is not a name, even if all that it lists is permitted.",
    ),
    _case(
        "two choices that differ",
        '{"handler": "weather"} or {"handler": "news"}',
        None,
        _ONE_MIND,
    ),
    _case(
        "a permitted choice and an invented one",
        '{"handler": "weather"}\n{"handler": "admin"}',
        None,
        _ONE_MIND,
    ),
    _case(
        "the same choice twice",
        '{"handler": "weather"}\nSo, once more: {"handler": "weather"}',
        "weather",
        "The two agree.",
    ),
    _case(
        "a JSON object without a handler before one that chooses",
        'The request was {"city": "Seoul"}, hence {"handler": "weather"}',
        "weather",
        "An object without a `handler` is no choice: pass it over.",
    ),
    _case(
        "JSON that passes an argument along",
        '{"handler": "weather", "city": "Paris"}',
        None,
        "Handlers get their arguments from the task; what a router adds makes its choice void.",
    ),
    _case(
        "JSON that breaks off",
        '{"handler": "news"',
        None,
        "What broke off might have gone on otherwise; `replies.json_objects` leaves it out.",
    ),
    Case(
        words="a sentence and, asked again, JSON",
        replies=("It could be the news.", '{"handler": "news"}'),
        chosen="news",
        look="`None` for the first reply has the router asked again.",
    ),
)
"""Each is a run of the chapter's graph, the plainest first."""

CALLS = (
    Case(
        words="a reply that names a handler of another graph",
        replies=('{"handler": "weather"}',),
        chosen=None,
        look=_PERMITTED,
        permitted=("billing", "refund"),
    ),
    Case(
        words="a reply that chooses among other handlers",
        replies=('{"handler": "refund"}',),
        chosen="refund",
        look=_PERMITTED,
        permitted=("billing", "refund"),
    ),
    Case(
        words="a reply that names a handler which is no longer permitted",
        replies=('{"handler": "both"}',),
        chosen=None,
        look=_PERMITTED,
        permitted=("weather", "news"),
    ),
    Case(
        words="a permitted name that begins with another one",
        replies=('{"handler": "newsletter"}',),
        chosen="newsletter",
        look=_EXACT,
        permitted=("news", "newsletter"),
    ),
    Case(
        words="a graph in which nothing is permitted",
        replies=('{"handler": "news"}',),
        chosen=None,
        look=_PERMITTED,
        permitted=(),
    ),
)
"""Each is one call, with other handlers than the graph's."""
