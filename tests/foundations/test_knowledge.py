# ruff: noqa: E501  # a row of the sample is read as a row
"""A base that is searched in two languages, and knowledge that fails.

The sample below is what the search was tuned on: it keeps the search as good as it is, and says
nothing of how good it is elsewhere.
"""

import gc
import sqlite3
import unicodedata
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from course_lib.foundations.evidence import Entry, read_entries
from course_lib.foundations.knowledge import (
    FailingKnowledge,
    Knowledge,
    KnowledgeBase,
    coverage,
)
from tests.effort import share

# id | subject | attribute | value | English claim | Korean claim | topics
ROWS = """
qubit | quantum computer | information unit | qubit | A quantum bit can be in a superposition of 0 and 1. | 큐비트는 0과 1이 중첩된 상태에 있을 수 있다. | qubit, superposition, 큐비트, 중첩, 양자컴퓨터
entangle | quantum computer | entanglement | correlated | Entangled qubits give correlated results however far apart they are. | 얽힌 큐비트는 아무리 떨어져 있어도 서로 연관된 결과를 낸다. | entanglement, 얽힘, 양자역학
qerror | quantum computer | error rate | 0.001 | Today's quantum gates fail about once in a thousand operations. | 오늘날 양자 게이트는 천 번에 한 번꼴로 오류를 낸다. | error correction, noise, 오류율, 오류 정정, 양자컴퓨터
qapply | quantum computer | application | chemistry | Simulating molecules for new drugs is the nearest practical use of quantum machines. | 신약을 위한 분자 시뮬레이션이 양자 컴퓨터의 가장 가까운 실용 분야다. | applications, drug discovery, 응용, 활용 사례, 신약 개발
qcool | quantum computer | operating temperature | 15 millikelvin | Superconducting chips are cooled to about 15 millikelvin. | 초전도 칩은 약 15밀리켈빈까지 냉각한다. | cooling, temperature, 냉각, 온도, 초전도
bit | classical computer | information unit | bit | A classical bit is either 0 or 1 at any moment. | 고전 비트는 언제나 0 아니면 1이다. | classical computing, bit, 고전 컴퓨터, 비트
transistor | classical computer | building block | transistor | Processors switch billions of transistors on and off. | 프로세서는 수십억 개의 트랜지스터를 켜고 끈다. | transistor, CPU, 트랜지스터, 반도체, 동작 원리
liion | lithium-ion battery | energy density | 250 | Lithium-ion cells store about 250 Wh per kilogram. | 리튬이온전지는 킬로그램당 약 250와트시를 저장한다. | battery, energy density, 배터리, 에너지 밀도, 리튬
lilife | lithium-ion battery | lifetime | 1500 cycles | A pack keeps 80 percent of its capacity after 1500 charging cycles. | 배터리 팩은 1500번 충전한 뒤에도 용량의 80퍼센트를 유지한다. | battery life, degradation, 배터리 수명, 충전 횟수, 열화
lifire | lithium-ion battery | safety | thermal runaway | A damaged cell can overheat and burn; this is called thermal runaway. | 손상된 셀은 과열되어 불이 날 수 있는데 이를 열폭주라 한다. | fire, safety, thermal runaway, 화재, 안전성, 열폭주
solid | solid-state battery | electrolyte | ceramic | Solid-state batteries replace the liquid electrolyte with a ceramic. | 전고체 배터리는 액체 전해질 대신 세라믹을 쓴다. | solid-state, electrolyte, 전고체전지, 전해질
recycle | battery recycling | recovery rate | 95 percent | Plants recover 95 percent of the nickel and cobalt from used packs. | 공장은 폐배터리에서 니켈과 코발트의 95퍼센트를 회수한다. | recycling, nickel, cobalt, 재활용, 폐배터리
evrange | electric car | range | 450 km | A mid-size electric car drives about 450 km on one charge. | 중형 전기차는 한 번 충전으로 약 450킬로미터를 달린다. | electric vehicle, range, 전기 자동차, 주행거리
evcharge | electric car | charging time | 30 minutes | Fast chargers fill a car from 10 to 80 percent in 30 minutes. | 급속 충전기는 30분 만에 10에서 80퍼센트까지 채운다. | fast charging, charging station, 급속충전, 충전 시간, 전기차
evcost | electric car | running cost | 4 cents per km | Driving on electricity costs about a third of driving on petrol. | 전기로 달리는 비용은 휘발유의 약 3분의 1이다. | cost, fuel, 유지비, 연료비, 전기차
hydrogen | hydrogen car | efficiency | 30 percent | Fuel-cell cars use only 30 percent of the electricity that made their hydrogen. | 수소차는 수소를 만든 전기의 30퍼센트만 쓴다. | fuel cell, hydrogen, 수소차, 연료전지, 효율
solar | solar power | efficiency | 22 percent | Commercial solar panels turn 22 percent of sunlight into electricity. | 상용 태양광 패널은 햇빛의 22퍼센트를 전기로 바꾼다. | solar panel, photovoltaics, 태양광 발전, 태양전지, 변환 효율
solarcost | solar power | cost | 40 dollars per MWh | Electricity from new solar farms costs 40 dollars per MWh. | 새 태양광 단지의 전기는 메가와트시당 40달러다. | price, levelized cost, 발전 단가, 가격, 태양광
wind | wind power | capacity factor | 40 percent | Offshore turbines run at 40 percent of their capacity on average. | 해상 풍력 터빈은 평균 40퍼센트의 이용률로 돈다. | wind turbine, offshore, 풍력발전, 해상풍력, 이용률
windbird | wind power | environmental impact | birds | Wind turbines kill birds, though far fewer than cats do. | 풍력 터빈에 새가 부딪혀 죽지만 고양이에게 죽는 수보다 훨씬 적다. | wildlife, birds, 조류 충돌, 환경 영향
nuclear | nuclear power | emissions | 12 g per kWh | Nuclear plants emit about 12 g of carbon dioxide per kWh over their life. | 원자력 발전소는 수명 전체로 킬로와트시당 약 12그램의 이산화탄소를 낸다. | nuclear energy, carbon, 원전, 탄소 배출
waste | nuclear power | waste | 100000 years | Spent fuel stays dangerous for about 100,000 years. | 사용후핵연료는 약 10만 년 동안 위험하다. | radioactive waste, disposal, 방사성 폐기물, 핵폐기물 처리
grid | power grid | storage | pumped hydro | Most stored electricity in the world is water pumped uphill. | 세계에 저장된 전기 대부분은 위로 퍼 올린 물이다. | energy storage, pumped hydro, 에너지 저장, 양수발전, 전력망
remotep | remote work | productivity | 13 percent | Call-centre staff working from home handled 13 percent more calls. | 재택으로 일한 콜센터 직원은 통화를 13퍼센트 더 처리했다. | telework, home office, productivity, 재택근무, 생산성
remotel | remote work | loneliness | 20 percent | One remote worker in five names loneliness as the main difficulty. | 원격 근무자 다섯 명 중 한 명은 외로움을 가장 큰 어려움으로 꼽는다. | isolation, mental health, 고립감, 외로움, 정신 건강
fourday | four-day week | revenue | stable | Companies that tried four-day weeks kept their revenue. | 주 4일제를 시험한 회사들은 매출을 유지했다. | working hours, four-day week, 주4일제, 근무시간, 매출
sleep | sleep | duration | 7 hours | Adults need at least seven hours of sleep a night. | 성인은 하룻밤에 적어도 7시간을 자야 한다. | sleep, rest, 수면 시간, 잠, 권장량
caffeine | caffeine | half-life | 5 hours | Half of the caffeine in a coffee is still in the blood after five hours. | 커피에 든 카페인의 절반은 다섯 시간 뒤에도 피에 남아 있다. | coffee, caffeine, 커피, 카페인, 반감기
exercise | exercise | recommendation | 150 minutes a week | Health agencies recommend 150 minutes of moderate exercise a week. | 보건 기관은 일주일에 150분의 중강도 운동을 권한다. | physical activity, fitness, 운동량, 신체 활동, 건강
vaccine | vaccine | mechanism | antibodies | A vaccine shows the immune system a harmless part of a pathogen. | 백신은 면역계에 병원체의 해롭지 않은 일부를 보여 준다. | vaccination, immune system, 예방접종, 면역, 작동 원리
antibiotic | antibiotic | resistance | 1.3 million deaths | Resistant bacteria cause 1.3 million deaths a year. | 내성균은 해마다 130만 명의 목숨을 앗아 간다. | antibiotics, resistance, superbug, 항생제 내성, 슈퍼박테리아
photosyn | photosynthesis | product | oxygen | Plants make sugar and oxygen from water, light and carbon dioxide. | 식물은 물과 빛과 이산화탄소로 당과 산소를 만든다. | photosynthesis, chlorophyll, 광합성, 엽록소, 식물
sealevel | sea level | rise | 4 mm per year | The sea level rises by about 4 mm a year. | 해수면은 해마다 약 4밀리미터 오른다. | climate change, ocean, 해수면 상승, 기후변화, 바다
forest | deforestation | area | 10 million hectares | Ten million hectares of forest are lost every year. | 해마다 숲 천만 헥타르가 사라진다. | deforestation, rainforest, 산림 파괴, 열대우림, 벌채
llm | language model | training | next token | Language models learn by predicting the next token of a text. | 언어 모델은 글의 다음 토큰을 예측하며 배운다. | LLM, training, 대규모 언어모델, 학습 방법, 인공지능
halluc | language model | hallucination | false statements | Language models sometimes state falsehoods with confidence. | 언어 모델은 때로 틀린 말을 자신 있게 한다. | hallucination, reliability, 환각, 신뢰성, 인공지능
rag | retrieval | benefit | fewer errors | Giving a model retrieved documents lowers the share of made-up answers. | 모델에 검색된 문서를 주면 지어낸 답의 비율이 줄어든다. | RAG, retrieval-augmented generation, 검색증강생성, 문서 검색
agent | AI agent | definition | loop with tools | An agent is a model that uses tools in a loop to reach a goal. | 에이전트는 목표를 이루려고 반복해서 도구를 쓰는 모델이다. | agent, tool use, 에이전트, 도구 사용
inflation | inflation | target | 2 percent | Most central banks aim at two percent of inflation. | 대부분의 중앙은행은 2퍼센트의 물가상승률을 목표로 한다. | central bank, prices, 인플레이션, 물가, 통화정책
bitcoin | bitcoin | energy use | 120 TWh | Bitcoin mining uses about 120 TWh of electricity a year. | 비트코인 채굴은 한 해에 약 120테라와트시의 전기를 쓴다. | cryptocurrency, mining, 암호화폐, 채굴, 전력 소비
"""
# id of the entry that answers | English question | Korean question
ASKED = """
qubit | In what way do qubits differ from ordinary bits? | 큐비트와 비트의 차이는 무엇인가요?
entangle | Quantum entanglement and correlated measurements | 얽힌 큐비트의 상관관계
qerror | What is the error rate of quantum gates? | 양자 게이트의 오류율은 얼마인가요?
qapply | Use cases of quantum computers in chemistry | 양자컴퓨터는 어디에 응용할 수 있나요?
qcool | At what temperature do superconducting quantum chips operate? | 초전도 칩의 작동 온도
bit | Basic unit of information in classical computing | 고전 컴퓨터의 정보 단위
transistor | How do transistors make a CPU work? | CPU의 동작원리를 설명해주세요
liion | energy density of Li-ion batteries | 리튬이온배터리의 에너지 밀도를 알려주세요
lilife | battery degradation after charging cycles | 배터리수명은 충전을 몇 번 하면 줄어드나요?
lifire | What causes thermal runaway? | 열폭주란 무엇인가요?
solid | electrolyte of solid-state cells | 전고체 배터리의 전해질은 무엇인가요?
recycle | recovery of cobalt from used batteries | 폐배터리에서 코발트를 얼마나 회수하나요?
evrange | Driving range of electric vehicles | 전기차의 주행 거리는 얼마나 되나요?
evcharge | charging time at fast chargers | 전기차 충전시간을 알려줘
evcost | Fuel costs: electric vs. petrol cars | 전기차와 휘발유차의 연료비 비교
hydrogen | Are hydrogen cars efficient? | 수소차의 에너지 효율은 어떤가요?
solar | How efficient are photovoltaic panels? | 태양전지의 효율을 알려줘
solarcost | levelized cost of solar power | 태양광 전기의 가격은?
wind | capacity factor of offshore wind | 해상풍력의 이용률은 얼마나 되나요?
windbird | environmental impact of wind turbines | 풍력 발전이 환경에 미치는 영향
nuclear | How much CO2 does a nuclear plant emit? | 원전은 탄소를 얼마나 배출하나요?
waste | disposal of nuclear waste | 방사성폐기물 처리 문제
grid | pumped hydro energy storage | 에너지저장 방식 중 가장 많이 쓰이는 것은?
remotep | Impact of remote work on productivity | 재택근무가 생산성에 미치는 영향
remotel | mental health of remote workers | 재택근무자의 정신건강과 고립감
fourday | Did companies that tried the four-day week lose revenue? | 주4일제를 도입한 회사의 매출은 어떻게 되었나요?
sleep | recommended sleep duration for adults | 성인의 권장 수면시간
caffeine | What is the half-life of caffeine? | 카페인 반감기는 몇 시간인가요?
exercise | recommended physical activity per week | 건강을 위해 권장되는 운동량은?
vaccine | How does vaccination train the immune system? | 예방 접종이 면역에 작동하는 원리
antibiotic | How many people die because of antibiotic resistance? | 항생제내성으로 인한 사망자 수
photosyn | Where does the oxygen made by plants come from? | 식물의 광합성 과정에서 나오는 것
sealevel | sea level rise per year | 해수면상승 속도는?
forest | annual deforestation in hectares | 산림파괴 면적은 얼마나 되나요?
llm | next token prediction training | LLM의 학습방법
halluc | reliability problems of language models: hallucinations | 언어모델의 환각과 신뢰성 문제
rag | benefits of giving the model retrieved documents | RAG의 장점은?
agent | definition of an AI agent | AI 에이전트의 정의
inflation | central bank inflation targets | 인플레이션 목표치
bitcoin | electricity consumption of bitcoin mining | 비트코인 채굴의 전력소비량
qubit | What is a qubit? | 큐비트가 뭐예요?
qubit | How does superposition store information? | 양자 중첩이란 무엇인가요?
entangle | What does it mean that particles are entangled? | 양자얽힘은 어떤 현상인가?
qerror | How often do quantum computers make errors? | 양자컴퓨터의 오류는 얼마나 자주 생기나요?
qapply | Practical applications of quantum computing | 양자컴퓨팅의 실용적인 활용 사례를 알려줘
qapply | Which real-world problems could quantum computers help to solve in drug development? | 신약개발에 양자 컴퓨터를 어떻게 쓰나요?
qcool | How cold must a quantum processor be? | 양자컴퓨터는 왜 그렇게 차갑게 냉각해야 하나요?
bit | How does a classical computer represent information? | 고전컴퓨터는 정보를 어떻게 나타내나요?
transistor | What are processors built of? | 트랜지스터는 어떻게 동작하나요?
liion | How much energy fits in a lithium-ion battery per kilogram? | 리튬 이온 배터리의 에너지밀도는?
lilife | How many times can I charge a battery before it wears out? | 배터리를 몇 번 충전하면 수명이 다하나요?
lifire | Are lithium batteries safe or can they catch fire? | 리튬배터리는 화재 위험이 없나요?
solid | What is different inside a solid state battery? | 전고체전지는 뭐가 다른가요?
recycle | Can old batteries be recycled? | 다 쓴 배터리를 재활용할 수 있나요?
evrange | How far can an electric car go? | 전기자동차는 한 번 충전으로 얼마나 달릴 수 있어?
evcharge | How long does it take to charge an EV at a fast charging station? | 전기차 급속충전에는 얼마나 걸리나요?
evcost | Is driving an electric vehicle cheaper than petrol? | 전기차 유지비가 휘발유차보다 싼가요?
hydrogen | Efficiency of hydrogen fuel cells in cars | 수소 연료 전지 자동차의 효율
solar | What share of sunlight do solar panels convert? | 태양광 패널의 변환효율은 얼마인가요?
solarcost | Price of electricity from solar farms | 태양광 발전 단가가 궁금해요
wind | How much of their capacity do offshore wind turbines reach? | 해상 풍력 발전기의 이용률
windbird | Do windmills harm birds and other wildlife? | 풍력발전이 새들에게 해롭나요?
nuclear | Carbon emissions of nuclear energy | 원자력 발전의 탄소배출량은?
waste | How long is radioactive waste dangerous? | 핵폐기물은 얼마나 오래 위험한가요?
grid | How is electricity stored at grid scale? | 전력망에서 전기를 어떻게 저장하나요?
remotep | Are people more productive working from home? | 재택 근무를 하면 생산성이 올라가나요?
remotel | Does telework make employees lonely? | 원격근무를 하면 외로운가요?
fourday | Effects of a shorter four-day work week on company revenue | 주 4일 근무제가 회사 매출에 미치는 영향
sleep | How many hours should an adult sleep? | 어른은 하루에 몇 시간 자야 하나요?
caffeine | How long does coffee stay in the body? | 커피의 카페인은 몸에 얼마나 남아 있나요?
exercise | How much should I exercise each week? | 일주일에 운동을 얼마나 해야 하나요?
vaccine | How do vaccines work? | 백신은 어떻게 작동하나요?
antibiotic | Deaths from antibiotic-resistant bacteria | 항생제에 내성이 생긴 세균 때문에 몇 명이 죽나요?
photosyn | What do plants produce in photosynthesis? | 광합성을 하면 무엇이 만들어지나요?
sealevel | How fast are the oceans rising? | 바다 수면이 얼마나 빨리 올라가나요?
forest | How much rainforest do we lose each year? | 열대 우림은 해마다 얼마나 사라지나요?
llm | How are LLMs trained? | 대규모 언어 모델은 어떻게 학습하나요?
halluc | Why do language models hallucinate? | 인공지능이 환각을 일으키는 이유는?
rag | Does retrieval-augmented generation reduce mistakes? | 검색 증강 생성이 오류를 줄여 주나요?
inflation | What inflation rate do central banks want? | 중앙은행의 물가 목표는 몇 퍼센트인가요?
"""
# The same of the course's own evidence: id | English question | Korean question
ASKED_OF_THE_COURSE = """
kb_quantum_bits | In quantum computing, what plays the role of the bit? | 양자 컴퓨터가 정보를 다루는 기본 단위가 뭔가요?
kb_quantum_superposition | Why do you only get a 0 or a 1 out of a qubit in superposition? | 중첩된 큐비트를 측정하면 어떻게 되나요?
kb_quantum_entanglement | Does entanglement break the light-speed limit? | 얽힌 입자는 거리와 상관없이 연결되어 있나요?
kb_quantum_hardware | Why do quantum chips sit in a dilution fridge, and at what temp? | 초전도 양자컴퓨터는 영하 몇 도까지 식히나요?
kb_quantum_error_correction | Number of physical qubits per error-corrected qubit | 오류 정정에 큐비트가 얼마나 많이 필요한가요?
kb_quantum_applications | Practical uses of quantum computers | 양자컴퓨터의 실용적인 용도는?
kb_quantum_drug_discovery | Are quantum methods used to design medicines? | 신약 후보 물질 연구에 양자 계산을 쓰는 방법
kb_quantum_limits | Why can't quantum computers run long programs yet? | 양자컴퓨터의 오류와 잡음 문제
kb_light_speed | What's the velocity of light in empty space? | 빛은 얼마나 빠르게 움직여?
kb_sound_speed | How many meters per second does sound cover? | 소리가 전달되는 속도가 궁금해
kb_water_boiling | How hot must water be to boil? | 물은 섭씨 몇 도에 끓기 시작하죠?
kb_standard_gravity | What is g on Earth's surface? | 지구의 표준 중력은 몇 m/s²?
kb_absolute_zero | Is there a limit to how cold something can be? | 더 이상 차가워질 수 없는 온도는?
kb_moon_distance | Distance to the Moon in km | 달은 지구에서 얼마나 떨어져 있나요?
kb_moon_gravity | How strong is the Moon's pull? | 달 표면에서 물건은 얼마나 가벼울까?
kb_mars_day | Is a Martian day longer than ours? | 화성에서 하루는 지구보다 긴가요?
kb_mars_year | How many Earth-days does Mars need for one orbit? | 화성이 공전하는 데 며칠 걸려요?
kb_sun_distance | How far does sunlight travel to reach Earth? | 태양은 지구에서 얼마나 멀리 있나요?
kb_earth_diameter | What is the diameter of the planet Earth? | 지구의 폭은 몇 km?
kb_jupiter_diameter | How wide is the largest planet of the solar system? | 목성의 크기가 궁금합니다
kb_liion_energy_density | Specific energy of lithium-ion cells in Wh per kg | 리튬 배터리 1kg에는 에너지가 얼마나 들어가나요?
kb_liion_cycle_life | How many charge cycles before a phone-type lithium battery dies? | 리튬이온 배터리를 얼마나 오래 쓸 수 있나요?
kb_liion_price_2013 | Lithium-ion cost per kilowatt-hour ten years ago, 2013 | 2013년 당시 배터리 팩 1kWh 가격
kb_liion_price_2023 | How much was a kWh of battery in 2023? | 2023년 배터리 평균 가격이 얼마예요?
kb_leadacid_energy_density | How many watt-hours per kg in an old-fashioned car battery? | 납축전지의 무게당 저장량은?
kb_solar_efficiency | How much of the sun's energy does a rooftop panel convert? | 태양광 패널 효율은 몇 %인가요?
kb_wind_capacity_factor | What's the average output of US wind farms relative to their maximum? | 미국 풍력 터빈은 평균적으로 얼마나 가동되나요?
kb_nuclear_capacity_factor | How much of the year are American reactors online? | 미국 원자로의 평균 가동률은?
kb_petrol_energy | kWh in a litre of petrol | 기름 1리터의 에너지는 몇 kWh인가요?
kb_electric_car_energy | How many kWh does an electric car need per 100 kilometres? | 전기차가 100km 달릴 때 쓰는 전력량
kb_petrol_car_fuel | How many litres does a petrol car burn on 100 km? | 휘발유차는 기름을 얼마나 먹나요?
kb_ktx_speed | Top speed of Korea's high-speed rail | KTX는 시속 몇 km까지 달리나요?
kb_seoul_busan_rail | How many km of track between Seoul and Busan? | 서울과 부산을 잇는 철도는 얼마나 긴가요?
kb_http_port | Default port for web servers without encryption | HTTP 기본 포트가 뭐예요?
kb_https_port | Default HTTPS port? | HTTPS가 사용하는 포트 번호는?
kb_tcp_delivery | How does TCP handle lost packets? | TCP는 데이터를 어떻게 빠짐없이 전달하나요?
kb_udp_delivery | Can UDP packets get lost or come out of order? | UDP는 왜 신뢰할 수 없다고 하나요?
kb_ram_latency | How many nanoseconds is a memory access? | 램 접근은 몇 나노초 걸리나요?
kb_ssd_latency | Random access time of solid-state storage in microseconds | SSD 한 번 읽는 데 몇 마이크로초?
kb_sql_schema | Do SQL tables need a schema up front? | 관계형 데이터베이스는 스키마를 미리 정해야 하나요?
kb_nosql_schema | Why is MongoDB called schemaless? | 문서형 데이터베이스는 필드가 달라도 되나요?
kb_ipv6_address | Length of IPv6 addresses in bits | IPv6 주소 크기
kb_python_typing | When does Python check types? | 파이썬은 동적 타입 언어인가요?
kb_rust_memory | How is Rust memory-safe without garbage collection? | 러스트의 소유권이 뭐예요?
kb_c_origin | Which year did C appear, and who wrote it? | C 언어는 언제 누가 만들었어?
kb_transistor_invention | In what year was the first transistor shown? | 반도체 트랜지스터가 처음 나온 연도
kb_web_inventor | Who came up with the World Wide Web? | 웹을 처음 만든 사람이 누구예요?
kb_jikji_printing | How old is Jikji? | 직지는 몇 년도에 인쇄됐나요?
kb_human_chromosomes | How many chromosomes are in a human body cell? | 사람 몸에는 염색체가 몇 쌍 있나요?
kb_mitochondria | What are mitochondria for? | 미토콘드리아의 역할은 무엇인가요?
kb_photosynthesis | What comes out of photosynthesis? | 식물이 햇빛을 받아 만드는 것은 무엇인가요?
kb_adult_sleep | How long should adults sleep every night? | 잠을 얼마나 자야 건강한가요?
kb_adult_exercise | How many minutes of sport per week does the WHO want? | 어른은 일주일에 운동을 몇 분이나 해야 하나요?
kb_korea_population | What was South Korea's population in the 2020 census? | 2020년 한국 인구는 몇 명이었나요?
kb_korea_area | What is the land area of South Korea? | 대한민국은 몇 제곱킬로미터인가요?
kb_japan_population | How populous is Japan? | 일본 사람은 모두 몇 명인가요?
kb_japan_area | How much land does Japan have? | 일본은 땅이 얼마나 커요?
kb_everest_height | Everest height in metres | 히말라야에서 가장 높은 산의 고도는?
kb_mariana_depth | Deepest point of the ocean in metres | 세상에서 제일 깊은 바다는 몇 미터?
kb_gold_atomic_number | Which element number is gold? | 금의 원자 번호는 무엇인가요?
kb_water_ph | What pH does neutral water have? | 순수한 물의 산성도는 얼마인가요?
kb_avogadro | How many molecules make up a mole? | 1몰은 몇 개인가요?
kb_aluminium_density | How much does a cubic centimetre of aluminium weigh? | 알루미늄 1cm³의 무게는?
kb_steel_density | Is steel heavy? g per cm3 | 강철의 밀도는 얼마인가요?
"""
NOT_THERE = """
Best hiking trails in Norway
What is the difference between them? Compare with examples.
How do I knit a scarf?
When was the French Revolution?
Recipe for kimchi stew
How does a court trial work?
How do airplanes fly?
김치찌개 끓이는 법
월드컵에서 누가 우승했나요?
둘의 차이를 예시를 들어 비교해줘
조선 시대 왕은 몇 명인가요?
피아노를 잘 치려면 어떻게 연습해야 하나요?
프랑스 혁명은 언제 일어났나요?
비행기는 어떻게 하늘을 나나요?
체스 규칙을 설명해줘
"""
LANGUAGES = ("en", "ko")
EVIDENCE = Path(__file__).parents[2] / "fixtures" / "reasoning" / "data"


