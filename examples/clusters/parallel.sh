#!/bin/sh
# One part on each processor of this machine; a part that fails is tried again.
seq 64 | parallel --retries 3 sh part.sh
