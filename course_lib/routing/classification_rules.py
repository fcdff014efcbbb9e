"""The rules of classification as data: a name, and what a question must hold, in two languages.

A rule fires where one of its patterns is found in the normalised question, in small letters, and
none of its exceptions. Korean patterns name stems, because particles and endings follow them.
"""

import re
from typing import NamedTuple

_ASK = r"^(?:please |can you |could you |would you |will you |i want you to |i need you to )*"
_GIVE = r"\s?(?:줘|줄래|주세요|주시|주라|달라|다오|줄 수)"
_UNIT = (
    r"(?:kilomet(?:er|re)s?|km|miles?|met(?:er|re)s?|feet|foot|ft|inch(?:es)?|cm|mm|yards?|"
    r"kilograms?|kilos?|kg|pounds?|lbs?|ounces?|oz|grams?|lit(?:er|re)s?|gallons?|cups?|pints?|"
    r"tablespoons?|teaspoons?|celsius|fahrenheit|kelvin|°c|°f|mph|km/h|knots?|acres?|hectares?|"
    r"square (?:feet|met(?:er|re)s?)|bytes?|kb|mb|gb|tb|light[- ]years?|stones?)"
)
_EINHEIT = (
    r"(?:킬로미터|킬로그램|킬로|km|kg|마일|센티미터|센티|cm|밀리미터|제곱미터|미터|피트|인치|야드|파운드|온스|"
    r"그램|리터|갤런|섭씨|화씨|평|에이커|헥타르|노트|근)"
)
_NUMBER = r"\d[\d,.]*"


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


UNSUPPORTED = (
    Rule(
        "action",
        (
            _ASK + r"(?:send|e-?mail|book|reserve|buy|order|purchase|delete|cancel|transfer|pay|"
            r"schedule|post|upload|download|install|print|call|text|subscribe|unsubscribe|deploy|restart)"
            r" (?:me\b|my\b|an? |the |this\b|that\b|it\b|him\b|her\b|them\b|us\b|all\b|two |three |\d|to )",
            _ASK
            + r"(?:turn (?:on|off)|switch (?:on|off)|set (?:an alarm|a timer|the alarm)|remind me|"
            r"play (?:me |a |the |some )|order (?:pizza|food|dinner))",
            r"(?:보내|전송해|예약해|예매해|주문해|구매해|구입해|삭제해|지워|취소해|전화해|전화 걸어|이체해|송금해|"
            r"결제해|켜|꺼|틀어|재생해|설치해|다운로드해|업로드해|게시해|올려|맞춰|알려 ?달라고 설정해|배포해|"
            r"재시작해|인쇄해|출력해|문자해|구독해)" + _GIVE,
            r"(?:알람|타이머)\S* .{0,12}(?:맞춰|설정)",
        ),
        (
            r"\b(?:paragraph|sentence|code|function|list|words?)\b",
            r"(?:문장|코드|목록|글|순위|문단)",
        ),
    ),
    Rule(
        "media",
        (
            r"\b(?:draw|paint|sketch|render|generate|create|make|compose|record|produce|design)\b.{0,40}"
            r"\b(?:image|picture|photo|logo|video|song|music|melody|audio|illustration|poster|drawing|"
            r"painting|podcast|animation|sticker)s?\b",
            _ASK + r"(?:draw|paint|sketch) (?:me\b|an? |the |my )",
            r"(?:그림|사진|이미지|로고|영상|동영상|노래|음악|배경음악|포스터|일러스트|애니메이션|음성)\S* ?.{0,12}"
            r"(?:그려|만들어|생성|작곡|합성|찍어|녹음|제작)",
            r"그려" + _GIVE,
        ),
        (r"\bhow (?:do|can|to|would|does)\b", r"(?:방법|어떻게)"),
    ),
    Rule(
        "nothing_said",
        (
            r"^[^\w]*$",
            r"^(.)\1{2,}$",
            r"^[ㄱ-ㅎㅏ-ㅣ\s.!?~]+$",
            r"^(?=[a-z]{4,}$)(?:[^aeiouy\W]+|asdf\w*|qwer\w*|zxcv\w*|[a-z]*(?:asdf|qwer|zxcv|hjkl)[a-z]*)$",
            r"^(?:test|테스트|hm+|uh+|음+|어+|아+)[.!?]*$",
        ),
    ),
)

