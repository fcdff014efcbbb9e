"""The rules of risk as data: what a wrong answer could do harm about, in two languages.

Each rule joins families of words, such as remedies, complaints or tenancy, with the sentences in
which people ask for advice: "is it safe to", "먹어도 되나요". A question about a word, an
inventor or a definition gives no advice, whatever its subject is.
"""

from .classification_rules import Rule

_ABOUT_WORDS = (
    r"\bwho (?:invented|discovered|wrote|sang|painted|directed|composed|founded)\b|\bin (?:programming|software|python|java|object[- ]oriented)\b",
    r"\b(?:the word|synonyms?|antonyms?|spell|plural|rhymes? with|etymology|the novel|the movie|the film)\b|\bwhat does ['\"“‘]|\bwho (?:is|was|plays|played) the (?:lawyer|doctor|judge)\b|^what is .{1,40} called in \w+\b|\bvariables\b|\bvariable names?\b",
    r"발명(?:한|했)|발견한 (?:사람|과학자)|누가 .{0,8}발견|프로그래밍|단어|어원|반대말|비슷한 말|맞춤법|의 뜻|(?:영어|일본어|중국어)로 (?:뭐|무엇|어떻게|쓰면)|라는 (?:말|표현|이름|밴드|노래|책|영화)",
)
_DEFINITIONS = (
    r"^(?:what(?:'s| is| are)|define) (?:an? |the )?(?!my |your )(?!.*(?:symptom|sign|dos|danger|safe|side effect))[\w'-]+(?: [\w'-]+)?[?.!\s]*$",
    r"^[가-힣a-z]+(?:이란|란|이|가|은|는)? ?(?:뭐야|뭐예요|뭐지|뭔가요|무엇인가요|무엇입니까|무슨 뜻\S*)[?.!\s]*$",
)
_NO_ADVICE = (*_ABOUT_WORDS, *_DEFINITIONS)
_DISASTER = r"(?:earthquakes?|tornado(?:es)?|hurricanes?|typhoons?|tsunamis?|floods?|flooding|lightning|thunderstorms?|wildfires?|blizzards?|landslides?|volcano|eruption|blackout|power outage)"
_JAENAN = r"(?:지진|토네이도|태풍|홍수|호우|침수|쓰나미|해일|산사태|폭설|한파|폭염|낙뢰|번개|벼락|산불|화산|정전)"
_ANIMAL = r"(?:dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|bunn(?:y|ies)|hamsters?|parrots?|horses?|pets?)"
_DONGMUL = r"(?:강아지|개가|개한테|고양이|반려견|반려묘|반려동물|햄스터|토끼|앵무새)"
_PART = r"(?:skin|face|hands?|fingers?|toes?|scalp|tongue|lips?|nose|eyes?|ears?|neck|chest|stomach|knees?|ankles?|wrists?|elbows?|hips?|shoulders?|back|heart|throat|gums?|tooth|teeth|jaw|legs?|arms?|foot|feet|head|belly|breasts?|groin|ribs?)"
_FAMILY = r"(?:son|daughter|kid|child|baby|wife|husband|partner|mother|mom|mum|father|dad|brother|sister|grand\w+|friend|roommate|dog|cat|puppy|kitten)"
_BODY = r"(?:chest|stomach|abdom\w+|back|neck|head|knee|ankle|shoulder|ear|tooth|throat|jaw|arm|leg|foot|eye|breast|kidney|belly|tummy|period|nerve)"
_MOM = r"(?:배|머리|가슴|목|허리|다리|팔|눈|귀|이빨|치아|무릎|어깨|속|손|발|발목|손목|옆구리|온몸|명치|잇몸)"

