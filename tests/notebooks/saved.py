"""Builds small notebooks as they lie on disk, for tests of what handles notebooks."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def code(source: str, *outputs: dict[str, Any], **fields: Any) -> dict[str, Any]:
    cell = {"cell_type": "code", "metadata": {}, "source": source, "outputs": list(outputs)}
    return cell | {"execution_count": 1} | fields


def markdown(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def stream(text: str, name: str = "stdout") -> dict[str, Any]:
    return {"output_type": "stream", "name": name, "text": text}


def displayed(**data: Any) -> dict[str, Any]:
    """An output of ``display``; the keys are short names of its forms: ``plain``, ``png`` ..."""
    return {"output_type": "display_data", "metadata": {}, "data": _forms(data)}


def result(**data: Any) -> dict[str, Any]:
    """The value of a cell's last line; keys as in ``displayed``."""
    return displayed(**data) | {"output_type": "execute_result", "execution_count": 1}


FORMS = {
    "html": "text/html",
    "json": "application/json",
    "markdown": "text/markdown",
    "plain": "text/plain",
    "png": "image/png",
    "svg": "image/svg+xml",
    "view": "application/vnd.jupyter.widget-view+json",
}


def _forms(data: dict[str, Any]) -> dict[str, Any]:
    return {FORMS[name]: value for name, value in data.items()}


def notebook(cells: Sequence[dict[str, Any]], **metadata: Any) -> dict[str, Any]:
    named = [{"id": f"cell-{place}"} | cell for place, cell in enumerate(cells)]
    return {"cells": named, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def save(path: Path, cells: Sequence[dict[str, Any]], **metadata: Any) -> Path:
    path.write_text(json.dumps(notebook(cells, **metadata)), encoding="utf-8")
    return path
