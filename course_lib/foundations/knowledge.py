"""What is known, and a search in it: English and Korean, offline, the same on every run.

The index is SQLite's FTS5 in memory. It holds stems (`words.stems`), so that "vaccines" finds
"vaccine" and "배터리를" finds "배터리는", and Hangul in overlapping pairs of syllables, so that
"양자컴퓨터" finds "양자 컴퓨터" and, as far as they agree, "양자역학" finds it too. "Earth-Moon" is
two words. What is rare in the base counts for more (BM25), and so does what an entry is about.
What stands in most entries counts for nothing, and what only shapes a question ("compare", "예시")
makes no hit by itself. Of hits, those come first that tell the attribute asked for ("how wide":
the area) and that spell a word as the query does: HTTPS is no plural of HTTP.
"""

import math
import sqlite3
import threading
import weakref
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Literal, Protocol

from .errors import shown
from .evidence import Entry, read_entries, repeated
from .words import QUESTION_WORDS, apart, hints, parts, readings, stems, syllable_pairs, words_of

_CREATE = """
    CREATE VIRTUAL TABLE entries
    USING fts5(claim, topics, subject, attribute, value, pairs, tokenize = 'porter');
    CREATE VIRTUAL TABLE spelt USING fts5(words);
"""
_INSERT = """
    INSERT INTO entries (rowid, claim, topics, subject, attribute, value, pairs)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_SPELT = "INSERT INTO spelt (rowid, words) VALUES (?, ?)"
# The weights of the six columns; SQLite's bm25 is smaller for what fits better.
_SEARCH = "SELECT rowid, -bm25(entries, 1, 2, 2, 3, 1, 2) FROM entries WHERE entries MATCH ?"
_SEARCH_SPELT = "SELECT rowid, -bm25(spelt) FROM spelt WHERE spelt MATCH ?"
_IN_WORDS = "{claim topics subject attribute value} : "
_IN_PAIRS = "pairs : "
_BREAK = " 0 "  # between two fields: no phrase of pairs reaches across it
_FEW = 4  # what is in so few entries is not common, however small the base
_MOST_WORDS = 100  # of one query
_GUESSED = 0.5  # the share of a word that is held if a guess is right


class Knowledge(Protocol):
    """Whatever a room can be given to look evidence up in."""

    def search(self, query: str, limit: int) -> Sequence[Entry]:
        """The entries that fit a query best, the best first, at most `limit`."""


class KnowledgeBase:
    """Entries in memory, with a search. It never changes, and any thread may search it.

    Args:
        entries: What is known.

    Raises:
        ValueError: If an id stands twice.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = tuple(entries)
        if second := repeated(self._entries):
            raise ValueError(f"the id {shown(self._entries[second].id)} stands twice")
        self._lock = threading.Lock()
        self._index = _indexed(self._entries)
        weakref.finalize(self, self._index.close)

    @classmethod
    def load(cls, path: str | Path) -> "KnowledgeBase":
        """Reads a YAML list of entries.

        Raises:
            ScenarioError: If it is none; names file, line and what is allowed.
            OSError: If the file cannot be read.
        """
        return cls(read_entries(path))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries, in the order in which they were given."""
        return self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def search(self, query: str, limit: int = 3) -> list[Entry]:
        """The entries that fit a query best.

        Args:
            query: Any text, in English or Korean; its first hundred different words count.
            limit: How many to give at most.

        Returns:
            The best first, in the order of their ids where they fit equally well; none where they
            share no word with the query, or only words that most entries have.
        """
        scores: defaultdict[int, float] = defaultdict(float)
        covered: defaultdict[int, float] = defaultdict(float)
        common = max(_FEW, len(self) / 2)
        with self._lock:
            for stem in _asked(query) if limit > 0 else ():
                found = _found(self._index, stem, common)
                held = sum(share for _, share in found.values()) or 1
                for row, (score, share) in found.items():
                    scores[row] += score
                    if stem not in QUESTION_WORDS:
                        covered[row] += math.log(1 + len(self) / held) * share
            for row, score in _told_apart(self._index, query, common) if covered else ():
                scores[row] += score
        best = sorted(covered, key=lambda row: (-scores[row] * covered[row], self._entries[row].id))
        return [self._entries[row] for row in best[: max(limit, 0)]]

    def without(self, ids: Collection[str]) -> "KnowledgeBase":
        """The same base as if these entries had never been known.

        Raises:
            ValueError: If there is no entry of such an id.
        """
        known = [entry.id for entry in self._entries]
        for unknown in ids:
            if unknown not in known:
                there = ", ".join(known) or "none"
                raise ValueError(f"no entry has the id {shown(unknown)}; there are {there}")
        return KnowledgeBase(entry for entry in self._entries if entry.id not in ids)

    def plus(self, entries: Iterable[Entry]) -> "KnowledgeBase":
        """The same base with more entries, such as some that contradict it.

        Raises:
            ValueError: If an id would stand twice.
        """
        return KnowledgeBase((*self._entries, *entries))


class FailingKnowledge:
    """Knowledge that cannot be reached now and then, to see what a room makes of it.

    Args:
        knowledge: What answers the calls that do not fail.
        failing: The numbers of the calls that fail, from 1; "all" for every call.
        error: What they raise; a ConnectionError if not given.

    Attributes:
        calls: How often it was searched so far.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        failing: Collection[int] | Literal["all"] = "all",
        error: Exception | None = None,
    ) -> None:
        self.calls = 0
        self._knowledge = knowledge
        self._failing = failing
        self._error = error or ConnectionError("knowledge base unreachable")
        self._lock = threading.Lock()

    def search(self, query: str, limit: int = 3) -> Sequence[Entry]:
        """What the knowledge gives, or the error."""
        with self._lock:
            self.calls += 1
            fails = self._failing == "all" or self.calls in self._failing
        if fails:
            raise self._error
        return self._knowledge.search(query, limit)