RISKS = (
    Rule(
        "medical",
        (
            # Remedies.
            r"\b(?:dos(?:e|es|age|ing)|overdos\w+|milligrams?|\d+ ?mg|medications?|medicines?|prescri\w+|side effects?|painkillers?|antibiotics?|"
            r"ibuprofen|paracetamol|acetaminophen|tylenol|advil|aspirin|naproxen|insulin|melatonin|steroids?|opioids?|(?:sleeping|birth control|diet|water) (?:pills?|tablets?)|pills|"
            r"blood thinners?|warfarin|beta blockers?|antidepressants?|antihistamines?|contracepti\w+|vaccin\w+|\w+(?:cillin|mycin|statin|prazole|azepam|formin)|chemo\w*|inhaler|supplements)\b",
            # Complaints and conditions.
            r"\b"
            + _BODY
            + r" ?(?:pains?|aches?|hurts?|tightness|pressure|injury|infection)\b|\b(?:pain|lump|numbness|tingling|swelling) (?:in|on|under) (?:my|his|her|the)\b",
            r"\b(?:symptoms?|diagnos\w+|fever|bleeding|tumou?rs?|cancer|seizures?|rash(?:es)?|allerg\w+|dizz\w+|nause\w+|vomit\w*|diarrh\w+|headaches?|migraines?|"
            r"faint(?:ed|ing)|short(?:ness)? of breath|trouble breathing|can't breathe|palpitations|blurr(?:y|ed) vision|swollen|sprain\w*|fractur\w+|concussion|unconscious|"
            r"numb|nosebleeds?|pee|urine|stool|poop|phlegm|dementia|alzheimer\w*|flu|insomnia|sore throat|constipat\w+|infected|stitches|heart attack|blood (?:pressure|sugar)|diabet\w+|asthma\w*|cholesterol|hypertension|heat ?stroke|hypothermia|frostbite|dehydrat(?:ed|ion)|"
            r"miscarriage|menopause|panic attacks?|depressed|eating disorder|anorexi\w+|bulimi\w+|covid|pneumonia|hepatitis|rabies|tetanus|food poisoning)\b",
            r"\b(?:signs?|symptoms?|had|having|after|risk|suffered)(?: of)?(?: an?)? (?:mini-?)?stroke\b|\b(?:first|second|third)[- ]degree burn|\b(?:treat|for|got|have) (?:an? )?(?:\w+ )?burns?\b(?!ing)|"
            r"\bburn(?:ed|t) (?:my|his|her) |\b(?:bitten|stung|scratched) by\b|\b(?:snake|tick|dog|cat|spider|insect) bites?\b|\bstings?\b",
            r"\b(?:my|his|her) (?:left |right |lower |upper |big )?"
            + _PART
            + r"\b(?! (?:yard|up|office|of|line|count|shot|pocket|door|seat|coach|chef))|\b(?:lump|bump|mole|blisters?|cyst|bruise|wart)s? (?:on|in|under)\b|\b(?:slurr\w+|hiccups|itchy?|itching|cramps?|rusty nail|get sick|"
            r"sick (?:to|from|after)|twisted (?:my|his|her)|pink eye|sunburn\w*|heartburn|acid reflux|thyroid|anemia|can't sleep|hungover|hangover|lose weight|fasting)\b",
            # Someone is unwell, or feels something odd.
            r"\bmy "
            + _FAMILY
            + r"\b.{0,40}\b(?:hit (?:his|her|their)|fell|bumped|collapsed|passed out|sleepy|confused|drowsy|pale|coughing|sick|hurts?|in pain|got into|forget(?:s|ting)|won't (?:wake|eat|drink|stop)|can't (?:breathe|move|feel|swallow))\b|"
            r"\b(?:is it|is this) (?:normal|bad|okay|ok|healthy|serious)\b.{0,40}\b(?:feel\w*|eat|drink|take|sleep|ache|period|weight|for (?:a|my) (?:baby|child))\b|\bi(?:'ve| have)? (?:feel|felt|been feeling|keep|can't stop) (?:\w+ )?(?:tired|weak|sick|faint|hopeless|anxious|worthless|throwing|coughing|shaking)",
            # Care.
            r"\b(?:first aid|cpr|heimlich|choking|swallowed|surgery|emergency room|urgent care|\ber\b|(?:my|see|call|which|a) (?:doctor|gp|pediatrician|dentist|therapist)|"
            r"cardiolog\w+|dermatolog\w+|neurolog\w+|gyna?ecolog\w+|oncolog\w+|psychiatr\w+|my (?:heart|period)|blood test|mri|ct scan)\b",
            # Those who need more care.
            r"\b(?:pregnan\w+|breast-?feed\w*|nursing mothers?|infants?|newborns?|toddlers?|bab(?:y|ies)\b(?! (?:shower|names?|boom\w*|yoda|steps|blue|grand|animals?|called|elephant|goat|seal|in)\b)|my baby|bab(?:y|ies) (?:eat|have|drink|sleep|formula)|baby formula)\b|\b(?:month|week)s?[- ]olds?\b(?= (?:baby|infant|son|daughter|puppy|kitten|and|who|has|is|to|eat|have)\b|\W*$)",
            r"\b(?:can|could|should|may|safe|ok|okay|bad|toxic|poisonous|harmful|give)\b.{0,40}\b"
            + _ANIMAL
            + r"\b|\bmy "
            + _ANIMAL
            + r"\b.{0,30}\b(?:ate|eaten|swallowed|chewed|licked|drank|limping|sick|throwing|won't eat)\b",
            # A life in danger.
            r"\b(?:suicid\w*|self[- ]harm\w*|(?:kill|hurt|harm|cut|cutting|killing|hurting) (?:my|him|her|them)sel(?:f|ves)|want(?:s)? to (?:die|disappear)|(?:don't|do not|doesn't|no longer) want(?:s)? to (?:live|be alive|be here|exist)|end my life|"
            r"no reason to live|better off dead|end(?:ing)? it all|can't go on(?: like this| anymore)?|no point in living)\b",
            # 약
            r"복용|부작용|투약|처방|항생제|진통제|해열제|소염제|수면제|감기약|피임약|두통약|소화제|와파린|메트포르민|연고(?!지)|타이레놀|이부프로펜|아세트아미노펜|아스피린|부루펜|인슐린|스테로이드|백신|예방 ?접종|영양제|"
            r"약을|약 ?(?:먹|발라|이랑|하고)|몇 ?(?:알|정)(?:을|까지|씩|이나| )|\d ?(?:mg|밀리그램)|(?:먹|먹여|마셔|마시게|발라|맞아|먹이)(?:어도|도) (?:되|돼|될|괜찮|안전|좋)",
            # 증상
            _MOM
            + r"(?:이|가|은|도)? ?(?:너무 |자꾸 |계속 |많이 |좀 )*(?:아프|아파|아픈|아팠|쑤시|쑤셔|저리|저려|답답|뻐근|부었|부어|결리|침침|따끔)|"
            + _MOM
            + r"에서 .{0,8}(?:소리|피가|진물|열)|[가-힣](?:실린|마이신|스타틴)|간격으로 (?:먹|맞)",
            r"접질|찔렸|찔린|베였|베었|긁혔|메스꺼|메스껍|쓰리고|쓰려|속쓰림|어눌|식은땀|손이 떨|(?:혹|멍|물집|종기)(?:이|가) (?:나|생|만져|잡)|잠을 .{0,8}못|잠이 (?:안|오지)|파상풍|입덧|이유식|우울(?:해|하|감)|소변|대변|혈뇨|혈변|가래|증상|증세|진단|통증|두통|복통|치통|요통|흉통|편두통|생리통|구토|토했|토하|토해|설사|어지러|어지럽|현기증|발진|두드러기|가려[워운]|호흡 ?곤란|숨이 (?:차|막|안|가)|숨을 (?:안|못)|기침|코피|출혈|피가 (?:나|안|계속|멈)|"
            r"다쳤|다친|삐었|삐끗|골절|부러졌|부러진|화상|데었|데였|찢어졌|물렸|쏘(?:였|이)|기절|쓰러졌|쓰러진|쓰러지|의식(?:이|을) (?:없|잃)|경련|발작|심정지|심근경색|뇌졸중|뇌출혈|마비|치매|부딪혔|부딪쳤|넘어졌|저혈당|생리(?:가|를|통| ?(?:전|중|주기|불순|예정))|마지막 생리|혈압|혈당|당뇨|우울증|(?<!대)공황|불면증|천식|"
            r"알레르기|발열|열이 (?:나|있|높|안|38|39|40)|고열|가슴이 두근|감염|식중독|탈수|저체온|열사병|유산|폐경|갱년기|암(?:인|일|에 걸| 검진)|코로나|독감|폐렴",
            # 돌봄
            r"수술|응급|심폐소생|하임리히|인공호흡|구급차|삼켰|삼킨|삼켜|(?:목|기도)에 .{0,10}걸|임신|임산부|임부|수유|모유|분유|신생아|영아|젖먹이|갓난|개월 ?(?:된 )?(?:아기|아이|애)|아기(?:한테|에게|가|를|는|도)|아기 .{0,16}(?:먹|재우|언제부터|울|목욕|트림)|진료|병원에 가|"
            + _DONGMUL
            + r".{0,16}(?:먹었|먹어(?:도|버)|먹여|위험|먹이|먹은|삼|씹|핥|줘도|토|아프|아파|중독|낑낑|절뚝)",
            r"자살|자해|죽고 ?싶|죽어 ?버리|살고 ?싶지|살기 ?싫|극단적 ?선택|목숨을 끊|사라지고 싶|다 끝내고 싶|버틸 수가? 없",
        ),
        (*_NO_ADVICE, r"dose[- ]response|great depression|crying wolf|약을 올"),
    ),
    Rule(
        "legal",
        (
            # Courts and police.
            r"\b(?:sue|sued|suing|lawsuits?|legal(?:ly)?|illegal(?:ly)?|lawful|against the law|lawyers?|attorneys?|small claims|(?:go to|in|to|appear in|take \w+ to) court\b(?! of)|court (?:date|order|hearing)|judge (?:rule|order)\w*|arrest(?:ed)?|warrant|press charges|police|felony|misdemeanor|"
            r"probation|bail|my rights|liab\w+|damages for|defam\w+|slander|libel|restraining order|(?:parking|traffic) (?:fine|ticket)s?|(?:contest|appeal|dispute) (?:an?|the|my)|kicked out|lose my (?:house|home|job|license)|binding|penalty for|shoplift\w*|theft|assault\w*|fraud|scam(?:med|mer)?|trespass\w*|stolen|burgl\w+|blackmail\w*|forgery|entitled to|file a claim|(?:held|legally) responsible|vat|obligated|allowed by law|harass(?:ed|ment|ing)|discriminat\w+|dui|hit[- ]and[- ]run|speeding ticket|car accident|drunk driving)\b",
            r"\bdo i (?:have|need) to (?:pay|show|tell|sign|let|register|declare|disclose|report|answer)\b|\bam i (?:allowed|entitled|obliged|required|responsible|liable)\b|\breport (?:\w+ )?(?:abuse|fraud|crime|harassment|an accident)\b|"
            r"\bcan (?:they|he|she|someone|a company|an employer|the (?:school|bank|shop|store|airline|hospital|company)|my (?:school|bank|neighbou?r|boss|employer|landlord|ex)) (?:\w+ )?(?:make|force|fire|kick|charge|keep|refuse|take|sue|enter|cut|read|stop)\b",
            # Work.
            r"\b(?:wrongful|fired|fire me|fire (?:an|my) employee|laid off|lay (?:me|off)|dismiss(?:al|ed)|severance|notice period|resign(?:ation)?|non-?compete|nda|non-disclosure|unpaid (?:wages|overtime|leave|internship)|overtime pay|sick leave|(?:unemployment|disability) benefits|verbal agreement|"
            r"(?:maternity|parental) leave|my employer|(?:giving|without) notice|quit my job|my (?:boss|employer)\b.{0,20}\b(?:make|force|fire|refus\w+|cut|withhold|won't pay|wants? me to sign))\b",
            # Agreements, homes, families, borders.
            r"\bcontracts?\b|\b(?:sign|break|breach|end|terminate)(?:ing|ed)? (?:of )?(?:an? |the |my |this )?(?:contract|lease|agreement|waiver)\b|\b(?:landlords?|landlady|tenants?|tenancy|evict\w*|lease|(?:security|my|our) deposit|rent (?:increase|control)|"
            r"(?:raise|withhold|increase) (?:my|the|our) rent|custody|divorc\w+|alimony|child support|visitation|prenup\w*|my ex\b|inherit\w*|probate|power of attorney|(?:write|make|without|have|need|contest) a will\b|executor|"
            r"visas?|overstay\w*|deport\w*|asylum|green card|work permit|copyright\w*|trademark\w*|patent(?:ed)? (?:my|an?|this)|infring\w+)\b|\brecord\w* .{0,40}without\b",
            r"소송|고소|고발|법적|법률|법원|재판|합법|불법|위법|변호사|경찰|체포|구속|영장|압수|벌금|과태료|음주 ?운전|뺑소니|교통사고|접촉 ?사고|합의금|손해 ?배상|명예 ?훼손|모욕죄|초상권|저작권|상표권|특허권|내용 ?증명|사기(?:를)? ?(?:당|죄)|도난|절도|횡령|(?:형량|처벌)(?:은|이|을|받)|[가-힣]죄(?:는|로|가| )|위약금|효력이|책임(?:인가|이 있|을 져|져야|을 지)|(?:안|못) ?(?:내|하|갚)\S* ?어떻게 ?(?:되|돼)|신고(?:를)? ?(?:안 하|해야|어디)|어디에 신고|전입 ?신고|확정 ?일자",
            r"해고|쫓겨|쫓아내|퇴사|접근 ?금지|이의 ?(?:신청|제기)|돌려받|안 ?갚|(?:빌려|꿔) ?(?:간|가서|준|줬)|회사(?:가|에서|는) .{0,14}(?:되나|돼|안 ?줘|안 ?주|있나|줄였|거부|강요)|권고 ?사직|퇴직금|사직서|임금|체불|실업 ?급여|급여를 받|최저 ?임금|(?:피해|산재) ?보상|월급(?:을|이|도)? ?(?:안|못|밀)|수당|근로 ?(?:계약|기준|시간)|부당|괴롭힘|성희롱|성추행|육아 ?휴직|출산 ?휴가|연차|경업|(?:회사|사장|상사)\S* .{0,14}(?:나가라|그만두라|자르|잘렸)",
            r"계약서|계약을|(?:구두 )계약|계약금|계약 ?(?:해지|위반|파기|기간|만료|갱신|금|이|했|전)|약정서|각서|서명하|공증|(?:빚|연대) ?보증|이혼|위자료|재산 ?분할|양육|친권|면접 ?교섭|전남편|전처|전 ?부인|상속|유언|유산을|증여|임대|임차|보증금|전세|월세|집주인|세입자|퇴거|명도|비자(?!금)|불법 ?체류|추방|녹음해도|촬영해도",
        ),
        (
            *_NO_ADVICE,
            r"\bsmart contracts?\b|\bmuscles?\b.{0,20}\bcontract|\b(?:api|design by) contract|legal pad|(?:tennis|basketball|food) court|deposit slip|비자 ?카드|\bvisa card",
        ),
    ),
    Rule(
        "financial",
        (
            r"\b(?:invest(?:s|ed|ing|ments?|ors?)?|portfolio|mortgages?|refinanc\w+|retire(?:d|ment)?|loans?|401\(?k\)?|roth|traditional ira|my ira|an ira|isa|pensions?|annuit\w+|social security|crypto\w*|bonds|index funds?|mutual funds?|hedge funds?|etfs?|"
            r"day trading|forex|margin (?:account|call)|dividends?|insurance|insured|savings|debts?|bankrupt\w*|foreclos\w+|credit (?:score|card debt|cards?)|co-?sign\w*|down payment|emergency fund|financial advi\w+|net worth|payday)\b",
            r"\b(?:buy|buying|sell|selling|short|hold|put)\b.{0,30}\b(?:stocks?|shares|options|bitcoin|ethereum|gold|crypto)\b|\b(?:place|safe|grow|save|where) .{0,20}\bmy money\b|\bmy (?:money|paycheck|bills)\b|\b(?:save|saving) (?:for|money|up)\b|\b(?:owe|borrow|lend) .{0,20}money\b|\bput (?:my|our|all|the|some) (?:\w+ )?money\b|(?<!sales )\btax(?:es|able|ed)?\b|\b(?:irs|hmrc|capital gains|tax-free|(?:cash|freelance|rental|undeclared) income|write-?offs?)\b",
            r"투자|주식(?!회사)|대출|저축|노후|모은 돈|펀드|연금|적금|예금|보험|채권|부동산|노후 ?자금|코인(?! ?노래)|빚|재테크|은퇴|금리|배당|etf|irp\b|청약|목돈|종잣돈|신용 ?(?:점수|등급|카드)|카드값|리볼빙|사채|마이너스 ?통장|레버리지|파산|개인 ?회생|(?:비트코인|금|코인)(?:에|을)? .{0,8}(?:사도|살까|팔|사야|넣)|비상금|(?:제|내|우리) 돈(?:은|이|을)|돈을? (?:굴|불리|모으|모아)|전세",
            r"세금|세율|양도 ?(?:세|소득)|종합 ?소득|소득세|부가세|부가가치세|상속세|증여세|종부세|취득세|재산세|연말정산|소득 ?공제|세액 ?공제|절세|세무|공제(?:를|가|받| 받)",
        ),
        (
            *_NO_ADVICE,
            r"(?:stock|share) price|\b(?:covalent|ionic|hydrogen|chemical|peptide|james) bonds?\b|loan ?words?|options menu|주가",
        ),
    ),
    Rule(
        "safety",
        (
            # Substances.
            r"\b(?:bleach|ammonia|drain cleaner|pesticides?|rat poison|antifreeze|brake fluid|asbestos|radon|lead paint|carbon monoxide|fumes|toxic|paint thinner|turpentine|acetone|kerosene|lighter fluid|oven cleaner|mothballs|poison\w*|explosives?|bombs?|weapons?|fireworks|edible|(?:wild|eat|ate|pick\w*) .{0,12}mushrooms?|mushrooms? .{0,20}(?:eat|safe))\b|"
            r"\b(?:mix|mixing|mixed|spill\w*|dispos\w+|stor(?:e|ing)|inhal\w+)\b.{0,40}\b(?:chemicals?|cleaners?|cleaning products|acid|vinegar|gasoline|petrol|propane|peroxide|(?:old )?paint|batter(?:y|ies)|motor oil|mercury|solvents?|lithium|paint thinner)\b",
            # Gas, electricity, fire.
            r"\b(?:shut off|turn off) the gas|\bgas (?:leak\w*|stove|heater|line|smell)|\b(?:smell\w*|leak\w*) (?:of |like )?(?:\w+ )?(?:gas|smoke|burning)|\bpropane|\bgenerator .{0,20}(?:indoors?|garage|inside)|\b(?:electric(?:al)? (?:wiring|shock|outlet|panel|fire)|electrocut\w+|rewire|wire (?:a|the|my) |outlet|wall socket|live wires?|"
            r"circuit breaker|breaker|fuse box|extension cords?|space heater|power lines?|sparking|sparks|overheat\w*|(?:swollen|bulging|leaking) batter(?:y|ies))\b",
            r"\b(?:(?:grease|oil|kitchen|house|electrical|chimney|forest|chemical) fire|caught fire|on fire|catch fire|put out (?:a|the) |(?:smoke|fire|co) (?:alarm|detector|extinguisher)s? .{0,20}(?:beep\w*|going|use|went)|use (?:a|the) fire extinguisher|fire extinguisher)\b",
            # Disasters and getting out.
            r"\b(?:do i|should|to do|safe\w*|surviv\w+|prepar\w+|stay|shelter|caught|stuck|hide|protect|if|during an?|before an?|after an?|drive|driving)\b.{0,40}\b"
            + _DISASTER
            + r"\b|\b"
            + _DISASTER
            + r" (?:warnings?|alerts?|kit|safety|shelter|drill|risk|now)\b|\b"
            + _DISASTER
            + r"\b.{0,50}\b(?:should|safe|what do i)\b",
            r"\b(?:evacuat\w+|escape route|fire drill|emergency|emergencies|ambulance|call (?:911|999|112|119)|drown\w*|avalanche|bear attack|thin ice|walk on .{0,14}ice|car seat|(?:my|the) brakes?|drive (?:drunk|after|while|tired|home after)|product recalls?|recalls? on|recalled)\b",
            # Asked for outright; people who threaten.
            r"\b(?:safe|dangerous|unsafe|risky|hazardous|harmful) (?:to|for|if) |\b(?:being|am being) (?:followed|stalked|abused|threatened)|\b(?:following me|stalk(?:er|ing)|domestic (?:violence|abuse)|(?:child|elder) abuse|abus(?:es|ive|ing)|hits me|threaten\w*|break-?in|break(?:ing)? in(?:to)? (?:my|our)|burglars?|sinking|trapped|stuck in an? (?:elevator|lift|car)|breaker panel|intruder)\b|"
            r"\b(?:still eat|safe to eat|left out (?:overnight|all night|for)|expired (?:food|milk|meat|eggs|medicine)|(?:chicken|pork|meat|eggs|rice|fish)\b.{0,30}\b(?:safe|spoiled|gone bad|reheat\w*)|raw (?:chicken|pork|meat|eggs)|undercooked|home canning|botulism)\b",
            r"가스 ?(?:누출|냄새|새|레인지|불|밸브)|가스가 ?(?:새|누)|부탄 ?가스|감전|누전|합선|차단기|콘센트|멀티탭|전기 ?(?:배선|공사|장판)|스파크|타는 ?냄새|탄내|불이 ?(?:났|나|붙)|불났|불 ?났|화재|소화기(?!관|계)|연기가|폭발|일산화탄소|번개탄|방사능",
            r"락스|시너|신나를|휘발유|등유|아세톤|하수구에 .{0,8}버|두꺼비집|전선|전자레인지에|(?:페인트|건전지|배터리|폐유|약품)\S* .{0,10}버려|물에 잠|침입|도둑|납치|실종|누가 .{0,16}(?:따라|열려|들어오)|염산|황산|표백제|농약|살충제|부동액|독버섯|버섯을 (?:먹|따)|유독|독성|중독|섞(?:어도|으면 (?:안|위험|어떻게|되|돼)|었)|환기|익사|물에 빠|얼음 위|대피|피난|비상구|구급차|119|112|경보|"
            + _JAENAN
            + r".{0,16}(?:나면|났|때|피해야|피하|어떻게|해야|안전|대비|행동|치면|오면|준비)|"
            r"졸음 ?운전|브레이크|카시트|리콜|스토킹|스토커|협박|폭행|가정 ?폭력|학대|따라와|배터리.{0,14}(?:부풀|충전해도|터|뜨거)|부풀어.{0,8}배터리|갇혔|(?:술|맥주|소주|와인|잔)\S* .{0,8}운전|갇힌|따라오|때려요|때립니다|유통 ?기한.{0,6}지|상한 |덜 익|날것|위험(?:한가|하|할|해)|안전(?:한 ?(?:곳|장소)|한가|할까|한지|하게|해\?|하)",
        ),
        (
            *_NO_ADVICE,
            r"\b(?:thread|type|memory|null)[- ]saf|\b(?:delete|upgrade|merge|commit|cache|branch|folder|files?)\b.{0,30}\bsafe|\bsafe (?:to|for) .{0,20}(?:delete|upgrade|merge|commit|cache|branch|folder|files?|threads?)\b",
            r"bath bomb|photo ?bomb|breakout|outlet (?:mall|store)|toxic masculinity|스레드|타입 안전",
        ),
    ),
)