# What it is about cannot be told; then nothing else may fire either.
VAGUE = Rule(
    "vague",
    (
        r"^(?:(?:and |so |but )?(?:what|how) about )?(?:it|that|this|those|them|that one|this one|the other one|"
        r"the same|more|again|next one)[.?!]*$",
        r"^(?:그럼 |그러면 )?(?:거기|그거|그것|저거|이거|그건|이건|저건|다른 거|나머지)(?:은|는|도|요|만)*[.?!]*$",
    ),
)

CALCULATOR = Rule(
    "arithmetic",
    (
        _NUMBER + r"\s*(?:\+|\*|×|÷|\^|\*\*)\s*\(?" + r"\d",
        _NUMBER + r"\s+(?:-|/|x)\s+\(?\d",
        r"(?:what is|what's|calculate|compute|how much is|계산)\D{0,12}"
        + _NUMBER
        + r"\s*[-/x]\s*\d",
        _NUMBER
        + r"\s+(?:plus|minus|times|divided by|multiplied by|to the power of|mod(?:ulo)?)\s+\d",
        _NUMBER
        + r"\s*(?:%|percent|per cent|퍼센트|프로)\s*(?:of|on|off|tip|의|를|을|할인|인상|팁)",
        r"\b(?:divide|multiply|add|subtract)\b.{0,12}\d.{0,16}\b(?:by|and|to|from)\b.{0,6}\d",
        r"\d.{0,40}\b(?:each|apiece|per)\b.{0,40}\b(?:total|altogether|in all|how much|cost)\b",
        _NUMBER + r"의\s*" + _NUMBER + r"\s*(?:%|퍼센트|프로)",
        r"\d\S{0,4}(?:짜리|씩).{0,20}\d.{0,16}(?:총|모두|전부|얼마|합)",
        r"(?:square|cube) root of \d|\bfactorial of \d|\d+!|sum of (?:the )?(?:numbers|first|\d)",
        _NUMBER + r"\S{0,4}\s*(?:더하기|빼기|곱하기|나누기|곱하|나누|더하|빼)",
        r"\d\S{0,3}\s?(?:제곱근|제곱|세제곱|팩토리얼)|\d+(?:개|명|원)\S* .{0,20}(?:나누면|곱하면|더하면|합하면|빼면)",
        r"(?:interest|이자)\b.{0,40}\d+(?:\.\d+)?\s*%.{0,30}\d|\d.{0,30}(?:복리|단리|이자율)",
    ),
    (r"\d{4}-\d{2}-\d{2}", r"\b(?:prove|proof|why|irrational)\b|증명|무리수"),
)
CALENDAR = Rule(
    "calendar",
    (
        r"how (?:many|long).{0,12}(?:days?|weeks?|months?|hours?|years?)?\b.{0,40}"
        r"\b(?:between|until|till|to go|are left|is left)\b.{0,40}(?:\d|january|february|march|april|may|june|"
        r"july|august|september|october|november|december|christmas|new year|easter)",
        r"how many (?:days|weeks|months|years|hours)\b.{0,30}\bfrom\b.{0,30}\bto\b",
        r"what (?:day|date|weekday)\b.{0,40}(?:\d+|one|two|three|ten|ninety|hundred) "
        r"(?:business |working )?(?:days|weeks|months|years) (?:from|after|before|ago|later)",
        r"(?:what|which) (?:day of the week|weekday)\b|on (?:what|which) (?:day|weekday) (?:of the week )?(?:was|is|will|did)",
        r"\d+ (?:business |working )?(?:days|weeks|months) (?:after|before|from) "
        r"(?:january|february|march|april|may|june|july|august|september|october|november|december|\d)",
        r"(?:며칠|몇 ?일|몇 ?주|몇 ?개월|몇 ?달|몇 ?시간).{0,14}(?:남|지났|사이|동안|차이|인가|걸리|이야|예요|인지|간격)"
        r"|(?:부터|에서).{0,24}까지.{0,14}(?:며칠|몇 ?일|몇 ?주|몇 ?달|몇 ?개월)",
        r"무슨 ?요일|요일이 (?:뭐|무엇|어떻게)|요일은",
        r"\d+ ?(?:일|주|개월|달|년) ?(?:후|뒤|전)(?:는|은|가|이|의)? ?.{0,8}(?:며칠|몇 ?월|날짜|언제|무슨)",
    ),
    (r"\b(?:boil|cook|take to|takes? to|gestation|live|lifespan)\b",),
)
CONVERTER = Rule(
    "conversion",
    (
        r"(?:"
        + _NUMBER
        + r"|\ba|\ban|\bone)\s*"
        + _UNIT
        + r"\b.{0,16}\b(?:to|in|into|as|equals?|is how many)\s+"
        + _UNIT
        + r"\b",
        r"how many "
        + _UNIT
        + r"\b.{0,20}\b(?:in|is|are|make|equal)\b.{0,10}(?:"
        + _NUMBER
        + r"|\ba|\ban|\bone)?\s*"
        + _UNIT
        + r"\b",
        r"\bconvert\b.{0,30}" + _UNIT,
        r"(?:섭씨|화씨)\s?-?" + _NUMBER + r"|" + _NUMBER + r"\s?도.{0,10}(?:섭씨|화씨)",
        _NUMBER + r"\s?" + _EINHEIT + r".{0,14}(?:몇|얼마).{0,4}" + _EINHEIT + r"?",
        _NUMBER + r"\s?" + _EINHEIT + r"\S{0,2} .{0,8}" + _EINHEIT + r"(?:로|으로)",
        r"\d.{0,20}(?:환산|단위.{0,6}(?:변환|바꿔))",
    ),
)