def coverage(entries: Sequence[Entry], texts: Sequence[str]) -> list[list[float]]:
    """For each entry, the share of each text's words that it holds, by the rules of the search.

    A search gives the best that is there, however little it is. This tells an entry that speaks of
    "applications of quantum computing" from one that only speaks of quantum computers.
    """
    asked = [[stem for stem in _asked(text) if stem not in QUESTION_WORDS] for text in texts]
    with closing(_indexed(entries)) as index:
        held = {
            stem: _found(index, stem, common=len(entries))
            for stem in dict.fromkeys(chain.from_iterable(asked))
        }
    return [
        [
            sum(held[stem].get(row, (0, 0))[1] for stem in words) / max(len(words), 1)
            for words in asked
        ]
        for row in range(len(entries))
    ]


def _asked(text: str) -> list[str]:
    return list(islice(dict.fromkeys(stems(apart(text))), _MOST_WORDS))


def _told_apart(
    index: sqlite3.Connection, query: str, common: float
) -> Iterator[tuple[int, float]]:
    """What makes no hit by itself: the attributes asked for, words spelt as in the query."""
    for stem in hints(query):
        for row, (score, _) in _found(index, stem, common).items():
            yield row, score
    words = islice(dict.fromkeys(words_of(apart(query))), _MOST_WORDS)
    if phrases := " OR ".join(f'"{word}"' for word in words):
        yield from index.execute(_SEARCH_SPELT, (phrases,))


def _found(index: sqlite3.Connection, stem: str, common: float) -> dict[int, tuple[float, float]]:
    """For each entry that holds a stem or a part of it: how well, and the share that it holds."""
    found: dict[int, tuple[float, float]] = {}
    for phrase, share in _phrases(stem):
        rows = index.execute(_SEARCH, (phrase,)).fetchall()
        for row, fits in rows if len(rows) <= common else ():
            score, most = found.get(row, (0.0, 0.0))
            found[row] = max(score, fits * share), max(most, share)
    return found


def _phrases(stem: str) -> Iterator[tuple[str, float]]:
    """What to search for a stem, and how much of it that is: the word, its beginning, its parts."""
    compound = list(parts(stem))
    yield f'{_IN_WORDS}"{stem}"', 1
    if compound or len(stem) > 3:
        yield f'{_IN_WORDS}"{stem}"*', 1
    for reading in readings(stem):
        yield f'{_IN_WORDS}"{reading}"', _GUESSED
    for part in compound:
        yield f'{_IN_PAIRS}"{" ".join(map("".join, pairwise(part)))}"', len(part) / len(stem)


def _indexed(entries: Sequence[Entry]) -> sqlite3.Connection:
    index = sqlite3.connect(":memory:", check_same_thread=False)
    index.executescript(_CREATE)
    for row, entry in enumerate(entries):
        fields = (entry.claim, *entry.topics, entry.subject, entry.attribute, str(entry.value))
        texts = [apart(field) for field in fields]
        index.execute(_INSERT, (row, *_columns(texts)))
        index.execute(_INSERT_SPELT, (row, " ".join(texts)))
    return index


def _columns(texts: Sequence[str]) -> tuple[str, ...]:
    claim, *topics, subject, attribute, value = (stems(text) for text in texts)
    words = (claim, sum(topics, ()), subject, attribute, value)
    pairs = (" ".join(syllable_pairs(text)) for text in texts)
    return *map(" ".join, words), _BREAK.join(pairs)
