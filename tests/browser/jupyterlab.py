"""A real JupyterLab for tests: on loopback, with nothing of the user's, stopped by its pid."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

TOKEN = "browser-test"  # noqa: S105 - the server lives on loopback, for one test
START_SECONDS = 60
STOP_SECONDS = 20
QUIET = {"checkForUpdates": False, "fetchNews": "false"}
SETTINGS = "lab/user-settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"


@dataclass(frozen=True)
class JupyterLab:
    """A running JupyterLab: where it listens, and the folder that it shows."""

    url: str
    root: Path

    @property
    def start_page(self) -> str:
        return f"{self.url}lab?token={TOKEN}&reset"

    @property
    def own_addresses(self) -> tuple[str, ...]:
        """How everything starts that a page can load without leaving this server."""
        return (self.url, "data:", "blob:")


@contextmanager
def serve(notebooks: Path, place: Path) -> Iterator[JupyterLab]:
    """Serves a copy of the notebooks; all that JupyterLab writes stays below ``place``.

    Raises:
        RuntimeError: the server ended or did not answer in time; the message holds its log.
    """
    root = place / "notebooks"
    shutil.copytree(notebooks, root, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    log = place / "jupyterlab.log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            _command(root), cwd=root, env=_environment(place), stdout=sink, stderr=sink
        )
    try:
        yield JupyterLab(_url(process, place, log), root)
    finally:
        _stop(process)


def _command(root: Path) -> list[str]:
    options = {
        "IdentityProvider.token": TOKEN,
        "LabApp.expose_app_in_browser": True,
        "LabApp.extension_manager": "readonly",
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": 0,
        "ServerApp.root_dir": root,
    }
    flags = [f"--{name}={value}" for name, value in options.items()]
    return [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", *flags]


def _environment(place: Path) -> dict[str, str]:
    """This process's environment, with every folder of Jupyter's and IPython's empty."""
    folders = {
        "HOME": "home",
        "USERPROFILE": "home",
        "IPYTHONDIR": "ipython",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    }
    settings = place / "config" / SETTINGS
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps(QUIET), encoding="utf-8")
    for folder in folders.values():
        (place / folder).mkdir(exist_ok=True)
    return os.environ | {name: str(place / folder) for name, folder in folders.items()}


def _url(process: subprocess.Popen[bytes], place: Path, log: Path) -> str:
    """Waits until the server has written down where it listens."""
    note = place / "runtime" / f"jpserver-{process.pid}.json"
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            return str(json.loads(note.read_text(encoding="utf-8"))["url"])
        except (FileNotFoundError, json.JSONDecodeError):
            time.sleep(0.05)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8')}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
