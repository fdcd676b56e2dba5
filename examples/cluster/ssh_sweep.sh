#!/usr/bin/env bash
# A sweep on machines that share a folder, one shard at a time on each: ssh_sweep.sh 16 FOLDER "HOST..." ARGUMENTS OF RUN...
# Run again, it does what is missing. Exit status: that of `warpmark merge`.
set -euo pipefail
[ $# -ge 4 ] || { echo "usage: $0 SHARDS FOLDER \"HOST...\" ARGUMENTS OF RUN..." >&2; exit 2; }
export shards=$1 folder=$2 hosts=$3 python=${PYTHON:-python3}
shift 3
mkdir -p "$folder"
arguments=$(printf '%q ' "$@")
export arguments

run_shard() { # the number of a shard; SLOT tells which of the machines is free
  local machines command
  read -ra machines <<<"$hosts"
  command="cd $(printf %q "$PWD") && $python -m warpmark.shards $1/$shards --folder $(printf %q "$folder") -- $arguments"
  # -n: ssh would read the numbers of the other shards.
  ssh -n -o BatchMode=yes -o ServerAliveInterval=30 "${machines[$SLOT]}" "$command" >"$folder/shard-$1.log" 2>&1 ||
    echo "shard $1/$shards on ${machines[$SLOT]}: exit status $?; see $folder/shard-$1.log" >&2
}
export -f run_shard

seq "$shards" | xargs -P "$(wc -w <<<"$hosts")" --process-slot-var=SLOT -I{} bash -c 'run_shard {}'
warpmark merge "$folder"/shard-*-of-"$shards".jsonl --missing --replace -o "$folder/merged.jsonl"
