"""What others may rely on: a name that comes, goes or changes its parameters shows here."""

import inspect
import re
from importlib import import_module

import pytest
from langchain_core.tools import BaseTool

from course_lib import display
from course_lib.__main__ import ROOMS
from course_lib.foundations import (
    asking,
    checkpoints,
    checkpoints_postgres,
    checkpoints_sqlite,
    namespaces,
    replies,
    runs,
    scenarios,
    scripted,
)
from course_lib.orchestration import (
    agent_loop,
    conversations,
    costs,
    history,
    sample_tools,
    tool_calls,
)
from course_lib.reasoning import debates
from course_lib.testing import adapters, conformance, invariants, strategies, tables

PUBLIC = {
    "foundations.redaction": "redacted",
    "foundations.errors": (
        "CourseError ModelFault ScenarioError ScriptError ScriptExhausted ScriptUnused "
        "TenantAccessDenied UnreadableReply shown"
    ),
    "foundations.clock": "Clock SystemClock VirtualClock",
    "foundations.budget": "Gauge Limit at checked gauges",
    "foundations.tasks": "entered is_blank normalized",
    "foundations.namespaces": "canonical_args checked_tenant composed namespace owner_of",
    "foundations.checkpoints": ("TenantCheckpointer memory_saver storage_of strict_serializer"),
    "foundations.checkpoints_sqlite": "sqlite_saver tenant_file tenant_sqlite_saver",
    "foundations.checkpoints_postgres": (
        "postgres_saver setup_tenant tenant_postgres_saver tenant_role"
    ),
    "foundations.replies": (
        "Lenient is_no_text json_objects known_id placeholder_in python_block python_tree "
        "read_json visible_text without_json"
    ),
    "foundations.script": (
        "ScriptedCall ScriptedReply ScriptedTokens misfit read_replies unreachable"
    ),
    "foundations.scripted": "Call ScriptedChatModel",
    "foundations.asking": "Reply Usage ask check_models is_scripted name_of",
    "foundations.live": "chat_model",
    "foundations.yaml_text": "line_of parse part",
    "foundations.running": "final_state",
    "foundations.words": (
        "apart has_name has_number hints parts readings stems syllable_pairs terms_of words_of"
    ),
    "foundations.languages": "Words is_korean listed with_particle",
    "foundations.figures": "Figure figures_in normal rounds_to signed_in unfounded",
    "foundations.tools": "as_text checked fields says_nothing told",
    "foundations.calculator": "Result evaluate",
    "foundations.evidence": "Entry read_entries repeated",
    "foundations.knowledge": "FailingKnowledge Knowledge KnowledgeBase coverage",
    "foundations.scenarios": "Scenario discover fixtures load read_script room_name",
    "foundations.runs": "Room Run Step changes mismatches play record",
    "orchestration.history": (
        "Turns bounded_input close_open_calls fingerprint finish guarded has_duplicate is_closed "
        "recent_messages repeats skipped_response start_turn turns_of"
    ),
    "orchestration.tool_calls": "PlannedCall Sameness plan_calls",
    "orchestration.tool_runs": "Answered execute skipped",
    "orchestration.usable_tools": "UsableTool usable",
    "orchestration.conversations": "ConversationBusy only_turn owned_namespace",
    "orchestration.costs": (
        "Attempt Bill Prices Span bill cost_of critical_path exact in_sequence schedule total_work"
    ),
    "testing.invariants": (
        "assert_closed assert_no_leak assert_terminates assert_within_budget unclosed"
    ),
    "testing.strategies": "arguments calls decisions scripts",
    "testing.rows": "Bench Row calling look make raw",
    "testing.conformance": "Agent run_matrix script_of",
    "testing.tables": "Check Comparison Matrix side_by_side",
    "testing.adapters": "AgentLoop CreateAgent",
    "exercises.question": ("NotAttempted NotYet Note Question Result call choose code counted"),
    "exercises.rewired": "with_router",
    "exercises.start": "by_city for_ever",
}
FURNITURE = "LIMITS ROLES Context FinalOutput State Status Task build_graph context_from run"
OFFERED = {
    "reflection": (
        "LIMITS ROLES Attempt Context FinalOutput State Task build_graph context_from run"
    ),
    "orchestration.workflows.chaining": FURNITURE,
    "orchestration.workflows.briefing": FURNITURE,
    "orchestration.workflows.routing": (
        "HANDLERS LIMITS ROLES ROUTER Context FinalOutput State Status Task build_graph "
        "context_from read_choice run"
    ),
    "orchestration.workflows.sectioning": FURNITURE,
    "orchestration.workflows.voting": (
        "LIMITS ROLES Context FinalOutput State Status Task build_graph context_from decided run"
    ),
    "orchestration.workflows.workers": FURNITURE,
    "orchestration.workflows.evaluator": FURNITURE,
    "orchestration.production": FURNITURE,
    "orchestration.agent_loop": (
        "LIMITS ROLES Context ConversationBusy FinalOutput Sameness State Task "
        "TenantAccessDenied Termination build_graph context_from run run_turn"
    ),
    "routing": (
        "LIMITS ROLES SWITCHES Catalogue Context FinalOutput Health State Status Task build_graph "
        "context_from load_catalogue read_catalogue run"
    ),
    "reasoning.debates": (
        "CHAIN GRAPH INDEPENDENT LIMITS ROLES TOPOLOGIES Candidate Comparison Context FinalOutput "
        "Position Question Search State Status Task Topology Trial build_graph compare "
        "context_from drawing run search_topologies"
    ),
    "reasoning": (
        "CHOICES LIMITS ROLES SWITCHES Context FinalOutput State Status Task build_graph "
        "context_from run"
    ),
    "engine": (
        "DEFAULT LIMITS ROLES SETTINGS SWITCHES Context FinalOutput State Status Step Strategy "
        "Task Words build_graph context_from run"
    ),
    "display": (
        "Lab Picture branch_tree budget_bars budget_left diagram estimates frontier mermaid "
        "progressions quality_curve rounds source sweep timeline transcript"
    ),
    "exercises.reflection": "needs_review_after repaired_router verdict_reader",
    "exercises.workflows": "closed_router good_enough majority shorter_path",
    "exercises.routing": "exhausting_faults four_ways learned_threshold",
    "exercises.reasoning": "abandoned_branch safe_program smallest_budget sound_claims",
    "exercises.engine": "Estimating fifth_strategy just_enough stuck_script",
    "exercises.agent_loop": "closed_loop dodging_script forecast recorded workflow_or_agent",
}


