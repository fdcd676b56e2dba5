#!/bin/sh
# The program $REAL, with faults: the file $FAULTS/3-16, if there is one, says what happens to shard 3/16.
shard=
resume=
before=
journal=
for word; do
  case $before in
  --shard) shard=$(echo "$word" | tr / -) ;;
  -o) journal=$word ;;
  esac
  [ "$word" = --resume ] && resume=yes
  before=$word
done
fault=$FAULTS/$shard
kind=
[ -n "$shard" ] && [ -e "$fault" ] && read -r kind <"$fault"

# As if the program had been stopped in the midst of its second point.
leave_journal_partial() {
  "$REAL" "$@" >/dev/null 2>&1
  head -n 2 "$journal" >"$journal.part"
  sed -n 3p "$journal" | head -c 100 >>"$journal.part"
  mv "$journal.part" "$journal"
}

case $kind$resume in
worker) # is killed, once
  rm "$fault"
  leave_journal_partial "$@"
  kill -KILL "$PPID"
  exec python3 -c "import time; time.sleep(2); open('$FAULTS/survived', 'w')"
  ;;
crash*) # each time
  kill -SEGV $$
  ;;
card) # another one takes the shard up
  leave_journal_partial "$@"
  exit 5
  ;;
cardyes)
  echo "error: --resume $journal: measured on GPU-1, not on GPU-2; expected the cards of the journal" >&2
  rm "$fault"
  exit 2
  ;;
esac
exec "$REAL" "$@"
