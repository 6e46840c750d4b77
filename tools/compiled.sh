#!/bin/sh
# Usage: tools/compiled.sh BIN DIR     BIN is the bin folder of the developers' environment
#
# Make DIR a copy of the game in which mypyc has compiled the rules engine and the parts of its modules that act
# in races; Python runs it with DIR on PYTHONPATH. Returns immediately if DIR was made from the same sources.
# Needs a C compiler.
set -eu
cd "$(dirname "$0")/.."

bin=$(cd "$1" && pwd)
dir=$2
stamp=$dir/.compiled-stamp

fingerprint() {
  { pwd -P; "$bin/python" -VV; "$bin/mypyc" --version; find src/heat_tui tracks docs/rules.md tools/compiled.sh -type f ! -name '*.pyc' -exec cksum {} + | sort; } | cksum
}

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint)" ]; then
  exit 0
fi
echo "Compiling the rules engine into $dir, once; this takes some minutes."
rm -rf "$dir"
PIP_DISABLE_PIP_VERSION_CHECK=1 "$bin/python" -m pip install -qq --no-build-isolation --no-deps --target "$dir" .
log=$dir/.compiled-log
# Files that only define records stay uncompiled: mypyc would take their == for "is", and reading and saving files needs
# the types of their fields. So do record.py and module.py, which act only when a class is made. The events' rules are
# not in the list because their class names hooks of its own, and in a compiled record that would be a field.
kept='record module actions events cards setup track forecast view'
modules='championship/race championship/steps garage/market legends/__init__ mulligan/__init__ spaces/__init__
  tournament/__init__ weather/__init__'
files=$(
  cd "$dir"
  find heat_tui/engine -name '*.py' | grep -v -E "/($(echo "$kept" | tr ' ' '|')).py$"
  printf 'heat_tui/modules/%s.py\n' $modules
)
if ! (cd "$dir" && "$bin/mypyc" --config-file= $files) >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "The engine could not be compiled: mypyc says why above; the game itself does not need it." >&2
  exit 1
fi
rm -rf "$dir/build"
fingerprint >"$stamp"
