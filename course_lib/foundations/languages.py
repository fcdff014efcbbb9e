"""Fixed sentences in the language of the question: Korean where it holds Hangul, else English."""

import re
from typing import Any, NamedTuple

_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]")
_FIRST, _LAST = "\uac00", "\ud7a3"  # 가 and 힣: syllables in the order of their final consonants
_FINALS, _RIEUL = 28, 8


class Words(NamedTuple):
    """One sentence in both languages; places such as `{path}` stand in both."""

    en: str
    ko: str

    def to(self, question: str, **facts: Any) -> str:
        """The sentence in the question's language, with its places filled."""
        return (self.ko if is_korean(question) else self.en).format(**facts)


def is_korean(text: str) -> bool:
    """Whether a text holds any Hangul."""
    return _HANGUL.search(text) is not None


def listed(names: list[str], question: str) -> str:
    """Names in a row, as the question's language puts them: "A, B and C", "A·B·C"."""
    if is_korean(question):
        return "·".join(names)
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def with_particle(word: str, pair: str) -> str:
    """A Korean word with the particle that fits its last sound.

    >>> with_particle("비교", "은/는"), with_particle("사실", "으로/로")
    ('비교는', '사실로')
    """
    closed, opened = pair.split("/")
    final = _final(word)
    return word + (opened if final == 0 or (closed == "으로" and final == _RIEUL) else closed)


def _final(word: str) -> int:
    """The place of the last syllable's final consonant; 0 where it has none, or is no Hangul."""
    last = word[-1:]
    return (ord(last) - ord(_FIRST)) % _FINALS if _FIRST <= last <= _LAST else 0