_EXPLAINING = (
    r"\b(?:write|translate|explain|define|rephrase|summari[sz]e|proofread|mean|means|meaning|plan|draft|"
    r"synonyms?|pronounce|spell|compare|brainstorm)\b",
    r"(?:써|작성해|번역해|설명해|요약해|세워|다듬어|바꿔|고쳐|비교해|뜻|의미|맞춤법|영어로|한국어로|반대말|비슷한 말|설계)",
)
_PAST = (r"\b(?:in|of|since|during|before) (?:the )?1[0-9]\d\d\b", r"1[0-9]\d\d년")
VOLATILE = Rule(
    "volatile_subject",
    (
        r"\b(?:weather|forecast|temperature (?:in|outside)|air quality)\b(?!.{0,12}(?:work|mean))",
        r"\b(?:stock|share|bitcoin|gold|oil|gas|house) prices?\b|\bprice of\b|\bexchange rate\b|\bhow much (?:is|does|are)\b"
        r".{0,30}\b(?:cost|bitcoin|ticket|iphone|worth)\b|\b(?:dollars?|euros?|yen|won|pounds?) (?:to|in) (?:dollars?|euros?|yen|won)\b",
        r"\b(?:news|headlines)\b|\bbreaking\b",
        r"\b(?:final|live|latest) scores?\b|\bscore of\b|\bwho (?:won|is winning|leads)\b|\bstandings\b",
        r"\bwho(?: is|'s) (?:now |currently |the (?:current )?)?(?:the )?(?:current )?(?:president|prime minister|ceo|king|"
        r"queen|mayor|chancellor|governor|pope|head coach|secretary[- ]general|chair|champion)\b",
        r"\b(?:open(?:ing)? hours|open now|still open|flight status|traffic|sold out|in stock|waiting time)\b",
        r"\bis .{1,40} (?:still alive|open|down|delayed)\b",
        r"날씨|기온|미세먼지|비가? 올까|환율|주가|시세|코스피|코스닥|비트코인|뉴스|속보|경기 ?결과|스코어|누가 이겼|"
        r"(?:대통령|총리|장관|시장|교황|국왕|회장|대표|감독|ceo)(?:은|는|이|가) 누구|영업 ?시간|문 ?(?:열|연|닫)|교통 ?상황|"
        r"재고(?! ?관리)|품절|가격이? ?(?:얼마|어떻게)|얼마(?:예요|인가요|야|입니까|죠).{0,2}$",
    ),
    (*_EXPLAINING, *_PAST),
)
TIMELY = Rule(
    "time_word",
    (
        r"\b(?:today|tonight|tomorrow|yesterday|right now|currently|latest|newest|most recent|recently|so far|"
        r"at the moment|this (?:week|month|year|weekend|season|morning|evening|summer|winter)|"
        r"next (?:week|month|year|weekend|season)|last (?:night|week|month)|up[- ]to[- ]date)\b|\bcurrent\b(?! (?:flow|in a|through|and voltage|of a river))|\bnow\b.?$",
        r"오늘(?!날)|내일|어제|지금|현재|최신|최근|이번 ?(?:주|달|주말|시즌|해|분기)|올해|내년|다음 ?(?:주|달|시즌)|"
        r"실시간|방금|요즘 (?:인기|유행|가장)",
    ),
    (
        *_EXPLAINING,
        *_PAST,
        r"['\"“‘](?:today|tomorrow|yesterday|now|오늘|내일|어제|지금|현재)['\"”’]",
        r"\bwho (?:sang|wrote|directed|painted|composed)\b|누가 (?:불렀|썼|그렸|만들었)",
        r"\b(?:i|my|me|we)\b.{0,30}\b(?:should|plan)\b",
    ),
)
DATED = Rule(
    "coming_event",
    (
        r"\bwhen (?:is|are|does|do|will|did)\b.{0,60}\b20(?:2[4-9]|3\d)\b|\b20(?:2[5-9]|3\d)\b.{0,50}\b(?:start|begin|open|"
        r"release|schedule|held|take place|champion|winner|election|olympics|world cup|final)",
        r"\b(?:has|have|did) .{1,40} (?:released|announced|come out|launched|started|begun|arrived)\b(?:.{0,12}yet)?\W*$",
        r"\bwhen (?:does|will|is)\b.{0,50}\b(?:come out|be released|release date|next (?:election|match|game|train|bus|eclipse))\b",
        r"20(?:2[4-9]|3\d)년.{0,30}(?:언제|시작|개막|열리|출시|발매|개봉|일정|우승|선거|어디서)",
        r"(?:출시|개봉|발매|개막|컴백|방영)\S{0,3} ?(?:일|날|언제)|다음 ?(?:경기|선거|버스|열차|일식)",
    ),
    _EXPLAINING,
)

