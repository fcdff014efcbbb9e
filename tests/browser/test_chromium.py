"""Where a Chromium is looked for."""

import sys
from pathlib import Path

import pytest

from tests.browser.chromium import NoBrowser, find

SUFFIX = ".exe" if sys.platform == "win32" else ""


@pytest.fixture(autouse=True)
def nothing_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("COURSE_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))


def executable(path: Path) -> Path:
    path.touch(mode=0o755)
    return path


def test_the_one_that_is_named_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    executable(tmp_path / f"chromium{SUFFIX}")
    named = executable(tmp_path / "mine")
    monkeypatch.setenv("COURSE_CHROMIUM", str(named))
    assert find(tmp_path / "bundled") == named


def test_a_name_that_leads_nowhere_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    executable(tmp_path / f"chromium{SUFFIX}")
    monkeypatch.setenv("COURSE_CHROMIUM", "nowhere")
    with pytest.raises(NoBrowser, match="COURSE_CHROMIUM names nowhere"):
        find(tmp_path / "bundled")


def test_then_the_one_on_the_path_then_playwrights_own(tmp_path: Path) -> None:
    bundled = executable(tmp_path / "bundled")
    assert find(bundled) == bundled
    chromium = executable(tmp_path / f"chromium{SUFFIX}")
    assert find(bundled) == chromium


def test_without_any_the_message_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(NoBrowser, match="none of chromium, chromium-browser, google-chrome"):
        find(tmp_path / "bundled")
