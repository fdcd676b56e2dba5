#include "simt/memory/element_flights.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "simt/execution/block_cluster.hpp"
#include "simt/execution/kernel_program.hpp"
#include "simt/finding_log.hpp"
#include "simt/instructions/instruction.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/access_pattern.hpp"
#include "simt/memory/access_watch.hpp"

namespace warpmark::simt {

element_flights::element_flights(std::size_t warps, std::uint64_t shared_bytes)
    : marks_((shared_bytes + word_bytes - 1) / word_bytes),
      marked_(shared_bytes / line_bytes + 1),
      flights_(1),
      of_warp_(warps),
      unseen_of_warp_(warps) {}

void element_flights::start() {
  std::fill(marks_.begin(), marks_.end(), 0);
  std::fill(marked_.begin(), marked_.end(), 0);
  flights_.resize(1);
  free_.clear();
  for (auto& numbers : of_warp_) numbers.clear();
  std::fill(unseen_of_warp_.begin(), unseen_of_warp_.end(), 0);
  noted_.clear();
  in_flight_ = 0;
}

// Copies are of 4, 8 or 16 bytes, and aligned.
template <class Visit>
void element_flights::for_each_word(const simt::access& target, unsigned lane, Visit&& visit) {
  const std::uint64_t first = target.address[lane] / word_bytes;
  for (std::uint64_t i = 0; i < target.size / word_bytes; ++i) visit(first + i);
}

std::uint32_t element_flights::begin(const lane_context& context, const instruction& in,
                                     const simt::access& target) {
  std::uint32_t number = static_cast<std::uint32_t>(flights_.size());
  if (free_.empty()) {
    flights_.emplace_back();
  } else {
    number = free_.back();
    free_.pop_back();
  }
  flights_[number] = {target, in.site, context.warp, target.active, 0, 0, 0};
  of_warp_[context.warp].push_back(number);
  ++in_flight_;
  for_each_lane(target.active, [&](unsigned lane) {
    for_each_word(target, lane, [&](std::uint64_t word) {
      if (marks_[word] == 0) ++marked_[word * word_bytes / line_bytes];
      marks_[word] = mark_of(number, lane);
    });
  });
  return number;
}

bool element_flights::any_in(std::uint64_t first, std::uint64_t bytes) const {
  const std::uint64_t end =
      std::min<std::uint64_t>(marked_.size(), (first + bytes - 1) / line_bytes + 1);
  std::uint8_t any = 0;
  for (std::uint64_t line = first / line_bytes; line < end; ++line) any |= marked_[line];
  return any != 0;
}

void element_flights::look_at(std::uint64_t word, const lane_context& context, unsigned lane,
                              std::uint32_t lanes) {
  if (word >= marks_.size() || marks_[word] == 0) return;
  const std::uint32_t number = marks_[word] >> 5, copier = marks_[word] & 31;
  const flight& at = flights_[number];
  const bool own = at.warp == context.warp && lane == copier;
  if (!((at.pending >> copier) & 1) && !(own && ((at.unseen >> copier) & 1))) return;
  for (conflict& found : conflicts_)
    if (found.number == number) {
      found.lanes |= lanes;
      return;
    }
  conflicts_.push_back({number, lanes, word * word_bytes});
}

void element_flights::access(lane_context& context, const instruction& in,
                             const simt::access& access, const access_pattern& pattern) {
  if (in_flight_ == 0 || !any_in(pattern.lowest(), pattern.extent())) return;
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t last = (access.address[lane] + access.size - 1) / word_bytes;
    for (std::uint64_t word = access.address[lane] / word_bytes; word <= last; ++word)
      look_at(word, context, lane, 1u << lane);
  });
  const char* const verbs[] = {"loads from", "stores to", "changes"};
  if (!conflicts_.empty()) report(context, in, verbs[static_cast<int>(access.kind)]);
}

void element_flights::read(lane_context& context, const instruction& in, std::uint32_t lanes,
                           std::uint64_t address, std::uint64_t bytes) {
  if (in_flight_ == 0 || bytes == 0 || !any_in(address, bytes)) return;
  const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
  for (std::uint64_t word = address / word_bytes; word <= (address + bytes - 1) / word_bytes;
       ++word)
    look_at(word, context, lane, lanes);
  if (!conflicts_.empty()) report(context, in, "reads asynchronously");
}

