#!/bin/sh
# Print the newest other Python on this machine that the app supports, if there is one: of those on the path and pyenv's.
set -eu
cd "$(dirname "$0")/.."

version() {
    "$1" -c 'import sys, venv, ensurepip
print("%d.%d" % sys.version_info[:2])' 2>/dev/null
}

own=$(version .venv/bin/python || true)
for minor in 15 14 13 12 11; do
    for candidate in "python3.$minor" "${PYENV_ROOT:-$HOME/.pyenv}/versions/3.$minor".*/bin/python; do
        path=$(command -v "$candidate") || continue
        there=$(version "$path") || continue
        [ "$there" != "$own" ] || continue
        echo "$path"
        exit
    done
done
