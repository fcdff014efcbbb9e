"""The sentences that ask for what a local tool works out: sums, stories with sums, dates, units."""

from . import vocabulary_en as en
from . import vocabulary_ko as ko

_QUANTITY_EN = rf"(?:\d[\d.,]*|\b{en.NUMBERS}\b)"
_QUANTITY_KO = rf"(?:\d[\d.,]*|{ko.NUMBERS} ?{ko.COUNTERS})"
# Only from its first digit on, and never given back: so that no long row of digits is slow.
_NUMBER = r"(?<![\d,.])\d[\d,.]*+"
_ONE = rf"(?:{_NUMBER}|\ba|\ban|\bone)"
_DAYS = r"\b\d+[- ](?:business |working |calendar )?(?:day|week|month|year)s?\b"
_WHICH_DAY = r"\b(?:what|which) (?:exact )?(?:day|date|weekday)\b"

ARITHMETIC = (
    rf"{_NUMBER}\s*(?:\+|\*|×|÷|\^|\*\*)\s*\(?\d|{_NUMBER}\s+(?:-|/|x)\s+\(?\d",
    rf"(?:what is|what's|calculate|compute|how much is|계산)\D{{0,12}}{_NUMBER}\s*[-/x]\s*\d",
    rf"{_NUMBER}\s+(?:(?:hours?|minutes?|days?|kg|km|dollars?)\s+)?{en.OPERATIONS}\s+\d",
    (
        rf"{_NUMBER}\s*(?:percent|per cent|{ko.PERCENT})\s*"
        r"(?:of|on|off|tip|의|를|을|할인|인상|팁)"
    ),
    r"\b(?:divide|multiply|add|subtract)\b.{0,12}\d.{0,16}\b(?:by|and|to|from)\b.{0,6}\d",
    r"\d.{0,40}\b(?:each|apiece|per)\b.{0,40}\b(?:total|altogether|in all|how much|cost)\b",
    rf"\b{en.AGGREGATES}\b (?:of|between|when) \D{{0,12}}\d[\d.,]*\D{{1,8}}\d",
    (
        r"\b(?:percent|percentage|fraction) of \d|how many (?:seconds|minutes|hours) "
        r"(?:are |is )?(?:there )?in \d|\bas a (?:percentage|percent|decimal|fraction)\b.{0,3}$"
    ),
    r"\b(?:split|share|divide) \D{0,12}\d.{0,16}\b(?:between|among|by|into|equally|evenly)\b",
    r"\d\b.{0,12}\b(?:in|to|into) (?:binary|hexadecimal|octal)\b",
    r"\b(?:area|perimeter|volume|circumference)\b.{0,40}\d|\d (?:factorial|squared|cubed)\b",
    r"(?:square|cube) root of \d|\bfactorial of \d|\d+!|sum of (?:the )?(?:numbers|first|\d)",
    r"(?:interest|이자)\b.{0,40}\d+(?:\.\d+)?\s*%.{0,30}\d|\d.{0,30}(?:복리|단리|이자율)",
    rf"{_NUMBER}\S{{0,3}}의\s*{_NUMBER}\s*{ko.PERCENT}|{_NUMBER}\S{{0,4}}\s*{ko.OPERATIONS}",
    rf"\d.{{0,24}}{ko.RESULTS}|\d\D{{1,4}}\d.{{0,12}}{ko.AGGREGATES}",
    rf"\d.{{0,12}}몇 ?{ko.PERCENT}|\d ?(?:시간|분|일)[은이]?면? 몇 ?(?:초|분)",
    r"(?:넓이|둘레|부피|지름).{0,20}\d.{0,30}(?:얼마|몇)",
    r"\d.{0,24}(?:넓이|둘레|부피)(?:는|은|를|가)",
    r"\d\S{0,4}(?:짜리|씩).{0,20}\d.{0,16}(?:총|모두|전부|얼마|합)",
    rf"\d\S{{0,3}}\s?(?:제곱|세제곱|팩토리얼)|\d+(?:개|명|원)\S* .{{0,20}}{ko.RESULTS}",
)
# Two quantities, one of them in figures, and a question for an exact amount.
WORD_PROBLEMS = (
    (
        rf"^(?=.*\d)(?=(?>.*?{_QUANTITY_EN}).*\D{_QUANTITY_EN})"
        r"(?=.*\b(?:how (?:many|much|far|fast|tall)|what percent(?:age)?)\b|"
        r".*\bwhat (?:is|'s|was|will|would|do|does|did|are)\b"
        rf".{{0,40}}\b{en.AMOUNTS}\b)"
    ),
    (
        rf"^(?=.*\d)(?=(?>.*?{_QUANTITY_KO}).*\D{_QUANTITY_KO})"
        rf"(?=.*{ko.STORY_LINKS} )(?=.*(?:몇 ?{ko.ASKED_UNITS}|{ko.AMOUNTS}))"
    ),
)
DATES = (
    (
        r"how (?:many|long).{0,12}(?:days?|weeks?|months?|hours?|years?)?\b.{0,40}"
        r"\b(?:between|until|till|to go|are left|is left)\b.{0,40}"
        rf"(?:\d|{en.MONTHS}|christmas|new year|easter)"
    ),
    r"how many (?:days|weeks|months|years|hours)\b.{0,30}\bfrom\b.{0,30}\bto\b",
    (
        r"how many (?:days|weeks|months) (?:have passed |has it been |is it |ago )?.{0,12}"
        r"\b(?:since|was) .{0,20}\d"
    ),
    r"how many (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|how long is it from .{0,20}\d",
    rf"{_WHICH_DAY}.{{0,70}}{_DAYS}|{_DAYS}.{{0,70}}{_WHICH_DAY}",
    r"\bhow old\b.{0,60}\b(?:born|on)\b.{0,24}\d{4}|\bborn\b.{0,40}\d{4}.{0,50}\bhow old",
    r"(?:what|which) day (?:of the week )?(?:does|did|will|do) .{1,40}\bfall\b",
    (
        r"what (?:day|date|weekday)\b.{0,40}(?:\d+|one|two|three|ten|ninety|hundred) "
        r"(?:business |working )?(?:days|weeks|months|years) (?:from|after|before|ago|later)"
    ),
    r"(?:what|which) (?:day of the week|weekday)\b",
    r"on (?:what|which) (?:day|weekday) (?:of the week )?(?:was|is|will|did)",
    (
        r"\d+ (?:business |working )?(?:days|weeks|months) (?:after|before|from) "
        rf"(?:{en.MONTHS}|\d)"
    ),
    rf"(?:{ko.SPANS}|몇 ?시간).{{0,14}}{ko.SPAN_WORDS}",
    rf"(?:부터|에서).{{0,24}}까지.{{0,14}}{ko.SPANS}",
    r"\d{4}년.{0,16}(?:생|태어).{0,36}(?:몇 ?살|나이)|\d+ ?일 ?(?:째|되는 ?날)|디데이|d-day",
    r"무슨 ?요일|요일이 (?:뭐|무엇|어떻게)|요일은|요일(?:이|은) 몇 ?번",
    (
        r"\d+ ?(?:일|주|개월|달|년) ?(?:후|뒤|전)(?:는|은|가|이|의)? ?.{0,8}"
        r"(?:며칠|몇 ?월|날짜|언제|무슨)"
    ),
)
CONVERSIONS = (
    rf"{_ONE}\s*{en.UNITS}\b.{{0,16}}\b(?:to|in|into|as|equals?|is how many)\s+{en.UNITS}\b",
    (
        rf"how many {en.UNITS}\b.{{0,20}}\b(?:in|is|are|make|equal)\b.{{0,10}}"
        rf"{_ONE}?\s*{en.UNITS}\b"
    ),
    rf"\bconvert\b.{{0,30}}{en.UNITS}",
    (
        r"\d+ ?(?:degrees?|°) ?(?:fahrenheit|celsius|f|c)\b.{0,16}"
        r"\b(?:celsius|fahrenheit|kelvin)\b"
    ),
    rf"(?:섭씨|화씨)\s?-?{_NUMBER}|{_NUMBER}\s?도.{{0,10}}(?:섭씨|화씨)",
    rf"{_NUMBER}\s?{ko.UNITS}.{{0,14}}(?:몇|얼마)",
    rf"{_NUMBER}\s?{ko.UNITS}\S{{0,2}} .{{0,8}}{ko.UNITS}(?:로|으로)",
    r"\d.{0,20}(?:환산|단위.{0,6}(?:변환|바꿔))",
)
