"""English words of the rules of classification and complexity, by topic."""

from .vocabulary import not_after, words

# Requests to do something.
POLITENESS = words("""
    please can_you could_you would_you will_you just hey hi go_ahead_and i_want_you_to i_need_you_to
    i(?:'d|_would)_like_you_to
""")
OBJECTS = words(r"""
    me my an? the this that these those it him her them us our all every some more both two three
    four five [$€£₩]?\d[\d,.]*
""")
DEEDS = words("""
    send e-?mail book reserve buy order purchase delete cancel transfer wire pay schedule reschedule
    post tweet upload download install uninstall print fax mail ship call phone text message notify
    invite subscribe unsubscribe deploy restart reboot shut_down back_up sell deposit withdraw
    donate submit file sign renew refill register forward save mute unmute ring silence snooze
    disconnect connect reset unlock lock dim charge block hire rent return_my move_my
    share_(?:this|my) log_(?:me_)?in_to check_me
""")
MACHINES = words("""
    door window garage gate blinds? curtains? car dishwasher washing_machine vacuum oven
""")
LISTS = words("list calendar cart basket schedule agenda contacts playlist")
ACCOUNTS = words("""
    password address appointment seat balance e-?mails? inbox calendar account profile status
""")
RECORDINGS = words("voice video memo photo screenshot picture screen timer")
BOOKINGS = words("reservation appointment call phone_call payment donation order booking account")
ERRANDS = words(r"""
    (?:turn|switch)_(?:on|off|up|down)_ (?:turn|switch)_the_.{1,30}_(?:on|off|up|down)\b
    set_(?:an?_|the_|my_)(?:alarm|timer|reminder|thermostat|\w+_alarm) remind_me wake_me
    play_(?:me_|a_|the_|some_|my_) order_(?:pizza|food|dinner|lunch|groceries|flowers|takeout)
    (?:water|feed|walk|vacuum|mow|iron|wash)_(?:my|the|our)\b (?:pick_up|drop_off)_(?:my|our|the)\b
    start_an?_(?:\w+_)?(?:call|meeting)\b track_my\b let_(?!me\b|us\b|there\b)\w+(?:_\w+)?_know
    run_the_(?:vacuum|dishwasher|washing_machine|dryer|backup)
    (?:reply|respond)_to_(?!this_(?:question|argument|claim)) sign_me_up sign_up_for enrol+_me
    apply_for_.{1,30}_for_me get_me_(?:an?_)?(?:taxi|uber|cab|ticket|table|appointment|refund)
    (?:message|text|e-?mail|call|tell|invite|notify)_(?!me\b)\w+_(?:that|to_say|saying|about|and|to)\b
    move_my_(?:\w+_)?(?:meeting|appointment|reservation|flight)
""")
TEXTS = words("""
    paragraph sentence code function words? python javascript sql loop array string numbers
""")
NO_ERRAND = not_after("shopping_ grocery_ to-do_ todo_ my_")
# Requests for pictures and sounds.
MAKING = words("draw paint sketch render generate create make compose record produce design")
MEDIA = words("""
    image picture photo logo video song music melody audio illustration poster drawing painting
    podcast animation sticker portrait cartoon wallpaper
""")
NO_MEDIA = words(r"""
    app player library store service website classif\w+ recogni\w+ upload\w* gallery process\w*
    files? formats? editor viewer streaming recommend\w* studio business list
""")
LINKING_WORDS = words("to for about whether of that in with how")
IDEAS = words("conclusions? comparisons? parallels? distinctions? lessons? line_between")
# Questions that point at something.
POINTERS = words("""
    it that this those them that_one this_one the_other_one the_same more again next_one
""")
# Amounts, sums, dates and units.
NUMBERS = words("""
    two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred
    dozen half twice double
""")
OPERATIONS = words("plus minus times divided_by multiplied_by to_the_power_of mod(?:ulo)?")
AGGREGATES = words("""
    average mean median sum product difference remainder gcd lcm greatest_common_divisor
""")
AMOUNTS = words("""
    total average pay payments? earn makes? cost owe interest profit loss speed area perimeter
    volume balance change bill discount share ratio percentage salary wage new_(?:rent|price|amount)
""")
MONTHS = words("""
    january february march april may june july august september october november december
""")
UNITS = words("""
    kilomet(?:er|re)s? km miles? met(?:er|re)s? feet foot ft inch(?:es)? cm mm yards? kilograms?
    kilos? kg pounds? lbs? ounces? oz grams? lit(?:er|re)s? gallons? cups? pints? tablespoons?
    teaspoons? celsius fahrenheit kelvin °c °f mph km/h knots? acres? hectares?
    square_(?:feet|met(?:er|re)s?) bytes? kb mb gb tb light[-_]years? stones?
""")
PUZZLES = words(r"""
    prove proof why irrational probability plan compare strategy best optimal typical\w* usually
    recommend
""")
# What changes with time.
CURRENCIES = words("dollars? euros? yen won pounds?")
PRICED = words("stock share bitcoin gold oil gas house")
OFFICES = words("""
    president prime_minister ceo king queen mayor chancellor governor pope head_coach
    secretary[-_]general chair champion
""")
RATES = words("mortgage interest inflation unemployment savings exchange")
NEWS = words("""
    news headlines breaking price_of exchange_rate trending going_viral minimum_wage market_cap
    what_time_is_it (?:deals_on|on_sale) near_(?:me|here|by) cheapest_(?:flights?|hotels?|tickets?)
    people_saying_about (?:any|are_there)_.{0,20}strikes?
    (?:running|operating)_(?:normally|on_schedule|late)
    (?:richest|most_followed|most_valuable)_(?:person|man|woman|company|account)
""")
SCORES = words(r"""
    (?:final|live|latest)_scores? score_of score_in_(?:the|this) who_(?:won|is_winning|leads)
    standings
    (?:who|which_\w+)(?:_is|'s|_are)_(?:leading|winning|(?:at_the_)?top_of|first_in|ahead_in)
""")
OPENING = words("""
    open(?:ing)?_hours open_now still_open flight_status traffic sold_out in_stock waiting_time
""")
NOW = words("""
    today tonight tomorrow yesterday right_now currently latest newest most_recent recently so_far
    at_the_moment this_(?:week|month|year|weekend|season|morning|evening|summer|winter)
    next_(?:week|month|year|weekend|season) last_(?:night|week|month) up[-_]to[-_]date
""")
NO_FLOW = not_after("electric_ electrical_ ocean_ alternating_ direct_ eddy_")
NOT_NOW = words("""
    flow in_a through and_voltage of_a_river density divider employer job directory folder branch
    user line thread node
""")
PUBLISHED = words("""
    released announced come_out launched started begun arrived passed approved resigned ended
    passed_.{1,30}
""")
EVENTS = words("""
    election match game train bus eclipse launch concert episode release update holiday full_moon
    season summit
""")
EVENT_WORDS = words("""
    start begin open release schedule held take_place champion winner election olympics world_cup
    final
""")
EXPLAINING = words("""
    write translate explain define rephrase summari[sz]e proofread mean means meaning plan draft
    synonyms? pronounce spell compare brainstorm
""")
PLANNING_TIME = words("""
    how_(?:should|can|could|would|do)_(?:we|i) arrange prioriti[sz]e allocate organi[sz]e_my
    find_an?_(?:order|schedule|arrangement|way) tense present_perfect adverb
""")
# What makes a question hard.
COMPARISONS = words(r"""
    compar\w+ versus vs\.? trade-?offs? pros_and_cons advantages_and_disadvantages weigh rank
    interact\w*
    which_(?:one_)?(?:is|would_be|should|\w+_is)_(?:\w+_)?(?:better|best|safer|faster|cheaper|right)
    better_(?:choice|option|to) worth_(?:it|the) which_\w+_(?:\w+_)?(?:most|more|least|first)
    for_and_against
""")
JUDGEMENTS = words(r"""
    prove proof derive analy[sz]e evaluat\w+ assess diagnos\w+ debug root_cause implications
    critique argue flaws?_in what_factors justify estimate_how how_would_you
    (?:strongest|main|best)_(?:arguments?|objections?)
    (?:long[-_]term|likely|possible|potential)_(?:effects?|impacts?|consequences)
    how_(?:do|does|did|would)_.{1,40}_(?:affect|influence|shape|impact|relate)
    (?:would|could|might)_(?:happen|explain|be_causing|have_caused|go_wrong)
""")
PLANS = words(r"""
    design architect\w* strateg\w+ optimi[sz]e step_by_step plan_(?:a|an|the|my|our|out|for)
    make_(?:a|me_a)_plan roadmap recommend (?:write|make|draft)_(?:an?_|the_)?(?:\w+_)?plan
    suggest_an?_(?:\w+_)?(?:way|plan|approach|solution|order) so_that_no(?:body|_one)?
    walk_me_through help_(?:me|us)_(?:decide|choose|plan|think|weigh|prepare|figure_out) outline
    find_an?_(?:order|schedule|arrangement|assignment|way)
""")
CHOICES = words(r"which_(?:\w+_){1,6}should what_are_(?:my|our)_options")
NO_MEASURE = not_after("how_long_ how_much_ how_often_ how_many_ when_")
PROBLEMS = words("""
    compete decide improve reduce avoid balance convince handle approach split allocate
    prioriti[sz]e organi[sz]e persuade grow scale choose prevent test deal
""")
RIDDLES = words(r"""
    puzzle riddle liar if_all_\w+_are all_labell?ed_wrong can't_overlap
    not_(?:sit_|stand_)?(?:next|beside)_(?:to)? must_cross tells?_the_truth
    who_(?:can|must|could)_(?:sit|be|have|live|own) order_them weighings
    in_(?:two|three|four)_(?:tries|moves)
    how_(?:do|can|could|would|does)_(?:you|he|she|they|we|i)_(?:\w+_){0,2}(?:measure|cross|weigh)
    \w+er_than\b.{1,60}\b\w+er_than
""")
BETTER = words("""
    better worse riskier cheaper healthier more_(?:effective|efficient|sustainable|important)
""")
REASONS = words("why how_come explain_how what_causes reasons? consequences difference_between")
CONSTRAINTS = words(r"""
    given assuming suppose within at_most at_least no_more_than budget constraints? deadline
    under_\d without despite even_(?:with|though|if) but whereas although unless
""")
SCENARIOS = words("scenarios? cases options alternatives steps phases")
CODE = words("""
    stack_?trace exception segfault race_condition deadlock memory_leak algorithm time_complexity
    function query regex bug null_pointer refactor
""")
MATHS = words("""
    theorem integral derivative equation probability expected_value induction irrational
    prime_numbers matrix
""")