void element_flights::report(lane_context& context, const instruction& in, const char* what) {
  for (const conflict& found : conflicts_) {
    const flight& at = flights_[found.number];
    if (!context.findings->first_time(finding_kind::unfinished_copy, in.site, at.site)) continue;
    const auto copier = static_cast<unsigned>(marks_[found.address / word_bytes] & 31);
    const bool lands = (at.promised >> copier) & 1;
    context.findings->add(
        finding_kind::unfinished_copy, in.site, context, found.lanes,
        fmt::format("thread {} shared memory at {:#x}, which a cp.async writes: {}", what,
                    found.address,
                    lands ? "the thread has not waited for the mbarrier of the copy"
                          : "the thread that began the copy has not waited for it with "
                            "cp.async.wait_group or cp.async.wait_all"),
        conflicting_access{at.site, context.block, at.warp, 1u << copier});
  }
  conflicts_.clear();
}

void element_flights::unmark(const flight& of, std::uint32_t number, std::uint32_t lanes) {
  for_each_lane(lanes, [&](unsigned lane) {
    for_each_word(of.target, lane, [&](std::uint64_t word) {
      if (marks_[word] != mark_of(number, lane)) return;  // A later copy writes here.
      marks_[word] = 0;
      --marked_[word * word_bytes / line_bytes];
    });
  });
}

void element_flights::drop_if_over(std::uint32_t number) {
  const flight& at = flights_[number];
  if ((at.pending | at.unseen) != 0) return;
  std::erase(of_warp_[at.warp], number);
  free_.push_back(number);
  --in_flight_;
}

namespace {

// The lanes of a copy write now, as far as other threads may know.
void write_now(lane_context& context, std::uint32_t site, simt::access target,
               std::uint32_t lanes) {
  if (!context.watch || lanes == 0) return;
  target.active = lanes;
  context.watch->renew_write(context, context.program->code[site], target);
}

}  // namespace

void element_flights::promise(lane_context& context, std::uint32_t lanes) {
  for (const std::uint32_t number : of_warp_[context.warp]) {
    flight& at = flights_[number];
    const std::uint32_t added = at.pending & lanes & ~at.promised;
    at.promised |= added;
    write_now(context, at.site, at.target, added);
  }
}

void element_flights::note_wait(std::uint32_t number, unsigned lane) {
  flight& at = flights_[number];
  if (at.waited == 0) noted_.push_back(number);
  at.waited |= 1u << lane;
}

void element_flights::settle(lane_context& context) {
  for (const std::uint32_t number : noted_) {
    flight& at = flights_[number];
    // What arrives at an mbarrier is known to those who wait for that, too.
    write_now(context, at.site, at.target, at.waited & ~at.promised);
    unmark(at, number, at.waited);
    at.pending &= ~at.waited;
    at.waited = 0;
    drop_if_over(number);
  }
  noted_.clear();
}

void element_flights::land(std::uint32_t number, unsigned lane) {
  flight& at = flights_[number];
  if (at.unseen == 0) ++unseen_of_warp_[at.warp];
  at.unseen |= 1u << lane;
  at.pending &= ~(1u << lane);
}

void element_flights::inform(std::uint32_t warp) {
  if (unseen_of_warp_[warp] == 0) return;
  unseen_of_warp_[warp] = 0;
  const std::vector<std::uint32_t> numbers = of_warp_[warp];
  for (const std::uint32_t number : numbers) {
    flight& at = flights_[number];
    if (at.unseen == 0) continue;
    unmark(at, number, at.unseen);
    at.unseen = 0;
    drop_if_over(number);
  }
}

void settle_copies(lane_context& context) {
  for (const std::uint64_t ended : context.cluster->copies().take_landed_elements()) {
    const element_copy copy = element_copy::unpack(ended);
    context.elements->note_wait(copy.number, copy.lane);
  }
  context.elements->settle(context);
}

void land_element_copies(lane_context& context) {
  for (const std::uint64_t ended : context.cluster->copies().take_landed_elements()) {
    const element_copy copy = element_copy::unpack(ended);
    context.cluster->at(copy.rank).elements->land(copy.number, copy.lane);
  }
}

}  // namespace warpmark::simt
