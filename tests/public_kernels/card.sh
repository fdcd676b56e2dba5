#!/bin/bash
# Runs a packed folder on a card: results, then counters of the profiler as far as time allows.
# OUT gets logs and one archive, results.tar.xz, of the folders card and profile.
#
#     bash card.sh WARPMARK OUT [SECONDS]
#
# Needs Python 3.11, a driver and Nsight Compute ($NCU, or ncu); no compiler, no network.
set -uo pipefail
warpmark=$(realpath "$1") out=$(realpath -m "$2") seconds=${3:-240}
cd "$(dirname "$0")" || exit 1
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tool=(python3 run.py --collection packed)
common=(--warpmark "$warpmark" --ptx ptx)
"${tool[@]}" run "${common[@]}" --backend cuda --jobs 8 --timeout 60 --out "$work/card" | tee "$out/card.log"
timeout "$seconds" "${tool[@]}" profile "${common[@]}" --timeout 60 --ncu "${NCU:-ncu}" --out "$work/profile" | tee "$out/profile.log"
tar -C "$work" --exclude=inputs --exclude=specs -cJf "$out/results.tar.xz" card profile
