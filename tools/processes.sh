#!/bin/sh
# Print how many processes test at the same time: as many as there are cores, in pairs, one of each database; at most 8.
cores=$(nproc 2>/dev/null || echo 2)
echo $((cores > 8 ? 8 : cores < 2 ? 2 : cores / 2 * 2))
