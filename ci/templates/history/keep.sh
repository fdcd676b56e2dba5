#!/usr/bin/env bash
# Adds journals to the branch journals-CARD of this repository, judges its history, and pushes it.
#
#   ci/templates/history/keep.sh CARD FILE...
#
# CARD is a name of the card for the branch, such as h100-5a1c: one branch per card. FILE is what
# `warpmark history add` takes. The report and the judgements are in $OUT. Environment:
#
#   WARPMARK    the program [build/release/warpmark]
#   REMOTE      the remote that has the branch [origin]
#   OUT         where index.html and check.txt are written [history]
#   ADD         more words for `history add`, such as "--release v1.2"
#   COMMIT_URL  where commits are shown, with {commit} in it
#   PUSH        yes; or bundle: write $OUT/history.bundle, which another job pushes [yes]
#   TRIES       how often to begin again if another job has pushed in between [5]
#
# A store is files named by their content, so adding them again on top of what others pushed is
# right, and nothing has to be merged. The index is made anew from the files.
set -euo pipefail

if [ $# -lt 2 ]; then
  echo "usage: $0 CARD FILE..." >&2
  exit 2
fi
card=$1
shift
if [[ ! $card =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]]; then
  echo "error: card '$card': expected letters, digits, dots, dashes" >&2
  exit 2
fi
warpmark=$(realpath "${WARPMARK:-build/release/warpmark}")
remote=${REMOTE:-origin}
out=${OUT:-history}
branch=journals-$card
read -r -a more <<< "${ADD:-}"
url=()
if [ -n "${COMMIT_URL:-}" ]; then url=(--commit-url "$COMMIT_URL"); fi
mkdir -p "$out"

scratch=$(mktemp -d)
store=$scratch/store
trap 'git worktree remove --force "$store" 2>/dev/null || true; rm -rf "$scratch"' EXIT

# The newest state of the branch; its first commit is empty. For a bundle it is what the clone has:
# a job that may not write has no credentials of the remote, either.
newest() {
  local tracking=refs/remotes/$remote/$branch
  if [ "${PUSH:-yes}" != bundle ]; then
    if [ -n "$(git ls-remote "$remote" "refs/heads/$branch")" ]; then
      git fetch --quiet "$remote" "+refs/heads/$branch:$tracking"
    else
      git update-ref -d "$tracking"
    fi
  fi
  if ! git rev-parse --quiet --verify "$tracking"; then
    identified commit-tree "$(git hash-object -w -t tree /dev/null)" -m "Begin the history of $card"
  fi
}

# A runner has no name of its own.
identified() {
  git -c user.name="$(git config user.name || echo warpmark)" \
    -c user.email="$(git config user.email || echo warpmark@localhost)" "$@"
}

push() {
  if [ "${PUSH:-yes}" = bundle ]; then
    identified -C "$store" branch --quiet --force "$branch"
    git -C "$store" bundle create --quiet "$(realpath "$out")/history.bundle" "$branch"
  else
    git -C "$store" push --quiet "$remote" "HEAD:refs/heads/$branch"
  fi
}

at=$(newest)
git worktree add --quiet --detach "$store" "$at"
for ((try = 1; ; ++try)); do
  "$warpmark" history add --store "$store" "${more[@]}" "$@"
  git -C "$store" add journals facts
  if git -C "$store" diff --cached --quiet; then
    echo "nothing new for $branch"
    break
  fi
  identified -C "$store" commit --quiet -m "Add $(basename "$1")$([ $# -gt 1 ] && echo " and $(($# - 1)) more")"
  if push; then break; fi
  if [ "$try" -ge "${TRIES:-5}" ]; then
    echo "error: $branch could not be pushed in $try tries" >&2
    exit 1
  fi
  at=$(newest)
  git -C "$store" reset --quiet --hard "$at"
  rm -f "$store/index.sqlite"
done

"$warpmark" history report --store "$store" --html "$out/index.html" "${url[@]}"
"$warpmark" history check --store "$store" | tee "$out/check.txt"
