# The course's commands. `make` alone lists them; `make lab` and `make test` do all the set-up.
# Plain GNU make 3.81, as macOS ships it.

.DEFAULT_GOAL := help
# The stages of `make test` run one after another, under -j too.
.NOTPARALLEL:

BIN := $(if $(filter Windows_NT,$(OS)),Scripts,bin)
PY := .venv/$(BIN)/python
PYTEST := $(PY) -m pytest
# JupyterLab refuses to run as root unless told, and root is who one is in a container.
AS_ROOT := $(if $(filter 0,$(shell id -u 2>/dev/null)),--allow-root)
LAB_FLAGS ?=
# Which Python .venv is made with: the first of these that is new enough.
PYTHON ?= python3.13 python3.12 python3.11 python3 python

# With this set, every Python process compiles every module anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help lab test soak bench format notebooks lock clean setup
.PHONY: lint types imports unit notebooks-test browser

help:  ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 @\2/p' $(firstword $(MAKEFILE_LIST)) \
		| awk -F@ '{ printf "%-22s %s\n", $$1, $$2 }'

lab: setup  ## open the course in JupyterLab (more flags: make lab LAB_FLAGS=--no-browser)
	@echo "lab: JupyterLab opens notebooks/00_start_here.ipynb; Ctrl-C twice ends it"
	@$(PY) -m jupyterlab $(AS_ROOT) $(LAB_FLAGS) \
		--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb

test: lint types imports unit notebooks-test browser  ## run everything that must hold

lint: setup  ## format and lint, checked only
	@echo "lint: ruff, format and rules"
	@$(PY) -m ruff format --check --quiet .
	@$(PY) -m ruff check --quiet --output-format concise .

types: setup  ## mypy, strict
	@echo "types: mypy, strict"
	@$(PY) -m mypy

imports: setup  ## which room may import which
	@echo "imports: which room may import which"
	@$(PY) -c "from importlinter.cli import lint_imports_command as run; run()" --no-cache --no-logo

unit: setup  ## tests of the library, without network
	@echo "unit: tests, properties and scenarios, without network"
	@$(PYTEST) -q -n auto --ignore=tests/browser tests

notebooks-test: setup  ## every cell of every notebook against its saved output, without network
	@echo "notebooks: every cell against its saved output, without network"
	@$(PY) tools/offline.py $(PYTEST) -q -n auto --dist loadfile \
		--nbval --nbval-current-env --nbval-cell-timeout=60 notebooks

browser: setup  ## the labs in a real JupyterLab and a headless Chromium
	@echo "browser: the labs in JupyterLab and headless Chromium"
	@$(PY) -m tests.browser.chromium || $(PY) -m playwright install chromium || true
	@$(PYTEST) -q tests/browser

soak: setup  ## the long tests in full
	@echo "soak: the long tests in full"
	@COURSE_SOAK=1 $(PYTEST) -q -n auto --ignore=tests/browser tests

bench: setup  ## measure against the bounds and print the ratios
	@$(PY) -m benchmarks

format: setup  ## format and mend what can be mended by rule
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .

notebooks: setup  ## execute all notebooks anew and save them
	@$(PY) tools/notebooks.py

# Extras stay in the pins: without them pip looks at an extra's newest version, which has no hash here.
lock: setup  ## compile requirements.lock anew
	@$(PY) -m pip install --quiet --disable-pip-version-check uv
	@$(PY) -m uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 \
		--generate-hashes --no-strip-extras --upgrade --quiet \
		--custom-compile-command "make lock" --output-file requirements.lock

clean:  ## remove .venv and all caches
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist test-results
	find . -name __pycache__ -prune -exec rm -rf {} +

setup:  ## make .venv, or mend it (the others do this themselves; PYTHON=... picks the Python)
	@if $(PY) -IS tools/setup_venv.py --check 2>/dev/null; then exit 0; fi; \
	for python in $(PYTHON); do \
		if $$python -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; then \
			exec $$python tools/setup_venv.py; \
		fi; \
	done; \
	echo "Set-up stopped: course_lib needs Python 3.11 or newer; none of these is:" >&2; \
	for python in $(PYTHON); do \
		echo "  $$python: $$($$python -V 2>/dev/null || echo not found)" >&2; \
	done; \
	exit 1
