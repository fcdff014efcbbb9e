"""A draft put right by rule: claims are removed, deferred or qualified, never written anew."""

from collections.abc import Sequence

from . import texts
from .records import Claim, Problem


def revised(
    claims: Sequence[Claim], problems: Sequence[Problem], task: str
) -> tuple[list[Claim], list[str]]:
    """The claims without what was wrong with them.

    Args:
        claims: The draft.
        problems: What is wrong with it; those whose fix is "add" are left to a model.
        task: The task, for its language.

    Returns:
        The claims that stay, with what is to be said of them all, if any stays; and the kinds of
        fixes that were made, in the order of the problems.
    """
    kept = [
        mended
        for number, claim in enumerate(claims, start=1)
        for mended in [_mended(claim, [each for each in problems if each["claim"] == number], task)]
        if mended is not None
    ]
    whole = [each for each in problems if each["claim"] is None and each["fix"] == "qualify"]
    remarks = [_sentence(texts.UNVERIFIED.to(task, what=each["what"])) for each in whole]
    once = list({claim["text"]: claim for claim in [*kept, *(remarks if kept else [])]}.values())
    return once, kinds_of(problems)


def uncovered(problems: Sequence[Problem], task: str) -> list[Claim]:
    """Sentences that say what is missing, where no model can add it."""
    missing = [each["what"] for each in problems if each["fix"] == "add"]
    return [_sentence(texts.UNCOVERED.to(task, what="; ".join(missing)))] if missing else []


def assumed_by(claim: Claim) -> list[str]:
    """The assumptions that a claim rests on, if it rests on nothing else but the task's words."""
    named = [each for each in claim["rests_on"] or () if each != "input"]
    return named if all(each.startswith("a") for each in named) else []


def kinds_of(problems: Sequence[Problem]) -> list[str]:
    """The kinds of fixes that are made by rule, each once."""
    return list(dict.fromkeys(each["fix"] for each in problems if each["fix"] != "add"))


def _mended(claim: Claim, problems: Sequence[Problem], task: str) -> Claim | None:
    fixes = {each["fix"]: each["what"] for each in problems}
    if "remove" in fixes:
        return None
    if "defer" in fixes:
        return _deferred(claim, fixes["defer"].rstrip("."), task)
    if "qualify" in fixes:
        words = texts.PROVIDED if assumed_by(claim) else texts.CAUTION
        return {**claim, "text": _with_remark(claim["text"], words.to(task, what=fixes["qualify"]))}
    return claim


def _deferred(claim: Claim, what: str, task: str) -> Claim:
    """A claim that promises a scope becomes its deferral; any other may hold more, and stays."""
    if claim["scope"] is None:
        return {**claim, "text": _with_remark(claim["text"], texts.LATER.to(task, what=what))}
    return {**claim, "text": texts.DEFERRED.to(task, scope=texts.capitalised(what))}


def _with_remark(text: str, remark: str) -> str:
    """The remark before the text's full stop."""
    stop = text[-1:] if text.endswith((".", "。")) else ""
    return f"{text.removesuffix(stop) if stop else text}{remark}{stop or '.'}"


def _sentence(text: str) -> Claim:
    return {"text": text, "rests_on": [], "scope": None}
