"""Question 3: a plan that fails and one that answers; graded by running the room's graph."""

from typing import Any, TypeAlias

from ... import reasoning
from ...foundations.errors import shown
from ..question import NotYet, Question, code, counted
from ..reading import refuse_gaps, with_keys
from .hidden_runs import answered, known, refuse_faults, table

Plan: TypeAlias = dict[str, Any]

MOST_LOOKUPS = 2
ASKED = "Compare how much caffeine coffee and tea hold."
ENTRIES = (
    known(
        "kb_coffee",
        "A cup of brewed coffee holds about 95 mg of caffeine.",
        subject="coffee",
        attribute="caffeine a cup",
        value="95 mg",
    ),
    known(
        "kb_tea",
        "A cup of black tea holds about 47 mg of caffeine.",
        subject="tea",
        attribute="caffeine a cup",
        value="47 mg",
    ),
    known(
        "kb_roasting",
        "Beans are roasted at about 200 °C before they are ground.",
        subject="beans",
        attribute="roasting temperature",
        value="200 °C",
    ),
    known(
        "kb_leaves",
        "Leaves are picked by hand, withered, rolled and dried.",
        subject="leaves",
        attribute="processing",
        value="withered, rolled, dried",
    ),
)
PARTS: tuple[dict[str, Any], ...] = (
    {
        "id": "s1",
        "label": "coffee",
        "question": "How much caffeine does coffee hold?",
        "terms": ["coffee", "caffeine"],
    },
    {
        "id": "s2",
        "label": "tea",
        "question": "How much caffeine does tea hold?",
        "terms": ["tea", "caffeine"],
    },
)
TARGETS = tuple(each["id"] for each in PARTS)
CLAIMS = (
    {"text": "A cup of coffee holds about 95 mg of caffeine.", "cites": ["kb_coffee"]},
    {"text": "A cup of tea holds about 47 mg.", "cites": ["kb_tea"]},
)
_TASK = f"""\
"{ASKED}" The sub-question `s1` asks it of coffee, `s2` of tea; evidence must speak of the drink and
of caffeine. This is all that is known:

{table(ENTRIES)}

Write `branches`, a list of two plans as the model proposes them: each a dict with `"id"`,
`"strategy"` and `"actions"`, a list of `{{"kind": "retrieve", "query": ..., "targets": [...]}}`.

- The plan that is tried first must find nothing, and be abandoned.
- The other one must answer both sub-questions.
- There may be {counted(MOST_LOOKUPS, "lookup")} at most.
"""
_WORKED = """\
def search(query):
    return {"kind": "retrieve", "query": query, "targets": ["s1", "s2"]}


branches = [
    {"id": "making", "strategy": "how they are made", "actions": [search("roasted beans")]},
    {"id": "content", "strategy": "what they hold", "actions": [search("caffeine")]},
]
"""
_HINTS = (
    """The room tries the plan with the highest score: the share of the sub-questions among its
targets. If two are equal, it takes the one with fewer tool calls, then the one named first.""",
    """The failing plan has to promise as much as the other, so its one step names both targets.
Which words find an entry that says nothing about caffeine?""",
    """Name a failing plan with a single search for the beans first. Then one search for a word that
stands in both useful entries answers `s1` and `s2` together.""",
)


def abandoned_branch() -> Question:
    """Asks for two plans, of which the first fails and the second answers."""
    return Question(
        title="The plan that was left",
        task=_TASK,
        grade=_grade,
        praise=(
            "The first plan promised both parts and found neither; its score fell, the room left "
            "it and took the second, which answered."
        ),
        hints=_HINTS,
        answer="branches",
        worked=_WORKED,
        why=(
            "Both plans promise both sub-questions at the cost of one search, so the first is "
            "tried first. When its only step has found nothing, its score is 0, and the other "
            "plan, still at 1, takes over."
        ),
    )


def _grade(answer: object) -> None:
    refuse_gaps(answer)
    final = answered({"input": ASKED}, ENTRIES, PARTS, plans=_read(answer), claims=CLAIMS)
    refuse_faults(final, "branches")
    _check_steps(final)
    steps = [str(each["branch"]) for each in final["observations"]]
    if len(steps) > MOST_LOOKUPS:
        share = " and ".join(
            f"{steps.count(name)} by {code(name)}" for name in dict.fromkeys(steps)
        )
        raise NotYet(
            f"The second plan answered, but there were {len(steps)} lookups, {share}; at most "
            f"{MOST_LOOKUPS} are allowed."
        )


def _check_steps(final: reasoning.State) -> None:
    """Makes sure that the first plan failed, and that the second one answered."""
    steps = final["observations"]
    first, last = steps[0], steps[-1]
    name = code(str(first["branch"]))
    found = next((each for each in steps if each["supports"]), None)
    if found is not None and found["branch"] == first["branch"] and found["origin"] == "plan":
        supports = " and ".join(map(code, found["supports"]))
        raise NotYet(
            f"{name} was tried first, and {code(found['what'])} found support for {supports}. "
            "The plan with the highest score comes first, of equal ones the cheaper, then the one "
            "that is named first."
        )
    if last["branch"] == first["branch"]:
        raise NotYet(f"{name} failed, but was not abandoned: the other plan promised no more.")
    if any(each["origin"] != "plan" for each in steps) or final["status"] != "ok":
        raise NotYet(
            f"{name} was abandoned for {code(str(last['branch']))}, but that did not answer both "
            "sub-questions; the room had to search for the rest by itself."
        )


def _read(answer: object) -> list[Plan]:
    if not isinstance(answer, list | tuple):
        raise NotYet(f"`branches` must be a list of two plans, got {code(shown(answer))}.")
    if len(answer) != 2:
        raise NotYet(f"`branches` must hold two plans, got {len(answer)}.")
    plans = [_plan(each, f"branches[{number}]") for number, each in enumerate(answer)]
    if plans[0]["id"].strip() == plans[1]["id"].strip():
        raise NotYet(f"Both plans in `branches` have the id {code(shown(plans[0]['id']))}.")
    return plans


def _plan(plan: object, place: str) -> Plan:
    read = with_keys(plan, ("id", "strategy", "actions"), place)
    for name in ("id", "strategy"):
        _check_text(read[name], f"`{name}` of `{place}`")
    actions = read["actions"]
    if not isinstance(actions, list | tuple) or not actions:
        raise NotYet(f"`actions` of `{place}` must be a list of steps, got {code(shown(actions))}.")
    steps = [_step(each, f"{place}['actions'][{n}]") for n, each in enumerate(actions)]
    return {**read, "actions": steps}


def _step(step: object, place: str) -> Plan:
    read = with_keys(step, ("kind", "query", "targets"), place)
    if read["kind"] != "retrieve":
        raise NotYet(f"`kind` of `{place}` must be `retrieve`, got {code(shown(read['kind']))}.")
    _check_text(read["query"], f"`query` of `{place}`")
    targets = read["targets"]
    if not _are_targets(targets):
        allowed = ", ".join(map(code, TARGETS))
        raise NotYet(
            f"`targets` of `{place}` must be a list of {allowed}, got {code(shown(targets))}."
        )
    return {**read, "targets": list(targets)}


def _check_text(value: object, what: str) -> None:
    if not isinstance(value, str) or not value.strip():
        raise NotYet(f"{what} must be text, got {code(shown(value))}.")


def _are_targets(given: object) -> bool:
    if not isinstance(given, list | tuple):
        return False
    return bool(given) and all(each in TARGETS for each in given)
