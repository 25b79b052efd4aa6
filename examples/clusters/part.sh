#!/bin/sh
# Plays part $1 of a run of 64 parts and writes parts/$1.json. A part that is there already is not played again, so
# after any failure all parts can be started again.
set -eu
mkdir -p parts
test -e "parts/$1.json" && exit
exec furlong compare hare-tortoise classic ravensburger-1978 --games 1000000 --seed 1 \
    --threads "${THREADS:-1}" --shard "$1/64" --out "parts/$1.json" --force