BUILD, FROM_SCENARIO = "(*, checkpointer=None)", "(scenario)"
RUN = "(task, context, *, checkpointer=None, thread_id=None)"
RUN_SIDE_BY_SIDE = "(task, context, *, checkpointer=None, thread_id=None, max_concurrency=None)"
SYSTEM = "Use the tools where they help. Answer in text when you are done."
CONTEXTS = {
    "reflection": "(*, producer, critic, clock=None)",
    "orchestration.workflows.chaining": "(*, writer, gate, translator, clock=None)",
    "orchestration.workflows.briefing": "(*, get_weather, get_news)",
    "orchestration.workflows.routing": "(*, router, get_weather, get_news, clock=None)",
    "orchestration.workflows.sectioning": "(*, worker, branch_clock=None)",
    "orchestration.workflows.voting": "(*, voter, branch_clock=None)",
    "orchestration.workflows.workers": "(*, orchestrator, worker, branch_clock=None)",
    "orchestration.workflows.evaluator": "(*, generator, evaluator, reviser, clock=None)",
    "orchestration.production": (
        "(*, planner, judge, writer, search, read_tools, irreversible_tools, clock=None)"
    ),
    "routing": (
        "(*, models, catalogue, search=None, tools=<factory>, classifier=None, summarizer=None, "
        "critic=None, health=None, threshold=0.5, clock=None)"
    ),
    "reasoning": "(*, model, knowledge, calculator=<evaluate>, clock=None)",
    "reasoning.debates": "(*, speakers, topologies=TOPOLOGIES, clock=None)",
    "engine": (
        "(*, model, tools=(), critic=None, strategies=(Direct(), Decompose(), ReactToolLoop(), "
        "CritiqueAndRevise()), clock=None)"
    ),
    "orchestration.agent_loop": (
        f"(*, model, tools=(), system={SYSTEM!r}, clock=None, sameness=<factory>, "
        "max_completed_turns=10, max_output_chars=20000)"
    ),
}


def parameters_of(function: object) -> str:
    """What a function takes, without its annotations; functions among the defaults by name."""
    assert callable(function)
    signature = inspect.signature(function)
    plain = [each.replace(annotation=each.empty) for each in signature.parameters.values()]
    shown = re.sub(r"<function (\w+) at \w+>", r"<\1>", str(inspect.Signature(plain)))
    return shown.replace(str(debates.TOPOLOGIES), "TOPOLOGIES")


@pytest.mark.parametrize("name", PUBLIC)
def test_a_module_offers_these_names(name: str) -> None:
    module = import_module(f"course_lib.{name}")
    own = [
        word
        for word, value in vars(module).items()
        if (inspect.isclass(value) or inspect.isfunction(value))
        and value.__module__ == module.__name__
        and not word.startswith("_")
    ]
    assert " ".join(sorted(own)) == PUBLIC[name]


@pytest.mark.parametrize("name", OFFERED)
def test_a_front_door_offers_these_names_and_has_them(name: str) -> None:
    door = import_module(f"course_lib.{name}")

    assert " ".join(door.__all__) == OFFERED[name]
    assert [word for word in door.__all__ if not hasattr(door, word)] == []


