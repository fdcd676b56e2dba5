#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpmark::simt {

/// Clocks of a block's warps: a vector clock (Mattern 1989).
using clock_row = std::array<std::uint32_t, 32>;

void join(clock_row& into, const clock_row& other);

/// What happens before what within one block. Each warp has a clock that moves on whenever the warp
/// synchronises, and knows up to which clock the accesses of each other warp happened before its
/// own next one. Lanes of a warp have the warp's clock; which of them have met is kept apart.
class race_clocks {
 public:
  explicit race_clocks(std::size_t warps);

  /// A new block: all that was before happened before.
  void start();

  std::uint32_t now(std::uint32_t warp) const { return known_[warp][warp]; }
  const clock_row& known(std::uint32_t warp) const { return known_[warp]; }

  /// Whether what `from` did at `time` happened before what `warp` does now.
  bool ordered(std::uint32_t from, std::uint32_t time, std::uint32_t warp) const {
    return known_[warp][from] >= time;
  }
  /// The same for two lanes of one warp.
  bool lanes_ordered(std::uint32_t warp, std::uint32_t from_lane, std::uint32_t time,
                     std::uint32_t lane) const;

  void acquire(std::uint32_t warp, const clock_row& row) { join(known_[warp], row); }
  /// Later accesses of the warp are not part of what it has made known so far.
  void advance(std::uint32_t warp) { ++known_[warp][warp]; }
  /// The lanes meet; `live` are those that have not exited.
  void meet(std::uint32_t warp, std::uint32_t lanes, std::uint32_t live);

 private:
  struct lane_state {
    std::uint32_t whole = 0;  // Up to this clock all lanes have met.
    // Otherwise: up to which clock of the second lane the first one has met it.
    std::unique_ptr<std::array<clock_row, 32>> met;
  };
  std::vector<clock_row> known_;
  std::vector<lane_state> lanes_;
};

}  // namespace warpmark::simt
