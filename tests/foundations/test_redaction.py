from typing import Any

import pytest

from course_lib.foundations.errors import shown
from course_lib.foundations.redaction import MASK, redacted

# Put together here, so that no scanner takes this file for a leak.
KEYS = (
    "sk-" + "proj-abcdefgh12345678",
    "ghp_" + "a" * 20,
    "xoxb-" + "1234567890-abc",
    "AKIA" + "ABCDEFGHIJKLMNOP",
    "AIza" + "b" * 35,
    "eyJ" + "hbGciOiJI.eyJzdWIi.sig_na-ture",
)


@pytest.mark.parametrize("key", KEYS)
def test_a_key_is_masked_wherever_it_stands(key: str) -> None:
    assert redacted(f"my key is {key}, keep it") == f"my key is {MASK}, keep it"
    assert key not in shown({"note": [f"<{key}>"]}, 500)


def test_a_bearer_token_is_masked() -> None:
    assert redacted("Authorization: Bearer abcdef123456") == f"Authorization: Bearer {MASK}"


@pytest.mark.parametrize(
    "name", ["api_key", "OPENAI_API_KEY", "apikey", "Authorization", "access_token", "password"]
)
def test_a_value_is_masked_by_its_name(name: str) -> None:
    assert redacted({"outer": [{name: "hunter2"}]}) == {"outer": [{name: MASK}]}


@pytest.mark.parametrize(
    "harmless",
    [
        "risk-averse people ask-questions",
        {"max_tokens": 5, "tokens": {"input": 1}, "token": 7, "secretary": "Kim"},
        ("a", ["b"], None, 3.5),
        "비밀번호는 없습니다",
    ],
)
def test_what_is_no_secret_stays(harmless: Any) -> None:
    assert redacted(harmless) == harmless
