#include "simt/execution/pending_copies.hpp"

#include <algorithm>
#include <cstring>

namespace warpmark::simt {
namespace {

void take_pieces(pending_copy& copy) {
  for (const copy_piece& piece : copy.pieces)
    copy.kept.insert(copy.kept.end(), piece.from, piece.from + piece.bytes);
  const std::byte* from = copy.kept.data();  // Which moves with the copy.
  for (copy_piece& piece : copy.pieces) {
    piece.from = from;
    from += piece.bytes;
  }
}

void take(pending_copy& copy) {
  if (copy.taken) return;
  if (copy.pieces.empty())
    copy.kept.assign(copy.from, copy.from + copy.bytes);
  else
    take_pieces(copy);
  copy.taken = true;
}

void move_bytes(const pending_copy& copy, std::byte* to, const std::byte* from, std::size_t bytes) {
  if (bytes == 0 || to == nullptr) return;
  if (copy.combine)
    copy.combine(to, from, bytes);
  else
    std::memmove(to, from, bytes);
}

void perform(pending_copy& copy) {
  if (copy.pieces.empty())
    move_bytes(copy, copy.to, copy.taken ? copy.kept.data() : copy.from, copy.bytes);
  for (const copy_piece& piece : copy.pieces) move_bytes(copy, piece.to, piece.from, piece.bytes);
  if (copy.zeros != 0) std::memset(copy.to + copy.bytes, 0, copy.zeros);
}

void perform(std::vector<pending_copy>& copies) {
  for (pending_copy& copy : copies) perform(copy);
  copies.clear();
}

}  // namespace

void pending_copies::start() {
  groups_.clear();
  counted_.clear();
  arrivals_.clear();
  early_.clear();
  landed_.clear();
  landed_elements_.clear();
}

void pending_copies::add(family kind, std::uint32_t thread, pending_copy copy) {
  groups_[{kind, thread}].open.push_back(std::move(copy));
}

void pending_copies::commit(family kind, std::uint32_t thread) {
  group_queue& queue = groups_[{kind, thread}];
  queue.committed.push_back(std::move(queue.open));
  queue.open.clear();
}

void pending_copies::wait(family kind, std::uint32_t thread, std::size_t allowed, bool reads_only) {
  const auto found = groups_.find({kind, thread});
  if (found == groups_.end()) return;
  auto& groups = found->second.committed;
  if (groups.size() <= allowed) return;
  if (kind == family::element) complete_arrivals_of(thread);
  const auto last = groups.end() - static_cast<std::ptrdiff_t>(allowed);
  for (auto item = groups.begin(); item != last; ++item) {
    for (const pending_copy& copy : *item) note_landing(kind, copy);
    if (reads_only)
      std::for_each(item->begin(), item->end(), take);
    else
      perform(*item);
  }
  if (!reads_only) groups.erase(groups.begin(), last);
}

void pending_copies::arrive_when_complete(std::uint32_t thread, std::byte* barrier) {
  arrival added{thread, barrier, {}};
  group_queue& queue = groups_[{family::element, thread}];
  for (auto& group : queue.committed) {
    std::move(group.begin(), group.end(), std::back_inserter(added.copies));
    group.clear();
  }
  std::move(queue.open.begin(), queue.open.end(), std::back_inserter(added.copies));
  queue.open.clear();
  arrivals_.push_back(std::move(added));
}

void pending_copies::perform_arrival(arrival& pending) {
  for (const pending_copy& copy : pending.copies) note_landing(family::element, copy);
  perform(pending.copies);
}

void pending_copies::complete_arrivals_of(std::uint32_t thread) {
  for (arrival& pending : arrivals_)
    if (pending.thread == thread) {
      perform_arrival(pending);
      ++early_[pending.barrier];
    }
  std::erase_if(arrivals_, [&](const arrival& pending) { return pending.thread == thread; });
}

std::uint32_t pending_copies::expected_arrivals(const std::byte* barrier) const {
  const auto early = early_.find(barrier);
  return (early == early_.end() ? 0 : early->second) +
         static_cast<std::uint32_t>(
             std::count_if(arrivals_.begin(), arrivals_.end(),
                           [&](const arrival& pending) { return pending.barrier == barrier; }));
}

pending_copies::completion pending_copies::complete(const std::byte* barrier) {
  completion result;
  result.arrivals = expected_arrivals(barrier);
  early_.erase(barrier);
  for (arrival& pending : arrivals_)
    if (pending.barrier == barrier) perform_arrival(pending);
  std::erase_if(arrivals_, [&](const arrival& pending) { return pending.barrier == barrier; });
  for (pending_copy& pending_copy : counted_)
    if (pending_copy.barrier == barrier) {
      perform(pending_copy);
      note_landing(family::bulk, pending_copy);
      result.bytes += pending_copy.bytes;
    }
  std::erase_if(counted_,
                [&](const pending_copy& pending_copy) { return pending_copy.barrier == barrier; });
  return result;
}

void pending_copies::finish() {
  for (auto& [whose, queue] : groups_) {
    if (whose.first != family::bulk) continue;
    for (auto& group : queue.committed) perform(group);
    perform(queue.open);
  }
  start();
}

}  // namespace warpmark::simt