def table(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def entry(id: str = "one", **changes: Any) -> Entry:  # noqa: A002  # the field's name
    plain: dict[str, Any] = {
        "claim": "Bread is baked.",
        "topics": ("bread", "빵"),
        "subject": "bread",
        "attribute": "making",
        "value": "baking",
        "confidence": 0.8,
        "source": "a cook",
        "date": "2025-01-01",
    }
    return Entry(id=id, **plain | changes)


def sample(language: str) -> KnowledgeBase:
    return KnowledgeBase(
        entry(
            name,
            claim=english if language == "en" else korean,
            topics=tuple(topics.split(", ")),
            subject=subject,
            attribute=attribute,
            value=value,
        )
        for name, subject, attribute, value, english, korean, topics in table(ROWS)
    )


BASES = {language: sample(language) for language in LANGUAGES}
COURSE = {
    language: KnowledgeBase.load(EVIDENCE / f"evidence.{language}.yaml") for language in LANGUAGES
}
BREAD = KnowledgeBase([entry()])


def ids(entries: Sequence[Entry]) -> list[str]:
    return [each.id for each in entries]


@pytest.mark.parametrize("asked_in", LANGUAGES)
@pytest.mark.parametrize("written_in", LANGUAGES)
def test_nine_of_ten_questions_find_their_entry_first(written_in: str, asked_in: str) -> None:
    questions = [(row[0], row[1 + LANGUAGES.index(asked_in)]) for row in table(ASKED)]
    missed = [
        question
        for name, question in questions
        if ids(BASES[written_in].search(question, 1)) != [name]
    ]
    assert len(missed) <= len(questions) / 10, missed


@pytest.mark.parametrize("asked_in", LANGUAGES)
@pytest.mark.parametrize("written_in", LANGUAGES)
def test_nineteen_of_twenty_questions_find_what_the_course_knows(
    written_in: str, asked_in: str
) -> None:
    questions = [(row[0], row[1 + LANGUAGES.index(asked_in)]) for row in table(ASKED_OF_THE_COURSE)]
    missed = [
        question
        for name, question in questions
        if ids(COURSE[written_in].search(question, 1)) != [name]
    ]
    assert len(missed) <= len(questions) / 20, missed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", NOT_THERE.strip().splitlines())
def test_what_no_entry_speaks_of_is_not_found(query: str, language: str) -> None:
    assert BASES[language].search(query) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("양자컴퓨터", "양자 컴퓨터"),
        ("동작원리", "동작 원리"),
        ("에너지밀도를", "에너지 밀도는"),
        ("리튬이온전지", "리튬 이온 배터리"),
        ("battery", "Batteries"),
        ("computing", "computers"),
        ("applications", "applicable"),
        ("lithium-ion", "Lithium ion"),
        (unicodedata.normalize("NFD", "배터리"), "배터리가"),
        ("빛의", "빛"),
        ("꿀은", "꿀이 상한다"),
        ("quantum_bit", "quantum bit"),
        ("electro", "electrolyte"),
        ("Earth-Moon", "The Moon is far away"),
        ("Earth-Moon", "The size of the Earth"),
        ("서울-부산", "부산까지"),
        ("C언어는", "C 언어"),
        ("AI모델", "AI는 모델이다"),
        ("1AU", "one AU"),
        ("달까지", "달"),
    ],
)
def test_forms_of_a_word_find_each_other(one: str, other: str) -> None:
    assert ids(KnowledgeBase([entry(claim=other)]).search(one)) == ["one"]


