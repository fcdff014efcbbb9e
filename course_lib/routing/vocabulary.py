r"""How the words of the rules are written down: lists as plain text, made into patterns.

A family is a list of entries with white space between them, one family to a topic and a language.
An entry is a small regular expression in which `_` stands for a space: `side_effects?`,
`prescri\w+`, `근로_?계약`. Rules are sentences that are built of families.
"""


def words(entries: str) -> str:
    """A pattern that matches each entry of a family, longest first; safe inside other patterns.

    Args:
        entries: The entries, with white space between them.
    """
    found = {entry.replace("_", " ") for entry in entries.split()}
    return either(*sorted(found, key=lambda entry: (-len(entry), entry)))


def either(*patterns: str) -> str:
    """A pattern that matches what one of the patterns does; the first has the first say."""
    return f"(?:{'|'.join(patterns)})"


def whole(*patterns: str) -> str:
    """A pattern that matches what one of the patterns does, between the edges of words."""
    return rf"\b{either(*patterns)}\b"


def not_after(entries: str) -> str:
    """A pattern that takes no letters, and fails right after an entry of a family.

    Args:
        entries: The entries, with white space between them; each of a fixed length.
    """
    return "".join(f"(?<!{entry.replace('_', ' ')})" for entry in entries.split())
