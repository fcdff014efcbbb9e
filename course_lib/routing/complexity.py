"""How hard a question looks, from 0 to 1: a sum of features that can be read off its text.

a reason, a comparison, a plan, a judgement  0.4 to 0.7    it asks for more than a fact
length                                       up to 0.25    12, 25 and 45 words
several asks                                 up to 0.2     0.1 for each beyond the first
constraints and scenarios                    up to 0.25    budgets, conditions, cases
code or mathematics                          0.2           something has to be worked through
"""

import re

_STRONG = (
    r"\b(?:compar\w+|versus|vs\.?|trade-?offs?|pros and cons|advantages and disadvantages|prove|proof|derive|analy[sz]e|"
    r"evaluat\w+|assess|design|architect\w*|strateg\w+|diagnos\w+|debug|optimi[sz]e|weigh|root cause|step by step|"
    r"plan (?:a|an|the|my|our|out|for)|make (?:a|me a) plan|roadmap|recommend|(?<!how long )(?<!how much )(?<!how often )(?<!how many )(?<!when )should (?:i|we|my|our)(?! do (?:if|when|for|after)\b)|"
    r"which (?:one )?(?:is|would be|should|\w+ is) (?:\w+ )?(?:better|best|safer|faster|cheaper|right)|better (?:choice|option|to)|worth (?:it|the)|which \w+ (?:\w+ )?(?:most|more|least|first)|"
    r"implications|critique|argue|(?:write|make|draft) (?:an? |the )?(?:\w+ )?plan|suggest an? (?:\w+ )?(?:way|plan|approach|solution|order)|(?:long[- ]term|likely|possible|potential) (?:effects?|impacts?|consequences)|so that no(?:body| one)?|walk me through|help (?:me|us) (?:decide|choose|plan|think|weigh|prepare|figure out)|flaws? in|rank|interact\w*|what factors|how (?:do|does|did|would) .{1,40} (?:affect|influence|shape|impact|relate)|justify|estimate how|how would you|outline|for and against|(?:strongest|main|best) (?:arguments?|objections?)|"
    r"(?:would|could|might) (?:happen|explain|be causing|have caused|go wrong)|which (?:\w+ ){1,6}should|what are (?:my|our) options|"
    r"how (?:can|could|should|might|would) (?:i|we|an?|the|my|our|one|you)\b.{0,50}?\b(?:compete|decide|improve|reduce|avoid|balance|convince|handle|approach|split|allocate|prioriti[sz]e|organi[sz]e|persuade|grow|scale|choose|prevent|test|deal)|"
    r"find an? (?:order|schedule|arrangement|assignment|way))\b",
    # Puzzles: conditions from which the answer has to be worked out.
    r"\b(?:puzzle|riddle|liar|if all \w+ are|all labell?ed wrong|can't overlap|not (?:sit |stand )?(?:next|beside) (?:to)?|must cross|tells? the truth|who (?:can|must|could) (?:sit|be|have|live|own)|order them|weighings|in (?:two|three|four) (?:tries|moves)|how (?:do|can|could|would|does) (?:you|he|she|they|we|i) (?:\w+ ){0,2}(?:measure|cross|weigh)|\w+er than\b.{1,60}\b\w+er than)\b|"
    r"^(?:is|are|would|will)\b.{0,60}\b(?:better|worse|riskier|cheaper|healthier|more (?:effective|efficient|sustainable|important)) (?:\w+ )?than\b",
    r"찬반|논거|반론|조언해|(?:무엇|뭘|뭐|어떤 것|어떤 걸|어떤 게|무얼)\S? ?(?:을|를)? ?(?:선택|골라|택)|배치하|어떤 순서|절차를|어떻게 .{0,8}(?:나눠|나눌|풀어|배분|달라|대응|설득|균형|개선|줄일)|(?:하|려)려면 어떻게|경쟁하려면|원인과 .{0,10}방법|가능한 원인|가능성",
    r"옆에 앉|까[,?]? .{1,30}까\W*$|나은지|이유와 .{0,24}(?:설명|알려)|추론|어떤 영향|미(?:칠|치는) 영향|공평하게|제안해|어떻게 (?:서로 )?(?:작용|구별|판단|시작해야)|서로 어떻게|정확히 .{0,16}려면|보다 .{1,20}보다 |(?:일정|시간표)(?:을|를)? ?(?:좀 )?짜|어디로 .{0,8}게 좋|이웃하|모두 틀|거짓말쟁이|참말|모든 .{1,20}(?:이고|이면|라면)|강을 건너|수수께끼|겹치지 않|뭐가 (?:더 )?(?:나|낫|좋)|저울",
    r"비교|장단점|장점과 단점|트레이드오프|증명|유도해|분석|평가해|설계|전략|진단|디버깅|최적화|단계별|단계적|로드맵|"
    r"계획을? ?(?:세|짜|수립|좀)|추천해|어느 (?:쪽|것|게|편)|어떤 (?:게|것이|쪽이|방식이|방법이).{0,10}(?:나|좋|적합|유리|안전|경제|효율|빠르|싼|싸|더)|"
    r"따져|고려해|근거|논증|타당|만약|라면 어떻게|줄이려면|높이려면|개선하려면|해결하려면|영향을? (?:분석|미치)|"
    r"(?:하는|할|갈|쓸|살) 게 (?:나을|좋을)|나을까|좋을까",
)
_WEAK = (
    r"\b(?:why|how come|explain how|what causes|reasons?|consequences|difference between)\b",
    r"왜|이유|원인|어째서|차이",
)
_CONSTRAINTS = (
    r"\b(?:given|assuming|suppose|within|at most|at least|no more than|budget|constraints?|deadline|under \d|without|despite|even (?:with|though|if)|but|whereas|although|unless)\b",
    r"제약|조건|예산|이내|이하|이상|가정|안에서|하면서|없이|지만|반면|인데도",
)
_SCENARIOS = (
    r"\b(?:scenarios?|cases|options|alternatives|steps|phases)\b",
    r"시나리오|경우|대안|단계|방안|가지",
)
_CODE = (
    r"```|\b(?:stack ?trace|exception|segfault|race condition|deadlock|memory leak|algorithm|time complexity|"
    r"function|query|regex|bug|null pointer|refactor)\b",
    r"코드|함수|버그|오류가|에러|예외|알고리즘|시간 ?복잡도|쿼리|데드락|교착|메모리 누수|리팩터링|리팩토링",
)
_MATHS = (
    r"\b(?:theorem|integral|derivative|equation|probability|expected value|induction|irrational|prime numbers|matrix)\b",
    r"정리를|적분|미분|방정식|확률|기댓값|귀납|무리수|소수가|행렬",
)