@pytest.mark.parametrize(
    ("one", "other"), [("배터리", "배"), ("art", "article"), ("양자컴퓨터", "자동차")]
)
def test_words_that_only_look_alike_do_not(one: str, other: str) -> None:
    assert KnowledgeBase([entry(claim=other)]).search(one) == []


def test_no_compound_reaches_from_one_field_into_the_next() -> None:
    base = KnowledgeBase([entry(claim="전기", topics=("차도", "열"))])
    assert base.search("기차") == []


@pytest.mark.parametrize("query", ["", "  ", "\u200b", "?!", "what is it?", "그것은 무엇", '"*"'])
def test_a_query_without_words_finds_nothing(query: str) -> None:
    assert BASES["en"].search(query) == []


@pytest.mark.parametrize("limit", [0, -1, -(10**30)])
def test_a_limit_of_nothing_gives_nothing(limit: int) -> None:
    assert BREAD.search("bread", limit) == []


def test_a_limit_cuts_after_the_best() -> None:
    found = BASES["en"].search("battery charging", 10**30)
    assert len(found) > 3
    assert BASES["en"].search("battery charging") == found[:3]
    assert BASES["en"].search("battery charging", 1) == found[:1]


def test_what_fits_equally_well_comes_in_the_order_of_the_ids() -> None:
    base = KnowledgeBase([entry("c"), entry("a"), entry("b")])
    assert ids(base.search("bread")) == ["a", "b", "c"]


