"""The rules of classification as data: a name, and what a question must hold, in two languages.

A rule fires where one of its patterns is found in the normalised question, in small letters, and
none of its exceptions. Patterns are sentences made of the families of words in `vocabulary_en` and
`vocabulary_ko`; those that a local tool answers stand in `tool_patterns`.
"""

import re
from typing import NamedTuple

from . import vocabulary_en as en
from . import vocabulary_ko as ko
from .tool_patterns import ARITHMETIC, CONVERSIONS, DATES, WORD_PROBLEMS
from .vocabulary import either, whole

_ASKED = rf"^(?:{en.POLITENESS} )*"
_YEAR = (
    r"\b(?:in|since|by|between|from|until|during|of) (?:1[5-9]|20)\d\d\b"
    r"(?! ?(?:dollars|won|euros))|\d{4}년"
)
_PUZZLE = either(whole(en.PUZZLES), ko.PUZZLES)
_EXPLAINING = either(whole(en.EXPLAINING), ko.EXPLAINING)
_PAST = (
    r"\b(?:in|of|since|during|before|the) (?:the )?(?:1[0-9]\d\d|20[01]\d)\b",
    r"(?:1[0-9]\d\d|20[01]\d)년",
)


class Rule(NamedTuple):
    """One rule.

    Attributes:
        name: What it is called where a classification is explained.
        patterns: What makes it fire.
        unless: What keeps it from firing.
    """

    name: str
    patterns: tuple[str, ...]
    unless: tuple[str, ...] = ()

    def fires(self, question: str) -> bool:
        """Whether it fires for a normalised question in small letters."""
        found = any(re.search(pattern, question) for pattern in self.patterns)
        return found and not any(re.search(pattern, question) for pattern in self.unless)


_ACTIONS_EN = (
    rf"{_ASKED}{en.DEEDS}(?: {en.OBJECTS}| (?:to|in))\b",
    rf"{_ASKED}{en.ERRANDS}",
    rf"{_ASKED}(?:open|close|start|stop) (?:the|my) {en.MACHINES}",
    rf"{_ASKED}(?:add|put) .{{1,40}} (?:to|on|in|into) (?:my|our|the) (?:\w+ )?{en.LISTS}",
    rf"{_ASKED}(?:change|check|update) my {en.ACCOUNTS}",
    rf"{_ASKED}(?:record|take|start) an? {en.RECORDINGS}",
    rf"{_ASKED}(?:make|place|open) (?:me )?an? (?:\w+ )?{en.BOOKINGS}\b",
)
_ACTIONS_KO = (
    rf"{ko.DOING}{ko.GIVE}",
    rf"{ko.DEEDS}{ko.DO}",
    rf"{ko.LISTS}에 .{{0,20}}(?:추가{ko.DO}|{ko.ENTERING}{ko.GIVE})",
    rf"{ko.SETTINGS}\S* ?(?:좀 )?{ko.CHANGING}{ko.GIVE}",
    rf"{ko.BOOKINGS}\S{{0,2}} (?:좀 |하나 )?{ko.FETCHING}{ko.GIVE}",
    rf"{ko.DEVICES}\S{{0,2}} .{{0,8}}{ko.ADJUSTING}{ko.GIVE}",
    rf"{ko.TIMES}(?:에|마다)? .{{0,24}}(?:라고|다고|거|것) ?{ko.REMINDING}{ko.GIVE}",
    rf"(?:한테|에게|께) .{{0,24}}(?:라고|다고) ?(?:좀 )?{ko.TELLING}{ko.GIVE}",
    rf"{ko.ORDERS} 좀[.!~]*$",
    rf"{ko.CHORES}(?:을|를)? ?(?:좀 )?해{ko.GIVE}",
    rf"{ko.MACHINES}\S* .{{0,6}}(?:돌려|켜){ko.GIVE}",
    rf"{ko.SWITCHES}\S? ?(?:좀 )?{ko.SWITCHING}라?[.!]*$",
    rf"{ko.BILLS}\S? ?(?:좀 )?내{ko.GIVE}",
    rf"{ko.ACCOUNTS}\S* .{{0,8}}(?:확인|조회)해{ko.GIVE}",
    rf"(?:119|112)(?:에|를)? ?(?:좀 )?불러{ko.GIVE}",
    r"(?:물|밥|먹이|사료) ?(?:좀 )?(?:줘|주세요)$|(?:^| )(?:사다|사) ?줘",
    r"(?:알람|타이머)\S* .{0,12}(?:맞춰|설정)",
)
UNSUPPORTED = (
    Rule(
        "action",
        (*_ACTIONS_EN, *_ACTIONS_KO),
        (
            rf"{whole(en.TEXTS)}|{en.NO_ERRAND}\blist\b",
            r"\bor (?:should|keep|not|rent|wait|invest)\b",
            r"^(?:order|call|text|file|sign|print) (?:of|by|stack)\b",
            rf"{ko.TEXTS}|{ko.NO_ERRAND}목록(?!에)|방법을? ",
        ),
    ),
    Rule(
        "media",
        (
            (
                rf"\b{en.MAKING}(?: (?!{en.LINKING_WORDS}\b)[\w'-]+){{0,5}} "
                rf"{en.MEDIA}s?\b(?! {en.NO_MEDIA})"
            ),
            (
                rf"{_ASKED}(?:draw|paint|sketch) "
                rf"(?:me\b|an? |the |my |some |two |three )(?!{en.IDEAS}\b)"
            ),
            rf"{ko.MEDIA}\S* ?.{{0,12}}{ko.MAKING}|그려{ko.GIVE}",
        ),
        (r"\bhow (?:do|can|to|would|does)\b", r"(?:방법|어떻게)"),
    ),
    Rule(
        "nothing_said",
        (
            r"^[^\w]*$",
            r"^(.)\1{2,}$",
            r"^[ㄱ-ㅎㅏ-ㅣ\s.!?~]+$",
            (
                r"^(?=[a-z]{4,}$)"
                r"(?:[^aeiouy\W]+|asdf\w*|qwer\w*|zxcv\w*|[a-z]*(?:asdf|qwer|zxcv|hjkl)[a-z]*)$"
            ),
            r"^(?:test|테스트|hm+|uh+|음+|어+|아+)[.!?]*$",
        ),
    ),
)

