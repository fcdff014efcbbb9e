"""A recorded run as HTML: badge, answer, budget, steps, and two runs side by side.

Every function turns plain data into text. Styles stand inline, colours follow JupyterLab's theme,
and nothing is said by colour alone.
"""

import json
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from langchain_core.messages import BaseMessage

from ..foundations.budget import Gauge
from ..foundations.errors import ScenarioError
from ..foundations.runs import Run, Step
from .graph import Compiled, read
from .palette import BLUE, FAINT, RULE, SHADE, TEXT, VERMILION, look, words
from .svg import describe, draw, image
from .text import differences, number
from .transcripts import transcript

_CELL = f"padding:4px 10px;border-bottom:1px solid {RULE};text-align:left;vertical-align:top"
_PRE = (
    f"margin:4px 0;padding:8px 12px;background:{SHADE};border-radius:6px;overflow-x:auto;"
    "white-space:pre-wrap;word-break:normal;overflow-wrap:break-word;font-size:13px;line-height:1.4"
)
_LONGEST = 80


def result(graph: Compiled, run: Run, previous: Run | None = None) -> str:
    """Everything that a lab shows of a run, with the previous one beside it if there is one."""
    if previous is None:
        return _section(_one(run, draw(read(graph), run)))
    columns = (("Previous run", previous), ("This run", run))
    beside = "".join(
        f'<section aria-label="{title}" style="flex:1 1 380px;min-width:0">'
        f'<h4 style="margin:4px 0">{title}</h4>{_one(shown, draw(read(graph), shown))}</section>'
        for title, shown in columns
    )
    return _section(
        f'{_changed(previous, run)}<div style="display:flex;flex-wrap:wrap;gap:24px">{beside}</div>'
    )


def picture(graph: Compiled, run: Run) -> str:
    """The same of one run for a page without a kernel, which may not be trusted."""
    drawn = read(graph)
    return _section(_one(run, image(draw(drawn, run), describe(drawn, run))))


def problem(text: str) -> str:
    """What keeps a lab from running; nothing for an empty text."""
    if not text:
        return ""
    return (
        f'<div role="alert" style="border-left:4px solid {VERMILION};padding:6px 12px;'
        f'color:{TEXT}">'
        f"<b>✗ Not run:</b> {escape(text)}<br>Below stands the last good result.</div>"
    )


def mistake(error: ScenarioError) -> str:
    """What is wrong with a script, to stand beside its editor."""
    return f'<div role="alert"><b>✗ Line {error.line}:</b> {escape(error.problem)}</div>'


def badge(run: Run) -> str:
    """The run's status as a word with a symbol on a colour."""
    shown = look(run.output["status"])
    return (
        f'<span style="display:inline-block;padding:4px 14px;border-radius:14px;font-weight:bold;'
        f'background:{shown.fill};color:{shown.ink}">{shown.symbol} '
        f"{escape(words(run.output['status']))}</span>"
    )


def answer(output: Mapping[str, Any]) -> str:
    """A room's final output: its texts as they are, the rest in short, errors as a list."""
    rows = [
        f'<tr><th scope="row" style="{_CELL};width:7.5em">{escape(words(key))}</th>'
        f'<td style="{_CELL}">{_value(value)}</td></tr>'
        for key, value in output.items()
        if key not in ("status", "errors")
    ]
    return _table("Final output", rows) + _errors(output.get("errors", []))


def budget(gauges: Iterable[Gauge]) -> str:
    """A bar for every limit: used of limit, with the numbers beside it."""
    return "".join(_bar(gauge) for gauge in gauges)


def steps(run: Run) -> str:
    """The run's steps as a table, each with what it changed."""
    timed = any(step.ms for step in run.steps)
    heads = {"step": "2.5em", "node": "14em", "what changed": "auto"} | (
        {"ms": "4em"} if timed else {}
    )
    head = "".join(
        f'<th scope="col" style="{_CELL};width:{wide}">{name}</th>' for name, wide in heads.items()
    )
    return _table("Steps", [f"<tr>{head}</tr>", *(_step(step, timed) for step in run.steps)])


def _one(run: Run, drawing: str) -> str:
    # The drawing comes first: where the two do not fit side by side, it stays near the handles.
    return (
        f'<div role="status" style="margin:6px 0">{badge(run)} '
        f'<span style="color:{FAINT}">{escape(_asked(run))}</span></div>'
        f"{budget(run.budget)}{_unused(run)}"
        '<div style="display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start">'
        f'<div style="flex:0 1 auto;min-width:0">{drawing}</div>'
        f'<div style="flex:1 1 380px;min-width:0">{answer(run.output)}</div>'
        f"</div>{steps(run)}"
    )