def complexity(question: str) -> float:
    """The sum of the features, cut at 1 and rounded to two digits.

    Args:
        question: The normalised question in small letters.
    """
    return round(min(1.0, sum(features(question).values(), 0.0)), 2)


def features(question: str) -> dict[str, float]:
    """What each feature adds; only those that add something."""
    strong, weak = _count(_STRONG, question), _count(_WEAK, question)
    found = {
        "judgement": min(0.7, 0.5 + 0.1 * (strong - 1)) if strong else 0.4 if weak else 0.0,
        "length": _length(question),
        "asks": min(0.2, 0.1 * (_asks(question) - 1)),
        "constraints": min(
            0.25, 0.1 * (_count(_CONSTRAINTS, question) + _count(_SCENARIOS, question))
        ),
        "code": 0.2 if _count(_CODE, question) else 0.0,
        "maths": 0.2 if _count(_MATHS, question) else 0.0,
    }
    return {name: value for name, value in found.items() if value > 0}


def _count(patterns: tuple[str, ...], question: str) -> int:
    return len({found for pattern in patterns for found in re.findall(pattern, question)})


def _length(question: str) -> float:
    """Korean says in one word what English says in two."""
    words = question.split()
    korean = any("가" <= letter <= "힣" for letter in question)
    length = len(words) * (2 if korean else 1)
    return 0.25 if length > 45 else 0.15 if length > 25 else 0.05 if length > 12 else 0.0


def _asks(question: str) -> int:
    marks = len(re.findall(r"\?", question))
    joined = len(
        re.findall(
            r"[,;] and |, then |\band (?:then|explain|say|tell|suggest|why|how)\b|하고,? |그리고",
            question,
        )
    )
    return max(1, marks + joined)
