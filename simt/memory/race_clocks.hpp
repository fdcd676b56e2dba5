#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpmark::simt {

/// Vector clock over the warps of one block (Mattern 1989).
using clock_row = std::array<std::uint32_t, 32>;

void join(clock_row& into, const clock_row& other);

/// Happens-before within one block. Each warp has a vector clock. Its own entry advances whenever
/// the warp synchronises; the entry of another warp says up to which clock that warp's accesses
/// happened before. Lanes of a warp share its clock; their synchronisation with each other is
/// stored separately.
class race_clocks {
 public:
  explicit race_clocks(std::size_t warps);

  /// Starts a new block: all earlier accesses happened before.
  void start();

  std::uint32_t now(std::uint32_t warp) const { return known_[warp][warp]; }
  const clock_row& known(std::uint32_t warp) const { return known_[warp]; }

  /// Whether the access of `from` at `time` happened before the current one of `warp`.
  bool ordered(std::uint32_t from, std::uint32_t time, std::uint32_t warp) const {
    return known_[warp][from] >= time;
  }
  /// The same for two lanes of one warp.
  bool lanes_ordered(std::uint32_t warp, std::uint32_t from_lane, std::uint32_t time,
                     std::uint32_t lane) const;

  /// Whether that access of a lane of `warp` itself happened before what all its lanes do now.
  bool settled(std::uint32_t warp, std::uint32_t time) const { return time <= lanes_[warp].whole; }
  /// All accesses of the block up to this clock happened before what all lanes of the warp do now.
  std::uint32_t settled_clock(std::uint32_t warp) const;

  void acquire(std::uint32_t warp, const clock_row& row) { join(known_[warp], row); }
  /// Later accesses of the warp are not covered by clocks that it released so far.
  void advance(std::uint32_t warp) { ++known_[warp][warp]; }
  /// The lanes synchronise; `live` are those that have not exited.
  void meet(std::uint32_t warp, std::uint32_t lanes, std::uint32_t live);

 private:
  struct lane_state {
    std::uint32_t whole = 0;  // Up to this clock all lanes have synchronised.
    // Beyond it: the clock of the second lane up to which the first one has synchronised with it.
    std::unique_ptr<std::array<clock_row, 32>> met;
  };
  std::vector<clock_row> known_;
  std::vector<lane_state> lanes_;
};

}  // namespace warpmark::simt
