#!/bin/sh
# Print every other Python on this machine that the app supports, one of each version: those on the path and pyenv's.
# .venv has its own; it is left out.
set -eu
cd "$(dirname "$0")/.."

version() {
    "$1" -c 'import sys, venv, ensurepip
if sys.version_info >= (3, 11): print("%d.%d" % sys.version_info[:2])' 2>/dev/null
}

seen=" $(version .venv/bin/python || true) "
for minor in 11 12 13 14 15; do
    for candidate in "python3.$minor" "${PYENV_ROOT:-$HOME/.pyenv}/versions/3.$minor".*/bin/python; do
        path=$(command -v "$candidate") || continue
        found=$(version "$path") || continue
        case "$seen" in *" $found "*) continue ;; esac
        [ -n "$found" ] || continue
        seen="$seen$found "
        echo "$path"
    done
done
