"""The rules of risk as data: what a wrong answer could do harm about, in two languages.

Each rule joins families of words, such as medicines, aches or tenancy, with the sentences in which
people ask for advice: "is it safe to", "먹어도 되나요". A question about a word, an inventor or a
definition gives no advice, whatever its subject is.
"""

from . import risk_vocabulary_en as en
from . import risk_vocabulary_ko as ko
from .classification_rules import Rule
from .vocabulary import either, whole

_NO_ADVICE = (
    rf"\bwho {en.MAKERS}\b",
    rf"\bin {en.PROGRAMMING}\b",
    whole(en.ABOUT_WORDS),
    r"\bwhat does ['\"“‘]",
    r"\bwho (?:is|was|plays|played) the (?:lawyer|doctor|judge)\b",
    r"^what is .{1,40} called in \w+\b",
    either(ko.MAKERS, ko.ABOUT_WORDS),
    # A definition is the whole question.
    (
        r"^(?:what(?:'s| is| are)|define) (?:an? |the )?(?!my |your )"
        r"(?!.*(?:symptom|sign|dos|danger|safe|side effect))[\w'-]+(?: [\w'-]+)?[?.!\s]*$"
    ),
    rf"^[가-힣a-z]+(?:이란|란|이|가|은|는)? ?{ko.DEFINED_AS}[?.!\s]*$",
)

_MEDICAL_EN = (
    whole(en.DOSES, en.MEDICINES, en.SYMPTOMS, en.ILLNESSES, en.INJURIES),
    whole(en.CARE, en.INFANCY, en.DESPAIR),
    rf"\b{en.ACHING_PARTS} ?{en.ACHES}\b",
    rf"\b(?:my|his|her) (?:left |right |lower |upper |big )?{en.BODY}\b(?! {en.NO_BODY})",
    r"\b(?:signs?|symptoms?|had|having|after|risk|suffered)(?: of)?(?: an?)? (?:mini-?)?stroke\b",
    r"\b(?:first|second|third)[- ]degree burn|\bburn(?:ed|t) (?:my|his|her) ",
    r"\b(?:treat|for|got|have) (?:an? )?(?:\w+ )?burns?\b",
    # Someone is unwell, or feels something odd.
    rf"\bmy {en.FAMILY}\b.{{0,40}}\b{en.UNWELL}\b",
    rf"\b(?:is it|is this) (?:normal|bad|okay|ok|healthy|serious)\b.{{0,40}}\b{en.HABITS}\b",
    rf"\bi(?:'ve| have)? {en.FEELING} (?:\w+ )?{en.LOW_SPIRITS}",
    rf"\bbab(?:y|ies)\b(?! {en.NO_BABIES}\b)",
    (
        r"\b(?:month|week)s?[- ]olds?\b"
        r"(?= (?:baby|infant|son|daughter|puppy|kitten|and|who|has|is|to|eat|have)\b|\W*$)"
    ),
    rf"\b{en.PERMITTED}\b.{{0,40}}\b{en.ANIMALS}\b",
    rf"\bmy {en.ANIMALS}\b.{{0,30}}\b{en.POISONED}\b",
)
_MEDICAL_KO = (
    either(ko.MEDICINES, ko.DOSES, ko.SYMPTOMS, ko.ILLNESSES, ko.INJURIES),
    either(ko.CARE, ko.INFANCY, ko.DESPAIR),
    rf"{ko.TAKING}(?:어도|도) {ko.PERMITTED}",
    rf"{ko.BODY}(?:이|가|은|도)? ?(?:너무 |자꾸 |계속 |많이 |좀 )*{ko.ACHES}",
    rf"{ko.BODY}에서 .{{0,8}}{ko.DISCHARGES}",
    rf"{ko.ANIMALS}.{{0,16}}{ko.POISONED}",
)
_LEGAL_EN = (
    whole(en.COURTS, en.CRIMES, en.WORK, en.AGREEMENTS, en.TENANCY, en.FAMILY_LAW, en.PERMITS),
    rf"\bdo i (?:have|need) to {en.DUTIES}\b|\bam i {en.RIGHTS}\b",
    rf"\bcan {en.OTHERS} (?:\w+ )?{en.WRONGS}\b",
    rf"\bmy (?:boss|employer)\b.{{0,20}}\b{en.UNFAIR_WORK}\b",
    r"\brecord\w* .{0,40}without\b",
)
_LEGAL_KO = (
    either(ko.COURTS, ko.CRIMES, ko.WORK, ko.AGREEMENTS, ko.TENANCY, ko.FAMILY_LAW, ko.PERMITS),
    rf"회사(?:가|에서|는) .{{0,14}}{ko.UNFAIR_WORK}",
    rf"{ko.EMPLOYERS}\S* .{{0,14}}{ko.DISMISSALS}",
)
_FINANCIAL = (
    whole(en.INVESTING, en.OLD_AGE, en.BORROWING, en.SAVING, en.TAXES),
    rf"\b{en.TRADING}\b.{{0,30}}\b{en.ASSETS}\b",
    either(ko.INVESTING, ko.SAVING, ko.BORROWING, ko.TAXES),
)
_SAFETY_EN = (
    whole(en.SUBSTANCES, en.ELECTRICITY, en.FIRE, en.EMERGENCIES, en.THREATS, en.SPOILED_FOOD),
    rf"\b{en.GAS}",
    rf"\b{en.HANDLING}\b.{{0,40}}\b{en.CHEMICALS}\b",
    rf"\b{en.FACING}\b.{{0,40}}\b{en.DISASTERS}\b",
    rf"\b{en.DISASTERS} {en.WARNINGS}\b",
    rf"\b{en.DISASTERS}\b.{{0,50}}\b(?:should|safe|what do i)\b",
    rf"\b{en.DANGERS} (?:to|for|if) ",
)
_SAFETY_KO = (
    either(ko.GAS, ko.ELECTRICITY, ko.FIRE, ko.SUBSTANCES, ko.DRIVING, ko.SPOILED_FOOD),
    either(ko.EMERGENCIES, ko.THREATS, ko.DANGERS),
    rf"{ko.DISASTERS}.{{0,16}}{ko.FACING}",
)

RISKS = (
    Rule(
        "medical",
        (*_MEDICAL_EN, *_MEDICAL_KO),
        (*_NO_ADVICE, r"dose[- ]response|great depression|crying wolf|약을 올"),
    ),
    Rule(
        "legal",
        (*_LEGAL_EN, *_LEGAL_KO),
        (
            *_NO_ADVICE,
            r"\bsmart contracts?\b|\bmuscles?\b.{0,20}\bcontract|\b(?:api|design by) contract",
            r"legal pad|(?:tennis|basketball|food) court|deposit slip|비자 ?카드|\bvisa card",
        ),
    ),
    Rule(
        "financial",
        _FINANCIAL,
        (
            *_NO_ADVICE,
            r"(?:stock|share) price|loan ?words?|options menu|주가",
            r"\b(?:covalent|ionic|hydrogen|chemical|peptide|james) bonds?\b",
        ),
    ),
    Rule(
        "safety",
        (*_SAFETY_EN, *_SAFETY_KO),
        (
            *_NO_ADVICE,
            rf"\b{en.FILES}\b.{{0,30}}\bsafe",
            rf"\bsafe (?:to|for) .{{0,20}}(?:{en.FILES}|threads?)\b",
            r"\b(?:thread|type|memory|null)[- ]saf|스레드|타입 안전",
            r"bath bomb|photo ?bomb|breakout|outlet (?:mall|store)|toxic masculinity",
        ),
    ),
)
