from typing import Any, NamedTuple

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


@pytest.mark.parametrize("before", ["키는", "KEY_", "=", "é"])
@pytest.mark.parametrize("key", [*KEYS, "sk-" + "abcdefghijklmnop", "rk-" + "abcdefg1"])
def test_a_key_that_is_glued_to_a_word_is_masked(before: str, key: str) -> None:
    assert redacted(f"{before}{key} 입니다") == f"{before}{MASK} 입니다"


def test_a_bearer_token_is_masked() -> None:
    assert redacted("Authorization: Bearer abcdef123456") == f"Authorization: Bearer {MASK}"


@pytest.mark.parametrize(
    "name", ["api_key", "OPENAI_API_KEY", "apikey", "Authorization", "access_token", "password"]
)
def test_a_value_is_masked_by_its_name(name: str) -> None:
    assert redacted({"outer": [{name: "hunter2"}]}) == {"outer": [{name: MASK}]}


@pytest.mark.parametrize(
    "secret",
    [["hunter2"], {"v": "hunter2"}, ("a", 1), 1234, {"hunter2"}, b"hunter2", {"input": "hunter2"}],
)
def test_under_a_secrets_name_everything_is_masked(secret: object) -> None:
    assert redacted({"password": secret}) == {"password": MASK}


@pytest.mark.parametrize(
    "secret", ["abc", ["abc"], {"v": "abc"}, [1, "abc"], {"input": {"v": "a"}}]
)
@pytest.mark.parametrize("name", ["token", "tokens", "access_token"])
def test_tokens_are_masked_unless_they_are_counts(name: str, secret: object) -> None:
    assert redacted({name: secret}) == {name: MASK}


@pytest.mark.parametrize("key", KEYS)
def test_a_key_is_masked_in_a_mappings_keys(key: str) -> None:
    assert redacted({"outer": {key: 1, "b": 2}}) == {"outer": {MASK: 1, "b": 2}}


def test_no_entry_is_lost_where_two_keys_are_masked_alike() -> None:
    given = {KEYS[0]: 1, MASK: 2, KEYS[1]: 3, 4: 5}

    assert redacted(given) == {"*** (2)": 1, MASK: 2, "*** (3)": 3, 4: 5}


def test_lists_and_tuples_of_somebodys_own_come_back_as_the_plain_kind() -> None:
    class Pair(NamedTuple):
        left: str
        right: str

    class Listed(list[str]):
        def __init__(self) -> None:
            super().__init__(["a"])

    assert redacted(Pair("a", KEYS[0])) == ("a", MASK)
    assert type(redacted(Pair("a", "b"))) is tuple
    assert type(redacted(Listed())) is list


@pytest.mark.parametrize(
    "harmless",
    [
        "risk-averse people ask-questions",
        "sk-learn-contrib and sk-abcdefghijklmno",
        "task-abcdefghijklmnop1, SK-하이닉스-반도체-공장-2026년",
        {"max_tokens": 5, "tokens": {"input": 1}, "token": 7, "secretary": "Kim"},
        {"tokens": [1, 2.5, {"cached": None}], "api_key": None, "password": True},
        ("a", ["b"], None, 3.5),
        "비밀번호는 없습니다",
    ],
)
def test_what_is_no_secret_stays(harmless: Any) -> None:
    assert redacted(harmless) == harmless
