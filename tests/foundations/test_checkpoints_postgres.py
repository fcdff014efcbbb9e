"""What is refused before PostgreSQL is asked; the rest stands in tests/integration."""

import sys
from typing import Any

import pytest

from course_lib.foundations.checkpoints_postgres import (
    postgres_saver,
    setup_tenant,
    tenant_postgres_saver,
    tenant_role,
)


@pytest.mark.parametrize(
    ("tenant", "role"),
    [
        ("acme", "tenant:acme"),
        ("서울", "tenant:서울"),
        ("Zu\u0308rich", "tenant:Zürich"),
        ('a"b\\', 'tenant:a\\"b\\\\'),
        ("a\0b", "tenant:a\\u0000b"),
        ("x" * 56, "tenant:" + "x" * 56),
    ],
)
def test_a_tenants_role_is_named_as_its_threads_begin(tenant: str, role: str) -> None:
    assert tenant_role(tenant) == role


@pytest.mark.parametrize(
    ("tenant", "length"), [("x" * 57, 57), ("서" * 19, 57), ("a" + "\0" * 10, 61)]
)
def test_a_tenant_whose_role_would_be_cut_is_refused(tenant: str, length: int) -> None:
    with pytest.raises(ValueError, match=f"at most 56 bytes long as JSON, got {length} bytes"):
        tenant_role(tenant)


@pytest.mark.parametrize("bad", [None, "", " ", 1, "a\ud800"])
def test_a_tenant_must_be_text(bad: Any) -> None:
    with pytest.raises(TypeError, match="tenant must be text, got"):
        tenant_role(bad)


@pytest.mark.parametrize("password", ["", " ", None, "a\0b"])
def test_a_tenant_needs_a_password(password: Any) -> None:
    nobody: Any = None

    with pytest.raises(ValueError, match="password must be text"):
        setup_tenant(nobody, "acme", password)


@pytest.mark.parametrize("missing", ["langgraph.checkpoint.postgres", "psycopg"])
def test_without_the_extra_it_says_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)

    with pytest.raises(ImportError, match="the extra `postgres`"), postgres_saver("host=nowhere"):
        pass
    with (
        pytest.raises(ImportError, match="the extra `postgres`"),
        tenant_postgres_saver("host=nowhere", "acme", "secret"),
    ):
        pass
