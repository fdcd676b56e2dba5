#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "simt/model/block_stages.hpp"

namespace warpmark::simt {

/// Divides the work of each warp of a block into stages. Within a stretch between loop ends and
/// barriers, instructions may issue in any order; one belongs to the stage in whose time it issues,
/// and a stage ends when the first of its loads from L2 or memory arrives.
class stage_log {
 public:
  using cycles = std::uint64_t;

  void start(std::size_t warps);

  /// The stage of what the warp issues at this time.
  model::warp_stage& at(std::uint32_t warp, cycles time);
  /// A load that the warp has issued at `time` arrives from L2 or memory.
  void note_arrival(std::uint32_t warp, cycles time, cycles arrival);

  /// All that the warp has issued belongs to stages that end here.
  void end_stretch(std::uint32_t warp, cycles time);
  /// The same; returns how many stages there are, which do not change any more.
  std::size_t mark(std::uint32_t warp, cycles time);
  /// The warp, which has waited, goes on at this time.
  void resume(std::uint32_t warp, cycles time);
  /// Drops what the warp did since a mark; it goes on at this time.
  void drop(std::uint32_t warp, std::size_t stages, cycles time);

  /// A new join of so many arrivals; `none` if the stages are not kept.
  std::uint32_t add_join(std::size_t arrivals, double latency_cycles);
  /// The last of the warp's stages, for its arrival and its wait. Nothing is added to it any more.
  model::warp_stage& last_stage(std::uint32_t warp);
  /// The same, to be found again with stage().
  std::size_t fix_last_stage(std::uint32_t warp);
  model::warp_stage& stage(std::uint32_t warp, std::size_t index);

  /// The stages with the warps' ends.
  model::block_stages take(const std::vector<cycles>& ends);

 private:
  struct open_stage {
    model::warp_stage work;
    cycles begin = 0;
    cycles arrival = std::numeric_limits<cycles>::max();  ///< Of its first load.
  };
  struct warp_log {
    std::vector<open_stage> open;
    std::size_t fixed = 0;  ///< So many closed stages do not change any more.
  };
  open_stage& find(std::uint32_t warp, cycles time);
  void close(std::uint32_t warp, const model::warp_stage& stage);

  // Beyond this many stages the block's are dropped, to bound the host's memory.
  static constexpr std::size_t max_stages = std::size_t{1} << 18;

  model::block_stages stages_;
  std::vector<warp_log> warps_;
  std::size_t closed_ = 0;
  model::warp_stage dropped_;  // Takes what is not kept.
};

}  // namespace warpmark::simt