RISKS = (
    Rule(
        "medical",
        (
            r"\b(?:dos(?:e|age)|milligrams?|\d+ ?mg|symptoms?|diagnos\w*|chest pain|medications?|medicines?|pregnan\w*|overdose|"
            r"side effects?|antibiotics?|ibuprofen|paracetamol|aspirin|insulin|vaccin\w*|suicid\w*|self-harm|blood pressure|"
            r"fever|bleeding|tumou?r|cancer|seizure|rash|swallowed|allerg\w+|painkillers?|dizzy|my (?:doctor|heart|baby))\b",
            r"복용|증상|진단|통증|임신|임산부|부작용|투약|수술|혈압|혈당|발열|열이 (?:나|있|높)|항생제|진통제|해열제|감기약|"
            r"약을|약 ?먹|처방|가슴이 (?:아프|답답)|두통|어지러|알레르기|백신|암(?:인|일|에 걸)|자살|자해|출혈|삼켰|아픈데",
        ),
    ),
    Rule(
        "legal",
        (
            r"\b(?:sue|sued|lawsuit|legal(?:ly)?|illegal|contract|custody|evict\w*|landlord|divorce|lawyer|attorney|"
            r"inheritance|copyright infring\w*|wrongful|fired|visa|tenant|liab\w+|tax(?:es)? (?:evasion|return)|arrested)\b",
            r"소송|고소|고발|계약서|계약을|계약 ?해지|이혼|법적|합법|불법|위법|변호사|해고|상속|양육권|임대차|보증금|전세|집주인|"
            r"비자|세금 신고|손해배상|저작권",
        ),
        (r"what (?:is|does) (?:a |an |the )?(?:word )?['\"]?(?:contract|lawsuit|attorney)",),
    ),
    Rule(
        "financial",
        (
            r"\b(?:invest\w*|portfolio|mortgage|retirement|loan|401k|pension|crypto\w*|bonds?|index funds?|etfs?|"
            r"day trading|life insurance|(?:buy|sell|short) (?:\w+ )?(?:stocks?|shares|options)|savings|debt)\b",
            r"투자|주식|대출|펀드|연금|적금|예금|보험|채권|부동산|노후 ?자금|코인|빚|재테크|은퇴 ?자금",
        ),
        (
            r"(?:stock|share) price",
            r"주가",
        ),
    ),
    Rule(
        "safety",
        (
            r"\b(?:gas leak|smell gas|carbon monoxide|electric(?:al)? (?:wiring|shock|outlet)|rewire|bleach|explosive|poison\w*|edible|mushrooms?|"
            r"bear attack|drown\w*|avalanche|fuse box|asbestos|car seat|fire extinguisher|weapon|brake fluid)\b",
            r"가스 ?(?:누출|냄새|새)|감전|전기 ?(?:배선|공사)|독버섯|버섯을 먹|폭발|화재|일산화탄소|락스|익사|응급|유독|누전",
        ),
    ),
)