def _section(inner: str) -> str:
    return f'<div style="color:{TEXT};line-height:1.45">{inner}</div>'


def _asked(run: Run) -> str:
    return " · ".join(f"{role} asked {count}×" for role, count in run.calls.items())


def _unused(run: Run) -> str:
    left = [
        f"{role}: reply {', '.join(map(str, places))}"
        for role, places in run.unused.items()
        if places
    ]
    note = f"Never used of the scripts: {'; '.join(left)}."
    return f'<div style="color:{FAINT}">{escape(note)}</div>' if left else ""


def _value(value: object) -> str:
    match value:
        case None | []:
            return f'<span style="color:{FAINT}">none</span>'
        case bool():
            return "yes" if value else "no"
        case str() if "\n" in value:
            return f'<pre style="{_PRE}">{escape(value)}</pre>'
        case Mapping():
            parts = (f"<li>{escape(words(k))}: {_value(v)}</li>" for k, v in value.items())
            return f'<ul style="margin:0;padding-left:18px">{"".join(parts)}</ul>'
        case list():
            return escape(", ".join(map(str, value)))
        case _:
            return escape(str(value))


def _errors(errors: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(error)}</li>" for error in errors)
    return f'<p style="margin:8px 0 0"><b>! Errors</b></p><ul>{items}</ul>' if items else ""


def _bar(gauge: Gauge) -> str:
    share = min(1.0, gauge.used / gauge.limit) if gauge.limit else 1.0
    used = f"{number(gauge.used)} of {number(gauge.limit)} {gauge.unit}".strip()
    return (
        f'<div style="margin:6px 0"><span>{escape(gauge.short)}: {used} used</span>'
        f'<div aria-hidden="true" style="height:12px;max-width:420px;border:1px solid {RULE};'
        f'border-radius:6px;background:{SHADE};overflow:hidden"><div style="height:100%;'
        f'width:{share:.1%};background:{BLUE}"></div></div></div>'
    )


def _step(step: Step, timed: bool) -> str:
    changed = "".join(
        f"<div><code>{escape(key)}</code> {_brief(value)}</div>"
        for key, value in step.changed.items()
    )
    ms = f'<td style="{_CELL}">{number(step.ms or 0)}</td>' if timed else ""
    return (
        f'<tr><td style="{_CELL}">{step.number}</td>'
        f'<th scope="row" style="{_CELL};font-weight:normal"><code>{escape(step.node)}</code></th>'
        f'<td style="{_CELL}">{changed or "nothing"}</td>{ms}</tr>'
    )


def _brief(value: Any) -> str:
    """A value in a line; what does not fit in one can be unfolded."""
    match value:
        case None:
            return "cleared"
        case [BaseMessage(), *_] as messages:
            return f'<pre style="{_PRE}">{escape(repr(transcript(messages)))}</pre>'
        case list() | Mapping():
            kind = "entry" if len(value) == 1 else "entries"
            return _folded(f"{len(value)} {kind}", _laid_out(value)) if value else "empty"
        case str():
            line = " ".join(value.split())
            short = line == value and len(line) <= _LONGEST
            return escape(line) if short else _folded(f"{line[: _LONGEST - 3]}...", value)
        case _:
            return escape(str(value))


def _folded(summary: str, whole: str) -> str:
    return (
        '<details style="display:inline-block;vertical-align:top;max-width:100%">'
        f'<summary>{escape(summary)}</summary><pre style="{_PRE}">{escape(whole)}</pre></details>'
    )


def _laid_out(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str).replace("\\n", "\n")


def _table(caption: str, rows: Iterable[str]) -> str:
    return (
        '<table style="border-collapse:collapse;table-layout:fixed;width:100%;'
        'overflow-wrap:anywhere;margin:8px 0;font-size:13px">'
        f'<caption style="text-align:left;font-weight:bold;padding:4px 0">{caption}</caption>'
        f"{''.join(rows)}</table>"
    )


def _changed(previous: Run, run: Run) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in differences(previous, run))
    return f'<p style="margin:8px 0 0"><b>What is different now</b></p><ul>{items}</ul>'
