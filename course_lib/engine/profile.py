"""What kind of task it is: by rules, or as a model analysed it.

A model may judge how much there is to work out. It cannot talk a risk away that the rules see, and
where it cannot be asked or read, the rules decide.
"""

import re
from dataclasses import dataclass
from typing import get_args

from ..foundations.languages import Words
from ..foundations.replies import read_json
from .reading import AnalysisReply, line
from .records import Complexity, Risk, TaskProfile

_SHORT = 16  # words; Korean says in one word what English says in two
_LONG = 40


@dataclass(frozen=True)
class Domain:
    """A kind of task.

    Attributes:
        name: What it is called.
        output: What is to come out.
        pattern: What its tasks say, in English and Korean.
        complexity: How much there is to work out in a short one.
        needs_tools: Whether only a tool can tell.
    """

    name: Words
    output: Words
    pattern: re.Pattern[str]
    complexity: Complexity = "moderate"
    needs_tools: bool = False


def _domain(
    names: tuple[str, str],
    outputs: tuple[str, str],
    pattern: str,
    complexity: Complexity = "moderate",
    *,
    needs_tools: bool = False,
) -> Domain:
    found = re.compile(pattern, re.IGNORECASE)
    return Domain(Words(*names), Words(*outputs), found, complexity, needs_tools)


# In the order in which they are asked: what needs a tool, what is worked out, what is reworded.
DOMAINS = (
    _domain(
        ("planning", "계획"),
        ("feasibility analysis", "타당성 분석"),
        r"\b(?:plan (?:a|an|the|my|our|for|how|out)|roadmap|feasib\w+|estimate whether"
        r"|can .{1,60} (?:ship|deliver|release|launch)"
        r"|(?:ship|deliver|release|launch) .{1,60} (?:in|within|by))\b"
        r"|계획|로드맵|추정|타당성|배포할|출시할|안에 .{1,30}(?:할 수|가능)",
        "complex",
    ),
    _domain(
        ("comparison", "비교"),
        ("comparison", "비교 분석"),
        r"\b(?:compar\w+|versus|vs|trade-?offs?|pros and cons|which .{1,40} better)\b"
        r"|비교|장단점|어느 쪽|뭐가 나",
        "complex",
    ),
    _domain(
        ("calculation", "계산"),
        ("computed value", "계산 결과"),
        r"\d\s*[-+*/×÷%]\s*\d|\b(?:calculate|compute|percent of)\b|계산|몇 퍼센트",
        "simple",
        needs_tools=True,
    ),
    _domain(
        ("lookup", "조회"),
        ("looked-up fact", "조회 결과"),
        r"\b(?:look up|search for|find out|current|latest|today|price of|on the calendar)\b"
        r"|찾아|검색|조회|현재|최신|오늘|가격|일정표",
        "simple",
        needs_tools=True,
    ),
    _domain(
        ("formatting", "형식 변환"),
        ("formatted text", "정리된 글"),
        r"\b(?:format|reformat|convert|uppercase|lowercase|capitali[sz]e|sort|translate|rephrase"
        r"|bullet|turn .{1,200} into)\b|변환|바꿔|정렬|대문자|소문자|번역|형식|목록으로|다듬어",
        "simple",
    ),
    _domain(
        ("analysis", "분석"),
        ("analysis", "분석"),
        r"\b(?:analy[sz]e|analysis|evaluate|assess|diagnose|why|root cause)\b|분석|평가|원인|왜",
    ),
)
OTHER = Domain(Words("general", "일반"), Words("answer", "답변"), re.compile(""), "simple")
RISKS: dict[Risk, re.Pattern[str]] = {
    "high": re.compile(
        r"\b(?:dose|dosage|medicine|medication|symptoms?|treatment|lawsuit|legal advice|sue"
        r"|invest|investment|mortgage|tax(?:es)?|savings|overdose|explosive)\b"
        r"|복용|약물|증상|치료|소송|법률|투자|대출|세금|폭발물",
        re.IGNORECASE,
    ),
    "medium": re.compile(
        r"\b(?:production|delete|migrat\w+|payments?|security|privacy)\b"
        r"|운영 서버|삭제|이전 작업|결제|보안|개인정보",
        re.IGNORECASE,
    ),
}
_RISKS: tuple[Risk, ...] = get_args(Risk)


def profile_by_rules(task: str) -> TaskProfile:
    """What kind of task it is, as far as its words tell.

    Args:
        task: The normalised task, in English or Korean.
    """
    domain = next((each for each in DOMAINS if each.pattern.search(task)), OTHER)
    risk: Risk = next((risk for risk, pattern in RISKS.items() if pattern.search(task)), "low")
    complexity = _complexity(task, domain)
    return {
        "complexity": complexity,
        "domain": domain.name.to(task),
        "risk": risk,
        "needs_tools": domain.needs_tools,
        "needs_evidence": domain.needs_tools,
        "direct_allowed": complexity == "simple" and risk != "high",
        "expected_output": domain.output.to(task),
        "by": "rules",
    }


def read_profile(text: str, task: str) -> TaskProfile:
    """A model's analysis, with the risk that the rules see, if that is higher.

    Args:
        text: The model's reply.
        task: The normalised task.

    Raises:
        UnreadableReply: If the reply holds no analysis.
    """
    read = read_json(text, AnalysisReply)
    risk = max(read.risk, profile_by_rules(task)["risk"], key=_RISKS.index)
    return {
        "complexity": read.complexity,
        "domain": read.domain,
        "risk": risk,
        "needs_tools": read.needs_tools,
        "needs_evidence": read.needs_evidence,
        "direct_allowed": read.direct_allowed and read.complexity == "simple" and risk != "high",
        "expected_output": read.expected_output,
        "by": "model",
    }


_STATED = re.compile(r"(?:constraints?|제약(?:\s?조건|\s?사항)?)\s?[:：]\s*(.+)", re.IGNORECASE)


def stated_constraints(task: str) -> list[str]:
    """The constraints that a task's own text names: "Constraints: two engineers, tests required".

    Args:
        task: The task as it came, with its line ends.
    """
    found = _STATED.search(task)
    if found is None:
        return []
    parts = (line(part).rstrip(".。 ") for part in re.split(r"[,;、]", found[1]))
    return [part for part in parts if part]


def _complexity(task: str, domain: Domain) -> Complexity:
    words = len(task.split()) * (2 if any("가" <= letter <= "힣" for letter in task) else 1)
    asks = task.count("?") + task.count("？")
    if words > _LONG and domain.complexity != "simple":
        return "complex"
    if domain is OTHER and (words > _SHORT or asks > 1):
        return "moderate"
    return domain.complexity
