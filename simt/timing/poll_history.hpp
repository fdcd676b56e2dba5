#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "simt/instructions/lanes.hpp"
#include "simt/memory/access.hpp"

namespace warpmark::simt {

/// The strong loads of a warp since it last wrote, at most so many of the newest. One that is
/// repeated is a poll: the load before it saw that what the warp waits for has not happened.
template <class Value>
class poll_history {
 public:
  /// The value of an earlier load by the same instruction, if this one is from among its addresses:
  /// lanes that have seen enough may have left the loop.
  Value* repeat(std::uint32_t site, const access& access) {
    const std::uint64_t address = access.address[std::countr_zero(access.active)];
    for (std::size_t i = 0; i < count_; ++i) {
      entry& at = entries_[(newest_ + max_loads - i) % max_loads];
      if (at.site != site || address < at.first || address > at.last) continue;
      return &at.value;
    }
    return nullptr;
  }
  void add(std::uint32_t site, const access& access, Value value) {
    std::uint64_t first = ~std::uint64_t{0}, last = 0;
    for_each_lane(access.active, [&](unsigned lane) {
      first = std::min(first, access.address[lane]);
      last = std::max(last, access.address[lane]);
    });
    newest_ = (newest_ + 1) % max_loads;
    if (count_ < max_loads) ++count_;
    entries_[newest_] = {site, first, last, std::move(value)};
  }
  void clear() { count_ = 0; }

 private:
  static constexpr std::size_t max_loads = 16;
  struct entry {
    std::uint32_t site = 0;
    std::uint64_t first = 0, last = 0;  // Lowest and highest address.
    Value value{};
  };
  std::array<entry, max_loads> entries_;
  std::size_t newest_ = 0, count_ = 0;
};

}  // namespace warpmark::simt