def test_the_sample_tools_have_these_names_and_only_some_are_harmless() -> None:
    tools = {word for word, value in vars(sample_tools).items() if isinstance(value, BaseTool)}

    harmless = [tool.name for tool in sample_tools.READ_ONLY]
    assert harmless == ["get_weather", "get_news", "search_logs", "get_deploys", "read_runbook"]
    assert tools == {*harmless, "search_docs", "get_order", "send_refund"}


def test_every_room_says_what_it_offers() -> None:
    assert set(ROOMS) <= {*OFFERED, *PUBLIC}


@pytest.mark.parametrize("name", ROOMS)
def test_every_room_is_built_and_run_with_these_parameters(name: str) -> None:
    room = import_module(f"course_lib.{name}")

    side_by_side = name.endswith(("sectioning", "voting", "workers"))
    assert parameters_of(room.build_graph) == BUILD
    assert parameters_of(room.run) == (RUN_SIDE_BY_SIDE if side_by_side else RUN)
    assert parameters_of(room.context_from) == FROM_SCENARIO
    assert parameters_of(room.Context) == CONTEXTS[name]


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        (scripted.ScriptedChatModel, "(replies, *, name='scripted', clock=None)"),
        (asking.ask, "(model, messages, *, clock=None)"),
        (replies.visible_text, "(reply)"),
        (replies.read_json, "(text, schema)"),
        (replies.python_block, "(text)"),
        (scenarios.load, "(path)"),
        (scenarios.discover, "(room)"),
        (runs.record, "(room, task, context)"),
        (namespaces.owner_of, "(thread_id)"),
        (checkpoints.TenantCheckpointer, "(saver, tenant)"),
        (checkpoints_sqlite.sqlite_saver, "(path)"),
        (checkpoints_sqlite.tenant_sqlite_saver, "(folder, tenant)"),
        (checkpoints_postgres.postgres_saver, "(address)"),
        (checkpoints_postgres.setup_tenant, "(admin, tenant, password)"),
        (checkpoints_postgres.tenant_postgres_saver, "(address, tenant, password)"),
        (history.canonical_args, "(arguments)"),
        (history.fingerprint, "(call)"),
        (history.has_duplicate, "(calls, seen)"),
        (history.is_closed, "(history)"),
        (history.close_open_calls, "(history, reason)"),
        (history.bounded_input, "(system, completed_turns, active_turn, max_completed_turns)"),
        (history.turns_of, "(messages)"),
        (history.namespace, "(tenant_id, conversation_id)"),
        (history.start_turn, "(messages, tenant_id, conversation_id)"),
        (history.finish, "(step, *, final=False, calls=(), seen=(), max_steps=4)"),
        (
            agent_loop.run_turn,
            (
                "(user_input, *, tenant_id, conversation_id, context, principal=None, "
                "checkpointer=None, max_steps=4, max_tokens=100000, wait=False)"
            ),
        ),
        (tool_calls.Sameness, "(*, normalise=True, volatile=frozenset())"),
        (conversations.owned_namespace, "(tenant_id, conversation_id, principal)"),
        (conversations.only_turn, "(checkpointer, thread_id, *, wait)"),
        (costs.Prices, "(*, input, output)"),
        (
            costs.Attempt,
            "(*, name, seconds, after=(), waits=0, input_tokens=0, output_tokens=0, charge=0)",
        ),
        (costs.bill, "(attempts, prices, *, overhead=0)"),
        (invariants.assert_closed, "(history)"),
        (invariants.assert_within_budget, "(state, limits)"),
        (invariants.assert_terminates, "(run, *, seconds=30)"),
        (invariants.assert_no_leak, "(shown, canary)"),
        (strategies.arguments, "(*useful)"),
        (strategies.calls, "(names, args)"),
        (strategies.decisions, "(call)"),
        (strategies.scripts, "(call, *, max_size)"),
        (conformance.run_matrix, "(agent)"),
        (conformance.Agent.start, "(self, model, tools, max_steps)"),
        (conformance.Agent.turn, "(self, text)"),
        (conformance.Agent.history, "(self)"),
        (adapters.AgentLoop, "(*, wait=False)"),
        (adapters.CreateAgent, "(*, catching=False)"),
        (tables.side_by_side, "(*matrices)"),
        (display.Lab, "(room, scenario=None)"),
        (display.branch_tree, "(question, branches, chosen)"),
        (display.budget_bars, "(run)"),
        (display.diagram, "(compiled, run=None)"),
        (display.mermaid, "(compiled)"),
        (display.rounds, "(run)"),
        (display.source, "(thing)"),
        (display.sweep, "(points, *, x, y, title, plateau=None)"),
        (display.timeline, "(bill)"),
        (display.transcript, "(messages)"),
    ],
)
def test_what_others_call_takes_these_parameters(function: object, parameters: str) -> None:
    assert parameters_of(function) == parameters
