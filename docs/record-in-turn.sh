#!/bin/sh
# Record profiles of two revisions of a repository, in turn: before, after, before, after, … Runs in turn meet the same
# weather on the machine, and several a side show how much runs of one revision differ.
#
#   record-in-turn.sh BASE RUNS COMMAND
#
# BASE is the revision to compare the working tree with. COMMAND is run by sh, in the root of each revision, and writes
# a profile to the file $PROFILE. The profiles are called before-1, after-1, before-2 and so on, in the folder $PROFILES
# (./profiles unless it is set):
#
#   record-in-turn.sh origin/main 3 'go test -run "^$" -bench Import -benchtime 2000x ./importer -cpuprofile "$PROFILE"'
#   fold check profiles/after-* --against 'profiles/before-*' --absolute --tolerance 2
set -eu
[ $# -eq 3 ] || { echo "usage: record-in-turn.sh BASE RUNS COMMAND" >&2; exit 2; }
base=$1 runs=$2 command=$3
profiles=${PROFILES:-profiles}
mkdir -p "$profiles"
profiles=$(cd "$profiles" && pwd)
root=$(git rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'git -C "$root" worktree remove --force "$work/base" 2>/dev/null || true; rm -rf "$work"' EXIT
git -C "$root" worktree add --quiet --detach "$work/base" "$base"
run=1
while [ "$run" -le "$runs" ]; do
	(cd "$work/base" && PROFILE="$profiles/before-$run" sh -c "$command")
	(cd "$root" && PROFILE="$profiles/after-$run" sh -c "$command")
	run=$((run + 1))
done
