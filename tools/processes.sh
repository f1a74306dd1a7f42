#!/bin/sh
# Print how many processes test at the same time: one more than there are cores, since a process often waits for its
# server or its browser, and each has to collect all tests and to build its worlds; at most 8.
cores=$(nproc 2>/dev/null || echo 2)
echo $((cores > 6 ? 8 : cores + 1))
