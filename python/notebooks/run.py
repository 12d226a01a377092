"""Run notebooks and fail where a cell does: ``python run.py NOTEBOOK...``. Nothing is written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient


def main() -> None:
    for name in sys.argv[1:]:
        notebook: Any = nbformat.read(name, as_version=4)  # type: ignore[no-untyped-call]
        client = NotebookClient(notebook, timeout=900, kernel_name="python3")
        client.execute(cwd=str(Path(name).parent))
        for cell in notebook.cells:
            for output in cell.get("outputs", []):
                print(output.get("text", output.get("data", {}).get("text/plain", "")).rstrip())


if __name__ == "__main__":
    main()
