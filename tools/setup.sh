#!/bin/sh
# Make a virtual environment and install the packages of one lock file into it, then leave a stamp in it so that the
# next start skips this. Usage: tools/setup.sh LOCK_FILE STAMP_FILE; PYTHON names the Python of a new environment.
set -eu
cd "$(dirname "$0")/.."
venv=$(dirname "$2")

fail() {
    echo "$1" >&2
    exit 1
}

new_enough() {
    command -v "$1" >/dev/null 2>&1 && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    fail "Python 3.11 or later is missing. On Debian or Ubuntu type: sudo apt install python3 python3-venv"
}

[ -w . ] || fail "This folder cannot be written to: $PWD. Copy it to one that is yours, and start again there."

if ! new_enough "$venv/bin/python" || ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
    python=$(find_python)
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "Python's venv module is missing. On Debian or Ubuntu type: sudo apt install python3-venv"
    echo "Making a virtual environment in $venv"
    "$python" -m venv --clear "$venv"
fi

# Into this environment, wherever pip.conf has others installed.
echo "Installing the packages of $1 (only when they change)"
"$venv/bin/python" -m pip install -qq --disable-pip-version-check --no-input --no-user --target "" --require-hashes -r "$1" ||
    fail "The packages could not be installed: the reason stands above. Is this computer online?"
touch "$2"