def test_a_word_of_most_entries_is_no_hit() -> None:
    base = KnowledgeBase(entry(f"e{number}", claim=f"claim{number}") for number in range(9))
    assert base.search("bread") == []
    assert ids(base.search("claim7 bread")) == ["e7"]


def test_a_word_of_the_question_is_no_hit_and_still_tells_apart() -> None:
    base = BREAD.plus([entry("two", attribute="difference")])
    assert base.search("What is the difference?") == []
    assert ids(base.search("difference of breads")) == ["two", "one"]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("How wide is a bread?", "area"),
        ("빵은 얼마나 넓어요?", "area"),
        ("Who made the first bread?", "inventor"),
        ("빵을 누가 만들었나요?", "inventor"),
        ("How heavy is bread?", "weight"),
        ("빵은 얼마나 무거운가요?", "weight"),
    ],
)
def test_the_attribute_that_a_question_asks_for_comes_first(query: str, first: str) -> None:
    attributes = ("weight", "inventor", "area", "taste")
    base = KnowledgeBase(entry(name, attribute=name) for name in attributes)
    assert len(found := ids(base.search(query, 9))) == len(attributes)
    assert found[0] == first


@pytest.mark.parametrize("query", ["How wide is it?", "얼마나 넓어요?", "who"])
def test_the_attribute_alone_is_no_hit(query: str) -> None:
    assert KnowledgeBase([entry(attribute="area"), entry("two")]).search(query) == []


