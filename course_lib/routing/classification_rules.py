"""The rules of classification as data: a name, and what a question must hold, in two languages.

A rule fires where one of its patterns is found in the normalised question, in small letters, and
none of its exceptions. Korean patterns name stems, because particles and endings follow them.
"""

import re
from typing import NamedTuple

_ASK = r"^(?:please |can you |could you |would you |will you |just |hey |hi |go ahead and |i want you to |i need you to |i(?:'d| would) like you to )*"
_OBJECT = (
    r" (?:me|my|an?|the|this|that|these|those|it|him|her|them|us|our|all|every|some|more|both|two|three|four|five|"
    r"[$€£₩]?\d[\d,.]*)\b"
)
_GIVE = r"\s?(?:줘|줄래|줄게|주세요|주시|주라|주겠|달라|다오|줄 ?수)"
_DO = r"(?:을|를)? ?(?:좀 |바로 |빨리 )?(?:해" + _GIVE + r"|하자|부탁|요청)"
_QUANTITY = (
    r"(?:\d[\d.,]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|"
    r"dozen|half|twice|double)\b)"
)
_SURYANG = r"(?:\d[\d.,]*|(?:두|세|네|다섯|여섯|일곱|여덟|아홉|열) ?(?:명|개|장|권|병|마리|잔|시간|배|달|주|번|사람|대|상자|봉지))"
_YEAR = r"\b(?:in|since|by|between|from|until|during|of) (?:1[5-9]|20)\d\d\b(?! ?(?:dollars|won|euros))|\d{4}년"
_PUZZLE = r"\b(?:prove|proof|why|irrational|probability|plan|compare|strategy|best|optimal|typical\w*|usually|recommend)\b|증명|무리수|확률|계획|비교|왜|추천|전략|어느 쪽"
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
# Only from its first digit on, and never given back: so that no long row of digits is slow.
_NUMBER = r"(?<![\d,.])\d[\d,.]*+"


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
            _ASK
            + r"(?:send|e-?mail|book|reserve|buy|order|purchase|delete|cancel|transfer|wire|pay|schedule|reschedule|post|tweet|"
            r"upload|download|install|uninstall|print|fax|mail|ship|call|phone|text|message|notify|invite|subscribe|unsubscribe|"
            r"deploy|restart|reboot|shut down|back up|sell|deposit|withdraw|donate|submit|file|sign|renew|refill|register|"
            r"forward|save|mute|unmute|ring|silence|snooze|disconnect|connect|reset|unlock|lock|dim|charge|block|hire|rent|return my|move my|share (?:this|my)|log (?:me )?in to|check me)"
            + f"(?:{_OBJECT}| (?:to|in)\\b)",
            _ASK
            + r"(?:turn|switch) (?:on |off |up |down |the .{1,30} (?:on|off|up|down)\b)|"
            + _ASK
            + r"(?:set (?:an? |the |my )(?:alarm|timer|reminder|thermostat|\w+ alarm)|remind me|wake me|play (?:me |a |the |some |my )|"
            r"order (?:pizza|food|dinner|lunch|groceries|flowers|takeout)|(?:open|close|start|stop) (?:the|my) (?:door|window|garage|gate|blinds?|curtains?|car|dishwasher|washing machine|vacuum|oven)|"
            r"(?:add|put) .{1,40} (?:to|on|in|into) (?:my|our|the) (?:\w+ )?(?:list|calendar|cart|basket|schedule|agenda|contacts|playlist)|"
            r"(?:water|feed|walk|vacuum|mow|iron|wash) (?:my|the|our)\b|(?:pick up|drop off) (?:my|our|the)\b|start an? (?:\w+ )?(?:call|meeting)\b|track my\b|let (?!me\b|us\b|there\b)\w+(?: \w+)? know|run the (?:vacuum|dishwasher|washing machine|dryer|backup)|(?:change|check|update) my (?:password|address|appointment|seat|balance|e-?mails?|inbox|calendar|account|profile|status)|"
            r"(?:record|take|start) an? (?:voice|video|memo|photo|screenshot|picture|screen|timer)|(?:reply|respond) to (?!this (?:question|argument|claim))|sign me up|sign up for|enrol+ me|apply for .{1,30} for me|get me (?:an? )?(?:taxi|uber|cab|ticket|table|appointment|refund)|"
            r"(?:make|place|open) (?:me )?an? (?:\w+ )?(?:reservation|appointment|call|phone call|payment|donation|order|booking|account)\b|"
            r"(?:message|text|e-?mail|call|tell|invite|notify) (?!me\b)\w+ (?:that|to say|saying|about|and|to)\b|move my (?:\w+ )?(?:meeting|appointment|reservation|flight))",
            r"(?:보내|걸어|지워|켜|꺼|틀어|올려|맞춰|잠가|잠궈|열어|닫아|팔아|깨워|갚아|남겨|알려 ?달라고 설정해|재생해|문자해)"
            + _GIVE,
            r"(?:전송|발송|예약|예매|주문|구매|구입|삭제|취소|해지|이체|송금|결제|납부|입금|출금|환불|설치|다운로드|업로드|게시|배포|"
            r"재시작|재부팅|인쇄|출력|구독|신고|접수|제출|신청|등록|가입|탈퇴|답장|회신|발급|재발급|전화|연락|백업|충전|배달|호출|출동|매도|매수|"
            r"기부|저장|초대|청구|초기화|음소거|갱신|서명|차단|녹화|발주|전달|잠금|로그인)" + _DO,
            r"(?:목록|리스트|캘린더|달력|일정|장바구니|연락처|카트)에 .{0,20}(?:추가"
            + _DO
            + r"|(?:넣어|적어|올려)"
            + _GIVE
            + ")",
            r"(?:예약|일정|시간|비밀번호|주소|설정|좌석)\S* ?(?:좀 )?(?:바꿔|옮겨|미뤄|당겨|변경해)"
            + _GIVE,
            r"(?:예약|호텔|택시|숙소|약속|자리|회의실?|표|구급차|대리 ?(?:운전|기사)?|경찰|기사|사람|방)\S{0,2} (?:좀 |하나 )?(?:잡아|불러|끊어|구해)"
            + _GIVE,
            r"(?:난방|온도|볼륨|소리|조명|불|밝기|에어컨|보일러|히터|블라인드|커튼|화면)\S{0,2} .{0,8}(?:내려|낮춰|높여|줄여|키워|밝게 해|어둡게 해)"
            + _GIVE,
            r"(?:시|분|초|뒤|후|내일|매일|아침|저녁|까지)(?:에|마다)? .{0,24}(?:라고|다고|거|것) ?(?:알려|상기시켜|리마인드해|말해)"
            + _GIVE,
            r"(?:한테|에게|께) .{0,24}(?:라고|다고) ?(?:좀 )?(?:전해|말해|얘기해|연락해)" + _GIVE,
            r"(?:예약|예매|주문|결제|송금|취소|삭제|신고|배달) 좀[.!~]*$|(?:청소기|세탁기|건조기|식기 ?세척기)\S* .{0,6}(?:돌려|켜)"
            + _GIVE
            + r"|(?:물|밥|먹이|사료) ?(?:좀 )?(?:줘|주세요)$|(?:청소|빨래|설거지|회의 시작|통화)(?:을|를)? ?(?:좀 )?해"
            + _GIVE
            + r"|(?:문|창문|불|에어컨|티비|tv|조명|보일러)\S? ?(?:좀 )?(?:닫아|열어|꺼|켜|잠가)라?[.!]*$|(?:요금|공과금|세금|월세|벌금|비용)\S? ?(?:좀 )?내"
            + _GIVE
            + r"|(?:119|112)(?:에|를)? ?(?:좀 )?불러"
            + _GIVE
            + r"|(?:잔액|계좌|메일함|받은 ?메일|배송|택배)\S* .{0,8}(?:확인|조회)해"
            + _GIVE,
            r"(?:알람|타이머)\S* .{0,12}(?:맞춰|설정)|(?:^| )(?:사다|사) ?줘",
        ),
        (
            r"\b(?:paragraph|sentence|code|function|words?|python|javascript|sql|loop|array|string|numbers)\b|(?<!shopping )(?<!grocery )(?<!to-do )(?<!todo )(?<!my )\blist\b",
            r"\bor (?:should|keep|not|rent|wait|invest)\b|^(?:order|call|text|file|sign|print) (?:of|by|stack)\b",
            r"(?:문장|코드|(?<!장보기 )(?<!쇼핑 )(?<!할 일 )목록(?!에)|글|순위|문단|파이썬|함수)|방법을? ",
        ),
    ),
    Rule(
        "media",
        (
            r"\b(?:draw|paint|sketch|render|generate|create|make|compose|record|produce|design)(?: (?!(?:to|for|about|whether|of|that|in|with|how)\b)[\w'-]+){0,5} "
            r"(?:image|picture|photo|logo|video|song|music|melody|audio|illustration|poster|drawing|painting|podcast|animation|sticker|portrait|cartoon|wallpaper)s?\b"
            r"(?! (?:app|player|library|store|service|website|classif\w+|recogni\w+|upload\w*|gallery|process\w*|files?|formats?|editor|viewer|streaming|recommend\w*|studio|business|list))",
            _ASK
            + r"(?:draw|paint|sketch) (?:me\b|an? |the |my |some |two |three )(?!(?:conclusions?|comparisons?|parallels?|distinctions?|lessons?|line between)\b)",
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
        + r"\s+(?:(?:hours?|minutes?|days?|kg|km|dollars?)\s+)?(?:plus|minus|times|divided by|multiplied by|to the power of|mod(?:ulo)?)\s+\d",
        _NUMBER
        + r"\s*(?:%|percent|per cent|퍼센트|프로)\s*(?:of|on|off|tip|의|를|을|할인|인상|팁)",
        r"\b(?:divide|multiply|add|subtract)\b.{0,12}\d.{0,16}\b(?:by|and|to|from)\b.{0,6}\d",
        r"\d.{0,40}\b(?:each|apiece|per)\b.{0,40}\b(?:total|altogether|in all|how much|cost)\b",
        _NUMBER + r"\S{0,3}의\s*" + _NUMBER + r"\s*(?:%|퍼센트|프로)",
        r"\b(?:average|mean|median|sum|product|difference|remainder|gcd|lcm|greatest common divisor)\b (?:of|between|when) \D{0,12}\d[\d.,]*\D{1,8}\d|\b(?:percent|percentage|fraction) of \d|\bas a (?:percentage|percent|decimal|fraction)\b.{0,3}$",
        r"\b(?:split|share|divide) \D{0,12}\d.{0,16}\b(?:between|among|by|into|equally|evenly)\b|\d (?:factorial|squared|cubed)\b|\d\b.{0,12}\b(?:in|to|into) (?:binary|hexadecimal|octal)\b|how many (?:seconds|minutes|hours) (?:are |is )?(?:there )?in \d|\b(?:area|perimeter|volume|circumference)\b.{0,40}\d",
        r"\d.{0,24}(?:더하면|빼면|곱하면|나누면|나눠서|합하면)|\d.{0,12}(?:몇 ?(?:퍼센트|프로|%))|\d ?(?:시간|분|일)[은이]?면? 몇 ?(?:초|분)|\d\D{1,4}\d.{0,12}(?:평균|합계|최대공약수|최소공배수)|(?:넓이|둘레|부피|지름).{0,20}\d.{0,30}(?:얼마|몇)|\d.{0,24}(?:넓이|둘레|부피)(?:는|은|를|가)",
        r"\d\S{0,4}(?:짜리|씩).{0,20}\d.{0,16}(?:총|모두|전부|얼마|합)",
        r"(?:square|cube) root of \d|\bfactorial of \d|\d+!|sum of (?:the )?(?:numbers|first|\d)",
        _NUMBER + r"\S{0,4}\s*(?:더하기|빼기|곱하기|나누기|곱하|나누|더하|빼)",
        r"\d\S{0,3}\s?(?:제곱근|제곱|세제곱|팩토리얼)|\d+(?:개|명|원)\S* .{0,20}(?:나누면|곱하면|더하면|합하면|빼면)",
        r"(?:interest|이자)\b.{0,40}\d+(?:\.\d+)?\s*%.{0,30}\d|\d.{0,30}(?:복리|단리|이자율)",
    ),
    (r"\d{4}-\d{2}-\d{2}", _PUZZLE),
)
# A story with two quantities, one of them in figures, that asks for an exact amount.
STORY = Rule(
    "word_problem",
    (
        rf"^(?=.*\d)(?=(?>.*?{_QUANTITY}).*\D{_QUANTITY})(?=.*\b(?:how (?:many|much|far|fast|tall)|what percent(?:age)?)\b|.*\bwhat (?:is|'s|was|will|would|do|does|did|are)\b.{{0,40}}"
        r"\b(?:total|average|pay|payments?|earn|makes?|cost|owe|interest|profit|loss|speed|area|perimeter|volume|balance|change|bill|discount|share|ratio|percentage|salary|wage|new (?:rent|price|amount))\b)",
        rf"^(?=.*\d)(?=(?>.*?{_SURYANG}).*\D{_SURYANG})(?=.*(?:씩|면|짜리|중|인데|이고|하고|했|탔|샀|이야|있|[.,]|에서|으로|마다|당) )(?=.*(?:몇 ?(?:개|명|원|장|번|킬로|미터|시간|분|초|mg|밀리|"
        r"그램|퍼센트|프로|km|kg|점|권|마리|잔|병|대|상자|살|배|리터|페이지|쪽|알|자루|켤레|송이|조각|그릇|벌)|얼마|평균|합계|총액|거스름돈|이자는|속도는|상환액))",
    ),
    (
        _YEAR,
        _PUZZLE,
        r"\b(?:minimum|at least|guarantee) .{0,20}(?:draw|pick|weigh)|\blatest\b|\bcurrent\b|\b(?:can|may|could|safely?) (?:i|we|he|she|take)\b|시세|환율|주가|먹어도|예산",
    ),
)
CALENDAR = Rule(
    "calendar",
    (
        r"how (?:many|long).{0,12}(?:days?|weeks?|months?|hours?|years?)?\b.{0,40}"
        r"\b(?:between|until|till|to go|are left|is left)\b.{0,40}(?:\d|january|february|march|april|may|june|"
        r"july|august|september|october|november|december|christmas|new year|easter)",
        r"how many (?:days|weeks|months|years|hours)\b.{0,30}\bfrom\b.{0,30}\bto\b|how many (?:days|weeks|months) (?:have passed |has it been |is it |ago )?.{0,12}\b(?:since|was) .{0,20}\d",
        r"how many (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|how long is it from .{0,20}\d|\b(?:what|which) (?:exact )?(?:day|date|weekday)\b.{0,70}\b\d+[- ](?:business |working )?(?:day|week|month|year)s?\b|\b\d+[- ](?:business |working |calendar )?(?:day|week|month|year)s?\b.{0,70}\b(?:what|which) (?:exact )?(?:day|date|weekday)\b",
        r"\bhow old\b.{0,60}\b(?:born|on)\b.{0,24}\d{4}|\bborn\b.{0,40}\d{4}.{0,50}\bhow old|(?:what|which) day (?:of the week )?(?:does|did|will|do) .{1,40}\bfall\b",
        r"what (?:day|date|weekday)\b.{0,40}(?:\d+|one|two|three|ten|ninety|hundred) "
        r"(?:business |working )?(?:days|weeks|months|years) (?:from|after|before|ago|later)",
        r"(?:what|which) (?:day of the week|weekday)\b|on (?:what|which) (?:day|weekday) (?:of the week )?(?:was|is|will|did)",
        r"\d+ (?:business |working )?(?:days|weeks|months) (?:after|before|from) "
        r"(?:january|february|march|april|may|june|july|august|september|october|november|december|\d)",
        r"(?:며칠|몇 ?일|몇 ?주|몇 ?개월|몇 ?달|몇 ?시간).{0,14}(?:남|지났|사이|동안|차이|인가|걸리|이야|예요|인지|간격)"
        r"|(?:부터|에서).{0,24}까지.{0,14}(?:며칠|몇 ?일|몇 ?주|몇 ?달|몇 ?개월)",
        r"\d{4}년.{0,16}(?:생|태어).{0,36}(?:몇 ?살|나이)|\d+ ?일 ?(?:째|되는 ?날)|디데이|d-day|요일(?:이|은) 몇 ?번",
        r"무슨 ?요일|요일이 (?:뭐|무엇|어떻게)|요일은",
        r"\d+ ?(?:일|주|개월|달|년) ?(?:후|뒤|전)(?:는|은|가|이|의)? ?.{0,8}(?:며칠|몇 ?월|날짜|언제|무슨)",
    ),
    (r"\b(?:boil|cook|take to|takes? to|gestation|live|lifespan)\b|간격으로",),
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
        r"\bconvert\b.{0,30}"
        + _UNIT
        + r"|\d+ ?(?:degrees?|°) ?(?:fahrenheit|celsius|f|c)\b.{0,16}\b(?:celsius|fahrenheit|kelvin)\b",
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
_PAST = (
    r"\b(?:in|of|since|during|before|the) (?:the )?(?:1[0-9]\d\d|20[01]\d)\b",
    r"(?:1[0-9]\d\d|20[01]\d)년",
)
VOLATILE = Rule(
    "volatile_subject",
    (
        r"\b(?:weather|forecast|temperature (?:in|outside)|air quality)\b(?!.{0,12}(?:work|mean))",
        r"\b(?:stock|share|bitcoin|gold|oil|gas|house) prices?\b|\bprice of\b|\bexchange rate\b|\bhow much (?:is|does|are)\b"
        r".{0,30}\b(?:cost|bitcoin|ticket|iphone|worth)\b|\b(?:dollars?|euros?|yen|won|pounds?) (?:to|in) (?:dollars?|euros?|yen|won)\b",
        r"\b(?:news|headlines)\b|\bbreaking\b",
        r"\b(?:who|which \w+)(?: is|'s| are) (?:leading|winning|(?:at the )?top of|first in|ahead in)\b|\btrending\b|\bgoing viral\b|\b(?:richest|most followed|most valuable) (?:person|man|woman|company|account)\b|\bminimum wage\b|\bmarket cap\b|\bwhat time is it\b|\bworth in (?:dollars?|euros?|yen|won|pounds?)\b|\b(?:deals on|on sale)\b|\bnear (?:me|here|by)\b|\bcheapest (?:flights?|hotels?|tickets?)\b|\bpeople saying about\b|\b(?:any|are there) .{0,20}strikes?\b",
        r"\b(?:mortgage|interest|inflation|unemployment|savings|exchange) rates? (?:in|at|for|of|right|now|on)\b|^how much (?:is|are|does|do) (?:an?|the) (?!(?:dozen|half|byte|pinch)\b)[^,.]{1,40}$|\b(?:flight|train|bus)\b.{0,20}\b(?:on time|delayed|late|cancell?ed)\b|\b(?:running|operating) (?:normally|on schedule|late)\b",
        r"\b(?:final|live|latest) scores?\b|\bscore of\b|\bscore in (?:the|this)\b|\bwho (?:won|is winning|leads)\b|\bstandings\b",
        r"\bwho(?: is|'s) (?:now |currently |the (?:current )?)?(?:the )?(?:current )?(?:president|prime minister|ceo|king|"
        r"queen|mayor|chancellor|governor|pope|head coach|secretary[- ]general|chair|champion)\b",
        r"\b(?:open(?:ing)? hours|open now|still open|flight status|traffic|sold out|in stock|waiting time)\b",
        r"\bis .{1,40} (?:still alive|open|down|delayed|hiring|in stock)\b(?! (?:source|interval|set|question|problem))",
        r"날씨|기온|미세먼지|비가? 올까|(?<![전순])환율|주가|시세|코스피|코스닥|비트코인(?!에 .{0,8}(?:넣|투자))|뉴스|속보|경기 ?결과|스코어|누가 이겼|"
        r"(?:대통령|총리|장관|시장|교황|국왕|회장|대표|감독|ceo)(?:은|는|이|가) 누구|영업 ?시간|문(?:을|이)? ?(?:열었|여는|여나|여니|연 |열려(?!고)|닫았|닫나|닫는)|(?:할인|세일)하는 ?(?:데|곳)|(?:통과|발표|체결|확정)(?:됐|되었)(?:어|나|니|어요|나요)\W*$|근처 |(?:내|우리|이) 주변|(?:제일|가장) 싼 (?:비행기|항공|호텔|표)|시가 ?총액|교통 ?상황|"
        r"재고(?! ?관리)|품절|가격이? ?(?:얼마|어떻게)|(?<!속도는 )(?<!속력은 )(?<!길이는 )(?<!높이는 )(?<!무게는 )(?<!거리는 )(?<!넓이는 )(?<!질량은 )(?<!온도는 )얼마(?:예요|인가요|야|입니까|죠).{0,2}$|"
        r"(?:기름|휘발유|금|집)값|금리(?:가|는)? .{0,8}(?:높은|얼마|몇)|(?:1위|선두)\S{0,2} ?(?:팀|누구|어디)|어젯밤|간밤|몇 ?시까지 ?(?:해|하|영업|열)|막혀|막히(?:나|니|는지)|(?:정상|지연) 운행|최저 ?임금\S* ?.{0,4}(?:얼마|몇)|(?:아이폰|갤럭시|신곡|신작|시즌|버전)\S* ?\d* ?(?:나왔|출시됐|공개됐)",
    ),
    (*_EXPLAINING, *_PAST, r"(?:만든|찍은|연출한|작곡한) "),
)
TIMELY = Rule(
    "time_word",
    (
        r"\b(?:today|tonight|tomorrow|yesterday|right now|currently|latest|newest|most recent|recently|so far|"
        r"at the moment|this (?:week|month|year|weekend|season|morning|evening|summer|winter)|"
        r"next (?:week|month|year|weekend|season)|last (?:night|week|month)|up[- ]to[- ]date)\b|(?<!electric )(?<!electrical )(?<!ocean )(?<!alternating )(?<!direct )(?<!eddy )\bcurrent\b(?! (?:flow|in a|through|and voltage|of a river|density|divider|employer|job|directory|folder|branch|user|line|thread|node))|(?<!what )\bnow\b.?$",
        r"오늘(?!날)|내일|어제|지금|현재(?! ?(?:디렉|폴더|브랜치|커서|스레드|완료|진행|분사|시제|형|가치))|최신|최근|이번 ?(?:주|달|주말|시즌|해|분기)|올해|내년|다음 ?(?:주|달|시즌)|"
        r"실시간|방금|요즘 .{0,14}(?:인기|유행|가장|제일|핫|뜨는|잘 나가)|다음 (?!중)\S{1,8} .{0,8}언제",
    ),
    (
        *_EXPLAINING,
        *_PAST,
        r"['\"“‘](?:today|tomorrow|yesterday|now|오늘|내일|어제|지금|현재)['\"”’]",
        r"\bwho (?:sang|wrote|directed|painted|composed)\b|누가 (?:불렀|썼|그렸|만들었)",
        r"\b(?:i|my|me|we)\b.{0,30}\b(?:should|plan)\b|\bif (?:today|tomorrow|yesterday)\b",
        # What is planned for a time is not news of it.
        r"\bhow (?:should|can|could|would|do) (?:we|i)\b|\b(?:arrange|prioriti[sz]e|allocate|organi[sz]e my|find an? (?:order|schedule|arrangement|way))\b|\b(?:tense|present perfect|adverb)\b",
        r"계획|배치|우선 ?순위|나눠야|나눌지|배분|겹치지|(?:일정|시간표)(?:을|를)? ?(?:좀 )?(?:짜|정)|준비해야|하려면",
    ),
)
DATED = Rule(
    "coming_event",
    (
        r"\bwhen (?:is|are|does|do|will|did)\b.{0,60}\b20(?:2[4-9]|3\d)\b|\b20(?:2[5-9]|3\d)\b.{0,50}\b(?:start|begin|open|"
        r"release|schedule|held|take place|champion|winner|election|olympics|world cup|final)",
        r"\b(?:has|have|did) .{1,40} (?:released|announced|come out|launched|started|begun|arrived|passed|approved|resigned|ended|passed .{1,30})\b(?:.{0,12}yet)?\W*$",
        r"\bwhen (?:does|will|is)\b.{0,50}\b(?:come out|be released|release date|next (?:\w+ ){0,3}(?:election|match|game|train|bus|eclipse|launch|concert|episode|release|update|holiday|full moon|season|summit))\b",
        r"20(?:2[4-9]|3\d)년.{0,30}(?:언제|시작|개막|열리|출시|발매|개봉|일정|우승|선거|어디서)",
        r"(?:출시|개봉|발매|개막|컴백|방영)\S{0,3} ?(?:일|날|언제)|다음 ?(?:경기|선거|버스|열차|일식)",
    ),
    _EXPLAINING,
)
