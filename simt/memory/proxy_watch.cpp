#include "simt/memory/proxy_watch.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "simt/finding_log.hpp"
#include "simt/instructions/instruction.hpp"
#include "simt/instructions/lanes.hpp"
#include "simt/memory/element_flights.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint64_t word_bytes = 4;

}  // namespace

proxy_watch::proxy_watch(std::size_t warps, std::uint64_t shared_bytes)
    : words_((shared_bytes + word_bytes - 1) / word_bytes), covered_(warps) {}

void proxy_watch::start() {
  std::fill(words_.begin(), words_.end(), word{});
  std::fill(covered_.begin(), covered_.end(), 0);
  all_covered_ = synchronised_ = 0;
  now_ = 1;
}

void proxy_watch::write(std::uint32_t warp, std::uint32_t site, const access& access) {
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t first = access.address[lane] / word_bytes;
    const std::uint64_t last = (access.address[lane] + access.size - 1) / word_bytes;
    // Stores to other blocks of a cluster have addresses beyond this block's memory.
    for (std::uint64_t at = first; at <= last && at < words_.size(); ++at)
      words_[at] = {now_, site, static_cast<std::uint16_t>(warp), static_cast<std::uint16_t>(lane)};
  });
}

void proxy_watch::forget(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t end = std::min<std::uint64_t>(words_.size(), (address + bytes) / word_bytes);
  for (std::uint64_t at = address / word_bytes; at < end; ++at) words_[at] = {};
}

void proxy_watch::fence(std::uint32_t warp) {
  covered_[warp] = now_++;
  all_covered_ = synchronised_;
}

void proxy_watch::synchronise() { synchronised_ = now_++; }

const proxy_watch::unfenced_write* proxy_watch::find(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t end =
      std::min<std::uint64_t>(words_.size(), (address + bytes + word_bytes - 1) / word_bytes);
  for (std::uint64_t at = address / word_bytes; at < end; ++at)
    if (const word& last = words_[at]; !is_covered(last)) {
      found_ = {at * word_bytes, last.site, last.warp, last.lane};
      return &found_;
    }
  return nullptr;
}

void check_async_read(lane_context& context, const instruction& in, std::uint32_t lanes,
                      std::uint64_t address, std::uint64_t bytes) {
  if (context.elements) context.elements->read(context, in, lanes, address, bytes);
  if (!context.proxy) return;
  const auto* found = context.proxy->find(address, bytes);
  if (!found ||
      !context.findings->first_time(finding_kind::missing_proxy_fence, in.site, found->site))
    return;
  context.findings->add(
      finding_kind::missing_proxy_fence, in.site, context, lanes,
      fmt::format("asynchronous read of shared memory at {:#x}, which a store wrote without a "
                  "fence.proxy.async after it",
                  found->address),
      conflicting_access{found->site, context.block, found->warp, 1u << found->lane});
}

}  // namespace warpmark::simt
