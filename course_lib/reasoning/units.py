"""Units: what a number counts, and how much of the first unit of its kind that is.

km/h, L/100 km and miles per hour are read as a whole; $ and 섭씨 stand before their number.
"""

import re
from collections import Counter
from decimal import Decimal
from typing import NamedTuple

from ..foundations.words import stems

# What is measured, how many of the first unit one is, and its names.
_TABLE = """
length 1 : m meter metre 미터
length 1000 : km kilometer kilometre 킬로미터
length 0.01 : cm centimeter centimetre 센티미터
length 0.001 : mm millimeter millimetre 밀리미터
length 0.000001 : μm micrometer micrometre 마이크로미터
length 0.000000001 : nm nanometer nanometre 나노미터
length 1609.344 : mi mile 마일
length 0.3048 : ft foot feet 피트
length 0.0254 : inch inches 인치
length 9460730472580800 : light-year 광년
length^2 10000 : ha hectare 헥타르
length^3 0.001 : L l liter litre 리터
length^3 0.000001 : mL ml milliliter millilitre 밀리리터
mass 1 : kg kilogram kilogramme 킬로그램
mass 0.001 : g gram gramme 그램
mass 0.000001 : mg milligram 밀리그램
mass 1000 : t tonne 톤
mass 0.45359237 : lb
time 1 : s sec second 초
time 0.001 : ms millisecond 밀리초
time 0.000001 : μs microsecond 마이크로초
time 0.000000001 : ns nanosecond 나노초
time 60 : min minute 분
time 3600 : h hr hour 시간
time 86400 : day 일
time 604800 : week 주
time 2629800 : month 개월
time 31557600 : year 년
time^-1 1 : Hz hertz 헤르츠
time^-1 1000 : kHz
time^-1 1000000 : MHz
time^-1 1000000000 : GHz
length*time^-1 0.44704 : mph
energy 1 : J joule
energy 1000 : kJ kilojoule
energy 1000000 : MJ
energy 4184 : kcal
energy 3600 : Wh watt-hour
energy 3600000 : kWh kilowatt-hour 킬로와트시
energy 3600000000 : MWh
energy 3600000000000 : GWh
energy*time^-1 1 : W watt 와트
energy*time^-1 1000 : kW kilowatt 킬로와트
energy*time^-1 1000000 : MW megawatt
energy*time^-1 1000000000 : GW gigawatt
data 1 : bit 비트
data 1000 : kbit
data 1000000 : Mbit
data 1000000000 : Gbit
data 8 : B byte 바이트
data 8000 : kB KB
data 8000000 : MB
data 8000000000 : GB
data 8000000000000 : TB
data*time^-1 1000000 : Mbps
data*time^-1 1000000000 : Gbps
temperature 1 : K kelvin 켈빈
share 0.01 : % percent 퍼센트
count 1 : people person 명 개 사람 인 time 번 회 배 가지
dollar 1 : $ USD dollar 달러
euro 1 : € EUR euro 유로
pound 1 : £ GBP
won 1 : ₩ KRW won 원
yen 1 : ¥ JPY yen 엔
"""


class Unit(NamedTuple):
    """A unit.

    Attributes:
        kind: What it measures, each dimension with its power: km/h is (length 1, time -1).
        factor: How many of the first unit of its kind it is.
        zero: Where its zero lies, in that unit: 273.15 for °C.
    """

    kind: tuple[tuple[str, int], ...]
    factor: Decimal
    zero: Decimal = Decimal(0)

    def based(self, number: Decimal) -> Decimal:
        """A number of this unit in the first unit of its kind."""
        return number * self.factor + self.zero

    def told(self, based: Decimal) -> Decimal:
        """A number of the first unit of its kind in this unit."""
        return (based - self.zero) / self.factor


class Found(NamedTuple):
    """A unit in a text.

    Attributes:
        unit: The whole of it: km/h.
        head: What stands first: km.
        name: How it is written.
        end: Where it ends.
    """

    unit: Unit
    head: Unit
    name: str
    end: int


def _kind(text: str) -> tuple[tuple[str, int], ...]:
    pairs = (each.partition("^") for each in text.split("*"))
    return tuple((name, int(power or 1)) for name, _, power in pairs)


def _table() -> dict[str, Unit]:
    lines = (line.partition(":") for line in _TABLE.strip().splitlines())
    return {
        name: Unit(_kind(kind), Decimal(factor))
        for told, _, names in lines
        for kind, factor in [told.split()]
        for name in names.split()
    }


COUNT = (("count", 1),)
"""What 명 and people measure: a number of things, which may as well stand alone."""
SHARE = (("share", 1),)
"""What % measures."""

