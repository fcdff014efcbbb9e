"""English words of risk, by topic: what a wrong answer could do harm about."""

from .vocabulary import words

# Medical: remedies.
DOSES = words(r"dos(?:e|es|age|ing) overdos\w+ milligrams? \d+_?mg")
MEDICINES = words(r"""
    medications? medicines? prescri\w+ side_effects? painkillers? antibiotics? ibuprofen paracetamol
    acetaminophen tylenol advil aspirin naproxen insulin melatonin steroids? opioids?
    (?:sleeping|birth_control|diet|water)_(?:pills?|tablets?) pills blood_thinners? warfarin
    beta_blockers? antidepressants? antihistamines? contracepti\w+ vaccin\w+
    \w+(?:cillin|mycin|statin|prazole|azepam|formin) chemo\w* inhaler supplements
""")
# Medical: complaints and conditions.
ACHING_PARTS = words(r"""
    chest stomach abdom\w+ back neck head knee ankle shoulder ear tooth throat jaw arm leg foot eye
    breast kidney belly tummy period nerve
""")
ACHES = words("pains? aches? hurts? tightness pressure injury infection")
BODY = words("""
    skin face hands? fingers? toes? scalp tongue lips? nose eyes? ears? neck chest stomach knees?
    ankles? wrists? elbows? hips? shoulders? back heart throat gums? tooth teeth jaw legs? arms?
    foot feet head belly breasts? groin ribs?
""")
NO_BODY = words("yard up office of line count shot pocket door seat coach chef")
SYMPTOMS = words(r"""
    symptoms? diagnos\w+ fever bleeding rash(?:es)? allerg\w+ dizz\w+ nause\w+ vomit\w* diarrh\w+
    headaches? migraines? faint(?:ed|ing) short(?:ness)?_of_breath trouble_breathing can't_breathe
    palpitations blurr(?:y|ed)_vision swollen unconscious numb nosebleeds? pee urine stool poop
    phlegm sore_throat constipat\w+ slurr\w+ hiccups itchy? itching cramps? get_sick
    sick_(?:to|from|after) heartburn acid_reflux can't_sleep hungover hangover lose_weight fasting
""")
ILLNESSES = words(r"""
    tumou?rs? cancer seizures? dementia alzheimer\w* flu insomnia heart_attack
    blood_(?:pressure|sugar) diabet\w+ asthma\w* cholesterol hypertension heat_?stroke hypothermia
    frostbite dehydrat(?:ed|ion) miscarriage menopause panic_attacks? depressed eating_disorder
    anorexi\w+ bulimi\w+ covid pneumonia hepatitis rabies tetanus food_poisoning pink_eye thyroid
    anemia
""")
INJURIES = words(r"""
    sprain\w* fractur\w+ concussion infected stitches stings? rusty_nail twisted_(?:my|his|her)
    sunburn\w* (?:bitten|stung|scratched)_by (?:snake|tick|dog|cat|spider|insect)_bites?
    (?:pain|lump|numbness|tingling|swelling)_(?:in|on|under)_(?:my|his|her|the)
    (?:lump|bump|mole|blisters?|cyst|bruise|wart)s?_(?:on|in|under)
""")
# Medical: people and animals that are unwell.
FAMILY = words(r"""
    son daughter kid child baby wife husband partner mother mom mum father dad brother sister
    grand\w+ friend roommate dog cat puppy kitten
""")
UNWELL = words("""
    hit_(?:his|her|their) fell bumped collapsed passed_out sleepy confused drowsy pale coughing sick
    hurts? in_pain got_into forget(?:s|ting) won't_(?:wake|eat|drink|stop)
    can't_(?:breathe|move|feel|swallow)
""")
FEELING = words("feel felt been_feeling keep can't_stop")
LOW_SPIRITS = words("tired weak sick faint hopeless anxious worthless throwing coughing shaking")
HABITS = words(r"feel\w* eat drink take sleep ache period weight for_(?:a|my)_(?:baby|child)")
ANIMALS = words("""
    dogs? cats? pupp(?:y|ies) kittens? rabbits? bunn(?:y|ies) hamsters? parrots? horses? pets?
""")
POISONED = words("ate eaten swallowed chewed licked drank limping sick throwing won't_eat")
PERMITTED = words("can could should may safe ok okay bad toxic poisonous harmful give")
# Medical: care, and those who need more of it.
CARE = words(r"""
    first_aid cpr heimlich choking swallowed surgery emergency_room urgent_care \ber\b
    (?:my|see|call|which|a)_(?:doctor|gp|pediatrician|dentist|therapist) cardiolog\w+ dermatolog\w+
    neurolog\w+ gyna?ecolog\w+ oncolog\w+ psychiatr\w+ my_(?:heart|period) blood_test mri ct_scan
""")
NO_BABIES = words(r"""
    shower names? boom\w* yoda steps blue grand animals? called elephant goat seal in
""")
INFANCY = words(r"pregnan\w+ breast-?feed\w* nursing_mothers? infants? newborns? toddlers? my_baby")
# Medical: a life in danger.
DESPAIR = words(r"""
    suicid\w* self[-_]harm\w*
    (?:kill|hurt|harm|cut|cutting|killing|hurting)_(?:my|him|her|them)sel(?:f|ves)
    want(?:s)?_to_(?:die|disappear)
    (?:don't|do_not|doesn't|no_longer)_want(?:s)?_to_(?:live|be_alive|be_here|exist) end_my_life
    no_reason_to_live better_off_dead end(?:ing)?_it_all can't_go_on(?:_like_this|_anymore)?
    no_point_in_living
""")
# Legal.
COURTS = words(r"""
    sue sued suing lawsuits? legal(?:ly)? illegal(?:ly)? lawful against_the_law lawyers? attorneys?
    small_claims (?:go_to|in|to|appear_in|take_\w+_to)_court\b(?!_of) court_(?:date|order|hearing)
    judge_(?:rule|order)\w* press_charges my_rights liab\w+ damages_for restraining_order
    (?:contest|appeal|dispute)_(?:an?|the|my) binding penalty_for entitled_to file_a_claim
    (?:held|legally)_responsible obligated allowed_by_law vat
""")
CRIMES = words(r"""
    arrest(?:ed)? warrant police felony misdemeanor probation bail defam\w+ slander libel
    (?:parking|traffic)_(?:fine|ticket)s? kicked_out lose_my_(?:house|home|job|license) shoplift\w*
    theft assault\w* fraud scam(?:med|mer)? trespass\w* stolen burgl\w+ blackmail\w* forgery
    harass(?:ed|ment|ing) discriminat\w+ dui hit[-_]and[-_]run speeding_ticket car_accident
    drunk_driving report_(?:\w+_)?(?:abuse|fraud|crime|harassment|an_accident)
""")
DUTIES = words("pay show tell sign let register declare disclose report answer")
RIGHTS = words("allowed entitled obliged required responsible liable")
OTHERS = words("""
    they he she someone a_company an_employer
    the_(?:school|bank|shop|store|airline|hospital|company)
    my_(?:school|bank|neighbou?r|boss|employer|landlord|ex)
""")
WRONGS = words("make force fire kick charge keep refuse take sue enter cut read stop")
WORK = words("""
    wrongful fired fire_me fire_(?:an|my)_employee laid_off lay_(?:me|off) dismiss(?:al|ed)
    severance notice_period resign(?:ation)? non-?compete nda non-disclosure
    unpaid_(?:wages|overtime|leave|internship) overtime_pay sick_leave
    (?:unemployment|disability)_benefits verbal_agreement (?:maternity|parental)_leave my_employer
    (?:giving|without)_notice quit_my_job
""")
UNFAIR_WORK = words(r"make force fire refus\w+ cut withhold won't_pay wants?_me_to_sign")
AGREEMENTS = words("""
    contracts?
    (?:sign|break|breach|end|terminate)(?:ing|ed)?_(?:of_)?(?:an?_|the_|my_|this_)?(?:agreement|waiver)
""")
TENANCY = words(r"""
    landlords? landlady tenants? tenancy evict\w* lease (?:security|my|our)_deposit
    rent_(?:increase|control) (?:raise|withhold|increase)_(?:my|the|our)_rent
""")
FAMILY_LAW = words(r"""
    custody divorc\w+ alimony child_support visitation prenup\w* my_ex inherit\w* probate
    power_of_attorney (?:write|make|without|have|need|contest)_a_will executor
""")
PERMITS = words(r"""
    visas? overstay\w* deport\w* asylum green_card work_permit copyright\w* trademark\w*
    patent(?:ed)?_(?:my|an?|this) infring\w+
""")
# Financial.
INVESTING = words(r"""
    invest(?:s|ed|ing|ments?|ors?)? portfolio crypto\w* bonds index_funds? mutual_funds?
    hedge_funds? etfs? day_trading forex margin_(?:account|call) dividends? financial_advi\w+
    net_worth
""")
OLD_AGE = words(r"""
    retire(?:d|ment)? 401\(?k\)? roth traditional_ira my_ira an_ira isa pensions? annuit\w+
    social_security
""")
BORROWING = words(r"""
    mortgages? refinanc\w+ loans? debts? bankrupt\w* foreclos\w+ credit_(?:score|cards?) co-?sign\w*
    down_payment payday (?:owe|borrow|lend)_.{0,20}money
""")
SAVING = words(r"""
    insurance insured savings emergency_fund my_(?:money|paycheck|bills)
    (?:save|saving)_(?:for|money|up) put_(?:my|our|all|the|some)_(?:\w+_)?money
""")
TRADING = words("buy buying sell selling short hold put")
ASSETS = words("stocks? shares options bitcoin ethereum gold crypto")
TAXES = words(r"""
    (?<!sales_)\btax(?:es|able|ed)? irs hmrc capital_gains tax-free
    (?:cash|freelance|rental|undeclared)_income write-?offs?
""")
# Safety.
SUBSTANCES = words(r"""
    bleach ammonia drain_cleaner pesticides? rat_poison antifreeze brake_fluid asbestos radon
    lead_paint carbon_monoxide fumes toxic paint_thinner turpentine acetone kerosene lighter_fluid
    oven_cleaner mothballs poison\w* explosives? bombs? weapons? fireworks edible
    (?:wild|eat|ate|pick\w*)_.{0,12}mushrooms? mushrooms?_.{0,20}(?:eat|safe)
""")
HANDLING = words(r"mix mixing mixed spill\w* dispos\w+ stor(?:e|ing) inhal\w+")
CHEMICALS = words("""
    chemicals? cleaners? cleaning_products acid vinegar gasoline petrol propane peroxide
    (?:old_)?paint batter(?:y|ies) motor_oil mercury solvents? lithium paint_thinner
""")
GAS = words(r"""
    (?:shut_off|turn_off)_the_gas gas_(?:leak\w*|stove|heater|line|smell)
    (?:smell\w*|leak\w*)_(?:of_|like_)?(?:\w+_)?(?:gas|smoke|burning) propane
    generator_.{0,20}(?:indoors?|garage|inside)
""")
ELECTRICITY = words(r"""
    electric(?:al)?_(?:wiring|shock|outlet|panel|fire) electrocut\w+ rewire wire_(?:a|the|my)_
    outlet wall_socket live_wires? breaker fuse_box extension_cords? space_heater power_lines?
    sparking sparks overheat\w* (?:swollen|bulging|leaking)_batter(?:y|ies)
""")
FIRE = words(r"""
    (?:grease|oil|kitchen|house|electrical|chimney|forest|chemical)_fire caught_fire on_fire
    catch_fire put_out_(?:a|the)_
    (?:smoke|fire|co)_(?:alarm|detector|extinguisher)s?_.{0,20}(?:beep\w*|going|use|went)
    fire_extinguisher
""")
DISASTERS = words("""
    earthquakes? tornado(?:es)? hurricanes? typhoons? tsunamis? floods? flooding lightning
    thunderstorms? wildfires? blizzards? landslides? volcano eruption blackout power_outage
""")
FACING = words(r"""
    do_i should to_do safe\w* surviv\w+ prepar\w+ stay shelter caught stuck hide protect if
    during_an? before_an? after_an? drive driving
""")
WARNINGS = words("warnings? alerts? kit safety shelter drill risk now")
EMERGENCIES = words(r"""
    evacuat\w+ escape_route fire_drill emergency emergencies ambulance call_(?:911|999|112|119)
    drown\w* avalanche bear_attack thin_ice walk_on_.{0,14}ice car_seat (?:my|the)_brakes?
    drive_(?:drunk|after|while|tired|home_after) product_recalls? recalls?_on recalled sinking
    trapped stuck_in_an?_(?:elevator|lift|car)
""")
DANGERS = words("safe dangerous unsafe risky hazardous harmful")
THREATS = words(r"""
    being_(?:followed|stalked|abused|threatened)\w* following_me stalk(?:er|ing)
    domestic_(?:violence|abuse) (?:child|elder)_abuse abus(?:es|ive|ing) hits_me threaten\w*
    break-?in break(?:ing)?_in(?:to)?_(?:my|our) burglars? intruder
""")
SPOILED_FOOD = words(r"""
    still_eat safe_to_eat left_out_(?:overnight|all_night|for)
    expired_(?:food|milk|meat|eggs|medicine)
    (?:chicken|pork|meat|eggs|rice|fish)\b.{0,30}\b(?:safe|spoiled|gone_bad|reheat\w*)
    raw_(?:chicken|pork|meat|eggs) undercooked home_canning botulism
""")
# Words of risk where no advice is asked for.
MAKERS = words("invented discovered wrote sang painted directed composed founded")
PROGRAMMING = words("programming software python java object[-_]oriented")
ABOUT_WORDS = words("""
    the_word synonyms? antonyms? spell plural rhymes?_with etymology the_novel the_movie the_film
    variables variable_names?
""")
FILES = words("delete upgrade merge commit cache branch folder files?")
