"""Prompts say all that counts, and stay short however long the loop runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest

from course_lib import reflection
from course_lib.foundations.scripted import Call, ScriptedChatModel
from course_lib.reflection import prompts
from tests.reflection.samples import fenced, verdict

ROUNDS = 10
TASK = "Write draft(n)."
REQUIREMENTS = ["It is short.", "It is right."]


def code(number: int) -> str:
    return f"def draft(n):\n    return {number}"


def critique(number: int) -> str:
    return (
        f"Critique {number} begins.\nIt has two lines and {'many ' * 40} words. It ends {number}."
    )


@dataclass(frozen=True)
class Asked:
    """The questions that both models were asked in ten rounds without an acceptance."""

    producer: Sequence[Call]
    critic: Sequence[Call]

    @property
    def last_prompts(self) -> tuple[str, str]:
        return self.producer[-1].prompt, self.critic[-1].prompt


@pytest.fixture(scope="module")
def asked() -> Asked:
    numbers = range(1, ROUNDS + 1)
    producer = ScriptedChatModel([fenced(code(n)) for n in numbers])
    critic = ScriptedChatModel([verdict("needs_revision", critique(n)) for n in numbers])
    task = {"input": TASK, "requirements": REQUIREMENTS, "max_iterations": ROUNDS}
    reflection.run(task, reflection.Context(producer=producer, critic=critic))
    return Asked(producer.calls, critic.calls)


def test_every_prompt_holds_the_task_and_the_numbered_requirements(asked: Asked) -> None:
    for call in (*asked.producer, *asked.critic):
        assert f"Task:\n{TASK}" in call.prompt
        assert "Requirements:\n1. It is short.\n2. It is right." in call.prompt


def test_every_prompt_is_a_role_and_a_question(asked: Asked) -> None:
    for calls, role in ((asked.producer, prompts.PRODUCER), (asked.critic, prompts.CRITIC)):
        types = {tuple(message.type for message in call.messages) for call in calls}

        assert types == {("system", "human")}
        assert {call.messages[0].text for call in calls} == {role}


def test_the_critic_is_told_both_statuses_and_the_form() -> None:
    assert '{"status": "accepted", "critique":' in prompts.CRITIC
    assert '{"status": "needs_revision", "critique":' in prompts.CRITIC


def test_the_first_prompts_know_no_earlier_round(asked: Asked) -> None:
    for call in (asked.producer[0], asked.critic[0]):
        assert "Earlier rounds" not in call.prompt
        assert "critique" not in call.prompt


def test_the_last_draft_and_its_critique_stand_in_full(asked: Asked) -> None:
    revision, review = asked.last_prompts

    assert f"Your last draft:\n{fenced(code(ROUNDS - 1))}" in revision
    assert f"The code to review:\n{fenced(code(ROUNDS))}" in review
    for prompt in (revision, review):
        assert critique(ROUNDS - 1) in prompt
        assert prompt.count("def draft(n):") == 1
        assert prompt.count("It ends") == 1


def test_each_older_round_is_one_short_line(asked: Asked) -> None:
    for prompt in asked.last_prompts:
        lines = [line for line in prompt.splitlines() if line.startswith("Attempt ")]
        numbers = [line.split(":")[0] for line in lines]

        assert numbers == [f"Attempt {number}" for number in range(1, ROUNDS - 1)]
        assert max(map(len, lines)) <= 140


def test_a_prompt_grows_by_one_line_a_round(asked: Asked) -> None:
    for calls in (asked.producer, asked.critic):
        lines = [len(call.prompt.splitlines()) for call in calls]
        growth = [after - before for before, after in pairwise(lines)]

        # At first come the sections: the draft, its critique, and the heading of the older rounds.
        assert growth[2:] == [1] * (ROUNDS - 3)