# What it is about cannot be told; then nothing else may fire either.
VAGUE = Rule(
    "vague",
    (
        rf"^(?:(?:and |so |but )?(?:what|how) about )?{en.POINTERS}[.?!]*$",
        rf"^(?:그럼 |그러면 )?{ko.POINTERS}(?:은|는|도|요|만)*[.?!]*$",
    ),
)

CALCULATOR = Rule("arithmetic", ARITHMETIC, (r"\d{4}-\d{2}-\d{2}", _PUZZLE))
STORY = Rule(
    "word_problem",
    WORD_PROBLEMS,
    (
        _YEAR,
        _PUZZLE,
        r"\b(?:minimum|at least|guarantee) .{0,20}(?:draw|pick|weigh)|\blatest\b|\bcurrent\b",
        r"\b(?:can|may|could|safely?) (?:i|we|he|she|take)\b|시세|환율|주가|먹어도|예산",
    ),
)
CALENDAR = Rule(
    "calendar",
    DATES,
    (r"\b(?:boil|cook|take to|takes? to|gestation|live|lifespan)\b|간격으로",),
)
CONVERTER = Rule("conversion", CONVERSIONS)

VOLATILE = Rule(
    "volatile_subject",
    (
        whole(en.NEWS, en.SCORES, en.OPENING),
        r"\b(?:weather|forecast|temperature (?:in|outside)|air quality)\b(?!.{0,12}(?:work|mean))",
        rf"\b{en.PRICED} prices?\b|\b(?:{en.CURRENCIES} (?:to|in)|worth in) {en.CURRENCIES}\b",
        r"\bhow much (?:is|does|are)\b.{0,30}\b(?:cost|bitcoin|ticket|iphone|worth)\b",
        r"^how much (?:is|are|does|do) (?:an?|the) (?!(?:dozen|half|byte|pinch)\b)[^,.]{1,40}$",
        rf"\b{en.RATES} rates? (?:in|at|for|of|right|now|on)\b",
        r"\b(?:flight|train|bus)\b.{0,20}\b(?:on time|delayed|late|cancell?ed)\b",
        (
            r"\bwho(?: is|'s) (?:now |currently |the (?:current )?)?(?:the )?(?:current )?"
            rf"{en.OFFICES}\b"
        ),
        (
            r"\bis .{1,40} (?:still alive|open|down|delayed|hiring|in stock)\b"
            r"(?! (?:source|interval|set|question|problem))"
        ),
        either(ko.NEWS, ko.SCORES, ko.OPENING, ko.PRICES),
        rf"{ko.OFFICES}(?:은|는|이|가) 누구",
        rf"{ko.NO_MEASURE}얼마(?:예요|인가요|야|입니까|죠).{{0,2}}$",
    ),
    (_EXPLAINING, *_PAST, r"(?:만든|찍은|연출한|작곡한) "),
)
TIMELY = Rule(
    "time_word",
    (
        whole(en.NOW),
        rf"{en.NO_FLOW}\bcurrent\b(?! {en.NOT_NOW})",
        r"(?<!what )\bnow\b.?$",
        rf"{ko.NOW}|현재(?! ?{ko.NOT_NOW})|요즘 .{{0,14}}{ko.FASHION}",
    ),
    (
        _EXPLAINING,
        *_PAST,
        r"['\"“‘](?:today|tomorrow|yesterday|now|오늘|내일|어제|지금|현재)['\"”’]",
        r"\bwho (?:sang|wrote|directed|painted|composed)\b|누가 (?:불렀|썼|그렸|만들었)",
        r"\b(?:i|my|me|we)\b.{0,30}\b(?:should|plan)\b|\bif (?:today|tomorrow|yesterday)\b",
        # What is planned for a time is not news of it.
        whole(en.PLANNING_TIME),
        ko.PLANNING_TIME,
    ),
)
DATED = Rule(
    "coming_event",
    (
        r"\bwhen (?:is|are|does|do|will|did)\b.{0,60}\b20(?:2[4-9]|3\d)\b",
        rf"\b20(?:2[5-9]|3\d)\b.{{0,50}}\b{en.EVENT_WORDS}",
        rf"\b(?:has|have|did) .{{1,40}} {en.PUBLISHED}\b(?:.{{0,12}}yet)?\W*$",
        (
            r"\bwhen (?:does|will|is)\b.{0,50}"
            rf"\b(?:come out|be released|release date|next (?:\w+ ){{0,3}}{en.EVENTS})\b"
        ),
        rf"20(?:2[4-9]|3\d)년.{{0,30}}{ko.EVENT_WORDS}",
        rf"{ko.RELEASES}\S{{0,3}} ?(?:일|날|언제)|다음 ?(?:경기|선거|버스|열차|일식)",
    ),
    (_EXPLAINING,),
)
