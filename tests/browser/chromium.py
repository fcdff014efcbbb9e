"""Finds the Chromium that drives the browser tests, and starts it.

``python -m tests.browser.chromium`` exits with 1 where there is none.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
VARIABLE = "COURSE_CHROMIUM"


class NoBrowser(Exception):
    """There is no Chromium; the message says where one was looked for."""


@contextmanager
def start() -> Iterator[Browser]:
    """Starts a headless Chromium.

    Raises:
        NoBrowser: none was found.
    """
    with sync_playwright() as playwright:
        path = find(Path(playwright.chromium.executable_path))
        with playwright.chromium.launch(executable_path=path, args=FLAGS) as browser:
            yield browser


def find(bundled: Path) -> Path:
    """Finds Chromium: the one named in COURSE_CHROMIUM, one on the PATH, or Playwright's own.

    Raises:
        NoBrowser: none was found, or COURSE_CHROMIUM names nothing.
    """
    if named := os.environ.get(VARIABLE):
        if not Path(named).is_file():
            raise NoBrowser(f"{VARIABLE} names {named}, which is no file")
        return Path(named)
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    if bundled.is_file():
        return bundled
    raise NoBrowser(
        f"no Chromium: {VARIABLE} is not set, none of {', '.join(NAMES)} is on the PATH, "
        "and `playwright install chromium` has not been run"
    )


def main() -> None:
    """Ends with 1 and says where one was looked for if there is no Chromium."""
    with sync_playwright() as playwright:
        bundled = Path(playwright.chromium.executable_path)
    try:
        find(bundled)
    except NoBrowser as missing:
        sys.exit(f"browser: {missing}")


if __name__ == "__main__":
    main()
