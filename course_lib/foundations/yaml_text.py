"""YAML of plain data in which every place has a line.

People write it and are shown their mistakes in it, so it is stricter than YAML: a key stands
once, nothing refers to anything else, and out come only texts, numbers, booleans, None, lists and
mappings. Dates stay text.
"""

import textwrap
from collections.abc import Iterator
from typing import Any, TypeAlias

import yaml

from .errors import ScenarioError

Place: TypeAlias = tuple[str | int, ...]
"""Keys and numbers (from 0) that lead to something: ("models", "critic", 0)."""

_PLAIN = ("null", "bool", "int", "float", "str", "seq", "map")
# What PyYAML's constructors raise when a value is not what its tag says: "!!int x", "0b".
_MISFITS = (ValueError, LookupError, AttributeError, TypeError)


class _Loader(yaml.SafeLoader):
    yaml_constructors = {  # noqa: RUF012  # as in the base class
        tag: construct
        for tag, construct in yaml.SafeLoader.yaml_constructors.items()
        if tag is None or tag.removeprefix("tag:yaml.org,2002:") in _PLAIN
    }
    yaml_implicit_resolvers = {  # noqa: RUF012
        first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(problem="an alias (*name) is not allowed", problem_mark=mark)
        return super().compose_node(parent, index)

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        node = super().compose_mapping_node(anchor)
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise _mistake("a key must be text", key)
            if key.value in seen:
                raise _mistake(f"the key {key.value!r} stands twice", key)
            seen.add(key.value)
        return node

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep=deep)
        except _MISFITS as error:
            raise _mistake(f"{str(error) or type(error).__name__}", node) from error


def parse(text: str, *, file: str) -> Any:
    """Reads a YAML text.

    Args:
        text: The text.
        file: What to call it in errors.

    Raises:
        ScenarioError: With the line, if it is not such YAML.
    """
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506  # a stricter SafeLoader
    except (yaml.YAMLError, RecursionError) as error:
        problem, line = _told(error, text)
        raise ScenarioError(f"not plain YAML: {problem}", file=file, line=line) from None


def line_of(text: str, place: Place) -> int:
    """The line, from 1, of a place in a text that parses, or of what is around where it lacks."""
    return next(reversed([line for line, _ in _walk(text, place)]), 1)


def part(text: str, place: Place) -> str | None:
    """What stands at a place, as its author laid it out; None if nothing does."""
    visited = [node for _, node in _walk(text, place)]
    if len(visited) < len(place):
        return None
    node = visited[-1]
    indent = " " * node.start_mark.column
    lines = (indent + text[node.start_mark.index : node.end_mark.index]).split("\n")
    # A block ends where the next one starts, behind the comments that belong to that one.
    while (
        isinstance(node, yaml.CollectionNode)
        and not node.flow_style
        and (not lines[-1].startswith(indent))
    ):
        lines.pop()
    # Only what YAML takes for blank: a text may end with another kind of space.
    return textwrap.dedent("\n".join(lines)).rstrip(" \n") + "\n"


def _mistake(problem: str, node: yaml.Node) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark)


def _told(error: Exception, text: str) -> tuple[str, int]:
    """What is wrong, and in which line."""
    match error:
        case yaml.MarkedYAMLError():
            mark = error.problem_mark or error.context_mark
            return str(error.problem), mark.line + 1 if mark else 1
        case yaml.reader.ReaderError():
            line = text.count("\n", 0, error.position) + 1
            return f"the character U+{error.character:04X} is not allowed", line
        case _:
            return "nested too deeply", 1


def _walk(text: str, place: Place) -> Iterator[tuple[int, yaml.Node]]:
    """Line and node of every step on the way to a place, as far as the text goes."""
    node = yaml.compose(text, Loader=_Loader)
    for step in place:
        if (found := _child(node, step)) is None:
            return
        yield found
        node = found[1]


def _child(node: yaml.Node | None, step: str | int) -> tuple[int, yaml.Node] | None:
    """The line of a key or of a list's entry, and what stands there."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return key.start_mark.line + 1, value
    elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        entry = node.value[step]
        return entry.start_mark.line + 1, entry
    return None
