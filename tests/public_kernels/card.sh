#!/bin/bash
# Runs a packed folder on a card: results, then counters of the profiler as far as time allows.
#
#     bash card.sh WARPMARK OUT [SECONDS]
#
# Needs Python 3.11, a driver and Nsight Compute ($NCU, or ncu); no compiler, no network.
set -uo pipefail
warpmark=$(realpath "$1") out=$(realpath -m "$2") seconds=${3:-240}
cd "$(dirname "$0")" || exit 1
mkdir -p "$out"
tool=(python3 run.py --collection packed)
common=(--warpmark "$warpmark" --ptx ptx)
"${tool[@]}" run "${common[@]}" --backend cuda --jobs 8 --timeout 60 --out "$out/card" | tee "$out/card.log"
timeout "$seconds" "${tool[@]}" profile "${common[@]}" --timeout 60 --ncu "${NCU:-ncu}" --out "$out/profile" | tee "$out/profile.log"
rm -rf "$out"/card/{inputs,specs} "$out"/profile/{inputs,specs}
