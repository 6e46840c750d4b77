#!/bin/sh
# Usage: tools/venv.sh DIR KIND     KIND is play, host, dev, bench or extras
#
# Make DIR a virtual environment with the KIND's locked requirements and this checkout, editable.
# Returns immediately, without the network, if a stamp in DIR says that this has been done.
# PYTHON names the interpreter; if it is empty, the first suitable one on PATH is used.
set -eu
cd "$(dirname "$0")/.."
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USER=0

dir=$1
kind=$2
wish=${PYTHON:-}
unfinished=$dir/.unfinished # names the process that is at work in DIR, or that was interrupted there

fail() {
  echo "$*" >&2
  exit 1
}

lock_of() {
  case $1 in
    play) echo requirements.lock ;;
    *) echo "requirements-$1.lock" ;;
  esac
}

# Print the content of a stamp. The checkout's path is part of it, because environments do not survive a move.
fingerprint() {
  { pwd -P; cat "$(lock_of "$1")" pyproject.toml; } | cksum
}

is_stamped() {
  [ -f "$dir/.$1-stamp" ] && [ "$(cat "$dir/.$1-stamp")" = "$(fingerprint "$1")" ]
}

# The developers' requirements include the players'.
is_ready() {
  [ ! -e "$unfinished" ] && { is_stamped "$kind" || { [ "$kind" = play ] && is_stamped dev; }; }
}

version_of() {
  "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null
}

is_new_enough() {
  "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

is_wished_for() {
  [ -z "$wish" ] || [ "$(version_of "$dir/bin/python")" = "$(version_of "$wish")" ]
}

is_whole() {
  [ ! -e "$unfinished" ] && is_new_enough "$dir/bin/python" && "$dir/bin/python" -m pip --version >/dev/null 2>&1
}

# Print a suitable interpreter, or say in one sentence why none was found.
find_python() {
  if [ -n "$wish" ]; then
    set -- "$wish"
  else
    set -- python3 python3.14 python3.13 python3.12 python3.11 python
  fi
  first=$1
  too_old=
  lacking=
  for candidate in "$@"; do
    version=$(version_of "$candidate") || continue
    if ! is_new_enough "$candidate"; then
      too_old=${too_old:-"$candidate is $version"}
    elif ! "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
      lacking=${lacking:-"$candidate ($version)"}
    else
      echo "$candidate"
      return
    fi
  done
  if [ -n "$lacking" ]; then
    fail "Heat TUI needs Python's own venv and ensurepip, which $lacking lacks: please install them (on Debian and Ubuntu the package python3-venv)."
  fi
  fail "Heat TUI needs Python 3.11 or newer, but ${too_old:-"$first does not run"}: please install one or name it, as in 'make play PYTHON=python3.12'."
}

build() {
  python=$(find_python)
  echo "Setting up $dir with Python $(version_of "$python"), once; this takes a minute."
  rm -rf "$dir"
  mkdir -p "$dir"
  echo $$ >"$unfinished"
  "$python" -m venv --prompt heat-tui "$dir"
}

install() {
  "$dir/bin/python" -m pip install -qq --require-hashes -r "$(lock_of "$kind")" &&
    "$dir/bin/python" -m pip install -qq --no-build-isolation --no-deps --editable .
}

if [ -n "$wish" ]; then
  find_python >/dev/null # a PYTHON that is not suitable is refused, even if an environment exists
fi
if [ -x "$dir/bin/python" ] && is_wished_for && is_ready; then
  exit 0
fi
if [ -e "$unfinished" ] && kill -0 "$(cat "$unfinished")" 2>/dev/null; then
  fail "Another make is setting up $dir at this moment: please try again when it is done (if there is none, delete $dir)."
fi

if is_whole && is_wished_for; then
  echo "Bringing $dir up to date."
  echo $$ >"$unfinished"
else
  build
fi
rm -f "$dir"/.*-stamp
if ! install; then
  rm -f "$unfinished"
  fail "The requirements could not be installed in $dir; pip says why above, and the next make goes on from here."
fi
fingerprint "$kind" >"$dir/.$kind-stamp"
rm -f "$unfinished"
