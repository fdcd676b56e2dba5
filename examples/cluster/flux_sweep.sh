#!/usr/bin/env bash
# A sweep by Flux, one job with one card per shard: flux_sweep.sh 16 FOLDER ARGUMENTS OF RUN...
# GPUS=0 takes none. Run again, it does what is missing. Exit status: that of `warpmark merge`.
set -euo pipefail
[ $# -ge 3 ] || { echo "usage: $0 SHARDS FOLDER ARGUMENTS OF RUN..." >&2; exit 2; }
shards=$1 folder=$2
shift 2
mkdir -p "$folder"
# {cc} is the number of a job; a shard that fails is told by what is missing.
flux submit --cc="1-$shards" --nodes=1 --gpus-per-task="${GPUS:-1}" --wait \
  --output="$folder/shard-{cc}.log" \
  "${PYTHON:-python3}" -m warpmark.shards "{cc}/$shards" --folder "$folder" -- "$@" || true
warpmark merge "$folder"/shard-*-of-"$shards".jsonl --missing --replace -o "$folder/merged.jsonl"