_TEMPERATURE = (("temperature", 1),)
_CELSIUS = Unit(_TEMPERATURE, Decimal(1), Decimal("273.15"))
_FAHRENHEIT = Unit(_TEMPERATURE, Decimal(5) / 9, Decimal("459.67") * 5 / 9)
_UNITS = _table() | {
    **dict.fromkeys(("°C", "celsius", "centigrade"), _CELSIUS),
    **dict.fromkeys(("°F", "fahrenheit"), _FAHRENHEIT),
}
_KOREAN = "|".join(sorted((name for name in _UNITS if name[0] > "가"), key=len, reverse=True))
# 5분자 and 1960년대 have no unit, 5분이다 and 5분간 have.
_KOREAN_END = r"(?![가-힣])|(?=[은는이가을를의에로으와과도만입였인다며까보부정쯤씩당마동간])"
_RAISED = {"square": 2, "sq": 2, "제곱": 2, "평방": 2, "cubic": 3, "세제곱": 3}
_SIMPLE = re.compile(
    r"\s?-?(?:(square|sq|cubic)\.?\s|(세제곱|제곱|평방)\s?)?"
    rf"(?:(?:degrees?\s|US\s)?(%|°\s?[CF](?![A-Za-z])|[A-Za-zμ]+(?:-(?:hours?|years?))?|[$€£¥₩])"
    rf"|((?:{_KOREAN}))(?!의\s?\d)(?:{_KOREAN_END}))"
    r"(?:\^?(-?[23])(?![A-Za-z\d]))?"
)
_PER = re.compile(r"(?:\s?/\s?|\sper\s)(?:(10{1,3}|1,000)\s?)?")
_WORD = re.compile(r"\s?[^\W\d_]+")
_BEFORE = re.compile(r"(?:US)?([$€£¥₩])\s?-?\Z|(섭씨|영하|영상|화씨)\s?-?\Z|(시속|초속)\s?약?\s?\Z")
_DEGREES = {
    **dict.fromkeys(("섭씨", "영하", "영상"), ("°C", _CELSIUS)),
    "화씨": ("°F", _FAHRENHEIT),
}
_SPEED = {"시속": _UNITS["h"], "초속": _UNITS["s"]}


def unit_at(text: str, start: int, end: int) -> Found | None:
    """The unit of the number between two places of a text; None if none is known."""
    before = _BEFORE.search(text, max(0, start - 6), start)
    if before and before[2]:
        name, degrees = _DEGREES[before[2]]
        return Found(degrees, degrees, name, end)
    symbol = before[1] if before and before[1] else ""
    head = (_UNITS[symbol], end) if symbol else _simple(text, end)
    if head is None:
        return None
    unit, at = head
    if before and before[3]:
        unit = _over(unit, _SPEED[before[3]])
    while (per := _PER.match(text, at)) and (below := _simple(text, per.end(), any_word=True)):
        unit = _over(unit, below[0], Decimal((per[1] or "1").replace(",", "")))
        at = below[1]
    return Found(unit, head[0], f"{symbol}{text[end:at].strip()}", at)


def _simple(text: str, at: int, *, any_word: bool = False) -> tuple[Unit, int] | None:
    """A unit without a slash, and where it ends; after one, any word may be a unit."""
    found = _SIMPLE.match(text, at)
    unit = _named((found[3] or found[4]).replace("° ", "°")) if found else None
    if found is None or unit is None:
        word = _WORD.match(text, at) if any_word else None
        own = stems(word[0]) if word else ()
        return (Unit(((own[0], 1),), Decimal(1)), word.end()) if word and own else None
    power = _RAISED.get(found[1] or found[2] or "", int(found[5] or 1))
    return _raised(unit, power), found.end()


def _named(name: str) -> Unit | None:
    """A unit by its name; a capital tells two units apart only in a short one."""
    lowered = name.lower() if len(name) > 1 else name
    for each in (name, lowered, lowered.removesuffix("s"), lowered.removesuffix("es")):
        if each in _UNITS and (len(each) > 1 or each == name):
            return _UNITS[each]
    return None


def _raised(unit: Unit, power: int) -> Unit:
    if power == 1:
        return unit
    return Unit(tuple((name, each * power) for name, each in unit.kind), unit.factor**power)


def _over(unit: Unit, other: Unit, many: Decimal = Decimal(1)) -> Unit:
    """One unit for each so many of another."""
    powers = Counter(dict(unit.kind))
    powers.subtract(dict(other.kind))
    kind = tuple(sorted((name, power) for name, power in powers.items() if power))
    return Unit(kind, unit.factor / (other.factor * many))
