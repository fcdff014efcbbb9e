"""Makes the project's `.venv`: the locked packages, then course_lib itself, editable.

    python tools/setup_venv.py            # make or mend .venv; no work when it is up to date
    python tools/setup_venv.py --check    # only say, by the exit code, whether it is up to date

Needs nothing but the standard library. A note inside `.venv` says what it was made from. It is
written last and removed first, so an interrupted set-up is never trusted.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python is told so, rather than failing
    sys.exit(f"course_lib needs Python 3.11 or newer, and this is {sys.version.split()[0]}.")

import hashlib
import importlib.util
import json
import re
import subprocess
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
NOTE = VENV / "made-from.txt"
LOG = VENV / "setup.log"

UNREACHABLE = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeoutError|ReadTimeoutError"
    r"|ProxyError|SSLError|Network is unreachable|Connection reset"
)


def main(arguments: list[str]) -> int:
    """Makes or mends `.venv`, or with `--check` only tells whether that is needed."""
    if arguments == ["--check"]:
        return int(_noted() != _wanted())
    if arguments:
        sys.exit(f"setup_venv.py: unknown argument {arguments[0]!r}; only --check is known.")
    noted, wanted = _noted(), _wanted()
    if noted == wanted:
        return 0
    NOTE.unlink(missing_ok=True)
    if noted[:1] != wanted[:1]:
        _make_venv()
        _say("installing the locked packages (a minute or two the first time)")
        _pip("--require-hashes", "--requirement", str(ROOT / "requirements.lock"))
        _keep_jupyterlab_offline()
    _say("installing course_lib itself, editable")
    _pip("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    NOTE.write_text("\n".join(wanted), encoding="utf-8")
    _say("ready")
    return 0


def _wanted() -> list[str]:
    """What decides the packages (its place too: a venv cannot be moved), and the project."""
    lock = (ROOT / "requirements.lock").read_bytes()
    project = (ROOT / "pyproject.toml").read_bytes()
    return [_digest(lock, str(ROOT).encode(), Path(__file__).read_bytes()), _digest(project)]


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _noted() -> list[str]:
    """What the present `.venv` was made from; empty where there is none that can be trusted."""
    return NOTE.read_text(encoding="utf-8").split() if NOTE.exists() and PYTHON.exists() else []


def _make_venv() -> None:
    version = ".".join(map(str, sys.version_info[:3]))
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            f"Set-up stopped: Python {version} ({sys.executable}) cannot make a virtual "
            "environment, because its ensurepip module is missing.\n"
            "On Debian and Ubuntu: sudo apt-get install python3-venv"
        )
    _say(f"making it with Python {version}")
    venv.EnvBuilder(clear=True, with_pip=True, symlinks=sys.platform != "win32").create(VENV)


def _pip(*arguments: str) -> None:
    """Installs into `.venv`; what pip says goes to the log, and a failure is told in short."""
    quiet = ["--disable-pip-version-check", "--no-input", "--progress-bar=off"]
    command = [str(PYTHON), "-m", "pip", "install", *quiet, *arguments]
    with LOG.open("a", encoding="utf-8") as log:
        done = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        sys.exit(_failure(LOG.read_text(encoding="utf-8", errors="replace")))


def _failure(log: str) -> str:
    """A few lines that say what stopped pip: a host out of reach, or pip's last word."""
    if UNREACHABLE.search(log):
        hosts = sorted(set(re.findall(r"host='([^']+)'", log))) or ["the package index"]
        reason = f"{' and '.join(hosts)} could not be reached. Is there a network?"
    else:
        errors = [line for line in log.splitlines() if line.startswith("ERROR:")]
        reason = errors[-1] if errors else "pip failed."
    return f"Set-up stopped: {reason}\nAll that pip said is in {LOG}. The next run starts afresh."


def _keep_jupyterlab_offline() -> None:
    """Switches off JupyterLab's news and update check, which ask a web service at every start."""
    config = VENV / "etc/jupyter/labconfig/page_config.json"
    config.parent.mkdir(parents=True, exist_ok=True)
    off = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    config.write_text(json.dumps(off, indent=2) + "\n", encoding="utf-8")


def _say(what: str) -> None:
    print(f".venv: {what}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("Set-up interrupted; the next run starts afresh.")