def test_a_word_comes_first_where_it_is_spelt_as_in_the_query() -> None:
    base = KnowledgeBase([entry("a", claim="HTTP has a port"), entry("b", claim="HTTPS has one")])
    assert [ids(base.search(word)) for word in ("http", "HTTPS")] == [["a", "b"], ["b", "a"]]


def test_what_an_entry_is_about_counts_more_than_what_it_mentions() -> None:
    base = KnowledgeBase([entry("a", claim="Bread is no ham."), entry("b", subject="ham")])
    assert ids(base.search("ham")) == ["b", "a"]


def test_a_small_base_finds_both_that_contradict_each_other() -> None:
    base = BREAD.plus([entry("other", value="frying")])
    assert ids(base.search("빵은 어떻게 만들어요?")) == ["one", "other"]


def test_an_empty_base_finds_nothing() -> None:
    empty = KnowledgeBase([])
    assert (len(empty), empty.entries, empty.search("bread")) == (0, (), [])


HARD = ['"', '" OR "', "NEAR(a b)", "a NOT b", "bread*", "-bread", "(", ")", "claim:bread", "\x00"]


@pytest.mark.parametrize("query", [*HARD, "\ud800bread", "{a} : b", "^bread", "가" * 50_000, "+"])
def test_a_query_is_never_read_as_a_command(query: str) -> None:
    assert BASES["ko"].search(query) == []
    assert BREAD.search(query) == (BREAD.search("bread") if "bread" in query else [])


