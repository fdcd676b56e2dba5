#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpmark::simt {

/// The strong loads of a warp since it last wrote, at most so many of the newest. One that is
/// repeated is a poll: the load before it saw that what the warp waits for has not happened.
template <class Value>
class poll_history {
 public:
  /// The value of an earlier load by the same instruction from the same address. Loads after it are
  /// dropped: they belong to the iteration that failed.
  Value* repeat(std::uint32_t site, std::uint64_t address) {
    for (std::size_t i = 0; i < count_; ++i) {
      entry& at = entries_[(newest_ + max_loads - i) % max_loads];
      if (at.site != site || at.address != address) continue;
      newest_ = (newest_ + max_loads - i) % max_loads;
      count_ -= i;
      return &at.value;
    }
    return nullptr;
  }
  void add(std::uint32_t site, std::uint64_t address, Value value) {
    newest_ = (newest_ + 1) % max_loads;
    if (count_ < max_loads) ++count_;
    entries_[newest_] = {site, address, std::move(value)};
  }
  void clear() { count_ = 0; }

 private:
  static constexpr std::size_t max_loads = 8;
  struct entry {
    std::uint32_t site = 0;
    std::uint64_t address = 0;
    Value value{};
  };
  std::array<entry, max_loads> entries_;
  std::size_t newest_ = 0, count_ = 0;
};

}  // namespace warpmark::simt
