"""The workloads with the compiled engine, in a separate process that waits between them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Self

from tests.bench import workloads
from tests.bench.workloads import Timed


class Compiled:
    """A process with the compiled game in `folder` on its path."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.compiled", str(folder.resolve())],
            env={**os.environ, "PYTHONPATH": str(folder.resolve())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def timed(self, workload: str, seed: int, count: int) -> Timed:
        """Time a workload in the process. Raises AssertionError unless it plays `count` units, as the source does."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([workload, seed]), file=self._process.stdin, flush=True)
        timed = Timed(*json.loads(self._process.stdout.readline()))
        assert timed.count == count, f"{workload} with seed {seed}: {timed.count} compiled, {count} as it is"
        return timed


def main(folder: str) -> None:
    """Answer each line with the time of its workload; an untimed run comes first, because the process has been idle."""
    source = sys.modules["heat_tui.engine.race"].__file__ or ""
    assert source.startswith(folder), f"{source} is not in {folder}"
    assert not source.endswith(".py"), f"{source} is not compiled"
    for line in sys.stdin:
        name, seed = json.loads(line)
        workload = getattr(workloads, name)
        workload(seed + 500)
        timed = workload(seed)
        print(json.dumps([timed.count, timed.whole, timed.seconds]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