def test_of_a_long_query_the_first_hundred_words_count() -> None:
    words = " ".join(f"w{number}" for number in range(99))
    assert BREAD.search(f"{words} bread")
    assert not BREAD.search(f"{words} more bread")


queries = st.text(max_size=60) | st.lists(
    st.sampled_from([*HARD, "quantum", "배터리", "전기차의", "비교", "AND", "2", "*", "_"]),
    max_size=8,
).map(" ".join)


@settings(max_examples=share(5_000), deadline=None)
@given(queries, st.integers(-2, 50))
@example("_ __", 3)
def test_any_query_gives_entries_of_the_base_and_the_same_again(query: str, limit: int) -> None:
    base = BASES["ko"]
    found = base.search(query, limit)
    assert len(found) <= max(limit, 0)
    assert set(found) <= set(base.entries)
    assert len(set(found)) == len(found)
    assert found == base.search(query, limit) == sample("ko").search(query, limit)


def test_any_thread_may_search() -> None:
    base = BASES["ko"]
    asked = [row[2] for row in table(ASKED)]
    alone = [base.search(query) for query in asked]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(base.search, asked * 5)) == alone * 5


def test_a_base_that_nobody_holds_has_closed_its_connection() -> None:
    base = KnowledgeBase([entry()])
    connection = base._index
    assert connection.execute("SELECT 1").fetchall() == [(1,)]
    del base
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("Can a qubit be in superposition?", 1.0),
        ("practical application of quantum computing", 0.5),
        ("큐비트의 중첩", 1.0),
        ("양자역학", 0.5),
        ("baking bread", 0.0),
        ("Compare! 예시", 0.0),
        ("", 0.0),
    ],
)
def test_coverage_tells_how_much_of_a_text_an_entry_holds(text: str, covered: float) -> None:
    assert coverage(BASES["en"].entries[:1], [text]) == [[covered]]


