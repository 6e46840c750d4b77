#!/bin/sh
# Write the lock files: every dependency with its hashes, for Python 3.11 and later on every platform.
# Pins stay as they are unless pyproject.toml needs otherwise; `--upgrade` moves all pins to the newest versions.
set -eu
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$python" -m venv "$scratch"
"$scratch/bin/python" -m pip install --quiet --disable-pip-version-check uv

lock() {
  file=$1
  shift
  env -u UV_INDEX_URL -u UV_EXTRA_INDEX_URL -u UV_INDEX -u UV_DEFAULT_INDEX -u UV_FIND_LINKS \
    "$scratch/bin/uv" pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-annotate --custom-compile-command "make lock" \
    pyproject.toml --output-file "$file" "$@"
}

# The other locks follow the developers', so that one environment can serve for several.
lock requirements-dev.lock --group dev --extra host "$@"
lock requirements.lock --group build --constraint requirements-dev.lock "$@"
lock requirements-host.lock --group build --extra host --constraint requirements-dev.lock "$@"
lock requirements-bench.lock --group build --group bench --constraint requirements-dev.lock "$@"
lock requirements-extras.lock --group dev --group browser --extra host --extra cluster --extra env --constraint requirements-dev.lock "$@"
