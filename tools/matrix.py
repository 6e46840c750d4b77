"""Show that a race is the same on every Python 3.11 or later installed here, with two hash seeds.

On each version, and with the compiled engine, the golden races must pass, and two programs must print the same bytes:
`heat-tui sim ARGS`, and `tests.drivers.traced`, in which every kind of driver but Club races with every module on two
tracks and in a season, with hints and accounts.

Every version has its own environment, `.venv-matrix-X.Y`, from the developers' lock file.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OLDEST_MINOR = 11
NEWEST_MINOR = 14
HASH_SEEDS = ("0", "1")
COMPILED = ROOT / "build" / "compiled"


def candidates() -> Iterator[str]:
    """Yield the commands or paths of interpreters; some may not run, and several may have the same version."""
    for minor in range(OLDEST_MINOR, NEWEST_MINOR + 1):
        if found := shutil.which(f"python3.{minor}"):
            yield found
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from (str(path) for path in sorted(pyenv.glob("versions/*/bin/python")))


def minor_version(python: str) -> int | None:
    """Return the Y of a Python 3.Y, or None if it is not a Python 3 that runs and can make environments."""
    probe = "import sys, venv, ensurepip; print(*sys.version_info[:2])"
    try:
        run = subprocess.run([python, "-c", probe], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    major, minor = run.stdout.split()
    return int(minor) if major == "3" else None


def interpreters() -> dict[int, str]:
    """Return the first interpreter found for each minor version, the oldest version first."""
    found: dict[int, str] = {}
    for python in candidates():
        minor = minor_version(python)
        if minor is not None and minor >= OLDEST_MINOR:
            found.setdefault(minor, python)
    return dict(sorted(found.items()))


def environment(minor: int, python: str) -> Path | None:
    """Return the `bin` of this version's environment, creating it if necessary; None if that fails."""
    venv = f".venv-matrix-3.{minor}"
    setup = subprocess.run(["tools/venv.sh", venv, "dev"], cwd=ROOT, env={**os.environ, "PYTHON": python}, check=False)
    return ROOT / venv / "bin" if setup.returncode == 0 else None


def goldens_pass(bin_dir: Path, env: dict[str, str]) -> bool:
    command = [str(bin_dir / "python"), "-m", "pytest", "tests/goldens", "-p", "no:cacheprovider"]
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode == 0


def printed(command: list[str], env: dict[str, str]) -> bytes | None:
    """Return the output of a command, None if it fails or prints nothing."""
    run = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=False)
    return run.stdout if run.returncode == 0 and run.stdout else None


def places(failures: list[str]) -> Iterator[tuple[str, Path, dict[str, str]]]:
    """Yield the runs to compare: a name, the `bin` and extra environment variables; add any failures to `failures`."""
    for minor, python in interpreters().items():
        bin_dir = environment(minor, python)
        if bin_dir is None:
            failures.append(f"Python 3.{minor}: no environment")
            continue
        for seed in HASH_SEEDS:
            yield f"Python 3.{minor}, hash seed {seed}", bin_dir, {"PYTHONHASHSEED": seed}
    bin_dir = Path(sys.executable).parent
    if subprocess.run(["tools/compiled.sh", bin_dir, COMPILED], cwd=ROOT, check=False).returncode:
        failures.append("no compiled engine")
    else:
        yield "the compiled engine", bin_dir, {"PYTHONPATH": str(COMPILED)}


def main(args: list[str]) -> int:
    failures: list[str] = []
    prints: dict[str, dict[str, str]] = {"sim": {}, "races of all drivers": {}}
    for place, bin_dir, set_too in places(failures):
        print(place, flush=True)
        env = {**os.environ, **set_too}
        if not goldens_pass(bin_dir, env):
            failures.append(f"{place}: goldens")
        commands = [str(bin_dir / "heat-tui"), "sim", *args], [str(bin_dir / "python"), "-m", "tests.drivers.traced"]
        for (what, digests), command in zip(prints.items(), commands, strict=True):
            output = printed(command, env)
            if output is None:
                failures.append(f"{place}: {what}")
            else:
                digests[place] = hashlib.sha256(output).hexdigest()
    for what, digests in prints.items():
        for place, digest in digests.items():
            print(f"{place}: {what} {digest[:16]}")
        if len(set(digests.values())) > 1:
            failures.append(f"{what}: different bytes")
    for failure in failures:
        print(f"FAILED {failure}", file=sys.stderr)
    if not failures:
        print(f"the same races in all {len(prints['sim'])} places")
    return 1 if failures or not prints["sim"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