def test_a_base_without_entries_does_not_know_them() -> None:
    base = BREAD.plus([entry("two")])
    assert ids(base.without(["one"]).entries) == ["two"]
    assert ids(base.without(["one"]).search("bread")) == ["two"]
    assert ids(base.without([]).entries) == ids(base.entries) == ["one", "two"]


def test_what_is_not_there_cannot_be_left_out() -> None:
    with pytest.raises(ValueError, match=r"^no entry has the id 'three'; there are one, two$"):
        BREAD.plus([entry("two")]).without(["two", "three"])
    with pytest.raises(ValueError, match=r"^no entry has the id 'one'; there are none$"):
        KnowledgeBase([]).without(["one"])


def test_an_id_stands_once() -> None:
    with pytest.raises(ValueError, match=r"^the id 'one' stands twice$"):
        BREAD.plus([entry()])


def test_a_base_is_read_from_a_file() -> None:
    base = KnowledgeBase.load(EVIDENCE / "evidence.en.yaml")
    assert base.entries == read_entries(EVIDENCE / "evidence.en.yaml")
    assert KnowledgeBase.load(str(EVIDENCE / "evidence.en.yaml")).entries == base.entries


def test_knowledge_fails_at_the_calls_that_were_named() -> None:
    failing = FailingKnowledge(BREAD, {1, 3})
    with pytest.raises(ConnectionError, match=r"^knowledge base unreachable$"):
        failing.search("bread", 1)
    assert ids(failing.search("bread", 1)) == ["one"]
    with pytest.raises(ConnectionError):
        failing.search("bread")
    assert ids(failing.search("bread")) == ["one"]
    assert failing.calls == 4


def test_knowledge_fails_always_and_as_it_was_told() -> None:
    failing: Knowledge = FailingKnowledge(BREAD, error=TimeoutError("too slow"))
    for _ in range(3):
        with pytest.raises(TimeoutError, match=r"^too slow$"):
            failing.search("bread", 1)


def test_calls_are_counted_across_threads() -> None:
    failing = FailingKnowledge(BREAD, ())
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(failing.search, ["bread"] * 200))
    assert failing.calls == 200
